//! How far a long command is, on stderr: a bar on a terminal, a line now and then elsewhere.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Characters of the bar.
const WIDTH: u64 = 30;

/// Between two lines where no terminal is.
const LINE_EVERY: Duration = Duration::from_secs(5);

/// A count that grows to a total.
pub struct Progress {
    began: Instant,
    at_begin: u64,
    total: u64,
    is_terminal: bool,
    last_line: Instant,
}

impl Progress {
    /// Begins to watch; `done` were done before, and do not count for the rate.
    pub fn new(total: u64, done: u64) -> Progress {
        let now = Instant::now();
        let is_terminal = io::stderr().is_terminal();
        Progress { began: now, at_begin: done, total, is_terminal, last_line: now }
    }

    /// Shows how far it is.
    pub fn show(&mut self, done: u64, failed: u64) {
        if self.is_terminal {
            // Nothing can be told to anybody when stderr is closed.
            let _ = write!(io::stderr(), "\r\x1b[2K{}", self.line(done, failed));
        } else if self.last_line.elapsed() >= LINE_EVERY {
            self.last_line = Instant::now();
            let _ = writeln!(io::stderr(), "{}", self.line(done, failed));
        }
    }

    /// Shows the end.
    pub fn finish(&mut self, done: u64, failed: u64) {
        let start = if self.is_terminal { "\r\x1b[2K" } else { "" };
        let _ = writeln!(io::stderr(), "{start}{}", self.line(done, failed));
    }

    fn line(&self, done: u64, failed: u64) -> String {
        let filled = (done * WIDTH).checked_div(self.total).unwrap_or(WIDTH).min(WIDTH);
        let bar: String = (0..WIDTH).map(|at| if at < filled { '#' } else { '-' }).collect();
        let seconds = self.began.elapsed().as_secs_f64();
        let rate = done.saturating_sub(self.at_begin) as f64 / seconds.max(0.001);
        let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        format!("[{bar}] {done} of {} documents, {rate:.0} per second{failed}", self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_far_it_is() {
        let progress = Progress::new(200, 0);
        let line = progress.line(100, 3);
        assert!(
            line.starts_with(&format!("[{}{}] 100 of 200 documents, ", "#".repeat(15), "-".repeat(15))),
            "{line}"
        );
        assert!(line.ends_with("per second, 3 failed"), "{line}");
        assert!(Progress::new(0, 0).line(0, 0).starts_with(&format!("[{}]", "#".repeat(30))));
    }
}
