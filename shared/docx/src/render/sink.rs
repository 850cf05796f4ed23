//! The destination of rendered text: a buffer that ends a render which writes too much or takes too long.

use std::io;

use crate::RenderError;
use platen_ooxml::{Bounds, Exhausted};

/// A bounded buffer.
pub(crate) struct Sink<'a> {
    pub bytes: Vec<u8>,
    bounds: Bounds<'a>,
    /// Bytes that all parts of the document may still take.
    left: u64,
    crossed: Option<Crossed>,
}

/// What ended a render.
#[derive(Debug, Clone, Copy)]
enum Crossed {
    /// [`platen_ooxml::Limits::output_bytes`]
    Output,
    Budget(Exhausted),
}

/// Steps of a write besides its bytes: what MiniJinja does between two of them.
const WRITE: u64 = 16;

impl<'a> Sink<'a> {
    pub fn new(bounds: Bounds<'a>) -> Sink<'a> {
        Sink { bytes: Vec::new(), bounds, left: bounds.limits.output_bytes, crossed: None }
    }

    /// Takes the bytes written so far and makes room for the next part.
    pub fn take(&mut self, capacity: usize) -> Vec<u8> {
        std::mem::replace(&mut self.bytes, Vec::with_capacity(capacity))
    }

    /// The limit that ended the render, if one did.
    pub fn error(&self) -> Option<RenderError> {
        Some(match self.crossed? {
            Crossed::Output => RenderError::Limit {
                limit: "output_bytes",
                allowed: format!("{} bytes", self.bounds.limits.output_bytes),
                hint: "send fewer items or split the document",
            },
            Crossed::Budget(exhausted) => exhausted.into(),
        })
    }
}

impl io::Write for Sink<'_> {
    fn write(&mut self, buf: &[u8]) -> io::Result<usize> {
        // A small template can print forever: bytes and time are counted as they go.
        let Some(left) = self.left.checked_sub(buf.len() as u64) else {
            self.crossed = Some(Crossed::Output);
            return Err(io::ErrorKind::StorageFull.into());
        };
        self.left = left;
        if let Err(exhausted) = self.bounds.budget.spend(buf.len() as u64 + WRITE) {
            self.crossed = Some(Crossed::Budget(exhausted));
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.bytes.extend_from_slice(buf);
        Ok(buf.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
