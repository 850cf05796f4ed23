//! Pictures, and the lines around them (20.1.2.2.24).

use std::sync::Arc;

use crate::drawing::{Drawing, FillRule, Path, Segment};
use crate::model::story::Picture;
use crate::pages::{Group, Item, PlacedPicture, Rect, Target};

/// Draws a picture in its place.
pub(crate) fn picture_items(picture: &Picture, rect: Rect, link: Option<Arc<Target>>) -> Vec<Item> {
    let mut out = Vec::new();
    if let Some(part) = picture.part.clone() {
        out.push(Item::Picture(Box::new(PlacedPicture {
            part,
            rect,
            crop: picture.crop,
            rotation: picture.rotation,
            flip: picture.flip,
            recolour: picture.recolour.clone(),
            vector: picture.vector.clone(),
            alt: picture.alt.clone(),
            link,
            element: None,
        })));
    }
    let Some(line) = picture.border.as_ref().filter(|line| line.ink.opacity > 0.0) else { return out };
    let (right, bottom) = (rect.x + rect.width, rect.y + rect.height);
    let segments = vec![
        Segment::Move((rect.x, rect.y)),
        Segment::Line((right, rect.y)),
        Segment::Line((right, bottom)),
        Segment::Line((rect.x, bottom)),
        Segment::Close,
    ];
    let path = Path { segments, rule: FillRule::EvenOdd, fill: None, stroke: Some(line.stroke()) };
    let outline = Item::Drawing(Drawing { paths: vec![path], alt: None, element: None });
    if picture.rotation == 0.0 {
        out.push(outline);
    } else {
        let middle = (rect.x + rect.width / 2.0, rect.y + rect.height / 2.0);
        out.push(Item::Group(Group::new(Group::turn_about(middle, picture.rotation), vec![outline])));
    }
    out
}
