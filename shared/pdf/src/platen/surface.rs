//! Items drawn on a page.

use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect, Size, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::text::{GlyphId, KrillaGlyph};
use platen_layout::{Dash, GlyphRun, Group, Item, PlacedPicture, Rgb, Rule};

use super::faces::Faces;
use super::pictures::Pictures;

/// How far a face without an italic style is slanted, and how much thicker one without a bold style is drawn (em).
const SLANT: f32 = 0.33;
const EMBOLDEN: f32 = 1.0 / 30.0;

pub(super) struct Painter<'a, 'b, 'c> {
    surface: &'a mut Surface<'b>,
    faces: &'a Faces<'a>,
    pictures: &'a mut Pictures<'c>,
}

impl<'a, 'b, 'c> Painter<'a, 'b, 'c> {
    pub(super) fn new(
        surface: &'a mut Surface<'b>,
        faces: &'a Faces,
        pictures: &'a mut Pictures<'c>,
    ) -> Self {
        Painter { surface, faces, pictures }
    }

    /// Draws the items, the lowest first.
    pub(super) fn draw(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Glyphs(run) => self.glyphs(run),
                Item::Rule(rule) => self.rule(rule),
                Item::Fill { rect, colour } => self.fill(rect, *colour),
                Item::Picture(picture) => self.picture(picture),
                Item::Link { .. } => {}
                Item::Group(group) => self.group(group),
            }
        }
    }

    fn glyphs(&mut self, run: &GlyphRun) {
        let Some(font) = self.faces.get(run.face) else { return };
        let (size, scale) = (run.size as f32, run.scale as f32);
        if !(size > 0.0 && scale > 0.0) {
            return;
        }
        let readable = self.faces.readable(run);
        let (text, ranges) = match &readable {
            Some(readable) => (readable.text.as_str(), Some(&readable.ranges)),
            None => (run.text.as_str(), None),
        };
        // In units of the size, before scaling.
        let em = |length: f64| length as f32 / size;
        let glyphs: Vec<KrillaGlyph> = run
            .glyphs
            .iter()
            .enumerate()
            .map(|(number, glyph)| {
                let range = ranges.and_then(|ranges| ranges.get(number)).unwrap_or(&glyph.text).clone();
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
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke { width, dash, line_cap: LineCap::Butt, ..stroke(rule.colour) }));
        self.surface.draw_path(&path);
        self.surface.set_stroke(None);
    }

    fn fill(&mut self, rect: &platen_layout::Rect, colour: Rgb) {
        let Some(path) = rectangle(rect) else { return };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(paint(colour)));
        self.surface.draw_path(&path);
    }

    fn picture(&mut self, picture: &PlacedPicture) {
        let Some(image) = self.pictures.get(&picture.part) else { return };
        let Some(path) = rectangle(&picture.rect) else { return };
        let rect = picture.rect;
        let [left, top, right, bottom] = picture.crop;
        // The whole picture, of which the crop leaves the rectangle.
        let (width, height) = (rect.width / (1.0 - left - right), rect.height / (1.0 - top - bottom));
        let Some(size) = Size::from_wh(width as f32, height as f32) else { return };
        let (x, y) = (rect.x - left * width, rect.y - top * height);
        let centre = ((rect.x + rect.width / 2.0) as f32, (rect.y + rect.height / 2.0) as f32);
        self.surface.push_transform(&Transform::from_rotate_at(picture.rotation as f32, centre.0, centre.1));
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
    }

    fn group(&mut self, group: &Group) {
        let [a, b, c, d, e, f] = group.transform.map(|number| number as f32);
        self.surface.push_transform(&Transform::from_row(a, b, c, d, e, f));
        let clip = group.clip.as_ref().and_then(rectangle);
        if let Some(clip) = &clip {
            self.surface.push_clip_path(clip, &FillRule::NonZero);
        }
        self.draw(&group.items);
        if clip.is_some() {
            self.surface.pop();
        }
        self.surface.pop();
    }
}

/// `None`: it has no area, or is not on any page.
fn rectangle(rect: &platen_layout::Rect) -> Option<Path> {
    let rect = Rect::from_xywh(rect.x as f32, rect.y as f32, rect.width as f32, rect.height as f32)?;
    let mut path = PathBuilder::new();
    path.push_rect(rect);
    path.finish()
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
