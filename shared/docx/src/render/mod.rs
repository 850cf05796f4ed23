//! Compiled parts and data to a package.

use serde::{Deserialize, Serialize};

/// What happens to a field that the data does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Missing {
    /// The render fails and lists all of them.
    #[default]
    Error,
    /// Nothing is written.
    Empty,
    /// The tag stays in the text as it was.
    Keep,
}

/// Choices of one render.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// What happens to fields without data.
    pub missing: Missing,
    /// BCP 47 tag for dates, numbers and currencies (`de-CH`); the template's own language without it.
    pub locale: Option<String>,
}
