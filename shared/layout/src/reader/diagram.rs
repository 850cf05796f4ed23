//! SmartArt, from the drawing that Word saved ([MS-ODRAWXML] 2.4): ready shapes instead of the diagram.

use super::Reader;
use super::drawings::{INSETS, MAX_GROUPS, corner, extent};
use crate::draw::Geometry;
use crate::error::LayoutError;
use crate::model::shape_look::Look;
use crate::model::story::{AnchorContent, GroupItem, TextBox};
use crate::model::table_properties::VAlign;
use crate::model::text_direction::TextDirection;
use crate::read::Element;

impl<'a> Reader<'a> {
    /// The saved drawing of a `dgm:relIds`; none if there is none.
    pub(super) fn diagram(
        &mut self,
        element: Element<'a>,
        size: (f64, f64),
        depth: usize,
    ) -> Result<Option<AnchorContent>, LayoutError> {
        // The data names the drawing that belongs to it.
        let data = self.related_part(element.attr("dm").as_deref())?;
        let named = data
            .as_ref()
            .and_then(|data| Element::root(&data.tree))
            .and_then(|root| root.find("dataModelExt"))
            .and_then(|own| own.attr("relId"));
        let part = match self.related_part(named.as_deref())? {
            Some(part) => Some(part),
            None => {
                let any = self.relationships.iter().find(|own| own.kind().ends_with("diagramDrawing"));
                match any.and_then(|own| own.part()) {
                    Some(name) => self.parts.open(name)?,
                    None => None,
                }
            }
        };
        let Some((part, root)) = part.as_ref().and_then(|part| Some((part, Element::root(&part.tree)?)))
        else {
            let detail = "a SmartArt diagram without a saved drawing is left out; its space stays blank";
            self.undrawn.add("diagram", self.part, "", detail);
            return Ok(None);
        };
        let mut items = Vec::new();
        if let Some(tree) = root.child("spTree") {
            let scale = self.canvas_scale;
            self.within(part, |own| {
                own.canvas_scale = scale;
                own.group(tree, size, depth, (MAX_GROUPS, None), &mut items)
            })?;
        }
        Ok(Some(AnchorContent::Group(items)))
    }

    /// The text of a diagram's shape that has its own place.
    pub(super) fn text_of_shape(
        &mut self,
        element: Element<'a>,
        ((x, y), scale): ((f64, f64), (f64, f64)),
    ) -> Result<Option<GroupItem>, LayoutError> {
        let (Some(frame), Some(body)) = (element.child("txXfrm"), element.child("txBody")) else {
            return Ok(None);
        };
        let colour = self.font_colour(element);
        let story = self.text_body(body, colour)?;
        let own = body.child("bodyPr");
        let mut insets = INSETS;
        for (inset, name) in insets.iter_mut().zip(["lIns", "tIns", "rIns", "bIns"]) {
            *inset = own.and_then(|own| own.emu(name)).unwrap_or(*inset).max(0.0) * self.canvas_scale;
        }
        let (width, height) = extent(frame.child("ext"));
        let at = corner(frame.child("off"));
        // The text turns with its shape: the two together are most often upright.
        let shape = element.child("spPr").and_then(|own| own.child("xfrm"));
        let turn = |own: Element<'a>| own.degrees("rot").unwrap_or(0.0);
        let look = Look { geometry: Geometry::rectangle(), ..Look::empty() };
        Ok(Some(GroupItem {
            x: (at.0 - x) * scale.0,
            y: (at.1 - y) * scale.1,
            width: width * scale.0,
            height: height * scale.1,
            content: AnchorContent::Box(Box::new(TextBox {
                story,
                insets,
                align: match own.and_then(|own| own.attr("anchor")).as_deref() {
                    Some("ctr") => VAlign::Center,
                    Some("b") => VAlign::Bottom,
                    _ => VAlign::Top,
                },
                direction: TextDirection::Horizontal,
                grows: false,
                is_unwrapped: false,
                look,
                alt: None,
                rotation: turn(frame) + shape.map_or(0.0, turn),
                link: None,
                chained: None,
            })),
        }))
    }
}
