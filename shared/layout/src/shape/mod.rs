//! **Shape**: turns paragraphs into glyphs, independent of the width of their lines.

pub(crate) mod arabic;
mod build;
mod caps;
mod cluster;
mod composite;
mod direction;
mod draft;
pub(crate) mod east_asian;
mod math;
pub(crate) mod opportunity;
mod shaper;
mod slot;
mod values;

pub(crate) use composite::{Composite, Part};
pub(crate) use shaper::Shaper;
pub(crate) use values::Values;

use math::Piece;

use std::ops::Range;
use std::sync::Arc;

use platen_fonts::{Choice, Glyph, LineMetrics};

use crate::model::paragraph_properties::{Align, Leader};
use crate::model::run::{RunStyle, VerticalAlign};
use crate::model::story::{Anchor, Clear, Picture};
use crate::pages::Target;

/// Size of raised and lowered text, and how far the one is raised and the other lowered, in em of the run: ONLYOFFICE's, and
/// measured in PDFs of Word (raised by 3.5, 4, 4, 4.5 and 5 points at sizes of 10 to 14). How far it is lowered is LibreOffice's
/// (`DFLT_ESC_SUB`), and measured: by 1 point at 11 (two PDFs of Word). Then lines of chemical formulas are no deeper than others.
const SCRIPT: f64 = 0.65;
const RAISED: f64 = 0.35;
const LOWERED: f64 = 0.08;

/// A stretch of one style, face and direction.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    pub style: Arc<RunStyle>,
    pub choice: Choice,
    /// Size at which it is drawn, in points.
    pub size: f64,
    /// Points by which its baseline is raised.
    pub rise: f64,
    pub level: u8,
    /// Whether its characters are turned anticlockwise, each about the middle of its em box.
    pub is_turned: bool,
    pub link: Option<Arc<Target>>,
    /// Height above and depth below its own baseline, in points, with the face's line gap.
    pub ascent: f64,
    pub descent: f64,
    /// How much wider than the face's own the boxes for characters without a glyph are: as wide as the characters, so that
    /// nobody reads a space between two of them.
    pub box_scale: f64,
    /// Width of its hyphen and the glyph, in em.
    pub hyphen: Option<(u16, f64)>,
    /// The glyph that lengthens joins of its letters, and its width in em.
    pub kashida: Option<(u16, f64)>,
}

impl Run {
    /// A run of a style in a face, at `factor` of the style's size.
    pub fn new(style: Arc<RunStyle>, choice: Choice, size: f64, level: u8, link: Option<Arc<Target>>) -> Run {
        let full = size;
        // Word sets scripts in half points, and raises and lowers by half points, too (eight of its PDFs).
        let (size, rise) = match style.align {
            VerticalAlign::Baseline => (full, 0.0),
            VerticalAlign::Superscript => (half_points(full * SCRIPT), half_points(full * RAISED)),
            VerticalAlign::Subscript => (half_points(full * SCRIPT), -half_points(full * LOWERED)),
        };
        let LineMetrics { ascent, descent, line_gap, .. } = choice.line_metrics();
        let (ascent, descent) = (f64::from(ascent + line_gap), f64::from(descent));
        Run {
            rise: rise + style.position,
            // Raised and lowered text makes a line as high as text of its full size does (five of Word's PDFs; in one a line has
            // nothing else); lowered text may make it deeper.
            ascent: ascent * full - rise,
            descent: (descent * size).max(descent * full + rise),
            style,
            choice,
            size,
            level,
            is_turned: false,
            link,
            box_scale: 1.0,
            hyphen: None,
            kashida: None,
        }
    }
}

/// Rounds a size to half points.
pub(crate) fn half_points(size: f64) -> f64 {
    ((size * 2.0).round() / 2.0).max(0.5)
}

/// The kind of a cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    /// An ideograph or similar: lines can be spread between two of them.
    Ideograph,
    Space,
    /// A space that lines do not break at.
    NoBreakSpace,
    Tab,
    AlignedTab(u32),
    LineBreak,
    ClearBreak(Clear),
    PageBreak,
    ColumnBreak,
    /// A picture in line.
    Object(u32),
    /// A piece of an equation.
    Equation(u32),
    /// Text that is set as one.
    Composite(u32),
    /// The space before an operator of an equation; it hangs at the end of a line.
    Gap(u32),
    Anchor(u32),
    SoftHyphen,
    Separator {
        is_continuation: bool,
    },
    /// Takes no room and draws nothing.
    Nothing,
}

/// The smallest piece of a line.
#[derive(Debug, Clone)]
pub(crate) struct Cluster {
    pub run: u32,
    pub kind: Kind,
    /// Natural width in points, with letter spacing.
    pub width: f64,
    /// Bytes of the text.
    pub text: Range<u32>,
    pub glyphs: Range<u32>,
    /// Whether a line can end after it.
    pub may_break: bool,
    /// A footnote that this cluster refers to.
    pub note: Option<u32>,
}

impl Kind {
    /// Whether lines are spread beside it as they are beside ideographs.
    pub fn is_ideographic(self) -> bool {
        matches!(self, Kind::Ideograph | Kind::Composite(_))
    }
}

/// A tab to an alignment.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AlignedTab {
    pub align: Align,
    pub to_margin: bool,
    pub leader: Leader,
}

/// Text as glyphs, in reading order.
#[derive(Debug, Default)]
pub(crate) struct Shaped<'a> {
    pub text: String,
    /// The start of each inline in the text, if anything in the paragraph is to be found again.
    pub starts: Vec<usize>,
    pub runs: Vec<Run>,
    pub clusters: Vec<Cluster>,
    pub glyphs: Vec<Glyph>,
    pub pictures: Vec<&'a Picture>,
    pub equations: Vec<Piece>,
    pub composites: Vec<Composite<'a>>,
    pub anchors: Vec<&'a Anchor>,
    pub aligned_tabs: Vec<AlignedTab>,
}

impl Shaped<'_> {
    /// The run of a cluster.
    pub fn run(&self, cluster: &Cluster) -> Option<&Run> {
        self.runs.get(cluster.run as usize)
    }

    /// The runs of adjacent clusters of the text.
    pub fn runs_of(&self, clusters: &Range<usize>) -> &[Run] {
        let own = self.clusters.get(clusters.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (own.first(), own.last()) else { return &[] };
        self.runs.get(first.run as usize..=last.run as usize).unwrap_or_default()
    }

    /// Natural width of all.
    pub fn width(&self) -> f64 {
        self.clusters.iter().map(|cluster| cluster.width).sum()
    }

    /// The cluster from which on there are only spaces and tabs.
    pub fn blank_from(&self) -> usize {
        let is_blank = |own: &Cluster| matches!(own.kind, Kind::Space | Kind::Tab | Kind::Nothing);
        self.clusters.iter().rposition(|own| !is_blank(own)).map_or(0, |last| last + 1)
    }
}
