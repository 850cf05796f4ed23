//! Where the fields, paragraphs and bookmarks of a part are.

use std::collections::HashMap;

use platen_ooxml::field::{Instruction, Letter};
use platen_ooxml::xml::{NodeId, Ns, Tree};

/// Characters of an instruction with what the fields in it give; what is longer is cut.
const MOST_CODE: usize = 20_000;

/// A field (17.16).
#[derive(Debug)]
pub(super) struct Field {
    pub place: Place,
    code: Vec<Piece>,
    /// The field around it, and whether it is in that field's code.
    pub parent: Option<(usize, bool)>,
    /// The index of its paragraph among those of the part.
    pub paragraph: Option<usize>,
}

/// The marks of a field.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Elements `w:fldChar`.
    Complex { begin: NodeId, separate: Option<NodeId>, end: NodeId },
    /// An element `w:fldSimple`.
    Simple(NodeId),
}

impl Place {
    /// The element that begins the field.
    pub fn begin(self) -> NodeId {
        match self {
            Place::Complex { begin, .. } => begin,
            Place::Simple(node) => node,
        }
    }
}

#[derive(Debug)]
enum Piece {
    Text(String),
    /// The result of another field.
    Field(usize),
}

/// A paragraph of a part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paragraph {
    pub node: NodeId,
    /// Whether it is in a box.
    pub in_box: bool,
    /// The innermost field in whose result it begins.
    pub field: Option<usize>,
}

/// A bookmark (17.13.6).
#[derive(Debug, Clone, Copy)]
pub(super) struct Bookmark {
    pub start: NodeId,
    pub end: Option<NodeId>,
    /// The paragraph that it begins in, or that follows.
    pub paragraph: usize,
}

/// The fields, paragraphs and bookmarks of a part.
#[derive(Debug, Default)]
pub(super) struct Scan {
    /// In the order of their beginnings.
    pub fields: Vec<Field>,
    /// The same in the order of their ends: nested fields come before the field around them.
    pub ended: Vec<usize>,
    /// Fields by the element that begins them.
    pub by_mark: HashMap<NodeId, usize>,
    pub paragraphs: Vec<Paragraph>,
    /// The first of each name.
    pub bookmarks: HashMap<String, Bookmark>,
    /// The largest number of a bookmark.
    pub last_bookmark: i64,
}

/// A field whose end has not come.
struct Open {
    place: usize,
    begin: NodeId,
    separate: Option<NodeId>,
}

/// The fields of one story.
struct Story {
    /// The box around it; none for the part's own.
    container: Option<NodeId>,
    open: Vec<Open>,
}

impl Scan {
    /// Looks through a part. What only older programs show (`mc:Fallback`) and what is deleted is passed over.
    pub fn of(tree: &Tree) -> Scan {
        let mut scan = Scan::default();
        let mut stories = vec![Story { container: None, open: Vec::new() }];
        // Simple fields that are open hold elements, so that they are left when the walk is behind them.
        let mut simple: Vec<(NodeId, usize)> = Vec::new();
        let mut skipped: Option<NodeId> = None;
        let mut marked: Vec<(String, Bookmark)> = Vec::new();
        // Bookmarks that are open, by their numbers.
        let mut begun: HashMap<String, usize> = HashMap::new();
        for node in tree.nodes() {
            if skipped.is_some_and(|own| tree.within(node, own)) {
                continue;
            }
            skipped = None;
            if !tree.is_element(node) {
                continue;
            }
            while simple.last().is_some_and(|(own, _)| !tree.within(node, *own)) {
                scan.ended.extend(simple.pop().map(|(_, place)| place));
            }
            while stories.len() > 1
                && stories.last().and_then(|own| own.container).is_some_and(|own| !tree.within(node, own))
            {
                stories.pop();
            }
            if tree.is(node, Ns::Mc, "Fallback") {
                skipped = Some(node);
                continue;
            }
            if tree.ns(node) != Ns::W {
                continue;
            }
            let Some(story) = stories.last_mut() else { break };
            let parent = match (simple.last(), story.open.last()) {
                (Some((_, place)), _) => Some((*place, false)),
                (None, Some(open)) => Some((open.place, open.separate.is_none())),
                (None, None) => None,
            };
            match tree.local(node) {
                "del" | "moveFrom" | "pPr" | "rPr" | "tblPr" => skipped = Some(node),
                "p" => {
                    let in_box = story.container.is_some();
                    let field = parent.filter(|(_, in_code)| !in_code).map(|(place, _)| place);
                    scan.paragraphs.push(Paragraph { node, in_box, field });
                }
                "txbxContent" => stories.push(Story { container: Some(node), open: Vec::new() }),
                "bookmarkStart" => {
                    let (id, name) = (tree.attr(node, "id"), tree.attr(node, "name"));
                    if let (Some(id), Some(name)) = (id, name) {
                        scan.last_bookmark = scan.last_bookmark.max(id.parse().unwrap_or(0));
                        let inside = tree.ancestor_w(node, "p").is_some();
                        let paragraph =
                            scan.paragraphs.len() - usize::from(inside && !scan.paragraphs.is_empty());
                        begun.insert(id, marked.len());
                        marked.push((name, Bookmark { start: node, end: None, paragraph }));
                    }
                }
                "bookmarkEnd" => {
                    let begun = tree.attr(node, "id").and_then(|id| begun.remove(&id));
                    if let Some((_, own)) = begun.and_then(|place| marked.get_mut(place)) {
                        own.end = Some(node);
                    }
                }
                "fldSimple" => {
                    let code = vec![Piece::Text(tree.attr(node, "instr").unwrap_or_default())];
                    let place = scan.add(Place::Simple(node), code, parent);
                    scan.by_mark.insert(node, place);
                    simple.push((node, place));
                }
                "fldChar" => scan.mark(tree, node, parent, story),
                "instrText" => {
                    if let Some(open) = story.open.last().filter(|open| open.separate.is_none())
                        && let Some(field) = scan.fields.get_mut(open.place)
                    {
                        field
                            .code
                            .extend(tree.children(node).map(|own| Piece::Text(tree.chars(own).into_owned())));
                    }
                }
                _ => {}
            }
        }
        scan.ended.extend(simple.into_iter().rev().map(|(_, place)| place));
        for (name, bookmark) in marked {
            scan.bookmarks.entry(name).or_insert(bookmark);
        }
        scan
    }

    fn add(&mut self, place: Place, code: Vec<Piece>, parent: Option<(usize, bool)>) -> usize {
        let own = self.fields.len();
        if let Some((parent, true)) = parent
            && let Some(parent) = self.fields.get_mut(parent)
        {
            parent.code.push(Piece::Field(own));
        }
        let paragraph = self.paragraphs.len().checked_sub(1);
        self.fields.push(Field { place, code, parent, paragraph });
        own
    }

    fn mark(&mut self, tree: &Tree, node: NodeId, parent: Option<(usize, bool)>, story: &mut Story) {
        match tree.attr(node, "fldCharType").as_deref() {
            Some("begin") => {
                // A field without an end is none; its place is set when the end comes.
                let place = Place::Complex { begin: node, separate: None, end: node };
                let place = self.add(place, Vec::new(), parent);
                story.open.push(Open { place, begin: node, separate: None });
            }
            Some("separate") => {
                if let Some(open) = story.open.last_mut() {
                    open.separate.get_or_insert(node);
                }
            }
            Some("end") => {
                let Some(Open { place, begin, separate }) = story.open.pop() else { return };
                if let Some(field) = self.fields.get_mut(place) {
                    field.place = Place::Complex { begin, separate, end: node };
                }
                self.by_mark.insert(begin, place);
                self.ended.push(place);
            }
            _ => {}
        }
    }

    /// The instruction of a field; `given` returns the results of nested fields.
    pub fn instruction(&self, place: usize, given: impl Fn(usize) -> String) -> Instruction {
        let mut letters: Vec<Letter> = Vec::new();
        for piece in self.fields.get(place).map(|field| field.code.as_slice()).unwrap_or_default() {
            match piece {
                Piece::Text(text) => letters.extend(text.chars().map(|c| (c, false))),
                Piece::Field(inner) => letters.extend(given(*inner).chars().map(|c| (c, true))),
            }
            letters.truncate(MOST_CODE);
        }
        Instruction::of_letters(letters)
    }
}

impl Field {
    /// Where it begins in the part's text.
    pub fn offset(&self, tree: &Tree) -> usize {
        let (Place::Complex { begin: node, .. } | Place::Simple(node)) = self.place;
        tree.range(node).start
    }
}
