//! Lays out a Word document: a package in, pages out, as plain data.

mod block;
mod bounds;
mod chart;
mod draw;
mod drawing;
mod embedded;
mod error;
mod field;
mod field_names;
mod form_field;
mod ink;
mod line;
mod metafile;
mod model;
mod note_numbers;
mod number_format;
mod number_words;
mod options;
mod page;
mod pages;
mod read;
mod reader;
mod settle;
mod shape;
mod source;
mod structure;
mod structure_builder;
mod svg;
mod text_form;
mod undrawn;
mod units;

pub use drawing::Rgb;
pub use embedded::embedded_fonts;
pub use error::LayoutError;
pub use field::FieldResult;
pub use form_field::{FieldKind, FormField};
pub use model::definitions::Kept;
pub use model::run::UnderlineStyle;
pub use options::{Fields, LayoutOptions};
pub use pages::{
    Cap, Clip, Dash, Destination, Drawing, FillRule, GlyphRun, Gradient, GradientForm, Group, Heading, Ink,
    Item, Join, Laid, Page, Paint, Path, PatternPaint, PicturePaint, PlacedGlyph, PlacedPicture, Recolour,
    Rect, Rule, Segment, Stroke, Target,
};
pub use settle::UpdatedFields;
pub use structure::{Element, ElementId, ElementKind, Header, ListKind};
pub use undrawn::Undrawn;

use platen_fonts::Library;
use platen_ooxml::Bounds;
use platen_ooxml::package::Package;

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
/// [`Fields::Updated`], nothing asks Word to update them anymore.
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
