//! Where rendered text goes: a buffer that ends a render which writes too much or takes too long.

use std::io;
use std::time::Instant;

use crate::{Limits, RenderError};

/// A bounded buffer.
pub(crate) struct Sink<'a> {
    pub bytes: Vec<u8>,
    limits: &'a Limits,
    /// Bytes that all parts of the document may still take.
    left: u64,
    deadline: Instant,
    writes: u32,
    crossed: Option<&'static str>,
}

impl<'a> Sink<'a> {
    pub fn new(limits: &'a Limits) -> Sink<'a> {
        Sink {
            bytes: Vec::new(),
            limits,
            left: limits.output_bytes,
            deadline: Instant::now() + limits.render_time,
            writes: 0,
            crossed: None,
        }
    }

    /// Takes the bytes written so far and makes room for the next part.
    pub fn take(&mut self, capacity: usize) -> Vec<u8> {
        std::mem::replace(&mut self.bytes, Vec::with_capacity(capacity))
    }

    /// The limit that ended the render, if one did.
    pub fn error(&self) -> Option<RenderError> {
        Some(match self.crossed? {
            "output_bytes" => RenderError::Limit {
                limit: "output_bytes",
                allowed: format!("{} bytes", self.limits.output_bytes),
                hint: "send fewer items or split the document",
            },
            _ => RenderError::Limit {
                limit: "render_time",
                allowed: format!("{:?}", self.limits.render_time),
                hint: "send fewer items or make the template's loops simpler",
            },
        })
    }
}

impl io::Write for Sink<'_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        // A small template can print for ever: bytes and time are counted as they go.
        let Some(left) = self.left.checked_sub(buf.len() as u64) else {
            self.crossed = Some("output_bytes");
            return Err(io::ErrorKind::StorageFull.into());
        };
        self.left = left;
        self.writes = self.writes.wrapping_add(1);
        if self.writes.is_multiple_of(1024) && Instant::now() > self.deadline {
            self.crossed = Some("render_time");
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.bytes.extend_from_slice(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
