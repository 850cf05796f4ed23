//! Outlines of VML shapes (ECMA-376 part 4, 19.1.2): presets by the number of their type, lines, and their own paths.

use super::Reader;
use super::vml_outline::{MAX_COMMANDS, outline};
use crate::bounds::FARTHEST_UNIT;
use crate::draw::{Command, Geometry, Operand, PathFill, PathForm, preset};
use crate::error::LayoutError;
use crate::read::Element;
use crate::units::{FULL_TURN, PARTS_PER_DEGREE, PER_CENT_THOUSANDTHS, QUARTER_TURN};

/// Default radius of rounded corners, as a share of the shorter side (19.1.2.16).
const ROUNDED: f64 = 0.2;

/// Bound: the least side of a line or curve, in coordinates: it is divided by.
const LEAST_SIDE: f64 = 1e-3;

/// Names of the shapes that types have numbers for (`o:spt`, 14.2.2.43), as DrawingML calls them.
const TYPES: [(u32, &str); 82] = [
    (1, "rect"),
    (2, "roundRect"),
    (3, "ellipse"),
    (4, "diamond"),
    (5, "triangle"),
    (6, "rtTriangle"),
    (7, "parallelogram"),
    (9, "hexagon"),
    (10, "octagon"),
    (11, "plus"),
    (12, "star5"),
    (13, "rightArrow"),
    (15, "homePlate"),
    (16, "cube"),
    (20, "line"),
    (21, "plaque"),
    (22, "can"),
    (23, "donut"),
    (32, "straightConnector1"),
    (33, "bentConnector2"),
    (34, "bentConnector3"),
    (38, "curvedConnector3"),
    (53, "ribbon2"),
    (54, "ribbon"),
    (55, "chevron"),
    (56, "pentagon"),
    (57, "noSmoking"),
    (61, "wedgeRectCallout"),
    (62, "wedgeRoundRectCallout"),
    (63, "wedgeEllipseCallout"),
    (64, "wave"),
    (65, "foldedCorner"),
    (66, "leftArrow"),
    (67, "downArrow"),
    (68, "upArrow"),
    (69, "leftRightArrow"),
    (70, "upDownArrow"),
    (71, "irregularSeal1"),
    (72, "irregularSeal2"),
    (73, "lightningBolt"),
    (74, "heart"),
    (75, "rect"),
    (76, "quadArrow"),
    (84, "bevel"),
    (85, "leftBracket"),
    (86, "rightBracket"),
    (87, "leftBrace"),
    (88, "rightBrace"),
    (93, "stripedRightArrow"),
    (94, "notchedRightArrow"),
    (95, "blockArc"),
    (96, "smileyFace"),
    (97, "verticalScroll"),
    (98, "horizontalScroll"),
    (106, "cloudCallout"),
    (109, "flowChartProcess"),
    (110, "flowChartDecision"),
    (111, "flowChartInputOutput"),
    (112, "flowChartPredefinedProcess"),
    (113, "flowChartInternalStorage"),
    (114, "flowChartDocument"),
    (115, "flowChartMultidocument"),
    (116, "flowChartTerminator"),
    (117, "flowChartPreparation"),
    (118, "flowChartManualInput"),
    (119, "flowChartManualOperation"),
    (120, "flowChartConnector"),
    (121, "flowChartPunchedCard"),
    (122, "flowChartPunchedTape"),
    (127, "flowChartExtract"),
    (128, "flowChartMerge"),
    (134, "flowChartDisplay"),
    (135, "flowChartDelay"),
    (176, "flowChartAlternateProcess"),
    (177, "flowChartOffpageConnector"),
    (183, "sun"),
    (184, "moon"),
    (185, "bracketPair"),
    (186, "bracePair"),
    (187, "star4"),
    (188, "doubleWave"),
    (202, "rect"),
];

/// Corner and size of a line, and which way it runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ends {
    pub corner: (f64, f64),
    pub size: (f64, f64),
    pub flip: (bool, bool),
}

/// The ends of a `v:line`, or the box of a `v:polyline` or of the points of a `v:curve`, in a unit.
pub(super) fn ends(element: Element<'_>, length: impl Fn(&str) -> f64) -> Option<Ends> {
    let pair = |name: &str| {
        let text = element.attr(name).unwrap_or_default();
        let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty()).map(&length);
        let mut next = || parts.next().unwrap_or(0.0).clamp(-FARTHEST_UNIT, FARTHEST_UNIT);
        (next(), next())
    };
    let points = match element.name() {
        "line" => vec![pair("from"), pair("to")],
        "curve" => ["from", "control1", "control2", "to"].map(pair).to_vec(),
        "polyline" => points(element, length),
        _ => return None,
    };
    let ends = |pick: fn(&(f64, f64)) -> f64| {
        let all = || points.iter().map(pick);
        (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max))
    };
    let ((left, right), (top, bottom)) = (ends(|point| point.0), ends(|point| point.1));
    let (first, last) = (points.first()?, points.last()?);
    let is_line = element.name() == "line";
    Some(Ends {
        corner: (left, top),
        size: (right - left, bottom - top),
        flip: (is_line && last.0 < first.0, is_line && last.1 < first.1),
    })
}

fn points(element: Element<'_>, length: impl Fn(&str) -> f64) -> Vec<(f64, f64)> {
    let text = element.attr("points").unwrap_or_default();
    let numbers: Vec<f64> = text
        .split([',', ' '])
        .filter(|part| !part.is_empty())
        .take(MAX_COMMANDS)
        .map(|part| length(part).clamp(-FARTHEST_UNIT, FARTHEST_UNIT))
        .collect();
    numbers.chunks_exact(2).filter_map(|pair| Some((*pair.first()?, *pair.last()?))).collect()
}

impl<'a> Reader<'a> {
    /// The outline of a shape, and whether it is mirrored.
    pub(super) fn vml_geometry(
        &mut self,
        element: Element<'a>,
    ) -> Result<(Geometry, (bool, bool)), LayoutError> {
        let plain = |name: &str| preset(name).unwrap_or_else(Geometry::rectangle);
        Ok(match element.name() {
            "oval" => (plain("ellipse"), (false, false)),
            "roundrect" => (rounded(element), (false, false)),
            "line" => (plain("line"), ends(element, numbers).map_or((false, false), |ends| ends.flip)),
            "polyline" => (polyline(element), (false, false)),
            "curve" => (curve(element), (false, false)),
            "arc" => (arc(element), (false, false)),
            "shape" => (self.vml_type(element)?, (false, false)),
            _ => (Geometry::rectangle(), (false, false)),
        })
    }

    /// The outline of a `v:shape`: its own path, or that of its type.
    fn vml_type(&mut self, element: Element<'a>) -> Result<Geometry, LayoutError> {
        let kind = element.attr("type").unwrap_or_default();
        let known = self.shape_type(element);
        let has = |own: Element<'a>, name: &str| own.attr(name).filter(|own| !own.trim().is_empty());
        // The name of a type has its number only by habit (19.1.2.20): its definition says it.
        let defined = known.and_then(|known| known.attr("spt"));
        let number = defined.as_deref().or_else(|| kind.rsplit('t').next());
        let number = number.and_then(|number| number.parse::<u32>().ok());
        let usual = number.and_then(|number| TYPES.iter().find(|(own, _)| *own == number));
        let is_adjusted = has(element, "adj").is_some();
        let of_type = known.filter(|_| is_adjusted || usual.is_none()).and_then(|own| has(own, "path"));
        for path in [has(element, "path"), of_type].into_iter().flatten() {
            self.budget.spend(path.len() as u64)?;
            if let Some(own) = outline(&path, element, known) {
                return Ok(own);
            }
        }
        if let Some(geometry) = usual.and_then(|(_, name)| preset(name)) {
            // Types count their proportions in other units.
            if is_adjusted {
                let detail = "a VML shape is drawn with the usual proportions of its kind";
                self.undrawn.add("vml-shape", self.part, "", detail);
            }
            return Ok(geometry);
        }
        if !kind.is_empty() {
            self.undrawn.add("vml-shape", self.part, "", "a VML shape is drawn as a rectangle");
        }
        Ok(Geometry::rectangle())
    }
}

/// Lengths whose unit does not matter.
fn numbers(text: &str) -> f64 {
    text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().unwrap_or(0.0)
}

fn rounded(element: Element<'_>) -> Geometry {
    let Some(mut own) = preset("roundRect") else { return Geometry::rectangle() };
    // A share of the shorter side, or 65,536ths of it (19.1.2.16).
    let said = element.attr("arcsize").and_then(|size| super::vml_look::share(&size));
    let share = said.filter(|share| (0.0..=1.0).contains(share)).unwrap_or(ROUNDED);
    own.adjust("adj", &format!("val {:.0}", share * PER_CENT_THOUSANDTHS));
    own
}

fn polyline(element: Element<'_>) -> Geometry {
    let points = points(element, numbers);
    let Some(ends) = ends(element, numbers) else { return Geometry::rectangle() };
    let place = |(x, y): (f64, f64)| [Operand::Number(x - ends.corner.0), Operand::Number(y - ends.corner.1)];
    let commands = points
        .iter()
        .enumerate()
        .map(|(at, point)| if at == 0 { Command::Move(place(*point)) } else { Command::Line(place(*point)) })
        .collect();
    open_line(commands, ends)
}

/// A curve between two points (19.1.2.5).
fn curve(element: Element<'_>) -> Geometry {
    let Some(ends) = ends(element, numbers) else { return Geometry::rectangle() };
    let place = |name: &str| {
        let text = element.attr(name).unwrap_or_default();
        let mut parts = text.split([',', ' ']).filter(|part| !part.is_empty()).map(numbers);
        let mut next = |corner: f64| {
            Operand::Number(parts.next().unwrap_or(0.0).clamp(-FARTHEST_UNIT, FARTHEST_UNIT) - corner)
        };
        [next(ends.corner.0), next(ends.corner.1)]
    };
    let ([a, b], [c, d], [e, f]) = (place("control1"), place("control2"), place("to"));
    let commands = vec![Command::Move(place("from")), Command::Cubic([a, b, c, d, e, f])];
    open_line(commands, ends)
}

/// A part of an ellipse (19.1.2.1): its angles count clockwise from the top.
fn arc(element: Element<'_>) -> Geometry {
    let Some(mut own) = preset("arc") else { return Geometry::rectangle() };
    for (guide, name, usual) in [("adj1", "startangle", 0.0), ("adj2", "endangle", QUARTER_TURN)] {
        let angle = element.attr(name).and_then(|angle| angle.parse::<f64>().ok()).unwrap_or(usual);
        let angle = (angle.clamp(-FARTHEST_UNIT, FARTHEST_UNIT) - QUARTER_TURN).rem_euclid(FULL_TURN);
        own.adjust(guide, &format!("val {:.0}", angle * PARTS_PER_DEGREE));
    }
    own
}

/// A line without a fill, in the box of its ends.
fn open_line(commands: Vec<Command>, ends: Ends) -> Geometry {
    let mut own = Geometry::default();
    let size = (ends.size.0.max(LEAST_SIDE), ends.size.1.max(LEAST_SIDE));
    own.add_path(PathForm { size, fill: PathFill::None, is_stroked: true, commands });
    own
}
