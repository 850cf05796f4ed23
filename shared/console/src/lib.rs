//! The console: a page for the browser that speaks to the service's API. Its source is in `web/`; `npm run build` makes
//! `dist/` of it, which is committed and becomes part of the program, so that whoever builds Platen needs no Node.

mod answer;
mod files;

pub use answer::answer;
pub use files::{File, files};
