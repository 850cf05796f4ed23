//! Upload tickets: items that are too many for one request are put to a signed link first, as a JSON array, JSON Lines or
//! CSV, and named by `itemsUploadId` then.

mod items;
mod read;
mod store;
mod ticket;

pub use items::{ItemsError, ItemsFormat, read_items};
pub use store::{NewUpload, Upload, UploadId, UploadStore};
pub use ticket::Ticket;
