//! The look of VML shapes (ECMA-376 part 4, 19.1.2.5, 19.1.2.21, 19.1.2.18): fill, line, shadow.

use std::sync::Arc;

use super::Reader;
use crate::bounds::THICKEST;
use crate::draw::{End, EndKind};
use crate::draw::{LARGE_HEAD, USUAL_HEAD};
use crate::drawing::{Cap, Ink, Join, Rgb};
use crate::model::colour::Colour;
use crate::model::paint::{Fill, Form, Shading, mixed};
use crate::model::shape_look::Line;
use crate::model::shape_look::Shadow;
use crate::model::shape_look::{DASHES, dash};
use crate::model::vml_style::Style;
use crate::read::Element;
use crate::units::{CHANNEL, FIXED_POINT, HUNDREDTHS, QUARTER_TURN};

/// Default thickness of a line, in points (19.1.2.21).
const LINE: f64 = 0.75;

/// Bound: the longest offset of a shadow, in points. A guess.
const FARTHEST_SHADOW: f64 = 200.0;

/// Whether a switch is on that is on by default.
fn is_on(switch: Option<String>) -> bool {
    !matches!(switch.as_deref(), Some("f" | "false" | "0"))
}

/// A share: a number, a per cent value, or 65,536ths with an `f`.
pub(super) fn share(text: &str) -> Option<f64> {
    let text = text.trim();
    let value = match (text.strip_suffix('f'), text.strip_suffix('%')) {
        (Some(parts), _) => parts.parse::<f64>().ok()? / FIXED_POINT,
        (None, Some(value)) => value.parse::<f64>().ok()? / HUNDREDTHS,
        (None, None) => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

fn opacity(element: Option<Element<'_>>, name: &str) -> f64 {
    element.and_then(|own| own.attr(name)).and_then(|own| share(&own)).unwrap_or(1.0).clamp(0.0, 1.0)
}

impl<'a> Reader<'a> {
    /// The type of a shape, if the document defines it.
    pub(super) fn shape_type(&self, shape: Element<'a>) -> Option<Element<'a>> {
        let kind = shape.attr("type").unwrap_or_default();
        self.shape_types.get(kind.trim_start_matches('#')).copied()
    }

    /// What a shape states, or else its type: attributes by their names, and one of its elements.
    fn stated(
        &self,
        shape: Element<'a>,
        element: &str,
    ) -> (impl Fn(&str) -> Option<String> + use<'a>, Option<Element<'a>>) {
        let kind = self.shape_type(shape);
        let attribute = move |name: &str| shape.attr(name).or_else(|| kind?.attr(name));
        (attribute, shape.child(element).or_else(|| kind?.child(element)))
    }

    /// The fill of a shape; white by default.
    pub(super) fn vml_fill(&mut self, element: Element<'a>) -> Option<Fill> {
        let (said_of, own) = self.stated(element, "fill");
        if !is_on(said_of("filled")) || own.is_some_and(|own| !is_on(own.attr("on"))) {
            return None;
        }
        let said = |element: Option<Element<'_>>, name: &str| element?.attr(name);
        let base = said(own, "color").or_else(|| said_of("fillcolor"));
        let base = base.and_then(|colour| rgb(&colour, [255; 3])).unwrap_or([255; 3]);
        let first = Ink { colour: base, opacity: opacity(own, "opacity") };
        let second = said(own, "color2").and_then(|colour| rgb(&colour, base)).unwrap_or([255; 3]);
        let second = Ink { colour: second, opacity: opacity(own, "opacity2") };
        let number = |name: &str| said(own, name).and_then(|value| share(&value)).unwrap_or(0.0);
        match said(own, "type").as_deref() {
            Some("gradient" | "gradientRadial" | "gradientCenter") => {
                let focus = number("focus");
                let focus = if focus.abs() > 1.0 { focus / HUNDREDTHS } else { focus };
                // The second colour lies at the focus; a negative one turns the order.
                let (from, to) = if focus < 0.0 { (second, first) } else { (first, second) };
                let middle = focus.abs().min(1.0);
                let stops = match middle {
                    _ if middle == 0.0 => vec![(0.0, to), (1.0, from)],
                    _ if middle >= 1.0 => vec![(0.0, from), (1.0, to)],
                    _ => vec![(0.0, from), (middle, to), (1.0, from)],
                };
                let form = match said(own, "type").as_deref() {
                    Some("gradient") => {
                        Form::Linear { angle: QUARTER_TURN - number("angle"), is_scaled: false }
                    }
                    _ => Form::Outwards { focus: (0.5, 0.5) },
                };
                Some(Fill::Gradient(Arc::new(Shading { stops, form })))
            }
            Some("pattern") => {
                self.undrawn.add("pattern", self.part, "", "a pattern in a shape is drawn in one color");
                Some(Fill::Plain(mixed(first, second, 0.5)))
            }
            Some("tile" | "frame") => {
                let part = said(own, "id").and_then(|id| self.media(&id));
                let is_tile = said(own, "type").as_deref() == Some("tile");
                part.map(|part| Fill::picture(part, is_tile.then_some((1.0, 1.0)), first.opacity))
            }
            _ => Some(Fill::Plain(first)),
        }
    }

    /// The line of a shape; black and 0.75 points wide by default.
    pub(super) fn vml_line(&mut self, element: Element<'a>) -> Option<Line> {
        let (said_of, own) = self.stated(element, "stroke");
        if !is_on(said_of("stroked")) || own.is_some_and(|own| !is_on(own.attr("on"))) {
            return None;
        }
        let said =
            |name: &str, of_shape: &str| own.and_then(|own| own.attr(name)).or_else(|| said_of(of_shape));
        let colour = said("color", "strokecolor").and_then(|colour| rgb(&colour, [0; 3])).unwrap_or([0; 3]);
        let width = said("weight", "strokeweight").and_then(|weight| Style::length(&weight)).unwrap_or(LINE);
        let attr = |name: &str| own.and_then(|own| own.attr(name));
        if attr("linestyle").is_some_and(|style| style != "single") {
            self.undrawn.add("compound-line", self.part, "", "a compound line is drawn as a single line");
        }
        let head = |name: &str| {
            let kind = match attr(name).as_deref()? {
                "block" => EndKind::Triangle,
                "classic" => EndKind::Stealth,
                "oval" => EndKind::Oval,
                "diamond" => EndKind::Diamond,
                "open" => EndKind::Arrow,
                _ => return None,
            };
            let size = |side: &str, small: &str, large: &str| match attr(&format!("{name}{side}")) {
                Some(own) if own == small => 2.0,
                Some(own) if own == large => LARGE_HEAD,
                _ => USUAL_HEAD,
            };
            Some(End {
                kind,
                width: size("width", "narrow", "wide"),
                length: size("length", "short", "long"),
            })
        };
        Some(Line {
            width: width.clamp(0.0, THICKEST),
            ink: Ink { colour, opacity: opacity(own, "opacity") },
            dash: attr("dashstyle").map(|style| dash(&style)).unwrap_or_default(),
            cap: match attr("endcap").as_deref() {
                Some("round") => Cap::Round,
                Some("square") => Cap::Square,
                _ => Cap::Flat,
            },
            join: match attr("joinstyle").as_deref() {
                Some("round") => Join::Round,
                Some("bevel") => Join::Bevel,
                _ => Join::Miter,
            },
            start: head("startarrow"),
            end: head("endarrow"),
        })
    }

    pub(super) fn vml_shadow(&mut self, element: Element<'a>) -> Option<Shadow> {
        let own = element
            .child("shadow")
            .filter(|own| own.flag("on") == Some(true) || own.attr("on").as_deref() == Some("t"))?;
        let colour = own.attr("color").and_then(|colour| rgb(&colour, [128; 3])).unwrap_or([128; 3]);
        let offset = own.attr("offset").unwrap_or_default();
        let mut lengths = offset
            .split(',')
            .map(|length| Style::length(length).unwrap_or(2.0).clamp(-FARTHEST_SHADOW, FARTHEST_SHADOW));
        let mut next = || lengths.next().unwrap_or(2.0);
        if own.attr("type").is_some_and(|kind| kind == "perspective" || kind == "emboss") {
            let detail = "a perspective shadow is drawn directly behind its shape";
            self.undrawn.add("shape-effect", self.part, "", detail);
        }
        Some(Shadow {
            offset: (next(), next()),
            blur: 0.0,
            ink: Ink { colour, opacity: opacity(Some(own), "opacity") },
        })
    }
}

/// Dashes by name, or as widths of the line.
fn dash(style: &str) -> Vec<f64> {
    let own: &[f64] = match style.to_ascii_lowercase().as_str() {
        "solid" => &[],
        "shortdot" | "sysdot" => &[1.0, 1.0],
        "shortdash" | "sysdash" => dash::SHORT_DASH,
        "shortdashdot" | "sysdashdot" => dash::SHORT_DASH_DOT,
        "shortdashdotdot" | "sysdashdotdot" => dash::SHORT_DASH_DOT_DOT,
        "dot" => dash::DOT,
        "dash" => dash::DASH,
        "longdash" => dash::LONG_DASH,
        "dashdot" => dash::DASH_DOT,
        "longdashdot" => dash::LONG_DASH_DOT,
        "longdashdotdot" => dash::LONG_DASH_DOT_DOT,
        other => {
            let numbers = other.split_whitespace().take(16).filter_map(|number| number.parse::<f64>().ok());
            let numbers: Vec<f64> = numbers
                .filter(|number| number.is_finite())
                .map(|number| number.clamp(DASHES.0, DASHES.1))
                .collect();
            return if numbers.len().is_multiple_of(2) { numbers } else { Vec::new() };
        }
    };
    own.to_vec()
}

/// A colour: a name or digits, perhaps with a change of `base` ("fill darken(118)").
pub(super) fn rgb(colour: &str, base: Rgb) -> Option<Rgb> {
    let mut words = colour.split_whitespace();
    let name = words.next()?;
    let own = match name.to_ascii_lowercase().as_str() {
        "fill" | "this" | "line" => base,
        "white" | "window" => [255; 3],
        "black" | "windowtext" => [0; 3],
        "red" => [255, 0, 0],
        "lime" => [0, 255, 0],
        "green" => [0, 128, 0],
        "blue" => [0, 0, 255],
        "navy" => [0, 0, 128],
        "yellow" => [255, 255, 0],
        "aqua" => [0, 255, 255],
        "teal" => [0, 128, 128],
        "fuchsia" => [255, 0, 255],
        "purple" => [128, 0, 128],
        "maroon" => [128, 0, 0],
        "olive" => [128, 128, 0],
        "orange" => [255, 165, 0],
        "gray" | "grey" => [128; 3],
        "silver" | "buttonface" => [192; 3],
        _ => {
            let digits = name.strip_prefix('#').unwrap_or(name);
            // Three digits stand for six, as in CSS.
            let long: String = match digits.len() {
                3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
                _ => digits.to_owned(),
            };
            match Colour::parse(&long)? {
                Colour::Rgb(rgb) => rgb,
                Colour::Auto => return None,
            }
        }
    };
    let change = words.next().unwrap_or_default();
    let amount = |name: &str| {
        let inner = change.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?;
        inner.parse::<f64>().ok().map(|amount| (amount / CHANNEL).clamp(0.0, 1.0))
    };
    Some(match (amount("darken"), amount("lighten")) {
        (Some(keep), _) => own.map(|channel| (f64::from(channel) * keep).round() as u8),
        (_, Some(keep)) => own.map(|channel| (CHANNEL - (CHANNEL - f64::from(channel)) * keep).round() as u8),
        _ => own,
    })
}
