//! The look of shapes (20.1.2.2, 20.1.8, 20.1.9): geometry, fill and line, their own or the theme's, selected by the shape's
//! style.

use std::sync::Arc;

use super::Reader;
use crate::bounds::{CROP, THICKEST};
use crate::draw::{Command, End, EndKind, Geometry, Operand, PathFill, PathForm, preset};
use crate::draw::{LARGE_HEAD, USUAL_HEAD};
use crate::drawing::{Cap, Ink, Join};
use crate::error::LayoutError;
use crate::model::drawing_colour::ink;
use crate::model::paint::{Fill, PictureFill, Shading};
use crate::model::pattern::Pattern;
use crate::model::shape_look::{DASHES, dash};
use crate::model::shape_look::{Line, Look};
use crate::model::theme::Format;
use crate::pages::Recolour;
use crate::read::Element;
use crate::units::PER_CENT_THOUSANDTHS;

/// Bound: how much smaller or larger the tiles of a picture are than it. A guess.
const TILES: (f64, f64) = (0.01, 100.0);

/// Default width of a line, in points: 9525 EMU (20.1.2.2.24).
const LINE: f64 = 0.75;

impl<'a> Reader<'a> {
    /// The look of a `wps:wsp` in a group of a fill.
    pub(super) fn look(&mut self, element: Element<'a>, group: Option<&Fill>) -> Result<Look, LayoutError> {
        let (properties, style) = (element.child("spPr"), element.child("style"));
        let frame = properties.and_then(|p| p.child("xfrm"));
        let flip = |name: &str| frame.and_then(|frame| frame.flag(name)) == Some(true);
        let geometry = self.geometry(properties)?;
        self.budget.spend(geometry.steps())?;
        let shadows = self.shadows(properties, style);
        Ok(Look {
            geometry,
            flip: (flip("flipH"), flip("flipV")),
            fill: self.fill(properties, style, group),
            line: self.line(properties, style),
            shadows,
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

    /// The fill; the style's if the shape has none.
    fn fill(
        &mut self,
        properties: Option<Element<'a>>,
        style: Option<Element<'a>>,
        group: Option<&Fill>,
    ) -> Option<Fill> {
        let own = properties.and_then(|p| self.paint(p, group));
        if let Some(own) = own {
            return own;
        }
        let reference = style?.child("fillRef")?;
        let colour = ink(reference, self.theme, None);
        // Numbers from 1001 on are those of grounds (20.1.4.1.7).
        let own = match reference.int("idx")? {
            0 | 1000 => return None,
            ground @ 1001.. => self.theme.format(Format::Ground, ground - 1000),
            number => self.theme.format(Format::Fill, number),
        };
        match own {
            Some(own) if own.name() == "gradFill" => self.shading(own, colour),
            Some(own) if own.name() == "solidFill" => ink(own, self.theme, colour).map(Fill::Plain),
            Some(own) if own.name() == "noFill" => None,
            _ => colour.map(Fill::Plain),
        }
    }

    /// An element's own fill (20.1.8): `Some(None)` is no fill, `None` leaves it open. `group` is the fill of the group around
    /// it.
    pub(super) fn paint(&mut self, element: Element<'a>, group: Option<&Fill>) -> Option<Option<Fill>> {
        element.children().into_iter().find_map(|child| match child.name() {
            "noFill" => Some(None),
            "solidFill" => Some(ink(child, self.theme, None).map(Fill::Plain)),
            "gradFill" => Some(self.shading(child, None)),
            "pattFill" => {
                let side = |name| child.child(name).and_then(|colour| ink(colour, self.theme, None));
                let plain = |colour| Ink { colour, opacity: 1.0 };
                let fore = side("fgClr").unwrap_or(plain([0; 3]));
                let ground = side("bgClr").unwrap_or(plain([255; 3]));
                let name = child.attr("prst").unwrap_or_default();
                let pattern = Pattern::named(&name, fore, ground);
                Some(Some(pattern.map_or(Fill::Plain(fore), |own| Fill::Pattern(Arc::new(own)))))
            }
            // Each shape has the whole of its group's fill: of one colour that is the same.
            "grpFill" => Some(group.cloned()),
            "blipFill" => Some(self.picture_fill(child)),
            _ => None,
        })
    }

    fn picture_fill(&mut self, element: Element<'a>) -> Option<Fill> {
        let blip = element.child("blip")?;
        let part = blip.attr("embed").and_then(|id| self.media(&id))?;
        let mut opacity = 1.0;
        for change in self.recolours(blip) {
            match change {
                Recolour::Opacity(share) => opacity *= share,
                _ => {
                    let detail = "an effect on a picture that fills a shape is left out";
                    self.undrawn.add("picture-effect", self.part, "", detail);
                }
            }
        }
        let place = element.child("stretch").and_then(|own| own.child("fillRect"));
        let side = |name: &str| place.and_then(|own| own.share(name)).unwrap_or(0.0).clamp(CROP.0, CROP.1);
        let tile = element.child("tile").map(|own| {
            let scale = |name: &str| own.share(name).unwrap_or(1.0).clamp(TILES.0, TILES.1);
            (scale("sx"), scale("sy"))
        });
        let insets = ["l", "t", "r", "b"].map(side);
        Some(Fill::Picture(Arc::new(PictureFill { part, insets, tile, opacity })))
    }

    /// A gradient. One that follows the shape's outline or is a rectangle's is drawn in circles.
    fn shading(&mut self, element: Element<'_>, placeholder: Option<Ink>) -> Option<Fill> {
        let kind = element.child("path").and_then(|path| path.attr("path"));
        if kind.is_some_and(|kind| kind != "circle") {
            let detail = "a gradient from a rectangle or along a shape's outline is drawn in circles";
            self.undrawn.add("gradient", self.part, "", detail);
        }
        Shading::read(element, self.theme, placeholder).map(|own| Fill::Gradient(Arc::new(own)))
    }

    /// The line along a shape or around a picture; missing properties come from the style.
    pub(super) fn line(
        &mut self,
        properties: Option<Element<'a>>,
        style: Option<Element<'a>>,
    ) -> Option<Line> {
        let own = properties.and_then(|p| p.child("ln"));
        let reference = style.and_then(|style| style.child("lnRef"));
        let number = reference.and_then(|reference| reference.int("idx")).filter(|number| *number > 0);
        let themed = number.and_then(|number| self.theme.format(Format::Line, number));
        let ink = match own.and_then(|own| self.paint(own, None)) {
            Some(own) => own?.ink(),
            None => number.and(reference).and_then(|reference| ink(reference, self.theme, None))?,
        };
        let said = |line: Option<Element<'_>>| line.and_then(|line| line.emu("w"));
        let width = self.line_width(said(own).or(said(themed)));
        let line = match own {
            Some(own) => self.stroke(own, ink),
            None => Line { join: Join::Round, ..Line::plain(width, ink) },
        };
        Some(Line { width, ..line })
    }

    /// What a line of width `said` is drawn with, in points.
    fn line_width(&self, said: Option<f64>) -> f64 {
        said.unwrap_or(LINE).clamp(0.0, THICKEST) * self.canvas_scale
    }

    /// The properties of an `a:ln` except its colour.
    pub(super) fn stroke(&mut self, own: Element<'a>, ink: Ink) -> Line {
        if own.attr("cmpd").is_some_and(|kind| kind != "sng") {
            self.undrawn.add("compound-line", self.part, "", "a compound line is drawn as a single line");
        }
        let has = |name: &str| own.child(name).is_some();
        Line {
            width: self.line_width(own.emu("w")),
            ink,
            dash: dash(own),
            cap: match own.attr("cap").as_deref() {
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
            start: own.child("headEnd").and_then(end),
            end: own.child("tailEnd").and_then(end),
        }
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

/// Dashes of a line (20.1.10.49, 20.1.8.22).
fn dash(line: Element<'_>) -> Vec<f64> {
    if let Some(own) = line.child("custDash") {
        let share = |stop: &Element<'_>, name| {
            (stop.int(name).unwrap_or(100_000) as f64 / PER_CENT_THOUSANDTHS).clamp(DASHES.0, DASHES.1)
        };
        // Attack: a million dashes.
        let stops = own.children().into_iter().take(16);
        return stops.flat_map(|stop| [share(&stop, "d"), share(&stop, "sp")]).collect();
    }
    let name = line.child("prstDash").and_then(Element::val);
    let lengths: &[f64] = match name.as_deref() {
        Some("dot") => dash::DOT,
        Some("sysDot") => &[1.0, 1.0],
        Some("sysDash") => dash::SHORT_DASH,
        Some("dash") => dash::DASH,
        Some("lgDash") => dash::LONG_DASH,
        Some("dashDot") => dash::DASH_DOT,
        Some("sysDashDot") => dash::SHORT_DASH_DOT,
        Some("sysDashDotDot") => dash::SHORT_DASH_DOT_DOT,
        Some("lgDashDot") => dash::LONG_DASH_DOT,
        Some("lgDashDotDot") => dash::LONG_DASH_DOT_DOT,
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
        Some("lg") => LARGE_HEAD,
        _ => USUAL_HEAD,
    };
    Some(End { kind, width: widths("w"), length: widths("len") })
}
