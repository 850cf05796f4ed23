//! Where two PDFs of a document have its words.

use std::collections::BTreeMap;

use lopdf::{Document, Object};

use crate::poppler;

/// A word of a page. Points from the page's upper left corner.
#[derive(Debug, Clone)]
struct Placed {
    text: String,
    page: usize,
    x: f64,
    foot: f64,
}

/// What counts as the same place across. Points: LibreOffice sets widths in whole units of a printer's pixels.
const ACROSS: f64 = 1.5;

/// What counts as the same distance to the word before, down: a quarter of a point can be lost at each rule of a table.
const DOWN: f64 = 2.0;

fn attribute(line: &str, name: &str) -> Option<f64> {
    let (_, rest) = line.split_once(&format!("{name}=\""))?;
    rest.split_once('"')?.0.parse().ok()
}

/// The PDF with fonts that reach down to the baseline, so that boxes of words end there: each engine says otherwise how deep a font is.
fn on_baselines(pdf: &[u8]) -> Vec<u8> {
    let mut document = Document::load_mem(pdf).unwrap();
    for object in document.objects.values_mut() {
        if let Object::Dictionary(font) = object
            && font.has_type(b"FontDescriptor")
        {
            font.set("Ascent", 700);
            // None at all would stand for a guess of poppler's. Thousandths of an em.
            font.set("Descent", -1);
        }
    }
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).unwrap();
    bytes
}

/// The words that occur once, in reading order.
fn words(pdf: &[u8]) -> Vec<Placed> {
    let (mut page, mut found) = (0, Vec::new());
    for line in poppler::positions(&on_baselines(pdf)).lines() {
        page += usize::from(line.contains("<page "));
        let Some((_, text)) = line.split_once("\">") else { continue };
        let (Some(x), Some(foot)) = (attribute(line, "xMin"), attribute(line, "yMax")) else { continue };
        let text = text.split('<').next().unwrap_or_default().to_owned();
        found.push(Placed { text, page, x, foot });
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for word in &found {
        *counts.entry(word.text.clone()).or_default() += 1;
    }
    found.retain(|word| counts[&word.text] == 1 && number(&word.text).is_some());
    found
}

/// The number at a word's end, which says where it stands in the document.
fn number(word: &str) -> Option<usize> {
    let digits = word.trim_start_matches(|c: char| c.is_ascii_lowercase());
    if digits.len() == word.len() { None } else { digits.parse().ok() }
}

/// The first word, in the document's order, that stands elsewhere.
pub(super) fn first_difference(ours: &[u8], theirs: &[u8]) -> Option<String> {
    let pages = (poppler::pages(ours), poppler::pages(theirs));
    let (ours, theirs) = (words(ours), words(theirs));
    let ours_by: BTreeMap<usize, &Placed> =
        ours.iter().filter_map(|word| Some((number(&word.text)?, word))).collect();
    let theirs_by: BTreeMap<usize, &Placed> =
        theirs.iter().filter_map(|word| Some((number(&word.text)?, word))).collect();
    let mut last: Option<(&Placed, &Placed)> = None;
    for (number, own) in &ours_by {
        let Some(their) = theirs_by.get(number) else { continue };
        if own.page != their.page {
            return Some(format!("{} is on page {}, LibreOffice {}", own.text, own.page, their.page));
        }
        let shift = own.foot - their.foot;
        let before = last.filter(|(last, _)| last.page == own.page).map_or(0.0, |(a, b)| a.foot - b.foot);
        if (shift - before).abs() > DOWN {
            return Some(format!(
                "{} on page {} is {:+.1} points down ({:.1}, LibreOffice {:.1}; the word before {:+.1})",
                own.text,
                own.page,
                shift - before,
                own.foot,
                their.foot,
                before
            ));
        }
        if (own.x - their.x).abs() > ACROSS {
            return Some(format!(
                "{} on page {} is {:+.1} points to the right ({:.1}, LibreOffice {:.1})",
                own.text,
                own.page,
                own.x - their.x,
                own.x,
                their.x
            ));
        }
        last = Some((own, their));
    }
    let (own, their) = (ours_by.len(), theirs_by.len());
    if own != their {
        return Some(format!("{own} words are found, LibreOffice {their}"));
    }
    (pages.0 != pages.1).then(|| format!("{} pages, LibreOffice {}", pages.0, pages.1))
}
