//! The hostile set against the real programs: nothing aborts, hangs, or costs more than itself. Each case runs in a
//! process of its own, which tells its processor time and memory.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests print what they measured")]

mod archive;
mod files;
mod fuzzed;
mod http;
mod names;
mod outside;
mod same_bytes;
mod traps;
