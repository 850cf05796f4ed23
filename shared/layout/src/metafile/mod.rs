//! Windows metafiles: lists of drawing commands ([MS-EMF], [MS-WMF]), drawn as paths, text and bitmaps.
//!
//! [`draw`] draws a metafile at the place of its picture, and warns about commands that it does not draw.

mod arcs;
mod bitmap;
mod bytes;
mod emf;
mod emf_objects;
mod matrix;
mod metafile_text;
mod painter;
mod state;
#[cfg(test)]
mod tests;
mod wmf;

use std::collections::HashMap;
use std::sync::Arc;

use platen_fonts::Library;
use platen_ooxml::package::Package;
use platen_ooxml::{Bounds, Budget, Limits};

use crate::error::LayoutError;
use crate::pages::{Clip, Group, Item, Page, PlacedPicture, Rect};
use crate::svg::Inner;
use crate::undrawn::UndrawnList;
use crate::units::HUNDREDTHS;
use painter::{Canvas, MOST_POINTS};

/// Bound: the longest side of a picture that is read, in points.
const LONGEST_SIDE: f64 = 1e5;

/// Attack: a metafile of gigabytes, written as a million records that draw nothing; one with a large bitmap that is drawn in
/// a thousand sizes. Word's own are smaller by far.
const MOST_BYTES: usize = 64 << 20;

/// Replaces the pictures of `pages` that are metafiles by what they draw.
pub(crate) fn draw(
    pages: &mut [Page],
    package: &Package,
    library: &Library,
    Bounds { limits, budget }: Bounds<'_>,
    undrawn: &mut UndrawnList,
) -> Result<Inner, LayoutError> {
    let mut drawer = Drawer {
        package,
        library,
        limits,
        budget,
        undrawn,
        known: HashMap::new(),
        inner: Inner::new(),
        inner_bytes: 0,
        room: MOST_POINTS,
    };
    for page in pages {
        drawer.items(&mut page.items)?;
    }
    Ok(drawer.inner)
}

/// A metafile's part, and its width and height in hundredths of points.
type Key = (Arc<str>, [i64; 2]);

struct Drawer<'a> {
    package: &'a Package,
    library: &'a Library,
    limits: &'a Limits,
    budget: &'a Budget,
    undrawn: &'a mut UndrawnList,
    /// The drawings of metafiles at a given size: lines have their own width.
    known: HashMap<Key, Option<Arc<[Item]>>>,
    inner: Inner,
    inner_bytes: usize,
    /// Points that metafiles may still draw.
    room: usize,
}

impl Drawer<'_> {
    /// Groups are not nested deeper than the layout's own bound.
    fn items(&mut self, items: &mut [Item]) -> Result<(), LayoutError> {
        for item in items {
            match item {
                Item::Group(group) if has_pictures(&group.items) => {
                    self.items(Arc::make_mut(&mut group.items))?;
                }
                Item::Picture(picture) if picture.vector.is_some() || is_metafile(&picture.part) => {
                    if let Some(group) = self.picture(picture)? {
                        *item = group;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The drawing to put in a picture's place; `None`: it is not a metafile, or is damaged, and the code that draws pictures
    /// warns about it.
    fn picture(&mut self, picture: &PlacedPicture) -> Result<Option<Item>, LayoutError> {
        let [left, top, right, bottom] = picture.crop;
        let rect = picture.rect;
        let (width, height) = (rect.width / (1.0 - left - right), rect.height / (1.0 - top - bottom));
        if !(width > 0.0 && height > 0.0 && width < LONGEST_SIDE && height < LONGEST_SIDE) {
            return Ok(None);
        }
        let stands_in = picture.vector.as_ref().filter(|_| picture.recolour.is_empty());
        let part = match stands_in {
            Some(vector) => vector,
            None if is_metafile(&picture.part) => &picture.part,
            None => return Ok(None),
        };
        let key = (Arc::clone(part), [width, height].map(|length| (length * HUNDREDTHS) as i64));
        let known = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let items = self.read(part, width, height)?.map(Arc::from);
                self.known.insert(key, items.clone());
                items
            }
        };
        // One that is left out makes way for the picture that it stands in for, if there is one.
        let Some(mut items) = known.filter(|items| stands_in.is_none() || !items.is_empty()) else {
            return Ok(None);
        };
        self.budget.spend(items.len() as u64)?;
        if !picture.recolour.is_empty() {
            let detail = "the colours of a metafile are drawn unchanged";
            self.undrawn.add("metafile", &picture.part, "", detail);
        }
        // All places of it share what it draws, as long as that says nothing to those who cannot see it. Where it does, the first of
        // it is the figure, and the rest is text at most.
        if picture.element.is_some() && (picture.alt.is_some() || !is_shapes(&items)) {
            let own = Arc::make_mut(&mut items);
            describe(own, &mut picture.alt.clone());
            Item::belong_to(own, picture.element);
        }
        let (sin, cos) = picture.rotation.to_radians().sin_cos();
        let mirror = |is_on: bool| if is_on { -1.0 } else { 1.0 };
        let (across, down) = (mirror(picture.flip.0), mirror(picture.flip.1));
        let (a, b, c, d) = (cos * across, sin * across, -sin * down, cos * down);
        // About the centre of what is left after cropping.
        let (x, y) = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        let (dx, dy) = (-rect.width / 2.0 - left * width, -rect.height / 2.0 - top * height);
        let (e, f) = (x + a * dx + c * dy, y + b * dx + d * dy);
        let clip = Rect { x: left * width, y: top * height, width: rect.width, height: rect.height };
        Ok(Some(Item::Group(Group {
            transform: [a, b, c, d, e, f],
            clip: Some(Clip::Rect(clip)),
            opacity: 1.0,
            items,
        })))
    }

    /// The drawing of a metafile, from the upper left corner of the whole picture; empty if it is left out because of its
    /// size.
    fn read(&mut self, part: &Arc<str>, width: f64, height: f64) -> Result<Option<Vec<Item>>, LayoutError> {
        let Some(own) = self.package.part(part) else { return Ok(None) };
        let bytes = match self.package.read_within(own, self.budget) {
            Ok(bytes) if bytes.len() <= MOST_BYTES => bytes,
            Ok(_) => return Ok(None),
            Err(platen_ooxml::package::PackageError::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(_) => return Ok(None),
        };
        if is_svg(part) {
            return self.svg(&bytes, part, (width, height));
        }
        let mut canvas =
            Canvas::new(self.library, self.budget, Arc::clone(part), width, height, self.inner.len());
        canvas.room = Some(self.room);
        let is_read = if emf::is(&bytes) {
            emf::play(&bytes, &mut canvas)?
        } else if wmf::is(&bytes) {
            wmf::play(&bytes, &mut canvas)?
        } else {
            return Ok(None);
        };
        let Some(room) = canvas.room else {
            let detail = format!(
                "a metafile is left out: the metafiles of the document draw over {MOST_POINTS} points"
            );
            self.undrawn.add("metafile", part, "", detail);
            return Ok(Some(Vec::new()));
        };
        self.room = room;
        let (items, inner, lacks) = canvas.finish();
        if !self.keep(inner) {
            let detail = "a metafile is left out: bitmaps of metafiles take too much memory";
            self.undrawn.add("metafile", part, "", detail);
            return Ok(Some(Vec::new()));
        }
        for lack in lacks {
            let detail = format!("of a metafile {lack}");
            self.undrawn.add("metafile", part, "", detail);
        }
        Ok(is_read.then_some(items))
    }
}

impl Drawer<'_> {
    /// Takes over the pictures within a picture; answers whether there is room for them.
    fn keep(&mut self, inner: Inner) -> bool {
        self.inner_bytes += inner.values().map(|bytes| bytes.len()).sum::<usize>();
        let has_room = self.inner_bytes <= MOST_BYTES;
        if has_room {
            self.inner.extend(inner);
        }
        has_room
    }

    /// The drawing of an SVG picture; `None`: its substitute is drawn.
    fn svg(
        &mut self,
        bytes: &[u8],
        part: &Arc<str>,
        size: (f64, f64),
    ) -> Result<Option<Vec<Item>>, LayoutError> {
        let bounds = Bounds { limits: self.limits, budget: self.budget };
        let tree = platen_svg::read_svg(bytes, bounds);
        self.budget.check()?;
        let drawn = match &tree {
            Ok(tree) => crate::svg::draw(tree, size, part),
            Err(fault) => Err(format!("it {fault}")),
        };
        let fault = match drawn {
            Ok((items, inner)) => {
                if self.keep(inner) {
                    return Ok(Some(items));
                }
                "pictures in it take too much memory".to_owned()
            }
            Err(fault) => fault,
        };
        let detail = format!("an SVG picture is replaced by its fallback bitmap: {fault}");
        self.undrawn.add("svg", part, "", detail);
        Ok(None)
    }
}

/// Whether there are pictures among items.
fn has_pictures(items: &[Item]) -> bool {
    items.iter().any(|item| match item {
        Item::Picture(_) => true,
        Item::Group(group) => has_pictures(&group.items),
        _ => false,
    })
}

/// Whether items are neither text nor pictures.
fn is_shapes(items: &[Item]) -> bool {
    items.iter().all(|item| match item {
        Item::Glyphs(_) | Item::Picture(_) => false,
        Item::Group(group) => is_shapes(&group.items),
        _ => true,
    })
}

/// Gives the first shape or bitmap the picture's description.
fn describe(items: &mut [Item], alt: &mut Option<String>) {
    for item in items {
        match item {
            Item::Drawing(drawing) => drawing.alt = alt.take(),
            Item::Picture(inner) => inner.alt = alt.take(),
            Item::Group(group) => describe(Arc::make_mut(&mut group.items), alt),
            _ => {}
        }
    }
}

/// Whether a part holds SVG, by its name.
fn is_svg(part: &str) -> bool {
    part.to_ascii_lowercase().ends_with(".svg")
}

/// Whether a part may hold a metafile: some writers name them `.bin`.
fn is_metafile(part: &str) -> bool {
    let name = part.to_ascii_lowercase();
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    !["png", "jpg", "jpeg", "gif", "bmp", "tif", "tiff", "webp"].contains(&end)
}
