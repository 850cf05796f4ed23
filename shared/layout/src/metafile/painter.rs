//! The drawing surface of a metafile: turns its commands, in logical units, into items in points.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use platen_fonts::Library;
use platen_ooxml::Budget;

use super::bitmap;
use super::matrix::Matrix;
use super::state::{Clip, Object, State};
use crate::bounds::NEARLY_ALL;
use crate::drawing::{Drawing, FillRule, Ink, Paint, Path, Rgb, Segment, Stroke};
use crate::error::LayoutError;
use crate::pages;
use crate::pages::{Group, Item, PlacedPicture, Rect};
use crate::svg::Inner;

/// Unit: pixels in a millimetre of a screen with 96 to the inch, for pictures without their own screen.
pub(super) const PIXELS_PER_MILLIMETRE: f64 = 3.78;

/// Bound: the thickest pen, in points.
const THICKEST_PEN: f64 = 1e4;

/// Attack: a metafile that saves its state a million times, or makes a million pens.
const MOST_SAVED: usize = 256;
const MOST_OBJECTS: usize = 65_536;

/// Attack: a metafile of two million points, each of which takes twelve times its bytes once it is drawn. What the metafiles
/// of one document draw: a point counts once, and a figure, a text or a bitmap as [`ITEM`] points.
pub(super) const MOST_POINTS: usize = 1_000_000;
const ITEM: usize = 8;

/// A metafile while it is played.
pub(super) struct Canvas<'a> {
    pub library: &'a Library,
    pub budget: &'a Budget,
    pub state: State,
    saved: Vec<State>,
    objects: HashMap<u32, Object>,
    /// Indices of objects that were deleted.
    free: BTreeSet<u32>,
    /// From device units to points.
    pub device: Matrix,
    /// Pixels of the device to the millimetre.
    pub per_millimetre: (f64, f64),
    /// Size of the picture.
    pub size: (f64, f64),
    /// The path being built, in points; and whether it continues.
    path: Vec<Segment>,
    is_path_open: bool,
    items: Vec<Item>,
    open: Vec<Item>,
    open_clip: Option<Clip>,
    part: Arc<str>,
    inner: Inner,
    first_inner: usize,
    lacks: BTreeSet<&'static str>,
    /// Points that may still be drawn. `None`: there were too many, and nothing more is.
    pub room: Option<usize>,
}

impl<'a> Canvas<'a> {
    pub fn new(
        library: &'a Library,
        budget: &'a Budget,
        part: Arc<str>,
        width: f64,
        height: f64,
        first_inner: usize,
    ) -> Canvas<'a> {
        Canvas {
            library,
            budget,
            state: State::default(),
            saved: Vec::new(),
            objects: HashMap::new(),
            free: BTreeSet::new(),
            device: Matrix::UPRIGHT,
            per_millimetre: (PIXELS_PER_MILLIMETRE, PIXELS_PER_MILLIMETRE),
            size: (width, height),
            path: Vec::new(),
            is_path_open: false,
            items: Vec::new(),
            open: Vec::new(),
            open_clip: None,
            part,
            inner: Inner::new(),
            first_inner,
            lacks: BTreeSet::new(),
            room: Some(MOST_POINTS),
        }
    }

    /// Whether there is room for this many more points. If not, the metafile is at its end.
    pub fn has_room(&mut self, points: usize) -> bool {
        self.room = self.room.filter(|room| *room >= points);
        self.room.is_some()
    }

    /// Counts points that are about to be held; answers whether there is room for them.
    fn take(&mut self, points: usize) -> bool {
        self.room = self.room.and_then(|room| room.checked_sub(points));
        self.room.is_some()
    }

    /// The drawing, the bitmaps in it, and what is missing.
    pub fn finish(mut self) -> (Vec<Item>, Inner, Vec<&'static str>) {
        self.flush();
        (self.items, self.inner, self.lacks.into_iter().collect())
    }

    /// Notes what is not drawn.
    pub fn lack(&mut self, what: &'static str) {
        self.lacks.insert(what);
    }

    /// From logical units to points.
    pub fn matrix(&self) -> Matrix {
        let mapping = self.state.mapping;
        let page = if self.state.is_mapped {
            mapping.matrix()
        } else {
            let ((wx, wy), _) = mapping.window;
            let ((vx, vy), _) = mapping.viewport;
            Matrix([1.0, 0.0, 0.0, 1.0, vx - wx, vy - wy])
        };
        self.state.world.then(page).then(self.device)
    }

    pub fn save(&mut self) {
        if self.saved.len() < MOST_SAVED {
            self.saved.push(self.state.clone());
        }
    }

    /// Goes back to a saved state: to the last one (-1), the one before (-2), or the first (1).
    pub fn restore(&mut self, which: i32) {
        let count = self.saved.len();
        let place = match usize::try_from(which) {
            Ok(place) => place.checked_sub(1),
            Err(_) => count.checked_sub(which.unsigned_abs() as usize),
        };
        if let Some(place) = place.filter(|place| *place < count) {
            self.saved.truncate(place + 1);
            if let Some(state) = self.saved.pop() {
                self.state = state;
            }
        }
    }

    pub fn make(&mut self, index: u32, object: Object) {
        if self.objects.len() < MOST_OBJECTS {
            self.objects.insert(index, object);
        }
    }

    /// Makes an object at the first free index, as WMF numbers them.
    pub fn make_next(&mut self, object: Object) {
        let behind = u32::try_from(self.objects.len()).unwrap_or(u32::MAX);
        let index = self.free.pop_first().unwrap_or(behind);
        self.make(index, object);
    }

    pub fn delete(&mut self, index: u32) {
        if self.objects.remove(&index).is_some() {
            self.free.insert(index);
        }
    }

    pub fn select(&mut self, index: u32) {
        if let Some(object) = self.objects.get(&index).cloned() {
            self.choose(object);
        }
    }

    pub fn choose(&mut self, object: Object) {
        match object {
            Object::Pen(pen) => self.state.pen = pen,
            Object::Brush(brush) => self.state.brush = brush,
            Object::Font(font) => self.state.font = font,
            Object::Other => {}
        }
    }

    fn flush(&mut self) {
        let items = std::mem::take(&mut self.open);
        match self.open_clip {
            _ if items.is_empty() => {}
            Some([left, top, right, bottom]) => {
                let clip =
                    Rect { x: left, y: top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) };
                self.items.push(Item::Group(Group {
                    transform: Matrix::UPRIGHT.0,
                    clip: Some(pages::Clip::Rect(clip)),
                    opacity: 1.0,
                    items: items.into(),
                }));
            }
            None => self.items.extend(items),
        }
    }

    /// Adds what is drawn.
    pub fn put(&mut self, item: Item) {
        if self.state.is_silent {
            return;
        }
        // Nothing of a clip without area is seen.
        if self.state.clip.is_some_and(|[left, top, right, bottom]| right <= left || bottom <= top) {
            return;
        }
        if !self.take(ITEM) {
            return;
        }
        if self.state.clip != self.open_clip {
            self.flush();
            self.open_clip = self.state.clip;
        }
        self.open.push(item);
    }

    /// Only what lies within a rectangle (in logical units) is seen from now on.
    pub fn clip(&mut self, rect: [f64; 4]) {
        let [left, top, right, bottom] = self.bounds(rect);
        self.state.clip = Some(match self.state.clip {
            Some([l, t, r, b]) => [left.max(l), top.max(t), right.min(r), bottom.min(b)],
            None => [left, top, right, bottom],
        });
    }

    /// The upright box, in points, around a rectangle in logical units.
    pub fn bounds(&self, [left, top, right, bottom]: [f64; 4]) -> [f64; 4] {
        let matrix = self.matrix();
        around([(left, top), (right, top), (right, bottom), (left, bottom)].map(|point| matrix.apply(point)))
    }

    /// Draws or collects a figure in logical units.
    pub fn figure(&mut self, segments: &[Segment], fills: bool) -> Result<(), LayoutError> {
        self.budget.spend(segments.len() as u64 + 4)?;
        if !self.take(segments.len()) {
            return Ok(());
        }
        let matrix = self.matrix();
        let mapped = segments.iter().map(|segment| segment.mapped(|point| matrix.apply(point)));
        if self.is_path_open {
            self.path.extend(mapped);
            return Ok(());
        }
        let segments = mapped.collect();
        let (fill, stroke) = (self.state.brush.filter(|_| fills), self.stroke());
        self.drawing(segments, fill, stroke);
        Ok(())
    }

    fn drawing(&mut self, segments: Vec<Segment>, fill: Option<Rgb>, stroke: Option<Stroke>) {
        if segments.len() < 2 || (fill.is_none() && stroke.is_none()) || self.state.is_silent {
            return;
        }
        let fill = fill.map(|colour| Paint::Plain(Ink { colour, opacity: 1.0 }));
        // A line that goes on where the last one ended is part of it.
        if let (None, [Segment::Move(from), rest @ ..]) = (&fill, segments.as_slice())
            && self.state.clip == self.open_clip
            && let Some(Item::Drawing(Drawing { paths, .. })) = self.open.last_mut()
            && let Some(last) = paths.last_mut()
            && last.fill.is_none()
            && last.stroke == stroke
            && last
                .segments
                .last()
                .is_some_and(|end| !matches!(end, Segment::Close) && end.points().last() == Some(*from))
        {
            last.segments.extend_from_slice(rest);
            return;
        }
        let path = Path { segments, rule: FillRule::EvenOdd, fill, stroke };
        self.put(Item::Drawing(Drawing { paths: vec![path], alt: None, element: None }));
    }

    /// The pen, in points.
    fn stroke(&self) -> Option<Stroke> {
        let pen = &self.state.pen;
        let colour = pen.colour?;
        let width = (pen.width * self.matrix().scale()).clamp(0.0, THICKEST_PEN);
        let dash = pen.dash.iter().map(|length| length * width.max(0.5)).collect();
        Some(Stroke { width, ink: Ink { colour, opacity: 1.0 }, dash, cap: pen.cap, join: pen.join })
    }

    /// A rectangle of one colour, in logical units.
    pub fn fill(&mut self, [left, top, right, bottom]: [f64; 4], colour: Rgb) {
        let matrix = self.matrix();
        let corners =
            [(left, top), (right, top), (right, bottom), (left, bottom)].map(|point| matrix.apply(point));
        let [first, rest @ ..] = corners;
        let mut segments = vec![Segment::Move(first)];
        segments.extend(rest.map(Segment::Line));
        segments.push(Segment::Close);
        self.drawing(segments, Some(colour), None);
    }

    pub fn move_to(&mut self, to: (f64, f64)) {
        self.state.position = to;
        if self.is_path_open && self.take(1) {
            let to = self.matrix().apply(to);
            self.path.push(Segment::Move(to));
        }
    }

    /// Goes on from the current position.
    pub fn go_on(&mut self, segments: &[Segment]) -> Result<(), LayoutError> {
        let from = self.state.position;
        if let Some(end) = segments.last().and_then(|last| last.points().last()) {
            self.state.position = end;
        }
        if self.is_path_open && !self.path.is_empty() {
            return self.figure(segments, false);
        }
        let mut all = vec![Segment::Move(from)];
        all.extend_from_slice(segments);
        self.figure(&all, false)
    }

    pub fn begin_path(&mut self) {
        self.path.clear();
        self.is_path_open = true;
    }

    pub fn end_path(&mut self) {
        self.is_path_open = false;
    }

    pub fn close_figure(&mut self) {
        if self.is_path_open && !self.path.is_empty() && self.take(1) {
            self.path.push(Segment::Close);
        }
    }

    pub fn abort_path(&mut self) {
        self.path.clear();
        self.is_path_open = false;
    }

    /// Draws the path that was put together.
    pub fn draw_path(&mut self, fills: bool, strokes: bool) {
        self.is_path_open = false;
        let segments = std::mem::take(&mut self.path);
        let (fill, stroke) = (self.state.brush.filter(|_| fills), self.stroke().filter(|_| strokes));
        self.drawing(segments, fill, stroke);
    }

    /// The box around the path clips from now on.
    pub fn clip_to_path(&mut self) {
        self.is_path_open = false;
        let segments = std::mem::take(&mut self.path);
        let is_box =
            segments.len() <= 6 && segments.iter().all(|segment| !matches!(segment, Segment::Curve(..)));
        if !is_box {
            self.lack("a clip that is not a rectangle is replaced by its bounding box");
        }
        let points: Vec<(f64, f64)> = segments.iter().flat_map(Segment::points).collect();
        if !points.is_empty() {
            let [left, top, right, bottom] = around(points);
            self.state.clip = Some(match self.state.clip {
                Some([l, t, r, b]) => [left.max(l), top.max(t), right.min(r), bottom.min(b)],
                None => [left, top, right, bottom],
            });
        }
    }

    /// A bitmap: where it goes (logical units), what of it is shown (pixels), its header and its pixels, and how they are
    /// combined with what lies below ([MS-WMF] 2.1.1.31).
    pub fn bitmap(
        &mut self,
        (x, y, width, height): (f64, f64, f64, f64),
        shown: Option<(f64, f64, f64, f64)>,
        (header, bits): (&[u8], &[u8]),
        operation: u32,
    ) -> Result<(), LayoutError> {
        const SOURCE: u32 = 0x00CC_0020;
        const AND: u32 = 0x0088_00C6;
        self.budget.spend(bits.len() as u64 / 16 + 8)?;
        if operation == AND {
            self.lack("a bitmap is drawn without its transparency");
            return Ok(());
        }
        if operation != SOURCE {
            self.lack("a bitmap that should be combined with what is below it is drawn plain");
        }
        match bitmap::file(header, bits) {
            Some(file) => self.file(file, header, (x, y, width, height), shown),
            None => self.lack("a bitmap is damaged"),
        }
        Ok(())
    }

    /// A bitmap that lets through what lies below ([MS-EMF] 2.3.1.1): by its own opacity, and by one for all.
    pub fn blend(
        &mut self,
        target: (f64, f64, f64, f64),
        shown: Option<(f64, f64, f64, f64)>,
        (header, bits): (&[u8], &[u8]),
        (constant, has_own): (u8, bool),
    ) -> Result<(), LayoutError> {
        self.budget.spend(bits.len() as u64 / 8 + 8)?;
        match bitmap::translucent(header, bits, constant, has_own) {
            Some(file) => self.file(file, header, target, shown),
            None => return self.bitmap(target, shown, (header, bits), 0x00CC_0020),
        }
        Ok(())
    }

    /// The file of a picture in its place.
    fn file(
        &mut self,
        file: Vec<u8>,
        header: &[u8],
        (x, y, width, height): (f64, f64, f64, f64),
        shown: Option<(f64, f64, f64, f64)>,
    ) {
        let Some((columns, rows)) = bitmap::size(header) else { return };
        let crop = match shown {
            Some((left, top, wide, high)) if columns > 0.0 && rows > 0.0 && wide > 0.0 && high > 0.0 => {
                let crop =
                    [left / columns, top / rows, 1.0 - (left + wide) / columns, 1.0 - (top + high) / rows];
                crop.map(|share| share.clamp(0.0, NEARLY_ALL))
            }
            _ => [0.0; 4],
        };
        if crop[0] + crop[2] >= 1.0 || crop[1] + crop[3] >= 1.0 {
            return;
        }
        let [left, top, right, bottom] = self.bounds([x, y, x + width, y + height]);
        let name: Arc<str> = format!("{}#{}", self.part, self.first_inner + self.inner.len()).into();
        self.inner.insert(Arc::clone(&name), file.into());
        self.put(Item::Picture(Box::new(PlacedPicture {
            part: name,
            rect: Rect { x: left, y: top, width: right - left, height: bottom - top },
            crop,
            rotation: 0.0,
            flip: (false, false),
            vector: None,
            recolour: Vec::new(),
            alt: None,
            link: None,
            element: None,
        })));
    }

    /// A transfer without a bitmap: it fills, or inverts.
    pub fn pattern(&mut self, (x, y, width, height): (f64, f64, f64, f64), operation: u32) {
        let colour = match operation {
            0x00F0_0021 => self.state.brush,
            0x0000_0042 => Some([0; 3]),
            0x00FF_0062 => Some([255; 3]),
            // The destination as it is.
            0x00AA_0029 => None,
            _ => {
                self.lack("a surface is not inverted or combined with what lies below it");
                None
            }
        };
        if let Some(colour) = colour {
            self.fill([x, y, x + width, y + height], colour);
        }
    }
}

/// The upright box around points.
fn around(points: impl IntoIterator<Item = (f64, f64)>) -> [f64; 4] {
    points.into_iter().fold([f64::MAX, f64::MAX, f64::MIN, f64::MIN], |[left, top, right, bottom], (x, y)| {
        [left.min(x), top.min(y), right.max(x), bottom.max(y)]
    })
}
