//! One child process and the thread that talks to it.

use std::io;
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::{frame, ChildSettings, Role};
use crate::libreoffice::Profile;
use crate::worker::Converted;
use crate::PdfError;

/// A running child. Dropping it kills the process.
pub(super) struct Child {
    process: Process,
    documents: mpsc::Sender<Vec<u8>>,
    answers: mpsc::Receiver<io::Result<Converted>>,
    /// Documents sent so far.
    pub(super) conversions: u32,
    /// Removed after the process has ended.
    _profile: Option<Profile>,
}

/// What a conversion in a child came to.
pub(super) struct Outcome {
    pub(super) converted: Converted,
    /// Whether the child is fit for the next document.
    pub(super) is_alive: bool,
}

impl Child {
    pub(super) fn start(settings: &ChildSettings, role: &Role) -> io::Result<Child> {
        let mut command = Command::new(&settings.program);
        command.args(&settings.arguments);
        let profile = role.prepare(&mut command)?;
        // The engine's last words on stderr may quote the document. A group of its own: Ctrl-C in a terminal stops the
        // parent, which lets running requests end first.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn()?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (documents, to_send) = mpsc::channel();
        let (received, answers) = mpsc::channel();
        let child = Child { process, documents, answers, conversions: 0, _profile: profile };
        let greeting = role.greeting(settings.memory_bytes);
        thread::Builder::new()
            .name("pdf-child".into())
            .spawn(move || talk(greeting, input, output, &to_send, &received))?;
        Ok(child)
    }

    /// Whether the process still runs. It may have been killed while it waited, by the operator or for lack of memory.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    pub(super) fn convert(&mut self, docx: Vec<u8>, time: Duration) -> Outcome {
        self.conversions += 1;
        if self.documents.send(docx).is_err() {
            return self.lost(PdfError::Engine);
        }
        match self.answers.recv_timeout(time) {
            Ok(Ok(converted)) => Outcome { converted, is_alive: true },
            Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => self.lost(PdfError::Engine),
            Err(RecvTimeoutError::Timeout) => self.lost(PdfError::Timeout(time)),
        }
    }

    fn lost(&mut self, error: PdfError) -> Outcome {
        self.kill();
        let status = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        tracing::warn!(%status, %error, "a PDF child process was lost with its document");
        Outcome { converted: Err(error), is_alive: false }
    }

    fn kill(&mut self) {
        // Only a process that has ended cannot be killed.
        let _ = self.process.kill();
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        // Without this a zombie would stay.
        let _ = self.process.wait();
    }
}

/// Carries documents and answers. A thread of its own, since neither pipe knows a deadline; it ends when the child is
/// killed, which breaks the pipes, or dropped.
fn talk(
    greeting: (u8, String),
    mut input: ChildStdin,
    mut output: ChildStdout,
    documents: &mpsc::Receiver<Vec<u8>>,
    answers: &mpsc::Sender<io::Result<Converted>>,
) {
    let mut greeting = Some(greeting);
    for docx in documents {
        let mut exchange = || {
            if let Some((kind, text)) = greeting.take() {
                frame::write(&mut input, kind, text.as_bytes())?;
            }
            frame::write(&mut input, frame::DOCUMENT, &docx)?;
            frame::read_answer(&mut output)
        };
        let answer = exchange();
        let is_over = answer.is_err();
        if answers.send(answer).is_err() || is_over {
            return;
        }
    }
}
