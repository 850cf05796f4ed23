//! Pictures and text boxes in VML (ECMA-376 part 4, 19): what `w:pict` and `w:object` hold.

use super::colour::Rgb;
use super::reader::{Around, Reader};
use super::story::{Anchor, AnchorContent, InlineKind, Picture, Place, Relative, Wrap};
use super::table::VAlign;
use crate::LayoutError;
use crate::read::Element;

/// Groups inside one another.
const MAX_GROUPS: usize = 8;

/// Reads a `w:pict` or `w:object`.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    depth: usize,
) -> Result<Vec<InlineKind>, LayoutError> {
    let mut out = Vec::new();
    shapes(reader, element, depth, MAX_GROUPS, &mut out)?;
    Ok(out)
}

fn shapes<'a>(
    reader: &mut Reader<'a>,
    parent: Element<'a>,
    depth: usize,
    nested: usize,
    out: &mut Vec<InlineKind>,
) -> Result<(), LayoutError> {
    for child in parent.children() {
        reader.budget.spend(64)?;
        match child.name() {
            "shape" | "rect" | "roundrect" | "oval" => out.extend(shape(reader, child, depth)?),
            "group" if nested > 0 => {
                reader.undrawn.add(
                    "vml-group",
                    reader.part,
                    "",
                    "a group of VML shapes is drawn without its arrangement",
                );
                shapes(reader, child, depth, nested - 1, out)?;
            }
            "line" | "polyline" | "arc" | "curve" => {
                reader.undrawn.add("vml-line", reader.part, "", "a VML line is left out");
            }
            "control" | "OLEObject" => {}
            _ => {}
        }
    }
    Ok(())
}

fn shape<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    depth: usize,
) -> Result<Option<InlineKind>, LayoutError> {
    let style = Style::parse(&element.attr("style").unwrap_or_default());
    let (width, height) = (style.points("width").unwrap_or(0.0), style.points("height").unwrap_or(0.0));
    let image = element.child("imagedata").and_then(|image| image.attr("id"));
    let content = if let Some(text) = element.child("textbox").and_then(|text| text.child("txbxContent")) {
        let mut story = Vec::new();
        let fields = reader.take_fields();
        reader.blocks(text, Around { table: None, depth: depth + 2 }, &mut story, &mut |_, _| {})?;
        reader.put_fields(fields);
        let is_on =
            |name: &str| element.flag(name).unwrap_or(true) && element.attr(name).as_deref() != Some("f");
        let fill = element.attr("fillcolor").and_then(|colour| rgb(&colour)).filter(|_| is_on("filled"));
        let line = is_on("stroked").then_some((0.75, [0; 3]));
        AnchorContent::Box { story, insets: [7.2, 3.6, 7.2, 3.6], align: VAlign::Top, fill, line }
    } else if let Some(image) = image {
        let part = reader.media(&image);
        AnchorContent::Picture(Picture { part, width, height, ..Picture::empty() })
    } else {
        if element.child("textpath").is_some() {
            let text = element.child("textpath").and_then(|path| path.attr("string")).unwrap_or_default();
            reader.undrawn.add(
                "word-art",
                reader.part,
                &text,
                "a text along a path (WordArt, watermark) is left out",
            );
        } else if style.get("position") == Some("absolute") || width > 0.0 {
            reader.undrawn.add("vml-shape", reader.part, "", "a VML shape is left out");
        }
        return Ok(None);
    };
    if style.get("position") != Some("absolute") {
        return Ok(Some(match content {
            AnchorContent::Picture(picture) => InlineKind::Picture(picture),
            content => InlineKind::Anchor(Box::new(Anchor::at_line(width, height, content))),
        }));
    }
    let relative = |name: &str| match style.get(name) {
        Some("page") => Relative::Page,
        Some("margin") => Relative::Margin,
        _ => Relative::Text,
    };
    let place = |align: &str, offset: &str| match style.get(align) {
        Some("center") => Place::Center,
        Some("right" | "bottom" | "outside") => Place::End,
        Some("left" | "top" | "inside") => Place::Start,
        _ => Place::Offset(style.points(offset).unwrap_or(0.0)),
    };
    let wrap = match element.child("wrap").and_then(|wrap| wrap.attr("type")).as_deref() {
        Some("square" | "tight" | "through") => Wrap::Sides { left: true, right: true },
        Some("topAndBottom") => Wrap::TopAndBottom,
        _ => Wrap::None,
    };
    let order = style.get("z-index").and_then(|order| order.parse().ok()).unwrap_or(0);
    Ok(Some(InlineKind::Anchor(Box::new(Anchor {
        width,
        height,
        across: (
            relative("mso-position-horizontal-relative"),
            place("mso-position-horizontal", "margin-left"),
        ),
        down: (relative("mso-position-vertical-relative"), place("mso-position-vertical", "margin-top")),
        wrap,
        distance: [9.0, 0.0, 9.0, 0.0],
        is_behind: order < 0,
        order,
        content,
    }))))
}

/// A style attribute: names and values.
struct Style(Vec<(String, String)>);

impl Style {
    fn parse(text: &str) -> Style {
        let pairs = text.split(';').take(64).filter_map(|pair| pair.split_once(':'));
        Style(pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// A length: with its unit, or in pixels of 1/96 inch.
    fn points(&self, name: &str) -> Option<f64> {
        let value = self.get(name)?;
        match value.strip_suffix("px") {
            Some(pixels) => crate::read::points(pixels, 96.0 / 72.0),
            None => crate::read::points(value, 96.0 / 72.0),
        }
    }
}

fn rgb(colour: &str) -> Option<Rgb> {
    match colour.split_whitespace().next()? {
        "white" => Some([255; 3]),
        "black" => Some([0; 3]),
        hex => match super::colour::Colour::parse(hex)? {
            super::colour::Colour::Rgb(rgb) => Some(rgb),
            super::colour::Colour::Auto => None,
        },
    }
}
