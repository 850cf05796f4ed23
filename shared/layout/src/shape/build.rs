//! Turns inlines into glyphs.

use std::sync::Arc;

use platen_fonts::{Choice, Features, Item, Itemise, Request, Script};

use super::draft::{Draft, Stretch};
use super::east_asian::Rules;
use super::opportunity::{Kinsoku, Options};
use super::shaper::Shaper;
use super::values::Values;
use super::{AlignedTab, Cluster, Kind, Run, Shaped, cluster, east_asian, opportunity};
use crate::error::LayoutError;
use crate::model::Stance;
use crate::model::equation::{Equation, Node};
use crate::model::font_slot::FontSlot;
use crate::model::paragraph_properties::{Align, Leader};
use crate::model::run::RunStyle;
use crate::model::story::{Break, Inline, InlineKind, Label, Paragraph, Picture};
use crate::pages::Target;
use crate::shape::math::{PieceKind, Setter};

/// Characters in place of content that is not text.
const OBJECT: char = '\u{FFFC}';

impl Shaper<'_> {
    /// Shapes the content of a paragraph.
    pub fn paragraph<'p>(
        &self,
        paragraph: &'p Paragraph,
        values: &Values,
        stance: Stance,
    ) -> Result<Shaped<'p>, LayoutError> {
        let mut draft = Draft::new(stance);
        let mut shaped = Shaped::default();
        for inline in &paragraph.inlines {
            if !paragraph.spots.is_empty() {
                shaped.starts.push(draft.text.len());
            }
            self.inline(inline, values, &mut draft, &mut shaped)?;
        }
        let kinsoku = match paragraph.style.kinsoku {
            true => Kinsoku::of(self.settings, paragraph.mark.language_east_asia.as_deref()),
            false => Kinsoku::NONE,
        };
        let options = Options { word_wrap: paragraph.style.word_wrap, kinsoku };
        let levels = draft.levels(paragraph.style.is_rtl);
        self.shape(draft, &levels, options, &mut shaped)?;
        east_asian::space(&mut shaped, &paragraph.style);
        let (compresses, balances) = (self.settings.compress_punctuation, self.settings.balance_widths);
        east_asian::adjust(&mut shaped, Rules { compresses, balances });
        if let Some(cell) = stance.grid.filter(|grid| grid.snaps).map(|grid| grid.cell) {
            east_asian::snap(&mut shaped, cell);
        }
        Ok(shaped)
    }

    /// Shapes a list label.
    pub fn label<'p>(
        &self,
        label: &'p Label,
        picture: Option<&'p Picture>,
        (is_rtl, stance): (bool, Stance),
    ) -> Result<Shaped<'p>, LayoutError> {
        let mut draft = Draft::new(stance);
        let mut shaped = Shaped::default();
        match picture {
            Some(picture) => {
                shaped.pictures.push(picture);
                draft.sign(OBJECT, Kind::Object(0), &label.style, None);
            }
            None => draft.text(&label.text, &label.style, None, None),
        }
        // A label goes as its paragraph does, whatever its runs say: `1.` has its point to the left (a Hebrew document of Word).
        let levels = platen_fonts::levels(&draft.text, is_rtl);
        self.shape(draft, &levels, Options::default(), &mut shaped)?;
        Ok(shaped)
    }

    /// Shapes a text of one style.
    pub fn text(&self, text: &str, style: &Arc<RunStyle>) -> Result<Shaped<'static>, LayoutError> {
        let mut draft = Draft::default();
        let mut shaped = Shaped::default();
        draft.text(text, style, None, None);
        let levels = draft.levels(false);
        self.shape(draft, &levels, Options::default(), &mut shaped)?;
        Ok(shaped)
    }

    pub(super) fn inline<'p>(
        &self,
        inline: &'p Inline,
        values: &Values,
        draft: &mut Draft<'p>,
        shaped: &mut Shaped<'p>,
    ) -> Result<(), LayoutError> {
        let (style, link) = (&inline.style, inline.link.as_ref());
        match &inline.kind {
            InlineKind::Text(text) => draft.text(text, style, link, None),
            InlineKind::Tab => draft.sign('\t', Kind::Tab, style, link),
            InlineKind::AlignedTab { align, to_margin, leader } => {
                let place = shaped.aligned_tabs.len() as u32;
                shaped.aligned_tabs.push(AlignedTab {
                    align: *align,
                    to_margin: *to_margin,
                    leader: *leader,
                });
                draft.sign('\t', Kind::AlignedTab(place), style, link);
            }
            InlineKind::Break(kind) => {
                let kind = match kind {
                    Break::Line => Kind::LineBreak,
                    Break::Below(clear) => Kind::ClearBreak(*clear),
                    Break::Page => Kind::PageBreak,
                    Break::Column => Kind::ColumnBreak,
                };
                draft.sign('\u{200B}', kind, style, None);
            }
            InlineKind::Picture(picture) => {
                let place = shaped.pictures.len() as u32;
                shaped.pictures.push(picture);
                draft.sign(OBJECT, Kind::Object(place), style, link);
            }
            InlineKind::Equation(equation) => self.equation(equation, style, link, draft, shaped)?,
            InlineKind::Composed(composed) => {
                let place = shaped.composites.len() as u32;
                shaped.composites.push(self.composite(composed, values, draft.stance)?);
                let style = Shaper::style_of(composed, style);
                draft.piece(&Shaper::said(composed), Kind::Composite(place), None, style, link);
            }
            InlineKind::Anchor(anchor) => {
                let place = shaped.anchors.len() as u32;
                shaped.anchors.push(anchor);
                draft.sign('\u{FFF9}', Kind::Anchor(place), style, link);
            }
            InlineKind::Note { is_end, place } => {
                let labels = &self.note_labels[usize::from(*is_end)];
                let label = labels.get(*place).copied().unwrap_or_default();
                let note = (!is_end).then_some(*place as u32);
                if label.is_empty() {
                    // A mark of its own follows in the text; the note still belongs to this line.
                    let at = draft.stretches.len();
                    draft.sign('\u{FFF9}', Kind::Nothing, style, link);
                    if let Some(stretch) = draft.stretches.get_mut(at) {
                        stretch.note = note;
                    }
                } else {
                    draft.text(label, style, link, note);
                }
            }
            InlineKind::NoteMark => draft.text(values.note(), style, link, None),
            InlineKind::Field { kind, format, saved } => {
                draft.text(&values.write(*kind, *format, saved), style, link, None);
            }
            InlineKind::Separator { is_continuation } => {
                draft.sign(OBJECT, Kind::Separator { is_continuation: *is_continuation }, style, None);
            }
        }
        Ok(())
    }

    /// Sets an equation, and takes its pieces over as signs.
    fn equation<'p>(
        &self,
        equation: &'p Equation,
        style: &'p Arc<RunStyle>,
        link: Option<&'p Arc<Target>>,
        draft: &mut Draft<'p>,
        shaped: &mut Shaped<'p>,
    ) -> Result<(), LayoutError> {
        // The line is as high as text of the equation's own size.
        let style = equation.row.iter().find_map(Node::style).unwrap_or(style);
        for mut piece in Setter::new(self, equation.small_fractions).pieces(equation)? {
            crate::pages::Item::belong_to(&mut piece.items, equation.element);
            let aligned = |align: Align| AlignedTab { align, to_margin: false, leader: Leader::None };
            match piece.kind {
                PieceKind::Box { goes_on } => {
                    let place = shaped.equations.len() as u32;
                    let may_break = goes_on.then_some(false);
                    draft.piece(&piece.text, Kind::Equation(place), may_break, style, link);
                    shaped.equations.push(piece);
                }
                PieceKind::Gap => {
                    let place = shaped.equations.len() as u32;
                    shaped.equations.push(piece);
                    draft.piece("", Kind::Gap(place), Some(true), style, link);
                }
                PieceKind::Break => draft.sign('\u{200B}', Kind::LineBreak, style, None),
                PieceKind::Center | PieceKind::End => {
                    let align = if piece.kind == PieceKind::End { Align::End } else { Align::Center };
                    let place = shaped.aligned_tabs.len() as u32;
                    shaped.aligned_tabs.push(aligned(align));
                    draft.sign('\t', Kind::AlignedTab(place), style, link);
                }
            }
        }
        Ok(())
    }

    /// The face that sets equations in a family.
    pub fn math(&self, family: &Arc<str>) -> Choice {
        if let Some(choice) = self.equations.borrow().get(family) {
            return *choice;
        }
        let choice = self.library.math(family);
        self.equations.borrow_mut().insert(Arc::clone(family), choice);
        choice
    }

    /// Tells of text that no font has.
    pub fn missing(&self, text: &str) {
        let first = text.chars().next().unwrap_or_default();
        let detail = format!("no font has {first} (U+{:04X}); a box is drawn", u32::from(first));
        self.undrawn.borrow_mut().add("no-glyph", "", text, detail);
    }

    /// Warns about text in an unknown font: its lines may break elsewhere. A look-alike with the font's own widths needs no
    /// warning.
    fn unknown(&self, style: &RunStyle, slot: FontSlot, choice: Choice) {
        let family = family(style, slot);
        let used = self.library.face(choice.face).map_or("another one", |face| face.family());
        let detail = format!(
            "the font `{family}` is missing; a PDF shows `{used}` in its place, and lines may break elsewhere since its widths are not known"
        );
        self.undrawn.borrow_mut().add("unknown-font", "", "", detail);
    }

    /// The face that a run's font is drawn with.
    pub fn choice(&self, style: &RunStyle, slot: FontSlot) -> Choice {
        let family = family(style, slot);
        let (bold, italic) = match slot {
            FontSlot::Cs => (style.bold_cs, style.italic_cs),
            _ => (style.bold, style.italic),
        };
        let entry = self.fonts.get(family);
        self.library.select(&Request {
            family,
            bold,
            italic,
            alternatives: entry.map_or("", |entry| &entry.alternatives),
            generic: entry.and_then(|entry| entry.generic),
        })
    }

    /// An empty run of a paragraph mark: it gives an empty line its height.
    pub fn mark(&self, style: &Arc<RunStyle>) -> Run {
        let (slot, size) =
            if style.is_cs { (FontSlot::Cs, style.size_cs) } else { (FontSlot::Ascii, style.size) };
        Run::new(style.clone(), self.choice(style, slot), size, 0, None)
    }

    pub(super) fn shape(
        &self,
        draft: Draft<'_>,
        levels: &[u8],
        options: Options<'_>,
        shaped: &mut Shaped<'_>,
    ) -> Result<(), LayoutError> {
        self.budget.spend(draft.text.len() as u64 * 4 + 16)?;
        let breaks = opportunity::opportunities(&draft.text, options);
        for stretch in &draft.stretches {
            let from = shaped.clusters.len();
            match stretch.kind {
                Some(kind) => self.sign(stretch, kind, levels, shaped),
                None => self.stretch(stretch, &draft, levels, shaped)?,
            }
            for cluster in shaped.clusters.iter_mut().skip(from) {
                cluster.may_break = breaks.get(cluster.text.end as usize).copied().unwrap_or(false);
                if let Some(may_break) = stretch.may_break {
                    cluster.may_break = may_break;
                }
                if cluster.kind == Kind::SoftHyphen {
                    cluster.may_break = true;
                }
            }
            if let (Some(note), Some(last)) = (stretch.note, shaped.clusters.last_mut()) {
                last.note = Some(note);
            }
        }
        shaped.text = draft.text;
        Ok(())
    }

    fn sign(&self, stretch: &Stretch<'_>, kind: Kind, levels: &[u8], shaped: &mut Shaped<'_>) {
        let choice = self.choice(stretch.style, stretch.slot);
        let level = levels.get(stretch.text.start).copied().unwrap_or(0);
        let mut run = Run::new(stretch.style.clone(), choice, stretch.size, level, stretch.link.cloned());
        run.is_turned = stretch.is_turned;
        shaped.runs.push(run);
        let width = match kind {
            Kind::Object(place) => shaped
                .pictures
                .get(place as usize)
                .map_or(0.0, |picture| if stretch.is_turned { picture.height } else { picture.room().0 }),
            Kind::Equation(place) | Kind::Gap(place) => {
                shaped.equations.get(place as usize).map_or(0.0, |piece| piece.width)
            }
            Kind::Composite(place) => shaped.composites.get(place as usize).map_or(0.0, |own| own.width),
            _ => 0.0,
        };
        let end = shaped.glyphs.len() as u32;
        shaped.clusters.push(Cluster {
            run: shaped.runs.len() as u32 - 1,
            kind,
            width,
            text: stretch.text.start as u32..stretch.text.end as u32,
            glyphs: end..end,
            may_break: false,
            note: None,
        });
    }

    fn stretch(
        &self,
        stretch: &Stretch<'_>,
        draft: &Draft<'_>,
        levels: &[u8],
        shaped: &mut Shaped<'_>,
    ) -> Result<(), LayoutError> {
        let style = stretch.style;
        let choice = self.choice(style, stretch.slot);
        let first = shaped.clusters.len();
        let own = &draft.text[stretch.text.clone()];
        if choice.is_by_looks && !own.trim().is_empty() {
            self.unknown(style, stretch.slot, choice);
        }
        let grid = draft.stance.grid.filter(|grid| !grid.snaps && style.snap_to_grid);
        let spacing = style.spacing + grid.map_or(0.0, |grid| grid.extra);
        let language = match stretch.slot {
            FontSlot::EastAsia => style.language_east_asia.as_deref(),
            _ => style.language.as_deref(),
        };
        let how = Itemise {
            choice,
            right_to_left: style.is_rtl,
            levels: levels.get(stretch.text.clone()),
            language,
        };
        let size = if stretch.slot == FontSlot::Cs { style.size_cs } else { stretch.size };
        let features = Features {
            kerning: style.is_kerned,
            ligatures: style.has_ligatures && style.spacing == 0.0,
            vertical: stretch.is_turned,
        };
        for item in self.library.itemise(own, &how) {
            self.budget.spend(item.range.len() as u64 * 8)?;
            if item.is_missing {
                self.missing(&own[item.range.clone()]);
            }
            let glyphs = self.library.shape(own, &item, language, features).glyphs;
            let mut run = Run::new(style.clone(), item.choice, size, item.level, stretch.link.cloned());
            run.is_turned = stretch.is_turned;
            if item.is_missing {
                let widest = glyphs.iter().map(|glyph| glyph.advance).fold(0.0, f32::max);
                let box_width = self.library.face(item.choice.face).map_or(0.0, |face| face.box_width());
                if widest > 0.0 && box_width > 0.0 {
                    run.box_scale = f64::from(widest / box_width);
                }
            }
            if own[item.range.clone()].contains('\u{AD}') || style.language.is_some() {
                run.hyphen = self.hyphen(&item);
            }
            if item.script == Script::Arabic {
                run.kashida = self.kashida(&item);
            }
            shaped.runs.push(run);
            cluster::cut((own, stretch.text.start), &item, glyphs, spacing, shaped);
        }
        if let Some(width) = style.fit_width {
            cluster::fit(shaped.clusters.get_mut(first..).unwrap_or_default(), width);
        }
        Ok(())
    }

    /// The glyph that lengthens joins of a face, and its width in em.
    fn kashida(&self, item: &Item) -> Option<(u16, f64)> {
        let mut known = self.kashidas.borrow_mut();
        *known.entry(item.choice.face).or_insert_with(|| self.sign_of("\u{640}", item.choice))
    }

    /// The hyphen of a face, and its width in em.
    fn hyphen(&self, item: &Item) -> Option<(u16, f64)> {
        let mut known = self.hyphens.borrow_mut();
        *known.entry(item.choice.face).or_insert_with(|| self.sign_of("-", item.choice))
    }

    /// The glyph of a character, and its width in em. `None`: another face has it.
    fn sign_of(&self, sign: &str, choice: Choice) -> Option<(u16, f64)> {
        let how = Itemise { choice, right_to_left: false, levels: None, language: None };
        let item = self.library.itemise(sign, &how).into_iter().next()?;
        let shaped = self.library.shape(sign, &item, None, Features::default());
        let glyph = shaped.glyphs.first().filter(|_| item.choice.face == choice.face)?;
        Some((glyph.id, f64::from(glyph.advance)))
    }
}

/// The font of a run's text.
fn family(style: &RunStyle, slot: FontSlot) -> &Arc<str> {
    match slot {
        FontSlot::Ascii => &style.ascii,
        FontSlot::HAnsi => &style.h_ansi,
        FontSlot::EastAsia => &style.east_asia,
        FontSlot::Cs => &style.cs,
    }
}
