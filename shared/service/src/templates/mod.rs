//! Templates: their records, how they are registered, listed and compiled.

mod cache;
mod check;
mod file;
mod include;
mod list;
mod manage;
mod metadata;
mod migrate;
mod record;
mod register;
mod thumbnail;
mod upload;

pub(crate) use cache::TemplateCache;
pub use check::TemplateCheck;
pub use file::TemplateFile;
pub use list::{SampleSummary, TemplateSummary};
pub use manage::{ManagedTemplate, TemplateDetails};
pub use metadata::Metadata;
pub use migrate::TemplateMigration;
pub use record::{NewVersion, Status, TemplateId, TemplateRecord};
pub use register::Registration;
pub use upload::TemplateUpload;
pub(crate) use upload::check_media_type;
