//! VML shapes with their text (ECMA-376 part 4, 19.1.2.19, 19.1.2.22, 19.1.2.23).

use std::sync::Arc;

use super::vml_look::share;
use super::{Around, Reader};
use crate::bounds::CROP;
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::colour::Colour;
use crate::model::run::{FontName, RunLayer, RunStyle};
use crate::model::shape_look::Look;
use crate::model::story::Link;
use crate::model::story::{AnchorContent, ColumnRule, Picture, TextBox, WordArt};
use crate::model::table_properties::VAlign;
use crate::model::text_direction::TextDirection;
use crate::model::vml_style::Style;
use crate::pages::Recolour;
use crate::read::Element;
use crate::units::{CHANNEL, FIXED_POINT, FULL_TURN, THOUSANDTHS};

/// Default size of WordArt, in points. A guess: the text is made to fit its shape.
const ART_SIZE: f64 = 72.0;

/// Bound: the strongest contrast of a picture. A guess: above it there are two colours.
const MOST_GAIN: f64 = 100.0;

/// Default insets of a text box (19.1.2.22), in points: left, top, right, bottom.
const INSETS: [f64; 4] = [7.2, 3.6, 7.2, 3.6];

/// A shape, picture or line of a size; none if it draws nothing.
pub(super) fn read<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    style: &Style,
    (width, height): (f64, f64),
    depth: usize,
) -> Result<Option<AnchorContent>, LayoutError> {
    if style.get("visibility") == Some("hidden") {
        return Ok(None);
    }
    let rotation = turn(style);
    let text = element.child("textbox");
    if let Some(image) = element.child("imagedata").filter(|_| text.is_none())
        && let Some(id) = image.attr("id")
    {
        let part = reader.media(&id);
        let picture = Picture { part, width, height, crop: crop(image), rotation, ..Picture::empty() };
        let alt = element.attr("alt").filter(|alt| !alt.is_empty());
        return Ok(Some(AnchorContent::Picture(Picture { alt, recolour: recolour(image), ..picture })));
    }
    if let Some(path) = element.child("textpath") {
        return Ok(word_art(reader, element, path, rotation));
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
    let inner = |name: &str| inner.as_ref().and_then(|style| style.get(name));
    let direction = match (inner("layout-flow"), inner("mso-layout-flow-alt")) {
        (_, Some("bottom-to-top")) => TextDirection::Up,
        (Some("vertical-ideographic"), _) => TextDirection::Vertical,
        (Some("vertical"), _) => TextDirection::Down,
        _ => TextDirection::Horizontal,
    };
    let next = inner("mso-next-textbox").map(|next| next.trim_start_matches('#').into());
    reader.has_links |= next.is_some();
    let names = ["id", "spid"].into_iter().filter_map(|name| element.attr(name)).map(Arc::from).collect();
    let link = text.map(|_| Box::new(Link::Named(names, next)));
    let (geometry, turned) = reader.vml_geometry(element)?;
    reader.budget.spend(geometry.steps())?;
    let flip = flip(style);
    let is_line = matches!(element.name(), "line" | "polyline" | "curve");
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
        is_unwrapped: style.get("mso-wrap-style") == Some("none"),
        look: Look {
            geometry,
            flip: (flip.0 != turned.0, flip.1 != turned.1),
            fill: if is_line { None } else { reader.vml_fill(element) },
            line: reader.vml_line(element),
            shadows: reader.vml_shadow(element).into_iter().collect(),
        },
        alt: element.attr("alt").filter(|alt| !alt.is_empty()),
        rotation,
        link,
        chained: None,
    }))))
}

/// A rule across the column (14.2.2.11).
pub(super) fn rule(element: Element<'_>, style: &Style) -> AnchorContent {
    let width = style.points("width").unwrap_or(0.0);
    let said = element.attr("hrpct").and_then(|share| share.parse::<f64>().ok()).filter(|share| *share > 0.0);
    let colour = element.attr("fillcolor").and_then(|colour| super::vml_look::rgb(&colour, [160; 3]));
    AnchorContent::Rule(ColumnRule {
        share: if width > 0.0 && said.is_none() {
            None
        } else {
            Some((said.unwrap_or(THOUSANDTHS) / THOUSANDTHS).min(1.0))
        },
        align: match element.attr("hralign").as_deref() {
            Some("center") => 0.5,
            Some("right") => 1.0,
            _ => 0.0,
        },
        // The usual one is a groove of two greys.
        colour: colour.unwrap_or([160; 3]),
    })
}

/// Whether a shape is mirrored left to right, and top to bottom.
pub(super) fn flip(style: &Style) -> (bool, bool) {
    let flip = style.get("flip").unwrap_or_default();
    (flip.contains('x'), flip.contains('y'))
}

/// Degrees clockwise; with `fd` after them, 65,536ths.
pub(super) fn turn(style: &Style) -> f64 {
    let degrees = style.number("rotation").unwrap_or(0.0);
    let degrees = match style.get("rotation") {
        Some(own) if own.ends_with("fd") => degrees / FIXED_POINT,
        _ => degrees,
    };
    degrees.rem_euclid(FULL_TURN)
}

fn crop(image: Element<'_>) -> [f64; 4] {
    ["cropleft", "croptop", "cropright", "cropbottom"]
        .map(|side| image.attr(side).and_then(|own| share(&own)).unwrap_or(0.0).clamp(CROP.0, CROP.1))
}

/// Brightness and contrast (19.1.2.11): `gain` and `blacklevel`; a washed out picture has both.
fn recolour(image: Element<'_>) -> Vec<Recolour> {
    let number = |name: &str| image.attr(name).and_then(|own| share(&own));
    let mut out = Vec::new();
    if image.attr("grayscale").as_deref() == Some("t") {
        out.push(Recolour::Grey);
    }
    if image.attr("bilevel").as_deref() == Some("t") {
        out.push(Recolour::BlackWhite(0.5));
    }
    let (gain, black) = (number("gain"), number("blacklevel"));
    if gain.is_some() || black.is_some() {
        let contrast = gain.unwrap_or(1.0).clamp(0.0, MOST_GAIN);
        let contrast = if contrast <= 1.0 { contrast - 1.0 } else { 1.0 - 1.0 / contrast };
        out.push(Recolour::Light { bright: (black.unwrap_or(0.0) * 2.0).clamp(-1.0, 1.0), contrast });
    }
    out
}

/// Choice: the share of ink that an outline has of what it surrounds. A guess.
const PALE: f64 = 0.25;

/// A text that fills its shape: a watermark, a banner.
fn word_art<'a>(
    reader: &mut Reader<'a>,
    element: Element<'a>,
    path: Element<'a>,
    rotation: f64,
) -> Option<AnchorContent> {
    let text = path.attr("string").filter(|text| !text.trim().is_empty())?;
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(500).collect();
    let style = Style::of(path);
    let family = style.get("font-family").unwrap_or("Arial").trim_matches(|c: char| c == '"' || c == '\'');
    let family = FontName::Named(family.split(',').next().unwrap_or_default().trim_matches('"').into());
    let fill = reader.vml_fill(element).map(|fill| fill.ink());
    let is_seen = fill.is_some_and(|ink| on_paper(ink) != [u8::MAX; 3]);
    let line = if is_seen { None } else { reader.vml_line(element) };
    // Letters that show by their lines alone are filled, as pale as lines look.
    let ink = line.map(|line| Ink { opacity: line.ink.opacity * PALE, ..line.ink }).or(fill)?;
    let kind = element.attr("type").unwrap_or_default();
    if !kind.is_empty() && !kind.ends_with("t136") {
        let detail = "text along a path (WordArt) is drawn in straight lines";
        reader.undrawn.add("word-art", reader.part, &text, detail);
    }
    let bold = style.get("font-weight").map(|weight| weight == "bold" || weight == "700");
    let italic = style.get("font-style").map(|slant| slant == "italic");
    let layer = RunLayer {
        ascii: Some(family.clone()),
        h_ansi: Some(family.clone()),
        east_asia: Some(family.clone()),
        cs: Some(family),
        size: Some(ART_SIZE),
        size_cs: Some(ART_SIZE),
        bold,
        bold_cs: bold,
        italic,
        italic_cs: italic,
        colour: Some(Colour::Rgb(on_paper(ink))),
        ..RunLayer::default()
    };
    let style = Arc::new(RunStyle::new(&layer, reader.theme));
    Some(AnchorContent::WordArt(Box::new(WordArt { text, style, rotation })))
}

/// The look of a translucent colour on white paper, where watermarks are.
fn on_paper(ink: Ink) -> crate::Rgb {
    ink.colour.map(|channel| (CHANNEL - (CHANNEL - f64::from(channel)) * ink.opacity).round() as u8)
}
