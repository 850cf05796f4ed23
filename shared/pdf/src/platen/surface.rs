//! Items drawn on a page.

use std::sync::Arc;

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::graphic::Graphic;
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Pattern, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, BBox, ContentTag, Identifier, SpanTag, Tag, TagGroup};
use krilla::text::{GlyphId, KrillaGlyph};
use platen_fonts::FaceId;
use platen_layout::{
    Clip, Dash, Drawing, ElementId, GlyphRun, Group, Item, Paint, PatternPaint, PicturePaint, PlacedPicture,
    Rgb, Rule, Target,
};

use super::clusters;
use super::faces::Faces;
use super::form_places;
use super::graphics::Graphics;
use super::pictures::Pictures;
use super::shapes;
use super::tags::Tags;

/// How far a face without an italic style is slanted, and how much thicker one without a bold style is drawn (em).
const SLANT: f32 = 0.33;
const EMBOLDEN: f32 = 1.0 / 30.0;

/// What a box is read as, the one glyph for all characters that a font lacks, and how large it is where it is not to be seen.
const BOX: &str = "\u{25a1}";
const UNSEEN: f32 = 0.001;

/// Times that a picture stands side by side with itself in one shape.
const MOST_TILES: f64 = 2000.0;

pub(super) struct Painter<'a, 'b, 'c, 'd> {
    surface: &'a mut Surface<'b>,
    faces: &'a Faces<'a>,
    pictures: &'a mut Pictures<'c>,
    tags: &'a mut Tags<'d>,
    graphics: &'a mut Graphics,
    /// Number of the page.
    page: usize,
    /// What is being drawn; all of it lies between two marks.
    open: Option<Open>,
    /// Groups that are open: the boxes of pictures in them are not known.
    depth: usize,
    /// Faces whose boxes have been drawn on the page.
    boxes: Vec<FaceId>,
}

/// What marks on the page are for (ISO 32000-1, 14.8.2.2).
enum Open {
    /// For no reader: it repeats, or decorates.
    Artifact(ArtifactType),
    /// Text of an element.
    Text { element: ElementId, link: Option<Arc<Target>>, text: String, id: Identifier },
}

impl<'a, 'b, 'c, 'd> Painter<'a, 'b, 'c, 'd> {
    pub(super) fn new(
        surface: &'a mut Surface<'b>,
        faces: &'a Faces,
        pictures: &'a mut Pictures<'c>,
        tags: &'a mut Tags<'d>,
        graphics: &'a mut Graphics,
        page: usize,
    ) -> Self {
        Painter { surface, faces, pictures, tags, graphics, page, open: None, depth: 0, boxes: Vec::new() }
    }

    /// Draws a page's items, the lowest first.
    pub(super) fn draw(&mut self, items: &[Item]) {
        self.items(items);
        self.close();
    }

    fn close(&mut self) {
        let Some(open) = self.open.take() else { return };
        self.surface.end_tagged();
        if let Open::Text { element, link, text, id } = open {
            self.tags.add(element, link.as_ref(), &text, id);
        }
    }

    /// What comes is for no reader.
    fn artifact(&mut self, kind: ArtifactType) {
        if !matches!(&self.open, Some(Open::Artifact(open)) if *open == kind) {
            self.close();
            self.surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(kind)));
            self.open = Some(Open::Artifact(kind));
        }
    }

    /// What comes is the run's text.
    fn text(&mut self, run: &GlyphRun) {
        let Some(element) = run.element else { return self.artifact(ArtifactType::PaginationOther) };
        let pointer = |link: &Option<Arc<Target>>| link.as_ref().map(Arc::as_ptr);
        match &mut self.open {
            Some(Open::Text { element: open, link, text, .. })
                if *open == element && pointer(link) == pointer(&run.link) =>
            {
                if link.is_some() {
                    text.push_str(&run.text);
                }
            }
            _ => {
                self.close();
                let id = self.surface.start_tagged(ContentTag::Span(SpanTag::empty()));
                let text = run.link.as_ref().map(|_| run.text.clone()).unwrap_or_default();
                self.open = Some(Open::Text { element, link: run.link.clone(), text, id });
            }
        }
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                // Its field shows it.
                Item::Glyphs(run) if form_places::replaces(run) => {}
                Item::Glyphs(run) if run.is_spaced => self.spaced(run),
                Item::Glyphs(run) => {
                    self.text(run);
                    self.glyphs(run);
                }
                Item::Rule(rule) => self.rule(rule),
                Item::Fill { rect, colour } => self.fill(rect, *colour),
                Item::Picture(picture) => self.picture(picture),
                Item::Link { .. } => {}
                Item::Drawing(drawing) => self.drawing(drawing),
                Item::Group(group) => self.group(group),
            }
        }
    }

    /// Words whose letters stand far apart: each with its text, so that it is read as one.
    fn spaced(&mut self, run: &GlyphRun) {
        for word in clusters::words(run) {
            let Some(element) = word.element.filter(|_| !word.text.trim().is_empty()) else {
                self.text(&word);
                self.glyphs(&word);
                continue;
            };
            self.close();
            let tag = SpanTag { actual_text: Some(&word.text), ..SpanTag::empty() };
            let id = self.surface.start_tagged(ContentTag::Span(tag));
            self.glyphs(&word);
            self.surface.end_tagged();
            self.tags.add(element, word.link.as_ref(), &word.text, id);
        }
    }

    fn glyphs(&mut self, run: &GlyphRun) {
        let Some(font) = self.faces.get(run.face) else { return };
        let (size, scale) = (run.size as f32, run.scale as f32);
        if !(size > 0.0 && scale > 0.0) {
            return;
        }
        let readable = self.faces.readable(run);
        let written = clusters::written(run, || self.faces.blank(run.face));
        let (text, ranges) = match &readable {
            Some(readable) => (readable.text.as_str(), Some(&readable.ranges)),
            None => (&*written.text, None),
        };
        if run.glyphs.iter().any(|glyph| glyph.id == 0) && !self.boxes.contains(&run.face) {
            // A file's table of characters has one for each glyph. No program reads that of glyph 0: the first character that a
            // box stands for would be lost wherever it occurs. Others get an `ActualText`.
            self.boxes.push(run.face);
            let unread = KrillaGlyph::new(GlyphId::new(0), 0.0, 0.0, 0.0, 0.0, 0..BOX.len(), None);
            let place = Point::from_xy(run.x as f32, run.y as f32);
            self.surface.draw_glyphs(place, &[unread], font.clone(), BOX, UNSEEN, false);
        }
        // In units of the size, before scaling.
        let em = |length: f32| length / size;
        let glyphs: Vec<KrillaGlyph> = written
            .glyphs
            .iter()
            .enumerate()
            .map(|(number, glyph)| {
                let range = ranges.and_then(|ranges| ranges.get(number).cloned());
                let range = range.unwrap_or_else(|| glyph.range());
                let (advance, aside) = (em(glyph.advance) / scale, em(glyph.x_offset) / scale);
                let id = GlyphId::new(glyph.id.into());
                KrillaGlyph::new(id, advance, aside, em(glyph.y_offset), 0.0, range, None)
            })
            .collect();
        self.surface.set_fill(Some(paint(run.colour)));
        let bold = Stroke { width: size * EMBOLDEN, ..stroke(run.colour) };
        self.surface.set_stroke(run.synthetic_bold.then_some(bold));
        let (x, y) = (run.x as f32, run.y as f32);
        let start = if run.synthetic_italic || scale != 1.0 {
            let slant = if run.synthetic_italic { -SLANT } else { 0.0 };
            self.surface.push_transform(&Transform::from_row(scale, 0.0, slant, 1.0, x, y));
            Point::from_xy(0.0, 0.0)
        } else {
            Point::from_xy(x, y)
        };
        self.surface.draw_glyphs(start, &glyphs, font.clone(), text, size, false);
        if run.synthetic_italic || scale != 1.0 {
            self.surface.pop();
        }
        self.surface.set_stroke(None);
    }

    fn rule(&mut self, rule: &Rule) {
        let width = rule.width as f32;
        let mut path = PathBuilder::new();
        path.move_to(rule.from.0 as f32, rule.from.1 as f32);
        path.line_to(rule.to.0 as f32, rule.to.1 as f32);
        let (Some(path), true) = (path.finish(), width > 0.0) else { return };
        let dash = |lengths: &[f32]| {
            Some(StrokeDash { array: lengths.iter().map(|length| length * width).collect(), offset: 0.0 })
        };
        let dash = match rule.dash {
            Dash::Solid => None,
            Dash::Dotted => dash(&[1.0, 1.0]),
            Dash::Dashed => dash(&[4.0, 3.0]),
            Dash::DotDash => dash(&[4.0, 2.0, 1.0, 2.0]),
            Dash::DotDotDash => dash(&[4.0, 2.0, 1.0, 2.0, 1.0, 2.0]),
        };
        self.artifact(ArtifactType::Layout);
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke { width, dash, line_cap: LineCap::Butt, ..stroke(rule.colour) }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
    }

    fn fill(&mut self, rect: &platen_layout::Rect, colour: Rgb) {
        let Some(path) = rectangle(rect) else { return };
        self.artifact(ArtifactType::Layout);
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(paint(colour)));
        self.surface.draw_path(&path);
    }

    fn picture(&mut self, picture: &PlacedPicture) {
        let Some(image) = self.pictures.recoloured(&picture.part, &picture.recolour) else { return };
        let Some(path) = rectangle(&picture.rect) else { return };
        let rect = picture.rect;
        let [left, top, right, bottom] = picture.crop;
        // The whole picture, of which the crop leaves the rectangle.
        let (width, height) = (rect.width / (1.0 - left - right), rect.height / (1.0 - top - bottom));
        let Some(size) = Size::from_wh(width as f32, height as f32) else { return };
        let (x, y) = (rect.x - left * width, rect.y - top * height);
        let centre = ((rect.x + rect.width / 2.0) as f32, (rect.y + rect.height / 2.0) as f32);
        let id = self.start_figure(picture.element, ArtifactType::PaginationOther);
        self.surface.push_transform(&Transform::from_rotate_at(picture.rotation as f32, centre.0, centre.1));
        let mirror =
            |is_mirrored: bool, centre: f32| if is_mirrored { (-1.0, centre * 2.0) } else { (1.0, 0.0) };
        let ((across, right), (down, below)) =
            (mirror(picture.flip.0, centre.0), mirror(picture.flip.1, centre.1));
        self.surface.push_transform(&Transform::from_row(across, 0.0, 0.0, down, right, below));
        let is_cropped = picture.crop.iter().any(|share| *share > 0.0);
        if is_cropped {
            self.surface.push_clip_path(&path, &FillRule::NonZero);
        }
        self.surface.push_transform(&Transform::from_translate(x as f32, y as f32));
        self.surface.draw_image(image, size);
        self.surface.pop();
        if is_cropped {
            self.surface.pop();
        }
        self.surface.pop();
        self.surface.pop();
        if let Some((element, id)) = id {
            self.surface.end_tagged();
            let figure = self.figure(picture.alt.clone(), &picture.rect, picture.rotation == 0.0, id);
            self.tags.add(element, picture.link.as_ref(), "", figure);
        }
    }

    /// What comes is a figure of an element, or else for no reader.
    fn start_figure(
        &mut self,
        element: Option<ElementId>,
        otherwise: ArtifactType,
    ) -> Option<(ElementId, Identifier)> {
        let Some(element) = element else {
            self.artifact(otherwise);
            return None;
        };
        self.close();
        Some((element, self.surface.start_tagged(ContentTag::Other)))
    }

    fn figure(
        &self,
        alt: Option<String>,
        place: &platen_layout::Rect,
        is_straight: bool,
        id: Identifier,
    ) -> TagGroup {
        let is_upright = self.depth == 0 && is_straight;
        let place = is_upright.then(|| rect(place)).flatten();
        let alt = alt.filter(|alt| !alt.trim().is_empty());
        let tag = Tag::Figure(alt).with_bbox(place.map(|place| BBox::new(self.page, place)));
        TagGroup::with_children(tag, vec![id.into()])
    }

    /// A shape: a figure if it has a description, or else it decorates.
    fn drawing(&mut self, drawing: &Drawing) {
        let element = drawing.element.filter(|_| drawing.alt.is_some());
        let id = self.start_figure(element, ArtifactType::Layout);
        for own in &drawing.paths {
            let Some(path) = shapes::path(&own.segments) else { continue };
            if let Some(Paint::Picture(picture)) = &own.fill {
                self.picture_fill(picture, &path);
            }
            let mut fill = own.fill.as_ref().and_then(|paint| shapes::fill(paint, own.rule));
            if let Some(Paint::Pattern(pattern)) = &own.fill {
                self.surface.set_stroke(None);
                self.surface.set_fill(Some(shapes::plain(pattern.ground, own.rule)));
                self.surface.draw_path(&path);
                fill = self.pattern(pattern, own.rule);
            }
            if own.stroke.is_none() && fill.is_none() {
                continue;
            }
            self.surface.set_fill(fill);
            self.surface.set_stroke(own.stroke.as_ref().map(shapes::stroke));
            self.surface.draw_path(&path);
        }
        self.surface.set_stroke(None);
        if let Some((element, id)) = id {
            self.surface.end_tagged();
            let place = shapes::bounds(&drawing.paths);
            self.tags.add(element, None, "", self.figure(drawing.alt.clone(), &place, true, id));
        }
    }

    /// The dots of a pattern, as a tile that goes on in all directions.
    fn pattern(&mut self, own: &PatternPaint, rule: platen_layout::FillRule) -> Option<Fill> {
        let mut builder = self.surface.stream_builder();
        let mut tile = builder.surface();
        tile.set_fill(Some(shapes::plain(own.fore, platen_layout::FillRule::NonZero)));
        for path in own.rows().filter_map(|row| rectangle(&row)) {
            tile.draw_path(&path);
        }
        tile.finish();
        let stream = builder.finish();
        let side = 8.0 * PatternPaint::DOT as f32;
        let transform = Transform::from_translate(own.corner.0 as f32, own.corner.1 as f32);
        let paint = Pattern { stream, transform, width: side, height: side }.into();
        Some(Fill { paint, opacity: NormalizedF32::ONE, rule: shapes::rule(rule) })
    }

    /// A picture within a path, once or side by side with itself.
    fn picture_fill(&mut self, own: &PicturePaint, path: &Path) {
        let Some(image) = self.pictures.get(&own.part) else { return };
        let (pixels_wide, pixels_high) = image.size();
        let natural = |pixels: u32, scale: f64| f64::from(pixels) * 72.0 / 96.0 * scale;
        let (width, height) = match own.tile {
            Some((across, down)) => (natural(pixels_wide, across), natural(pixels_high, down)),
            None => (own.rect.width, own.rect.height),
        };
        let Some(size) = Size::from_wh(width as f32, height as f32) else { return };
        let count =
            |room: f64, size: f64| if own.tile.is_some() { (room / size).ceil().max(1.0) } else { 1.0 };
        let (across, down) = (count(own.rect.width, width), count(own.rect.height, height));
        // Attack: a picture of one dot over a page.
        if across * down > MOST_TILES {
            return;
        }
        self.surface.push_clip_path(path, &FillRule::EvenOdd);
        let opacity = NormalizedF32::new(own.opacity as f32).unwrap_or(NormalizedF32::ONE);
        self.surface.push_opacity(opacity);
        for row in 0..down as usize {
            for column in 0..across as usize {
                let (x, y) = (own.rect.x + width * column as f64, own.rect.y + height * row as f64);
                self.surface.push_transform(&Transform::from_translate(x as f32, y as f32));
                self.surface.draw_image(image.clone(), size);
                self.surface.pop();
            }
        }
        self.surface.pop();
        self.surface.pop();
    }

    /// The items as a graphic, where they stand in several places.
    fn graphic(&mut self, items: &Arc<[Item]>) -> Option<Graphic> {
        if let Some(known) = self.graphics.get(items) {
            return Some(known);
        }
        if !Graphics::suits(items) {
            return None;
        }
        let mut builder = self.surface.stream_builder();
        let mut surface = builder.surface();
        let (pictures, tags, graphics) = (&mut *self.pictures, &mut *self.tags, &mut *self.graphics);
        Painter::new(&mut surface, self.faces, pictures, tags, graphics, self.page).draw(items);
        surface.finish();
        Some(self.graphics.keep(items, Graphic::new(builder.finish(), false)))
    }

    fn group(&mut self, group: &Group) {
        // Marks may not lie across the borders of a group.
        self.close();
        self.depth += 1;
        let [a, b, c, d, e, f] = group.transform.map(|number| number as f32);
        self.surface.push_transform(&Transform::from_row(a, b, c, d, e, f));
        let clip = group.clip.as_ref().and_then(|clip| match clip {
            Clip::Rect(own) => Some((rectangle(own)?, FillRule::NonZero)),
            Clip::Path(segments, rule) => Some((shapes::path(segments)?, shapes::rule(*rule))),
        });
        if let Some((path, rule)) = &clip {
            self.surface.push_clip_path(path, rule);
        }
        let opacity = NormalizedF32::new(group.opacity as f32).filter(|_| group.opacity < 1.0);
        if let Some(opacity) = opacity {
            self.surface.push_opacity(opacity);
        }
        match self.graphic(&group.items) {
            Some(graphic) => {
                self.artifact(ArtifactType::PaginationOther);
                self.surface.draw_graphic(graphic);
            }
            None => self.items(&group.items),
        }
        self.close();
        self.depth -= 1;
        if opacity.is_some() {
            self.surface.pop();
        }
        if clip.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
    }
}

/// `None`: it has no area, or is not on any page.
fn rectangle(own: &platen_layout::Rect) -> Option<Path> {
    let rect = rect(own)?;
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    path.finish()
}

pub(super) fn rect(rect: &platen_layout::Rect) -> Option<Rect> {
    Rect::from_xywh(rect.x as f32, rect.y as f32, rect.width as f32, rect.height as f32)
}

fn paint([red, green, blue]: Rgb) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::NonZero,
    }
}

fn stroke([red, green, blue]: Rgb) -> Stroke {
    Stroke { paint: rgb::Color::new(red, green, blue).into(), ..Stroke::default() }
}
