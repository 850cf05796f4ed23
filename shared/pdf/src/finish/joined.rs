//! PDFs that are put before and behind a document.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

use super::PageRange;
use crate::PdfLimits;

/// Bytes of a name.
const NAME_BYTES: usize = 255;

/// A PDF of somebody else, of which pages are put before or behind those of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedPdf {
    /// The bookmark that it stands under; without one its own bookmarks stand beside the document's.
    pub name: Option<JoinedName>,
    /// The file.
    pub content: Bytes,
    /// Which of its pages; all without it.
    pub pages: Option<PageRange>,
}

/// The PDFs of one document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Joined {
    /// Those in front of it, in their order.
    pub prepend: Vec<JoinedPdf>,
    /// Those behind it.
    pub append: Vec<JoinedPdf>,
}

impl Joined {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.prepend.is_empty() && self.append.is_empty()
    }

    /// All of them as their pages come, each with its place in the options, such as `append/0`.
    pub fn iter(&self) -> impl Iterator<Item = (String, &JoinedPdf)> {
        let placed = |list: &'static str| move |(place, pdf)| (format!("{list}/{place}"), pdf);
        let behind = self.append.iter().enumerate().map(placed("append"));
        self.prepend.iter().enumerate().map(placed("prepend")).chain(behind)
    }

    /// The limit that they cross, and its value.
    pub fn crossed(&self, limits: &PdfLimits) -> Option<(&'static str, u64)> {
        let bytes = || self.iter().map(|(_, pdf)| pdf.content.len() as u64);
        if self.iter().count() > limits.joined_pdfs {
            Some(("joined_pdfs", limits.joined_pdfs as u64))
        } else if bytes().any(|bytes| bytes > limits.joined_bytes) {
            Some(("joined_bytes", limits.joined_bytes))
        } else if bytes().sum::<u64>() > limits.all_joined_bytes {
            Some(("all_joined_bytes", limits.all_joined_bytes))
        } else {
            None
        }
    }
}

/// The name of a PDF, as its bookmark shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct JoinedName(String);

impl JoinedName {
    /// What it must be, as a predicate.
    pub const RULE: &str = "must have 1 to 255 bytes (UTF-8) and no control characters";

    /// Takes a name.
    ///
    /// # Errors
    /// [`JoinedName::RULE`].
    pub fn new(name: &str) -> Result<JoinedName, &'static str> {
        let is_right = (1..=NAME_BYTES).contains(&name.len())
            && !name.trim().is_empty()
            && !name.chars().any(char::is_control);
        if is_right { Ok(JoinedName(name.to_owned())) } else { Err(JoinedName::RULE) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for JoinedName {
    type Error = &'static str;

    fn try_from(text: String) -> Result<JoinedName, &'static str> {
        JoinedName::new(&text)
    }
}

impl From<JoinedName> for String {
    fn from(name: JoinedName) -> String {
        name.0
    }
}
