//! Before the engine sees a document: refuse what it would not survive, take out what it would print against Word's
//! habit, spell out what it would not compute or not find a font for.

mod edits;
mod fallback;
mod fields;
mod pictures;
mod revisions;

use std::collections::{BTreeMap, BTreeSet};

use platen_docx::Warnings;
use platen_docx::package::{Change, Package, Part};

use crate::check::Checker;
use crate::fonts::{Drawn, Fonts};
use crate::pictures::Pictures;
use crate::{PdfError, PdfLimits};

use pictures::Drawings;

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

/// Whether the part holds text of the document.
fn has_text(name: &str) -> bool {
    name.starts_with("word/") && name.ends_with(".xml")
}

/// What a document is fitted to, of the embedded engine.
#[derive(Clone, Copy)]
pub(crate) struct Fit<'a> {
    pub(crate) fonts: &'a Fonts,
    pub(crate) pictures: &'a Pictures,
}

/// A document for the engine.
pub(crate) struct Normalised {
    pub(crate) docx: Vec<u8>,
    /// Its characters beyond ASCII and how each is drawn; empty without fonts to ask.
    pub(crate) drawn: BTreeMap<char, Drawn>,
    /// What it lacks because it would have loaded or run it.
    pub(crate) cuts: Warnings,
}

/// Checks the package against `limits` and writes it anew for the engine. With `fit`, text that the engine would not
/// find a font for by itself names one, and pictures are as it wants them.
///
/// It is always written anew: two ZIP readers can be made to see different documents in one file, and the engine shall
/// see the one that was checked.
pub(crate) fn normalised(
    docx: &[u8],
    limits: &PdfLimits,
    fit: Option<Fit<'_>>,
) -> Result<Normalised, PdfError> {
    let package = open(docx, limits)?;
    let mut checker = Checker::new(limits);
    let mut dropped = Vec::new();
    let mut changed: BTreeMap<usize, String> = BTreeMap::new();
    let mut drawings = Drawings::default();
    for (index, part) in package.parts().iter().enumerate() {
        if is_dropped(part.name()) {
            dropped.push(index);
            continue;
        }
        let bytes = read(&package, part)?;
        checker.check(part.name(), &bytes)?;
        if fit.is_some() {
            drawings.look_at(index, part.name(), &bytes);
        }
        if let (true, Ok(text)) = (has_text(part.name()), std::str::from_utf8(&bytes)) {
            let accepted = revisions::accepted(text)?;
            let spelled = fields::spelled_out(accepted.as_deref().unwrap_or(text))?;
            changed.extend(spelled.or(accepted).map(|text| (index, text)));
        }
    }
    let drawn = fit.map(|fit| fit.fonts.drawn(checker.characters())).unwrap_or_default();
    if let Some(fit) = fit.filter(|_| drawn.values().any(|drawn| matches!(drawn, Drawn::With(_)))) {
        name_fonts(&package, &drawn, fit.fonts, &mut changed)?;
    }
    let pictures = fit.map(|fit| drawings.prepared(&package, fit.pictures)).transpose()?.unwrap_or_default();

    let mut changes: Vec<_> = dropped.iter().map(|index| (*index, Change::Remove)).collect();
    changes.extend(changed.iter().map(|(index, text)| (*index, Change::Replace(text.as_bytes()))));
    changes.extend(pictures.iter().map(|(index, picture)| (*index, Change::Replace(picture))));
    let moved = moved_body(&package, &changed)?;
    let mut added = Vec::new();
    for (name, bytes) in &moved {
        match package.index(name) {
            Some(index) => changes.push((index, Change::Replace(bytes))),
            None => added.push((*name, bytes.as_slice())),
        }
    }
    let docx = package.write(&changes, &added).map_err(|error| PdfError::Invalid(error.to_string()))?;
    Ok(Normalised { docx, drawn, cuts: package.warnings().collect() })
}

fn name_fonts(
    package: &Package,
    drawn: &BTreeMap<char, Drawn>,
    fonts: &Fonts,
    changed: &mut BTreeMap<usize, String>,
) -> Result<(), PdfError> {
    for (index, part) in package.parts().iter().enumerate() {
        if !has_text(part.name()) || is_dropped(part.name()) {
            continue;
        }
        let text = match changed.remove(&index) {
            Some(text) => text,
            None => match String::from_utf8(read(package, part)?) {
                Ok(text) => text,
                Err(_) => continue,
            },
        };
        let named = fallback::with_fonts(&text, drawn, fonts)?;
        changed.insert(index, named.unwrap_or(text));
    }
    Ok(())
}

/// The characters beyond ASCII that a document draws.
pub(crate) fn characters(docx: &[u8], limits: &PdfLimits) -> Result<BTreeSet<char>, PdfError> {
    let package = open(docx, limits)?;
    let mut checker = Checker::new(limits);
    for part in package.parts().iter().filter(|part| has_text(part.name()) && !is_dropped(part.name())) {
        checker.check(part.name(), &read(&package, part)?)?;
    }
    Ok(checker.characters().clone())
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
fn moved_body(
    package: &Package,
    changed: &BTreeMap<usize, String>,
) -> Result<Vec<(&'static str, Vec<u8>)>, PdfError> {
    let body = package.main_document();
    if body == BODY {
        return Ok(Vec::new());
    }
    let (folder, file) = body.rsplit_once('/').unwrap_or(("", body));
    let relationships =
        if folder.is_empty() { format!("_rels/{file}.rels") } else { format!("{folder}/_rels/{file}.rels") };
    let mut moved = Vec::new();
    for (name, from) in [(BODY, body), (BODY_RELATIONSHIPS, relationships.as_str())] {
        let Some(part) = package.part(from) else { continue };
        let bytes = match package.index(from).and_then(|index| changed.get(&index)) {
            Some(text) => text.as_bytes().to_vec(),
            None => read(package, part)?,
        };
        moved.push((name, bytes));
    }
    Ok(moved)
}
