//! Why no PDF was created, by who can fix it: the document's author, the caller, or the operator.

use platen_einvoice::Faults;
use platen_ooxml::Exhausted;
use platen_ooxml::package::PackageError;

/// Why no PDF was made. Each message is a sentence that stands alone.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// The package is not opened: no ZIP, encrypted, over a limit of [`crate::PdfLimits::package`]. The author can fix it.
    #[error("{0}")]
    Package(String),
    /// The package opens, but its body is none: damaged XML, no `w:body`. The author can fix it.
    #[error("the file is not a Word document that can be converted: {0}")]
    Invalid(String),
    /// The document has something that the engine cannot lay out; the sentence names it. The author can fix it.
    #[error("{0}")]
    Unsupported(String),
    /// The e-invoice is not one, or breaks rules. The caller can fix it.
    #[error("the e-invoice is refused: {0}")]
    Invoice(Faults),
    /// A PDF that is joined to the document is not one, or not one that can be joined. The caller can fix it.
    #[error("the PDF `{place}` cannot be joined: {reason}")]
    Joined {
        /// Where `options.pdf` has it, such as `append/0`.
        place: String,
        /// What is wrong with it, as a sentence without its end.
        reason: String,
    },
    /// No page of the document, and of what is joined to it, is chosen. The caller can fix it.
    #[error("`pages` chooses none of the {} of the document", counted(*pages))]
    NoneChosen {
        /// Pages that there are.
        pages: u32,
    },
    /// The document crosses a limit; `limit` is the field's name in [`crate::PdfLimits`], or that of a bound on the process.
    #[error("the document exceeds the limit {limit} ({allowed}); {hint}")]
    Limit {
        /// Its name.
        limit: &'static str,
        /// The limit's value, with its unit.
        allowed: String,
        /// How to stay below it.
        hint: &'static str,
    },
    /// A picture was asked of a page that the document does not have. The caller can fix it.
    #[error("the document has {}; page {page} does not exist", counted(*pages))]
    NoPage {
        /// The page that was asked for, counted from 1.
        page: u32,
        /// Pages of the document.
        pages: u32,
    },
    /// The time of the conversion, or of the request that it belongs to, is over, or its caller has gone.
    #[error("{0}; simplify the document or split it")]
    Exhausted(#[from] Exhausted),
    /// All processes that convert stayed busy for as long as the document could wait. Trying again later helps.
    #[error("all {0} processes that make PDFs are busy; try again later")]
    Busy(usize),
    /// The engine failed on a document in a way that nobody foresaw. Other documents are unharmed.
    #[error(
        "the PDF engine failed on this document; simplify it, or remove what is unusual in it, and report it"
    )]
    Engine,
    /// The process that read the document was killed from outside, and so was another one that tried again: by the operator, or by
    /// the operating system when memory ran out. Trying again later helps, unless it is the document that needs the memory.
    #[error(
        "the process that worked on this document was killed twice from outside, as happens when the machine runs out of memory; \
         try again, or simplify the document"
    )]
    Killed,
    /// The processes that read documents are not confined as `PLATEN_SANDBOX=required` asks. The operator can fix it.
    #[error("{0}")]
    Sandbox(String),
    /// The operating system started no child process to convert in.
    #[error("no process could be started for the conversion: {0}")]
    Child(std::io::Error),
}

impl PdfError {
    /// A limit was crossed; the advice is that of the limit.
    pub(crate) fn limit(limit: &'static str, allowed: String) -> PdfError {
        let hint = HINTS.iter().find(|(name, _)| *name == limit).map_or("", |(_, hint)| hint);
        PdfError::Limit { limit, allowed, hint }
    }

    /// The same by a name that another process sent; `None` for a name of no limit.
    pub(crate) fn limit_named(limit: &str, allowed: String) -> Option<PdfError> {
        let (limit, hint) = HINTS.iter().find(|(name, _)| *name == limit)?;
        Some(PdfError::Limit { limit, allowed, hint })
    }
}

impl From<PackageError> for PdfError {
    fn from(error: PackageError) -> PdfError {
        match error {
            PackageError::Exhausted(exhausted) => PdfError::Exhausted(exhausted),
            error => PdfError::Package(error.to_string()),
        }
    }
}

fn counted(pages: u32) -> String {
    if pages == 1 { "1 page".to_owned() } else { format!("{pages} pages") }
}

/// How to stay below each limit.
const HINTS: [(&str, &str); 13] = [
    ("pages", "split the document"),
    ("styles", "delete the styles that nothing uses"),
    ("pdf_memory", "make large pictures smaller, or split the document"),
    ("work_steps", "split the document"),
    ("page_pixels", "choose a lower resolution (dpi)"),
    ("attachments", "attach fewer files"),
    ("attachment_bytes", "attach smaller files"),
    ("all_attachment_bytes", "attach fewer or smaller files"),
    ("joined_pdfs", "join fewer PDFs"),
    ("joined_bytes", "join smaller PDFs"),
    ("all_joined_bytes", "join fewer or smaller PDFs"),
    ("joined_objects", "join simpler PDFs, or fewer of their pages"),
    ("picture_pixels", "make the picture smaller and save again"),
];
