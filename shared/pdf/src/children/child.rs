//! One child process and what is said to it.

use std::io;
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::deadline::Until;
use super::{frame, ChildSettings, Role};
use crate::finish::Conformance;
use crate::libreoffice::Profile;
use crate::worker::Converted;
use crate::PdfError;

/// A running child. Dropping it kills the process.
pub(super) struct Child {
    process: Process,
    input: ChildStdin,
    output: ChildStdout,
    /// The first frame, until it is sent.
    greeting: Option<(u8, String)>,
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
        // A child that hangs before it has read all would block a write for ever.
        rustix::io::ioctl_fionbio(&input, true)?;
        let greeting = Some(role.greeting(settings.memory_bytes));
        Ok(Child { process, input, output, greeting, conversions: 0, _profile: profile })
    }

    /// Whether the process still runs. It may have been killed while it waited, by the operator or for lack of memory.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    pub(super) fn convert(&mut self, docx: &[u8], wanted: Option<Conformance>, time: Duration) -> Outcome {
        self.conversions += 1;
        match self.exchange(frame::document(wanted), docx, Instant::now() + time) {
            Ok(converted) => Outcome { converted, is_alive: true },
            Err(error) if error.kind() == io::ErrorKind::TimedOut => self.lost(PdfError::Timeout(time)),
            Err(_) => self.lost(PdfError::Engine),
        }
    }

    /// Sends the document and waits for the answer.
    fn exchange(&mut self, kind: u8, docx: &[u8], deadline: Instant) -> io::Result<Converted> {
        let mut input = Until { pipe: &mut self.input, deadline };
        if let Some((engine, text)) = self.greeting.take() {
            frame::write(&mut input, engine, text.as_bytes())?;
        }
        frame::write(&mut input, kind, docx)?;
        frame::read_answer(&mut Until { pipe: &mut self.output, deadline })
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
