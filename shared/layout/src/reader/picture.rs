//! Pictures of DrawingML (20.2), and pictures cut to a shape.

use std::sync::Arc;

use super::Reader;
use super::drawings::flips;
use crate::bounds::CROP;
use crate::error::LayoutError;
use crate::model::paint::{Fill, PictureFill};
use crate::model::story::{Picture, TextBox};
use crate::model::table_properties::VAlign;
use crate::model::text_direction::TextDirection;
use crate::pages::Recolour;
use crate::read::Element;
use crate::units::{EIGHTH_TURN, HALF_TURN, PARTS_PER_DEGREE, PER_CENT_THOUSANDTHS};

/// Bound: the least share of a picture that a crop leaves.
const LEAST_SHOWN: f64 = 0.01;

impl<'a> Reader<'a> {
    pub(in crate::reader) fn picture(&mut self, element: Element<'a>, width: f64, height: f64) -> Picture {
        let fill = element.child("blipFill");
        let blip = fill.and_then(|fill| fill.child("blip"));
        let part = blip.and_then(|blip| blip.attr("embed")).and_then(|id| self.media(&id));
        let crop = fill.and_then(|fill| fill.child("srcRect"));
        let crop = ["l", "t", "r", "b"].map(|side| {
            crop.and_then(|crop| crop.int(side))
                .map_or(0.0, |share| (share as f64 / PER_CENT_THOUSANDTHS).clamp(CROP.0, CROP.1))
        });
        let properties = element.child("spPr");
        let turn = properties.and_then(|p| p.child("xfrm")).and_then(|xfrm| xfrm.int("rot")).unwrap_or(0);
        Picture {
            part,
            width,
            height,
            crop,
            rotation: turn as f64 / PARTS_PER_DEGREE,
            flip: flips(properties.and_then(|p| p.child("xfrm"))),
            recolour: blip.map(|blip| self.recolours(blip)).unwrap_or_default(),
            border: self.line(properties, None).map(Box::new),
            vector: blip.and_then(|blip| self.vector(blip)),
            ..Picture::empty()
        }
    }

    /// A picture that is cut to a shape: the shape, filled with it. None for a rectangle (20.1.9.18).
    pub(super) fn shaped_picture(
        &mut self,
        element: Element<'a>,
        picture: &Picture,
    ) -> Result<Option<TextBox>, LayoutError> {
        let properties = element.child("spPr");
        let has_own = properties.is_some_and(|own| own.child("custGeom").is_some());
        let named = properties.and_then(|own| own.child("prstGeom")).and_then(|own| own.attr("prst"));
        if !has_own && named.is_none_or(|name| name == "rect") || picture.rotation != 0.0 {
            let effects = properties.and_then(|own| own.child("effectLst"));
            if effects.is_some_and(|list| !list.children().is_empty()) {
                let detail = "a shadow or other effect of a picture is left out";
                self.undrawn.add("picture-effect", self.part, "", detail);
            }
            return Ok(None);
        }
        let Some(part) = picture.part.clone() else { return Ok(None) };
        if picture.vector.is_some() {
            let detail = "an SVG picture that fills a shape is replaced by its fallback bitmap";
            self.undrawn.add("svg", self.part, "", detail);
        }
        let mut look = self.look(element, None)?;
        let opacity =
            |all: f64, own: &Recolour| if let Recolour::Opacity(share) = own { all * share } else { all };
        let opacity = picture.recolour.iter().fold(1.0, opacity);
        if picture.recolour.iter().any(|own| !matches!(own, Recolour::Opacity(_))) {
            let detail = "an effect on a picture that fills a shape is left out";
            self.undrawn.add("picture-effect", self.part, "", detail);
        }
        let [left, top, right, bottom] = picture.crop;
        // The whole picture, of which the crop leaves the shape's box.
        let (across, down) = ((1.0 - left - right).max(LEAST_SHOWN), (1.0 - top - bottom).max(LEAST_SHOWN));
        let insets = [-left / across, -top / down, -right / across, -bottom / down];
        look.fill = Some(Fill::Picture(Arc::new(PictureFill { part, insets, tile: None, opacity })));
        Ok(Some(TextBox {
            story: Vec::new(),
            insets: [0.0; 4],
            align: VAlign::Top,
            direction: TextDirection::Horizontal,
            grows: false,
            is_unwrapped: false,
            look,
            alt: None,
            rotation: 0.0,
            link: None,
            chained: None,
        }))
    }

    /// The SVG that a picture replaces ([MS-ODRAWXML] 2.19.5).
    fn vector(&self, blip: Element<'a>) -> Option<Arc<str>> {
        let mut all = blip.child("extLst")?.children().into_iter();
        let id = all.find_map(|own| own.child("svgBlip"))?.attr("embed")?;
        self.relationships.by_id(&id).and_then(|own| own.part()).map(Arc::from)
    }

    /// Name of the part that a relationship of a picture points to.
    pub(super) fn media(&mut self, id: &str) -> Option<Arc<str>> {
        let part = self.relationships.by_id(id).and_then(|relationship| relationship.part()).map(Arc::from);
        if part.is_none() {
            self.undrawn.add("picture-missing", self.part, "", "a linked or missing picture is left out");
        }
        part
    }
}

impl Picture {
    /// Width and height that it takes: one that is turned onto its side stands upright in its place (a picture of 642 by 238
    /// points fills a page of Word's from top to bottom).
    pub fn upright(&self) -> (f64, f64) {
        let is_on_side =
            (EIGHTH_TURN..HALF_TURN - EIGHTH_TURN).contains(&self.rotation.rem_euclid(HALF_TURN));
        if is_on_side { (self.height, self.width) } else { (self.width, self.height) }
    }

    /// The same with the room of its effects.
    pub fn room(&self) -> (f64, f64) {
        let ((width, height), [left, top, right, bottom]) = (self.upright(), self.effect);
        (width + left + right, height + top + bottom)
    }

    /// A picture of nothing.
    pub fn empty() -> Picture {
        Picture {
            part: None,
            width: 0.0,
            height: 0.0,
            crop: [0.0; 4],
            rotation: 0.0,
            alt: None,
            effect: [0.0; 4],
            border: None,
            flip: (false, false),
            recolour: Vec::new(),
            vector: None,
            is_with_text: false,
        }
    }
}
