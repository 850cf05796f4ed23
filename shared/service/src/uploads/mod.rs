//! Upload tickets: items that are too many for one request are put to a signed link first, as a JSON array, JSON Lines, CSV
//! or an Excel workbook, and named by `itemsUploadId` then.

mod read;
mod store;
mod ticket;

pub use platen_tables::{Choices, Format};
pub(crate) use read::{Piece, refused};
pub use store::{NewUpload, Upload, UploadId, UploadStore};
pub use ticket::Ticket;
