//! One child process, and the messages to it.

use std::fs::File;
use std::io::{self, PipeReader, Read};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Once;
use std::thread;
use std::time::{Duration, Instant};

use platen_ooxml::Budget;
use platen_sandbox::SandboxReport;

use super::deadline::Until;
use super::message::{Answer, Greeting, Job};
use super::role::LIFE;
use super::{ChildSettings, Role, frame};
use crate::PdfError;

/// Bytes of an answer: the largest document that anybody may have made, and more than a picture.
const MOST_ANSWERED: u64 = 1 << 30;

/// How long a child that closed its pipes has to come to its end: the system closes them while it takes the process down.
const LAST_BREATH: Duration = Duration::from_secs(1);

/// `SIGKILL`, which a process can neither send to itself here nor do anything about (signal(7)).
const KILLED: i32 = 9;

/// What a program of Rust writes to stderr when it ends for want of memory.
const OUT_OF_MEMORY: &[u8] = b"memory allocation of ";

/// A running child. Dropping it kills the process.
pub(super) struct Child {
    process: Process,
    input: ChildStdin,
    output: ChildStdout,
    /// Its stderr. What does not fit into the pipe is lost: the child never waits for a reader.
    last_words: PipeReader,
    /// Bytes of memory that it may have.
    memory: u64,
    /// The first message, until it is sent.
    greeting: Option<Greeting>,
    /// What confines it, once it said so.
    report: Option<SandboxReport>,
    /// Messages sent so far, and the time that they took.
    answered: u32,
    worked: Duration,
}

/// Why a child has no answer: it is lost.
pub(super) struct Lost(pub(super) PdfError);

impl Child {
    pub(super) fn start(settings: &ChildSettings, role: &Role) -> Result<Child, PdfError> {
        static SHIELDED: Once = Once::new();
        SHIELDED.call_once(|| {
            if let Err(reason) = platen_sandbox::shield() {
                tracing::warn!(
                    "processes that read documents are not fully kept away from this one: {reason}"
                );
            }
        });
        let mut command = Command::new(&settings.program);
        command.args(&settings.arguments);
        let greeting = role.prepare(&mut command, settings);
        // The engine's last words on stderr may quote the document: they are looked through, and shown to nobody.
        let (last_words, stderr) = io::pipe().map_err(PdfError::Child)?;
        for end in [last_words.as_fd(), stderr.as_fd()] {
            rustix::io::ioctl_fionbio(end, true).map_err(|error| PdfError::Child(error.into()))?;
        }
        // A group of its own: Ctrl-C in a terminal stops the parent, which lets running requests end first.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(stderr);
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = command.spawn().map_err(PdfError::Child)?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(PdfError::Child(io::ErrorKind::BrokenPipe.into()));
        };
        // A child that hangs before it has read all would block a write forever.
        rustix::io::ioctl_fionbio(&input, true).map_err(|error| PdfError::Child(error.into()))?;
        Ok(Child {
            process,
            input,
            output,
            last_words,
            memory: settings.memory_bytes,
            greeting: Some(greeting),
            report: None,
            answered: 0,
            worked: Duration::ZERO,
        })
    }

    /// Sends the greeting without waiting for an answer, so that the child makes itself warm.
    pub(super) fn greet(&mut self, budget: &Budget) -> Result<(), Lost> {
        let Some(greeting) = self.greeting.take() else { return Ok(()) };
        let sent = frame::write(&mut Until { pipe: &mut self.input, budget }, &greeting, &[]);
        sent.map_err(|error| self.lost(&error, budget))
    }

    /// What confines the child.
    ///
    /// # Errors
    /// It is lost, or not confined as it should be.
    pub(super) fn report(&mut self, budget: &Budget) -> Result<&SandboxReport, Lost> {
        self.greet(budget)?;
        let report = match self.report.take() {
            Some(report) => report,
            None => match self.read(budget)? {
                (Answer::Ready(report), _) => report,
                (Answer::Unconfined(reason), _) => return Err(Lost(PdfError::Sandbox(reason))),
                _ => return Err(self.lost(&io::ErrorKind::InvalidData.into(), budget)),
            },
        };
        Ok(self.report.insert(report))
    }

    /// Sends work and waits for the answer.
    ///
    /// # Errors
    /// The child is lost, with what it was sent: it crashed, it hung, or the budget is exhausted.
    pub(super) fn answer(
        &mut self,
        job: &Job,
        body: &[u8],
        budget: &Budget,
    ) -> Result<(Answer, Vec<u8>), Lost> {
        self.report(budget)?;
        self.answered += 1;
        let began = Instant::now();
        let sent = frame::write(&mut Until { pipe: &mut self.input, budget }, job, body);
        sent.map_err(|error| self.lost(&error, budget))?;
        let answer = self.read(budget)?;
        self.worked += began.elapsed();
        Ok(answer)
    }

    fn read(&mut self, budget: &Budget) -> Result<(Answer, Vec<u8>), Lost> {
        let read = frame::read(&mut Until { pipe: &mut self.output, budget }, MOST_ANSWERED);
        read.map_err(|error| self.lost(&error, budget))
    }

    /// Whether it has worked enough: all its documents, or half of the processor time of its life; or holds too much memory
    /// to wait with it.
    pub(super) fn is_worn(&self, settings: &ChildSettings) -> bool {
        self.answered >= settings.conversions
            || self.worked > LIFE / 2
            || self.held().is_some_and(|bytes| bytes > settings.kept_bytes)
    }

    /// Bytes of memory of its own: without those of the program, which all children share. `None`: the system does not tell.
    fn held(&self) -> Option<u64> {
        // proc_pid_statm(5): pages in all, those in memory, and those of them that files or other processes share.
        let mut text = [0; 128];
        let length = File::open(format!("/proc/{}/statm", self.process.id())).ok()?.read(&mut text).ok()?;
        let mut pages = std::str::from_utf8(text.get(..length)?).ok()?.split(' ').skip(1);
        let mut next = || pages.next()?.parse::<u64>().ok();
        let (resident, shared) = (next()?, next()?);
        Some(resident.saturating_sub(shared) * rustix::param::page_size() as u64)
    }

    /// Whether the process still runs. It may have been killed while it waited, by the operator or for lack of memory.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    fn lost(&mut self, error: &io::Error, budget: &Budget) -> Lost {
        let is_late = error.kind() == io::ErrorKind::TimedOut;
        let own_end = if is_late { None } else { self.own_end() };
        self.kill();
        let status = self.process.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let error = match own_end.and_then(|status| status.signal()) {
            _ if is_late => out_of_time(budget),
            Some(KILLED) => PdfError::Killed,
            Some(_) if self.ran_out_of_memory() => {
                PdfError::limit("pdf_memory", format!("{} MiB", self.memory >> 20))
            }
            _ => PdfError::Engine,
        };
        tracing::warn!(%status, %error, "a child process was lost with its document");
        Lost(error)
    }

    /// Whether the process said that it ended for want of memory.
    fn ran_out_of_memory(&mut self) -> bool {
        let mut said = Vec::new();
        // At its end, or where a process that it left behind could still say something.
        let _ = self.last_words.read_to_end(&mut said);
        said.windows(OUT_OF_MEMORY.len()).any(|words| words == OUT_OF_MEMORY)
    }

    /// How the process ended without its parent's doing. It crashed, or somebody killed it: the operator, or the system for lack
    /// of memory.
    fn own_end(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + LAST_BREATH;
        loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                ended => return ended.ok().flatten(),
            }
        }
    }

    fn kill(&mut self) {
        // Only a process that has ended cannot be killed.
        let _ = self.process.kill();
    }
}

/// What a budget says whose time is over, or whose caller has gone.
pub(super) fn out_of_time(budget: &Budget) -> PdfError {
    // To the nanosecond, the time may be used up and not yet over.
    std::thread::sleep(Duration::from_nanos(1));
    budget.check().map_or_else(PdfError::Exhausted, |()| PdfError::Engine)
}

impl Drop for Child {
    fn drop(&mut self) {
        self.kill();
        // Without this a zombie would stay.
        let _ = self.process.wait();
    }
}
