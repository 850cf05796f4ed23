//! The place of a paragraph: the space above it, the box around it, the objects at it.

use std::rc::Rc;

use super::Glyphs;
use crate::block::anchor::{Drawn, LEAST_BLANK_GAP, LEAST_GAP, Spot, top_in_story};
use crate::block::layouter::{Column, DropCap, Layouter, Open, Place};
use crate::block::parts::Parts;
use crate::block::wrap::{Exclusion, Need};
use crate::block::{Decoration, spacing};
use crate::error::LayoutError;
use crate::model::ParagraphStyle;
use crate::model::border::Border;
use crate::model::paragraph_properties::LineRule;
use crate::model::story::{Anchor, Outline, Wrap};

/// A paragraph among what is around it, before its lines are known. Lengths in points.
pub(super) struct Placed<'s> {
    /// Space above it: on a page, and after the break of a page.
    pub before: f64,
    pub after_break: f64,
    /// Between its box and its text, above and below.
    pub padding: (f64, f64),
    /// The line to the paragraph above, in one box with it.
    pub between: Option<Border>,
    pub decoration: Option<Rc<Decoration>>,
    /// The top of its first line in the story.
    pub top: f64,
    /// The drawing of each anchor's object.
    pub objects: Vec<Drawn>,
    /// The places of its anchors; lines can move them.
    pub parts: Parts<'s>,
    /// The large letter beside its first lines.
    pub drop_cap: Option<DropCap>,
    /// What its lines need of a gap beside a floating object.
    pub need: Need,
}

impl<'s> Placed<'s> {
    /// The anchors of the paragraph, the sizes of their objects, and where they stand.
    pub fn anchored(
        &self,
        glyphs: &'s Glyphs<'_, '_>,
    ) -> impl Iterator<Item = (&'s Anchor, (f64, f64), Spot)> {
        let anchors = glyphs.text.anchors.iter().zip(&self.objects).zip(&self.parts.spots);
        anchors.map(|((anchor, (_, size)), spot)| (*anchor, *size, *spot))
    }
}

impl<'a> Layouter<'a> {
    /// Places a paragraph below the story's content, and keeps its lines away from the objects at it.
    pub(super) fn placed<'s>(
        &self,
        glyphs: &'s Glyphs<'a, '_>,
        open: &mut Open<'a, '_>,
    ) -> Result<Placed<'s>, LayoutError> {
        let paragraph = glyphs.paragraph;
        let style: &'a ParagraphStyle = &paragraph.style;
        let list = paragraph.label.as_ref().map(|label| label.num);
        let gap = spacing::between(open.above, style, list, self.document.settings.adds_spaces);
        // Objects count from the paragraph's own space, without what the one above asks for.
        let (before, after_break) = self.at_edges(style, open, gap.gap, gap.after_break);
        let own_space = gap.after_break.min(before).min(open.gap_at_page_top(open.y + before));

        let decoration = decoration(style, open.column.width);
        let joined = decoration.is_some() && decoration.as_ref() == open.decoration.as_deref();
        let decoration = match decoration {
            Some(_) if joined => open.decoration.clone(),
            other => other.map(Rc::new),
        };
        let frame = decoration.as_ref().map(|decoration| decoration.frame).unwrap_or_default();
        let edge = |border: Option<Border>| border.map_or(0.0, |b| b.space + b.thickness());
        let between = frame.between.filter(|_| joined);
        let padding = (if joined { edge(between) } else { edge(frame.top) }, edge(frame.bottom));
        if joined && let Some(last) = open.flow.slices.last_mut() {
            // The box goes on: its lower edge comes later.
            last.height -= last.padding.1;
            open.y -= last.padding.1;
            last.padding.1 = 0.0;
        }

        if style.page_break_before && matches!(open.column.place, Place::Body { .. }) {
            open.exclusions.clear();
        }
        let top = open.y + before + padding.0;
        let spot = Spot { paragraph: open.y + before - own_space, line: top, indent: style.start };
        let across = open.column.width - style.start - style.end;
        let column = Column { width: across, ..open.column };
        let drawn = |anchor| self.drawn(anchor, paragraph.element, &column);
        let objects = glyphs.text.anchors.iter().map(|anchor| drawn(*anchor));
        let objects: Vec<Drawn> = objects.collect::<Result<_, _>>()?;
        let parts = Parts::new(&glyphs.text, spot, &open.column);
        for (anchor, (_, size)) in glyphs.text.anchors.iter().zip(&objects) {
            if !self.stays(anchor, glyphs, open) && !parts.counts(anchor) {
                self.keep_off(anchor, *size, spot, open);
            }
        }
        let frames = std::mem::take(&mut open.frames);
        for own in &frames {
            for band in &own.bands {
                let spot =
                    Spot { paragraph: spot.paragraph + band.down, line: spot.line + band.down, ..spot };
                self.keep_off(own.anchor, band.size, spot, open);
            }
            let bottom = top_in_story(own.anchor, own.height, spot, open).map(|top| top + own.height);
            open.floor = bottom.map_or(open.floor, |bottom| open.floor.max(bottom));
        }
        open.frames = frames;
        let drop_cap = open.drop_cap.take();
        if let Some(cap) = &drop_cap {
            open.exclusions.push(beside(cap, glyphs, top));
        }
        let least = if glyphs.is_blank { glyphs.mark.size.min(LEAST_BLANK_GAP) } else { LEAST_GAP };
        let indents = (style.start + style.first_line.min(0.0), style.end);
        let need = Need { least, indents, is_rtl: style.is_rtl };
        Ok(Placed { before, after_break, padding, between, decoration, top, objects, parts, drop_cap, need })
    }

    /// Whether the lines of a paragraph do not go out of the way of an object at it. Up to 2010 a line goes out of the way of a
    /// tight outline of its own only where its content meets it, and the empty line of a header not at all (a title page in one
    /// of Word's PDFs, whose picture the text begins below).
    pub(super) fn stays(&self, anchor: &Anchor, glyphs: &Glyphs<'a, '_>, open: &Open<'a, '_>) -> bool {
        let is_in_header = open.column.place == Place::Other;
        let may_stay = matches!(anchor.outline, Outline::Polygon { .. })
            || is_in_header && anchor.wrap == Wrap::TopAndBottom;
        glyphs.is_blank && self.document.settings.mode <= 14 && may_stay
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
}

/// The area beside a drop cap that the first lines avoid.
fn beside(cap: &DropCap, glyphs: &Glyphs<'_, '_>, top: f64) -> Exclusion {
    let first = glyphs.text.runs.first().unwrap_or(&glyphs.mark);
    let factor = match glyphs.paragraph.style.line {
        LineRule::Auto(factor) => factor,
        _ => 1.0,
    };
    Exclusion {
        until: f64::MAX,
        top,
        bottom: top + cap.lines as f64 * (first.ascent + first.descent) * factor - 0.5,
        left: f64::MIN,
        right: cap.width,
        wrap: Wrap::Sides { left: false, right: true },
        anchor: None,
        bays: None,
    }
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
