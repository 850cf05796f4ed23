//! Text that is set as one: bases with readings, two lines in one, text across the line.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use super::draft::Draft;
use super::opportunity::Options;
use super::shaper::Shaper;
use super::values::Values;
use super::{Kind, Shaped};
use crate::bounds::HAIR;
use crate::error::LayoutError;
use crate::model::run::RunStyle;
use crate::model::story::Inline;
use crate::model::story::composed::{Composed, Layer, LayerAlign};
use crate::model::{Stance, em_middle};

/// Text that is set as one, as a piece of a line. Lengths in points.
#[derive(Debug, Default)]
pub(crate) struct Composite<'a> {
    pub width: f64,
    /// Height above the baseline and depth below it of what multiples of the line count.
    pub text: (f64, f64),
    /// Those of all.
    pub ascent: f64,
    pub descent: f64,
    pub parts: Vec<Part<'a>>,
    /// Whether its parts have their own coordinate system, turned anticlockwise about the left end of the baseline.
    pub is_turned: bool,
}

/// Text in its place.
#[derive(Debug)]
pub(crate) struct Part<'a> {
    pub shaped: Rc<Shaped<'a>>,
    pub clusters: Range<usize>,
    /// Left end of its baseline, from that of the whole.
    pub at: (f64, f64),
}

impl<'a> Part<'a> {
    fn whole(shaped: Shaped<'a>, at: (f64, f64)) -> Part<'a> {
        Part { clusters: 0..shaped.clusters.len(), shaped: Rc::new(shaped), at }
    }
}

impl Shaper<'_> {
    /// Sets text as one.
    pub(super) fn composite<'p>(
        &self,
        composed: &'p Composed,
        values: &Values,
        stance: Stance,
    ) -> Result<Composite<'p>, LayoutError> {
        match composed {
            Composed::Over { layers, align } => self.over(layers, *align, values, stance),
            Composed::TwoLines { text, brackets } => self.two_lines(text, brackets, values, stance),
            Composed::Turned(text) => self.turned(text, values),
        }
    }

    /// Texts as a line of their own.
    fn line<'p>(
        &self,
        inlines: &'p [Inline],
        values: &Values,
        stance: Stance,
    ) -> Result<Shaped<'p>, LayoutError> {
        let mut draft = Draft::new(stance);
        let mut shaped = Shaped::default();
        for inline in inlines {
            self.inline(inline, values, &mut draft, &mut shaped)?;
        }
        let levels = draft.levels(false);
        self.shape(draft, &levels, Options::default(), &mut shaped)?;
        Ok(shaped)
    }

    fn over<'p>(
        &self,
        layers: &'p [Layer],
        align: LayerAlign,
        values: &Values,
        stance: Stance,
    ) -> Result<Composite<'p>, LayoutError> {
        let mut lines = Vec::with_capacity(layers.len());
        for layer in layers {
            lines.push((self.line(&layer.text, values, stance)?, layer.rise));
        }
        let width = lines.iter().map(|(line, _)| line.width()).fold(0.0, f64::max);
        let mut out = Composite { width, ..Composite::default() };
        for (mut line, rise) in lines {
            let (ascent, descent) = extent(&line);
            if out.parts.is_empty() {
                out.text = (ascent, descent);
                (out.ascent, out.descent) = (ascent + rise, descent - rise);
            }
            out.ascent = out.ascent.max(ascent + rise);
            out.descent = out.descent.max(descent - rise);
            let x = spread(&mut line, width, align);
            out.parts.push(Part::whole(line, (x, -rise)));
        }
        Ok(out)
    }

    /// Two lines of half the size: the first takes as much as makes it no shorter than the second.
    fn two_lines<'p>(
        &self,
        text: &'p [Inline],
        brackets: &'p [Inline],
        values: &Values,
        stance: Stance,
    ) -> Result<Composite<'p>, LayoutError> {
        let line = self.line(text, values, stance)?;
        let half = line.width() / 2.0 - HAIR;
        let (mut first, mut count) = (0.0, 0);
        for cluster in &line.clusters {
            if first >= half {
                break;
            }
            first += cluster.width;
            count += 1;
        }
        let (ascent, descent) = extent(&line);
        let end = line.clusters.len();
        // The em boxes of both lines fill that of one of the full size, above each other.
        let size = line.runs.first().map_or(0.0, |run| run.size);
        let upper = em_middle(size) - em_middle(size * 2.0) - size / 2.0;
        let width = first.max(line.width() - first);
        // Both lines together are as high as one of the full size.
        let text = (ascent * 2.0, descent * 2.0);
        let mut out = Composite { text, ascent: text.0, descent: text.1, ..Composite::default() };
        let mut signs = brackets.iter();
        let mut bracket = |out: &mut Composite<'p>| -> Result<(), LayoutError> {
            let Some(sign) = signs.next() else { return Ok(()) };
            let sign = self.line(std::slice::from_ref(sign), values, stance)?;
            let x = out.width;
            out.width += sign.width();
            out.parts.push(Part::whole(sign, (x, 0.0)));
            Ok(())
        };
        bracket(&mut out)?;
        let x = out.width;
        let line = Rc::new(line);
        out.parts.push(Part { shaped: Rc::clone(&line), clusters: 0..count, at: (x, upper) });
        out.parts.push(Part { shaped: line, clusters: count..end, at: (x, upper + size) });
        out.width += width;
        bracket(&mut out)?;
        Ok(out)
    }

    /// Text across the line: it takes its height of the line, and its width of the line's height.
    fn turned<'p>(&self, text: &'p [Inline], values: &Values) -> Result<Composite<'p>, LayoutError> {
        let line = self.line(text, values, Stance::default())?;
        let (ascent, descent) = extent(&line);
        let middle = line.runs.first().map_or(0.0, |run| em_middle(run.size));
        let across = line.width();
        Ok(Composite {
            width: ascent + descent,
            text: (ascent, descent),
            ascent: ascent.max(middle + across / 2.0),
            descent: descent.max(across / 2.0 - middle),
            parts: vec![Part::whole(line, (middle - across / 2.0, ascent))],
            is_turned: true,
        })
    }

    /// The text of the whole: that of its first text.
    pub(super) fn said(composed: &Composed) -> String {
        composed.base().iter().filter_map(Inline::text).collect()
    }

    /// The style that a whole has in its line.
    pub(super) fn style_of<'p>(composed: &'p Composed, style: &'p Arc<RunStyle>) -> &'p Arc<RunStyle> {
        composed.base().first().map_or(style, |inline| &inline.style)
    }
}

/// Height above the baseline and depth below it of a text.
fn extent(line: &Shaped<'_>) -> (f64, f64) {
    let ascent = line.runs.iter().map(|run| run.ascent + run.rise).fold(0.0, f64::max);
    let descent = line.runs.iter().map(|run| run.descent - run.rise).fold(0.0, f64::max);
    (ascent, descent)
}

/// Spreads a text over a width; answers with where it begins.
fn spread(line: &mut Shaped<'_>, width: f64, align: LayerAlign) -> f64 {
    let free = width - line.width();
    let count = line.clusters.iter().filter(|cluster| cluster.kind != Kind::Nothing).count();
    let (each, start) = match align {
        LayerAlign::Left => (0.0, 0.0),
        LayerAlign::Right => (0.0, free),
        LayerAlign::Letters if count > 1 => (free / (count - 1) as f64, 0.0),
        LayerAlign::Spaces if count > 1 => (free / count as f64, free / count as f64 / 2.0),
        _ => (0.0, free / 2.0),
    };
    if each > 0.0 {
        let last = line.clusters.len().saturating_sub(1);
        for cluster in line.clusters.iter_mut().take(last).filter(|cluster| cluster.kind != Kind::Nothing) {
            cluster.width += each;
        }
    }
    start
}
