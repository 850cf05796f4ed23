//! A package's parts, read into one document.

use std::collections::HashMap;
use std::sync::Arc;

use platen_docx::package::{Package, Relationships};
use platen_docx::xml::Tree;
use platen_docx::{Bounds, Budget, Limits};

use super::colour::{Colour, Rgb};
use super::font_table::FontTable;
use super::numbering::Numbering;
use super::reader::{Notes, Reader};
use super::run::RunStyle;
use super::section::{HeaderKind, Section};
use super::settings::Settings;
use super::story::Block;
use super::styles::Styles;
use super::theme::Theme;
use crate::LayoutError;
use crate::read::Element;
use crate::undrawn::UndrawnList;

/// A section and what stands in it.
#[derive(Debug)]
pub(crate) struct SectionBody {
    pub section: Section,
    pub blocks: Vec<Block>,
}

/// A note as one reference uses it.
#[derive(Debug, Default)]
pub(crate) struct Note {
    /// Its number as written.
    pub label: String,
    pub blocks: Vec<Block>,
}

/// A document, all properties resolved.
#[derive(Debug)]
pub(crate) struct Document {
    pub settings: Settings,
    pub sections: Vec<SectionBody>,
    /// Footnotes in the order of their references.
    pub footnotes: Vec<Note>,
    pub endnotes: Vec<Note>,
    pub footnote_separator: Vec<Block>,
    pub footnote_continuation: Vec<Block>,
    pub endnote_separator: Vec<Block>,
    /// Headers and footers by relationship.
    pub headers: HashMap<String, Vec<Block>>,
    pub background: Option<Rgb>,
    /// Of numbers beside lines.
    pub line_numbers: Arc<RunStyle>,
    pub fonts: FontTable,
    pub undrawn: UndrawnList,
}

/// One part as it is read: its tree and its relationships.
pub(crate) struct PartText {
    pub name: Arc<str>,
    pub tree: Tree,
    pub relationships: Relationships,
}

/// Opens parts within the limits.
struct Parts<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
}

impl Parts<'_> {
    fn open(&self, name: &str) -> Result<Option<PartText>, LayoutError> {
        let Some(part) = self.package.part(name) else { return Ok(None) };
        let bytes = self.package.read_within(part, self.bounds.budget)?;
        let tree = Tree::parse(bytes, self.bounds).map_err(|error| LayoutError::xml(name, error))?;
        Ok(Some(PartText {
            name: part.name().into(),
            tree,
            relationships: self.package.relationships_within(name, self.bounds.budget)?,
        }))
    }

    /// The part that `from` relates to by `kind`.
    fn related(&self, from: &Relationships, kind: &str) -> Result<Option<PartText>, LayoutError> {
        match from.of_kind(kind).find_map(|relationship| relationship.part()) {
            Some(name) => self.open(name),
            None => Ok(None),
        }
    }
}

impl Document {
    /// Reads a package.
    pub fn read(package: &Package, limits: &Limits, budget: &Budget) -> Result<Document, LayoutError> {
        let parts = Parts { package, bounds: Bounds { limits, budget } };
        let name = package.main_document();
        let no_body = || LayoutError::NoBody { part: name.to_owned() };
        let main = parts.open(name)?.ok_or_else(no_body)?;
        let of = |kind| parts.related(&main.relationships, kind);

        let settings_part = of("settings")?;
        let settings = settings_part
            .as_ref()
            .and_then(|part| Element::root(&part.tree))
            .map(Settings::read)
            .unwrap_or_default();
        let theme_part = of("theme")?;
        let mut theme = theme_part
            .as_ref()
            .and_then(|part| Element::root(&part.tree))
            .map(Theme::read)
            .unwrap_or_default();
        theme.east_asia_language.clone_from(&settings.east_asia_language);
        theme.bidi_language.clone_from(&settings.bidi_language);
        let numbering_part = of("numbering")?;
        let mut numbering = numbering_part
            .as_ref()
            .and_then(|part| Element::root(&part.tree))
            .map(Numbering::read)
            .unwrap_or_default();
        let styles_part = of("styles")?;
        let styles = styles_part
            .as_ref()
            .and_then(|part| Element::root(&part.tree))
            .map(|root| Styles::read(root, &mut numbering))
            .unwrap_or_default();
        let fonts_part = of("fontTable")?;
        let fonts = fonts_part.as_ref().and_then(|part| Element::root(&part.tree)).map(FontTable::read);
        let (footnotes, endnotes) = (of("footnotes")?, of("endnotes")?);

        let root = Element::root(&main.tree).ok_or_else(no_body)?;
        let body = root.child("body").ok_or_else(no_body)?;
        let notes = [footnotes.as_ref().map(Notes::new), endnotes.as_ref().map(Notes::new)];
        let pictures = numbering_part.as_ref().map(|part| &part.relationships);
        let mut reader = Reader::new(&main, budget, &styles, &numbering, &theme, &settings, notes, pictures);
        let sections = reader.body(body)?;
        let footnote_separator = reader.separator(0, "separator")?;
        let footnote_continuation = reader.separator(0, "continuationSeparator")?;
        let endnote_separator = reader.separator(1, "separator")?;

        let mut headers = HashMap::new();
        for section in &sections {
            for refs in [&section.section.headers, &section.section.footers] {
                for kind in [HeaderKind::Default, HeaderKind::First, HeaderKind::Even] {
                    let Some(id) = refs.get(kind).filter(|id| !headers.contains_key(*id)) else { continue };
                    let relationship = main.relationships.by_id(id);
                    let Some(part) = relationship.and_then(|relationship| relationship.part()) else {
                        continue;
                    };
                    if let Some(part) = parts.open(part)? {
                        headers.insert(id.to_owned(), reader.other_story(&part)?);
                    }
                }
            }
        }
        let background = root.child("background").and_then(|background| background.attr("color"));
        let background =
            background.and_then(|colour| Colour::parse(&colour)).and_then(|colour| match colour {
                Colour::Rgb(rgb) if settings.show_background => Some(rgb),
                _ => None,
            });
        let line_numbers = reader.line_number_style();
        let read = reader.finish();
        Ok(Document {
            sections,
            footnotes: read.footnotes,
            endnotes: read.endnotes,
            footnote_separator,
            footnote_continuation,
            endnote_separator,
            headers,
            background,
            line_numbers,
            fonts: fonts.unwrap_or_default(),
            undrawn: read.undrawn,
            settings,
        })
    }
}
