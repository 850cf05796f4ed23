//! Lays out a Word document: a package in, pages out, as plain data.

mod block;
mod draw;
mod drawing;
mod embedded;
mod error;
mod line;
mod model;
mod page;
mod pages;
mod read;
mod shape;
mod structure;
mod table;
mod text_form;
mod undrawn;

pub use embedded::embedded_fonts;
pub use error::LayoutError;
pub use model::colour::Rgb;
pub use model::run::UnderlineStyle;
pub use model::story::Target;
pub use pages::{
    Cap, Dash, Destination, Drawing, GlyphRun, Group, Heading, Ink, Item, Join, Laid, Page, Path,
    PlacedGlyph, PlacedPicture, Rect, Rule, Segment, Stroke,
};
pub use structure::{Element, ElementId, ElementKind, ListKind};
pub use undrawn::Undrawn;

use std::cell::RefCell;

use platen_docx::package::Package;
use platen_docx::{Budget, Limits};
use platen_fonts::Library;

use block::Layouter;
use model::Document;
use page::Filler;
use shape::Shaper;
use shape::east_asian::Rules;

/// How a document is laid out.
#[derive(Debug, Clone)]
pub struct LayoutOptions {
    /// Bounds on what its parts may hold.
    pub limits: Limits,
    /// What the work may cost.
    pub budget: Budget,
    /// Pages that it may make.
    pub pages: usize,
}

impl LayoutOptions {
    /// Options with the default bounds, and a budget of their own.
    #[must_use]
    pub fn new(limits: &Limits) -> LayoutOptions {
        LayoutOptions { limits: limits.clone(), budget: Budget::of(limits), pages: 10_000 }
    }
}

/// Lays out a document.
///
/// # Errors
/// [`LayoutError`]: a part that cannot be read, or a bound that was hit.
pub fn layout(package: &Package, library: &Library, options: &LayoutOptions) -> Result<Laid, LayoutError> {
    let mut document = Document::read(package, &options.limits, &options.budget)?;
    let structure = structure::number(&mut document, &options.budget)?;
    let undrawn = RefCell::new(std::mem::take(&mut document.undrawn));
    let labels = [&document.footnotes, &document.endnotes]
        .map(|notes| notes.iter().map(|note| note.label.as_str()).collect());
    let settings = &document.settings;
    let marks = Rules { compresses: settings.compress_punctuation, balances: settings.balance_widths };
    let shaper = Shaper::new(library, &document.fonts, &options.budget, labels, &undrawn, marks);
    let layouter = Layouter { document: &document, shaper, budget: &options.budget, undrawn: &undrawn };
    let mut filler = Filler::new(&layouter, options.pages);
    let pages = filler.run()?;
    let (outline, destinations) =
        (std::mem::take(&mut filler.outline), std::mem::take(&mut filler.destinations));
    drop(filler);
    drop(layouter);
    Ok(Laid { pages, outline, destinations, structure, undrawn: undrawn.into_inner().into_list() })
}
