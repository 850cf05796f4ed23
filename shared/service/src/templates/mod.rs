//! Templates: their records, how they are registered, listed and compiled.

mod cache;
mod list;
mod metadata;
mod record;
mod register;

pub(crate) use cache::TemplateCache;
pub use list::TemplateSummary;
pub use metadata::Metadata;
pub use record::{NewVersion, Status, TemplateId, TemplateRecord};
pub use register::Registration;
