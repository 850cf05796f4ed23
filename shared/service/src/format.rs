//! Formats of documents.

use platen_docx::Packing;
use serde::{Deserialize, Serialize};

/// The format of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Format {
    /// WordprocessingML (ISO/IEC 29500).
    #[serde(rename = ".docx")]
    Docx,
    /// PDF.
    #[serde(rename = ".pdf")]
    Pdf,
    /// A page of the PDF, as a picture (ISO/IEC 15948).
    #[serde(rename = ".png")]
    Png,
}

impl Format {
    /// Reads `.docx`, `docx`, `.PDF` ...
    pub fn parse(text: &str) -> Option<Format> {
        let bare = text.strip_prefix('.').unwrap_or(text);
        [Format::Docx, Format::Pdf, Format::Png]
            .into_iter()
            .find(|format| bare.eq_ignore_ascii_case(&format.extension()[1..]))
    }

    /// The file extension, with its dot.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Docx => ".docx",
            Format::Pdf => ".pdf",
            Format::Png => ".png",
        }
    }

    /// How the .docx is packed that a document of this format is, or is created from.
    pub fn packing(self) -> Packing {
        match self {
            Format::Docx => Packing::Small,
            Format::Pdf | Format::Png => Packing::Quick,
        }
    }

    /// The registered media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Format::Docx => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            Format::Pdf => "application/pdf",
            Format::Png => "image/png",
        }
    }
}
