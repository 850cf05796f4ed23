//! Bulk generation: one request, many documents, one archive. A job's items are cut into chunks, the chunks are queued,
//! rendered in any order and as often as they are delivered, and assembled into one ZIP, or one PDF, in the items' order.

mod assemble;
pub mod callback;
mod documents;
mod merge;
mod name_check;
mod names;
mod progress;
mod record;
mod render;
mod start;
mod store;
mod task;
mod view;
mod warned;
mod work;
mod zip;

pub use progress::{Progress, Status};
pub use record::{
    ArchiveKind, DocumentEntry, Failure, JobEnded, JobId, JobRecord, Made, NewJob, Order, Pending, Results,
    Settings,
};
pub use start::Started;
pub use store::{JobStore, NewArchive, NewItems, NewResults};
pub use task::{Deadline, Part, Step, Task};
pub use view::{ArchiveFile, JobView};
pub use warned::{ItemWarning, PartWarnings, Warned};
