//! The fonts that documents are drawn with: which face draws which character, how wide it is, how high its line.
//!
//! A document names a family and a style ([`Request`]). [`Library::select`] answers with the face that draws it, a
//! [`Choice`]: the named font itself where it is at hand, else a stand-in that has the named font's widths and heights,
//! so that lines and pages break where they break with the named font. [`Library::itemise`] cuts text into stretches of
//! one script, direction and face; [`Library::shape`] turns each into glyphs.
//!
//! Lengths are in em (multiples of the font size), so that nothing here depends on the size. The crate knows nothing of
//! Word files or of PDF.

mod bundled;
mod choice;
mod embedded;
mod face;
mod facts;
mod fallback;
mod family_names;
mod fit;
mod fitted_families;
mod generic;
mod glyphs;
mod group;
mod han;
mod itemise;
mod lenders;
mod letters;
mod library;
mod math;
mod metrics;
mod opened;
mod scan;
mod script_forms;
mod shape;
mod stand_ins;
mod stretch;
mod symbols;
mod unhinted;
mod wide;
mod words;

pub use choice::{Choice, Request};
pub use embedded::{EmbeddedFont, Refusal};
pub use face::{Face, FaceId, Program};
pub use generic::Generic;
pub use glyphs::{Features, Glyph, Shaped};
pub use itemise::{Item, Itemise, levels, visual_order};
pub use library::{FontFolders, Library};
pub use math::{Constant, Corner, Extents, MathFont, Operator, Part};
pub use metrics::LineMetrics;
pub use opened::FontData;
pub use unicode_script::Script;
