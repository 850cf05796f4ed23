//! Drawings (20.4): pictures in line, and floating objects.

use super::sizes::MAX_SIZE;
use super::vml;
use super::wrap_polygon::polygon;
use super::{Around, MAX_DEPTH, Reader};
use crate::drawing::Ink;
use crate::error::LayoutError;
use crate::model::drawing_colour::ink;
use crate::model::paint::Fill;
use crate::model::placement::{Place, Relative};
use crate::model::story::Link;
use crate::model::story::charted::Chart;
use crate::model::story::{Anchor, AnchorContent, GroupItem, InlineKind, Outline, Picture, TextBox, Wrap};
use crate::model::table_properties::VAlign;
use crate::model::text_direction::TextDirection;
use crate::read::Element;
use crate::units::{EMU_PER_POINT, PER_CENT_THOUSANDTHS};

/// Parts of groups inside one another.
pub(super) const MAX_GROUPS: usize = 8;

/// Bound: how far shadows and lines of a picture reach out of it, in points. A guess: an inch.
const MOST_EFFECT: f64 = 72.0;

/// Bound: how much smaller or larger the text and lines of a locked canvas are drawn. A guess.
const CANVAS_SCALES: (f64, f64) = (0.05, 20.0);

/// Default insets of a text box (21.1.2.1.1), in points: left, top, right, bottom.
pub(super) const INSETS: [f64; 4] = [7.2, 3.6, 7.2, 3.6];

impl<'a> Reader<'a> {
    /// The content of a `w:drawing`, `w:pict` or `w:object`.
    pub(super) fn drawing(
        &mut self,
        element: Element<'a>,
        depth: usize,
    ) -> Result<Vec<InlineKind>, LayoutError> {
        if element.name() != "drawing" {
            return vml::read(self, element, depth);
        }
        let mut out = Vec::new();
        for child in element.children() {
            let hidden =
                child.child("docPr").is_some_and(|properties| properties.flag("hidden") == Some(true));
            if hidden {
                continue;
            }
            match child.name() {
                "inline" => {
                    let (width, height) = extent(child.child("extent"));
                    match self.content(child, width, height, depth)? {
                        Some(AnchorContent::Picture(picture)) => out.push(InlineKind::Picture(picture)),
                        // A box in line takes its room like a picture.
                        Some(content) => {
                            out.push(InlineKind::Picture(Picture { width, height, ..Picture::empty() }));
                            out.push(InlineKind::Anchor(Box::new(Anchor::at_line(width, height, content))));
                        }
                        None => out.push(InlineKind::Picture(Picture { width, height, ..Picture::empty() })),
                    }
                }
                "anchor" => {
                    out.extend(self.anchor(child, depth)?.map(|anchor| InlineKind::Anchor(Box::new(anchor))))
                }
                _ => {}
            }
        }
        Ok(out)
    }

    fn anchor(&mut self, element: Element<'a>, depth: usize) -> Result<Option<Anchor>, LayoutError> {
        if element.flag("hidden") == Some(true) {
            return Ok(None);
        }
        let (width, height) = extent(element.child("extent"));
        // What is not drawn keeps its room.
        let content =
            self.content(element, width, height, depth)?.unwrap_or_else(|| AnchorContent::Group(Vec::new()));
        let (mut wrap, mut outline) = (Wrap::None, Outline::Whole);
        let mut distance =
            ["distL", "distT", "distR", "distB"].map(|name| element.emu(name).unwrap_or(0.0).max(0.0));
        for child in element.children() {
            wrap = match child.name() {
                "wrapTopAndBottom" => Wrap::TopAndBottom,
                "wrapSquare" | "wrapTight" | "wrapThrough" => {
                    if let Some(corners) = child.child("wrapPolygon").and_then(polygon) {
                        outline = Outline::Polygon { corners, is_through: child.name() == "wrapThrough" };
                    }
                    for (own, name) in distance.iter_mut().zip(["distL", "distT", "distR", "distB"]) {
                        *own = child.emu(name).unwrap_or(*own).max(0.0);
                    }
                    match child.attr("wrapText").as_deref() {
                        Some("left") => Wrap::Sides { left: true, right: false },
                        Some("right") => Wrap::Sides { left: false, right: true },
                        Some("largest") => Wrap::Largest,
                        _ => Wrap::Sides { left: true, right: true },
                    }
                }
                _ => continue,
            };
        }
        Ok(Some(Anchor {
            width,
            height,
            across: placed(element.child("positionH"), true),
            down: placed(element.child("positionV"), false),
            wrap,
            distance,
            outline,
            is_behind: element.flag("behindDoc") == Some(true),
            in_cell: element.flag("layoutInCell") != Some(false),
            order: element.int("relativeHeight").unwrap_or(0),
            shares: self.shares(element),
            content,
        }))
    }

    /// The drawing of an `inline` or `anchor`; none if this engine does not draw it.
    fn content(
        &mut self,
        element: Element<'a>,
        width: f64,
        height: f64,
        depth: usize,
    ) -> Result<Option<AnchorContent>, LayoutError> {
        let alt = element
            .child("docPr")
            .and_then(|properties| properties.attr("descr"))
            .filter(|alt| !alt.is_empty());
        let data = element.child("graphic").and_then(|graphic| graphic.child("graphicData"));
        let effect = element.child("effectExtent");
        let effect = ["l", "t", "r", "b"]
            .map(|side| effect.and_then(|e| e.emu(side)).unwrap_or(0.0).clamp(0.0, MOST_EFFECT));
        for child in data.map(Element::children).unwrap_or_default() {
            match child.name() {
                "pic" => {
                    let picture = self.picture(child, width, height);
                    if let Some(mut shaped) = self.shaped_picture(child, &picture)? {
                        shaped.alt = alt;
                        return Ok(Some(AnchorContent::Box(Box::new(shaped))));
                    }
                    return Ok(Some(AnchorContent::Picture(Picture { alt, effect, ..picture })));
                }
                "wsp" => {
                    let mut shape = self.shape(child, depth, None)?;
                    if let AnchorContent::Box(own) = &mut shape {
                        own.alt = alt;
                    }
                    return Ok(Some(shape));
                }
                "wgp" | "wpc" | "lockedCanvas" => {
                    let mut items = Vec::new();
                    // A drawing of another program is scaled as a picture is, its text and lines too (20.3.2.1).
                    let frame = child.child("grpSpPr").and_then(|own| own.child("xfrm"));
                    let (_, inner) = extent(frame.and_then(|frame| frame.child("chExt")));
                    let before = self.canvas_scale;
                    if child.name() == "lockedCanvas" && inner > 0.0 {
                        self.canvas_scale = (height / inner).clamp(CANVAS_SCALES.0, CANVAS_SCALES.1);
                    }
                    let read = self.group(child, (width, height), depth, (MAX_GROUPS, None), &mut items);
                    self.canvas_scale = before;
                    read?;
                    return Ok(Some(AnchorContent::Group(items)));
                }
                "chart" => {
                    let chart = self.chart(child.attr("id"))?;
                    return Ok(chart.map(|chart| AnchorContent::Chart(Box::new(Chart { alt, ..chart }))));
                }
                "relIds" => return self.diagram(child, (width, height), depth),
                other => {
                    let detail = format!("a drawing of kind {other} is left out; its space stays blank");
                    self.undrawn.add("drawing", self.part, "", detail);
                }
            }
        }
        Ok(None)
    }

    /// A shape, and the text in it.
    pub(in crate::reader) fn shape(
        &mut self,
        element: Element<'a>,
        depth: usize,
        group: Option<&Fill>,
    ) -> Result<AnchorContent, LayoutError> {
        let look = self.look(element, group)?;
        // Shapes of diagrams and of other programs bring text of DrawingML.
        let text_body = element.child("txBody").or_else(|| element.child("txSp")?.child("txBody"));
        let body = element.child("bodyPr").or_else(|| text_body?.child("bodyPr"));
        let mut insets = INSETS;
        for (inset, name) in insets.iter_mut().zip(["lIns", "tIns", "rIns", "bIns"]) {
            *inset = body.and_then(|body| body.emu(name)).unwrap_or(*inset).max(0.0) * self.canvas_scale;
        }
        let direction = TextDirection::of_box(body.and_then(|body| body.attr("vert")).as_deref());
        let align = match body.and_then(|body| body.attr("anchor")).as_deref() {
            Some("ctr") => VAlign::Center,
            Some("b") => VAlign::Bottom,
            _ => VAlign::Top,
        };
        let mut story = Vec::new();
        if let Some(text) = element.child("txbx").and_then(|text| text.child("txbxContent")) {
            let colour = self.font_colour(element);
            let fields = self.take_fields();
            let before = self.set_text_colour(colour.map(|ink| ink.colour));
            let around = Around { table: None, depth: depth + 2 };
            self.blocks(text, around, &mut story, &mut |_, _| {})?;
            self.restore_text_colour(before);
            self.put_fields(fields);
        }
        let link = self.link(element);
        if let Some(text) = text_body.filter(|_| element.child("txXfrm").is_none()) {
            let colour = self.font_colour(element);
            story = self.text_body(text, colour)?;
        }
        let grows = body.is_some_and(|body| body.child("spAutoFit").is_some());
        let frame = element.child("spPr").and_then(|p| p.child("xfrm"));
        let rotation = frame.and_then(|frame| frame.degrees("rot")).unwrap_or(0.0);
        if rotation != 0.0 && body.and_then(|body| body.flag("upright")) == Some(true) && !story.is_empty() {
            let detail = "text that should stay upright in a rotated shape is rotated with it";
            self.undrawn.add("upright-text", self.part, "", detail);
        }
        let warp = body.and_then(|body| body.child("prstTxWarp")).and_then(|warp| warp.attr("prst"));
        if warp.is_some_and(|warp| warp != "textNoShape" && warp != "textPlain") && !story.is_empty() {
            let detail = "text along a path (WordArt) is drawn in straight lines";
            self.undrawn.add("word-art", self.part, "", detail);
        }
        let alt = None;
        Ok(AnchorContent::Box(Box::new(TextBox {
            story,
            insets,
            align,
            direction,
            grows,
            is_unwrapped: body.and_then(|body| body.attr("wrap")).as_deref() == Some("none"),
            look,
            alt,
            rotation,
            link,
            chained: None,
        })))
    }

    /// Whether a shape's text continues in others, or comes from another.
    fn link(&mut self, element: Element<'a>) -> Option<Box<Link>> {
        let numbered = |own: Element<'_>, place: usize| {
            Some(Box::new(Link::Numbered(format!("{}#{}", self.part, own.attr("id")?).into(), place)))
        };
        if let Some(text) = element.child("txbx") {
            return numbered(text, 0);
        }
        let from = element.child("linkedTxbx")?;
        let place = from.int("seq").and_then(|place| usize::try_from(place).ok()).unwrap_or(1).max(1);
        let link = numbered(from, place);
        self.has_links = true;
        link
    }

    /// The colour of text that the shape's style gives (20.1.4.1.17).
    pub(super) fn font_colour(&self, element: Element<'a>) -> Option<Ink> {
        element.child("style")?.child("fontRef").and_then(|own| ink(own, self.theme, None))
    }

    pub(super) fn group(
        &mut self,
        element: Element<'a>,
        size_of: (f64, f64),
        depth: usize,
        (nested, fill): (usize, Option<&Fill>),
        out: &mut Vec<GroupItem>,
    ) -> Result<(), LayoutError> {
        self.budget.spend(64)?;
        let properties = element.child("grpSpPr");
        let fill = properties.and_then(|p| self.paint(p, fill)).flatten();
        let fill = fill.as_ref();
        let frame = properties.and_then(|p| p.child("xfrm"));
        let (inner_x, inner_y) = corner(frame.and_then(|f| f.child("chOff")));
        let (inner_width, inner_height) = extent(frame.and_then(|f| f.child("chExt")));
        let scale = |outer: f64, inner: f64| if inner > 0.0 { outer / inner } else { self.canvas_scale };
        let (across, down) = (scale(size_of.0, inner_width), scale(size_of.1, inner_height));
        let mut items = Vec::new();
        for child in element.children() {
            let properties = child.child("spPr").or_else(|| child.child("grpSpPr"));
            let own = properties.map_or(child, |own| own).child("xfrm");
            let (x, y) = corner(own.and_then(|own| own.child("off")));
            let (width, height) = extent(own.and_then(|own| own.child("ext")));
            let (x, y) = ((x - inner_x) * across, (y - inner_y) * down);
            let (width, height) = (width * across, height * down);
            let content = match child.name() {
                "wsp" | "cxnSp" => self.shape(child, depth, fill)?,
                // A chart or a diagram among the shapes.
                "graphicFrame" if depth < MAX_DEPTH => match self.content(child, width, height, depth + 1)? {
                    Some(content) => content,
                    None => continue,
                },
                "sp" => {
                    let content = self.shape(child, depth, fill)?;
                    items.push(GroupItem { x, y, width, height, content });
                    items.extend(self.text_of_shape(child, ((inner_x, inner_y), (across, down)))?);
                    continue;
                }
                "pic" => {
                    let picture = self.picture(child, width, height);
                    match self.shaped_picture(child, &picture)? {
                        Some(shaped) => AnchorContent::Box(Box::new(shaped)),
                        None => AnchorContent::Picture(picture),
                    }
                }
                "grpSp" | "wgp" if nested > 0 => {
                    let mut inner = Vec::new();
                    self.group(child, (width, height), depth, (nested - 1, fill), &mut inner)?;
                    AnchorContent::Group(inner)
                }
                "contentPart" => {
                    self.undrawn.add("ink", self.part, "", "handwriting without a picture of it is left out");
                    continue;
                }
                _ => continue,
            };
            items.push(GroupItem { x, y, width, height, content });
        }
        let flip = flips(frame);
        if flip != (false, false) {
            items.iter_mut().for_each(|item| item.mirror(flip, size_of));
        }
        let turn = frame.and_then(|frame| frame.degrees("rot")).unwrap_or(0.0);
        if turn == 0.0 {
            out.append(&mut items);
        } else {
            let (width, height) = size_of;
            let content = AnchorContent::Turned(Box::new(AnchorContent::Group(items)), turn);
            out.push(GroupItem { x: 0.0, y: 0.0, width, height, content });
        }
        Ok(())
    }
}

impl GroupItem {
    /// Mirrors it within a group of a size.
    pub(super) fn mirror(&mut self, flip: (bool, bool), (width, height): (f64, f64)) {
        if flip.0 {
            self.x = width - self.x - self.width;
        }
        if flip.1 {
            self.y = height - self.y - self.height;
        }
        self.content.mirror(flip, (self.width, self.height));
    }
}

impl AnchorContent {
    /// Mirrors it in its place. Groups are nested no deeper than they are read.
    pub(super) fn mirror(&mut self, flip: (bool, bool), size: (f64, f64)) {
        let both = |own: &mut (bool, bool)| *own = (own.0 != flip.0, own.1 != flip.1);
        // A turn goes the other way in a mirror.
        let turn = |degrees: &mut f64| {
            if flip.0 != flip.1 {
                *degrees = -*degrees;
            }
        };
        match self {
            AnchorContent::Picture(own) => {
                both(&mut own.flip);
                turn(&mut own.rotation);
            }
            AnchorContent::Box(own) => {
                both(&mut own.look.flip);
                turn(&mut own.rotation);
            }
            AnchorContent::WordArt(own) => turn(&mut own.rotation),
            AnchorContent::Chart(_) | AnchorContent::Rule(_) => {}
            AnchorContent::Group(items) => items.iter_mut().for_each(|item| item.mirror(flip, size)),
            AnchorContent::Turned(inner, degrees) => {
                inner.mirror(flip, size);
                turn(degrees);
            }
        }
    }
}

/// Whether an `a:xfrm` mirrors left to right, and top to bottom.
pub(super) fn flips(frame: Option<Element<'_>>) -> (bool, bool) {
    let is = |name: &str| frame.and_then(|frame| frame.flag(name)) == Some(true);
    (is("flipH"), is("flipV"))
}

impl Anchor {
    /// An object in its line, drawn over the room of a picture of its size.
    pub fn at_line(width: f64, height: f64, content: AnchorContent) -> Anchor {
        let across = (Relative::Line, Place::Offset(-width));
        let down = (Relative::Line, Place::End);
        Anchor { width, height, content, ..Anchor::at(across, down, Wrap::None, [0.0; 4]) }
    }
}

pub(super) fn extent(extent: Option<Element<'_>>) -> (f64, f64) {
    let of = |name| extent.and_then(|extent| extent.emu(name)).unwrap_or(0.0).clamp(0.0, MAX_SIZE);
    (of("cx"), of("cy"))
}

pub(super) fn corner(offset: Option<Element<'_>>) -> (f64, f64) {
    let of = |name| offset.and_then(|offset| offset.emu(name)).unwrap_or(0.0);
    (of("x"), of("y"))
}

fn placed(element: Option<Element<'_>>, is_across: bool) -> (Relative, Place) {
    let Some(element) = element else { return (Relative::Text, Place::Offset(0.0)) };
    let relative = match element.attr("relativeFrom").as_deref() {
        Some("page") => Relative::Page,
        Some("margin") => Relative::Margin,
        Some("character" | "line") => Relative::Line,
        Some("leftMargin" | "topMargin" | "insideMargin") => Relative::StartMargin,
        Some("rightMargin" | "bottomMargin" | "outsideMargin") => Relative::EndMargin,
        _ => Relative::Text,
    };
    let _ = is_across;
    let child = |name: &str| element.child(name).map(|child| child.text().trim().to_owned());
    let place = if let Some(align) = child("align") {
        match align.as_str() {
            "center" => Place::Center,
            "right" | "bottom" | "outside" => Place::End,
            _ => Place::Start,
        }
    } else if let Some(share) = child("pctPosHOffset").or_else(|| child("pctPosVOffset")) {
        Place::Share(
            share.parse::<f64>().ok().filter(|share| share.is_finite()).unwrap_or(0.0) / PER_CENT_THOUSANDTHS,
        )
    } else {
        let offset = child("posOffset").and_then(|offset| crate::read::points(&offset, EMU_PER_POINT));
        Place::Offset(offset.unwrap_or(0.0))
    };
    (relative, place)
}
