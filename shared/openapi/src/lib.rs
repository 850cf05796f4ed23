//! The description of the interface: an OpenAPI 3.1 document, created from the table of routes, the table of problems and the response
//! types, and a reference page created from that document.
//!
//! The operations are a `match` over the routes, so a route without a description does not compile. The schemas of responses are derived
//! from the types that handlers serialize; tests compare the schemas of requests with the parsers.

mod answer_examples;
mod answers;
pub mod calls;
mod document;
mod example;
mod fitting;
mod guide;
mod handlers;
mod messages;
mod operations;
mod page;
mod parameters;
mod plain;
mod problems;
pub mod requests;
pub mod samples;
mod swagger;
pub mod values;
mod whole_examples;

pub use document::document;
pub use example::{example, resolve};
pub use fitting::CODES;
pub use guide::guide_page;
pub use handlers::{docs, docs_script, guide, openapi, swagger};
pub use page::page;
pub use plain::{TemplateSchema, title};
