//! Every limit on the cost of one conversion, as one value that is passed in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on an untrusted document. An error names the field that it hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfLimits {
    /// Bounds on the container: bytes of the file, entries, bytes inflated.
    pub package: platen_ooxml::Limits,
    /// Width times height of one picture; the engine decodes each into memory.
    pub picture_pixels: u64,
    /// Pages of one PDF.
    pub pages: usize,
    /// Pixels of a page that is drawn as a picture.
    pub page_pixels: u64,
    /// Files that go along in one PDF.
    pub attachments: usize,
    /// Bytes of one of them.
    pub attachment_bytes: u64,
    /// Bytes of all of them.
    pub all_attachment_bytes: u64,
    /// PDFs that are put before and behind one document.
    pub joined_pdfs: usize,
    /// Bytes of one of them.
    pub joined_bytes: u64,
    /// Bytes of all of them.
    pub all_joined_bytes: u64,
    /// Objects of one of them, of which a PDF of pages has a few for each.
    pub joined_objects: usize,
    /// Wall-clock time of one conversion.
    pub time: Duration,
}

impl Default for PdfLimits {
    fn default() -> Self {
        PdfLimits {
            package: platen_ooxml::Limits::default(),
            picture_pixels: 50_000_000,
            pages: 10_000,
            page_pixels: 20_000_000,
            attachments: 20,
            attachment_bytes: 10 << 20,
            all_attachment_bytes: 20 << 20,
            joined_pdfs: 20,
            joined_bytes: 10 << 20,
            all_joined_bytes: 20 << 20,
            joined_objects: 200_000,
            time: Duration::from_secs(30),
        }
    }
}
