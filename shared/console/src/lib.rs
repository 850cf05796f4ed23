//! The console, a page for the browser that speaks to the service's API, and the Word add-in made of its parts. Their source is in `web/`; `npm run build` makes
//! `dist/` of it, which is committed and becomes part of the program, so that building Platen needs no Node.

mod answer;
mod files;
mod manifest;
mod missing;

pub use answer::answer;
pub use files::{File, files};
pub use manifest::manifest;
pub use missing::missing;
