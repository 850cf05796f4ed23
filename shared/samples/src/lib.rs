//! The sample templates that a new installation starts with, and data to fill them.
//!
//! They are built with docx-rs when they are asked for, so that no binary file has to be kept in the repository, and
//! come out with the same bytes each time. Between them they use what people use: a letterhead with a picture,
//! headers, footers and page numbers, a footnote, a list, row loops, conditions, and content controls of every kind.

mod annual_report;
mod brand;
mod certificate;
mod contract;
mod controls;
mod e_invoice;
mod elements;
mod fields;
mod invoice;
mod labels;
mod letter;
mod minutes;
mod offer;
mod package;
mod starter;

use serde_json::Value;

pub use annual_report::REPORT;
pub use e_invoice::E_INVOICE_MAPPING;
pub use invoice::invoice_data;
pub use starter::{STARTER_FIELDS, starter};

/// A template with data that fills every field of it.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// Name of the template's file, such as `letter.docx`.
    pub file_name: &'static str,
    /// The template's name for people.
    pub name: &'static str,
    /// One sentence on what the template shows.
    pub description: &'static str,
    /// Builds the template: the bytes of a .docx package.
    pub docx: fn() -> Vec<u8>,
    /// Data for one document.
    pub data: fn() -> Value,
}

/// All samples, the simplest first.
pub const SAMPLES: &[Sample] = &[letter::SAMPLE, invoice::SAMPLE, contract::SAMPLE];

/// All that a template can be started from: the samples of a new installation, and those that show more.
pub const GALLERY: &[Sample] = &[
    letter::SAMPLE,
    invoice::SAMPLE,
    e_invoice::SAMPLE,
    offer::SAMPLE,
    contract::SAMPLE,
    minutes::SAMPLE,
    certificate::SAMPLE,
    labels::SAMPLE,
    REPORT,
];

/// The sample of this file name.
pub fn sample(file_name: &str) -> Option<&'static Sample> {
    GALLERY.iter().find(|sample| sample.file_name == file_name)
}
