//! The structure of one PDF (ISO 32000-1, 14.7 and 14.8): the marks on the pages that belong to each element.

use std::collections::HashMap;
use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;

use krilla::tagging::{Identifier, ListNumbering, Node, TableHeaderScope, Tag, TagGroup, TagKind, TagTree};
use platen_layout::{Element, ElementId, ElementKind, Header, ListKind, Target};

/// Characters of a link's text, for those who cannot see it.
const LINK_TEXT: usize = 200;

/// What belongs to each element, in the order in which it is drawn.
pub(super) struct Tags<'a> {
    elements: &'a [Element],
    content: Vec<Vec<Part>>,
    /// The newest part of an element for a link: the one that its annotation belongs to.
    links: HashMap<(ElementId, *const Target), usize>,
    /// Links of headers and footers, which are of no element.
    loose: Vec<Node>,
}

enum Part {
    Marks(Node),
    /// An element that is read here, and not behind all of its parent's own content.
    Child(ElementId),
    /// A field of a form.
    Field(Node),
    Link {
        target: *const Target,
        text: String,
        nodes: Vec<Node>,
    },
}

impl<'a> Tags<'a> {
    pub(super) fn new(elements: &'a [Element]) -> Tags<'a> {
        let content = elements.iter().map(|_| Vec::new()).collect();
        Tags { elements, content, links: HashMap::new(), loose: Vec::new() }
    }

    /// Marks of an element, inside of a link if there is one.
    pub(super) fn add(
        &mut self,
        element: ElementId,
        link: Option<&Arc<Target>>,
        text: &str,
        node: impl Into<Node>,
    ) {
        self.join(element);
        let Some(parts) = self.content.get_mut(element.place()) else { return };
        let Some(target) = link.map(Arc::as_ptr) else {
            parts.push(Part::Marks(node.into()));
            return;
        };
        match parts.last_mut() {
            Some(Part::Link { target: last, text: before, nodes }) if *last == target => {
                nodes.push(node.into());
                before.push_str(text);
            }
            _ => {
                self.links.insert((element, target), parts.len());
                parts.push(Part::Link { target, text: text.to_owned(), nodes: vec![node.into()] });
            }
        }
    }

    /// Puts an equation where its line has come to, when the first of it is drawn.
    fn join(&mut self, element: ElementId) {
        let Some(Element { kind: ElementKind::Formula { .. }, parent: Some(parent) }) =
            self.elements.get(element.place())
        else {
            return;
        };
        let is_first = self.content.get(element.place()).is_some_and(Vec::is_empty);
        if let Some(parts) = self.content.get_mut(parent.place()).filter(|_| is_first) {
            parts.push(Part::Child(element));
        }
    }

    /// What a link of an element says: its address, or its text.
    pub(super) fn description(&self, element: Option<ElementId>, target: &Arc<Target>) -> String {
        let name = match &**target {
            Target::Uri(address) => return address.clone(),
            Target::Bookmark(name) => name,
            Target::Field(_) => return String::new(),
        };
        let part = element.and_then(|element| {
            let place = *self.links.get(&(element, Arc::as_ptr(target)))?;
            self.content.get(element.place())?.get(place)
        });
        match part {
            Some(Part::Link { text, .. }) if !text.trim().is_empty() => {
                text.trim().chars().take(LINK_TEXT).collect()
            }
            _ => name.clone(),
        }
    }

    /// The place on a page that leads elsewhere.
    pub(super) fn annotation(
        &mut self,
        element: Option<ElementId>,
        target: &Arc<Target>,
        annotation: Identifier,
    ) {
        let Some(element) = element else {
            let link = TagGroup::with_children(Tag::Link, vec![annotation.into()]);
            self.loose.push(TagGroup::with_children(Tag::P, vec![link.into()]).into());
            return;
        };
        let place = self.links.get(&(element, Arc::as_ptr(target))).copied();
        let parts = self.content.get_mut(element.place());
        match parts.and_then(|parts| parts.get_mut(place?)) {
            Some(Part::Link { nodes, .. }) => nodes.push(annotation.into()),
            _ => self.add(element, Some(target), "", annotation),
        }
    }

    /// A field of a form, which stands in an element.
    pub(super) fn field(&mut self, element: ElementId, annotation: Identifier) {
        if let Some(parts) = self.content.get_mut(element.place()) {
            parts.push(Part::Field(TagGroup::with_children(Tag::Form, vec![annotation.into()]).into()));
        }
    }

    /// The tree. Elements of which nothing is drawn are left out, but for cells: a row has all of its own.
    pub(super) fn tree(self) -> TagTree {
        let mut children: Vec<Vec<Node>> = self.elements.iter().map(|_| Vec::new()).collect();
        let mut root = Vec::new();
        // Equations, by their place, until their line is put together: a parent stands before its children.
        let mut formulas: HashMap<usize, Node> = HashMap::new();
        // From the last on: an element's parent stands before it. What is gathered lies in reverse order.
        for (place, (element, parts)) in self.elements.iter().zip(self.content).enumerate().rev() {
            let mut nodes: Vec<Node> = Vec::with_capacity(parts.len());
            for part in parts {
                match part {
                    Part::Marks(node) | Part::Field(node) => nodes.push(node),
                    Part::Child(child) => nodes.extend(formulas.remove(&child.place())),
                    Part::Link { nodes: own, .. } => {
                        nodes.push(TagGroup::with_children(Tag::Link, own).into())
                    }
                }
            }
            let own = children.get_mut(place).map(std::mem::take).unwrap_or_default();
            nodes.extend(own.into_iter().rev());
            if nodes.is_empty() && !matches!(element.kind, ElementKind::Cell { .. }) {
                continue;
            }
            let node: Node = TagGroup::with_children(tag(&element.kind), nodes).into();
            if let (ElementKind::Formula { .. }, Some(_)) = (&element.kind, element.parent) {
                formulas.insert(place, node);
                continue;
            }
            let siblings = match element.parent {
                Some(parent) => children.get_mut(parent.place()),
                None => Some(&mut root),
            };
            if let Some(siblings) = siblings {
                siblings.push(node);
            }
        }
        root.reverse();
        root.extend(self.loose);
        TagTree::from(root)
    }
}

fn tag(kind: &ElementKind) -> TagKind {
    match kind {
        ElementKind::Paragraph => Tag::P.into(),
        ElementKind::Heading { level, title } => {
            let level = u16::try_from(level + 1).ok().and_then(NonZeroU16::new).unwrap_or(NonZeroU16::MIN);
            Tag::Hn(level, Some(title.clone())).into()
        }
        ElementKind::Caption => Tag::Caption.into(),
        ElementKind::Contents => Tag::TOC.into(),
        ElementKind::Entry => Tag::TOCI.into(),
        ElementKind::List(kind) => Tag::L(numbering(*kind)).into(),
        ElementKind::Item => Tag::LI.into(),
        ElementKind::Label => Tag::Lbl.into(),
        ElementKind::Body => Tag::LBody.into(),
        ElementKind::Table => Tag::Table.into(),
        ElementKind::HeaderRows => Tag::THead.into(),
        ElementKind::BodyRows => Tag::TBody.into(),
        ElementKind::Row => Tag::TR.into(),
        ElementKind::Cell { header, rows, columns } => {
            let span = |count: u32| NonZeroU32::new(count).filter(|count| count.get() > 1);
            let (rows, columns) = (span(*rows), span(*columns));
            let scope = match header {
                Some(Header::Column) => TableHeaderScope::Column,
                Some(Header::Row) => TableHeaderScope::Row,
                None => return Tag::TD.with_row_span(rows).with_col_span(columns).into(),
            };
            Tag::TH(scope).with_row_span(rows).with_col_span(columns).into()
        }
        ElementKind::Note => Tag::Note.into(),
        ElementKind::Formula { alt } => Tag::Formula(Some(alt.clone())).into(),
    }
}

fn numbering(kind: ListKind) -> ListNumbering {
    match kind {
        ListKind::Bullets => ListNumbering::Disc,
        ListKind::Decimal => ListNumbering::Decimal,
        ListKind::Roman(false) => ListNumbering::LowerRoman,
        ListKind::Roman(true) => ListNumbering::UpperRoman,
        ListKind::Letters(false) => ListNumbering::LowerAlpha,
        ListKind::Letters(true) => ListNumbering::UpperAlpha,
    }
}
