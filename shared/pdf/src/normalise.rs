//! Before the engine sees a document: refuse what it would not survive, take out what it would print against Word's
//! habit.

use platen_docx::package::{Change, Package, Part};

use crate::check::Checker;
use crate::{PdfError, PdfLimits};

/// The engine finds the body under this name alone, wherever the package's relationships point.
const BODY: &str = "word/document.xml";
const BODY_RELATIONSHIPS: &str = "word/_rels/document.xml.rels";

/// Whether the engine shall not find the part.
fn is_dropped(name: &str) -> bool {
    // It draws a review pane beside the page and shrinks the page for it; Word prints comments only on request.
    let comments = "word/comments.xml";
    // Attack: an embedded font is a program for the font parser, and text drawn with it may show one thing and read as
    // another. Without its relationships the font table leads to no font.
    let embedded_fonts = "word/_rels/fontTable.xml.rels";
    // Nothing printed comes from these: what is not there needs no check.
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

/// Checks the package against `limits` and writes it anew for the engine.
///
/// It is always written anew: two ZIP readers can be made to see different documents in one file, and the engine shall
/// see the one that was checked. Tracked changes need nothing: the engine draws the final text.
pub(crate) fn normalised(docx: &[u8], limits: &PdfLimits) -> Result<Vec<u8>, PdfError> {
    let package = open(docx, limits)?;
    let mut checker = Checker::new(limits);
    let mut changes = Vec::new();
    for (index, part) in package.parts().iter().enumerate() {
        if is_dropped(part.name()) {
            changes.push((index, Change::Remove));
        } else {
            checker.check(part.name(), &read(&package, part)?)?;
        }
    }

    let moved = moved_body(&package)?;
    let mut added = Vec::new();
    for (name, bytes) in &moved {
        match package.index(name) {
            Some(index) => changes.push((index, Change::Replace(bytes))),
            None => added.push((*name, bytes.as_slice())),
        }
    }
    package.write(&changes, &added).map_err(|error| PdfError::Invalid(error.to_string()))
}

/// Opens with the limits' bounds on the container.
pub(crate) fn open(docx: &[u8], limits: &PdfLimits) -> Result<Package, PdfError> {
    Ok(Package::open(docx.to_vec(), &limits.package)?)
}

pub(crate) fn read(package: &Package, part: &Part) -> Result<Vec<u8>, PdfError> {
    Ok(package.read(part)?)
}

/// The body and its relationships under the names that the engine knows, when the package has them under others
/// (Word on the web saves `word/document2.xml`).
fn moved_body(package: &Package) -> Result<Vec<(&'static str, Vec<u8>)>, PdfError> {
    let body = package.main_document();
    if body == BODY {
        return Ok(Vec::new());
    }
    let (folder, file) = body.rsplit_once('/').unwrap_or(("", body));
    let relationships =
        if folder.is_empty() { format!("_rels/{file}.rels") } else { format!("{folder}/_rels/{file}.rels") };
    let mut moved = Vec::new();
    for (name, part) in [(BODY, package.part(body)), (BODY_RELATIONSHIPS, package.part(&relationships))] {
        if let Some(part) = part {
            moved.push((name, read(package, part)?));
        }
    }
    Ok(moved)
}
