//! A compiled template, kept between renders.

mod compilation;
mod failure;
mod include;
mod nested;
mod opened;
mod pages;
mod rendering;
mod settling;
mod texts;

pub use include::Includes;
pub use opened::OpenedTemplate;

use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, OnceLock};

use minijinja::Environment;

use crate::compile::Enclosure;
use crate::compile::StyleIds;
use crate::compile::controls::Control;
use crate::discover::Discovery;
use crate::enclosed::Enclosed;
use crate::expression::{Locale, Wordings};
use crate::invoice::InvoiceForm;
use crate::text::CompiledPart;
use crate::translations::Translations;
use platen_ooxml::package::Package;
use platen_ooxml::soundness::Known;
use platen_ooxml::{Diagnostic, Limits};
use platen_rich::{FreeIds, Inventory};
use platen_svg::DrawSvg;
use serde_json::Value;

/// A template, compiled once. Cheap to share between threads (`Arc<Template>`).
pub struct Template {
    package: Package,
    parts: Vec<TextPart>,
    /// Places in the package of all parts that hold text, filled or not.
    stories: Vec<usize>,
    controls: Arc<[Control]>,
    originals: Arc<[String]>,
    /// Styles that tags may choose.
    styles: Arc<StyleIds>,
    env: Environment<'static>,
    /// The same templates, telling which tag found no value: compiled when one first finds none.
    traced: OnceLock<Result<Environment<'static>, minijinja::Error>>,
    discovery: Discovery,
    warnings: Vec<Diagnostic>,
    limits: Limits,
    /// As [`Template::has_placed_fields`].
    has_placed_fields: bool,
    /// Above all ids of drawings and controls in the template.
    free_ids: FreeIds,
    /// For whom dates and numbers are written when the request does not say.
    locale: Locale,
    /// What rich values need to know of the template: read when the first one comes.
    inventory: OnceLock<Inventory>,
    /// Draws the SVG pictures in the data.
    svg: Arc<dyn DrawSvg>,
    /// What the file carries beside its text.
    enclosed: Vec<Enclosed>,
    /// The mapping of an e-invoice that the file carries.
    invoice: Option<InvoiceForm>,
    /// The keys of its texts to translate, and their translations.
    keys: Vec<String>,
    wordings: Option<Arc<Wordings>>,
}

/// A part that is rendered.
struct TextPart {
    /// Place in the package.
    index: usize,
    compiled: CompiledPart,
    /// Index of its first tag among all parts' tags.
    first_tag: usize,
    /// Bytes of its last rendering: room for the next.
    size: AtomicUsize,
    /// What it has of its own that a document is not refused for: read when a document is first looked at.
    known: OnceLock<Known>,
}

impl std::fmt::Debug for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Template").field("parts", &self.parts.len()).finish_non_exhaustive()
    }
}

impl Template {
    /// The fields that the template asks for.
    pub fn discovery(&self) -> &Discovery {
        &self.discovery
    }

    /// Has `svg` draw the SVG pictures that the data brings, in place of [`platen_svg::DrawInProcess`].
    #[must_use]
    pub fn with_svg(self, svg: Arc<dyn DrawSvg>) -> Template {
        Template { svg, ..self }
    }

    /// Whether its text has fields whose saved results are wrong once the text is another: a table of contents, references
    /// to pages, numbers of captions, counts of pages.
    pub fn has_placed_fields(&self) -> bool {
        self.has_placed_fields
    }

    /// The mapping of an e-invoice that the file carries.
    pub fn invoice(&self) -> Option<&InvoiceForm> {
        self.invoice.as_ref()
    }

    /// What the file carries beside its text, as it was written.
    pub fn enclosure(&self, kind: Enclosure) -> Option<&Value> {
        self.enclosed.iter().find(|enclosed| enclosed.kind == kind)?.json.as_ref()
    }

    /// The texts that can be translated, if it has some or carries translations.
    pub fn translations(&self) -> Option<Translations> {
        let table = self.enclosure(Enclosure::Translations);
        Some(Translations::of(self.wordings.as_deref()?, &self.keys, table))
    }

    /// Remarks that do not hinder rendering.
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }

    /// What the template takes in memory beside the bytes of its file, about. Those may be two hundred times less.
    pub fn memory_bytes(&self) -> usize {
        let texts: usize = self.parts.iter().map(|part| part.compiled.source.len()).sum();
        self.wordings.as_ref().map_or(0, |wordings| wordings.bytes())
            + COPIES * texts
            + PER_TAG * self.originals.len()
            + PER_PART * self.package.parts().len()
    }
}

/// Each text is held as it was compiled, as what makes documents of it, and as what tells which values are missing.
const COPIES: usize = 3;

/// What a tag takes: itself, the instructions that it became in two programs, and what was found of its fields. Loops, filters
/// and conditions were found to take 1.5 KiB.
const PER_TAG: usize = 2 << 10;

/// What a part of the package takes.
const PER_PART: usize = 512;

impl TextPart {
    fn new(index: usize, compiled: CompiledPart, first_tag: usize) -> TextPart {
        let size = AtomicUsize::new(compiled.source.len());
        TextPart { index, size, compiled, first_tag, known: OnceLock::new() }
    }
}
