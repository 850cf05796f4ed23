//! A template's nodes as the paragraphs and tables that they are written in.

use super::node::{Block, Delimiter, Form, Level, Node, Paragraph, Tag};

/// What stands beside one another in a body, a header or a cell.
pub enum Piece {
    Line(Line),
    /// A tag that takes the place of its paragraph: `{%p ... %}`.
    Lone(Tag),
    Table(Vec<Node>),
}

/// One paragraph.
#[derive(Default)]
pub struct Line {
    pub look: u64,
    pub tokens: Vec<Token>,
}

#[derive(Clone)]
pub enum Token {
    Text(String),
    Tab,
    Break,
    /// With the number of the block that it belongs to.
    Tag(Tag, Option<usize>),
}

impl Token {
    /// A text of white space only.
    pub fn is_blank(&self) -> bool {
        match self {
            Token::Text(text) => text.trim().is_empty(),
            Token::Tab | Token::Break => true,
            Token::Tag(..) => false,
        }
    }

    /// All of which a `-` beside it takes.
    pub fn is_stripped(&self) -> bool {
        self.is_blank() && !matches!(self, Token::Text(text) if text.contains('\u{a0}'))
    }
}

/// The pieces of a list of nodes. `apart` has each tag of a block of paragraphs stand in a paragraph of its own.
pub fn pieces(nodes: &[Node], apart: bool) -> Vec<Piece> {
    let mut writer = Writer { apart, blocks: 0, out: Vec::new() };
    writer.all(nodes);
    writer.out
}

struct Writer {
    apart: bool,
    blocks: usize,
    out: Vec<Piece>,
}

impl Writer {
    fn all(&mut self, nodes: &[Node]) {
        for node in nodes {
            match node {
                Node::Paragraph(p) => self.paragraph(p),
                Node::Table(rows) => self.out.push(Piece::Table(rows.clone())),
                Node::Block(block) => self.block(block),
                _ => {}
            }
        }
    }

    fn block(&mut self, block: &Block) {
        if block.form == Form::Beside
            && !self.apart
            && let Some(arm) = with_tags_inside(block, "p")
        {
            return self.all(&arm);
        }
        let arms = arms_apart(block);
        let bare = block.form == Form::Bare;
        self.blocks += 1;
        let number = self.blocks;
        for (at, tag) in block.tags.iter().enumerate() {
            match bare {
                true => {
                    let tokens = vec![Token::Tag(tag.clone(), Some(number))];
                    self.out.push(Piece::Line(Line { look: 0, tokens }));
                }
                false => self.out.push(Piece::Lone(Tag { prefix: "p", ..tag.clone() })),
            }
            if let Some(arm) = arms.get(at) {
                self.all(arm);
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Paragraph) {
        let mut line = Line { look: paragraph.look, tokens: Vec::new() };
        self.text(&paragraph.content, &mut line);
        self.out.push(Piece::Line(line));
    }

    fn text(&mut self, content: &[Node], line: &mut Line) {
        for node in content {
            match node {
                Node::Text(text) => line.tokens.push(Token::Text(text.clone())),
                Node::Tab => line.tokens.push(Token::Tab),
                Node::Line => line.tokens.push(Token::Break),
                Node::Tag(tag) => line.tokens.push(Token::Tag(tag.clone(), None)),
                Node::End => {
                    let look = line.look.rotate_left(7);
                    self.out.push(Piece::Line(std::mem::replace(line, Line { look, tokens: Vec::new() })));
                }
                Node::Block(block) => {
                    self.blocks += 1;
                    let number = self.blocks;
                    let prefix = if block.level == Level::Run { "r" } else { "" };
                    for (at, tag) in block.tags.iter().enumerate() {
                        line.tokens.push(Token::Tag(Tag { prefix, ..tag.clone() }, Some(number)));
                        if let Some(arm) = block.arms.get(at) {
                            self.text(arm, line);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// A block's only arm with the block's tags in its first and its last paragraph, where these are the outermost texts.
pub fn with_tags_inside(block: &Block, prefix: &'static str) -> Option<Vec<Node>> {
    let ([open, close], [arm]) = (block.tags.as_slice(), block.arms.as_slice()) else { return None };
    let mut arm = arm.clone();
    let tag = |tag: &Tag| Node::Tag(Tag { prefix, ..tag.clone() });
    first(arm.first_mut()?)?.insert(0, tag(open));
    last(arm.last_mut()?)?.push(tag(close));
    Some(arm)
}

/// The code of a value that stands for the dash of a tag that is written elsewhere. No template has it of its own.
pub const DASH: &str = "''";

/// A block's arms without its tags, where these stand beside texts: a paragraph or a row that holds nothing else goes with
/// them, and a `-` takes the white space beside it.
pub fn arms_apart(block: &Block) -> Vec<Vec<Node>> {
    let ([open, close], [arm], Form::Beside) = (block.tags.as_slice(), block.arms.as_slice(), block.form)
    else {
        return block.arms.clone();
    };
    if with_tags_inside(block, "").is_none() {
        return block.arms.clone();
    }
    let mut arm = arm.as_slice();
    if let [first, rest @ ..] = arm
        && is_empty(first)
    {
        arm = rest;
    }
    if let [rest @ .., last] = arm
        && is_empty(last)
    {
        arm = rest;
    }
    let mut arm = arm.to_vec();
    let trims = |trims| Node::Tag(Tag { trims, ..Tag::new(Delimiter::Value, DASH) });
    // A `{{p }}` takes the whole paragraph: nothing is left to be trimmed.
    let is_whole =
        |content: &&mut Vec<Node>| content.iter().any(|n| matches!(n, Node::Tag(t) if t.prefix == "p"));
    if open.trims.1
        && let Some(content) = arm.first_mut().and_then(first).filter(|content| !is_whole(content))
    {
        content.insert(0, trims((false, true)));
    }
    if close.trims.0
        && let Some(content) = arm.last_mut().and_then(last).filter(|content| !is_whole(content))
    {
        content.push(trims((true, false)));
    }
    vec![arm]
}

/// Whether a node holds nothing: a row of more than one cell is kept for its cells.
fn is_empty(node: &Node) -> bool {
    match node {
        Node::Paragraph(p) => p.content.is_empty(),
        Node::Row(inside) | Node::Cell(inside) => matches!(inside.as_slice(), [one] if is_empty(one)),
        _ => false,
    }
}

fn first(node: &mut Node) -> Option<&mut Vec<Node>> {
    match node {
        Node::Paragraph(p) => Some(&mut p.content),
        Node::Row(inside) | Node::Cell(inside) => first(inside.first_mut()?),
        _ => None,
    }
}

fn last(node: &mut Node) -> Option<&mut Vec<Node>> {
    match node {
        Node::Paragraph(p) => Some(&mut p.content),
        Node::Row(inside) | Node::Cell(inside) => last(inside.last_mut()?),
        _ => None,
    }
}
