//! What the document says of its fonts (17.8.3), for those that are not at hand.

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

    /// What is known of the family.
    pub fn get(&self, family: &str) -> Option<&FontEntry> {
        self.0.get(&family.to_lowercase())
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
        _ => None,
    };
    FontEntry { alternatives: val("altName").unwrap_or_default(), generic }
}
