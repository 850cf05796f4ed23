//! Bulk generation: one request, many documents, one archive. A job's items are cut into chunks, the chunks are queued,
//! rendered in any order and as often as they are delivered, and assembled into one ZIP, or one PDF, in the items' order.

mod assemble;
pub mod callback;
mod cut;
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
    ArchiveKind, Cutting, DocumentEntry, Failure, JobEnded, JobId, JobRecord, Made, NewJob, Order, Pending,
    Results, Settings,
};
pub use start::Started;
pub use store::{CutItems, Items, JobStore, NewArchive, NewItems, NewResults};
pub use task::{Deadline, Part, Reason, Step, Task};
pub use view::{ArchiveFile, JobView};
pub use warned::{ItemWarning, PartWarnings, Warned};
