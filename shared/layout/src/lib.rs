//! Lays out a Word document: a package in, pages out, as plain data.

mod block;
mod chart;
mod draw;
mod drawing;
mod embedded;
mod error;
mod field;
mod line;
mod math;
mod metafile;
mod model;
mod page;
mod pages;
mod read;
mod recent;
mod settle;
mod shape;
mod source;
mod structure;
mod svg;
mod table;
mod text_form;
mod undrawn;

pub use embedded::embedded_fonts;
pub use error::LayoutError;
pub use field::{FieldResult, Fields};
pub use model::colour::Rgb;
pub use model::definitions::Kept;
pub use model::run::UnderlineStyle;
pub use model::story::Target;
pub use pages::{
    Cap, Clip, Dash, Destination, Drawing, FillRule, GlyphRun, Gradient, GradientForm, Group, Heading, Ink,
    Item, Join, Laid, Page, Paint, Path, PatternPaint, PicturePaint, PlacedGlyph, PlacedPicture, Recolour,
    Rect, Rule, Segment, Stroke,
};
pub use recent::Recent;
pub use settle::UpdatedFields;
pub use structure::{Element, ElementId, ElementKind, ListKind};
pub use undrawn::Undrawn;

use jiff::civil::DateTime;
use platen_docx::package::Package;
use platen_docx::{Bounds, Budget, Limits};
use platen_fonts::Library;

/// How a document is laid out.
#[derive(Debug, Clone)]
pub struct LayoutOptions {
    /// Bounds on what its parts may hold.
    pub limits: Limits,
    /// What the work may cost.
    pub budget: Budget,
    /// Pages that it may make.
    pub pages: usize,
    /// Which results of fields it shows.
    pub fields: Fields,
    /// What fields take for the present. `None`: dates and times keep their saved results, so that the same document
    /// gives the same pages.
    pub now: Option<DateTime>,
    /// The name of the document's file, which `FILENAME` shows.
    pub file_name: Option<String>,
}

impl LayoutOptions {
    /// Options with the default bounds, and a budget of their own; fields show their saved results.
    #[must_use]
    pub fn new(limits: &Limits) -> LayoutOptions {
        LayoutOptions {
            limits: limits.clone(),
            budget: Budget::of(limits),
            pages: 10_000,
            fields: Fields::Saved,
            now: None,
            file_name: None,
        }
    }
}

/// Lays out a document.
///
/// # Errors
/// [`LayoutError`]: a part that cannot be read, or a bound that was hit.
pub fn layout(package: &Package, library: &Library, options: &LayoutOptions) -> Result<Laid, LayoutError> {
    layout_with(package, library, options, &Kept::default())
}

/// Lays out a document with what others before it have in common with it.
///
/// # Errors
/// As [`layout`].
pub fn layout_with(
    package: &Package,
    library: &Library,
    options: &LayoutOptions,
    kept: &Kept,
) -> Result<Laid, LayoutError> {
    let mut laid = settle::settled(package, library, options, kept)?.laid;
    let mut told = undrawn::UndrawnList::default();
    let bounds = Bounds { limits: &options.limits, budget: &options.budget };
    laid.pictures = metafile::draw(&mut laid.pages, package, library, bounds, &mut told)?;
    laid.undrawn.extend(told.into_list());
    Ok(laid)
}

/// Computes the fields of a document, and gives the parts with their results in them. Where [`LayoutOptions::fields`] is
/// [`Fields::Updated`], nothing asks Word to update them any more.
///
/// # Errors
/// As [`layout`].
pub fn update_fields(
    package: &Package,
    library: &Library,
    options: &LayoutOptions,
    kept: &Kept,
) -> Result<UpdatedFields, LayoutError> {
    settle::settled(package, library, options, kept)?.into_updated(options)
}
