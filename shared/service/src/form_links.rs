//! Links to forms: somebody without an account fills in one template.
//!
//! A link is a key with the smallest scope, [`Scope::Fill`](crate::keys::Scope::Fill). It is random, stored as its hash,
//! expires and can be removed like any key, and opens only the two operations of its form. Its address has the key after
//! `#`, which browsers send to no server, so no log has it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::format::Format;
use crate::ids::TemplateId;

/// What becomes of the document that somebody makes with a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FormResult {
    /// The person gets it, and nobody else.
    Download,
    /// A job of the link's subscription keeps it and tells webhooks of it; the person does not get it.
    Keep,
}

impl FormResult {
    /// The result of a word.
    pub fn parse(word: &str) -> Option<FormResult> {
        match word {
            "download" => Some(FormResult::Download),
            "keep" => Some(FormResult::Keep),
            _ => None,
        }
    }
}

/// What a link is for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormLink {
    /// The template whose form it opens, in the version that is in force when somebody does.
    pub template: TemplateId,
    /// What is made.
    pub format: Format,
    /// Whether it is over after the first document.
    pub once: bool,
    /// What becomes of the document.
    pub result: FormResult,
}
