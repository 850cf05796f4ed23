//! Before LibreOffice sees a document: refuse what it would not survive, take out what it would load, and what Word does
//! not print.

use std::collections::BTreeMap;

use platen_docx::Warnings;
use platen_docx::package::{Change, Package};

use super::check::Checker;
use super::{links, revisions};
use crate::{PdfError, PdfLimits};

/// Whether the part is kept from LibreOffice.
fn is_dropped(name: &str) -> bool {
    // Word prints comments only on request.
    let comments = "word/comments.xml";
    // Attack: an embedded font is a program for the font parser, and text drawn with it may show one thing and read as
    // another. Without its relationships the font table leads to no font.
    let embedded_fonts = "word/_rels/fontTable.xml.rels";
    // Nothing printed comes from these, and nothing of them needs a check.
    let unprinted_files = ["word/stylesWithEffects.xml", "word/webSettings.xml", "docProps/app.xml"];
    let unprinted_folders = ["customXml/", "word/embeddings/", "word/fonts/", "word/glossary/"];

    let is = |other: &str| name.eq_ignore_ascii_case(other);
    let is_in =
        |folder: &str| name.get(..folder.len()).is_some_and(|start| start.eq_ignore_ascii_case(folder));
    is(comments)
        || is(embedded_fonts)
        || unprinted_files.into_iter().any(is)
        || unprinted_folders.into_iter().any(is_in)
}

/// A document for LibreOffice.
pub(crate) struct Prepared {
    pub(crate) docx: Vec<u8>,
    /// What it lacks because it would have loaded or run it.
    pub(crate) cuts: Warnings,
}

/// Checks the package against `limits` and writes it again: two ZIP readers can be made to see different documents in one
/// file, and LibreOffice must see the one that was checked.
///
/// # Errors
/// [`PdfError`], which names the part or the limit.
pub(crate) fn prepared(package: &Package, limits: &PdfLimits) -> Result<Prepared, PdfError> {
    let mut checker = Checker::new(limits);
    let mut dropped = Vec::new();
    let mut changed: BTreeMap<usize, Vec<u8>> = BTreeMap::new();
    for (index, part) in package.parts().iter().enumerate() {
        let name = part.name();
        if is_dropped(name) {
            dropped.push(index);
            continue;
        }
        let bytes = package.read(part)?;
        checker.check(name, &bytes)?;
        if name.to_ascii_lowercase().ends_with(".rels") {
            let text = std::str::from_utf8(&bytes).map_err(|error| PdfError::Invalid(error.to_string()))?;
            changed.insert(index, links::inner_only(text)?);
        } else if let Ok(text) = std::str::from_utf8(&bytes)
            && name.ends_with(".xml")
        {
            changed.extend(revisions::accepted(text)?.map(|text| (index, text.into_bytes())));
        }
    }
    let mut changes: Vec<_> = dropped.iter().map(|index| (*index, Change::Remove)).collect();
    changes.extend(changed.iter().map(|(index, text)| (*index, Change::Replace(text))));
    let docx = package.write(&changes, &[]).map_err(|error| PdfError::Invalid(error.to_string()))?;
    Ok(Prepared { docx, cuts: package.warnings().collect() })
}
