//! The requests and answers of the contract, as types. Reading a request lists all its faults at once.

mod fields;
mod generate_document;
mod generate_documents_bulk;
mod make_starter;
mod page;
mod pdf_options;

pub(crate) use fields::Fields;
pub use generate_document::{Format, GenerateDocument, Options};
pub use generate_documents_bulk::{GenerateDocumentsBulk, Items};
pub use make_starter::MakeStarter;
pub use page::{Page, Paged};
pub(crate) use pdf_options::protection_of;
