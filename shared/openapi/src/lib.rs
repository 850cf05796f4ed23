//! The interface's description of itself: an OpenAPI 3.1 document made from the table of routes, the table of problems
//! and the types that are answered, and a reference page made from that document.
//!
//! The operations are a `match` over the routes, so that a route without a description does not compile; the answers'
//! schemas are derived from the types that handlers serialise; the requests' schemas are held to the parsers by tests.

mod answers;
mod document;
mod guide;
mod handlers;
mod operations;
mod page;
mod parameters;
mod problems;
pub mod requests;

pub use document::document;
pub use guide::guide_page;
pub use handlers::{docs, guide, openapi};
pub use page::page;
