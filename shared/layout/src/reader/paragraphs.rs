//! Paragraphs: their properties, their list labels, and the properties of their runs.

use std::sync::Arc;

use platen_ooxml::structure::stands_once;

use super::unfinished::Unfinished;
use super::{Around, Reader};
use crate::error::LayoutError;
use crate::model::colour::Colour;
use crate::model::paragraph_properties::{FrameLayer, ParagraphLayer};
use crate::model::paragraph_style::{ParagraphStyle, Spacing};
use crate::model::placement::{Place, Relative};
use crate::model::run::USUAL_SIZE;
use crate::model::run::{RunLayer, RunStyle};
use crate::model::story::{Inline, InlineKind, Label, Noted, Paragraph};
use crate::model::story_facts::{Number, ParagraphFact};
use crate::model::styles::Style;
use crate::number_format::NumberFormat;
use crate::read::Element;

impl<'a> Reader<'a> {
    /// Reads a paragraph that begins with the text of those in `joined`.
    pub(super) fn paragraph(
        &mut self,
        joined: &[Element<'a>],
        element: Element<'a>,
        around: Around<'_>,
    ) -> Result<(Paragraph, Option<FrameLayer>), LayoutError> {
        let properties = element.child("pPr");
        let named = properties.and_then(|p| p.child("pStyle")).and_then(|style| style.val());
        let style = named
            .and_then(|id| self.definitions.styles.get(&id))
            .unwrap_or(&self.definitions.styles.paragraph)
            .clone();
        let direct = properties.map(ParagraphLayer::read).unwrap_or_default();

        let (num, level) = list_of(&direct, &style);
        let (layer, base) = self.layers(&style, &direct, around, num, level);
        let character = self.definitions.styles.defaults.run.size.unwrap_or(USUAL_SIZE);
        let auto = if self.definitions.settings.adds_spaces { Spacing::FIXED } else { Spacing::HTML };
        let mut resolved = ParagraphStyle::new(&layer, style.id.clone(), character, auto);
        if let Some(division) = properties.and_then(|p| p.child("divId")).and_then(|own| own.val()) {
            let (left, right) = self.definitions.settings.divisions.margins(&division);
            let (start, end) = if resolved.is_rtl { (right, left) } else { (left, right) };
            resolved.start += start;
            resolved.end += end;
        }
        let resolved = Arc::new(resolved);

        if resolved.kashida > 0.0 {
            self.undrawn.add("kashida", self.part, "", "kashidas may be longer or shorter than Word's");
        }

        let mark_properties = properties.and_then(|p| p.child("rPr"));
        let key = (Arc::as_ptr(&style) as usize, around.table.map_or(0, |(_, id)| id));
        let mark = self.run_style(&base, key, mark_properties);
        let ends_section = properties.is_some_and(|properties| properties.child("sectPr").is_some());
        // A paragraph that only ends its section has no number (PLACES).
        let is_bare = ends_section && joined.is_empty() && element.children().iter().all(is_mark);
        let label = match num.filter(|num| *num != 0 && !is_bare) {
            Some(num) => self.label(&base, mark_properties, num, level, &mark),
            None => None,
        };
        let mut open = Unfinished {
            base: &base,
            key,
            inlines: Vec::new(),
            spots: Vec::new(),
            link: None,
            depth: around.depth,
            display: None,
            is_composed: false,
        };
        for name in std::mem::take(&mut self.between) {
            open.note(Noted::Bookmark(name));
        }
        if self.is_main && !self.in_note {
            let number = label.as_ref().and_then(|label| self.number(label));
            self.facts.paragraphs.push(ParagraphFact {
                offset: element.offset(),
                style: style.id.clone(),
                outline: resolved.outline_level,
                number,
            });
        }
        let (bound, field) = (self.bound.take(), self.field.take());
        self.within_field(field, &mut open, |reader, open| {
            if let Some(bound) = bound {
                reader.push_bound(&bound, open);
                return Ok(());
            }
            for part in joined.iter().chain([&element]) {
                reader.inlines(*part, open)?;
            }
            Ok(())
        })?;
        if self.boxes > 0 {
            self.in_boxes.append(&mut open.spots);
        }
        let resolved = match open.display {
            Some(align) => {
                let wrap_indent = Some(self.definitions.settings.math.wrap_indent);
                Arc::new(ParagraphStyle { align, wrap_indent, ..ParagraphStyle::clone(&resolved) })
            }
            None => resolved,
        };
        if self.definitions.settings.mode <= 14 && !resolved.is_rtl {
            indent_aligned(&mut open.inlines, resolved.start);
        }
        let paragraph = Paragraph {
            style: resolved,
            mark,
            label,
            inlines: open.inlines,
            ends_section,
            spots: open.spots,
            role: style.role(),
            element: None,
        };
        Ok((paragraph, layer.frame))
    }

    /// The properties of a paragraph, and those that its runs start from: those of the document, the table, the style, the
    /// list and the paragraph itself, one over the other (ECMA-376 part 1, 17.7.2).
    fn layers(
        &self,
        style: &Style,
        direct: &ParagraphLayer,
        around: Around<'_>,
        num: Option<i64>,
        level: usize,
    ) -> (ParagraphLayer, RunLayer) {
        let mut layer = self.definitions.styles.defaults.paragraph.clone();
        let mut base = self.definitions.styles.defaults.run.clone();
        if let Some((table, _)) = around.table {
            layer.lay(&table.paragraph);
            base.lay(&table.run);
        }
        layer.lay(&style.text.paragraph);
        base.lay_style(&style.text.run);
        if direct.numbering.num == Some(0) {
            layer.indents = self.definitions.styles.defaults.paragraph.indents.clone();
            layer.indents.lay(&style.plain_indents);
        } else if direct.numbering.num.is_some() || direct.numbering.level.is_some() {
            let definition = num.and_then(|num| self.definitions.numbering.level(num, level));
            if let Some(definition) = definition {
                layer.indents.lay(&definition.properties.paragraph.indents);
            }
        }
        if let Some(definition) = num.and_then(|num| self.definitions.numbering.level(num, level)) {
            let mut tabs =
                ParagraphLayer { tabs: definition.properties.paragraph.tabs.clone(), ..Default::default() };
            std::mem::swap(&mut tabs.tabs, &mut layer.tabs);
            let over = ParagraphLayer { tabs: tabs.tabs, ..Default::default() };
            layer.lay(&over);
        }
        layer.lay(direct);
        (layer, base)
    }

    /// The place of a paragraph in its list, from its label.
    fn number(&self, label: &Label) -> Option<Number> {
        let definition = self.definitions.numbering.level(label.num, label.level)?;
        let is_number = !matches!(definition.format, NumberFormat::Bullet | NumberFormat::None);
        let named = definition.text.split('%').skip(1).filter_map(|rest| rest.chars().next()?.to_digit(10));
        let from = named.map(|level| (level as usize).saturating_sub(1)).min().unwrap_or(label.level);
        let list = self.definitions.numbering.abstract_of(label.num)?;
        is_number.then(|| Number {
            text: label.text.clone(),
            suffix: label.suffix,
            list,
            level: label.level,
            from,
        })
    }

    pub(super) fn label(
        &mut self,
        base: &RunLayer,
        mark_properties: Option<Element<'a>>,
        num: i64,
        level: usize,
        mark: &RunStyle,
    ) -> Option<Label> {
        let definition = self.definitions.numbering.level(num, level)?;
        let text = self.counters.next(&self.definitions.numbering, num, level)?;
        // Hidden numbers count: Word skips numbers by hidden paragraphs ("advance value").
        if mark.is_hidden {
            return None;
        }
        let mut layer = base.clone();
        if let Some(properties) = mark_properties {
            if let Some(style) = self.character_style(properties) {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties, self.theme));
        }
        // Lines of the mark do not carry over to its number (17.9.24); what it is highlighted with does (headings in one of
        // Word's PDFs).
        layer.underline = None;
        layer.strike = None;
        layer.lay(&definition.properties.run);
        let picture = definition.picture.and_then(|id| self.definitions.numbering.picture(id));
        let picture = picture.and_then(|own| {
            let part = self.definitions.numbering_relationships.as_ref()?.by_id(&own.relationship)?.part()?;
            Some((Arc::from(part), own.aspect))
        });
        Some(Label {
            text,
            picture,
            style: Arc::new(RunStyle::new(&layer, self.theme)),
            suffix: definition.suffix,
            align: definition.align,
            num,
            level,
            element: None,
        })
    }

    pub(super) fn character_style(&self, properties: Element<'_>) -> Option<&'a Arc<Style>> {
        self.definitions.styles.get(&properties.child("rStyle")?.val()?)
    }

    /// The style of line numbers: "line number" over the default paragraph style (17.6.8).
    pub fn line_number_style(&mut self) -> Arc<RunStyle> {
        let mut layer = self.definitions.styles.defaults.run.clone();
        layer.lay_style(&self.definitions.styles.paragraph.text.run);
        if let Some(style) = self.definitions.styles.named("line number") {
            layer.lay_style(&style.text.run);
        }
        Arc::new(RunStyle::new(&layer, self.theme))
    }

    /// A run's resolved properties, over the paragraph's `base`.
    pub(super) fn run_style(
        &mut self,
        base: &RunLayer,
        key: (usize, u64),
        properties: Option<Element<'a>>,
    ) -> Arc<RunStyle> {
        let source = properties.map(Element::source).unwrap_or_default();
        let in_contents = self.is_in_contents();
        let key = (key.0, key.1, in_contents, source.to_owned());
        if let Some(known) = self.runs.get(&key) {
            return known.clone();
        }
        let mut layer = base.clone();
        if let Some(properties) = properties {
            // Entries of a table of contents are links without the look of links (23 of 23 of Word's PDFs).
            let style = self.character_style(properties).filter(|own| !(in_contents && own.is_of_links()));
            if let Some(style) = style {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties, self.theme));
        }
        layer.colour = layer.colour.or(self.text_colour.map(Colour::Rgb));
        let style = Arc::new(RunStyle::new(&layer, self.theme));
        if style.has_effect {
            let detail =
                "text with an outline, a shadow, a glow, a gradient or the like is drawn plain, in one color";
            self.undrawn.add("text-effect", self.part, "", detail);
        }
        self.runs.insert(key, style.clone());
        style
    }
}

/// Up to Word 2010 an object that is aligned at the left of its column stands at the indent of its paragraph (one document).
fn indent_aligned(inlines: &mut [Inline], indent: f64) {
    for inline in inlines {
        if let InlineKind::Anchor(anchor) = &mut inline.kind
            && anchor.across == (Relative::Text, Place::Start)
        {
            anchor.across.1 = Place::Offset(indent);
        }
    }
}

/// Whether a child of a paragraph leaves it empty: properties, bookmarks and the like.
fn is_mark(child: &Element<'_>) -> bool {
    let name = child.name();
    matches!(name, "pPr" | "proofErr") || stands_once(name)
}

/// The list of a paragraph and its level in it, from the paragraph or its style.
fn list_of(direct: &ParagraphLayer, style: &Style) -> (Option<i64>, usize) {
    let num = direct.numbering.num.or(style.text.paragraph.numbering.num);
    let level = match (direct.numbering.level, direct.numbering.num) {
        (Some(level), _) => level,
        (None, Some(_)) => 0,
        (None, None) => style.text.paragraph.numbering.level.unwrap_or(0),
    };
    (num, level)
}
