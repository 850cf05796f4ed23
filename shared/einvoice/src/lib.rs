//! Electronic invoices in the syntax CII (UN/CEFACT Cross Industry Invoice D16B), as Factur-X and ZUGFeRD 2 put them into PDFs: what
//! profile one has, and which rules of EN 16931 it breaks.
//!
//! The rules are those that a reader of the invoice would fail on: what must be there, whether the totals add up, and the codes
//! that decide on taxes. They are not all rules of the standard; its own Schematron has the others.

mod amount;
mod breakdown;
mod codes;
mod element;
mod fault;
mod places;
mod presence;
mod profile;
mod read;
mod sums;

pub use fault::{Fault, Faults};
pub use profile::{Profile, Relation};
pub use read::{InvoiceError, read};
