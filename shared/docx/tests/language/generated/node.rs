//! What a random template is made of: a tree that is written in more than one way, and made smaller piece by piece.

/// A template: its body and, perhaps, its header.
#[derive(Debug, Clone)]
pub struct Made {
    pub body: Vec<Node>,
    pub header: Vec<Node>,
}

#[derive(Debug, Clone)]
pub enum Node {
    Text(String),
    Tab,
    Line,
    /// The end of a paragraph inside of a block that begins in one paragraph's text and ends in another's.
    End,
    Tag(Tag),
    Block(Block),
    Paragraph(Paragraph),
    /// Rows, and blocks of rows.
    Table(Vec<Node>),
    Row(Vec<Node>),
    Cell(Vec<Node>),
}

#[derive(Debug, Clone)]
pub struct Paragraph {
    /// Decides where its runs are cut and how they look.
    pub look: u64,
    pub content: Vec<Node>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delimiter {
    Value,
    Statement,
    Remark,
}

#[derive(Debug, Clone)]
pub struct Tag {
    pub delimiter: Delimiter,
    /// `p`, `tr`, `tc`, `r` or nothing.
    pub prefix: &'static str,
    pub code: String,
    /// Whitespace control.
    pub trims: (bool, bool),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// In the text, over ends of paragraphs too.
    Text,
    /// Runs: `{%r ... %}`.
    Run,
    /// Paragraphs and tables, by tags in paragraphs of their own.
    Paragraph,
    /// Rows, by tags in rows of their own.
    Row,
    /// Cells, by tags in cells of their own.
    Cell,
}

/// How the tags of a block are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `{%p for ... %}` in a paragraph of its own.
    Prefixed,
    /// `{% for ... %}` in a paragraph of its own.
    Bare,
    /// In the first and the last paragraph that it governs.
    Beside,
}

#[derive(Debug, Clone)]
pub struct Block {
    pub level: Level,
    pub form: Form,
    /// One for each arm, and the one that closes it.
    pub tags: Vec<Tag>,
    pub arms: Vec<Vec<Node>>,
}

impl Tag {
    pub fn new(delimiter: Delimiter, code: impl Into<String>) -> Tag {
        Tag { delimiter, prefix: "", code: code.into(), trims: (false, false) }
    }

    pub fn value(code: impl Into<String>) -> Node {
        Node::Tag(Tag::new(Delimiter::Value, code))
    }

    pub fn statement(code: impl Into<String>) -> Tag {
        Tag::new(Delimiter::Statement, code)
    }

    pub fn is_trimming(&self) -> bool {
        self.trims.0 || self.trims.1
    }

    /// The tag as it stands in the text.
    pub fn written(&self, prefix: &str, trims: (bool, bool)) -> String {
        let (open, close) = match self.delimiter {
            Delimiter::Value => ("{{", "}}"),
            Delimiter::Statement => ("{%", "%}"),
            Delimiter::Remark => ("{#", "#}"),
        };
        let dash = |trims: bool| if trims { "-" } else { "" };
        format!("{open}{}{prefix} {} {}{close}", dash(trims.0), self.code, dash(trims.1))
    }
}

impl Made {
    /// The same with one piece less, in every way.
    pub fn smaller(&self) -> Vec<Made> {
        let bodies = smaller(&self.body).into_iter().map(|body| Made { body, header: self.header.clone() });
        let headers =
            smaller(&self.header).into_iter().map(|header| Made { body: self.body.clone(), header });
        headers.chain(bodies).filter(|made| !made.body.is_empty()).collect()
    }
}

impl Node {
    /// The same node with one piece less inside.
    fn smaller(&self) -> Vec<Node> {
        match self {
            Node::Paragraph(p) => {
                let with = |content| Node::Paragraph(Paragraph { look: p.look, content });
                let mut list: Vec<Node> = smaller(&p.content).into_iter().map(with).collect();
                // In one run.
                if p.look != 0 {
                    list.push(Node::Paragraph(Paragraph { look: 0, content: p.content.clone() }));
                }
                list
            }
            Node::Table(rows) => {
                smaller(rows).into_iter().filter(|r| !r.is_empty()).map(Node::Table).collect()
            }
            Node::Row(cells) => smaller(cells).into_iter().filter(|c| !c.is_empty()).map(Node::Row).collect(),
            Node::Cell(content) => {
                smaller(content).into_iter().filter(|c| !c.is_empty()).map(Node::Cell).collect()
            }
            Node::Tag(tag) => plainer(tag).into_iter().map(Node::Tag).collect(),
            Node::Block(block) => {
                let mut list = Vec::new();
                for (at, arm) in block.arms.iter().enumerate() {
                    for less in smaller(arm) {
                        let mut block = block.clone();
                        block.arms[at] = less;
                        list.push(Node::Block(block));
                    }
                    if at > 0 {
                        let mut block = block.clone();
                        block.arms.remove(at);
                        block.tags.remove(at);
                        list.push(Node::Block(block));
                    }
                }
                for (at, tag) in block.tags.iter().enumerate() {
                    for plainer in plainer(tag) {
                        let mut block = block.clone();
                        block.tags[at] = plainer;
                        list.push(Node::Block(block));
                    }
                }
                list
            }
            _ => Vec::new(),
        }
    }
}

fn plainer(tag: &Tag) -> Vec<Tag> {
    let mut list = Vec::new();
    if tag.trims.0 {
        list.push(Tag { trims: (false, tag.trims.1), ..tag.clone() });
    }
    if tag.trims.1 {
        list.push(Tag { trims: (tag.trims.0, false), ..tag.clone() });
    }
    list
}

/// A list without one of its nodes, with the inside of a block in its place, or with a smaller node.
fn smaller(nodes: &[Node]) -> Vec<Vec<Node>> {
    let mut lists = Vec::new();
    let with = |at: usize, instead: &[Node]| {
        let mut list = nodes.to_vec();
        list.splice(at..=at, instead.iter().cloned());
        list
    };
    for (at, node) in nodes.iter().enumerate() {
        lists.push(with(at, &[]));
        if let Node::Block(block) = node {
            lists.extend(block.arms.iter().map(|arm| with(at, arm)));
        }
    }
    for (at, node) in nodes.iter().enumerate() {
        lists.extend(node.smaller().into_iter().map(|smaller| with(at, &[smaller])));
    }
    lists
}
