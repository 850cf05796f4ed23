//! Heights of lines and where their baselines lie.

use crate::bounds::COARSE_ROUNDING;
use crate::model::paragraph_properties::LineRule;
use crate::shape::{Cluster, Kind, Run, Shaped};

/// The components of a line's height, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Height {
    pub baseline: f64,
    pub height: f64,
    /// Part at the bottom that may hang into the margin.
    pub hang: f64,
    /// Part at the top that the document grid adds.
    pub above: f64,
}

/// Largest ascent and descent that were met.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    ascent: f64,
    descent: f64,
    is_set: bool,
}

impl Extent {
    fn take(&mut self, ascent: f64, descent: f64) {
        if self.is_set {
            self.ascent = self.ascent.max(ascent);
            self.descent = self.descent.max(descent);
        } else {
            *self = Extent { ascent, descent, is_set: true };
        }
    }
}

/// Share of an exact height that lies above the baseline: 0.8 for Times, Calibri, Arial and Georgia at 12 and 36 points
/// (probe of Word, betteroffice#180).
const EXACT_BASELINE: f64 = 0.8;

/// Height of a line of `clusters`. An empty one is as high as the paragraph's `mark`; a label raises it, and does not
/// deepen it.
pub(crate) fn of(
    shaped: &Shaped<'_>,
    clusters: std::ops::Range<usize>,
    mark: &Run,
    label: Option<&Shaped<'_>>,
    rule: LineRule,
    grid: Option<f64>,
) -> Height {
    let (mut text, mut blank, mut objects) = (Extent::default(), Extent::default(), Extent::default());
    let has_mark = clusters.end == shaped.clusters.len();
    // The text that would stand where the pictures do: multiples of the line count from it.
    let mut beside = Extent::default();
    let mut is_east_asian = false;
    // The letters of a word are alike.
    let alike = |a: &Cluster, b: &Cluster| a.run == b.run && a.kind == b.kind;
    let words = shaped.clusters.get(clusters).unwrap_or_default().chunk_by(alike);
    for cluster in words.filter_map(<[Cluster]>::first) {
        let Some(run) = shaped.run(cluster) else { continue };
        is_east_asian |= run.choice.line_metrics().is_east_asian;
        match cluster.kind {
            // Spaces and tabs do not raise a line that has text.
            Kind::Space | Kind::Tab | Kind::AlignedTab(_) => {
                blank.take(run.ascent + run.rise, run.descent - run.rise)
            }
            Kind::Object(place) => {
                let picture = shaped.pictures.get(place as usize);
                let height = picture.map_or(0.0, |own| if run.is_turned { own.width } else { own.room().1 });
                objects.take(height + run.rise, (-run.rise).max(0.0));
                let is_with_text = picture.is_some_and(|own| own.is_with_text);
                let around = if is_with_text { &mut text } else { &mut beside };
                around.take(run.ascent, run.descent);
            }
            Kind::LineBreak | Kind::ClearBreak(_) | Kind::PageBreak | Kind::ColumnBreak => {
                blank.take(run.ascent, run.descent);
            }
            Kind::Equation(place) => {
                // What an equation is higher and deeper than the text of its font makes the line higher, once: the multiple
                // does not count it (lines of fractions at a factor of 1.08 are 0.9 points apart beyond what they hold). On a grid
                // it takes whole lines, whatever the factor (four of 46.8 points at a pitch of 15.6 and a factor of 1.5).
                is_east_asian = true;
                text.take(run.ascent + run.rise, run.descent - run.rise);
                if let Some(own) = shaped.equations.get(place as usize) {
                    objects.take(own.ascent + run.rise, own.descent - run.rise);
                }
            }
            Kind::Composite(place) => {
                is_east_asian = true;
                if let Some(own) = shaped.composites.get(place as usize) {
                    text.take(own.text.0, own.text.1);
                    objects.take(own.ascent, own.descent);
                }
            }
            Kind::Anchor(_) | Kind::Nothing | Kind::SoftHyphen | Kind::Gap(_) => {}
            _ => {
                is_east_asian |= cluster.kind == Kind::Ideograph;
                text.take(run.ascent + run.rise, run.descent - run.rise);
            }
        }
    }
    // Pictures alone: nothing stays below them, and the multiple adds its share of a line of text (184.5 high pictures
    // make lines of 185.6 in Word's PDF, at a factor of 1.08), of the paragraph's mark where that is in the line (pictures of
    // 11 points before marks of 25 in another).
    if objects.is_set && !text.is_set {
        if has_mark {
            beside.take(mark.ascent, mark.descent);
        }
        return pictures_only(objects, beside, rule, grid.filter(|_| is_east_asian));
    }
    if !text.is_set {
        text = if blank.is_set { blank } else { Extent::default() };
        // The mark counts where no text does, beside spaces too (a space of 12 points before a mark of 30 makes a line of 30).
        if !text.is_set || has_mark {
            text.take(mark.ascent + mark.rise, mark.descent - mark.rise);
            is_east_asian |= mark.choice.line_metrics().is_east_asian;
        }
    }
    // A label raises the line by what it is higher, once: the multiple does not count it (bullets of Symbol at a factor
    // of 1.15: 16.03 points from line to line, 15.44 without).
    let counted = (text.ascent + text.descent).max(0.0);
    for run in label.map(|label| label.runs.as_slice()).unwrap_or_default() {
        text.ascent = text.ascent.max(run.ascent + run.rise);
    }
    let picture = label.and_then(|label| label.pictures.first());
    if let Some(picture) = picture {
        text.ascent = text.ascent.max(picture.height);
    }
    ruled(text, counted, objects, rule, grid, is_east_asian)
}

fn pictures_only(objects: Extent, beside: Extent, rule: LineRule, grid: Option<f64>) -> Height {
    let height = (objects.ascent + objects.descent).max(0.0);
    match rule {
        LineRule::Auto(factor) => {
            // On a grid they take whole lines, and no multiple (two charts of 249.6 points at a pitch of 15.6 and a factor of 1.5).
            let share = if grid.is_some() { 0.0 } else { (factor - 1.0).max(0.0) };
            let extra = share * (beside.ascent + beside.descent);
            let surplus = snap(height, grid, true) - height;
            Height {
                baseline: objects.ascent + surplus / 2.0,
                height: height + surplus + extra,
                hang: extra + surplus / 2.0,
                above: surplus / 2.0,
            }
        }
        rule => ruled(objects, 0.0, Extent::default(), rule, grid, false),
    }
}

/// `counted` is the height of text that a multiple counts.
fn ruled(
    text: Extent,
    counted: f64,
    objects: Extent,
    rule: LineRule,
    grid: Option<f64>,
    is_east_asian: bool,
) -> Height {
    let (mut ascent, mut descent) = (text.ascent, text.descent);
    if objects.is_set {
        ascent = ascent.max(objects.ascent);
        descent = descent.max(objects.descent);
    }
    let natural = (ascent + descent).max(0.0);
    match rule {
        LineRule::Exact(height) => {
            Height { baseline: height * EXACT_BASELINE, height, hang: 0.0, above: 0.0 }
        }
        LineRule::AtLeast(least) => {
            let snapped = snap(natural, grid, is_east_asian);
            let height = snapped.max(least);
            Height { baseline: ascent + (height - natural), height, hang: 0.0, above: 0.0 }
        }
        LineRule::Auto(factor) => {
            let snapped = snap(natural, grid, is_east_asian);
            if let Some(pitch) = grid.filter(|_| is_east_asian) {
                // The multiple is of one line of the grid, and the text stands in its middle: at a factor of 1.5 and a pitch of
                // 15.6, lines of 10.5 and 12 points are 23.4 high, of 15 points 31.2, of 26 points 46.8 (one of Word's PDFs).
                let height = snapped.max(factor * pitch);
                let above = (height - natural) / 2.0;
                let (baseline, above) = (ascent + above, above.max(0.0));
                return Height { baseline, height, hang: above, above };
            }
            // The grid's surplus lies half above and half below the text.
            let above = (snapped - natural) / 2.0;
            let base = if grid.is_some() { snapped } else { counted };
            let extra = (factor - 1.0) * base;
            let height = (snapped + extra).max(0.0);
            // Below one, the baseline moves up by what is missing.
            let baseline = ascent + above + extra.min(0.0);
            Height { baseline, height, hang: extra.max(0.0) + above.max(0.0), above: above.max(0.0) }
        }
    }
}

/// Height on the document grid: lines in an East Asian face, pictures among them, and lines with equations take whole lines of
/// it, others one at least.
fn snap(natural: f64, grid: Option<f64>, is_east_asian: bool) -> f64 {
    match grid {
        Some(pitch) if is_east_asian => (natural / pitch - COARSE_ROUNDING).ceil().max(1.0) * pitch,
        Some(pitch) => natural.max(pitch),
        None => natural,
    }
}
