//! Row 3 of the promises: a hostile template is a template error.

use std::path::PathBuf;
use std::time::Duration;

use platen_tests::hostile::child::{self, MEMORY, Outcome, TIME};
use platen_tests::hostile::{Case, Expected, templates};

#[test]
fn every_trap_is_sprung_for_nothing() {
    check(templates::all());
}

/// Runs cases and gathers all that went wrong.
pub fn check(cases: Vec<Case>) {
    // `CASE="chain of" cargo test ...` runs some of them.
    let wanted = std::env::var_os("CASE").map(|name| name.to_string_lossy().into_owned());
    let mut failed = Vec::new();
    for case in cases.iter().filter(|case| wanted.as_ref().is_none_or(|name| case.name.contains(name))) {
        let outcome = run(case);
        let line = outcome.line(&case.name);
        println!("{line}");
        let wrong = match case.expected {
            _ if !outcome.survived => Some("it died"),
            Expected::Refused if !outcome.is_refused() => Some("it was not refused"),
            _ if outcome.time > most_time() => Some("it took too long"),
            _ if outcome.memory > MEMORY => Some("it took too much memory"),
            _ => None,
        };
        failed.extend(wrong.map(|wrong| format!("{wrong}: {line}")));
    }
    assert!(failed.is_empty(), "{} of {} cases:\n{}", failed.len(), cases.len(), failed.join("\n"));
}

/// Runs one case in a process of its own. `HOSTILE_CHILD` names the program where a release build of it is asked for.
pub fn run(case: &Case) -> Outcome {
    child::run(&release_build().unwrap_or_else(|| env!("CARGO_BIN_EXE_hostile-child").into()), case)
}

fn release_build() -> Option<PathBuf> {
    std::env::var_os("HOSTILE_CHILD").map(PathBuf::from)
}

/// `make soak` holds a release build to the bound. A development build runs the same counted steps several times slower: it is
/// only kept from hanging.
fn most_time() -> Duration {
    if release_build().is_some() { TIME } else { 5 * TIME }
}
