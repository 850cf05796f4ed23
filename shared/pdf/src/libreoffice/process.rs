//! One run of a program with a deadline.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{kill_process_group, Pid, Signal};

use crate::PdfError;

/// How often the process is looked at; a conversion takes a second.
const LOOK: Duration = Duration::from_millis(5);

/// Runs the command in a process group of its own and ends the group, whatever happens.
///
/// # Errors
/// [`PdfError::Program`] when it does not start, [`PdfError::Timeout`] past `time`, [`PdfError::Engine`] when it fails.
pub(super) fn run(command: &mut Command, time: Duration) -> Result<(), PdfError> {
    command.process_group(0).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().map_err(super::cannot_run)?;
    let ended = wait(&mut child, time);
    // soffice is a script that starts a program that starts another: a hang is one of theirs.
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        // An error says that the group has ended, as it should have.
        let _ = kill_process_group(group, Signal::KILL);
    }
    match ended {
        Some(status) if status.success() => Ok(()),
        Some(status) => {
            tracing::warn!(%status, "soffice failed on a document");
            Err(PdfError::Engine)
        }
        None => {
            let _ = child.wait();
            tracing::warn!(limit_ms = time.as_millis(), "soffice was ended past its time");
            Err(PdfError::Timeout(time))
        }
    }
}

/// `None` past the time.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if start.elapsed() >= time {
            return None;
        }
        thread::sleep(LOOK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sh(script: &str, time: Duration) -> Result<(), PdfError> {
        run(Command::new("sh").args(["-c", script]), time)
    }

    #[test]
    fn ends_are_told_apart_and_children_end_too() {
        let minute = Duration::from_secs(60);
        assert!(sh("exit 0", minute).is_ok());
        assert!(matches!(sh("exit 3", minute), Err(PdfError::Engine)));
        assert!(matches!(sh("kill -SEGV $$", minute), Err(PdfError::Engine)));
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let script = format!("sleep 600 & echo $! > {}; wait", pid.display());
        assert!(matches!(sh(&script, Duration::from_millis(300)), Err(PdfError::Timeout(_))));
        let pid = std::fs::read_to_string(pid).unwrap();
        // A zombie at most is left.
        let state = std::fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{state}");
    }
}
