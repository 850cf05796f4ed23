//! Every bound on what one conversion may cost, as one value that is passed in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Bounds on an untrusted document. An error names the field that it hit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PdfLimits {
    /// Bounds on the container: bytes of the file, entries, bytes inflated.
    pub package: platen_docx::Limits,
    /// Tables inside tables, with LibreOffice, which lays each level out on the stack of the level above.
    pub table_nesting: usize,
    /// Elements inside elements of one XML part, with LibreOffice, which walks the tree recursively.
    pub xml_depth: usize,
    /// Elements of all XML parts together, with LibreOffice.
    pub elements: usize,
    /// Points that a chart, and columns that a table's cell, may say to have, with LibreOffice.
    pub repeats: usize,
    /// Columns of text that a section may say to have (`w:cols`), with LibreOffice; Word's own limit.
    pub text_columns: usize,
    /// Tags of a part that is no XML but may be HTML (an imported chunk), which bounds the depth of its tree.
    pub html_tags: usize,
    /// Width times height of one picture; the engine decodes each into memory.
    pub picture_pixels: u64,
    /// Pages of one PDF, of Platen's own engine.
    pub pages: usize,
    /// Pixels of a page that is drawn as a picture.
    pub page_pixels: u64,
    /// Wall-clock time of one conversion.
    pub time: Duration,
}

impl Default for PdfLimits {
    fn default() -> Self {
        PdfLimits {
            package: platen_docx::Limits::default(),
            table_nesting: 30,
            xml_depth: 256,
            elements: 4_000_000,
            repeats: 50_000,
            text_columns: 45,
            html_tags: 20_000,
            picture_pixels: 50_000_000,
            pages: 10_000,
            page_pixels: 20_000_000,
            time: Duration::from_secs(30),
        }
    }
}
