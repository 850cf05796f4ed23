//! Where the fields of a form stand on the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use platen_layout::{ElementId, FieldKind, FormField, GlyphRun, Item, Page, Rect, Target};

use super::turned::{UPRIGHT, around, inside};

/// What a field for text is wide at least where nothing is in its way: two inches.
const LEAST_WIDTH: f64 = 144.0;

/// Height of capitals for each point of a letter's size.
const CAPITALS: f64 = 0.7;

/// What stays free before what stands behind it.
const GAP: f64 = 3.0;

/// Things on a page, beyond which fields are as wide as what they show.
const MOST_OBSTACLES: usize = 5000;

/// A field on a page.
pub(crate) struct PlacedField {
    /// The control.
    pub(crate) field: FormField,
    /// Its page, counted from zero.
    pub(crate) page: usize,
    /// Its place among the annotations of its page.
    pub(crate) annotation: usize,
    /// Size of its letters in points.
    pub(crate) size: f64,
}

/// A field of a page that is being written.
pub(super) struct FieldOfPage {
    pub(super) target: Arc<Target>,
    pub(super) rect: Rect,
    pub(super) element: ElementId,
    pub(super) size: f64,
}

/// The fields of a document, as its pages come.
#[derive(Default)]
pub(super) struct Fields {
    /// Controls that have a place, by theirs in the document.
    seen: BTreeSet<usize>,
    pub(super) placed: Vec<PlacedField>,
}

/// The control that something is a part of.
pub(super) fn control(target: Option<&Arc<Target>>) -> Option<&FormField> {
    match &**target? {
        Target::Field(field) => Some(field),
        _ => None,
    }
}

/// Whether a field takes the place of a text.
pub(super) fn replaces(run: &GlyphRun) -> bool {
    run.element.is_some() && control(run.link.as_ref()).is_some()
}

impl Fields {
    /// Those that begin on a page, in their order. A control goes on only where it begins.
    pub(super) fn of(&mut self, page: &Page) -> Vec<FieldOfPage> {
        let mut found = Found::default();
        found.add(&page.items, UPRIGHT);
        let mut fields = Vec::new();
        for (place, (target, mut rect, element)) in std::mem::take(&mut found.links) {
            if !self.seen.insert(place) {
                continue;
            }
            let size = found.sizes.get(&place).copied().unwrap_or(rect.height / 1.3);
            match control(Some(&target)).map(|field| &field.kind) {
                Some(FieldKind::CheckBox { .. }) => rect = square(rect, size),
                _ => rect.width = rect.width.max(found.room(place, rect, page.width)),
            }
            fields.push(FieldOfPage { target, rect, element, size });
        }
        fields
    }
}

/// A box for a mark in the middle of where the mark stands.
fn square(rect: Rect, size: f64) -> Rect {
    let side = size.min(rect.height).max(4.0);
    Rect {
        x: rect.x + (rect.width - side) / 2.0,
        y: rect.y + (rect.height - side) / 2.0,
        width: side,
        height: side,
    }
}

/// What stands on a page.
#[derive(Default)]
struct Found {
    /// By the controls' places in the document.
    links: BTreeMap<usize, (Arc<Target>, Rect, ElementId)>,
    sizes: BTreeMap<usize, f64>,
    /// What has ink, with the control that it is a part of.
    ink: Vec<(Rect, Option<usize>)>,
}

impl Found {
    fn add(&mut self, items: &[Item], matrix: [f64; 6]) {
        for item in items {
            let mut ink = |rect: Rect, of: Option<usize>| self.ink.push((around(&rect, matrix), of));
            match item {
                Item::Glyphs(run) => {
                    let of =
                        control(run.link.as_ref()).filter(|_| run.element.is_some()).map(|own| own.place);
                    // Capitals: a whole line would reach into the one above it.
                    let height = CAPITALS * run.size;
                    let rect = Rect { x: run.x, y: run.y - height, width: run.width(), height };
                    if !run.text.trim().is_empty() {
                        ink(rect, of);
                    }
                    if let Some(place) = of {
                        self.sizes.entry(place).or_insert(run.size);
                    }
                }
                Item::Link { rect, target, element: Some(element) } => {
                    let Some(place) = control(Some(target)).map(|field| field.place) else { continue };
                    let rect = around(rect, matrix);
                    let entry = self.links.entry(place).or_insert_with(|| (target.clone(), rect, *element));
                    entry.1 = both(entry.1, rect);
                }
                Item::Rule(rule) => {
                    let (x, y) = (rule.from.0.min(rule.to.0), rule.from.1.min(rule.to.1));
                    let (width, height) = ((rule.from.0 - rule.to.0).abs(), (rule.from.1 - rule.to.1).abs());
                    // What lies under a field does not end it.
                    if height > width {
                        ink(Rect { x, y, width, height }, None);
                    }
                }
                Item::Picture(picture) => ink(picture.rect, None),
                Item::Group(group) => self.add(&group.items, inside(matrix, group.transform)),
                Item::Fill { .. } | Item::Link { .. } | Item::Drawing(_) => {}
            }
        }
    }

    /// How wide a field may be: up to what stands behind it on its lines, or up to a margin as wide as the left one.
    fn room(&self, place: usize, rect: Rect, page: f64) -> f64 {
        if self.ink.len() > MOST_OBSTACLES {
            return 0.0;
        }
        let margin = self.ink.iter().map(|(ink, _)| ink.x).fold(page / 4.0, f64::min).max(0.0);
        let mut end = page - margin;
        for (ink, of) in &self.ink {
            let is_beside = ink.y < rect.y + rect.height && ink.y + ink.height > rect.y;
            if is_beside && *of != Some(place) && ink.x + ink.width > rect.x + rect.width {
                end = end.min(ink.x - GAP);
            }
        }
        (end - rect.x).min(LEAST_WIDTH)
    }
}

/// The rectangle around two.
fn both(one: Rect, other: Rect) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    let right = (one.x + one.width).max(other.x + other.width);
    let lower = (one.y + one.height).max(other.y + other.height);
    Rect { x, y, width: right - x, height: lower - y }
}
