//! The child's side.

use std::io::{self, Read, Write};
use std::sync::mpsc;
use std::thread;

use rustix::process::{setrlimit, Resource, Rlimit};

use super::frame;
use crate::worker::{self, STACK_BYTES};

/// Converts the documents that a parent sends over `input`, until that ends; the answers go to `output`.
///
/// It returns as soon as `input` ends, also while a conversion runs: a parent that died waits for none. End the
/// process then, since the conversion would go on.
///
/// # Errors
/// The parent does not speak as [`crate::Embedded::in_children`] does, or the limits cannot be set.
pub fn serve(mut input: impl Read, mut output: impl Write + Send + 'static) -> io::Result<()> {
    let (kind, memory) = frame::read(&mut input)?;
    let memory = std::str::from_utf8(&memory).ok().and_then(|text| text.parse().ok());
    let (frame::MEMORY, Some(memory)) = (kind, memory) else { return Err(io::ErrorKind::InvalidData.into()) };
    bound(memory)?;

    let (documents, waiting) = mpsc::sync_channel::<Vec<u8>>(1);
    thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || {
        for docx in waiting {
            // A parent that is gone is noticed on the input.
            let _ = frame::write_answer(&mut output, &worker::guarded(&docx));
        }
    })?;
    loop {
        match frame::read(&mut input) {
            Ok((frame::DOCUMENT, docx)) => {
                if documents.send(docx).is_err() {
                    return Err(io::ErrorKind::BrokenPipe.into());
                }
            }
            Ok(_) => return Err(io::ErrorKind::InvalidData.into()),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            Err(error) => return Err(error),
        }
    }
}

/// Attack: a small document that the engine lays out in all of the machine's memory. The allocation that crosses the
/// bound aborts this process and no other. No core is dumped: it would hold the document.
fn bound(memory_bytes: u64) -> io::Result<()> {
    let limit = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Core, limit(0))?;
    setrlimit(Resource::As, limit(memory_bytes))?;
    Ok(())
}
