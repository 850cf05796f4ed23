//! Bulk generation: one request, many documents, one archive. A job's items are cut into chunks; the chunks are queued,
//! rendered in any order and as often as they are delivered, and assembled into one ZIP, or one PDF, in the items' order.
//!
//! This module has the stored form of a job and its changes; [`crate::service::bulk`] does the work.

mod callback_message;
mod deliver;
mod email_order;
mod job_record;
mod job_store;
mod progress;
mod task;
mod warned;

pub use callback_message::{Callback, DocumentNotice, JobNotice};
pub use deliver::{
    Addresses, Deliver, Deliveries, Delivery, DeliveryStatus, DocumentAtEnd, DocumentDelivery, Outcome,
};
pub use email_order::{Email, EmailFault, Written};
pub use job_record::{
    ArchiveKind, Cutting, DocumentEntry, Failure, JobEnded, JobRecord, JobTemplate, Made, NewJob, Order,
    Pending, Settings,
};
pub use job_store::{CutItems, Items, JobStore, NewArchive, NewItems, NewResults};
pub use progress::{Progress, Status};
pub use task::{Deadline, GiveWay, Part, Reason, Step, Task};
pub use warned::{ItemWarning, PartWarnings, Warned};
