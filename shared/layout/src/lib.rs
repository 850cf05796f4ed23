//! Lays out a Word document: a package in, pages out, as plain data.

mod error;
mod model;
mod pages;
mod read;
mod text_form;
mod undrawn;

pub use error::LayoutError;
pub use model::colour::Rgb;
pub use model::run::UnderlineStyle;
pub use model::story::Target;
pub use pages::{
    Dash, Destination, GlyphRun, Group, Heading, Item, Laid, Page, PlacedGlyph, PlacedPicture, Rect, Rule,
};
pub use undrawn::Undrawn;
