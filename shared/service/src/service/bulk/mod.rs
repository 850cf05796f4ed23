//! Bulk jobs: accepted, cut into chunks, rendered, assembled, shown and canceled.

mod archive_entries;
mod assemble;
mod chunk_work;
mod cut;
mod files_of_all;
mod merge;
mod mixed;
mod name_check;
mod names;
mod no_archive;
mod outcomes;
mod overruns;
mod render;
mod start;
mod step;
mod view;
mod zip;

pub(crate) use overruns::Overruns;
pub use start::Started;
pub use view::{ArchiveFile, JobView};

use super::Service;

/// Operations on bulk jobs: [`Service::jobs`].
#[derive(Clone, Copy)]
pub struct Jobs<'a>(pub(super) &'a Service);
