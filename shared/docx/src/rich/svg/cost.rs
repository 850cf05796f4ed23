//! What drawing an SVG picture costs, estimated before it is drawn, for a drawing under way cannot be stopped. The walk
//! visits what the painter visits, as often; its prices are nanoseconds measured with resvg 0.49.

use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::filter::{Filter, Kind};
use resvg::usvg::{ClipPath, Group, ImageKind, Mask, Node, Paint, Path, Rect, Stroke, Tree};

use crate::Limits;

/// Pixels of all pictures that are held at once: layers, masks, results of filters, patterns.
const LIVE_PIXELS: f64 = 24e6;
/// Pixels of a picture in the picture.
pub(super) const IMAGE_PIXELS: u64 = 12_000_000;

/// Nanoseconds a pixel.
const SOLID: f64 = 1.0;
const GRADIENT: f64 = 20.0;
const LAYER: f64 = 30.0;
const IMAGE: f64 = 60.0;
/// A shape's edge, in each of the four lines that a row of pixels is sampled by.
const EDGE: f64 = 60.0;
/// Two edges in one such line: they are kept in order.
const PAIR: f64 = 1.3;
/// A stroke's outline has several edges for each of the line's.
const OUTLINE: f64 = 4.0;
const DASH: f64 = 5_000.0;
/// A node, whatever it shows.
const NODE: f64 = 500.0;

/// Whether a drawing of this size stays within [`Limits::svg_draw_time`] and the memory that a picture may take.
pub(super) fn allows(tree: &Tree, scale: f32, (width, height): (u32, u32), limits: &Limits) -> bool {
    let (width, height) = (f64::from(width), f64::from(height));
    let mut cost = Cost { left: limits.svg_draw_time.as_nanos() as f64, canvas: width * height, height };
    let place =
        Place { transform: Transform::from_scale(scale, scale), area: cost.canvas, live: cost.canvas };
    cost.group(tree.root(), place).is_some()
}

struct Cost {
    /// Nanoseconds.
    left: f64,
    /// Pixels of the drawing, and its height in them.
    canvas: f64,
    height: f64,
}

/// Where something is drawn: from the coordinates of its tree to pixels, the pixels of what it is drawn on, and the
/// pixels that are held meanwhile.
#[derive(Clone, Copy)]
struct Place {
    transform: Transform,
    area: f64,
    live: f64,
}

impl Place {
    /// The same with another picture of so many pixels held, if that is allowed.
    fn holding(self, pixels: f64) -> Option<Place> {
        let live = self.live + pixels;
        (live <= LIVE_PIXELS).then_some(Place { area: pixels, live, ..self })
    }

    fn moved(self, by: Transform) -> Place {
        Place { transform: self.transform.pre_concat(by), ..self }
    }

    fn pixels(&self, rect: Rect) -> f64 {
        let rect = rect.transform(self.transform);
        // Antialiasing takes a pixel more on each side.
        rect.map_or(f64::INFINITY, |r| (f64::from(r.width()) + 2.0) * (f64::from(r.height()) + 2.0))
    }
}

// `None` anywhere: too dear.
impl Cost {
    fn spend(&mut self, nanoseconds: f64) -> Option<()> {
        self.left -= nanoseconds;
        // Not a number counts as too much.
        (self.left >= 0.0).then_some(())
    }

    fn group(&mut self, group: &Group, place: Place) -> Option<()> {
        self.spend(NODE)?;
        let mut inside = place;
        if group.should_isolate() {
            // The painter cuts layers to five times the canvas each way.
            let pixels = place.pixels(group.abs_layer_bounding_box().to_rect()).min(25.0 * self.canvas);
            inside = place.holding(pixels)?;
            self.spend(pixels * LAYER)?;
            let around = inside.moved(group.abs_transform());
            for filter in group.filters() {
                self.filter(filter, around)?;
            }
            if let Some(clip) = group.clip_path() {
                self.clip(clip, around)?;
            }
            if let Some(mask) = group.mask() {
                self.mask(mask, around)?;
            }
        }
        group.children().iter().try_for_each(|node| self.node(node, inside))
    }

    fn clip(&mut self, clip: &ClipPath, place: Place) -> Option<()> {
        let place = place.holding(place.area)?;
        self.spend(place.area * LAYER)?;
        self.group(clip.root(), place.moved(clip.transform()))?;
        clip.clip_path().map_or(Some(()), |clip| self.clip(clip, place))
    }

    fn mask(&mut self, mask: &Mask, place: Place) -> Option<()> {
        let place = place.holding(place.area)?;
        self.spend(place.area * LAYER * 2.0)?;
        self.group(mask.root(), place)?;
        mask.mask().map_or(Some(()), |mask| self.mask(mask, place))
    }

    fn filter(&mut self, filter: &Filter, place: Place) -> Option<()> {
        // Every primitive's result is kept until the last has run.
        let results = place.area * (filter.primitives().len() + 3) as f64;
        let held = place.holding(results)?;
        for primitive in filter.primitives() {
            self.spend(place.area * price(primitive.kind(), place.transform))?;
            if let Kind::Image(image) = primitive.kind() {
                self.group(image.root(), Place { area: place.area, ..held })?;
            }
        }
        Some(())
    }

    fn node(&mut self, node: &Node, place: Place) -> Option<()> {
        match node {
            Node::Group(group) => self.group(group, place),
            Node::Text(text) => self.group(text.flattened(), place),
            Node::Path(path) => self.path(path, place),
            Node::Image(image) => match image.kind() {
                ImageKind::SVG(_) => None,
                ImageKind::PNG(data)
                | ImageKind::JPEG(data)
                | ImageKind::GIF(data)
                | ImageKind::WEBP(data) => {
                    let size = imagesize::blob_size(data).ok()?;
                    let pixels = size.width as f64 * size.height as f64;
                    place.holding(2.0 * pixels)?;
                    self.spend((pixels + place.area) * IMAGE)
                }
            },
        }
    }

    fn path(&mut self, path: &Path, place: Place) -> Option<()> {
        self.spend(NODE)?;
        let pixels = place.pixels(path.abs_stroke_bounding_box()).min(place.area);
        let place = place.moved(path.abs_transform());
        let edges = self.edges(path, place.transform);
        if let Some(fill) = path.fill() {
            self.paint(fill.paint(), pixels, place)?;
            self.spend(edges)?;
        }
        if let Some(stroke) = path.stroke() {
            self.paint(stroke.paint(), pixels, place)?;
            self.spend(edges * OUTLINE + dashes(path, stroke) * DASH)?;
        }
        Some(())
    }

    fn paint(&mut self, paint: &Paint, pixels: f64, place: Place) -> Option<()> {
        match paint {
            Paint::Color(_) => self.spend(pixels * SOLID),
            Paint::LinearGradient(_) | Paint::RadialGradient(_) => self.spend(pixels * GRADIENT),
            Paint::Pattern(pattern) => {
                let (x, y) = place.moved(pattern.transform()).transform.get_scale();
                let tile = f64::from(pattern.rect().width() * x) * f64::from(pattern.rect().height() * y);
                self.spend(pixels * IMAGE + tile)?;
                let place = place.holding(tile)?;
                self.group(pattern.root(), Place { transform: Transform::from_scale(x, y), ..place })
            }
        }
    }

    /// What a path's edges cost in the lines that they cross: the path's height in strips, and the edges in each.
    fn edges(&self, path: &Path, transform: Transform) -> f64 {
        const STRIPS: usize = 64;
        let lines = polygon(path, transform);
        // What lies far outside is cut off.
        let within = |y: f32| f64::from(y).clamp(-2.0 * self.height, 3.0 * self.height);
        let (mut top, mut bottom) = (f64::INFINITY, f64::NEG_INFINITY);
        for (from, to) in &lines {
            top = top.min(within(from.y)).min(within(to.y));
            bottom = bottom.max(within(from.y)).max(within(to.y));
        }
        let rows = (bottom - top).max(0.25) * 4.0;
        let strips = (rows as usize).clamp(1, STRIPS);
        let strip = |y: f32| (((within(y) - top) * 4.0 / rows * strips as f64) as usize).min(strips - 1);
        let mut counts = [0_u32; STRIPS];
        for (from, to) in &lines {
            let (a, b) = (strip(from.y), strip(to.y));
            counts[a.min(b)..=a.max(b)].iter_mut().for_each(|count| *count += 1);
        }
        let crossings: f64 = counts.iter().map(|count| f64::from(*count)).sum();
        let pairs: f64 = counts.iter().map(|count| f64::from(*count).powi(2)).sum();
        crossings * rows / strips as f64 * EDGE + pairs * PAIR
    }
}

/// A path's segments as straight lines between their points, those that steer a curve too.
fn polygon(path: &Path, transform: Transform) -> Vec<(Point, Point)> {
    let mut points: Vec<Point> = Vec::with_capacity(path.data().len());
    let mut lines = Vec::with_capacity(path.data().len());
    let mut run = |points: &mut Vec<Point>| {
        transform.map_points(points);
        lines.extend(points.windows(2).map(|pair| (pair[0], pair[1])));
        points.clear();
    };
    let mut start = Point::zero();
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(point) => {
                run(&mut points);
                start = point;
                points.push(point);
            }
            PathSegment::LineTo(point) => points.push(point),
            PathSegment::QuadTo(a, point) => points.extend([a, point]),
            PathSegment::CubicTo(a, b, point) => points.extend([a, b, point]),
            PathSegment::Close => points.push(start),
        }
    }
    run(&mut points);
    lines
}

/// Dashes and dots of a stroke.
fn dashes(path: &Path, stroke: &Stroke) -> f64 {
    let Some(pattern) = stroke.dasharray() else { return 0.0 };
    let lines = polygon(path, Transform::identity());
    let length: f64 = lines.iter().map(|(from, to)| f64::from(from.distance(*to))).sum();
    let period: f64 = pattern.iter().map(|length| f64::from(*length)).sum();
    length / period * pattern.len() as f64
}

/// Nanoseconds a pixel of a filter's primitive.
fn price(kind: &Kind, transform: Transform) -> f64 {
    let (x, y) = transform.get_scale();
    match kind {
        Kind::GaussianBlur(_) => 500.0,
        Kind::DropShadow(_) => 700.0,
        Kind::Morphology(m) => {
            let side = |radius: f32, scale: f32| f64::from(radius * scale) * 2.0 + 1.0;
            50.0 + 3.0 * side(m.radius_x().get(), x) * side(m.radius_y().get(), y)
        }
        Kind::ConvolveMatrix(c) => {
            50.0 + 10.0 * f64::from(c.matrix().columns()) * f64::from(c.matrix().rows())
        }
        Kind::Turbulence(t) => 100.0 + 300.0 * f64::from(t.num_octaves()),
        Kind::DiffuseLighting(_) | Kind::SpecularLighting(_) => 200.0,
        _ => 60.0,
    }
}
