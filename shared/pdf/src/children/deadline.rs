//! Pipes that are waited for until a deadline.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Instant;

use rustix::event::{poll, PollFd, PollFlags, Timespec};

/// A pipe whose reads and writes end with [`io::ErrorKind::TimedOut`] past the deadline. A writing end must not block.
pub(super) struct Until<'a, P> {
    pub(super) pipe: &'a mut P,
    pub(super) deadline: Instant,
}

impl<P: Read + AsFd> Read for Until<'_, P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        wait(self.pipe.as_fd(), PollFlags::IN, Some(self.deadline))?;
        self.pipe.read(buffer)
    }
}

impl<P: Write + AsFd> Write for Until<'_, P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.pipe.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(self.pipe.as_fd(), PollFlags::OUT, Some(self.deadline))?;
                }
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pipe.flush()
    }
}

/// Waits until the other end of a pipe is closed.
pub(super) fn hang_up(pipe: BorrowedFd<'_>) -> io::Result<()> {
    // Nobody need ask for that event.
    wait(pipe, PollFlags::empty(), None)
}

/// Waits until one of `events`, or the other end is closed.
fn wait(pipe: BorrowedFd<'_>, events: PollFlags, deadline: Option<Instant>) -> io::Result<()> {
    let mut pipes = [PollFd::from_borrowed_fd(pipe, events)];
    loop {
        let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = left.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
        match poll(&mut pipes, left.as_ref()) {
            Ok(0) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(_) => return Ok(()),
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
