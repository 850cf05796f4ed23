//! Many PDFs into one with a bookmark each, in the order they come, in memory for one of them at a time.
//!
//! Every object is written as soon as it is known; what is kept is where each one lies (16 bytes), the hash of each one
//! that may come again, and the last bookmark. Fonts, pictures and profiles of the same bytes are written once.
//!
//! Kept: pages, layers with what is hidden in them, links (also those by name, which become links by place), each document's own bookmarks below its own.
//! Not kept: tags for screen readers, forms' fields (they stay as they look), attached files, scripts.

mod import;
mod layers;
mod pages;
mod sink;
mod xmp;

use std::io::Write;

use lopdf::{Dictionary, Document, Object, Stream, text_string};

use crate::finish::Conformance;
use sink::Sink;
use xmp::{claims, packet};

pub(crate) use import::{Import, Shared};
pub(crate) use layers::Layers;
pub(crate) use pages::Pages;
pub(crate) use sink::Target;

/// Why nothing was merged.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A document is no PDF, is encrypted, or has no page.
    #[error("the PDF `{title}` cannot be merged: {reason}")]
    Document {
        /// The title that it came with.
        title: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No document came.
    #[error("no documents to merge")]
    Empty,
    /// The writer failed.
    #[error("the merged PDF cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// Joins PDFs somewhere, piece by piece.
pub trait Merge: Send {
    /// Adds a document under a bookmark of this title, and gives the bytes of the file that follow on those before.
    ///
    /// # Errors
    /// [`MergeError`]; the file cannot go on then.
    fn add(&mut self, title: &str, pdf: &[u8]) -> Result<Vec<u8>, MergeError>;

    /// Ends the file, and gives its last bytes. `title` is that of the whole.
    ///
    /// # Errors
    /// [`MergeError::Empty`] when nothing was added, [`MergeError::Write`].
    fn finish(&mut self, title: Option<&str>) -> Result<Vec<u8>, MergeError>;
}

/// Joins in the caller's process, which then reads the PDFs itself.
#[derive(Default)]
pub struct InProcess(Option<Merger<Vec<u8>>>);

impl Merge for InProcess {
    fn add(&mut self, title: &str, pdf: &[u8]) -> Result<Vec<u8>, MergeError> {
        let merger = match self.0.take() {
            Some(merger) => merger,
            None => Merger::new(Vec::new())?,
        };
        let merger = self.0.insert(merger);
        merger.add(title, pdf)?;
        Ok(std::mem::take(merger.writer_mut()))
    }

    fn finish(&mut self, title: Option<&str>) -> Result<Vec<u8>, MergeError> {
        self.0.take().ok_or(MergeError::Empty)?.finish(title)
    }
}

/// A PDF that grows by whole documents. The same documents give the same bytes.
///
/// After an error the writer holds half a file: throw it away.
pub struct Merger<W: Write> {
    sink: Sink<W>,
    pages: Pages,
    shared: Shared,
    outlines: u32,
    first: Option<u32>,
    /// Waits for the number of the next.
    last: Option<Bookmark>,
    count: i64,
    layers: Layers,
    head: Head,
}

/// A document's bookmark.
struct Bookmark {
    id: u32,
    item: Dictionary,
}

/// What the first document says for all.
#[derive(Default)]
struct Head {
    language: Option<Object>,
    intents: Option<Object>,
    /// Standards that every document so far keeps.
    claims: Vec<Conformance>,
}

impl<W: Write> Merger<W> {
    /// Starts a file.
    ///
    /// # Errors
    /// [`MergeError::Write`].
    pub fn new(writer: W) -> Result<Merger<W>, MergeError> {
        let mut sink = Sink::new(writer)?;
        let (pages, outlines) = (Pages::new(&mut sink), sink.allocate());
        let (shared, head) = (Shared::default(), Head::default());
        Ok(Merger {
            sink,
            pages,
            shared,
            outlines,
            first: None,
            last: None,
            count: 0,
            layers: Layers::default(),
            head,
        })
    }

    /// Adds a document under a bookmark of this title.
    ///
    /// # Errors
    /// [`MergeError`].
    pub fn add(&mut self, title: &str, pdf: &[u8]) -> Result<(), MergeError> {
        let broken = |reason: String| MergeError::Document { title: title.to_owned(), reason };
        let document = Document::load_mem(pdf).map_err(|error| broken(error.to_string()))?;
        if document.is_encrypted() || document.was_encrypted() {
            return Err(broken("it has a password".to_owned()));
        }
        let bookmark = self.sink.allocate();
        let mut import = Import::new(&document, &mut self.sink, &mut self.shared);
        let pages = import.pages(&mut self.pages)?;
        let Some(first_page) = pages.first() else { return Err(broken("it has no page".to_owned())) };

        let mut item = Dictionary::new();
        item.set("Title", text_string(title));
        item.set("Parent", (self.outlines, 0));
        let whole_page = vec![Object::Reference((*first_page, 0)), Object::Name(b"Fit".to_vec())];
        item.set("Dest", whole_page);
        import.bookmarks(bookmark, &mut item);
        let intents = document.catalog().and_then(|catalog| catalog.get(b"OutputIntents")).cloned().ok();
        let intents = match intents {
            Some(intents) if self.first.is_none() => Some(import.shared_value(&intents)?),
            _ => None,
        };
        import.finish()?;
        self.layers.gather(&document, |id| import.number(id));
        self.note(&document, intents);
        self.append(Bookmark { id: bookmark, item })
    }

    /// What is written to. Bytes may be taken out of it at any time; what follows goes behind them.
    pub fn writer_mut(&mut self) -> &mut W {
        self.sink.writer_mut()
    }

    /// Takes from the first document what holds for all.
    fn note(&mut self, document: &Document, intents: Option<Object>) {
        if self.first.is_none() {
            let language = document.catalog().and_then(|catalog| catalog.get(b"Lang")).cloned().ok();
            self.head = Head { language, intents, claims: claims(document) };
        }
        let claimed = claims(document);
        // What is not kept is not claimed: tags are what PDF/UA is about.
        self.head.claims.retain(|claim| !claim.needs_tags() && claimed.contains(claim));
    }

    /// Puts the bookmark after the last one, which is complete now.
    fn append(&mut self, mut bookmark: Bookmark) -> Result<(), MergeError> {
        if let Some(mut last) = self.last.take() {
            last.item.set("Next", (bookmark.id, 0));
            bookmark.item.set("Prev", (last.id, 0));
            self.sink.write(last.id, Object::Dictionary(last.item))?;
        }
        self.first.get_or_insert(bookmark.id);
        self.last = Some(bookmark);
        self.count += 1;
        Ok(())
    }

    /// Ends the file. `title` is that of the whole.
    ///
    /// # Errors
    /// [`MergeError::Empty`] when nothing was added, [`MergeError::Write`].
    pub fn finish(mut self, title: Option<&str>) -> Result<W, MergeError> {
        let (Some(first), Some(last)) = (self.first, self.last.take()) else { return Err(MergeError::Empty) };
        let mut outlines = Dictionary::new();
        outlines.set("Type", Object::Name(b"Outlines".to_vec()));
        outlines.set("First", (first, 0));
        outlines.set("Last", (last.id, 0));
        outlines.set("Count", self.count);
        self.sink.write(last.id, Object::Dictionary(last.item))?;
        self.sink.write(self.outlines, Object::Dictionary(outlines))?;
        let pages = self.pages.finish(&mut self.sink)?;

        let mut info = Dictionary::new();
        if let Some(title) = title {
            info.set("Title", text_string(title));
        }
        let language = self.head.language.as_ref();
        let tag = language.and_then(|language| lopdf::decode_text_string(language).ok());
        let mut metadata = Dictionary::new();
        metadata.set("Type", Object::Name(b"Metadata".to_vec()));
        metadata.set("Subtype", Object::Name(b"XML".to_vec()));
        let packet = packet(&info, tag.as_deref(), &self.head.claims);
        let metadata = self.sink.add(Object::Stream(Stream::new(metadata, packet.into_bytes())))?;

        let mut catalog = Dictionary::new();
        catalog.set("Type", Object::Name(b"Catalog".to_vec()));
        catalog.set("Pages", (pages, 0));
        catalog.set("Outlines", (self.outlines, 0));
        catalog.set("PageMode", Object::Name(b"UseOutlines".to_vec()));
        catalog.set("Metadata", (metadata, 0));
        if let Some(language) = self.head.language {
            catalog.set("Lang", language);
        }
        if let Some(properties) = self.layers.properties() {
            catalog.set("OCProperties", properties);
        }
        if let Some(intents) = self.head.intents {
            catalog.set("OutputIntents", intents);
        }
        let root = self.sink.add(Object::Dictionary(catalog))?;
        let info = self.sink.add(Object::Dictionary(info))?;
        Ok(self.sink.finish(root, info)?)
    }
}
