//! Slices of a paragraph: its lines as strips that stay whole, and what they draw.

use super::Glyphs;
use super::placed::Placed;
use crate::block::keep::{Hold, holds};
use crate::block::layouter::{Layouter, Open, Place};
use crate::block::paragraph_box::draw_between;
use crate::block::spacing::Above;
use crate::block::{Content, Floating, Forced, Mark, Slice};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::ink::Paper;
use crate::line::{End, Line, is_break};
use crate::model::ParagraphStyle;
use crate::model::paragraph_properties::TabAlign;
use crate::model::placement::{Place as Position, Relative};
use crate::model::story::{AnchorContent, Inline, InlineKind, Noted, Paragraph, Station};
use crate::pages::{Dash, Item, Rule};
use crate::shape::{Kind, Shaped};

/// Choice: how thick the bar of a tab stop is, in points.
const BAR: f64 = 0.5;

/// A row of a paragraph: a line, or its parts at both sides of floating objects.
struct Row<'l> {
    /// Its place among the rows.
    at: usize,
    line: &'l Line,
    parts: &'l [Line],
    is_last: bool,
}

impl Row<'_> {
    fn is_first(&self) -> bool {
        self.at == 0
    }
}

impl<'a> Layouter<'a> {
    /// Adds the lines of a paragraph to the story.
    pub(super) fn sliced(
        &self,
        glyphs: &Glyphs<'a, '_>,
        placed: &Placed<'_>,
        lines: &[Line],
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let (paragraph, shaped) = (glyphs.paragraph, &glyphs.text);
        let style: &'a ParagraphStyle = &paragraph.style;
        let rows: Vec<&[Line]> = lines.chunk_by(|_, next| next.is_beside).collect();
        let count = rows.len();
        let mut noted = noted(paragraph, shaped, &rows).into_iter().peekable();
        let ends: Vec<End> = rows.iter().filter_map(|row| Some(row.last()?.end)).collect();
        // Up to 2010 not in cells: in a document of that mode, a row of two lines is parted between them; three of mode 15 part none
        // that way.
        let watches_widows =
            style.widow_control && (open.column.place != Place::Cell || self.document.settings.mode >= 15);
        let holds = holds(&ends, style.keep_lines, watches_widows);
        let mut top = placed.top;
        // Whether only breaks stand above.
        let mut is_begin = true;
        for (at, parts) in rows.into_iter().enumerate() {
            let Some(line) = parts.first() else { continue };
            let row = Row { at, line, parts, is_last: at + 1 == count };
            let mut slice = self.strip(&row, glyphs, placed, top, open);
            if row.is_first() {
                self.begin(&mut slice, glyphs, placed, open);
            } else {
                let hold = holds.get(at).copied().unwrap_or(Hold::None);
                slice.is_glued = hold != Hold::None;
                slice.is_loose = hold == Hold::Loose;
                slice.forced = ends.get(at - 1).and_then(|end| forced(*end, open.column.place));
                // Up to 2010 a break before all text ends a paragraph: this is the first line, with its space above. Where there
                // is no text, and from 2013 on, the space stays with the break (a document of each kind).
                let splits = self.document.settings.mode <= 14;
                if splits && is_begin && !line.clusters.is_empty() {
                    slice.gap_after_break = placed.after_break;
                }
            }
            is_begin &= is_bare_break(line, shaped);
            while let Some(mark) = noted.next_if(|(line, _)| *line == at) {
                slice.marks.push(Mark::Noted(mark.1));
            }
            if matches!(open.column.place, Place::Body { .. }) && !style.no_line_numbers {
                slice.numbered = Some(slice.padding.0 + slice.skip + line.baseline);
            }
            self.draw(&row, &mut slice, glyphs, placed, open)?;
            for part in parts {
                let notes = shaped.clusters.get(part.clusters.clone()).unwrap_or_default();
                slice.notes.extend(notes.iter().filter_map(|cluster| cluster.note));
            }
            slice.decoration.clone_from(&placed.decoration);
            top += slice.height;
            open.y += slice.gap + slice.height;
            open.flow.slices.push(slice);
        }
        open.forced = ends.last().and_then(|end| forced(*end, open.column.place));
        open.above = Some(Above { style, list: paragraph.label.as_ref().map(|label| label.num) });
        open.keeps = style.keep_next && open.forced.is_none();
        open.decoration.clone_from(&placed.decoration);
        let y = open.y;
        // Nothing stands beside the text of another page; what the next page takes is known before it begins.
        let breaks = open.forced == Some(Forced::Page);
        open.exclusions.retain(|own| own.bottom > y && !(breaks && own.top < y - HAIR));
        Ok(())
    }

    /// The strip that a row takes at a place of its story, with nothing in it.
    fn strip(
        &self,
        row: &Row<'_>,
        glyphs: &Glyphs<'a, '_>,
        placed: &Placed<'_>,
        top: f64,
        open: &mut Open<'a, '_>,
    ) -> Slice<'a> {
        let (line, is_first) = (row.line, row.is_first());
        let mut slice = Slice::empty();
        slice.padding =
            (if is_first { placed.padding.0 } else { 0.0 }, if row.is_last { placed.padding.1 } else { 0.0 });
        let place = (top - slice.padding.0, line.height);
        slice.leaves = open.leaves_page(place, placed.need, self.budget);
        // On the next page it has to go around the objects there: where that is known to begin with it, they alone count.
        slice.skip = if slice.leaves && !open.begins_page(place.0) { 0.0 } else { line.skip };
        open.flow.depends_on_pages |= slice.leaves;
        slice.height = slice.padding.0 + slice.skip + line.height + slice.padding.1;
        slice.hang = if slice.padding.1 > 0.0 { 0.0 } else { line.hang };
        slice.bare = if slice.padding.0 + slice.skip > 0.0 { 0.0 } else { line.above };
        if !row.is_last && is_bare_break(line, &glyphs.text) {
            // A break needs no room, nor the space above it: its line stays where it is, whatever the page has left (three
            // documents of Word).
            slice.hang = slice.height + if is_first { placed.before } else { 0.0 };
        }
        slice
    }

    /// The start of a paragraph's first slice: the space above, the breaks and frames before it, its headings.
    fn begin(
        &self,
        slice: &mut Slice<'a>,
        glyphs: &Glyphs<'a, '_>,
        placed: &Placed<'_>,
        open: &mut Open<'a, '_>,
    ) {
        let style = &glyphs.paragraph.style;
        let (before, after_break) = (placed.before, placed.after_break);
        (slice.gap, slice.gap_after_break, slice.own_gap) = (before, after_break, after_break);
        slice.gap_at_start =
            if open.column.place == Place::Cell && style.before.is_auto() { 0.0 } else { before };
        slice.is_glued = open.keeps;
        slice.forced = open.forced.take();
        if style.page_break_before && matches!(open.column.place, Place::Body { .. }) {
            slice.forced = Some(Forced::Page);
        } else if slice.forced.is_some() {
            // The break ended the paragraph before: its own line is the page's first, without space above.
            slice.gap_after_break = 0.0;
        }
        slice.floating = std::mem::take(&mut open.frames);
        slice.notes = slice.floating.iter().flat_map(|own| own.notes.clone()).collect();
        slice.reach = slice.floating.iter().map(Floating::reach).fold(f64::MIN, f64::max);
        slice.marks = self.marks(glyphs);
    }

    /// Draws a row into its slice.
    fn draw(
        &self,
        row: &Row<'_>,
        slice: &mut Slice<'a>,
        glyphs: &Glyphs<'a, '_>,
        placed: &Placed<'_>,
        open: &Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let (paragraph, line) = (glyphs.paragraph, row.line);
        let style = &paragraph.style;
        let mut items = Vec::new();
        let line_top = slice.padding.0 + slice.skip;
        let paper = Paper {
            width: open.column.width,
            top: line_top,
            is_rtl: style.is_rtl,
            ground: style.shading.or(open.column.ground),
            page_left: open.column.page_left,
        };
        if let (true, Some(between), Some(decoration)) = (row.is_first(), placed.between, &placed.decoration)
        {
            draw_between(between, decoration, &mut items);
        }
        items.extend(bars(style, paper, slice.height));
        if let (true, Some(cap)) = (row.is_first(), &placed.drop_cap) {
            items.extend(cap.items.iter().cloned().map(|item| item.shifted(0.0, line_top)));
        }
        if let (true, Some((label, _))) = (line.has_label, &glyphs.label) {
            let before = items.len();
            self.pen().label(label, line.label_at, line_top + line.baseline, paper, &mut items)?;
            let element = paragraph.label.as_ref().and_then(|label| label.element);
            Item::belong_to(items.get_mut(before..).unwrap_or_default(), element);
        }
        let mut found = Vec::new();
        for part in row.parts {
            let mut find = |anchor, x| found.push((anchor, x));
            self.pen().line(&glyphs.text, part, paper, &mut items, &mut find)?;
        }
        Item::belong_to(&mut items, paragraph.element);
        for (at, x) in found {
            let at = at as usize;
            let (Some(anchor), Some((items, (width, height)))) =
                (glyphs.text.anchors.get(at), placed.objects.get(at))
            else {
                continue;
            };
            // What stands in its line stands on the baseline.
            let is_in_line = anchor.down == (Relative::Line, Position::End);
            let bottom = if is_in_line { line.baseline } else { line.height };
            // A rule fills its line, however the paragraph is aligned.
            let x = if matches!(anchor.content, AnchorContent::Rule(_)) { style.start } else { x };
            let counted = placed.parts.spots.get(at).map_or(0.0, |spot| spot.paragraph);
            slice.floating.push(Floating {
                anchor,
                items: items.clone(),
                width: *width,
                height: *height,
                x,
                line: (line_top, line_top + bottom),
                paragraph: counted - (open.y + slice.gap),
                cell: None,
                notes: Vec::new(),
                is_table: false,
                bands: Vec::new(),
            });
        }
        // Most lines are one run: what a list that grows leaves empty would be most of a long document.
        items.shrink_to_fit();
        slice.content = Content::Items(items);
        Ok(())
    }

    /// The marks at the beginning of a paragraph.
    fn marks(&self, glyphs: &Glyphs<'a, '_>) -> Vec<Mark> {
        let (paragraph, shaped) = (glyphs.paragraph, &glyphs.text);
        let mut out = Vec::new();
        let is_text = |inline: &Inline| matches!(inline.kind, InlineKind::Text(_));
        let style = &paragraph.style;
        if !paragraph.inlines.iter().any(is_text) {
            return out;
        }
        let label = glyphs.label.as_ref().map(|(label, _)| label.text.as_str()).unwrap_or_default();
        if let Some(level) = style.outline_level {
            let space = if label.is_empty() { "" } else { " " };
            let title = format!("{label}{space}{}", text_of(shaped));
            out.push(Mark::Heading { level, title: title.trim().chars().take(250).collect() });
        }
        if self.document.style_refs.iter().any(|own| own.style == style.style) {
            let text = text_of(shaped).trim().to_owned();
            out.push(Mark::Styled { style: style.style.clone(), text, number: label.to_owned() });
        }
        out
    }
}

/// The break that the end of a line forces. Breaks work only in the body; in cells, headers and notes they end a line.
fn forced(end: End, place: Place) -> Option<Forced> {
    let forced = match end {
        End::Page => Forced::Page,
        End::Column => Forced::Column,
        _ => return None,
    };
    matches!(place, Place::Body { .. }).then_some(forced)
}

/// The bars through a line at the stops that draw one (17.18.84, `bar`).
fn bars(style: &ParagraphStyle, paper: Paper, height: f64) -> impl Iterator<Item = Item> + '_ {
    style.tabs.iter().filter(|stop| stop.align == TabAlign::Bar).map(move |stop| {
        let x = if style.is_rtl { paper.width - stop.at } else { stop.at };
        let (from, to) = ((x, 0.0), (x, height));
        Item::Rule(Rule { from, to, width: BAR, colour: [0; 3], dash: Dash::Solid })
    })
}

/// Whether a line contains only the break, of a page or a column, that ends it.
fn is_bare_break(line: &Line, shaped: &Shaped<'_>) -> bool {
    let own = shaped.clusters.get(line.clusters.clone()).unwrap_or_default();
    let is_bare = |kind| is_break(kind) || matches!(kind, Kind::Anchor(_) | Kind::Nothing);
    matches!(line.end, End::Page | End::Column) && own.iter().all(|cluster| is_bare(cluster.kind))
}

/// The lines of what is found again in a paragraph, in order.
fn noted(paragraph: &Paragraph, shaped: &Shaped<'_>, rows: &[&[Line]]) -> Vec<(usize, Noted)> {
    if paragraph.spots.is_empty() {
        return Vec::new();
    }
    let first = |row: &&[Line]| {
        let cluster = row.first().and_then(|line| shaped.clusters.get(line.clusters.start));
        cluster.map_or(usize::MAX, |own| own.text.start as usize)
    };
    let begins: Vec<usize> = rows.iter().map(first).collect();
    let line_of = |spot: &Station| {
        let start = shaped.starts.get(spot.at.0).copied().unwrap_or(shaped.text.len());
        begins.partition_point(|begin| *begin <= start + spot.at.1).saturating_sub(1)
    };
    let mut noted: Vec<(usize, Noted)> =
        paragraph.spots.iter().map(|spot| (line_of(spot), spot.noted.clone())).collect();
    noted.sort_by_key(|(line, _)| *line);
    noted
}

/// The text of a paragraph, without other content.
fn text_of(shaped: &Shaped<'_>) -> String {
    let mut text = String::new();
    for cluster in &shaped.clusters {
        match cluster.kind {
            Kind::Tab | Kind::LineBreak | Kind::ClearBreak(_) => text.push(' '),
            Kind::Text
            | Kind::Ideograph
            | Kind::Space
            | Kind::NoBreakSpace
            | Kind::Equation(_)
            | Kind::Composite(_) => {
                let own = cluster.text.start as usize..cluster.text.end as usize;
                text.push_str(shaped.text.get(own).unwrap_or_default());
            }
            _ => {}
        }
    }
    text
}
