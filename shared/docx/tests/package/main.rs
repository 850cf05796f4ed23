//! Opening and writing packages: hostile containers built byte by byte, and real documents through the round trip.

#![expect(clippy::unwrap_used, reason = "tests")]

mod builder;
mod container;
mod content;
mod cuts;
mod hostile_bytes;
mod round_trip;
