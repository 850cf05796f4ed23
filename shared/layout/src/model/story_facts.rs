//! Facts for fields about a document as it was read: the numbers of its paragraphs and notes, and their places.

use std::collections::HashMap;
use std::sync::Arc;

use super::numbering::Suffix;

/// A paragraph of the main part.
#[derive(Debug, Clone)]
pub(crate) struct ParagraphFact {
    /// Its start in the part's text.
    pub offset: usize,
    /// Id of its style.
    pub style: Arc<str>,
    /// Its level in the outline, 0 for the highest.
    pub outline: Option<usize>,
    pub number: Option<Number>,
}

/// The number of a list item.
#[derive(Debug, Clone)]
pub(crate) struct Number {
    /// As written.
    pub text: String,
    /// What follows it.
    pub suffix: Suffix,
    /// Identity of the list, and the level in it.
    pub list: i64,
    pub level: usize,
    /// The highest level whose number is a part of the text.
    pub from: usize,
}

/// Facts about a document once it has been read.
#[derive(Debug, Default)]
pub(crate) struct StoryFacts {
    /// Paragraphs of the main part, in order.
    pub paragraphs: Vec<ParagraphFact>,
    /// Numbers of notes, by the place of their references in the main part.
    pub notes: HashMap<usize, String>,
    /// Whether the main part has fields that show what page they or others are on, or how many there are.
    pub has_page_fields: bool,
    /// Whether any part has other fields that can be computed.
    pub has_fields: bool,
}

impl StoryFacts {
    /// The paragraph that begins at a place.
    pub fn paragraph(&self, offset: usize) -> Option<(usize, &ParagraphFact)> {
        let place = self.paragraphs.partition_point(|own| own.offset < offset);
        self.paragraphs.get(place).filter(|own| own.offset == offset).map(|own| (place, own))
    }
}
