//! A PDF of somebody else, opened and looked through.

use std::panic::{AssertUnwindSafe, catch_unwind};

use lopdf::{Dictionary, Document, LoadOptions, ObjectId};
use platen_ooxml::Budget;

use crate::finish::JoinedPdf;
use crate::objects::dictionary;
use crate::{PdfError, PdfLimits};

/// A PDF that is joined.
pub(super) struct Foreign<'a> {
    pub(super) document: Document,
    pub(super) pdf: &'a JoinedPdf,
    /// The pages that are taken, in their order.
    pub(super) pages: Vec<ObjectId>,
    /// Scripts and actions of the whole file, which are not taken.
    pub(super) scripts: usize,
    /// Lists of files in it, which are not taken.
    pub(super) files: usize,
    place: String,
}

impl<'a> Foreign<'a> {
    /// Reads it, with a net under panics. `place` is where the options have it.
    ///
    /// # Errors
    /// As [`super::Joining::read`].
    pub(super) fn read(
        place: String,
        pdf: &'a JoinedPdf,
        limits: &PdfLimits,
        budget: &Budget,
    ) -> Result<Foreign<'a>, PdfError> {
        let read = || Foreign::opened(place.clone(), pdf, limits, budget);
        catch_unwind(AssertUnwindSafe(read))
            .unwrap_or_else(|_| Err(PdfError::Joined { place, reason: DAMAGED.to_owned() }))
    }

    fn opened(
        place: String,
        pdf: &'a JoinedPdf,
        limits: &PdfLimits,
        budget: &Budget,
    ) -> Result<Foreign<'a>, PdfError> {
        let refused = |reason: &str| PdfError::Joined { place: place.clone(), reason: reason.to_owned() };
        budget.spend(pdf.content.len() as u64 / 16)?;
        // Attack: objects that inflate without end.
        let most = usize::try_from(limits.package.expanded_bytes).unwrap_or(usize::MAX);
        let options = LoadOptions::with_max_decompressed_size(most);
        let document = match Document::load_mem_with_options(&pdf.content, options) {
            Ok(document) => document,
            Err(lopdf::Error::InvalidPassword) => return Err(refused(ENCRYPTED)),
            Err(lopdf::Error::Unimplemented(_) | lopdf::Error::Decryption(_)) => {
                return Err(refused(ENCRYPTED));
            }
            Err(_) => return Err(refused(DAMAGED)),
        };
        if document.is_encrypted() || document.was_encrypted() {
            return Err(refused(ENCRYPTED));
        }
        if document.objects.len() > limits.joined_objects {
            return Err(PdfError::limit("joined_objects", limits.joined_objects.to_string()));
        }
        budget.spend(document.objects.len() as u64)?;
        let catalog = document.catalog().map_err(|_| refused("it is damaged: it has no catalog"))?;
        if dictionary(&document, catalog, b"AcroForm").is_some_and(|form| form.has(b"XFA")) {
            return Err(refused(
                "its form is XFA, whose pages only Adobe's programs draw; print it to a PDF",
            ));
        }
        let all: Vec<ObjectId> = document.page_iter().take(limits.pages + 1).collect();
        if all.len() > limits.pages {
            return Err(PdfError::limit("pages", limits.pages.to_string()));
        }
        let all: Vec<ObjectId> =
            all.into_iter().filter(|page| document.get_dictionary(*page).is_ok()).collect();
        if all.is_empty() {
            return Err(refused("it has no page"));
        }
        let mut pages = all.clone();
        if let Some(range) = &pdf.pages {
            let mut chosen = range.chosen(all.len()).into_iter();
            pages.retain(|_| chosen.next().unwrap_or(false));
        }
        if pages.is_empty() {
            return Err(refused(&format!("its `pages` choose none of the {} that it has", all.len())));
        }
        let (scripts, files) = (scripts(&document, catalog), files(&document, catalog));
        Ok(Foreign { pdf, pages, scripts, files, place, document })
    }

    /// The bookmark that it stands under.
    pub(super) fn name(&self) -> Option<&str> {
        self.pdf.name.as_ref().map(|name| name.as_str())
    }

    /// How warnings call it.
    pub(super) fn shown(&self) -> &str {
        self.name().unwrap_or(&self.place)
    }
}

const DAMAGED: &str = "it is damaged, or not a PDF; open it and save it again";

const ENCRYPTED: &str = "it has a password, or forbids to change it; remove the protection first";

/// What the file would run when it is opened, printed or closed.
fn scripts(document: &Document, catalog: &Dictionary) -> usize {
    // An array is a place to begin at.
    let opens = catalog.get_deref(b"OpenAction", document).is_ok_and(|action| action.as_array().is_err());
    let named = dictionary(document, catalog, b"Names").is_some_and(|names| names.has(b"JavaScript"));
    [opens, named, catalog.has(b"AA")].into_iter().filter(|is_there| *is_there).count()
}

/// What the file carries along.
fn files(document: &Document, catalog: &Dictionary) -> usize {
    let named = dictionary(document, catalog, b"Names").is_some_and(|names| names.has(b"EmbeddedFiles"));
    [named, catalog.has(b"AF"), catalog.has(b"Collection")].into_iter().filter(|is_there| *is_there).count()
}
