//! Bulk generation: one request, many documents, one archive. A job's items are cut into chunks, the chunks are queued,
//! rendered in any order and as often as they are delivered, and assembled into one ZIP in the items' order.

mod assemble;
mod link;
mod names;
mod progress;
mod record;
mod render;
mod start;
mod store;
mod view;
mod work;

pub use link::ArchiveLink;
pub use progress::{Progress, Status};
pub use record::{Failure, JobId, JobRecord, Made, NewJob, Outcome, Settings};
pub use start::Started;
pub use store::{Delivery, JobStore, Task, WorkQueue};
pub use view::JobView;
