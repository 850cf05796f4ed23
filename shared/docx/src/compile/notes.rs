//! Footnotes, endnotes and comments whose references are in blocks. A note is in a separate part, outside the loop around
//! its reference. It is therefore compiled where it is referred to, and written each time its reference is, with its own id
//! (ECMA-376 part 1, 17.11.2, 17.11.10 and 17.13.4.2).

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use super::repeat::Stretches;
use super::trans_tags::TransTags;
use crate::CompileError;
use crate::text::Marks;
use crate::text::marks::Piece;
use crate::text::report::PartName;
use crate::text::syntax::Expr;
use platen_ooxml::Bounds;
use platen_ooxml::package::{Package, PackageError, Relationships};
use platen_ooxml::sentinel::EDGE;
use platen_ooxml::xml::{Kind, NodeId, Tree, unless_exhausted};

/// The parts of notes: the relationship's kind, a note's element and the element that refers to one.
const KINDS: [(&str, &str, &str); 3] = [
    ("footnotes", "footnote", "footnoteReference"),
    ("endnotes", "endnote", "endnoteReference"),
    ("comments", "comment", "commentReference"),
];

/// The notes of a package.
pub(crate) struct Notes<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
    /// By the element that refers to a note; read when the first reference in a block comes.
    parts: HashMap<&'static str, Option<NotePart>>,
    /// Part and id of each note that is written by its reference.
    moved: HashSet<(String, i64)>,
}

/// A part that holds notes.
struct NotePart {
    name: String,
    element: &'static str,
    tree: Tree,
    /// The notes by their ids, with their numbers in the part.
    by_id: HashMap<i64, (NodeId, usize)>,
    largest: i64,
}

/// A reference to a note that is written with it.
#[derive(Debug)]
pub(super) struct Reference {
    /// Where its id stands.
    pub node: NodeId,
    pub range: Range<usize>,
    pub id: i64,
    kind: &'static str,
    /// Where the ids of the beginning and the end of a comment's text stand.
    pub text: Vec<(NodeId, Range<usize>)>,
}

/// A note as a part of its own, to be compiled.
pub(super) struct Note {
    pub tree: Tree,
    pub name: PartName,
    pub marks: Marks,
    pub relationships: Arc<Relationships>,
    /// The filter around it, whose result is its id.
    pub filter: Expr,
}

impl<'a> Notes<'a> {
    pub fn new(package: &'a Package, bounds: Bounds<'a>) -> Notes<'a> {
        Notes { package, bounds, parts: HashMap::new(), moved: HashSet::new() }
    }

    /// The references of a part that stand in blocks.
    pub(super) fn references(tree: &Tree, conditional: &Stretches) -> Vec<Reference> {
        let mut references = Vec::new();
        // Most parts have none: they are not walked through.
        if !KINDS.iter().any(|(.., reference)| tree.source().contains(reference)) {
            return references;
        }
        let mut texts: HashMap<i64, Vec<(NodeId, Range<usize>)>> = HashMap::new();
        let mut outside = HashSet::new();
        for node in tree.nodes() {
            let kind = KINDS.iter().map(|(.., reference)| *reference).find(|r| tree.is_w(node, r));
            let of_comment = tree.is_w(node, "commentRangeStart") || tree.is_w(node, "commentRangeEnd");
            if kind.is_none() && !of_comment {
                continue;
            }
            let Some(range) = tree.attr_range(node, "id") else { continue };
            let Ok(id) = tree.source()[range.clone()].parse() else { continue };
            let inside = conditional.contains(range.start);
            match kind {
                Some(kind) if inside => {
                    references.push(Reference { node, range, id, kind, text: Vec::new() });
                }
                None if inside => texts.entry(id).or_default().push((node, range)),
                Some("commentReference") | None => {
                    outside.insert(id);
                }
                Some(_) => {}
            }
        }
        // A comment of which a part stands elsewhere stays one.
        let of_comment = |r: &Reference| r.kind == "commentReference";
        references.retain(|r| !of_comment(r) || !outside.contains(&r.id));
        for reference in references.iter_mut().filter(|r| of_comment(r)) {
            reference.text = texts.remove(&reference.id).unwrap_or_default();
        }
        references
    }

    /// The note that a reference names, to be compiled in its place. Nothing where the package has none.
    ///
    /// # Errors
    /// Its part cannot be read, or the budget has ended.
    pub(super) fn take(
        &mut self,
        reference: &Reference,
        texts: &mut TransTags<'_>,
    ) -> Result<Option<Note>, CompileError> {
        let Notes { package, bounds, parts, moved } = self;
        let part = match parts.get(reference.kind) {
            Some(part) => part,
            None => {
                let part = NotePart::open(package, reference.kind, texts, *bounds)?;
                parts.entry(reference.kind).or_insert(part)
            }
        };
        let Some(part) = part else { return Ok(None) };
        let Some((node, number)) = part.by_id.get(&reference.id) else { return Ok(None) };
        let Some(note) = part.fragment(*node, *bounds)? else { return Ok(None) };
        let mut marks = Marks::default();
        // Only the note itself is written.
        let root = note.top_level().find(|n| note.is_element(*n));
        let inner = root.and_then(|root| note.child_w(root, part.element));
        let (Some(root), Some(inner)) = (root, inner) else { return Ok(None) };
        marks.open(root, Vec::new());
        marks.leave_open(root);
        marks.captured();
        if let Some(id) = note.attr_range(inner, "id") {
            marks.substitute(inner, id, vec![Piece::xml(EDGE.to_string())]);
        }
        let ids = [part.largest, reference.id].map(|id| Expr::Integer(id.unsigned_abs().into()));
        let arguments = [Expr::Text(part.name.clone())].into_iter().chain(ids);
        moved.insert((part.name.clone(), reference.id));
        Ok(Some(Note {
            name: PartName { part: part.name.clone(), label: format!("{} {number}", part.element) },
            relationships: package.relationships_within(&part.name, bounds.budget)?,
            tree: note,
            marks,
            filter: Expr::of_block("__note", arguments.collect()),
        }))
    }

    /// Leaves out of a part the notes that are written by their references. Returns where they stand.
    pub(super) fn leave_out(&self, part: &str, tree: &Tree, marks: &mut Marks) -> Stretches {
        let mut left_out = Vec::new();
        if self.moved.is_empty() {
            return Stretches::default();
        }
        let is_note = |n: &NodeId| KINDS.iter().any(|(_, element, _)| tree.is_w(*n, element));
        for node in tree.nodes().filter(is_note) {
            let id = tree.attr(node, "id").and_then(|id| id.parse().ok());
            if id.is_some_and(|id| self.moved.contains(&(part.to_owned(), id))) {
                // What is kept as it was refers to it.
                let original = vec![
                    Piece::statement("if __keeps()"),
                    Piece::Source(tree.range(node)),
                    Piece::statement("endif"),
                ];
                marks.replace(node, original);
                left_out.push(tree.range(node));
            }
        }
        Stretches::of(left_out)
    }
}

impl NotePart {
    fn open(
        package: &Package,
        reference: &str,
        texts: &mut TransTags<'_>,
        bounds: Bounds<'_>,
    ) -> Result<Option<NotePart>, PackageError> {
        let Some((kind, element, _)) = KINDS.iter().find(|(.., r)| *r == reference) else { return Ok(None) };
        let relationships = package.relationships_within(package.main_document(), bounds.budget)?;
        let name = relationships.of_kind(kind).find_map(|r| r.part());
        let Some((name, part)) = name.and_then(|name| Some((name, package.part(name)?))) else {
            return Ok(None);
        };
        let source = package.read_within(part, bounds.budget)?;
        let tree = Tree::parse(source, bounds).and_then(|t| t.usual(bounds));
        // What is wrong with its tags is told when the part is read by itself.
        let own = PartName { part: name.to_owned(), ..PartName::default() };
        let tree = tree.and_then(|tree| texts.written(tree, &own, bounds, &mut Vec::new()));
        let tree = unless_exhausted(tree)?;
        let Some(tree) = tree else { return Ok(None) };
        let mut by_id = HashMap::new();
        let (mut largest, mut number) = (0, 0);
        for node in tree.nodes().filter(|n| tree.is_w(*n, element)) {
            let Some(id) = tree.attr(node, "id").and_then(|id| id.parse::<i64>().ok()) else { continue };
            largest = largest.max(id);
            // The lines between text and notes are notes as well.
            if tree.attr_range(node, "type").is_none() && id >= 0 {
                number += 1;
                by_id.insert(id, (node, number));
            }
        }
        Ok(Some(NotePart { name: name.to_owned(), element, tree, by_id, largest }))
    }

    /// One note below the part's own root.
    fn fragment(&self, note: NodeId, bounds: Bounds<'_>) -> Result<Option<Tree>, PackageError> {
        let root = self.tree.top_level().find(|n| self.tree.is_element(*n));
        let Some(Kind::Element { open, close, .. }) = root.map(|root| self.tree.kind(root)) else {
            return Ok(None);
        };
        let source = self.tree.source();
        let whole = [&source[open], self.tree.outer(note), &source[close]].concat();
        Ok(unless_exhausted(Tree::parse(whole.into_bytes(), bounds))?)
    }
}
