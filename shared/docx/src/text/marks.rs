//! A template's changes to a part's XML, as marks on its tree, and the writing of the MiniJinja source: unmarked stretches
//! are copied byte for byte.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops::Range;

use super::captures::Captures;
use super::nesting::{Nesting, Tangle};
use super::scan::Delimiter;
use super::sites::CompiledPart;
use super::syntax;
use super::syntax::{Expr, Syntax};
use platen_ooxml::sentinel::GUARD;
use platen_ooxml::structure::Open;
use platen_ooxml::xml::{Kind, NodeId, Tree};
use platen_ooxml::{Exhausted, Limits};

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
    /// What follows a start tag, before all that stands in the element.
    begin: HashMap<NodeId, Vec<Piece>>,
    unclosed: HashSet<NodeId>,
    /// For what was joined to something before it, the first of what is one now.
    heads: HashMap<NodeId, NodeId>,
    /// The last of what is one, by the first.
    tails: HashMap<NodeId, NodeId>,
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
            && self.begin.is_empty()
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

    /// Puts statements directly around the node and what it is one with, inside of all that already stands around it.
    pub fn around(&mut self, node: NodeId, open: Piece, close: Piece) {
        let head = self.head(node);
        self.before.entry(head).or_default().push(open);
        self.after.entry(self.tail(head)).or_default().push_front(close);
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

    /// Adds behind the node's start tag, before its children and what stands before them.
    pub fn begin(&mut self, node: NodeId, pieces: Vec<Piece>) {
        self.begin.entry(node).or_default().extend(pieces);
    }

    /// Leaves out the end tag: what follows is written into the node.
    pub fn leave_open(&mut self, node: NodeId) {
        self.unclosed.insert(node);
    }

    /// Makes one of two elements: neither the end tag of the first nor the start tag of the second is written. Elements are
    /// joined in the order of the document.
    pub fn join(&mut self, first: NodeId, second: NodeId) {
        self.unclosed.insert(first);
        self.open(second, Vec::new());
        let head = self.head(first);
        self.heads.insert(second, head);
        self.tails.insert(head, second);
    }

    /// The first of the elements that are one with this one.
    pub fn head(&self, node: NodeId) -> NodeId {
        self.heads.get(&node).copied().unwrap_or(node)
    }

    /// The source from the first to the last of what is one with a node.
    pub fn stretch(&self, tree: &Tree, node: NodeId) -> Range<usize> {
        let head = self.head(node);
        tree.range(head).start..tree.range(self.tail(head)).end
    }

    fn tail(&self, head: NodeId) -> NodeId {
        self.tails.get(&head).copied().unwrap_or(head)
    }

    /// Whether nothing stands directly before or after the node by mark.
    pub fn is_bare(&self, node: NodeId) -> bool {
        !self.is_dropped(node) && !self.before.contains_key(&node) && !self.after.contains_key(&node)
    }

    /// Whether something stands directly after the node by mark.
    pub fn has_after(&self, node: NodeId) -> bool {
        self.after.contains_key(&node)
    }

    /// Whether something stands directly before the node by mark.
    pub fn has_before(&self, node: NodeId) -> bool {
        self.before.contains_key(&node)
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

/// The compiled source of a part.
pub(crate) struct Written {
    pub source: String,
    pub emitted: Vec<Emitted>,
    /// Whether all that it writes is known to be well formed; or what is wrong with it, with the author's tag there.
    pub structure: Result<bool, (Tangle, Option<usize>)>,
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
) -> Result<Written, Exhausted> {
    let allowed = limits.expanded_bytes;
    let mut out = Output {
        tree,
        source: String::with_capacity(tree.source().len() * 2),
        emitted: Vec::new(),
        captures: if marks.captured { Captures::inside() } else { Captures::default() },
        notes,
        behind: &marks.behind,
        code,
        nesting: Nesting::new(),
        node: None,
        at: 0,
        tangled: None,
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
        let range = tree.range(node);
        out.node = Some(node);
        if leaving {
            out.at = range.end;
            if let Kind::Element { close, .. } = tree.kind(node)
                && !marks.unclosed.contains(&node)
            {
                out.xml(&tree.source()[close]);
            }
            out.pieces(marks.after.get(&node).into_iter().flatten());
            continue;
        }
        out.at = range.start;
        out.pieces(marks.before.get(&node).into_iter().flatten());
        if marks.is_dropped(node) {
            out.at = range.end;
            out.pieces(marks.after.get(&node).into_iter().flatten());
            continue;
        }
        match tree.kind(node) {
            Kind::Element { open, .. } => {
                match marks.open.get(&node) {
                    Some(pieces) => out.pieces(pieces),
                    None => out.text(&tree.source()[open.clone()], open.start, marks.text.get(&node)),
                }
                out.pieces(marks.begin.get(&node).into_iter().flatten());
                stack.push((node, true));
                let first_child = stack.len();
                stack.extend(tree.children(node).map(|n| (n, false)));
                stack[first_child..].reverse();
            }
            Kind::Text(range) => {
                out.text(&tree.source()[range.clone()], range.start, marks.text.get(&node));
                out.at = range.end;
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
    let Output { source, emitted, nesting, tangled, .. } = out;
    let structure = nesting.finish().map_err(|tangle| (tangle, tangled));
    Ok(Written { source, emitted, structure })
}

struct Output<'a, F> {
    tree: &'a Tree,
    source: String,
    emitted: Vec<Emitted>,
    captures: Captures,
    notes: &'a [CompiledPart],
    behind: &'a HashMap<usize, Vec<Piece>>,
    code: F,
    nesting: Nesting<'a>,
    /// What is written, and where it stands in the part's source.
    node: Option<NodeId>,
    at: usize,
    /// The author's tag at which the structure went wrong.
    tangled: Option<usize>,
}

impl<'a, 't, F: Fn(usize) -> &'t Syntax> Output<'a, F> {
    fn pieces(&mut self, pieces: impl IntoIterator<Item = &'a Piece>) {
        for piece in pieces {
            match piece {
                Piece::Xml(xml) => self.xml(xml),
                Piece::Source(range) => self.xml(&self.tree.source()[range.clone()]),
                Piece::Code(delimiter, code) => {
                    let keyword = code.split(' ').next().unwrap_or_default();
                    self.count(*delimiter, keyword, keyword == "filter");
                    match delimiter {
                        Delimiter::Variable => self.nesting.own_value(),
                        Delimiter::Block => self.nesting.statement(keyword, code, keyword == "filter"),
                        Delimiter::Comment => {}
                    }
                    write_code(&mut self.source, *delimiter, code);
                }
                Piece::Tag(tag) => {
                    let syntax = (self.code)(*tag);
                    let (delimiter, code) = (syntax.delimiter(), syntax::code(syntax));
                    let keyword = code.split([' ', '(']).next().unwrap_or_default();
                    self.count(delimiter, keyword, syntax.captures());
                    self.structure(*tag, syntax, keyword, &code);
                    let start = self.source.len();
                    write_code(&mut self.source, delimiter, &code);
                    let end = self.source.len();
                    self.emitted.push(Emitted { tag: Source::Own(*tag), start, end });
                    self.pieces(self.behind.get(tag).into_iter().flatten());
                }
                Piece::Note(note) => {
                    let Some(CompiledPart { source, tags, proven, .. }) = self.notes.get(*note) else {
                        continue;
                    };
                    self.nesting.note(*proven);
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

    /// Follows what an author's tag does to the structure; before a jump out of a turn of a loop, what stands open there
    /// is closed, and what stands open around the loop is opened.
    fn structure(&mut self, tag: usize, syntax: &Syntax, keyword: &str, code: &str) {
        if makes_markup(syntax) {
            self.nesting.unproven();
        }
        match syntax.delimiter() {
            Delimiter::Block if matches!(keyword, "break" | "continue") => {
                let jump = self.nesting.jump();
                let mut xml = self.closing(&jump.closes);
                for name in jump.opens {
                    xml.extend(["<", name, if name == "w:t" { " xml:space=\"preserve\">" } else { ">" }]);
                }
                self.captures.text(xml.len());
                self.source.push_str(&xml);
            }
            Delimiter::Block => self.nesting.statement(keyword, code, syntax.captures()),
            Delimiter::Variable => self.nesting.value(),
            Delimiter::Comment => {}
        }
        if self.nesting.tangle().is_some() {
            self.tangled.get_or_insert(tag);
        }
    }

    /// The end tags of what is open where a turn of a loop ends, with what each of them has to have: a row its other cells,
    /// a cell a paragraph.
    fn closing(&mut self, open: &[Open<'_>]) -> String {
        let mut out = String::new();
        let mut row = None;
        let (mut has_paragraph, mut has_cell, mut has_row) = (false, false, false);
        for Open { name, filled, ends_with_paragraph } in open {
            match *name {
                "w:p" => has_paragraph = true,
                "w:tc" => {
                    if !has_paragraph && !ends_with_paragraph {
                        out.push_str("<w:p/>");
                    }
                    has_cell = true;
                }
                "w:tr" => {
                    row = self.row_around(row);
                    let cells = row.map_or_else(String::new, |row| self.cells_behind(row));
                    if !has_cell && !filled && cells.is_empty() {
                        self.nesting.fail(Tangle::Jump);
                    }
                    out.push_str(&cells);
                    has_row = true;
                    has_paragraph = false;
                    has_cell = false;
                }
                "w:tbl" if !has_row && !filled => self.nesting.fail(Tangle::Jump),
                // The two versions of what is drawn would differ.
                "w:txbxContent" => self.nesting.fail(Tangle::Jump),
                _ => {}
            }
            out.extend(["</", name, ">"]);
        }
        out
    }

    /// The row around the place that is written, or around another row.
    fn row_around(&self, inner: Option<NodeId>) -> Option<NodeId> {
        let tree = self.tree;
        match inner {
            Some(row) => tree.ancestor_w(row, "tr"),
            None => self
                .node
                .into_iter()
                .chain(self.node.into_iter().flat_map(|n| tree.ancestors(n)))
                .find(|n| tree.is_w(*n, "tr") && tree.range(*n).end > self.at),
        }
    }

    /// The cells of a row behind the place that is written, without text.
    fn cells_behind(&self, row: NodeId) -> String {
        let tree = self.tree;
        let behind = tree.children(row).filter(|n| tree.is_w(*n, "tc") && tree.range(*n).start >= self.at);
        let cells = behind.map(|cell| {
            let properties = tree.child_w(cell, "tcPr").map_or("", |n| tree.outer(n));
            format!("<w:tc>{properties}<w:p/></w:tc>")
        });
        cells.collect()
    }

    fn text(&mut self, text: &'a str, base: usize, substitutions: Option<&'a Vec<Substitution>>) {
        let mut at = 0;
        for (range, pieces) in substitutions.into_iter().flatten() {
            self.xml(&text[at..range.start - base]);
            self.at = range.start;
            self.pieces(pieces);
            at = range.end - base;
        }
        self.xml(&text[at..]);
    }

    fn xml(&mut self, xml: &'a str) {
        self.tree.count(xml.len());
        self.nesting.xml(xml);
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

/// Whether a tag makes XML of text, which other filters may cut apart.
fn makes_markup(syntax: &Syntax) -> bool {
    const MAKERS: [&str; 6] = ["safe", "e", "escape", "forceescape", "tojson", "xmlattr"];
    let makes = |expr: &Expr| matches!(expr, Expr::Filter { name, .. } if MAKERS.contains(&name.as_str()));
    syntax.expressions().into_iter().any(|expr| expr.any(&makes))
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
