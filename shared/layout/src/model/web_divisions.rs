//! Margins of a document's HTML divisions, `word/webSettings.xml` (17.15.2).

use std::collections::HashMap;

use crate::bounds::WIDEST;
use crate::read::Element;

/// Divisions in one another; Word writes as many as the web page had.
const MAX_DEPTH: usize = 64;

/// Left and right margins of each division in points, with those of the divisions around it.
#[derive(Debug, Clone, Default)]
pub(crate) struct WebDivisions(HashMap<String, (f64, f64)>);

impl WebDivisions {
    /// Reads them.
    pub fn read(root: Element<'_>) -> WebDivisions {
        let mut all = WebDivisions::default();
        if let Some(divisions) = root.child("divs") {
            all.add(divisions, (0.0, 0.0), MAX_DEPTH);
        }
        all
    }

    fn add(&mut self, divisions: Element<'_>, around: (f64, f64), depth: usize) {
        for own in divisions.children().into_iter().filter(|own| own.name() == "div") {
            let margin = |name: &str| {
                own.child(name).and_then(|own| own.points("val")).unwrap_or(0.0).clamp(-WIDEST, WIDEST)
            };
            let margins = (around.0 + margin("marLeft"), around.1 + margin("marRight"));
            if let Some(id) = own.attr("id") {
                self.0.insert(id, margins);
            }
            if let (Some(inner), Some(depth)) = (own.child("divsChild"), depth.checked_sub(1)) {
                self.add(inner, margins, depth);
            }
        }
    }

    /// The margins of a paragraph in a division (17.3.1.10).
    pub fn margins(&self, id: &str) -> (f64, f64) {
        self.0.get(id).copied().unwrap_or_default()
    }
}
