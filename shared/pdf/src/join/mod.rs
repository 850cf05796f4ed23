//! PDFs of others before and behind a document of ours, which keeps its tags, bookmarks and properties.
//!
//! Attack: all of such a PDF. It is read in the confined child only, within bounds. What comes into the document is put together
//! entry by entry from what pages, drawings, comments and links may be; scripts, actions, files and fields stay behind, and it is said.

mod annotation;
mod apply;
mod bookmarks;
mod foreign;
mod page;
mod selection;

use lopdf::{Document, Object, ObjectId};
use platen_ooxml::{Warning, Warnings};

use crate::finish::Joined;
use crate::merge::{Import, Layers, Pages, Shared};
use crate::{PdfError, PdfLimits};

use bookmarks::Segment;
use foreign::Foreign;
use page::Copier;
pub(crate) use selection::Selection;

/// The PDFs of one document, read.
pub(crate) struct Joining<'a> {
    before: Vec<Foreign<'a>>,
    behind: Vec<Foreign<'a>>,
}

impl<'a> Joining<'a> {
    /// Reads them, and decides which of their pages there are.
    ///
    /// # Errors
    /// [`PdfError::Joined`]; [`PdfError::Limit`] for too many pages or objects; [`PdfError::Exhausted`].
    pub(crate) fn read(
        joined: &'a Joined,
        limits: &PdfLimits,
        budget: &platen_ooxml::Budget,
    ) -> Result<Joining<'a>, PdfError> {
        let mut read = Vec::new();
        for (place, pdf) in joined.iter() {
            read.push(Foreign::read(place, pdf, limits, budget)?);
        }
        let behind = read.split_off(joined.prepend.len());
        let joining = Joining { before: read, behind };
        if joining.counts().iter().sum::<usize>() > limits.pages {
            return Err(PdfError::limit("pages", limits.pages.to_string()));
        }
        Ok(joining)
    }

    /// How many pages come before the document, and how many behind it.
    pub(crate) fn counts(&self) -> [usize; 2] {
        [&self.before, &self.behind].map(|list| list.iter().map(|foreign| foreign.pages.len()).sum())
    }

    /// Puts the chosen pages before and behind those that `document` has. `selection` has seen how many these were. `own`: which of them
    /// stay; without it all that are there.
    ///
    /// # Errors
    /// What lopdf says of a document that is not one as krilla writes it.
    pub(crate) fn join(
        mut self,
        document: &mut Document,
        selection: &Selection,
        own: Option<&[bool]>,
    ) -> lopdf::Result<Warnings> {
        selection.apply(&mut self);
        let old = page_nodes(document);
        let present: Vec<u32> = document.page_iter().map(|(number, _)| number).collect();
        let stays = |at: usize| match own {
            Some(own) => own.get(at).copied().unwrap_or(false),
            None => selection.has_own(),
        };
        let (mut pages, mut segments, mut warnings) = (Vec::new(), Vec::new(), Warnings::default());
        let mut layers = Layers::default();
        for foreign in &self.before {
            pages.extend(add(foreign, document, &mut segments, &mut layers, &mut warnings)?);
        }
        pages.extend(present.into_iter().enumerate().filter(|(at, _)| stays(*at)).map(|(_, page)| page));
        segments.push(Segment::of(document));
        for foreign in &self.behind {
            pages.extend(add(foreign, document, &mut segments, &mut layers, &mut warnings)?);
        }
        let mut tree = Pages::new(document);
        for number in pages {
            let parent = tree.add(number, document)?;
            document.get_dictionary_mut((number, 0))?.set("Parent", (parent, 0));
        }
        let root = tree.finish(document)?;
        document.catalog_mut()?.set("Pages", (root, 0));
        for node in old {
            document.objects.remove(&node);
        }
        bookmarks::chain(document, &segments)?;
        if let Some(properties) = layers.properties() {
            document.catalog_mut()?.set("OCProperties", properties);
        }
        Ok(warnings)
    }
}

/// Takes one over; the numbers of its pages.
fn add(
    foreign: &Foreign<'_>,
    document: &mut Document,
    segments: &mut Vec<Segment>,
    layers: &mut Layers,
    warnings: &mut Warnings,
) -> lopdf::Result<Vec<u32>> {
    let mut shared = Shared::default();
    let outlines = bookmarks::root(document)?;
    let import = Import::foreign(&foreign.document, document, &mut shared);
    let mut copier = Copier::new(&foreign.document, import);
    let numbers = copier.pages(&foreign.pages)?;
    if let Some(first) = numbers.first() {
        segments.extend(copier.bookmarks(outlines, foreign.name(), *first)?);
    }
    let left_out = copier.finish(layers)?;
    let shown = foreign.shown();
    let removed = left_out.actions + foreign.scripts;
    if removed > 0 || left_out.files + foreign.files > 0 {
        let detail = format!("scripts, actions and files of the joined PDF `{shown}` are removed");
        warnings.extend([Warning::new("object-removed", detail)]);
    }
    if left_out.fields > 0 {
        let detail = format!(
            "form fields and signatures of the joined PDF `{shown}` stay as they look and cannot be filled in"
        );
        warnings.extend([Warning::new("not-drawn", detail)]);
    }
    if left_out.others > 0 {
        let detail =
            format!("films, sounds and other such things on pages of the joined PDF `{shown}` are left out");
        warnings.extend([Warning::new("not-drawn", detail)]);
    }
    Ok(numbers)
}

/// The nodes of the page tree above the pages.
fn page_nodes(document: &Document) -> Vec<ObjectId> {
    let is_node = |object: &Object| object.type_name().is_ok_and(|name| name == b"Pages");
    document.objects.iter().filter(|(_, object)| is_node(object)).map(|(id, _)| *id).collect()
}
