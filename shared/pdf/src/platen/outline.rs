//! Bookmarks of the PDF, from the document's headings (ISO 32000-1, 12.3.3).

use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::outline::{Outline, OutlineNode};
use platen_layout::Heading;

/// The headings as a tree: each one below the last before it of a higher level. Where there are none, `title` stands for
/// the whole.
pub(super) fn of(headings: &[Heading], title: Option<&str>) -> Outline {
    let mut outline = Outline::new();
    if let (true, Some(title)) = (headings.is_empty(), title) {
        let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        outline.push_child(OutlineNode::new(title.to_owned(), start));
    }
    // The headings that are open, from the outermost on.
    let mut open: Vec<(usize, OutlineNode)> = Vec::new();
    for heading in headings {
        close(&mut open, heading.level, &mut outline);
        let place = XyzDestination::new(heading.page, Point::from_xy(0.0, heading.y as f32));
        open.push((heading.level, OutlineNode::new(heading.title.clone(), place)));
    }
    close(&mut open, 0, &mut outline);
    outline
}

/// Ends the headings of `level` and below.
fn close(open: &mut Vec<(usize, OutlineNode)>, level: usize, outline: &mut Outline) {
    while let Some((_, node)) = open.pop_if(|(own, _)| *own >= level) {
        match open.last_mut() {
            Some((_, parent)) => parent.push_child(node),
            None => outline.push_child(node),
        }
    }
}
