//! Tests that cannot run here: they lack files or rights that a clone does not have. `make test` counts them.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// Says that this test does not run, and notes it in the target folder's `tmp/skipped`. Call it before anything is tested,
/// and return then.
pub fn skipped(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let line = format!("SKIPPED: {test}: {reason}\n");
    // Written past the capture of libtest: it is seen also when tests pass.
    let _ = std::io::stderr().write_all(line.as_bytes());
    let program = std::env::current_exe().unwrap();
    let folder = program.ancestors().nth(3).unwrap_or(Path::new(".")).join("tmp");
    std::fs::create_dir_all(&folder).unwrap();
    let mut list = OpenOptions::new().create(true).append(true).open(folder.join("skipped")).unwrap();
    list.write_all(line.as_bytes()).unwrap();
}
