//! Templates in, documents out, seen from outside: fixtures with recorded results, rules that every result keeps, real
//! files, random text.

#![expect(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

mod agreement;
mod capabilities;
mod cases;
mod docxtpl;
mod fixture;
mod generated;
mod guide;
mod joined;
mod migrating;
mod mistakes;
mod models;
mod office;
#[path = "../../../../tests/src/others.rs"]
mod others;
mod outside;
mod pack;
mod random;
mod real;
mod recipes;
mod result;
mod rules;
mod schema;
mod xml;
