//! How shapes look (20.1.2.2, 20.1.8, 20.1.9): geometry, fill and line, own or from the theme by the shape's style.

use super::ink::ink;
use super::reader::Reader;
use super::theme::Theme;
use crate::LayoutError;
use crate::draw::{Command, End, EndKind, Geometry, Operand, PathFill, PathForm, preset};
use crate::pages::{Cap, Ink, Join};
use crate::read::Element;

/// How a shape looks.
#[derive(Debug)]
pub(crate) struct Look {
    pub geometry: Geometry,
    /// Whether it is mirrored left to right, and top to bottom.
    pub flip: (bool, bool),
    pub fill: Option<Ink>,
    pub line: Option<Line>,
}

/// The line along a shape's paths.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    /// Points.
    pub width: f64,
    pub ink: Ink,
    /// Dashes and gaps in turn, in widths of the line; empty for a whole line.
    pub dash: Vec<f64>,
    pub cap: Cap,
    pub join: Join,
    pub start: Option<End>,
    pub end: Option<End>,
}

impl Line {
    /// A whole line.
    pub fn plain(width: f64, ink: Ink) -> Line {
        Line { width, ink, dash: Vec::new(), cap: Cap::Flat, join: Join::Miter, start: None, end: None }
    }
}

/// Width of a line that says nothing of it, in points: 9525 EMU.
const LINE: f64 = 0.75;

impl<'a> Reader<'a> {
    /// The look of a `wps:wsp` in a group of a fill.
    pub(super) fn look(&mut self, element: Element<'a>, group: Option<Ink>) -> Result<Look, LayoutError> {
        let (properties, style) = (element.child("spPr"), element.child("style"));
        let frame = properties.and_then(|p| p.child("xfrm"));
        let flip = |name: &str| frame.and_then(|frame| frame.flag(name)) == Some(true);
        let geometry = self.geometry(properties)?;
        self.budget.spend(geometry.steps())?;
        self.effects(properties, style);
        Ok(Look {
            geometry,
            flip: (flip("flipH"), flip("flipV")),
            fill: self.fill(properties, style, group),
            line: self.line(properties, style),
        })
    }

    fn geometry(&mut self, properties: Option<Element<'a>>) -> Result<Geometry, LayoutError> {
        if let Some(own) = properties.and_then(|p| p.child("custGeom")) {
            return self.custom(own);
        }
        let Some(own) = properties.and_then(|p| p.child("prstGeom")) else {
            return Ok(Geometry::rectangle());
        };
        let name = own.attr("prst").unwrap_or_default();
        let Some(mut geometry) = preset(&name) else {
            let detail = format!("a shape of kind {name} is drawn as a rectangle");
            self.undrawn.add("shape", self.part, "", detail);
            return Ok(Geometry::rectangle());
        };
        for guide in own.child("avLst").map(Element::children).unwrap_or_default() {
            self.budget.spend(geometry.steps())?;
            geometry.adjust(&guide.attr("name").unwrap_or_default(), &guide.attr("fmla").unwrap_or_default());
        }
        Ok(geometry)
    }

    /// A geometry of the document's own (20.1.9.8).
    fn custom(&mut self, element: Element<'a>) -> Result<Geometry, LayoutError> {
        let mut own = Geometry::default();
        let operand = |element: Element<'_>, name: &str| {
            element.attr(name).map_or(Operand::Number(0.0), |value| Operand::parse(value.trim()))
        };
        for part in element.children() {
            match part.name() {
                "avLst" | "gdLst" => {
                    for guide in part.children() {
                        self.budget.spend(8)?;
                        let text = |name| guide.attr(name).unwrap_or_default();
                        own.add_guide(text("name").trim(), &text("fmla"));
                    }
                }
                "rect" => own.set_text(["l", "t", "r", "b"].map(|side| operand(part, side))),
                "pathLst" => {
                    for path in part.children() {
                        let size = |name| path.int(name).unwrap_or(0).max(0) as f64;
                        let mut commands = Vec::new();
                        for command in path.children() {
                            self.budget.spend(8)?;
                            commands.extend(read_command(command, operand));
                        }
                        own.add_path(PathForm {
                            size: (size("w"), size("h")),
                            fill: PathFill::parse(&path.attr("fill").unwrap_or_default()),
                            is_stroked: path.flag("stroke") != Some(false),
                            commands,
                        });
                    }
                }
                _ => {}
            }
        }
        Ok(own)
    }

    /// The fill; the style's where the shape says nothing.
    fn fill(
        &mut self,
        properties: Option<Element<'a>>,
        style: Option<Element<'a>>,
        group: Option<Ink>,
    ) -> Option<Ink> {
        let own = properties.and_then(|p| self.paint(p, group));
        if let Some(own) = own {
            return own;
        }
        let reference = style?.child("fillRef")?;
        let number = usize::try_from(reference.int("idx")?).ok()?.checked_sub(1)?;
        if self.theme.plain_fills.get(number) != Some(&true) {
            self.gradient();
        }
        ink(reference, self.theme, None)
    }

    /// What an element says of its fill (20.1.8): `Some(None)` is no fill, `None` says nothing. `group` is the fill of the
    /// group around it.
    pub(super) fn paint(&mut self, element: Element<'a>, group: Option<Ink>) -> Option<Option<Ink>> {
        element.children().into_iter().find_map(|child| match child.name() {
            "noFill" => Some(None),
            "solidFill" => Some(ink(child, self.theme, None)),
            "gradFill" => {
                self.gradient();
                Some(child.child("gsLst").and_then(|stops| average(stops, self.theme)))
            }
            "pattFill" => {
                let detail = "a pattern in a shape is drawn as one colour";
                self.undrawn.add("pattern", self.part, "", detail);
                let side = |name| child.child(name).and_then(|colour| ink(colour, self.theme, None));
                Some(match (side("fgClr"), side("bgClr")) {
                    (Some(fore), Some(ground)) => Some(mixed(fore, ground, 0.5)),
                    (fore, ground) => fore.or(ground),
                })
            }
            // Each shape has the whole of its group's fill: of one colour that is the same.
            "grpFill" => Some(group),
            "blipFill" => {
                let detail = "a shape that a picture fills is drawn without fill";
                self.undrawn.add("shape-fill", self.part, "", detail);
                Some(None)
            }
            _ => None,
        })
    }

    fn gradient(&mut self) {
        let detail = "a gradient in a shape is drawn as one colour, its average";
        self.undrawn.add("gradient", self.part, "", detail);
    }

    fn effects(&mut self, properties: Option<Element<'a>>, style: Option<Element<'a>>) {
        let own = properties.and_then(|p| p.child("effectLst").or_else(|| p.child("effectDag")));
        let has = match own {
            Some(own) => !own.children().is_empty(),
            None => {
                let reference = style.and_then(|style| style.child("effectRef")?.int("idx"));
                let number = reference.and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
                number.and_then(|number| self.theme.effects.get(number)) == Some(&true)
            }
        };
        if has || properties.is_some_and(|p| p.child("sp3d").is_some()) {
            let detail = "a shadow, glow or other effect of a shape is left out";
            self.undrawn.add("shape-effect", self.part, "", detail);
        }
    }

    /// The line along a shape or around a picture; what it does not say comes from the style.
    pub(super) fn line(
        &mut self,
        properties: Option<Element<'a>>,
        style: Option<Element<'a>>,
    ) -> Option<Line> {
        let own = properties.and_then(|p| p.child("ln"));
        let reference = style.and_then(|style| style.child("lnRef"));
        let number =
            reference.and_then(|reference| usize::try_from(reference.int("idx")?).ok()?.checked_sub(1));
        let ink = match own.and_then(|own| self.paint(own, None)) {
            Some(own) => own?,
            None => number.and(reference).and_then(|reference| ink(reference, self.theme, None))?,
        };
        let themed = number.and_then(|number| self.theme.lines.get(number).copied());
        let width = own.and_then(|own| own.emu("w")).or(themed).unwrap_or(LINE).clamp(0.0, 100.0);
        let has = |name: &str| own.is_some_and(|own| own.child(name).is_some());
        Some(Line {
            width,
            ink,
            dash: own.map(dash).unwrap_or_default(),
            cap: match own.and_then(|own| own.attr("cap")).as_deref() {
                Some("rnd") => Cap::Round,
                Some("sq") => Cap::Square,
                _ => Cap::Flat,
            },
            join: if has("miter") {
                Join::Miter
            } else if has("bevel") {
                Join::Bevel
            } else {
                Join::Round
            },
            start: own.and_then(|own| own.child("headEnd")).and_then(end),
            end: own.and_then(|own| own.child("tailEnd")).and_then(end),
        })
    }
}

fn read_command(element: Element<'_>, operand: impl Fn(Element<'_>, &str) -> Operand) -> Option<Command> {
    let points = element.children();
    let at = |number: usize, name: &str| {
        points.get(number).map_or(Operand::Number(0.0), |point| operand(*point, name))
    };
    let own = |name: &str| operand(element, name);
    Some(match element.name() {
        "moveTo" => Command::Move([at(0, "x"), at(0, "y")]),
        "lnTo" => Command::Line([at(0, "x"), at(0, "y")]),
        "quadBezTo" => Command::Quadratic([at(0, "x"), at(0, "y"), at(1, "x"), at(1, "y")]),
        "cubicBezTo" => {
            Command::Cubic([at(0, "x"), at(0, "y"), at(1, "x"), at(1, "y"), at(2, "x"), at(2, "y")])
        }
        "arcTo" => Command::Arc([own("wR"), own("hR"), own("stAng"), own("swAng")]),
        "close" => Command::Close,
        _ => return None,
    })
}

/// The average colour of a gradient.
fn average(stops: Element<'_>, theme: &Theme) -> Option<Ink> {
    let mut stops: Vec<(f64, Ink)> = stops
        .children()
        .into_iter()
        .filter_map(|stop| Some((stop.int("pos").unwrap_or(0) as f64 / 100_000.0, ink(stop, theme, None)?)))
        .collect();
    stops.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first = stops.first()?.1;
    let mut sum = (0.0, first);
    let ends = [(0.0, first), (1.0, stops.last()?.1)];
    let all = ends.iter().take(1).chain(&stops).chain(ends.iter().skip(1));
    for (from, to) in all.clone().zip(all.skip(1)) {
        let length = (to.0.min(1.0) - from.0.max(0.0)).max(0.0);
        let whole = sum.0 + length;
        if whole > 0.0 {
            sum = (whole, mixed(mixed(from.1, to.1, 0.5), sum.1, length / whole));
        }
    }
    Some(sum.1)
}

fn mixed(a: Ink, b: Ink, share: f64) -> Ink {
    let between = |a: f64, b: f64| a * share + b * (1.0 - share);
    let channel = |at: usize| between(f64::from(a.colour[at]), f64::from(b.colour[at])).round() as u8;
    Ink { colour: [channel(0), channel(1), channel(2)], opacity: between(a.opacity, b.opacity) }
}

/// Dashes of a line (20.1.10.49, 20.1.8.22).
fn dash(line: Element<'_>) -> Vec<f64> {
    if let Some(own) = line.child("custDash") {
        let share = |stop: &Element<'_>, name| {
            (stop.int(name).unwrap_or(100_000) as f64 / 100_000.0).clamp(0.1, 1000.0)
        };
        // Attack: a million dashes.
        let stops = own.children().into_iter().take(16);
        return stops.flat_map(|stop| [share(&stop, "d"), share(&stop, "sp")]).collect();
    }
    let name = line.child("prstDash").and_then(Element::val);
    let lengths: &[f64] = match name.as_deref() {
        Some("dot") => &[1.0, 3.0],
        Some("sysDot") => &[1.0, 1.0],
        Some("sysDash") => &[3.0, 1.0],
        Some("dash") => &[4.0, 3.0],
        Some("lgDash") => &[8.0, 3.0],
        Some("dashDot") => &[4.0, 3.0, 1.0, 3.0],
        Some("sysDashDot") => &[3.0, 1.0, 1.0, 1.0],
        Some("sysDashDotDot") => &[3.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        Some("lgDashDot") => &[8.0, 3.0, 1.0, 3.0],
        Some("lgDashDotDot") => &[8.0, 3.0, 1.0, 3.0, 1.0, 3.0],
        _ => &[],
    };
    lengths.to_vec()
}

/// A head of a line.
fn end(element: Element<'_>) -> Option<End> {
    let kind = match element.attr("type").as_deref()? {
        "triangle" => EndKind::Triangle,
        "arrow" => EndKind::Arrow,
        "stealth" => EndKind::Stealth,
        "diamond" => EndKind::Diamond,
        "oval" => EndKind::Oval,
        _ => return None,
    };
    let widths = |name| match element.attr(name).as_deref() {
        Some("sm") => 2.0,
        Some("lg") => 5.0,
        _ => 3.0,
    };
    Some(End { kind, width: widths("w"), length: widths("len") })
}
