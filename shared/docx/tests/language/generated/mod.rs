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
mod texts;
mod theirs;
mod visible;

use std::ops::Range;
use std::time::SystemTime;

/// Cases of each generator in a usual run.
const USUAL: u64 = 60;

/// The seeds of a run: the same few in a usual one, any in a long one.
fn seeds() -> Range<u64> {
    let number = |name: &str| std::env::var_os(name).map(|n| n.to_str().unwrap().parse::<u64>().unwrap());
    let now = || {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        since.as_secs() * 1_000_003 % 1_000_000_000
    };
    let (first, count) = (number("PLATEN_SEED"), number("COUNT"));
    let first = first.unwrap_or_else(|| if count.is_some() { now() } else { 1 });
    let count = count.unwrap_or(USUAL);
    println!("PLATEN_SEED={first} COUNT={count}");
    first..first + count
}
