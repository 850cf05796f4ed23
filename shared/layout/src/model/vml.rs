//! Pictures, boxes and groups in VML (ECMA-376 part 4, 19): what `w:pict` and `w:object` hold.

use super::colour::Rgb;
use super::drawing::WHOLE;
use super::reader::{Around, Reader};
use super::shape::{Line, Look};
use super::story::{Anchor, AnchorContent, GroupItem, InlineKind, Picture, Place, Relative, TextBox, Wrap};
use super::table::{TextDirection, VAlign};
use super::vml_style::Style;
use crate::LayoutError;
use crate::draw::{Geometry, preset};
use crate::pages::Ink;
use crate::read::Element;

/// Groups inside one another.
const MAX_GROUPS: usize = 8;

/// Insets of a text box that says nothing (19.1.2.22), in points: left, top, right, bottom.
const INSETS: [f64; 4] = [7.2, 3.6, 7.2, 3.6];

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
        let size = (style.points("width").unwrap_or(0.0), style.points("height").unwrap_or(0.0));
        let Some(content) = content(reader, child, &style, size, (depth, MAX_GROUPS))? else { continue };
        if style.get("position") == Some("absolute") {
            out.push(InlineKind::Anchor(Box::new(anchor(child, &style, size, content))));
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

/// What a shape or group of a size draws; none if this engine does not draw it.
fn content<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    style: &Style,
    size: (f64, f64),
    (depth, nested): (usize, usize),
) -> Result<Option<AnchorContent>, LayoutError> {
    match element.name() {
        "group" if nested > 0 => group(reader, element, size, (depth, nested - 1)).map(Some),
        "shape" | "rect" | "roundrect" | "oval" => shape(reader, element, style, size, depth),
        "line" | "polyline" | "arc" | "curve" => {
            reader.undrawn.add("vml-line", reader.part, "", "a VML line is left out");
            Ok(None)
        }
        _ => Ok(None),
    }
}

/// Types of shapes that are rectangles as Word writes them: rectangle, process, text box (`o:spt`, [MS-OE376] 2.13).
const RECTANGLES: [&str; 3] = ["t1", "t109", "t202"];

/// A group: its parts stand in a coordinate system of its own (19.1.2.7).
fn group<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    (width, height): (f64, f64),
    (depth, nested): (usize, usize),
) -> Result<AnchorContent, LayoutError> {
    let pair = |name: &str, default: f64| {
        let text = element.attr(name).unwrap_or_default();
        let mut numbers = text.split(',').map(|n| n.trim().parse::<f64>().ok().filter(|n| n.is_finite()));
        let mut next = || numbers.next().flatten().unwrap_or(default);
        (next(), next())
    };
    let (left, top) = pair("coordorigin", 0.0);
    let (across, down) = pair("coordsize", 1000.0);
    let scale = |outer: f64, inner: f64| if inner > 0.0 { outer / inner } else { 1.0 };
    let (across, down) = (scale(width, across), scale(height, down));
    let mut items = Vec::new();
    for child in element.children() {
        reader.budget.spend(64)?;
        let style = Style::of(child);
        let number = |name: &str| style.number(name).unwrap_or(0.0);
        let size = (number("width") * across, number("height") * down);
        let Some(content) = content(reader, child, &style, size, (depth, nested))? else { continue };
        let (x, y) = ((number("left") - left) * across, (number("top") - top) * down);
        items.push(GroupItem { x, y, width: size.0, height: size.1, content });
    }
    Ok(AnchorContent::Group(items))
}

fn shape<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    style: &Style,
    (width, height): (f64, f64),
    depth: usize,
) -> Result<Option<AnchorContent>, LayoutError> {
    let image = element.child("imagedata").and_then(|image| image.attr("id"));
    let text = element.child("textbox");
    if let Some(image) = image.filter(|_| text.is_none()) {
        let part = reader.media(&image);
        return Ok(Some(AnchorContent::Picture(Picture { part, width, height, ..Picture::empty() })));
    }
    if let Some(path) = element.child("textpath") {
        let text = path.attr("string").unwrap_or_default();
        let detail = "a text along a path (WordArt, watermark) is left out";
        reader.undrawn.add("word-art", reader.part, &text, detail);
        return Ok(None);
    }
    if text.is_none() && !matches!(element.name(), "rect" | "roundrect" | "oval") {
        if style.get("position") == Some("absolute") || width > 0.0 {
            reader.undrawn.add("vml-shape", reader.part, "", "a VML shape is left out");
        }
        return Ok(None);
    }
    let kind = element.attr("type").unwrap_or_default();
    if element.name() == "shape"
        && !RECTANGLES.contains(&kind.trim_start_matches("#_x0000_"))
        && !kind.is_empty()
    {
        reader.undrawn.add("vml-shape", reader.part, "", "a VML shape with text is drawn as a rectangle");
    }
    let mut story = Vec::new();
    if let Some(content) = text.and_then(|text| text.child("txbxContent")) {
        let fields = reader.take_fields();
        reader.blocks(content, Around { table: None, depth: depth + 2 }, &mut story, &mut |_, _| {})?;
        reader.put_fields(fields);
    }
    let inner = text.map(Style::of);
    let mut insets = INSETS;
    let own = text.and_then(|text| text.attr("inset")).unwrap_or_default();
    for (inset, own) in insets.iter_mut().zip(own.split(',')) {
        *inset = Style::length(own).unwrap_or(*inset).max(0.0);
    }
    let is_on = |name: &str| !matches!(element.attr(name).as_deref(), Some("f" | "false" | "0"));
    let fill = element.attr("fillcolor").and_then(|colour| rgb(&colour)).or(Some([255; 3]));
    let line = element.attr("strokecolor").and_then(|colour| rgb(&colour)).unwrap_or([0; 3]);
    let weight = element.attr("strokeweight").and_then(|weight| Style::length(&weight)).unwrap_or(0.75);
    let ink = |colour| Ink { colour, opacity: 1.0 };
    let inner = |name: &str| inner.as_ref().and_then(|style| style.get(name));
    let direction = match (inner("layout-flow"), inner("mso-layout-flow-alt")) {
        (Some("vertical" | "vertical-ideographic"), Some("bottom-to-top")) => TextDirection::Up,
        (Some("vertical" | "vertical-ideographic"), _) => TextDirection::Down,
        _ => TextDirection::Horizontal,
    };
    Ok(Some(AnchorContent::Box(Box::new(TextBox {
        story,
        insets,
        align: match style.get("v-text-anchor") {
            Some(anchor) if anchor.starts_with("middle") => VAlign::Center,
            Some(anchor) if anchor.starts_with("bottom") => VAlign::Bottom,
            _ => VAlign::Top,
        },
        direction,
        grows: inner("mso-fit-shape-to-text") == Some("t"),
        look: Look {
            geometry: geometry(element),
            flip: (false, false),
            fill: fill.filter(|_| is_on("filled")).map(ink),
            line: is_on("stroked").then(|| Line::plain(weight.clamp(0.0, 100.0), ink(line))),
        },
        alt: None,
        rotation: style.number("rotation").unwrap_or(0.0),
    }))))
}

/// The outline of a rectangle, rounded rectangle or oval; any other shape with text is taken for a box.
fn geometry(element: Element<'_>) -> Geometry {
    let own = match element.name() {
        "oval" => preset("ellipse"),
        "roundrect" => preset("roundRect").map(|mut own| {
            // A share of the shorter side, or 65,536ths of it (19.1.2.16).
            let size = element.attr("arcsize").unwrap_or_default();
            let share = match size.strip_suffix('f') {
                Some(parts) => parts.parse::<f64>().ok().map(|parts| parts / 65_536.0),
                None => size.parse().ok(),
            };
            let share = share.filter(|share| (0.0..=1.0).contains(share)).unwrap_or(0.2);
            own.adjust("adj", &format!("val {:.0}", share * 100_000.0));
            own
        }),
        _ => None,
    };
    own.unwrap_or_else(Geometry::rectangle)
}

fn anchor(
    element: Element<'_>,
    style: &Style,
    (width, height): (f64, f64),
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
        _ => match style.number(share).filter(|share| *share > -10_000.0) {
            Some(share) => Place::Share(share / 1000.0),
            None => Place::Offset(style.points(offset).unwrap_or(0.0)),
        },
    };
    let wraps = match wrap.and_then(|wrap| wrap.attr("type")).as_deref() {
        Some("square" | "tight" | "through") => match wrap.and_then(|wrap| wrap.attr("side")).as_deref() {
            Some("left") => Wrap::Sides { left: true, right: false },
            Some("right") => Wrap::Sides { left: false, right: true },
            _ => Wrap::Sides { left: true, right: true },
        },
        Some("topAndBottom") => Wrap::TopAndBottom,
        _ => Wrap::None,
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
            distance("mso-wrap-distance-left", 9.0),
            distance("mso-wrap-distance-top", 0.0),
            distance("mso-wrap-distance-right", 9.0),
            distance("mso-wrap-distance-bottom", 0.0),
        ],
        outline: WHOLE,
        is_behind: order < 0,
        in_cell: element.flag("allowincell") != Some(false),
        order,
        content,
    }
}

fn rgb(colour: &str) -> Option<Rgb> {
    match colour.split_whitespace().next()? {
        "white" => Some([255; 3]),
        "black" => Some([0; 3]),
        "red" => Some([255, 0, 0]),
        "green" => Some([0, 128, 0]),
        "blue" => Some([0, 0, 255]),
        "yellow" => Some([255, 255, 0]),
        "gray" | "grey" => Some([128; 3]),
        "silver" => Some([192; 3]),
        hex => {
            let digits = hex.strip_prefix('#').unwrap_or(hex);
            // Three digits stand for six, as in CSS.
            let long: String = match digits.len() {
                3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
                _ => digits.to_owned(),
            };
            match super::colour::Colour::parse(&long)? {
                super::colour::Colour::Rgb(rgb) => Some(rgb),
                super::colour::Colour::Auto => None,
            }
        }
    }
}
