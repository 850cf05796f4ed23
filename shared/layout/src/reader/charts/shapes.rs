//! Shapes drawn on a chart (21.3): a separate part, with places in fractions of the chart.

use super::super::{MAX_DEPTH, Reader};
use crate::error::LayoutError;
use crate::model::story::{AnchorContent, GroupItem};
use crate::read::Element;
use crate::units::{HALF_TURN, QUARTER_TURN};

/// Bound: how far from a chart a shape on it can be, in charts. A guess.
const FARTHEST: (f64, f64) = (-2.0, 3.0);

/// Size of text upon a chart that states none, in points. A guess: the box of one document has room for its words at this size.
const TEXT_SIZE: f64 = 11.0;

/// Shapes upon one chart that are drawn.
const MAX_SHAPES: usize = 1000;

/// The sides of a shape that lies on its side, as shares of the box that it is seen in: its corners are those of that box.
fn turned_sides(shape: Element<'_>) -> (f64, f64) {
    let frame = shape.child("spPr").and_then(|own| own.child("xfrm"));
    let turn = frame.and_then(|own| own.degrees("rot")).unwrap_or(0.0).rem_euclid(HALF_TURN);
    let size = frame.and_then(|own| own.child("ext")).map(|own| (own.emu("cx"), own.emu("cy")));
    match size {
        Some((Some(width), Some(height)))
            if width > 0.0 && height > 0.0 && (turn - QUARTER_TURN).abs() <= QUARTER_TURN / 2.0 =>
        {
            (width / height, height / width)
        }
        _ => (1.0, 1.0),
    }
}

impl<'a> Reader<'a> {
    /// The shapes of a relationship; their corners and sizes are shares of a chart of this size.
    pub(super) fn chart_shapes(&mut self, id: Option<String>) -> Result<Vec<GroupItem>, LayoutError> {
        let part = self.related_part(id.as_deref())?;
        let Some((part, root)) = part.as_ref().and_then(|part| Some((part, Element::root(&part.tree)?)))
        else {
            let detail = "shapes drawn on a chart whose part is missing are left out";
            self.undrawn.add("chart-shapes", self.part, "", detail);
            return Ok(Vec::new());
        };
        self.within(part, |own| {
            own.drawing_size = TEXT_SIZE;
            own.shapes_upon(root)
        })
    }

    fn shapes_upon(&mut self, root: Element<'a>) -> Result<Vec<GroupItem>, LayoutError> {
        let mut out = Vec::new();
        for anchor in root.children().into_iter().take(MAX_SHAPES) {
            self.budget.spend(64)?;
            let share = |corner: &str, axis: &str| {
                let text = anchor.child(corner)?.child(axis)?.text();
                text.trim()
                    .parse::<f64>()
                    .ok()
                    .filter(|share| share.is_finite())
                    .map(|own| own.clamp(FARTHEST.0, FARTHEST.1))
            };
            let at = |corner: &str| Some((share(corner, "x")?, share(corner, "y")?));
            // What has a size of its own counts in EMU, which nothing here knows the chart for.
            let (Some(from), Some(to)) = (at("from"), at("to")) else {
                let detail = "a shape on a chart that has its own size is left out";
                self.undrawn.add("chart-shapes", self.part, "", detail);
                continue;
            };
            let shape =
                anchor.children().into_iter().find(|own| matches!(own.name(), "sp" | "cxnSp" | "pic"));
            let content = match shape {
                Some(picture) if picture.name() == "pic" => {
                    AnchorContent::Picture(self.picture(picture, 0.0, 0.0))
                }
                Some(shape) => self.shape(shape, MAX_DEPTH, None)?,
                None => {
                    let detail = "a group or a frame on a chart is left out";
                    self.undrawn.add("chart-shapes", self.part, "", detail);
                    continue;
                }
            };
            let (x, y) = (from.0.min(to.0), from.1.min(to.1));
            let (width, height) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
            let (across, down) = shape.map_or((1.0, 1.0), turned_sides);
            let (x, y) = (x + width * (1.0 - across) / 2.0, y + height * (1.0 - down) / 2.0);
            let (width, height) = (width * across, height * down);
            out.push(GroupItem { x, y, width, height, content });
        }
        Ok(out)
    }
}
