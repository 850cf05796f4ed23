//! Lays out a Word document: a package in, pages out, as plain data.

mod error;
mod model;
mod read;
mod undrawn;

pub use error::LayoutError;
pub use model::colour::Rgb;
pub use model::run::UnderlineStyle;
pub use model::story::Target;
pub use undrawn::Undrawn;
