//! The language that a render is asked for.

use platen_locale::{Locale, unknown};

use crate::RenderError;
use crate::options::RenderOptions;
use platen_rich::DataError;

impl RenderOptions {
    /// Whether `locale` may be this: a language tag (BCP 47).
    pub fn is_locale(tag: &str) -> bool {
        Locale::parse(tag).is_some()
    }

    /// The language that is asked for, or the template's.
    pub(crate) fn locale(&self, template: &Locale) -> Result<Locale, RenderError> {
        let Some(tag) = &self.locale else { return Ok(template.clone()) };
        Locale::parse(tag).ok_or_else(|| RenderError::Data(vec![DataError::new("", unknown(tag))]))
    }
}
