//! Errors and warnings about a template, for its author.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How much a [`Diagnostic`] weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Severity {
    /// The template cannot be rendered.
    Error,
    /// The template renders, though perhaps not as its author meant.
    Warning,
}

/// One remark on a template, in words for its author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// Where in words: `body, table 3, row 2`, `header 2`.
    pub place: String,
    /// The package's part, such as `word/document.xml`.
    pub part: String,
    /// The text around the tag, on one line; empty when the remark concerns no text.
    pub excerpt: String,
    /// Where the caret stands below the excerpt, in characters from its start.
    pub caret: usize,
    /// How many characters the caret marks; at least 1.
    pub width: usize,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub hint: Option<String>,
}

impl Diagnostic {
    /// The same remark with how to fix it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The same remark as a warning.
    #[must_use]
    pub fn warning(mut self) -> Diagnostic {
        self.severity = Severity::Warning;
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)?;
        if !self.excerpt.is_empty() {
            let (caret, width) = (self.caret, self.width.max(1));
            write!(f, "\n  | {}\n  | {:caret$}{}", self.excerpt, "", "^".repeat(width))?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  = {hint}")?;
        }
        Ok(())
    }
}

/// The beginning of a text for a message, of so many characters at most.
pub fn beginning(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
