//! The child's side.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::AsFd;
use std::sync::mpsc;
use std::thread;

use platen_sandbox::confine;

use super::message::{Answer, Greeting, Tool};
use super::worker::Worker;
use super::{deadline, draw, frame, lay_out, merge_child};

/// Address space of the working thread's stack; pages are committed only when touched. The engine recurses through
/// tables, text boxes and groups, and an overflow would abort the process: [`crate::PdfLimits`] keeps documents well
/// inside.
const STACK_BYTES: usize = 256 << 20;

/// Does the work that a parent sends over stdin, until that ends; the answers go to stdout.
///
/// It returns as soon as stdin ends, also while it works: a parent that died waits for nothing. End the process then,
/// since the work would go on. Call it in `main`, before the process has other threads: only this one, and those that it
/// starts, are confined.
///
/// # Errors
/// The parent does not speak as the engines of this crate do, or the process is not confined as it should be.
pub fn serve() -> io::Result<()> {
    let (greeting, _) = frame::read::<Greeting>(&mut io::stdin().lock(), 0)?;
    let mut output = private_stdout()?;
    let is_confined = confine(&greeting.confinement);
    let first = match &is_confined {
        Ok(report) => Answer::Ready(report.clone()),
        Err(error) => Answer::Unconfined(error.to_string()),
    };
    frame::write(&mut output, &first, &[])?;
    let report = is_confined.map_err(io::Error::other)?;
    let closes_files = report.seccomp && report.landlock_abi.is_none();

    // Whichever ends first.
    let (ended, end) = mpsc::sync_channel(2);
    let gone = ended.clone();
    thread::Builder::new()
        .name("parent".into())
        .spawn(move || gone.send(deadline::hang_up(io::stdin().as_fd())))?;
    thread::Builder::new().name("work".into()).stack_size(STACK_BYTES).spawn(move || {
        let is_alone = platen_sandbox::no_more_threads().map_err(io::Error::other);
        // It makes itself warm before it reads anything of anybody's.
        let worker = match greeting.tool {
            Tool::Platen { folders } => lay_out::with_platen(folders, closes_files),
            Tool::Drawing => draw::worker(),
            Tool::Merging => merge_child::worker(),
        };
        let is_closed =
            if closes_files { platen_sandbox::no_more_files().map_err(io::Error::other) } else { Ok(()) };
        ended.send(is_alone.and(is_closed).and_then(|()| answer(worker, io::stdin().lock(), output)))
    })?;
    end.recv().unwrap_or(Ok(()))
}

/// Answers message by message, on one thread: a hand-over would cost as much as a tenth of a letter.
fn answer(mut worker: Worker, mut input: impl Read, mut output: File) -> io::Result<()> {
    loop {
        let (job, body) = match frame::read(&mut input, u64::MAX) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(()),
            read => read?,
        };
        let (answer, body) = worker(job, &body);
        frame::write(&mut output, &answer, &body)?;
    }
}

/// The pipe to the parent, which nothing but the answers is written to: what a library prints goes where errors go.
fn private_stdout() -> io::Result<File> {
    let output = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    rustix::stdio::dup2_stdout(io::stderr())?;
    Ok(File::from(output))
}
