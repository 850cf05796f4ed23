//! Looking at files until one of them changes.

use std::path::Path;
use std::time::{Duration, SystemTime};

/// Between two looks. Looking works on every kind of disk, and with editors that replace the file they save.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// What tells one state of some files from another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State(Vec<Option<(SystemTime, u64)>>);

impl State {
    /// Looks at the files; one that does not exist counts as a state too.
    pub fn of(files: &[&Path]) -> State {
        let look = |file: &&Path| {
            let found = std::fs::metadata(file).ok()?;
            Some((found.modified().ok()?, found.len()))
        };
        State(files.iter().map(look).collect())
    }

    /// Waits for another state that lasts for a moment: a file that is being written is not whole yet.
    pub fn wait_for_another(&self, files: &[&Path]) -> State {
        let mut last = self.clone();
        loop {
            std::thread::sleep(LOOK_EVERY);
            let now = State::of(files);
            if now == last && now != *self {
                return now;
            }
            last = now;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_seen_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("data.json");
        let files = [file.as_path()];
        let before = State::of(&files);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| before.wait_for_another(&files));
            std::fs::write(&file, "{}").unwrap();
            assert_eq!(waiting.join().unwrap(), State::of(&files));
        });
        assert_ne!(before, State::of(&files));
    }
}
