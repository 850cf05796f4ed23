//! Passages of a document, and their places on its pages.

use std::ops::Range;

use serde::{Deserialize, Serialize};

/// Some text of a document, and which part of it is meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The text, with some of what stands before and after; white space does not matter.
    pub text: String,
    /// The part that is meant, in characters.
    pub meant: Range<usize>,
}

/// Where a passage stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Whereabouts {
    /// The page, counted from 1.
    pub page: u32,
    /// A rectangle for each of its lines.
    pub marks: Vec<Mark>,
}

/// A rectangle on a page. Its lengths are shares of the page's: 0 is its left or upper edge, 1 its right or lower one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Left edge.
    pub left: f64,
    /// Upper edge.
    pub top: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}
