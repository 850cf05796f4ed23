//! Paragraphs to slices.

use std::rc::Rc;

use super::anchor::{Drawn, LEAST_BLANK_GAP, LEAST_GAP, Spot, all_kept_free, top_in_story};
use super::keep::kept;
use super::layouter::{Layouter, Open, Place, page_at};
use super::parts::Parts;
use super::spacing::Above;
use super::wrap::{Exclusion, room};
use super::{Content, Decoration, Floating, Forced, Mark, Slice, spacing};
use crate::error::LayoutError;
use crate::ink::Paper;
use crate::line::{Breaker, End, Line, Room, is_break};
use crate::model::ParagraphStyle;
use crate::model::placement::{Place as Position, Relative};
use crate::model::section::SectionStart;
use crate::model::story::{
    Anchor, AnchorContent, Inline, InlineKind, Noted, Outline, Paragraph, Picture, Station, Wrap,
};
use crate::pages::{Dash, Item, Rule};
use crate::shape::{Kind, Shaped};

impl<'a> Layouter<'a> {
    pub(super) fn paragraph(
        &self,
        paragraph: &'a Paragraph,
        is_only: bool,
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let style: &'a ParagraphStyle = &paragraph.style;
        let list = paragraph.label.as_ref().map(|label| label.num);
        if paragraph.mark.is_hidden && paragraph.inlines.is_empty() && !paragraph.ends_section {
            return Ok(());
        }
        if self.is_bare_section_end(paragraph, is_only, open) {
            // A page break and the page that the next section starts are one (four places in three documents of Word).
            let next_starts_page = matches!(
                open.column.place,
                Place::Body {
                    next: Some(SectionStart::NextPage | SectionStart::OddPage | SectionStart::EvenPage)
                }
            );
            let breaks = open.forced.take().filter(|forced| !(*forced == Forced::Page && next_starts_page));
            let mark = Slice { forced: breaks, is_glued: true, ..Slice::empty() };
            if mark.forced.is_some() {
                open.flow.slices.push(mark);
            }
            return Ok(());
        }
        if style.drop_cap.is_some() && !paragraph.is_empty() {
            return self.drop_cap(paragraph, open);
        }
        if let Some(anchor) = paragraph.frame.as_deref().filter(|_| !open.in_frame) {
            return self.frame(paragraph, anchor, open);
        }
        let shaped = self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?;
        if shaped.composites.iter().any(|own| own.width > open.column.width) {
            let detail = "text that is set as one and wider than its column is not broken";
            self.undrawn.borrow_mut().add("set-as-one", "", "", detail);
        }
        let bullet = paragraph.label.as_ref().and_then(|label| {
            let (part, aspect) = label.picture.clone()?;
            let height = label.style.size * 0.8;
            Some(Picture { part: Some(part), width: height * aspect, height, ..Picture::empty() })
        });
        let label_shaped = match &paragraph.label {
            Some(label) => {
                let how = (style.is_rtl, open.column.stance);
                Some((self.shaper.label(label, bullet.as_ref(), how)?, label))
            }
            None => None,
        };
        let gap = spacing::between(open.above, style, list, self.document.settings.adds_spaces);
        // Objects count from the paragraph's own space, without what the one above asks for.
        let own_space = gap.after_break.min(gap.gap);
        let (before, after_break) = self.at_edges(style, open, gap.gap, gap.after_break);

        let decoration = decoration(style, open.column.width);
        let joined = decoration.is_some() && decoration.as_ref() == open.decoration.as_deref();
        let decoration = match decoration {
            Some(_) if joined => open.decoration.clone(),
            other => other.map(Rc::new),
        };
        let frame = decoration.as_ref().map(|decoration| decoration.frame).unwrap_or_default();
        let edge =
            |border: Option<crate::model::border::Border>| border.map_or(0.0, |b| b.space + b.thickness());
        let between = frame.between.filter(|_| joined);
        let padding_top = if joined { edge(between) } else { edge(frame.top) };
        let padding_bottom = edge(frame.bottom);
        if joined && let Some(last) = open.flow.slices.last_mut() {
            // The box goes on: its lower edge comes later.
            last.height -= last.padding.1;
            open.y -= last.padding.1;
            last.padding.1 = 0.0;
        }

        if style.page_break_before && matches!(open.column.place, Place::Body { .. }) {
            open.exclusions.clear();
        }
        let top = open.y + before + padding_top;
        let mark = self.shaper.mark(&paragraph.mark);
        let spot = Spot { paragraph: open.y + before - own_space, line: top, indent: style.start };
        let across = open.column.width - style.start - style.end;
        let drawn = |anchor| self.drawn(anchor, paragraph.element, open.column.values, across);
        let objects = shaped.anchors.iter().map(|anchor| drawn(*anchor));
        let objects: Vec<Drawn> = objects.collect::<Result<_, _>>()?;
        let is_blank = |kind: Kind| matches!(kind, Kind::Anchor(_) | Kind::Nothing);
        let is_blank = shaped.clusters.iter().all(|cluster| is_blank(cluster.kind));
        // Up to 2010 a line goes out of the way of a tight outline of its own only where its content meets it, and the empty line
        // of a header not at all (a title page in one of Word's PDFs, whose picture the text begins below).
        let is_in_header = open.column.place == Place::Other;
        let stays = |anchor: &Anchor| {
            let may_stay = matches!(anchor.outline, Outline::Polygon { .. })
                || is_in_header && anchor.wrap == Wrap::TopAndBottom;
            is_blank && self.document.settings.mode <= 14 && may_stay
        };
        let sized = || shaped.anchors.iter().zip(&objects).map(|(anchor, (_, height))| (*anchor, *height));
        let mut parts = Parts::new(&shaped, spot, &open.column);
        for (anchor, height) in sized().filter(|(anchor, _)| !stays(anchor) && !parts.counts(anchor)) {
            self.keep_off(anchor, (anchor.width, height), spot, open);
        }
        let frames = std::mem::take(&mut open.frames);
        for own in &frames {
            self.keep_off(own.anchor, (own.width, own.height), spot, open);
            let bottom = top_in_story(own.anchor, own.height, spot, open).map(|top| top + own.height);
            open.floor = bottom.map_or(open.floor, |bottom| open.floor.max(bottom));
        }
        open.frames = frames;
        let drop_cap = open.drop_cap.take();
        if let Some(cap) = &drop_cap {
            let line = crate::shape::Run::clone(&mark);
            let first =
                shaped.runs.first().map_or(line.ascent + line.descent, |run| run.ascent + run.descent);
            let factor = match style.line {
                crate::model::paragraph_properties::LineRule::Auto(factor) => factor,
                _ => 1.0,
            };
            let bottom = top + cap.lines as f64 * first * factor - 0.5;
            open.exclusions.push(Exclusion {
                until: f64::MAX,
                top,
                bottom,
                left: f64::MIN,
                right: cap.width,
                wrap: Wrap::Sides { left: false, right: true },
                bays: None,
            });
        }
        let least = if is_blank { mark.size.min(LEAST_BLANK_GAP) } else { LEAST_GAP };
        // Lines may go on in a column of another width.
        let (end, pages) = (style.end, open.column.pages);
        let own = |y: f64| page_at(pages, y).map_or(open.column.width, |page| page.width);
        let lines = loop {
            let own_objects =
                sized().zip(&parts.spots).map(|((anchor, height), spot)| (anchor, height, *spot));
            let of_parts = own_objects
                .filter(|(anchor, ..)| parts.counts(anchor) && anchor.wrap != Wrap::None && !stays(anchor));
            let mut exclusions = all_kept_free(of_parts, open);
            let count_of_parts = exclusions.len();
            exclusions.append(&mut open.exclusions);
            let room = |y: f64, height: f64, part: usize| {
                let width = own(top + y);
                let part = (part, style.is_rtl);
                let room = room(&exclusions, (top + y, height), (width, least), part, self.budget);
                Room { to: room.to.min(width - end), ..room }
            };
            let lines = Breaker {
                shaped: &shaped,
                label: label_shaped.as_ref().map(|(shaped, label)| (shaped, label.suffix, label.align)),
                style,
                mark: &mark,
                width: open.widest,
                settings: &self.document.settings,
                grid: open.column.grid,
                is_in_cell: open.column.place == Place::Cell,
                budget: self.budget,
                room: &room,
            }
            .lines()?;
            open.exclusions = exclusions.split_off(count_of_parts);
            if parts.agree(&lines, pages) {
                break lines;
            }
        };
        for ((anchor, height), spot) in sized().zip(&parts.spots) {
            if stays(anchor) || parts.counts(anchor) {
                self.keep_off(anchor, (anchor.width, height), *spot, open);
            }
            if spot.line > top {
                // Where a page begins between, the text is laid out again with the pages known.
                open.flow.wraps.push((top, spot.line + 1.0));
            }
        }

        let ground = style.shading.or(open.column.ground);
        // Parts of one line, at both sides of floating objects, are of one slice.
        let rows: Vec<&[Line]> = lines.chunk_by(|_, next| next.is_beside).collect();
        let count = rows.len();
        let mut noted = noted(paragraph, &shaped, &rows).into_iter().peekable();
        let ends: Vec<End> = rows.iter().filter_map(|row| Some(row.last()?.end)).collect();
        let kept = kept(&ends, style);
        let mut paragraph_top = 0.0;
        // Whether only breaks stand above.
        let mut is_begin = true;
        for (at, row) in rows.into_iter().enumerate() {
            let Some(line) = row.first() else { continue };
            let mut slice = Slice::empty();
            let is_first = at == 0;
            slice.padding = (
                if is_first { padding_top } else { 0.0 },
                if at + 1 == count { padding_bottom } else { 0.0 },
            );
            let place = (top + paragraph_top - if is_first { padding_top } else { 0.0 }, line.height);
            slice.leaves = open.leaves_page(place, (least, style.is_rtl), self.budget);
            slice.skip = if slice.leaves { 0.0 } else { line.skip };
            slice.height = slice.padding.0 + slice.skip + line.height + slice.padding.1;
            slice.hang = if slice.padding.1 > 0.0 { 0.0 } else { line.hang };
            if at + 1 < count && is_bare_break(line, &shaped) {
                // A break needs no room, nor the space above it: its line stays where it is, whatever the page has left (three
                // documents of Word).
                slice.hang = slice.height + if is_first { before } else { 0.0 };
            }
            if is_first {
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
                slice.marks = self.marks(paragraph, &shaped, label_shaped.as_ref().map(|(label, _)| label));
            } else {
                slice.is_glued = kept.get(at).copied().unwrap_or(false);
                slice.forced = match ends.get(at - 1) {
                    Some(End::Page) => self.forced(Forced::Page, open.column.place),
                    Some(End::Column) => self.forced(Forced::Column, open.column.place),
                    _ => None,
                };
                // The break stood before all text: this is the paragraph's first line, with its space above. Where there is no
                // text, the space stays with the break.
                if is_begin && !line.clusters.is_empty() {
                    slice.gap_after_break = after_break;
                }
            }
            is_begin &= is_bare_break(line, &shaped);
            while let Some(mark) = noted.next_if(|(line, _)| *line == at) {
                slice.marks.push(Mark::Noted(mark.1));
            }
            let mut items = Vec::new();
            let line_top = slice.padding.0 + slice.skip;
            if matches!(open.column.place, Place::Body { .. }) && !style.no_line_numbers {
                slice.numbered = Some(line_top + line.baseline);
            }
            let paper = Paper {
                width: open.column.width,
                top: line_top,
                is_rtl: style.is_rtl,
                ground,
                page_left: open.column.page_left,
            };
            if let (true, Some(between)) = (is_first, between) {
                let y = between.thickness() / 2.0;
                let (left, right) =
                    (style.start.min(style.start + style.first_line), open.column.width - style.end);
                items.push(Item::Rule(Rule {
                    from: (left, y),
                    to: (right, y),
                    width: between.width,
                    colour: between.colour.or_black(),
                    dash: Dash::Solid,
                }));
            }
            if let (true, Some(cap)) = (is_first, &drop_cap) {
                items.extend(cap.items.iter().cloned().map(|item| item.shifted(0.0, line_top)));
            }
            if let (true, Some((label, _))) = (line.has_label, &label_shaped) {
                let before = items.len();
                self.pen().label(label, line.label_at, line_top + line.baseline, paper, &mut items)?;
                let element = paragraph.label.as_ref().and_then(|label| label.element);
                Item::belong_to(items.get_mut(before..).unwrap_or_default(), element);
            }
            let mut found = Vec::new();
            for part in row {
                self.pen()
                    .line(&shaped, part, paper, &mut items, &mut |anchor, x| found.push((anchor, x)))?;
            }
            Item::belong_to(&mut items, paragraph.element);
            for (at, x) in found {
                let (Some(anchor), Some((items, height))) =
                    (shaped.anchors.get(at as usize), objects.get(at as usize))
                else {
                    continue;
                };
                // What stands in its line stands on the baseline.
                let is_in_line = anchor.down == (Relative::Line, Position::End);
                let bottom = if is_in_line { line.baseline } else { line.height };
                // A rule fills its line, however the paragraph is aligned.
                let x = if matches!(anchor.content, AnchorContent::Rule(_)) { style.start } else { x };
                let counted = parts.spots.get(at as usize).map_or(0.0, |spot| spot.paragraph);
                slice.floating.push(Floating {
                    anchor,
                    items: items.clone(),
                    width: anchor.width,
                    height: *height,
                    x,
                    line: (line_top, line_top + bottom),
                    paragraph: counted - (open.y + slice.gap),
                    cell: None,
                    notes: Vec::new(),
                });
            }
            for part in row {
                let notes = shaped.clusters.get(part.clusters.clone()).unwrap_or_default();
                slice.notes.extend(notes.iter().filter_map(|cluster| cluster.note));
            }
            // Most lines are one run: what a list that grows leaves empty would be most of a long document.
            items.shrink_to_fit();
            slice.content = Content::Items(items);
            slice.decoration.clone_from(&decoration);
            paragraph_top += slice.height;
            open.y += slice.gap + slice.height;
            open.flow.slices.push(slice);
        }
        open.forced = match ends.last() {
            Some(End::Page) => self.forced(Forced::Page, open.column.place),
            Some(End::Column) => self.forced(Forced::Column, open.column.place),
            _ => None,
        };
        open.above = Some(Above { style, list });
        open.keeps = style.keep_next && open.forced.is_none();
        open.decoration = decoration;
        let y = open.y;
        // Nothing stands beside the text of another page.
        let breaks = open.forced == Some(Forced::Page);
        open.exclusions.retain(|exclusion| exclusion.bottom > y && !breaks);
        Ok(())
    }

    /// Breaks work in the body only; in cells, headers and notes they end a line.
    fn forced(&self, forced: Forced, place: Place) -> Option<Forced> {
        matches!(place, Place::Body { .. }).then_some(forced)
    }

    /// A paragraph that only ends its section takes no room, unless a continuous section follows and it has space
    /// before it, or it is all that the section has. Automatic space is none (one document of Word).
    fn is_bare_section_end(&self, paragraph: &Paragraph, is_only: bool, open: &Open<'a, '_>) -> bool {
        let Place::Body { next } = open.column.place else { return false };
        paragraph.ends_section
            && paragraph.is_empty()
            && !is_only
            && (next != Some(SectionStart::Continuous)
                || paragraph.style.before.is_auto()
                || paragraph.style.before.points() == 0.0)
    }

    /// Space above a paragraph at the beginning of its story.
    fn at_edges(
        &self,
        style: &ParagraphStyle,
        open: &Open<'a, '_>,
        gap: f64,
        after_break: f64,
    ) -> (f64, f64) {
        let is_start = open.flow.slices.is_empty();
        // Automatic space counts nothing at the top of a page or cell.
        let is_auto = style.before.is_auto();
        (if is_start && is_auto { 0.0 } else { gap }, if is_auto { 0.0 } else { after_break })
    }

    /// What is noted where a paragraph begins.
    fn marks(&self, paragraph: &Paragraph, shaped: &Shaped<'_>, label: Option<&Shaped<'_>>) -> Vec<Mark> {
        let mut out = Vec::new();
        let is_text = |inline: &Inline| matches!(inline.kind, InlineKind::Text(_));
        let style = &paragraph.style;
        if !paragraph.inlines.iter().any(is_text) {
            return out;
        }
        let label = label.map(|label| label.text.as_str()).unwrap_or_default();
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

/// Whether a line holds nothing but the break, of a page or a column, that ends it.
pub(crate) fn is_bare_break(line: &Line, shaped: &Shaped<'_>) -> bool {
    let own = shaped.clusters.get(line.clusters.clone()).unwrap_or_default();
    let is_bare = |kind| is_break(kind) || matches!(kind, Kind::Anchor(_) | Kind::Nothing);
    matches!(line.end, End::Page | End::Column) && own.iter().all(|cluster| is_bare(cluster.kind))
}

/// The box around a paragraph, if it has one.
fn decoration(style: &ParagraphStyle, width: f64) -> Option<Decoration> {
    if style.frame.is_empty() && style.shading.is_none() {
        return None;
    }
    // A hanging first line lies within the box.
    let left = style.start.min(style.start + style.first_line);
    let (left, right) = if style.is_rtl { (style.end, width - left) } else { (left, width - style.end) };
    Some(Decoration { frame: style.frame, shading: style.shading, left, right })
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

/// What a paragraph says, without what is not text.
fn text_of(shaped: &Shaped<'_>) -> String {
    let mut text = String::new();
    for cluster in &shaped.clusters {
        match cluster.kind {
            Kind::Tab | Kind::LineBreak => text.push(' '),
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
