//! How documents are made: arguments that several tools take.

use rmcp::schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is made.
// Types within arguments stand in their place, and values have no words of their own: not every client follows references and
// alternatives.
#[derive(Debug, Default, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars", inline)]
pub enum Format {
    #[default]
    Pdf,
    Docx,
}

impl Format {
    /// As the service spells it.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Pdf => ".pdf",
            Format::Docx => ".docx",
        }
    }
}

/// What happens to fields that the data does not hold.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(crate = "rmcp::schemars", inline)]
enum Missing {
    Error,
    Empty,
    Keep,
}

/// How documents are made.
#[derive(Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(crate = "rmcp::schemars", inline)]
pub struct Options {
    /// Of fields that the data does not hold: `error` lists them all, and is what happens when this is left out; `empty` writes
    /// nothing in their place; `keep` leaves their tags in the text
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<Missing>,
    /// The language of dates, numbers and currencies, as a BCP 47 tag such as `de-CH`
    #[serde(skip_serializing_if = "Option::is_none")]
    locale: Option<String>,
    /// The day that the template calls `today`, such as `2026-01-31`
    #[serde(skip_serializing_if = "Option::is_none")]
    today: Option<String>,
}
