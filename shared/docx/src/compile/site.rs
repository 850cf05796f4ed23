//! A tag of a part: its place, and the surroundings that it removes.

use crate::text::effect::Effect;
use crate::text::scan::{Scope, Tag};
use crate::text::syntax::Syntax;
use platen_ooxml::xml::NodeId;

/// A tag of a part and where its author put it.
#[derive(Debug)]
pub(crate) struct Site {
    pub tag: Tag,
    pub syntax: Syntax,
    /// Index of the paragraph's flow.
    pub flow: usize,
    /// It changes its table cell, and is written in the cell's properties if anywhere.
    pub effect: Option<Effect>,
    /// What goes when its value is empty.
    pub drops: Option<Drop>,
    /// What its value was captured of, if a block captured it.
    pub lifts: Option<Scope>,
    /// What it is taken out of: the insertion, the link or the run that ends before it and goes on behind it.
    pub outside: Option<NodeId>,
    /// Where it is written in compiled source; known once scopes are applied.
    pub anchor: Option<Anchor>,
}

/// A place in the tree where a tag is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Anchor {
    /// The element that holds the tag.
    pub parent: Option<NodeId>,
    /// Byte of the part's source.
    pub at: usize,
}

/// What goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whole {
    Paragraph,
    Row,
    Table,
    /// The content control around it.
    Section,
    /// The content control itself.
    Control,
    Picture,
}

/// A value that takes something along when it is empty.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Drop {
    pub whole: Whole,
    /// An author asked for it.
    pub(super) asked: bool,
    /// The condition under which it stays; made where the tag's names are settled.
    pub condition: Option<Syntax>,
}
