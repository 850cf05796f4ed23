//! Pictures, boxes and groups in VML (ECMA-376 part 4, 19): the content of `w:pict` and `w:object`.

use std::sync::Arc;

use super::Reader;
use super::vml_outline::{COORDINATES, pair};
use super::wrap_polygon::corners;
use super::{vml_path, vml_shape};
use crate::bounds::THICKEST;
use crate::error::LayoutError;
use crate::model::placement::{Place, Relative};
use crate::model::story::{Anchor, AnchorContent, GroupItem, InlineKind, Outline, Picture, Shares, Wrap};
use crate::model::vml_style::Style;
use crate::read::Element;
use crate::units::THOUSANDTHS;

/// Default height of a rule, in points (14.2.2.11 of part 4).
const RULE: f64 = 1.5;

/// The value for no offset in fractions, in thousandths: Word writes -10001.
const NO_SHARE: f64 = -10_000.0;

/// Default distance of text beside an object, in points (19.1.2.19).
const BESIDE: f64 = 9.0;

/// Groups inside one another.
const MAX_GROUPS: usize = 8;

/// Reads a `w:pict` or `w:object`.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    depth: usize,
) -> Result<Vec<InlineKind>, LayoutError> {
    let mut out = Vec::new();
    for child in element.children() {
        reader.budget.spend(64)?;
        let style = Style::of(child);
        if child.attr("hr").is_some_and(|is| is == "t" || is == "true" || is == "1") {
            // A rule takes a line of its own (14.2.2.11), as high as one of text or as the rule, and stands in its middle: five
            // rules in one of Word's PDFs.
            let height = style.points("height").unwrap_or(RULE).clamp(0.0, THICKEST);
            let room = Picture { width: 0.0, height, is_with_text: true, ..Picture::empty() };
            out.push(InlineKind::Picture(room));
            let mut rule = Anchor::at_line(0.0, height, vml_shape::rule(child, &style));
            rule.down = (Relative::Line, Place::Center);
            out.push(InlineKind::Anchor(Box::new(rule)));
            continue;
        }
        let ends = vml_path::ends(child, |length| Style::length(length).unwrap_or(0.0));
        let size = match &ends {
            Some(ends) => ends.size,
            None => (style.points("width").unwrap_or(0.0), style.points("height").unwrap_or(0.0)),
        };
        let Some(content) = content(reader, child, &style, size, (depth, MAX_GROUPS))? else { continue };
        if style.get("position") == Some("absolute") {
            let shares = reader.vml_shares(&style);
            let mut own = anchor(child, &style, size, shares, content);
            // A line's ends say where it stands.
            if let Some(ends) = ends {
                own.across.1 = own.across.1.moved(ends.corner.0);
                own.down.1 = own.down.1.moved(ends.corner.1);
            }
            out.push(InlineKind::Anchor(Box::new(own)));
            continue;
        }
        match content {
            AnchorContent::Picture(picture) => out.push(InlineKind::Picture(picture)),
            // A box in line takes its room like a picture.
            content => {
                let (width, height) = size;
                out.push(InlineKind::Picture(Picture { width, height, ..Picture::empty() }));
                out.push(InlineKind::Anchor(Box::new(Anchor::at_line(width, height, content))));
            }
        }
    }
    Ok(out)
}

/// The drawing of a shape or group at a size; none if this engine does not draw it.
fn content<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    style: &Style,
    size: (f64, f64),
    (depth, nested): (usize, usize),
) -> Result<Option<AnchorContent>, LayoutError> {
    match element.name() {
        "group" if nested > 0 => group(reader, element, style, size, (depth, nested - 1)).map(Some),
        "shape" | "rect" | "roundrect" | "oval" | "line" | "polyline" | "arc" | "curve" => {
            vml_shape::read(reader, element, style, size, depth)
        }
        "shapetype" => {
            if let Some(id) = element.attr("id") {
                reader.shape_types.insert(id, element);
            }
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// A group: its parts have their own coordinate system (19.1.2.7).
fn group<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    style: &Style,
    (width, height): (f64, f64),
    (depth, nested): (usize, usize),
) -> Result<AnchorContent, LayoutError> {
    let (left, top) = pair(&element.attr("coordorigin").unwrap_or_default(), 0.0);
    let (across, down) = pair(&element.attr("coordsize").unwrap_or_default(), COORDINATES);
    let scale = |outer: f64, inner: f64| if inner > 0.0 { outer / inner } else { 1.0 };
    let (across, down) = (scale(width, across), scale(height, down));
    let mut items = Vec::new();
    for child in element.children() {
        reader.budget.spend(64)?;
        let style = Style::of(child);
        let number = |name: &str| style.number(name).unwrap_or(0.0);
        let ends = vml_path::ends(child, |length| length.trim().parse().unwrap_or(0.0));
        if let Some(ends) = ends {
            let size = (ends.size.0 * across, ends.size.1 * down);
            let Some(content) = content(reader, child, &style, size, (depth, nested))? else { continue };
            let (x, y) = ((ends.corner.0 - left) * across, (ends.corner.1 - top) * down);
            items.push(GroupItem { x, y, width: size.0, height: size.1, content });
            continue;
        }
        let size = (number("width") * across, number("height") * down);
        let Some(content) = content(reader, child, &style, size, (depth, nested))? else { continue };
        let (x, y) = ((number("left") - left) * across, (number("top") - top) * down);
        items.push(GroupItem { x, y, width: size.0, height: size.1, content });
    }
    let flip = vml_shape::flip(style);
    if flip != (false, false) {
        items.iter_mut().for_each(|item| item.mirror(flip, (width, height)));
    }
    let group = AnchorContent::Group(items);
    Ok(match vml_shape::turn(style) {
        0.0 => group,
        turn => AnchorContent::Turned(Box::new(group), turn),
    })
}

fn anchor(
    element: Element<'_>,
    style: &Style,
    (width, height): (f64, f64),
    shares: Option<Box<Shares>>,
    content: AnchorContent,
) -> Anchor {
    let wrap = element.child("wrap");
    let relative = |name: &str, of_wrap: &str| {
        let own = style.get(name).map(str::to_owned).or_else(|| wrap.and_then(|wrap| wrap.attr(of_wrap)));
        match own.as_deref() {
            Some("page") => Relative::Page,
            Some("margin") => Relative::Margin,
            Some("char" | "line") => Relative::Line,
            Some("left-margin-area" | "inner-margin-area" | "top-margin-area") => Relative::StartMargin,
            Some("right-margin-area" | "outer-margin-area" | "bottom-margin-area") => Relative::EndMargin,
            _ => Relative::Text,
        }
    };
    let place = |align: &str, share: &str, offset: &str| match style.get(align) {
        Some("center") => Place::Center,
        Some("right" | "bottom" | "outside") => Place::End,
        Some("left" | "top" | "inside") => Place::Start,
        // Tenths of a per cent.
        _ => match style.number(share).filter(|share| *share > NO_SHARE) {
            Some(share) => Place::Share(share / THOUSANDTHS),
            None => Place::Offset(style.points(offset).unwrap_or(0.0)),
        },
    };
    let kind = wrap.and_then(|wrap| wrap.attr("type"));
    let wraps = match kind.as_deref() {
        Some("square" | "tight" | "through") => match wrap.and_then(|wrap| wrap.attr("side")).as_deref() {
            Some("left") => Wrap::Sides { left: true, right: false },
            Some("right") => Wrap::Sides { left: false, right: true },
            Some("largest") => Wrap::Largest,
            _ => Wrap::Sides { left: true, right: true },
        },
        Some("topAndBottom") => Wrap::TopAndBottom,
        _ => Wrap::None,
    };
    let outline = match kind.as_deref() {
        Some(kind @ ("tight" | "through")) => wrap_coordinates(element)
            .map_or(Outline::Whole, |corners| Outline::Polygon { corners, is_through: kind == "through" }),
        _ => Outline::Whole,
    };
    let distance = |name: &str, default: f64| style.points(name).unwrap_or(default).max(0.0);
    let order = style.get("z-index").and_then(|order| order.parse().ok()).unwrap_or(0);
    Anchor {
        width,
        height,
        across: (
            relative("mso-position-horizontal-relative", "anchorx"),
            place("mso-position-horizontal", "mso-left-percent", "margin-left"),
        ),
        down: (
            relative("mso-position-vertical-relative", "anchory"),
            place("mso-position-vertical", "mso-top-percent", "margin-top"),
        ),
        wrap: wraps,
        distance: [
            distance("mso-wrap-distance-left", BESIDE),
            distance("mso-wrap-distance-top", 0.0),
            distance("mso-wrap-distance-right", BESIDE),
            distance("mso-wrap-distance-bottom", 0.0),
        ],
        outline,
        is_behind: order < 0,
        in_cell: element.flag("allowincell") != Some(false),
        order,
        shares,
        content,
    }
}

/// The polygon that text goes around (19.1.2.19, `wrapcoords`): corners that count 21600 over the shape.
fn wrap_coordinates(element: Element<'_>) -> Option<Arc<[(f64, f64)]>> {
    let text = element.attr("wrapcoords")?;
    let numbers: Vec<f64> = text
        .split(|c: char| c == ',' || c.is_whitespace())
        .filter_map(|number| number.parse::<f64>().ok().filter(|number| number.is_finite()))
        .collect();
    corners(numbers.chunks_exact(2).map(|pair| (pair[0], pair[1])))
}
