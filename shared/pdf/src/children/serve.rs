//! The child's side.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use rustix::process::{setrlimit, Resource, Rlimit};

use super::{deadline, frame};
use crate::finish::Conformance;
use crate::libreoffice::Office;
use crate::platen;
use crate::worker::{self, Converted, STACK_BYTES};

/// Converts the documents that a parent sends over stdin, until that ends; the answers go to stdout.
///
/// It returns as soon as stdin ends, also while a conversion runs: a parent that died waits for none. End the
/// process then, since the conversion would go on.
///
/// # Errors
/// The parent does not speak as the engines of this crate do, or the limits cannot be set.
pub fn serve() -> io::Result<()> {
    let (kind, greeting) = frame::read(&mut io::stdin().lock())?;
    let greeting = String::from_utf8(greeting).map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?;
    if !matches!(kind, frame::EMBEDDED | frame::PLATEN | frame::LIBREOFFICE) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let (memory, libraries) = greeting.split_once(' ').unwrap_or((&greeting, ""));
    bound(memory.parse().map_err(|_| io::Error::from(io::ErrorKind::InvalidData))?)?;

    let output = private_stdout()?;
    let folders = libraries.split('\0').filter(|folder| !folder.is_empty()).map(PathBuf::from).collect();
    let libraries = PathBuf::from(libraries);
    // Whichever ends first.
    let (ended, end) = mpsc::sync_channel(2);
    let gone = ended.clone();
    thread::Builder::new()
        .name("pdf-parent".into())
        .spawn(move || gone.send(deadline::hang_up(io::stdin().as_fd())))?;
    thread::Builder::new().name("pdf".into()).stack_size(STACK_BYTES).spawn(move || {
        let convert: Converter = match kind {
            frame::LIBREOFFICE => with_office(libraries),
            frame::PLATEN => {
                let conversion = platen::conversion(folders);
                Box::new(move |docx, _| conversion(docx))
            }
            // It writes the same for every standard.
            _ => Box::new(|docx, _| worker::guarded(docx)),
        };
        ended.send(answer(convert, io::stdin().lock(), output))
    })?;
    end.recv().unwrap_or(Ok(()))
}

/// Answers document by document, on one thread: a hand-over would cost as much as a tenth of a letter.
fn answer(mut convert: Converter, mut input: impl Read, mut output: File) -> io::Result<()> {
    loop {
        let (kind, docx) = match frame::read(&mut input) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        };
        let wanted = frame::wanted(kind).ok_or_else(|| io::Error::from(io::ErrorKind::InvalidData))?;
        frame::write_answer(&mut output, &convert(&docx, wanted))?;
    }
}

/// What makes a PDF of a document.
type Converter = Box<dyn FnMut(&[u8], Option<Conformance>) -> Converted>;

/// Loads LibreOffice with the first document and keeps it, on the thread that converts: it is made for one thread.
fn with_office(libraries: PathBuf) -> Converter {
    let mut office = None;
    Box::new(move |docx, wanted| match &mut office {
        Some(office) => Office::convert(office, docx, wanted),
        None => office.insert(Office::load(&libraries)?).convert(docx, wanted),
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
