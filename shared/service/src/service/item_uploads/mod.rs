//! Uploads of items: gives out tickets, accepts files, and reads them for the jobs that name them.

mod read;
mod ticket;

pub(crate) use read::Piece;
pub use ticket::Ticket;

use super::Service;

/// Operations on uploads: [`Service::uploads`].
#[derive(Clone, Copy)]
pub struct Uploads<'a>(pub(super) &'a Service);
