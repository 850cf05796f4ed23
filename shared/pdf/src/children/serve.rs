//! The child's side.

use std::fs::File;
use std::io;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use rustix::process::{setrlimit, Resource, Rlimit};

use super::frame;
use crate::libreoffice::Office;
use crate::worker::{self, Converted, STACK_BYTES};

/// Converts the documents that a parent sends over stdin, until that ends; the answers go to stdout.
///
/// It returns as soon as stdin ends, also while a conversion runs: a parent that died waits for none. End the
/// process then, since the conversion would go on.
///
/// # Errors
/// The parent does not speak as the engines of this crate do, or the limits cannot be set.
pub fn serve() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let (kind, greeting) = frame::read(&mut input)?;
    let greeting = String::from_utf8(greeting).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    if !matches!(kind, frame::EMBEDDED | frame::LIBREOFFICE) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (memory, libraries) = greeting.split_once(' ').unwrap_or((&greeting, ""));
    bound(memory.parse().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?)?;

    let mut output = private_stdout()?;
    let (documents, waiting) = mpsc::sync_channel::<Vec<u8>>(1);
    let libraries = PathBuf::from(libraries);
    thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || {
        let mut convert: Converter = match kind {
            frame::LIBREOFFICE => with_office(libraries),
            _ => Box::new(worker::guarded),
        };
        for docx in waiting {
            // A parent that is gone is noticed on the input.
            let _ = frame::write_answer(&mut output, &convert(&docx));
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

/// What makes a PDF of a document.
type Converter = Box<dyn FnMut(&[u8]) -> Converted>;

/// Loads LibreOffice with the first document and keeps it, on the thread that converts: it is made for one thread.
fn with_office(libraries: PathBuf) -> Converter {
    let mut office = None;
    Box::new(move |docx| match &mut office {
        Some(office) => Office::convert(office, docx),
        None => office.insert(Office::load(&libraries)?).convert(docx),
    })
}

/// The pipe to the parent, which nothing but the answers is written to: what a library prints goes where errors go.
fn private_stdout() -> io::Result<File> {
    let output = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}

/// Attack: a small document that the engine lays out in all of the machine's memory. The allocation that crosses the
/// bound aborts this process and no other. No core is dumped: it would hold the document.
fn bound(memory_bytes: u64) -> io::Result<()> {
    let limit = |most| Rlimit { current: Some(most), maximum: Some(most) };
    setrlimit(Resource::Core, limit(0))?;
    setrlimit(Resource::As, limit(memory_bytes))?;
    Ok(())
}
