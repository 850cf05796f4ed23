//! What a template changes of a part's XML, as marks on its tree, and the writing of the MiniJinja source:
//! unmarked stretches are copied byte for byte.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::captures::Captures;
use super::scan::Delimiter;
use super::sites::CompiledPart;
use super::syntax;
use super::syntax::Syntax;
use crate::sentinel::GUARD;
use crate::xml::{Kind, NodeId, Tree};
use crate::{Exhausted, Limits};

/// One piece of compiled source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// XML, written as it is.
    Xml(String),
    /// A stretch of the part as it stands: what is kept is not copied before it is written.
    Source(Range<usize>),
    /// The author's tag of this index.
    Tag(usize),
    /// Code of the compiler's own making.
    Code(Delimiter, String),
    /// The note of this index among those that are written in the part.
    Note(usize),
}

impl Piece {
    pub fn xml(text: impl Into<String>) -> Piece {
        Piece::Xml(text.into())
    }

    /// `{{ code }}`
    pub fn value(code: impl Into<String>) -> Piece {
        Piece::Code(Delimiter::Variable, code.into())
    }

    /// `{% code %}`
    pub fn statement(code: impl Into<String>) -> Piece {
        Piece::Code(Delimiter::Block, code.into())
    }
}

/// Changes to a part, by node. Marks compose: what lies below a dropped or replaced node is not written.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    dropped: HashSet<NodeId>,
    before: HashMap<NodeId, Vec<Piece>>,
    after: HashMap<NodeId, VecDeque<Piece>>,
    open: HashMap<NodeId, Vec<Piece>>,
    unclosed: HashSet<NodeId>,
    text: HashMap<NodeId, Vec<Substitution>>,
    /// What follows the author's tags, by their indices.
    behind: HashMap<usize, Vec<Piece>>,
    captured: bool,
}

/// A range of the source inside a text node or start tag, and what is written instead.
type Substitution = (Range<usize>, Vec<Piece>);

impl Marks {
    pub fn is_empty(&self) -> bool {
        self.dropped.is_empty()
            && self.before.is_empty()
            && self.after.is_empty()
            && self.open.is_empty()
            && self.text.is_empty()
    }

    /// Leaves out the node and all below it; what stands before and after it by mark stays.
    pub fn drop(&mut self, node: NodeId) {
        self.dropped.insert(node);
    }

    pub fn is_dropped(&self, node: NodeId) -> bool {
        self.dropped.contains(&node)
    }

    /// Adds behind what already stands before the node.
    pub fn before(&mut self, node: NodeId, piece: Piece) {
        self.before.entry(node).or_default().push(piece);
    }

    /// Adds behind what already stands after the node.
    pub fn after(&mut self, node: NodeId, piece: Piece) {
        self.after.entry(node).or_default().push_back(piece);
    }

    /// Adds behind an author's tag.
    pub fn behind(&mut self, tag: usize, piece: Piece) {
        self.behind.entry(tag).or_default().push(piece);
    }

    /// Puts statements directly around the node, inside of all that already stands around it.
    pub fn around(&mut self, node: NodeId, open: Piece, close: Piece) {
        self.before.entry(node).or_default().push(open);
        self.after.entry(node).or_default().push_front(close);
    }

    /// Writes other pieces in the node's place.
    pub fn replace(&mut self, node: NodeId, pieces: Vec<Piece>) {
        self.drop(node);
        self.before.entry(node).or_default().extend(pieces);
    }

    /// Writes another start tag.
    pub fn open(&mut self, node: NodeId, pieces: Vec<Piece>) {
        self.open.insert(node, pieces);
    }

    /// Leaves out the end tag: what follows is written into the node.
    pub fn leave_open(&mut self, node: NodeId) {
        self.unclosed.insert(node);
    }

    /// The start tag of a node as it stands now.
    pub fn opened(&self, node: NodeId) -> Option<&Vec<Piece>> {
        self.open.get(&node)
    }

    /// Replaces a range of the source inside a text node or a start tag; ranges of one node do not overlap.
    pub fn substitute(&mut self, node: NodeId, range: Range<usize>, pieces: Vec<Piece>) {
        let list = self.text.entry(node).or_default();
        let at = list.partition_point(|(other, _)| other.start <= range.start);
        list.insert(at, (range, pieces));
    }

    /// Whether something is written in the place of a range of the node.
    pub fn substitutes(&self, node: NodeId) -> bool {
        self.text.contains_key(&node)
    }

    /// All of it is kept in memory before it is written.
    pub fn captured(&mut self) {
        self.captured = true;
    }

    /// Whether nothing is left of a text node.
    pub fn consumes(&self, tree: &Tree, text: NodeId) -> bool {
        let Some(substitutions) = self.text.get(&text) else { return tree.range(text).is_empty() };
        substitutions.iter().all(|(_, pieces)| pieces.is_empty())
            && substitutions.iter().map(|(range, _)| range.len()).sum::<usize>() == tree.range(text).len()
    }
}

/// Where a tag stands in compiled source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Emitted {
    pub tag: Source,
    pub start: usize,
    pub end: usize,
}

/// Whose tag it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The part's own, by its index.
    Own(usize),
    /// A note's that is written in the part; both by index.
    Note { note: usize, tag: usize },
}

/// Writes the MiniJinja source of a part. `code` gives what an author's tag says, `notes` are those that [`Piece::Note`]
/// writes.
///
/// # Errors
/// The source would be larger than [`Limits::expanded_bytes`], or the budget has ended.
pub(crate) fn emit<'t>(
    tree: &Tree,
    marks: &Marks,
    limits: &Limits,
    notes: &[CompiledPart],
    code: impl Fn(usize) -> &'t Syntax,
) -> Result<(String, Vec<Emitted>), Exhausted> {
    let allowed = limits.expanded_bytes;
    let mut out = Output {
        tree,
        source: String::with_capacity(tree.source().len() * 2),
        emitted: Vec::new(),
        captures: if marks.captured { Captures::inside() } else { Captures::default() },
        notes,
        behind: &marks.behind,
        code,
    };
    // Explicit: a part may nest as deep as its limit, a thread's stack need not.
    let mut stack: Vec<(NodeId, bool)> = tree.top_level().map(|n| (n, false)).collect();
    stack.reverse();
    while let Some((node, leaving)) = stack.pop() {
        tree.check()?;
        // A repeating section is written once more for when it is kept, and each one around it likewise.
        if out.source.len() as u64 > allowed {
            return Err(Exhausted::Bytes { limit: "expanded_bytes", allowed });
        }
        if leaving {
            if let Kind::Element { close, .. } = tree.kind(node)
                && !marks.unclosed.contains(&node)
            {
                out.xml(&tree.source()[close]);
            }
            out.pieces(marks.after.get(&node).into_iter().flatten());
            continue;
        }
        out.pieces(marks.before.get(&node).into_iter().flatten());
        if marks.is_dropped(node) {
            out.pieces(marks.after.get(&node).into_iter().flatten());
            continue;
        }
        match tree.kind(node) {
            Kind::Element { open, .. } => {
                match marks.open.get(&node) {
                    Some(pieces) => out.pieces(pieces),
                    None => out.text(&tree.source()[open.clone()], open.start, marks.text.get(&node)),
                }
                stack.push((node, true));
                let first_child = stack.len();
                stack.extend(tree.children(node).map(|n| (n, false)));
                stack[first_child..].reverse();
            }
            Kind::Text(range) => {
                out.text(&tree.source()[range.clone()], range.start, marks.text.get(&node));
                out.pieces(marks.after.get(&node).into_iter().flatten());
            }
            Kind::Other(range) => {
                out.xml(&tree.source()[range]);
                out.pieces(marks.after.get(&node).into_iter().flatten());
            }
        }
    }
    if let Some(bytes) = out.captures.rest() {
        write_code(&mut out.source, Delimiter::Variable, &format!("__spend({bytes})"));
    }
    Ok((out.source, out.emitted))
}

struct Output<'a, F> {
    tree: &'a Tree,
    source: String,
    emitted: Vec<Emitted>,
    captures: Captures,
    notes: &'a [CompiledPart],
    behind: &'a HashMap<usize, Vec<Piece>>,
    code: F,
}

impl<'a, 't, F: Fn(usize) -> &'t Syntax> Output<'a, F> {
    fn pieces<'p>(&mut self, pieces: impl IntoIterator<Item = &'p Piece>) {
        for piece in pieces {
            match piece {
                Piece::Xml(xml) => self.xml(xml),
                Piece::Source(range) => self.xml(&self.tree.source()[range.clone()]),
                Piece::Code(delimiter, code) => {
                    let keyword = code.split(' ').next().unwrap_or_default();
                    self.count(*delimiter, keyword, keyword == "filter");
                    write_code(&mut self.source, *delimiter, code);
                }
                Piece::Tag(tag) => {
                    let syntax = (self.code)(*tag);
                    let (delimiter, code) = (syntax.delimiter(), syntax::code(syntax));
                    let keyword = code.split([' ', '(']).next().unwrap_or_default();
                    self.count(delimiter, keyword, syntax.captures());
                    let start = self.source.len();
                    write_code(&mut self.source, delimiter, &code);
                    let end = self.source.len();
                    self.emitted.push(Emitted { tag: Source::Own(*tag), start, end });
                    self.pieces(self.behind.get(tag).into_iter().flatten());
                }
                Piece::Note(note) => {
                    let Some(CompiledPart { source, tags, .. }) = self.notes.get(*note) else { continue };
                    self.tree.count(source.len());
                    let base = self.source.len();
                    self.source.push_str(source);
                    self.emitted.extend(tags.iter().enumerate().map(|(tag, site)| {
                        let (start, end) = (base + site.offset, base + site.end);
                        Emitted { tag: Source::Note { note: *note, tag }, start, end }
                    }));
                }
            }
        }
    }

    fn text(&mut self, text: &str, base: usize, substitutions: Option<&Vec<Substitution>>) {
        let mut at = 0;
        for (range, pieces) in substitutions.into_iter().flatten() {
            self.xml(&text[at..range.start - base]);
            self.pieces(pieces);
            at = range.end - base;
        }
        self.xml(&text[at..]);
    }

    fn xml(&mut self, xml: &str) {
        self.tree.count(xml.len());
        self.captures.text(xml.len());
        self.source.push_str(xml);
    }

    fn count(&mut self, delimiter: Delimiter, keyword: &str, captures: bool) {
        match delimiter {
            Delimiter::Variable => self.captures.value(),
            Delimiter::Block => {
                if let Some(bytes) = self.captures.statement(keyword, captures) {
                    write_code(&mut self.source, Delimiter::Variable, &format!("__spend({bytes})"));
                }
            }
            Delimiter::Comment => {}
        }
    }
}

/// `{{ code }}` or `{% code %}` with the compiler's delimiters; nothing for a comment.
pub(crate) fn write_code(out: &mut String, delimiter: Delimiter, code: &str) {
    let (open, close) = match delimiter {
        Delimiter::Variable => ('{', '}'),
        Delimiter::Block => ('%', '%'),
        Delimiter::Comment => return,
    };
    out.extend([GUARD, open, ' ']);
    out.push_str(code);
    out.extend([' ', close, GUARD]);
}
