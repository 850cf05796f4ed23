//! Random templates in docxtpl's language.

use super::chance::Chance;
use super::expressions::{Kind, Scope};
use super::node::{Block, Delimiter, Form, Level, Made, Node, Paragraph, Tag};

/// Writes random templates; `trims` has it put whitespace control on tags of every kind.
pub struct Grammar {
    chance: Chance,
    trims: bool,
    /// Names of variables and macros so far.
    names: usize,
}

const WORDS: [&str; 14] =
    ["Dear ", " and ", "x", ", ", " ", "  ", "a < b & c", "é", ".", " (", ") ", "\u{a0}", "50 % off", "end"];

impl Grammar {
    pub fn template(seed: u64, trims: bool) -> Made {
        let mut grammar = Grammar { chance: Chance::new(seed), trims, names: 0 };
        let count = 1 + grammar.chance.below(5);
        let body = grammar.blocks(count, 3, &mut Scope::new());
        let header = match grammar.chance.once_in(4) {
            true => vec![grammar.paragraph(1, &mut Scope::new())],
            false => Vec::new(),
        };
        Made { body, header }
    }

    fn fresh(&mut self, what: &str) -> String {
        self.names += 1;
        format!("{what}{}", self.names)
    }

    fn tag(&mut self, delimiter: Delimiter, code: String) -> Tag {
        let trims = self.trims;
        let dash = |chance: &mut Chance| trims && chance.once_in(3);
        Tag { trims: (dash(&mut self.chance), dash(&mut self.chance)), ..Tag::new(delimiter, code) }
    }

    fn statement(&mut self, code: impl Into<String>) -> Tag {
        self.tag(Delimiter::Statement, code.into())
    }

    /// Paragraphs, tables, and blocks of them.
    fn blocks(&mut self, count: usize, depth: usize, scope: &mut Scope) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            match self.chance.below(12) {
                0 | 1 if depth > 0 => nodes.push(self.block_of_blocks(depth - 1, scope)),
                2 | 3 if depth > 1 => nodes.push(self.table(depth - 2, scope)),
                4 => nodes.push(self.silent(scope)),
                5 if depth > 1 => nodes.extend(self.macro_of_paragraphs(scope)),
                6 if depth > 1 => nodes.extend(self.total(depth, scope)),
                _ => nodes.push(self.paragraph(2, scope)),
            }
        }
        nodes
    }

    fn paragraph(&mut self, depth: usize, scope: &mut Scope) -> Node {
        let count = 1 + self.chance.below(4);
        let content = self.text(count, depth, scope);
        self.of(content)
    }

    /// Content as a paragraph.
    fn of(&mut self, mut content: Vec<Node>) -> Node {
        // A tag that stands alone has a meaning of its own: blocks of paragraphs have those.
        content.insert(0, Node::Text(self.chance.one(&["A", "Item ", "1. ", "B "]).to_owned()));
        Node::Paragraph(Paragraph { look: self.chance.number(), content })
    }

    /// What stands in a paragraph.
    fn text(&mut self, count: usize, depth: usize, scope: &mut Scope) -> Vec<Node> {
        let mut nodes = Vec::new();
        for _ in 0..count {
            match self.chance.below(20) {
                0..=4 => nodes.push(Node::Text(self.chance.one(&WORDS).to_owned())),
                5..=10 => {
                    let code = scope.value(&mut self.chance);
                    nodes.push(Node::Tag(self.tag(Delimiter::Value, code)));
                }
                11 => nodes.push(if self.chance.once_in(2) { Node::Tab } else { Node::Line }),
                12 => nodes.push(Node::Tag(self.tag(Delimiter::Remark, "a remark".to_owned()))),
                13 => {
                    let name = self.fresh("v");
                    let code = format!("set {name} = {}", scope.text(1, &mut self.chance));
                    nodes.push(Node::Tag(self.statement(code)));
                    scope.names.push((name, Kind::Text));
                }
                14 => nodes.push(Node::Text("{_{ x }_} {_% y %_}".to_owned())),
                15 if depth > 0 => nodes.extend(self.captured(depth - 1, scope)),
                16 if depth > 0 => nodes.extend(self.macro_of_text(depth - 1, scope)),
                _ if depth > 0 => nodes.push(self.block_of_text(depth - 1, scope)),
                _ => nodes.push(Node::Text(" text ".to_owned())),
            }
        }
        nodes
    }

    /// A block in the text; in one of six the text goes on in another paragraph.
    fn block_of_text(&mut self, depth: usize, scope: &Scope) -> Node {
        let level = if self.chance.once_in(5) { Level::Run } else { Level::Text };
        let spans = level == Level::Text && self.chance.once_in(6);
        self.block(level, Form::Prefixed, scope, &mut |grammar, scope| {
            let count = 1 + grammar.chance.below(3);
            let mut nodes = grammar.text(count, depth, scope);
            if scope.in_loop && grammar.chance.once_in(8) {
                nodes.push(grammar.jump(Level::Text, scope));
            }
            if spans {
                let more = grammar.text(count, 0, scope);
                nodes.push(Node::Text("q".to_owned()));
                nodes.push(Node::End);
                nodes.push(Node::Text("r".to_owned()));
                nodes.extend(more);
            }
            nodes
        })
    }

    fn block_of_blocks(&mut self, depth: usize, scope: &Scope) -> Node {
        let form = self.chance.one(&[Form::Prefixed, Form::Bare, Form::Beside]);
        self.block(Level::Paragraph, form, scope, &mut |grammar, scope| {
            let count = 1 + grammar.chance.below(3);
            let mut nodes = grammar.blocks(count, depth, scope);
            if scope.in_loop && grammar.chance.once_in(8) {
                let at = grammar.chance.below(nodes.len() + 1);
                let jump = grammar.jump(Level::Paragraph, scope);
                nodes.insert(at, jump);
            }
            nodes
        })
    }

    /// `{% if ... %}{% break %}{% endif %}`.
    fn jump(&mut self, level: Level, scope: &Scope) -> Node {
        let condition = match self.chance.below(3) {
            0 => "loop.index == 2".to_owned(),
            _ => scope.flag(1, &mut self.chance),
        };
        let jump = Tag::statement(self.chance.one(&["break", "continue"]));
        let inside = match level {
            Level::Text => Node::Tag(jump),
            _ => {
                Node::Paragraph(Paragraph { look: 0, content: vec![Node::Tag(Tag { prefix: "p", ..jump })] })
            }
        };
        let tags = vec![Tag::statement(format!("if {condition}")), Tag::statement("endif")];
        Node::Block(Block { level, form: Form::Prefixed, tags, arms: vec![vec![inside]] })
    }

    /// A `for`, `if` or `with` around what `inside` makes.
    fn block(
        &mut self,
        level: Level,
        form: Form,
        scope: &Scope,
        inside: &mut dyn FnMut(&mut Grammar, &mut Scope) -> Vec<Node>,
    ) -> Node {
        let mut tags = Vec::new();
        let mut arms = Vec::new();
        let closing;
        match self.chance.below(9) {
            0..=3 => {
                closing = "endfor";
                let (code, mut within) = self.head(scope);
                tags.push(self.statement(code));
                let has_else = self.chance.once_in(4);
                // Jinja2 writes the `else` of a loop too where all turns end by a jump: no template means that.
                within.in_loop = !has_else;
                arms.push(inside(self, &mut within));
                if has_else {
                    tags.push(self.statement("else"));
                    arms.push(inside(self, &mut scope.clone()));
                }
            }
            4 => {
                closing = "endwith";
                let name = self.fresh("w");
                let code = format!("with {name} = {}", scope.text(1, &mut self.chance));
                tags.push(self.statement(code));
                arms.push(inside(self, &mut scope.with(&name, Kind::Text)));
            }
            _ => {
                closing = "endif";
                let condition = scope.flag(2, &mut self.chance);
                tags.push(self.statement(format!("if {condition}")));
                arms.push(inside(self, &mut scope.clone()));
                if self.chance.once_in(3) {
                    let condition = scope.flag(1, &mut self.chance);
                    tags.push(self.statement(format!("elif {condition}")));
                    arms.push(inside(self, &mut scope.clone()));
                }
                if self.chance.once_in(2) {
                    tags.push(self.statement("else"));
                    arms.push(inside(self, &mut scope.clone()));
                }
            }
        }
        tags.push(self.statement(closing));
        Node::Block(Block { level, form, tags, arms })
    }

    /// The beginning of a loop, and what is seen inside.
    fn head(&mut self, scope: &Scope) -> (String, Scope) {
        let item = scope.names.iter().rfind(|(_, kind)| *kind == Kind::Item).map(|(name, _)| name.clone());
        match (self.chance.below(5), item) {
            (0, Some(item)) => {
                let name = self.fresh("t");
                (format!("for {name} in {item}.tags"), scope.with(&name, Kind::Text))
            }
            (0 | 1, _) => {
                let name = self.fresh("t");
                (format!("for {name} in words"), scope.with(&name, Kind::Text))
            }
            (2, _) => {
                let name = self.fresh("k");
                let list = self.chance.one(&["nums", "nums|sort", "nums|reverse", "range(3)", "nums|unique"]);
                (format!("for {name} in {list}"), scope.with(&name, Kind::Number))
            }
            _ => {
                let name = self.fresh("it");
                let condition = match self.chance.below(4) {
                    0 => format!(" if {name}.ok"),
                    1 => format!(" if {name}.qty > 1"),
                    _ => String::new(),
                };
                (format!("for {name} in items{condition}"), scope.with(&name, Kind::Item))
            }
        }
    }

    /// A `set` or a remark in a paragraph of its own.
    fn silent(&mut self, scope: &mut Scope) -> Node {
        let name = self.fresh("v");
        let tag = match self.chance.below(3) {
            0 => Tag::new(Delimiter::Remark, "a remark"),
            _ => {
                let code = format!("set {name} = {}", scope.text(1, &mut self.chance));
                scope.names.push((name, Kind::Text));
                Tag::statement(code)
            }
        };
        let prefix = self.chance.one(&["", "p"]);
        let content = vec![Node::Tag(Tag { prefix, ..tag })];
        Node::Paragraph(Paragraph { look: self.chance.number(), content })
    }

    /// `{% set v %}text{% endset %}` and its use.
    fn captured(&mut self, depth: usize, scope: &mut Scope) -> Vec<Node> {
        let name = self.fresh("c");
        let tags = vec![self.statement(format!("set {name}")), self.statement("endset")];
        let arms = vec![self.text(2, depth, &mut scope.clone())];
        let print = self.tag(Delimiter::Value, name);
        vec![Node::Block(Block { level: Level::Text, form: Form::Prefixed, tags, arms }), Node::Tag(print)]
    }

    /// A macro of text, and a call of it: as a value, or as a block.
    fn macro_of_text(&mut self, depth: usize, scope: &mut Scope) -> Vec<Node> {
        let (name, argument) = (self.fresh("m"), self.fresh("a"));
        let mut within = Scope::new().with(&argument, Kind::Text);
        let mut inside = self.text(2, depth, &mut within);
        let given = scope.text(1, &mut self.chance);
        let by_block = self.chance.once_in(3);
        if by_block {
            inside.push(Tag::value("caller()"));
        }
        let tags = vec![self.statement(format!("macro {name}({argument})")), self.statement("endmacro")];
        let made = Node::Block(Block { level: Level::Text, form: Form::Prefixed, tags, arms: vec![inside] });
        let call = match by_block {
            true => {
                let tags = vec![self.statement(format!("call {name}({given})")), self.statement("endcall")];
                let arms = vec![self.text(2, 0, &mut scope.clone())];
                Node::Block(Block { level: Level::Text, form: Form::Prefixed, tags, arms })
            }
            false => Node::Tag(self.tag(Delimiter::Value, format!("{name}({given})"))),
        };
        vec![made, Node::Text(" ".to_owned()), call]
    }

    /// A macro of whole paragraphs, and a paragraph that its call takes the place of.
    fn macro_of_paragraphs(&mut self, scope: &mut Scope) -> Vec<Node> {
        let (name, argument) = (self.fresh("m"), self.fresh("a"));
        let mut within = Scope::new().with(&argument, Kind::Text);
        let count = 1 + self.chance.below(2);
        let mut arm: Vec<Node> = (0..count).map(|_| self.paragraph(1, &mut within)).collect();
        // A macro of silent tags only has no paragraph that its call could stand for.
        if let Some(Node::Paragraph(first)) = arm.first_mut() {
            first.content.insert(0, Node::Text("m".to_owned()));
        }
        let tags = vec![Tag::statement(format!("macro {name}({argument})")), Tag::statement("endmacro")];
        let form = self.chance.one(&[Form::Prefixed, Form::Bare]);
        let made = Node::Block(Block { level: Level::Paragraph, form, tags, arms: vec![arm] });
        let given = scope.text(1, &mut self.chance);
        let call = Tag { prefix: "p", ..Tag::new(Delimiter::Value, format!("{name}({given})")) };
        let call = Node::Paragraph(Paragraph { look: self.chance.number(), content: vec![Node::Tag(call)] });
        vec![made, call]
    }

    /// A total that a loop counts in a namespace.
    fn total(&mut self, depth: usize, scope: &mut Scope) -> Vec<Node> {
        let name = self.fresh("ns");
        let begin = Node::Paragraph(Paragraph {
            look: self.chance.number(),
            content: vec![Node::Tag(Tag::statement(format!("set {name} = namespace(t=0)")))],
        });
        let item = self.fresh("it");
        let mut within = scope.with(&item, Kind::Item);
        within.in_loop = true;
        let mut line = self.text(2, 1, &mut within);
        line.push(Node::Tag(self.statement(format!("set {name}.t = {name}.t + {item}.qty"))));
        let level = if depth > 2 { Level::Paragraph } else { Level::Text };
        let tags = vec![self.statement(format!("for {item} in items")), self.statement("endfor")];
        let all = match level {
            Level::Paragraph => {
                let arms = vec![vec![self.of(line)]];
                Node::Block(Block { level, form: Form::Prefixed, tags, arms })
            }
            _ => {
                let block = Node::Block(Block { level, form: Form::Prefixed, tags, arms: vec![line] });
                self.of(vec![block])
            }
        };
        let print = Node::Tag(self.tag(Delimiter::Value, format!("{name}.t")));
        let end = self.of(vec![print]);
        vec![begin, all, end]
    }

    fn table(&mut self, depth: usize, scope: &mut Scope) -> Node {
        let columns = 1 + self.chance.below(3);
        let count = 1 + self.chance.below(3);
        let mut rows: Vec<Node> = vec![self.row(columns, depth, scope)];
        for _ in 0..count {
            match self.chance.below(6) {
                0 | 1 => {
                    let form = self.chance.one(&[Form::Prefixed, Form::Bare, Form::Beside]);
                    rows.push(self.block(Level::Row, form, scope, &mut |grammar, scope| {
                        vec![grammar.row(columns, depth, scope)]
                    }));
                }
                2 => rows.push(self.merged_down(columns, scope)),
                3 => {
                    let block = self.block(Level::Cell, Form::Prefixed, scope, &mut |grammar, scope| {
                        vec![grammar.cell(depth, scope)]
                    });
                    let mut cells = vec![block];
                    if self.chance.once_in(2) {
                        cells.insert(0, self.cell(depth, &mut scope.clone()));
                    }
                    rows.push(Node::Row(cells));
                }
                4 => rows.push(self.spanned(columns, scope)),
                _ => rows.push(self.row(columns, depth, scope)),
            }
        }
        Node::Table(rows)
    }

    fn row(&mut self, columns: usize, depth: usize, scope: &mut Scope) -> Node {
        Node::Row((0..columns).map(|_| self.cell(depth, &mut scope.clone())).collect())
    }

    fn cell(&mut self, depth: usize, scope: &mut Scope) -> Node {
        let mut content = match self.chance.below(4) {
            0 => self.blocks(1, depth, scope),
            _ => Vec::new(),
        };
        content.push(self.paragraph(1, scope));
        let tag = match self.chance.below(10) {
            0 => "cellbg color",
            _ => return Node::Cell(content),
        };
        if let Some(Node::Paragraph(p)) = content.last_mut() {
            p.content.insert(0, Node::Tag(Tag::statement(tag)));
        }
        Node::Cell(content)
    }

    /// A loop of rows whose first cell is merged downwards.
    fn merged_down(&mut self, columns: usize, scope: &Scope) -> Node {
        let (head, within) = self.head(scope);
        let mut within = within;
        within.in_loop = true;
        let Node::Row(mut cells) = self.row(columns, 0, &mut within) else { unreachable!() };
        let content = vec![Node::Tag(Tag::statement("vm")), Node::Text("merged".to_owned())];
        // In one run: of the text behind the tag, docxtpl shows once what stands in the tag's own.
        cells[0] = Node::Cell(vec![Node::Paragraph(Paragraph { look: 0, content })]);
        let tags = vec![Tag::statement(head), Tag::statement("endfor")];
        Node::Block(Block {
            level: Level::Row,
            form: Form::Prefixed,
            tags,
            arms: vec![vec![Node::Row(cells)]],
        })
    }

    /// A row of one cell as wide as the table.
    fn spanned(&mut self, columns: usize, scope: &mut Scope) -> Node {
        let tag = Node::Tag(Tag::statement(format!("colspan {columns}")));
        let print = Tag::value(scope.value(&mut self.chance));
        let content = vec![tag, Node::Text("wide ".to_owned()), print];
        Node::Row(vec![Node::Cell(vec![Node::Paragraph(Paragraph { look: self.chance.number(), content })])])
    }
}
