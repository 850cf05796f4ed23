//! A document's font table (17.8.3), for fonts that are not installed.

use std::collections::HashMap;

use platen_fonts::Generic;

use crate::read::Element;

/// The looks of one font.
#[derive(Debug, Clone, Default)]
pub(crate) struct FontEntry {
    /// Other names, comma-separated.
    pub alternatives: String,
    pub generic: Option<Generic>,
}

/// The fonts of a document by lower-case name.
#[derive(Debug, Default)]
pub(crate) struct FontTable(HashMap<String, FontEntry>);

impl FontTable {
    /// Reads `word/fontTable.xml`.
    pub fn read(root: Element<'_>) -> FontTable {
        let fonts = root.children().into_iter().filter(|font| font.name() == "font");
        FontTable(fonts.filter_map(|font| Some((font.attr("name")?.to_lowercase(), entry(font)))).collect())
    }

    /// The entry of the family.
    pub fn get(&self, family: &str) -> Option<&FontEntry> {
        self.0.get(&family.to_lowercase())
    }
}

/// Kinds of PANOSE (17.8.3.13): Latin text, of one width, and serif styles without serifs.
const LATIN_TEXT: u8 = 2;
const MONOSPACED: u8 = 9;
const SANS_SERIF: std::ops::RangeInclusive<u8> = 11..=15;

/// The look of a font by its ten PANOSE numbers, if the document gives no family.
fn by_panose(panose: &str) -> Option<Generic> {
    let number = |at: usize| u8::from_str_radix(panose.get(at * 2..at * 2 + 2)?, 16).ok();
    let (kind, serif, proportion) = (number(0)?, number(1)?, number(3)?);
    match serif {
        _ if kind != LATIN_TEXT => None,
        _ if proportion == MONOSPACED => Some(Generic::Mono),
        0 | 1 => None,
        serif if SANS_SERIF.contains(&serif) => Some(Generic::Sans),
        _ => Some(Generic::Serif),
    }
}

fn entry(font: Element<'_>) -> FontEntry {
    let val = |name: &str| font.child(name).and_then(|child| child.val());
    let generic = match (val("family").as_deref(), val("pitch").as_deref()) {
        // PostScript outlines of any kind are `modern` and of variable width.
        (Some("modern"), Some("variable")) => None,
        (Some("modern"), _) | (_, Some("fixed")) => Some(Generic::Mono),
        (Some("roman"), _) => Some(Generic::Serif),
        (Some("swiss"), _) => Some(Generic::Sans),
        _ => val("panose1").and_then(|panose| by_panose(&panose)),
    };
    FontEntry { alternatives: val("altName").unwrap_or_default(), generic }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panose_tells_serifs_from_none() {
        for (panose, looks) in [
            ("02040503050406030204", Some(Generic::Serif)), // Cambria
            ("020B0604020202020204", Some(Generic::Sans)),  // Arial
            ("02070309020205020404", Some(Generic::Mono)),  // Courier New
            ("03060902040502070203", None),                 // a script
            ("00000000000000000000", None),
            ("05050102010706020507", None), // Symbol
            ("02", None),
            ("é2040503", None),
        ] {
            assert_eq!(by_panose(panose), looks, "{panose}");
        }
    }
}
