//! The standards that krilla can check, and its complaints about a document that violates one.

use std::collections::BTreeMap;

use krilla::configure::{
    Accessibility, Archival, Configuration, ConfigurationBuilder, ValidationError, Validators,
};

use super::making::Making;
use crate::PdfError;
use crate::finish::Conformance;

/// Faults that one answer names.
const NAMED: usize = 5;

/// How krilla writes a PDF that keeps the standard.
///
/// # Errors
/// [`PdfError::Engine`]: krilla knows no version of PDF for it.
pub(super) fn configuration(standard: Option<Conformance>) -> Result<Configuration, PdfError> {
    let builder = ConfigurationBuilder::new();
    let builder = match standard {
        None => builder,
        Some(Conformance::A2b) => builder.with_archival_validator(Archival::A2_B),
        Some(Conformance::A3b) => builder.with_archival_validator(Archival::A3_B),
        Some(Conformance::A3u) => builder.with_archival_validator(Archival::A3_U),
        Some(Conformance::A3a) => builder.with_archival_validator(Archival::A3_A),
        Some(Conformance::Ua1) => builder.with_accessibility_validator(Accessibility::UA1),
    };
    builder.finish().map_err(|_| PdfError::Engine)
}

/// Says what stands against the standard, in words for the document's author. `errors` are krilla's.
///
/// # Errors
/// [`PdfError::Unsupported`]: the document lacks something, or has what the standard forbids.
pub(super) fn check(making: &Making<'_>, errors: &[(ValidationError, Validators)]) -> Result<(), PdfError> {
    let Some(standard) = making.conformance else { return Ok(()) };
    let mut faults: BTreeMap<String, usize> = BTreeMap::new();
    for (error, _) in errors {
        *faults.entry(fault(error)).or_default() += 1;
    }
    // krilla leaves the language of text to its caller (ISO 14289-1, 7.2; ISO 19005-3, 6.7.4).
    if standard.needs_tags() && making.properties.language().is_none() {
        faults.insert(fault(&ValidationError::NoDocumentLanguage), 1);
    }
    if faults.is_empty() {
        return Ok(());
    }
    let named = faults.into_iter().take(NAMED).map(|(fault, count)| match count {
        1 => fault,
        _ => format!("{fault} ({count} times)"),
    });
    let name = standard.title();
    let faults = named.collect::<Vec<_>>().join("; ");
    Err(PdfError::Unsupported(format!("the document cannot become {name}: {faults}")))
}

fn fault(error: &ValidationError) -> String {
    let fault = match error {
        ValidationError::ContainsNotDefGlyph(_, _, text) => {
            return format!("no font has `{}`", text.chars().take(8).collect::<String>());
        }
        ValidationError::NoCodepointMapping(..)
        | ValidationError::InvalidCodepointMapping(..)
        | ValidationError::UnicodePrivateArea(..) => "one of its glyphs has no character",
        ValidationError::RestrictedLicense(_) => "the license of a font forbids embedding",
        ValidationError::MissingCMYKProfile => "a picture uses CMYK colors",
        ValidationError::NoDocumentLanguage => "it names no language (in Word: Review, Language)",
        ValidationError::NoDocumentTitle => "it has no title (in Word: File, Info, Title)",
        ValidationError::MissingAltText(_) => "a picture has no alternative text",
        ValidationError::MissingHeadingTitle => "a heading has no text",
        ValidationError::MissingAnnotationAltText(_) => "a link has no text",
        ValidationError::TooHighQNestingLevel => "its drawings are nested too deeply",
        ValidationError::TooLongString | ValidationError::TooLongName => "one of its properties is too long",
        ValidationError::TooManyIndirectObjects => "it is too long",
        other => return format!("{other:?}").chars().take(100).collect(),
    };
    fault.to_owned()
}
