//! The same template in the words that docxtpl understands, each paragraph in one run. Where docxtpl takes a tag in another
//! way than COMPATIBILITY.md promises, or writes a broken file, the tag is written so that it has to do what is promised:
//! each such way is a [`Rule`], and counted.

use std::collections::BTreeMap;

use super::lines::{DASH, Line, Piece, Token, arms_apart, pieces};
use super::node::{Delimiter, Form, Made, Node, Tag};
use super::ours::{alone, cell, columns};
use crate::pack;

/// Why docxtpl gets another tag than Platen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// "a tag in a paragraph of its own without `p` leaves an empty paragraph"
    AloneWithoutP,
    /// `{%p for %}text{%p endfor %}`: "drops text beside `{%p %}`"
    Beside,
    /// `{%tr for %}` and `{%tr endfor %}` in one row: docxtpl keeps the last of them, and refuses the template.
    BesideInRow,
    /// `{%-` behind text deletes that text, where an earlier paragraph has any.
    TrimsText,
    /// `{%-` and `-%}` beside a table, a tag with `p`, or the edge of a cell take away all up to the next text.
    JoinsAcross,
    /// `{%-p ... %}` deletes the paragraph beside it.
    TrimsPrefix,
    /// Jinja takes a no-break space for white space; docxtpl's manual has authors write one where a blank has to stay.
    NoBreakSpace,
}

pub struct Theirs {
    pub package: Vec<u8>,
    pub body: String,
    pub rules: BTreeMap<Rule, usize>,
}

pub fn theirs(made: &Made) -> Theirs {
    let mut writer = Writer { rules: BTreeMap::new() };
    let mut body = writer.blocks(&made.body);
    let mut others = Vec::new();
    if !made.header.is_empty() {
        others.push(("header1", writer.blocks(&made.header)));
        body.push_str("<w:sectPr><w:headerReference w:type=\"default\" r:id=\"rId2\"/></w:sectPr>");
    }
    Theirs { package: pack::package(&pack::document(&body), &others), body, rules: writer.rules }
}

struct Writer {
    rules: BTreeMap<Rule, usize>,
}

impl Writer {
    fn applies(&mut self, rule: Rule) {
        *self.rules.entry(rule).or_default() += 1;
    }

    fn blocks(&mut self, nodes: &[Node]) -> String {
        let beside = nodes.iter().filter(|n| matches!(n, Node::Block(b) if b.form == Form::Beside));
        beside.for_each(|_| self.applies(Rule::Beside));
        let pieces = self.lone(pieces(nodes, true));
        let is_line = |at: Option<usize>| {
            at.and_then(|at| pieces.get(at))
                .is_some_and(|p| matches!(p, Piece::Line(line) if shows_text(line)))
        };
        let joins: Vec<(bool, bool)> =
            (0..pieces.len()).map(|at| (is_line(at.checked_sub(1)), is_line(Some(at + 1)))).collect();
        let mut out = String::new();
        for (piece, joins) in pieces.iter().zip(joins) {
            match piece {
                Piece::Line(line) => out.push_str(&self.line(line, joins)),
                Piece::Lone(tag) => out.push_str(&self.line(&alone(tag.clone()), (false, false))),
                Piece::Table(rows) => out.push_str(&self.table(rows)),
            }
        }
        out
    }

    /// Gives tags that have a paragraph to themselves their `p`: silent ones, and those of blocks all of whose tags do.
    fn lone(&mut self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut blocks: BTreeMap<usize, Vec<bool>> = BTreeMap::new();
        for piece in &pieces {
            let Piece::Line(line) = piece else { continue };
            for token in &line.tokens {
                let Token::Tag(tag, Some(block)) = token else { continue };
                let others = line.tokens.iter().filter(|t| !t.is_blank()).count() - 1;
                blocks.entry(*block).or_default().push(others == 0 && !tag.is_trimming());
            }
        }
        let mut loops = Loops::default();
        let mut out = Vec::new();
        for piece in pieces {
            let Piece::Line(line) = &piece else {
                if let Piece::Lone(tag) = &piece {
                    loops.passes(tag, true);
                }
                out.push(piece);
                continue;
            };
            let shown: Vec<&Token> = line.tokens.iter().filter(|t| !t.is_blank()).collect();
            match shown.as_slice() {
                [Token::Tag(tag, Some(block))] if blocks[block].iter().all(|alone| *alone) => {
                    self.applies(Rule::AloneWithoutP);
                    loops.passes(tag, true);
                    out.push(Piece::Lone(Tag { prefix: "p", ..tag.clone() }));
                }
                [_, ..] if loops.all_silent(line, &blocks) => {
                    self.applies(Rule::AloneWithoutP);
                    for token in shown {
                        let Token::Tag(tag, _) = token else { continue };
                        out.push(Piece::Lone(Tag { prefix: "p", trims: (false, false), ..tag.clone() }));
                    }
                }
                _ => {
                    for token in shown {
                        let Token::Tag(tag, _) = token else { continue };
                        loops.passes(tag, false);
                    }
                    out.push(piece);
                }
            }
        }
        out
    }

    fn table(&mut self, rows: &[Node]) -> String {
        let columns = rows.iter().map(columns).max().unwrap_or(1).max(1);
        let inner = self.rows(rows);
        let grid = "<w:gridCol w:w=\"1000\"/>".repeat(columns);
        format!(
            "<w:tbl><w:tblPr><w:tblW w:w=\"0\" w:type=\"auto\"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>{inner}</w:tbl>"
        )
    }

    fn rows(&mut self, rows: &[Node]) -> String {
        let mut out = String::new();
        for row in rows {
            match row {
                Node::Row(cells) => out.push_str(&format!("<w:tr>{}</w:tr>", self.cells(cells))),
                Node::Block(block) => {
                    if block.form == Form::Beside {
                        self.applies(Rule::BesideInRow);
                    }
                    let arms = arms_apart(block);
                    for (at, tag) in block.tags.iter().enumerate() {
                        let tag = self.line(&alone(Tag { prefix: "tr", ..tag.clone() }), (false, false));
                        out.push_str(&format!("<w:tr>{}</w:tr>", cell(&tag)));
                        out.push_str(&arms.get(at).map_or(String::new(), |arm| self.rows(arm)));
                    }
                }
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
                        let tag = self.line(&alone(Tag { prefix: "tc", ..tag.clone() }), (false, false));
                        out.push_str(&cell(&tag));
                        out.push_str(&block.arms.get(at).map_or(String::new(), |arm| self.cells(arm)));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// A paragraph in one run; `joins` tells whether a paragraph that stays stands before it, and after it.
    fn line(&mut self, line: &Line, joins: (bool, bool)) -> String {
        let mut text = String::new();
        let trims = line.tokens.iter().any(|t| matches!(t, Token::Tag(tag, _) if tag.is_trimming()));
        for (at, token) in line.tokens.iter().enumerate() {
            match token {
                Token::Text(plain) if trims && plain.contains('\u{a0}') => {
                    self.applies(Rule::NoBreakSpace);
                    text.push_str(&plain.replace('\u{a0}', "{{ \"\u{a0}\" }}"));
                }
                Token::Text(plain) => text.push_str(plain),
                // docxtpl makes elements of them, and Jinja strips them.
                Token::Tab => text.push('\t'),
                Token::Break => text.push('\n'),
                Token::Tag(tag, _) => {
                    let before = line.tokens[..at].iter().any(|t| !t.is_stripped());
                    let after = line.tokens[at + 1..].iter().any(|t| !t.is_stripped());
                    text.push_str(&self.tag(tag, (before, after), joins));
                }
            }
        }
        let text = quick_xml::escape::escape(text.as_str());
        format!("<w:p><w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r></w:p>")
    }

    fn tag(&mut self, tag: &Tag, beside: (bool, bool), joins: (bool, bool)) -> String {
        if matches!(tag.prefix, "p" | "tr" | "tc") {
            if tag.is_trimming() {
                self.applies(Rule::TrimsPrefix);
            }
            return tag.written(tag.prefix, (false, false));
        }
        // Only statements are joined over the ends of texts: `{{-` and `{#-` are left to Jinja.
        if tag.delimiter != Delimiter::Statement {
            return tag.written("", tag.trims);
        }
        let keeps = (tag.trims.0 && !beside.0 && joins.0, tag.trims.1 && !beside.1 && joins.1);
        let mut out = tag.written("", keeps);
        for (trims, keeps, beside) in [(tag.trims.0, keeps.0, beside.0), (tag.trims.1, keeps.1, beside.1)] {
            if trims && !keeps {
                self.applies(if beside { Rule::TrimsText } else { Rule::JoinsAcross });
            }
        }
        if tag.trims.0 && !keeps.0 {
            out = format!("{{{{- \"\" }}}}{out}");
        }
        if tag.trims.1 && !keeps.1 {
            out.push_str("{{ \"\" -}}");
        }
        out
    }
}

/// The loops that are open, each with whether it is one of paragraphs.
#[derive(Default)]
struct Loops(Vec<bool>);

impl Loops {
    fn passes(&mut self, tag: &Tag, of_paragraphs: bool) {
        match tag.code.split(' ').next() {
            Some("for") => self.0.push(of_paragraphs),
            Some("endfor") => drop(self.0.pop()),
            _ => {}
        }
    }

    /// Whether all tags of a line write nothing: statements, remarks, jumps that can stand in the place of their paragraph,
    /// and whole blocks of these. `blocks` has an element for each tag of a block.
    fn all_silent(&self, line: &Line, blocks: &BTreeMap<usize, Vec<bool>>) -> bool {
        let mut inside = 0;
        let joins = |token: Option<&Token>, trims: fn(&Tag) -> bool| matches!(token, Some(Token::Tag(tag, _)) if tag.delimiter == Delimiter::Statement && trims(tag));
        let mut shown = line.tokens.iter().filter(|t| !t.is_blank());
        if joins(shown.clone().next(), |tag| tag.trims.0) && joins(shown.next_back(), |tag| tag.trims.1) {
            return false;
        }
        let here = |block: &usize| {
            line.tokens.iter().filter(|t| matches!(t, Token::Tag(_, Some(other)) if other == block)).count()
        };
        line.tokens.iter().filter(|t| !t.is_blank()).all(|token| {
            let Token::Tag(tag, block) = token else { return false };
            if tag.delimiter == Delimiter::Remark || tag.code == DASH {
                return true;
            }
            let is_whole = block.is_none_or(|block| here(&block) == blocks[&block].len());
            let keyword = tag.code.split(' ').next().unwrap_or_default();
            let is_silent = match keyword {
                "for" | "endfor" => {
                    inside += if keyword == "for" { 1 } else { -1 };
                    block.is_some()
                }
                "if" | "elif" | "else" | "endif" => block.is_some(),
                "set" => block.is_none() && tag.code.contains('='),
                "break" | "continue" => inside > 0 || self.0.last() == Some(&true),
                _ => false,
            };
            is_whole && is_silent && tag.delimiter == Delimiter::Statement
        })
    }
}

/// Whether another paragraph can be joined to this one: it holds anything in the template, and no tag takes its place.
fn shows_text(line: &Line) -> bool {
    !line.tokens.is_empty()
        && !line.tokens.iter().any(|t| matches!(t, Token::Tag(tag, _) if tag.prefix == "p"))
}
