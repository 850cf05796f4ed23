//! Documents that nobody wrote: random templates rendered by docxtpl and by Platen, and random structures around tags, whose
//! documents must please every judge that the template pleases.
//!
//! `PLATEN_SEED` is the first seed (each case adds one), `COUNT` how many cases there are.

mod chance;
mod data;
mod expressions;
mod grammar;
mod judge;
mod lines;
mod node;
mod ours;
mod structures;
mod structures_grammar;
mod templates;
mod theirs;
mod visible;

use std::ops::Range;
use std::time::SystemTime;

use crate::others::skipped::skipped;

/// The seeds of a run; none where `COUNT` does not say how many: what these judges still find is not repaired yet, so that the
/// long tests run them, and whoever repairs it.
fn seeds() -> Option<Range<u64>> {
    let number = |name: &str| std::env::var_os(name).map(|n| n.to_str().unwrap().parse::<u64>().unwrap());
    let Some(count) = number("COUNT") else {
        skipped("COUNT does not say how many generated documents to judge");
        return None;
    };
    let now = || {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        since.as_secs() * 1_000_003 % 1_000_000_000
    };
    let first = number("PLATEN_SEED").unwrap_or_else(now);
    println!("PLATEN_SEED={first} COUNT={count}");
    Some(first..first + count)
}
