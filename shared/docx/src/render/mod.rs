//! Compiled parts and data to a package: the environment that templates run in, and what its values become in XML.

mod cell;
mod compare;
mod context;
mod control;
mod counted;
mod data;
pub(crate) mod date;
mod environment;
mod finish;
mod format;
mod keep;
mod lift;
mod lists;
mod look;
mod meter;
mod names;
mod notes;
pub(crate) mod operators;
mod plain;
mod sink;
mod table;
mod trace;
mod unmarked;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::filters::{Locale, unknown_locale};
use crate::{DataError, RenderError};

pub(crate) use cell::{fill, span};
pub(crate) use context::{Absent, RenderState, context};
pub(crate) use counted::{once, wholly};
pub(crate) use data::to_value;
pub(crate) use environment::{environment, syntax};
pub(crate) use finish::controls as finish_controls;
pub(crate) use format::SHORT;
pub(crate) use lift::EDGE;
pub(crate) use look::{SHADE, known_style};
pub(crate) use meter::{Exceeded, is_small};
pub use names::known_filters;
pub(crate) use names::{known_tests, knows_filter, knows_test};
pub(crate) use sink::Sink;
pub(crate) use trace::traced;

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

/// What templates call [`RenderOptions::today`].
pub(crate) const TODAY: &str = "today";

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
}

impl RenderOptions {
    /// Whether `locale` may be this: a language tag (BCP 47).
    pub fn is_locale(tag: &str) -> bool {
        Locale::parse(tag).is_some()
    }

    /// The language that is asked for, or the template's.
    pub(crate) fn locale(&self, template: &Locale) -> Result<Locale, RenderError> {
        let Some(tag) = &self.locale else { return Ok(template.clone()) };
        Locale::parse(tag).ok_or_else(|| RenderError::Data(vec![DataError::new("", unknown_locale(tag))]))
    }
}
