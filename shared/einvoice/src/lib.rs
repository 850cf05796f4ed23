//! Electronic invoices in the syntax CII (UN/CEFACT Cross Industry Invoice D16B), as Factur-X and ZUGFeRD 2 put them into PDFs: what
//! profile one has, and which rules of EN 16931 it breaks; and how one is made of data, by a mapping of business terms to texts with
//! fields.
//!
//! The rules are those that a reader of the invoice would fail on: what must be there, whether the totals add up, and the codes
//! that decide on taxes. They are not all rules of the standard; its own Schematron has the others.

mod amount;
mod breakdown;
mod code_lists;
mod codes;
mod element;
mod fault;
mod filled;
mod make;
mod mapping;
mod normal;
mod places;
mod presence;
mod profile;
mod read;
mod sums;
mod terms;
mod totals;
mod xml;

pub use fault::{Fault, Faults};
pub use filled::{At, Filled, TermFault, TermFaults};
pub use make::{MakeError, make};
pub use mapping::{Entry, MAPPING_BYTES, Mapping, MappingFault, Text};
pub use profile::{Profile, Relation};
pub use read::{InvoiceError, read};
pub use terms::Group;
