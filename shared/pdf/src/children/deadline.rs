//! Pipes with a deadline: waits last as long as a budget.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::time::Duration;

use platen_ooxml::Budget;
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Between two looks at a budget that may be cancelled: a child works on for that long when its caller has gone.
pub(super) const LOOK_EVERY: Duration = Duration::from_millis(20);

/// A pipe whose reads and writes end with [`io::ErrorKind::TimedOut`] when the budget's time is over or the budget is
/// cancelled. A writing end must not block.
pub(super) struct Until<'a, P> {
    pub(super) pipe: &'a mut P,
    pub(super) budget: &'a Budget,
}

impl<P: Read + AsFd> Read for Until<'_, P> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        wait(self.pipe.as_fd(), PollFlags::IN, Some(self.budget))?;
        self.pipe.read(buffer)
    }
}

impl<P: Write + AsFd> Write for Until<'_, P> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.pipe.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    wait(self.pipe.as_fd(), PollFlags::OUT, Some(self.budget))?;
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
fn wait(pipe: BorrowedFd<'_>, events: PollFlags, budget: Option<&Budget>) -> io::Result<()> {
    let mut pipes = [PollFd::from_borrowed_fd(pipe, events)];
    loop {
        let left =
            budget.map(|budget| if budget.is_cancelled() { Duration::ZERO } else { budget.time_left() });
        let slice = left.map(|left| Timespec::try_from(left.min(LOOK_EVERY)));
        match poll(&mut pipes, slice.transpose().map_err(io::Error::other)?.as_ref()) {
            Ok(0) if left == Some(Duration::ZERO) => return Err(io::ErrorKind::TimedOut.into()),
            Ok(0) | Err(rustix::io::Errno::INTR) => {}
            Ok(_) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}
