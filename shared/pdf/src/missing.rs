//! Characters of a document that no font at hand can draw.

use std::collections::BTreeSet;

use quick_xml::events::Event;
use quick_xml::Reader;

use crate::fonts::Fonts;
use crate::normalise::{open, read};
use crate::{PdfError, PdfLimits};

/// Lists the characters, sorted. Any font counts, since the engine falls back to whichever has the character.
pub(crate) fn missing(docx: &[u8], fonts: &Fonts, limits: &PdfLimits) -> Result<Vec<char>, PdfError> {
    let package = open(docx, limits)?;
    let mut used = BTreeSet::new();
    for part in package.parts() {
        if part.name().starts_with("word/") && part.name().ends_with(".xml") {
            collect(&read(&package, part)?, &mut used);
        }
    }
    Ok(fonts.without_glyph(used))
}

/// Adds the characters of runs' text (ECMA-376 part 1, 17.3.3.31) that leave a mark on the page.
fn collect(xml: &[u8], used: &mut BTreeSet<char>) {
    let Ok(text) = std::str::from_utf8(xml) else { return };
    let mut reader = Reader::from_str(text);
    let mut is_text = false;
    loop {
        match reader.read_event() {
            Ok(Event::Start(start)) => is_text = start.local_name().into_inner() == "t",
            Ok(Event::End(_)) => is_text = false,
            Ok(Event::Text(text)) if is_text => used.extend(text.chars().filter(|c| is_drawn(*c))),
            Ok(Event::GeneralRef(reference)) if is_text => {
                used.extend(reference.resolve_char_ref().ok().flatten().filter(|c| is_drawn(*c)));
            }
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

/// Spaces, controls, joiners and directions, variation selectors and private symbols (of pictograph fonts, which the
/// engine maps by itself) need no glyph of their own.
fn is_drawn(character: char) -> bool {
    !character.is_whitespace()
        && !character.is_control()
        && !matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e000}'..='\u{f8ff}')
}
