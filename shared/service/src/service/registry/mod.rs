//! Templates: registered, compiled and cached, changed, listed, described and drawn.

mod cache;
mod changes;
mod check;
mod describe;
mod file;
mod include;
mod known;
mod list;
mod manage;
mod marked;
mod metadata;
mod migrate;
mod register;
mod source;
mod thumbnail;
mod upload;
mod users;

pub(crate) use cache::{Content, TemplateCache};
pub use changes::{ChangedField, FieldShape, TemplateChanges};
pub use check::TemplateCheck;
pub use describe::DescribeTemplate;
pub use file::TemplateFile;
pub use list::{SampleSummary, TemplateSummary};
pub use manage::{ManagedTemplate, TemplateDetails};
pub use marked::{ErrorMark, MarkedPage, MarkedTemplate};
pub use metadata::Metadata;
pub use migrate::TemplateMigration;
pub use register::Registration;
pub(crate) use source::SourceTemplate;
pub use upload::TemplateUpload;
pub(crate) use upload::check_media_type;

use super::Service;

/// Operations on templates: [`Service::templates`].
#[derive(Clone, Copy)]
pub struct Templates<'a>(pub(super) &'a Service);
