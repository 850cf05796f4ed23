//! Pictures from data, in the line (ECMA-376 part 1, 20.4.2.8) or with the text around them (20.4.2.3).

use std::fmt::Write;

use super::fragment::{Composed, Fragment};
use super::length;
use super::picture::{self, Picture};
use super::resources::Resources;
use super::value::Rich;
use platen_ooxml::xml::characters::escape;

/// The member that makes a picture float.
const FLOAT: &str = "float";

/// EMU between a floating picture and the text beside it, as Word has them.
const BESIDE: u32 = 114_300;

/// Word's own floating objects begin with this order; later ones lie above earlier ones.
const FIRST_ORDER: u32 = 251_658_240;

/// The side of the column at which a picture floats, with the text around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The left side.
    Left,
    /// The right side.
    Right,
}

impl Side {
    /// The side that data or a filter name.
    pub fn named(name: &str) -> Option<Side> {
        match name {
            "left" => Some(Side::Left),
            "right" => Some(Side::Right),
            _ => None,
        }
    }

    /// The value of `wp:align` (20.4.3.1).
    fn align(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// The picture of a rich value; decoded once however often it is printed.
pub fn of(rich: &Rich, resources: &Resources<'_>) -> Result<Picture, String> {
    let wish = |name: &str| rich.members.get(name).and_then(|value| length::parse(value).ok());
    let wished = wish("width").into_iter().chain(wish("height")).max();
    rich.picture.get_or_init(|| picture::read(rich.text()?, wished, resources.svg, resources.bounds)).clone()
}

/// `{"$image": "data:image/png;base64,...", "width": "4cm", "height": "3cm", "dpi": 300, "alt": "...", "float": "left"}`
pub(super) fn compose(rich: &Rich, resources: &mut Resources<'_>) -> Composed {
    inline(rich, resources).map(Fragment::Inline)
}

/// The run with the picture.
pub(super) fn inline(rich: &Rich, resources: &mut Resources<'_>) -> Result<String, String> {
    if rich.picture.get().is_none() {
        resources.bounds.budget.spend(rich.text()?.len() as u64)?;
    }
    let picture = of(rich, resources)?;
    let (width, height) = size(rich, &picture, resources.text_width)?;
    let id = resources.media(&picture.bytes, picture.extension);
    let vector = vector(resources, &picture);
    let side = match rich.members.get(FLOAT) {
        None | Some(serde_json::Value::Null) => None,
        Some(side) => {
            let side = side
                .as_str()
                .and_then(Side::named)
                .ok_or_else(|| format!("has a wrong float: {side} is not \"left\" or \"right\""))?;
            if !resources.is_main_text() {
                return Err("has a float, which only the document's own text can have: not headers, notes or text boxes".to_owned());
            }
            Some(side)
        }
    };
    Ok(drawing(resources, &id, &vector, (width, height), side, rich.option("alt").unwrap_or_default()))
}

/// Size in EMU as the sender wishes, never wider than the text around.
fn size(rich: &Rich, picture: &Picture, widest: u64) -> Result<(u64, u64), String> {
    let wish = |name: &str| match rich.members.get(name) {
        None | Some(serde_json::Value::Null) => Ok(None),
        Some(value) => length::parse(value).map(Some).map_err(|error| format!("has a wrong {name}: {error}")),
    };
    let dpi = match rich.members.get("dpi") {
        None | Some(serde_json::Value::Null) => None,
        Some(dpi) => match dpi.as_f64().filter(|dpi| (1.0..=10_000.0).contains(dpi)) {
            None => return Err(format!("has a wrong dpi: {dpi} is not a number from 1 to 10000")),
            some => some,
        },
    };
    let (natural_width, natural_height) = picture.natural_size(dpi);
    let scaled = |length: u64, of: u64, by: u64| {
        ((u128::from(length) * u128::from(of) / u128::from(by)) as u64).max(1)
    };
    let (width, height) = match (wish("width")?, wish("height")?) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, scaled(natural_height, width, natural_width)),
        (None, Some(height)) => (scaled(natural_width, height, natural_height), height),
        (None, None) => (natural_width, natural_height),
    };
    if width > widest {
        return Ok((widest, scaled(height, widest, width)));
    }
    Ok((width, height))
}

/// What a picture's `a:blip` holds when there is an SVG of it: Word 2016 and later show that ([MS-ODRAWXML], 2.3.1.18).
pub(super) fn vector(resources: &mut Resources<'_>, picture: &Picture) -> String {
    let Some(svg) = &picture.vector else { return String::new() };
    let id = resources.media(svg, "svg");
    let (r, a) = (resources.relationships_ns(), resources.drawing_ns("main"));
    format!(
        "<a:extLst xmlns:a=\"{a}\"><a:ext uri=\"{{96DAC541-7B7A-43D3-8B79-37D633B846F1}}\">\
         <asvg:svgBlip xmlns:asvg=\"http://schemas.microsoft.com/office/drawing/2016/SVG/main\" xmlns:r=\"{r}\" \
         r:embed=\"{id}\"/></a:ext></a:extLst>"
    )
}

/// A run with a picture, in the line (`wp:inline`, 20.4.2.8) or floating (`wp:anchor`, 20.4.2.3); `embed` is the relationship's id, `extension` what its blip holds, sizes are in EMU.
pub(super) fn drawing(
    resources: &Resources<'_>,
    embed: &str,
    extension: &str,
    (width, height): (u64, u64),
    side: Option<Side>,
    alt: &str,
) -> String {
    let id = resources.fresh_id();
    let (r, a) = (resources.relationships_ns(), resources.drawing_ns("main"));
    let (wp, pic) = (resources.drawing_ns("wordprocessingDrawing"), resources.drawing_ns("picture"));
    let extent = format!("<wp:extent cx=\"{width}\" cy=\"{height}\"/>");
    let (element, place) = match side {
        None => ("inline", format!(" distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\">{extent}")),
        Some(side) => {
            let (order, align) = (FIRST_ORDER.saturating_add(id), side.align());
            let place = format!(
                " distT=\"0\" distB=\"0\" distL=\"{BESIDE}\" distR=\"{BESIDE}\" simplePos=\"0\" relativeHeight=\"{order}\" \
                 behindDoc=\"0\" locked=\"0\" layoutInCell=\"1\" allowOverlap=\"0\"><wp:simplePos x=\"0\" y=\"0\"/>\
                 <wp:positionH relativeFrom=\"column\"><wp:align>{align}</wp:align></wp:positionH>\
                 <wp:positionV relativeFrom=\"paragraph\"><wp:posOffset>0</wp:posOffset></wp:positionV>\
                 {extent}<wp:wrapSquare wrapText=\"bothSides\"/>"
            );
            ("anchor", place)
        }
    };
    let mut out = String::with_capacity(1200);
    let _ = write!(
        out,
        "<w:r><w:drawing><wp:{element} xmlns:wp=\"{wp}\"{place}<wp:docPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/>\
         <wp:cNvGraphicFramePr><a:graphicFrameLocks xmlns:a=\"{a}\" noChangeAspect=\"1\"/></wp:cNvGraphicFramePr>\
         <a:graphic xmlns:a=\"{a}\"><a:graphicData uri=\"{pic}\"><pic:pic xmlns:pic=\"{pic}\">\
         <pic:nvPicPr><pic:cNvPr id=\"{id}\" name=\"Picture {id}\" descr=\"{alt}\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip xmlns:r=\"{r}\" r:embed=\"{embed}\">{extension}</a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
         <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"{width}\" cy=\"{height}\"/></a:xfrm>\
         <a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>\
         </wp:{element}></w:drawing></w:r>",
        alt = escape(alt),
    );
    out
}
