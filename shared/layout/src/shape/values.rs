//! Field values that differ from page to page.

use std::cell::Cell;

use crate::model::story::Field;
use crate::number_format::NumberFormat;

/// Values that differ from page to page or from note to note.
#[derive(Debug, Clone, Default)]
pub(crate) struct Values {
    /// Number of the page as its section writes it, and how.
    pub page: Option<(i64, NumberFormat)>,
    pub pages: Option<i64>,
    pub section_pages: Option<i64>,
    pub section: Option<i64>,
    /// The texts in styles that the page shows, in the order of the document's list of them.
    pub styled: Vec<Option<String>>,
    /// Number of the note that the story belongs to.
    pub note: String,
    /// A story that was laid out with them shows one: it would be another with other values.
    pub are_shown: Cell<bool>,
}

impl Values {
    pub(super) fn note(&self) -> &str {
        self.are_shown.set(true);
        &self.note
    }

    pub(super) fn write(&self, field: Field, format: Option<NumberFormat>, saved: &str) -> String {
        self.are_shown.set(true);
        let (value, own) = match field {
            Field::Page => match self.page {
                Some((number, own)) => (Some(number), own),
                None => (None, NumberFormat::Decimal),
            },
            Field::Pages => (self.pages, NumberFormat::Decimal),
            Field::SectionPages => (self.section_pages, NumberFormat::Decimal),
            Field::Section => (self.section, NumberFormat::Decimal),
            Field::StyleRef(place) => {
                return self.styled.get(place).cloned().flatten().unwrap_or_else(|| saved.to_owned());
            }
        };
        match value {
            Some(value) => format.unwrap_or(own).write(value),
            None if saved.is_empty() => "1".to_owned(),
            None => saved.to_owned(),
        }
    }
}
