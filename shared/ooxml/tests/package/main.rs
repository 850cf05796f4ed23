//! Opening and writing packages: hostile containers built byte by byte, and real documents through the round trip.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod builder;
mod container;
mod content;
mod cuts;
mod hostile_bytes;
#[path = "../../../../tests/src/others.rs"]
mod others;
mod round_trip;
