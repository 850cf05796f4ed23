//! The definitions in the parts beside the text. All documents of a template share them, so they are read once.

use std::cell::RefCell;
use std::sync::Arc;

use platen_ooxml::Recent;
use platen_ooxml::package::{Method, Relationships};

use super::font_table::FontTable;
use super::numbering::Numbering;
use super::settings::Settings;
use super::styles::Styles;
use super::theme::Theme;
use super::web_divisions::WebDivisions;
use crate::error::LayoutError;
use crate::model::part_tree::{PartText, Parts};
use crate::read::Element;
use crate::source::Source;

/// Styles, lists, theme, settings and fonts of a document.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    pub settings: Settings,
    pub theme: Theme,
    pub numbering: Numbering,
    /// Relationships of the numbering part, for picture bullets.
    pub numbering_relationships: Option<Arc<Relationships>>,
    pub styles: Styles,
    pub fonts: Arc<FontTable>,
}

/// The parts that define something, by the kinds of their relationships.
const KINDS: [&str; 6] = ["settings", "theme", "numbering", "styles", "fontTable", "webSettings"];

/// Bytes of what is kept: some dozens of templates.
const MOST_BYTES: usize = 8 << 20;

/// How many times a part's own size its content takes when read.
const SPREAD: u64 = 4;

/// Data shared by documents that are laid out one after the other. Everything is found by its content, and is the same as if
/// it were read again: pages are the same, whatever was laid out before.
pub struct Kept {
    definitions: RefCell<Recent<Box<[u8]>, Arc<Definitions>>>,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept { definitions: RefCell::new(Recent::new(MOST_BYTES)) }
    }
}

impl Kept {
    /// The definitions of a document whose main part has these relationships. What was read for another document is not
    /// counted in the budget again.
    pub(crate) fn definitions(
        &self,
        parts: &Parts<'_>,
        main: &Relationships,
    ) -> Result<Arc<Definitions>, LayoutError> {
        let (key, size) = content(parts.source, main);
        if let Some(known) = self.definitions.borrow_mut().get(&*key) {
            return Ok(Arc::clone(known));
        }
        let definitions = Arc::new(Definitions::read(parts, main)?);
        let bytes = usize::try_from(size.saturating_mul(SPREAD)).unwrap_or(usize::MAX);
        let bytes = bytes.saturating_add(key.len());
        self.definitions.borrow_mut().put(key, Arc::clone(&definitions), bytes);
        Ok(definitions)
    }
}

/// All bytes that definitions are read from, and the size of the parts.
fn content(source: &Source<'_>, main: &Relationships) -> (Box<[u8]>, u64) {
    let package = source.package;
    let mut out = Vec::new();
    let mut size = 0_u64;
    let mut add = |name: &str| {
        let Some(part) = package.part(name) else { return out.push(0) };
        // A part whose fields were computed has another text than the package holds.
        let changed = source.changed(name);
        let kind = if changed.is_some() { 2 } else { u8::from(part.method() == Method::Deflated) };
        out.extend([1, kind]);
        for bytes in [part.name().as_bytes(), changed.unwrap_or_else(|| part.compressed())] {
            out.extend((bytes.len() as u64).to_le_bytes());
            out.extend(bytes);
        }
        size = size.saturating_add(part.size());
    };
    for kind in KINDS {
        let Some(name) = main.of_kind(kind).find_map(|relationship| relationship.part()) else {
            add("");
            continue;
        };
        add(name);
        if kind == "numbering" {
            add(&package.relationships_part(name));
        }
    }
    (out.into(), size)
}

impl Definitions {
    fn read(parts: &Parts<'_>, main: &Relationships) -> Result<Definitions, LayoutError> {
        let of = |kind| parts.related(main, kind);
        fn root(part: &Option<PartText>) -> Option<Element<'_>> {
            part.as_ref().and_then(|part| Element::root(&part.tree))
        }
        let mut settings = root(&of("settings")?).map(Settings::read).unwrap_or_default();
        settings.divisions = root(&of("webSettings")?).map(WebDivisions::read).unwrap_or_default();
        let mut theme = of("theme")?.map(|part| Theme::of_part(part.tree)).unwrap_or_default();
        theme.east_asia_language.clone_from(&settings.east_asia_language);
        theme.bidi_language.clone_from(&settings.bidi_language);
        for (name, to) in &settings.colour_names {
            theme.map(name, to);
        }
        let numbering_part = of("numbering")?;
        let mut numbering =
            root(&numbering_part).map(|root| Numbering::read(root, &theme)).unwrap_or_default();
        let styles_part = of("styles")?;
        let styles = root(&styles_part).map(|root| Styles::read(root, &theme, &mut numbering));
        let styles = styles.transpose()?.unwrap_or_default();
        let fonts = root(&of("fontTable")?).map(FontTable::read).unwrap_or_default();
        let numbering_relationships = numbering_part.map(|part| part.relationships);
        Ok(Definitions {
            settings,
            theme,
            numbering,
            numbering_relationships,
            styles,
            fonts: Arc::new(fonts),
        })
    }
}
