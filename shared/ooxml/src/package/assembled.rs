//! Packages that are put together from parts of others: parts under new names, and one that grows piece by piece and is held
//! deflated.

use std::sync::Arc;

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};

use super::part::{Kept, Method, Part};
use super::write::{self, WriteError};

impl Part {
    /// A part of these bytes.
    pub fn new(name: &str, content_type: &str, bytes: &[u8]) -> Part {
        let mut data = Vec::new();
        let method = write::pack(&mut data, bytes);
        Part {
            name: name.to_owned(),
            content_type: Some(content_type.into()),
            data: data.into(),
            method,
            crc: write::crc32(bytes),
            size: bytes.len() as u64,
            kept: Kept::default(),
        }
    }

    /// The same part under another name. It holds its own bytes, so that the file that it comes from can go.
    #[must_use]
    pub fn detached(&self, name: &str) -> Part {
        let data = Bytes::copy_from_slice(&self.data);
        Part { name: name.to_owned(), data, kept: Kept::default(), ..self.clone() }
    }

    /// Whether two parts hold the same, as far as the bytes in the container tell.
    pub fn holds_as(&self, other: &Part) -> bool {
        (self.crc, self.size) == (other.crc, other.size)
            && self.content_type == other.content_type
            && self.data == other.data
    }
}

/// A part that grows. In memory it is as long as in the container.
#[derive(Debug)]
pub struct Growing {
    data: Vec<u8>,
    crc: Crc,
    size: u64,
    state: Compress,
}

impl Default for Growing {
    fn default() -> Self {
        // The level of all written parts.
        let state = Compress::new(Compression::new(1), false);
        Growing { data: Vec::new(), crc: Crc::new(), size: 0, state }
    }
}

impl Growing {
    /// Adds bytes. Each piece is packed for itself: a thousand alike must not pack as well as an attack does
    /// ([`crate::Limits::compression_ratio`]).
    pub fn push(&mut self, bytes: &[u8]) {
        self.deflate(bytes, FlushCompress::Full);
    }

    /// Bytes of the part so far, and those in the container.
    pub fn sizes(&self) -> (u64, u64) {
        (self.size, self.data.len() as u64)
    }

    /// The part, with its last bytes.
    #[must_use]
    pub fn end(mut self, name: &str, content_type: &str, bytes: &[u8]) -> Part {
        self.deflate(bytes, FlushCompress::Finish);
        Part {
            name: name.to_owned(),
            content_type: Some(Arc::from(content_type)),
            data: self.data.into(),
            method: Method::Deflated,
            crc: self.crc.sum(),
            size: self.size,
            kept: Kept::default(),
        }
    }

    fn deflate(&mut self, bytes: &[u8], flush: FlushCompress) {
        self.crc.update(bytes);
        self.size += bytes.len() as u64;
        let start = self.state.total_in();
        loop {
            let done = usize::try_from(self.state.total_in() - start).unwrap_or(usize::MAX);
            let rest = bytes.get(done..).unwrap_or_default();
            self.data.reserve(rest.len() / 4 + 64);
            let status = self.state.compress_vec(rest, &mut self.data, flush);
            let has_room = self.data.len() < self.data.capacity();
            match status {
                Ok(Status::StreamEnd) | Err(_) => return,
                // What is left of the output would have found room.
                Ok(_)
                    if flush != FlushCompress::Finish
                        && has_room
                        && self.state.total_in() - start == bytes.len() as u64 =>
                {
                    return;
                }
                Ok(_) => {}
            }
        }
    }
}

/// Writes a package of these parts, `[Content_Types].xml` and relationships among them. The same parts give the same bytes.
///
/// # Errors
/// [`WriteError::BadName`] for a name that no part can have or that comes twice, [`WriteError::TooLarge`].
pub fn assembled(parts: Vec<Part>) -> Result<Vec<u8>, WriteError> {
    write::whole(parts)
}
