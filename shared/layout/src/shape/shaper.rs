//! The context of shaping: fonts, settings, and cached results for the document.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use platen_fonts::{Choice, FaceId, Library};
use platen_ooxml::Budget;

use crate::model::FontTable;
use crate::model::settings::Settings;
use crate::undrawn::UndrawnList;

/// Turns paragraphs into glyphs.
pub(crate) struct Shaper<'a> {
    pub library: &'a Library,
    pub fonts: &'a FontTable,
    pub budget: &'a Budget,
    /// Numbers of notes as written: footnotes, endnotes.
    pub note_labels: [Vec<&'a str>; 2],
    pub undrawn: &'a RefCell<UndrawnList>,
    pub settings: &'a Settings,
    pub hyphens: RefCell<HashMap<FaceId, Option<(u16, f64)>>>,
    /// Faces of equations, by family.
    pub equations: RefCell<HashMap<Arc<str>, Choice>>,
    pub kashidas: RefCell<HashMap<FaceId, Option<(u16, f64)>>>,
}

impl<'a> Shaper<'a> {
    pub fn new(
        library: &'a Library,
        fonts: &'a FontTable,
        budget: &'a Budget,
        note_labels: [Vec<&'a str>; 2],
        undrawn: &'a RefCell<UndrawnList>,
        settings: &'a Settings,
    ) -> Shaper<'a> {
        Shaper {
            library,
            fonts,
            budget,
            note_labels,
            undrawn,
            settings,
            hyphens: RefCell::default(),
            equations: RefCell::default(),
            kashidas: RefCell::default(),
        }
    }
}
