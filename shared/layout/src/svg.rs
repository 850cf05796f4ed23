//! SVG pictures as paths, gradients, clips and pictures. If a picture uses anything else (filters, masks, patterns,
//! blending), the bitmap beside it is drawn instead.

use std::collections::BTreeMap;
use std::sync::Arc;

use platen_svg::usvg::{self, ImageKind, Node, Tree};
use usvg::tiny_skia_path::{PathSegment, Transform};

use crate::bounds::FARTHEST_PLACED;
use crate::drawing::{
    Cap, Drawing, FillRule, Gradient, GradientForm, Ink, Join, Paint, Path, Segment, Stroke,
};
use crate::pages::{Clip, Group, Item, PlacedPicture, Rect};

/// Tolerance: share by which a circle may be an ellipse, and a focus be off the middle. A guess: less is not seen.
const UNEVEN: f32 = 0.01;

/// Bound: the least side of a picture, in its own units.
const LEAST_SIDE: f32 = 1e-6;

/// Pictures that lie within metafiles, by the names that their places give.
pub(crate) type Inner = BTreeMap<Arc<str>, Arc<[u8]>>;

/// Segments of one picture. Above that a bitmap is smaller.
const MOST_SEGMENTS: usize = 200_000;

/// What a picture draws in a size, and the pictures in it.
///
/// # Errors
/// What of it has no counterpart.
pub(crate) fn draw(
    tree: &Tree,
    (width, height): (f64, f64),
    part: &Arc<str>,
) -> Result<(Vec<Item>, Inner), String> {
    let size = tree.size();
    let scale = Transform::from_scale(
        width as f32 / size.width().max(LEAST_SIDE),
        height as f32 / size.height().max(LEAST_SIDE),
    );
    let mut out = Draw { part, inner: BTreeMap::new(), segments: 0 };
    let mut items = Vec::new();
    out.group(tree.root(), scale, &mut items)?;
    Ok((items, out.inner))
}

struct Draw<'a> {
    part: &'a Arc<str>,
    inner: Inner,
    segments: usize,
}

impl Draw<'_> {
    /// The drawing of a group. `matrix` maps its surroundings to the page.
    fn group(&mut self, own: &usvg::Group, matrix: Transform, out: &mut Vec<Item>) -> Result<(), String> {
        if !own.filters().is_empty() {
            return Err("it has a filter".to_owned());
        }
        if own.mask().is_some() {
            return Err("it has a mask".to_owned());
        }
        if own.blend_mode() != usvg::BlendMode::Normal {
            return Err("its colors blend with what is below".to_owned());
        }
        let matrix = matrix.pre_concat(own.transform());
        let mut items = Vec::new();
        for child in own.children() {
            match child {
                Node::Group(inner) => self.group(inner, matrix, &mut items)?,
                Node::Path(path) => self.path(path, matrix, &mut items)?,
                Node::Image(image) => self.image(image, matrix, &mut items)?,
                Node::Text(text) => self.group(text.flattened(), matrix, &mut items)?,
            }
        }
        let mut clip = own.clip_path();
        while let Some(path) = clip {
            let clip_to = Some(self.clip(path, matrix)?);
            items = vec![plain_group(items, UPRIGHT, clip_to)];
            clip = path.clip_path();
        }
        let opacity = f64::from(own.opacity().get());
        if opacity < 1.0 {
            items = vec![Item::Group(Group { opacity, ..Group::new(UPRIGHT, items) })];
        }
        out.append(&mut items);
        Ok(())
    }

    /// The result of a clip: one shape, or nothing.
    fn clip(&mut self, own: &usvg::ClipPath, matrix: Transform) -> Result<Clip, String> {
        let matrix = matrix.pre_concat(own.transform());
        let mut found = None;
        let mut todo: Vec<(&usvg::Group, Transform)> = vec![(own.root(), matrix)];
        while let Some((group, matrix)) = todo.pop() {
            let matrix = matrix.pre_concat(group.transform());
            for child in group.children() {
                match child {
                    Node::Group(inner) if inner.clip_path().is_none() => todo.push((inner, matrix)),
                    Node::Path(path) => {
                        let rule = path.fill().map_or(FillRule::NonZero, rule_of);
                        if found.replace((self.segments(path.data(), matrix)?, rule)).is_some() {
                            return Err("it is clipped by several shapes".to_owned());
                        }
                    }
                    _ => return Err("it is clipped by text or another clip".to_owned()),
                }
            }
        }
        let (segments, rule) = found.unwrap_or_default();
        match segments.is_empty() {
            true => Ok(Clip::Rect(Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 })),
            false => Ok(Clip::Path(segments, rule)),
        }
    }

    fn path(&mut self, own: &usvg::Path, matrix: Transform, out: &mut Vec<Item>) -> Result<(), String> {
        if !own.is_visible() {
            return Ok(());
        }
        let mut parts = Vec::new();
        // A line without area has nothing to fill; PDF would draw a hairline.
        let bounds = own.data().bounds();
        let has_area = bounds.width() > 0.0 && bounds.height() > 0.0;
        if let Some(fill) = own.fill().filter(|_| has_area) {
            parts.push(self.filled(own, fill, matrix)?);
        }
        if let Some(stroke) = own.stroke() {
            parts.push(self.stroked(own, stroke, matrix)?);
        }
        if own.paint_order() == usvg::PaintOrder::StrokeAndFill {
            parts.reverse();
        }
        for part in parts {
            match (out.last_mut(), part) {
                // Paths that follow each other are one drawing.
                (Some(Item::Drawing(last)), Item::Drawing(own)) => last.paths.extend(own.paths),
                (_, part) => out.push(part),
            }
        }
        Ok(())
    }

    fn filled(&mut self, own: &usvg::Path, fill: &usvg::Fill, matrix: Transform) -> Result<Item, String> {
        let opacity = f64::from(fill.opacity().get());
        let rule = rule_of(fill);
        let (paint, space) = match fill.paint() {
            usvg::Paint::Color(colour) => (Paint::Plain(ink(*colour, opacity)), None),
            usvg::Paint::LinearGradient(own) => {
                let point = |x: f32, y: f32| (f64::from(x), f64::from(y));
                let form =
                    GradientForm::Linear { from: point(own.x1(), own.y1()), to: point(own.x2(), own.y2()) };
                (gradient(own, opacity, form)?, Some(own.transform()))
            }
            usvg::Paint::RadialGradient(own) => {
                if (own.fx() - own.cx()).hypot(own.fy() - own.cy()) > own.r().get() * UNEVEN
                    || own.fr().get() > 0.0
                {
                    return Err("a gradient does not start at its center".to_owned());
                }
                let centre = (f64::from(own.cx()), f64::from(own.cy()));
                let form = GradientForm::Radial { centre, radius: f64::from(own.r().get()) };
                (gradient(own, opacity, form)?, Some(own.transform()))
            }
            usvg::Paint::Pattern(_) => return Err("it has a pattern".to_owned()),
        };
        let Some(space) = space else {
            let segments = self.segments(own.data(), matrix)?;
            return Ok(drawing(Path { segments, rule, fill: Some(paint), stroke: None }));
        };
        // A gradient is drawn where it is what it says: its own coordinates may be slanted.
        let back = space.invert().ok_or("a gradient has no area")?;
        let segments = self.segments(own.data(), back)?;
        let items = vec![drawing(Path { segments, rule, fill: Some(paint), stroke: None })];
        Ok(plain_group(items, numbers(matrix.pre_concat(space)), None))
    }

    fn stroked(
        &mut self,
        own: &usvg::Path,
        stroke: &usvg::Stroke,
        matrix: Transform,
    ) -> Result<Item, String> {
        let usvg::Paint::Color(colour) = stroke.paint() else {
            return Err("a line has a gradient or a pattern".to_owned());
        };
        let (across, down) = matrix.get_scale();
        let is_even = (across - down).abs() <= UNEVEN * across.max(down)
            && (matrix.sx * matrix.kx + matrix.ky * matrix.sy).abs() <= UNEVEN * across * down;
        // Widths grow with the page's coordinates where those grow alike in all directions.
        let (scale, space) = if is_even { (f64::from(across), matrix) } else { (1.0, Transform::identity()) };
        let line = Stroke {
            width: f64::from(stroke.width().get()) * scale,
            ink: ink(*colour, f64::from(stroke.opacity().get())),
            dash: stroke
                .dasharray()
                .map(|all| all.iter().map(|length| f64::from(*length) * scale).collect())
                .unwrap_or_default(),
            cap: match stroke.linecap() {
                usvg::LineCap::Butt => Cap::Flat,
                usvg::LineCap::Round => Cap::Round,
                usvg::LineCap::Square => Cap::Square,
            },
            join: match stroke.linejoin() {
                usvg::LineJoin::Round => Join::Round,
                usvg::LineJoin::Bevel => Join::Bevel,
                _ => Join::Miter,
            },
        };
        let segments = self.segments(own.data(), space)?;
        let path = drawing(Path { segments, rule: FillRule::NonZero, fill: None, stroke: Some(line) });
        Ok(if is_even { path } else { plain_group(vec![path], numbers(matrix), None) })
    }

    fn image(&mut self, own: &usvg::Image, matrix: Transform, out: &mut Vec<Item>) -> Result<(), String> {
        let bytes = match own.kind() {
            _ if !own.is_visible() => return Ok(()),
            ImageKind::PNG(bytes) | ImageKind::JPEG(bytes) | ImageKind::GIF(bytes) => bytes,
            _ => return Err("a picture in it is not drawn".to_owned()),
        };
        let name: Arc<str> = format!("{}#{}", self.part, self.inner.len() + 1).into();
        self.inner.insert(Arc::clone(&name), bytes.as_slice().into());
        let (width, height) = (f64::from(own.size().width()), f64::from(own.size().height()));
        let rect = Rect { x: 0.0, y: 0.0, width, height };
        let picture = PlacedPicture {
            part: name,
            rect,
            crop: [0.0; 4],
            rotation: 0.0,
            flip: (false, false),
            recolour: Vec::new(),
            vector: None,
            alt: None,
            link: None,
            element: None,
        };
        out.push(plain_group(vec![Item::Picture(Box::new(picture))], numbers(matrix), None));
        Ok(())
    }

    fn segments(
        &mut self,
        path: &usvg::tiny_skia_path::Path,
        matrix: Transform,
    ) -> Result<Vec<Segment>, String> {
        self.segments += path.len();
        if self.segments > MOST_SEGMENTS {
            return Err(format!("it has more than {MOST_SEGMENTS} segments of paths"));
        }
        let at = |point: usvg::tiny_skia_path::Point| {
            let mut point = point;
            matrix.map_point(&mut point);
            // Attack: numbers that overflow when they are multiplied a few times.
            let number = |own: f32| {
                if own.is_finite() { f64::from(own).clamp(-FARTHEST_PLACED, FARTHEST_PLACED) } else { 0.0 }
            };
            (number(point.x), number(point.y))
        };
        let mut out: Vec<Segment> = Vec::with_capacity(path.len());
        let mut last = (0.0, 0.0);
        for segment in path.segments() {
            let own = match segment {
                PathSegment::MoveTo(to) => Segment::Move(at(to)),
                PathSegment::LineTo(to) => Segment::Line(at(to)),
                PathSegment::QuadTo(control, to) => {
                    let (control, to) = (at(control), at(to));
                    Segment::quadratic(last, control, to)
                }
                PathSegment::CubicTo(a, b, to) => Segment::Curve(at(a), at(b), at(to)),
                PathSegment::Close => Segment::Close,
            };
            last = own.points().last().unwrap_or(last);
            out.push(own);
        }
        Ok(out)
    }
}

const UPRIGHT: [f64; 6] = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

fn plain_group(items: Vec<Item>, transform: [f64; 6], clip: Option<Clip>) -> Item {
    Item::Group(Group { clip, ..Group::new(transform, items) })
}

fn drawing(path: Path) -> Item {
    Item::Drawing(Drawing { paths: vec![path], alt: None, element: None })
}

fn numbers(own: Transform) -> [f64; 6] {
    let number = |own: f32| if own.is_finite() { f64::from(own) } else { 0.0 };
    [own.sx, own.ky, own.kx, own.sy, own.tx, own.ty].map(number)
}

fn ink(colour: usvg::Color, opacity: f64) -> Ink {
    Ink { colour: [colour.red, colour.green, colour.blue], opacity }
}

fn rule_of(fill: &usvg::Fill) -> FillRule {
    match fill.rule() {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

fn gradient(own: &usvg::BaseGradient, opacity: f64, form: GradientForm) -> Result<Paint, String> {
    if own.spread_method() != usvg::SpreadMethod::Pad {
        return Err("a gradient repeats".to_owned());
    }
    let stops = own.stops().iter().map(|stop| {
        let share = f64::from(stop.opacity().get()) * opacity;
        (f64::from(stop.offset().get()), ink(stop.color(), share))
    });
    Ok(Paint::Gradient(Box::new(Gradient { stops: stops.collect(), form })))
}
