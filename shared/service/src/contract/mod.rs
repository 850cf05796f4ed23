//! The requests and answers of the contract, as types. Reading a request lists all its errors at once.

mod at_end;
mod block_person;
pub(crate) mod convert_document;
pub(crate) mod create_form_link;
mod create_key;
mod create_webhook;
mod documents;
mod elements;
mod fields;
mod generate_document;
mod generate_documents_bulk;
mod make_starter;
mod pdf_files;
mod pdf_options;
mod redeliver;
mod sent;
mod signature;
pub(crate) mod template_source;

pub use at_end::AtEnd;
pub use block_person::BlockPerson;
pub use convert_document::ConvertDocument;
pub use create_form_link::CreateFormLink;
pub use create_key::CreateKey;
pub use create_webhook::CreateWebhook;
pub use documents::DocumentItem;
pub(crate) use fields::Fields;
pub use generate_document::{GenerateDocument, Options};
pub(crate) use generate_documents_bulk::LISTS;
pub use generate_documents_bulk::{Bundle, GenerateDocumentsBulk, Items};
pub use make_starter::MakeStarter;
pub use pdf_files::InvoiceOfData;
pub(crate) use pdf_files::{Files, Invoice, files_of, kept_files};
pub(crate) use pdf_options::protection_of;
pub use redeliver::Redeliver;
pub use sent::Sent;
pub use template_source::TemplateSource;
