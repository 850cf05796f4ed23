//! The caller's options for a document.

use jiff::civil::Date;
use platen_ooxml::package::Packing;
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

/// What becomes of content controls once the document is filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Controls {
    /// They stay, and can be filled again.
    #[default]
    Keep,
    /// They go; what they hold stays.
    Remove,
    /// They stay, and neither they nor what they hold can be changed in Word.
    Lock,
}

/// Choices of one render.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RenderOptions {
    /// What happens to fields without data.
    pub missing: Missing,
    /// BCP 47 tag for dates, numbers and currencies (`de-CH`); the template's own language without it.
    pub locale: Option<String>,
    /// The day that templates call `today`, where the data has no member of this name. No clock is read.
    pub today: Option<Date>,
    /// What becomes of content controls.
    pub controls: Controls,
    /// Whether errors show the values of the data that they are about, which may be personal: never unless asked for.
    pub error_data: bool,
    /// How the document is packed: [`Packing::Quick`] if a PDF is created from it.
    pub packing: Packing,
}

/// What templates call [`RenderOptions::today`].
pub(crate) const TODAY: &str = "today";
