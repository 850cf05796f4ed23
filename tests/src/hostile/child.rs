//! A case in a process of its own: an abort ends only that one, and what it costs can be told.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::Case;

/// No case may take longer in the program as it is installed.
pub const TIME: Duration = Duration::from_secs(2);

/// No case may take more memory, in bytes.
pub const MEMORY: u64 = 256 << 20;

/// How long a child is waited for: a busy machine makes all of it slower, so that the child's own processor time counts.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came of a case.
#[derive(Debug)]
pub struct Outcome {
    /// `rendered`, or `refused: ` and why; what was told of a child that crashed or hung.
    pub what: String,
    /// Whether the child lived to say so.
    pub survived: bool,
    /// Processor time.
    pub time: Duration,
    /// Most resident memory, in bytes.
    pub memory: u64,
}

impl Outcome {
    /// Whether it was refused in words.
    pub fn is_refused(&self) -> bool {
        self.survived && self.what.starts_with("refused: ")
    }

    /// One line for the test's log.
    pub fn line(&self, name: &str) -> String {
        let what: String = self.what.chars().take(110).collect();
        let what = what.replace('\n', " ");
        format!("{:>6} ms {:>4} MiB  {name}: {what}", self.time.as_millis(), self.memory >> 20)
    }
}

/// Runs `program`, which is `hostile-child`, on a case.
pub fn run(program: &Path, case: &Case) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let (template, data) = (folder.path().join("template.docx"), folder.path().join("data.json"));
    std::fs::write(&template, &case.template).unwrap();
    std::fs::write(&data, &case.data).unwrap();
    let report = folder.path().join("report");
    let mut child = Command::new(program)
        .args([&template, &data, &report])
        .env("HOME", folder.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let end = Instant::now() + PATIENCE;
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break Some(status);
        }
        if Instant::now() > end {
            child.kill().unwrap();
            child.wait().unwrap();
            break None;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    let lost = |what: String| Outcome { what, survived: false, time: PATIENCE, memory: 0 };
    match status {
        None => lost("it hangs".to_owned()),
        Some(status) if !status.success() => lost(format!("it ended with {status}")),
        Some(_) => {
            let report = std::fs::read_to_string(&report).unwrap();
            let mut lines = report.splitn(3, '\n');
            let mut number = || lines.next().and_then(|line| line.parse::<u64>().ok()).unwrap();
            let (time, memory) = (Duration::from_millis(number()), number());
            Outcome { what: lines.next().unwrap_or_default().to_owned(), survived: true, time, memory }
        }
    }
}
