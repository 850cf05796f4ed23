//! A mark of another product.

use std::ops::Range;

use super::dialect::Dialect;
use platen_ooxml::xml::NodeId;

/// A mark of another product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub dialect: Dialect,
    /// How it begins: what its product finds it by.
    pub open: Open,
    /// Bytes of the text.
    pub range: Range<usize>,
    pub what: What,
    /// No prose is written like this. Others are marks only beside such as are.
    pub is_certain: bool,
    pub site: Site,
}

/// How marks begin, as sets of it are compared.
pub(crate) type Open = &'static str;

/// Where a mark stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Site {
    /// In the text.
    Text,
    /// It is the code of a field, which shows the text.
    Field(NodeId),
    /// Nothing is written in the text: a row or paragraph before or after this one takes the tag.
    Before(NodeId),
    After(NodeId),
}

/// What a mark does, with its code as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// It shows a value.
    Value(String),
    /// It begins what is repeated or conditional: which of both is told by the data only.
    Section(String),
    /// It begins what is repeated, with the name of an element, if it gives one.
    For(Option<String>, String),
    /// It repeats a row for a list by whose own name its elements are called.
    Rows(String),
    If(String),
    /// It begins what is written for false or an empty list.
    Unless(String),
    ElseIf(String),
    Else,
    /// It ends a block; with its name, where it says one.
    End(String),
    /// The same, for the elements of this name that it and its end stand in: `w:tr`.
    Around(&'static str, Box<What>),
    /// It gives names values, as a program does.
    Run(String),
    /// It gives a mark a name, and does nothing itself.
    Alias(String, Box<What>),
    /// The mark of this name.
    Aliased(String),
    /// It shows a value that is more than text; what the data sends.
    Rich(String, &'static str),
    /// Nothing here says the same; why.
    Strange(String),
    /// A part of the mark before.
    Rest,
}

impl What {
    pub fn strange(why: &str) -> What {
        What::Strange(why.to_owned())
    }
}
