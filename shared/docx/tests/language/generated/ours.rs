//! A template as authors and Word write it: text in runs that are cut anywhere, marks of spelling and bookmarks between them,
//! quotes turned, tags in the paragraphs and rows that they govern.

use super::chance::Chance;
use super::lines::{Line, Piece, Token, pieces, with_tags_inside};
use super::node::{Block, Form, Made, Node, Tag};
use crate::pack;

/// The package.
pub fn package(made: &Made) -> Vec<u8> {
    let mut writer = Writer { ids: 0 };
    let mut body = writer.blocks(&made.body);
    let mut others = Vec::new();
    if !made.header.is_empty() {
        others.push(("header1", writer.blocks(&made.header)));
        body.push_str("<w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId2\"/></w:sectPr>");
    }
    pack::package(&pack::document(&body), &others)
}

/// The inner XML of the body, to be shown.
pub fn body(made: &Made) -> String {
    Writer { ids: 0 }.blocks(&made.body)
}

struct Writer {
    ids: usize,
}

/// How runs look: no two neighbors alike.
const LOOKS: [&str; 5] = [
    "",
    "<w:rPr><w:b/></w:rPr>",
    "<w:rPr><w:i/></w:rPr>",
    "<w:rPr><w:color w:val=\"FF0000\"/></w:rPr>",
    "<w:rPr/>",
];

/// A piece of a paragraph's text that is cut no further.
enum Atom {
    Char(char),
    Element(&'static str),
    /// The end of a run: `{%r %}` tags stand in runs of their own.
    Cut,
}

impl Writer {
    fn blocks(&mut self, nodes: &[Node]) -> String {
        let mut out = String::new();
        for piece in pieces(nodes, false) {
            match piece {
                Piece::Line(line) => out.push_str(&self.line(&line)),
                Piece::Lone(tag) => out.push_str(&self.line(&alone(tag))),
                Piece::Table(rows) => out.push_str(&self.table(&rows)),
            }
        }
        out
    }

    fn table(&mut self, rows: &[Node]) -> String {
        let columns = rows.iter().map(columns).max().unwrap_or(1).max(1);
        let inner = self.rows(rows, columns);
        let grid = "<w:gridCol w:w=\"1000\"/>".repeat(columns);
        format!(
            "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{inner}</w:tbl>"
        )
    }

    fn rows(&mut self, rows: &[Node], columns: usize) -> String {
        let mut out = String::new();
        for row in rows {
            match row {
                Node::Row(cells) => out.push_str(&format!("<w:tr>{}</w:tr>", self.cells(cells))),
                Node::Block(block) => match beside(block) {
                    Some(arm) => out.push_str(&self.rows(&arm, columns)),
                    None => {
                        let prefix = if block.form == Form::Bare { "" } else { "tr" };
                        for (at, tag) in block.tags.iter().enumerate() {
                            let tag = self.line(&alone(Tag { prefix, ..tag.clone() }));
                            let rest = cell("<w:p/>").repeat(columns - 1);
                            out.push_str(&format!("<w:tr>{}{rest}</w:tr>", cell(&tag)));
                            out.push_str(
                                &block.arms.get(at).map_or(String::new(), |arm| self.rows(arm, columns)),
                            );
                        }
                    }
                },
                _ => {}
            }
        }
        out
    }

    fn cells(&mut self, cells: &[Node]) -> String {
        let mut out = String::new();
        for node in cells {
            match node {
                Node::Cell(content) => {
                    let mut inner = self.blocks(content);
                    if !inner.ends_with("</w:p>") {
                        inner.push_str("<w:p/>");
                    }
                    out.push_str(&cell(&inner));
                }
                Node::Block(block) => {
                    for (at, tag) in block.tags.iter().enumerate() {
                        out.push_str(&cell(&self.line(&alone(Tag { prefix: "tc", ..tag.clone() }))));
                        out.push_str(&block.arms.get(at).map_or(String::new(), |arm| self.cells(arm)));
                    }
                }
                _ => {}
            }
        }
        out
    }

    fn line(&mut self, line: &Line) -> String {
        let mut chance = Chance::new(line.look);
        let mut atoms = Vec::new();
        for token in &line.tokens {
            match token {
                Token::Text(text) => atoms.extend(text.chars().map(Atom::Char)),
                Token::Tab => atoms.push(Atom::Element("<w:tab/>")),
                Token::Break => atoms.push(Atom::Element("<w:br/>")),
                Token::Tag(tag, _) => {
                    let mut text = tag.written(tag.prefix, tag.trims);
                    if line.look != 0 {
                        text = typed(text, &mut chance);
                    }
                    atoms.extend((tag.prefix == "r").then_some(Atom::Cut));
                    atoms.extend(text.chars().map(Atom::Char));
                    atoms.extend((tag.prefix == "r").then_some(Atom::Cut));
                }
            }
        }
        let properties = if line.look % 5 == 1 { "<w:pPr><w:keepNext/></w:pPr>" } else { "" };
        format!("<w:p>{properties}{}</w:p>", self.runs(&atoms, line.look != 0, &mut chance))
    }

    fn runs(&mut self, atoms: &[Atom], cuts: bool, chance: &mut Chance) -> String {
        let often = chance.one(&[3, 8, 30, 1_000]);
        let mut out = String::new();
        let (mut run, mut text, mut look) = (String::new(), String::new(), 0);
        let mut bookmark = None;
        for atom in atoms {
            match atom {
                Atom::Char(c) => text.push_str(&quick_xml::escape::escape(&*c.encode_utf8(&mut [0; 4]))),
                Atom::Element(element) => {
                    run.push_str(&text_element(&std::mem::take(&mut text)));
                    run.push_str(element);
                }
                Atom::Cut => {}
            }
            if matches!(atom, Atom::Cut) || cuts && chance.once_in(often) {
                run.push_str(&text_element(&std::mem::take(&mut text)));
                if !run.is_empty() {
                    out.push_str(&format!("<w:r>{}{}</w:r>", LOOKS[look], std::mem::take(&mut run)));
                    look = (look + 1 + chance.below(LOOKS.len() - 1)) % LOOKS.len();
                }
                match chance.below(12) {
                    0 => out.push_str("<w:proofErr w:type=\"spellStart\"/>"),
                    1 if cuts => match bookmark.take() {
                        Some(id) => out.push_str(&format!("<w:bookmarkEnd w:id=\"{id}\"/>")),
                        None => {
                            self.ids += 1;
                            let id = self.ids;
                            out.push_str(&format!("<w:bookmarkStart w:id=\"{id}\" w:name=\"b{id}\"/>"));
                            bookmark = Some(id);
                        }
                    },
                    _ => {}
                }
            }
        }
        run.push_str(&text_element(&text));
        if !run.is_empty() {
            out.push_str(&format!("<w:r>{}{run}</w:r>", LOOKS[look]));
        }
        if let Some(id) = bookmark {
            out.push_str(&format!("<w:bookmarkEnd w:id=\"{id}\"/>"));
        }
        out
    }
}

/// A block of rows with its tags in the cells that it governs: bare ones where a row has more than one cell.
fn beside(block: &Block) -> Option<Vec<Node>> {
    let one_row = |arm: &Vec<Node>| matches!(arm.as_slice(), [Node::Row(cells)] if cells.len() > 1);
    let prefix = if block.arms.first().is_some_and(one_row) { "" } else { "tr" };
    (block.form == Form::Beside).then(|| with_tags_inside(block, prefix)).flatten()
}

pub fn alone(tag: Tag) -> Line {
    Line { look: 0, tokens: vec![Token::Tag(tag, None)] }
}

pub fn cell(inner: &str) -> String {
    format!("<w:tc><w:tcPr><w:tcW w:w=\"1000\" w:type=\"dxa\"/></w:tcPr>{inner}</w:tc>")
}

pub fn columns(row: &Node) -> usize {
    match row {
        Node::Row(cells) => cells
            .iter()
            .map(|cell| match cell {
                Node::Block(block) => block.tags.len() + block.arms.iter().map(Vec::len).sum::<usize>(),
                _ => 1,
            })
            .sum(),
        Node::Block(block) => block.arms.iter().flatten().map(columns).max().unwrap_or(1),
        _ => 1,
    }
}

fn text_element(text: &str) -> String {
    match text {
        "" => String::new(),
        _ => format!("<w:t xml:space=\"preserve\">{text}</w:t>"),
    }
}

/// A tag as a word processor leaves it: with curly quotes and non-breaking spaces.
fn typed(text: String, chance: &mut Chance) -> String {
    let mut text = text;
    if chance.once_in(6) && text.matches('"').count() == 2 && !text.contains('\'') {
        text = text.replacen('"', "\u{201C}", 1).replacen('"', "\u{201D}", 1);
    }
    if chance.once_in(8) && text.ends_with(" }}") {
        text = format!("{}\u{a0}}}}}", text.trim_end_matches(" }}"));
    }
    text
}
