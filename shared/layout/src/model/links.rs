//! Boxes whose text continues in others (`wps:linkedTxbx`, [MS-DOCX] 2.15.4; `mso-next-textbox` in VML).

use std::collections::HashMap;

use super::story::{AnchorContent, Block, InlineKind, Link, TextBox};
use crate::draw::Outline;

/// Boxes of one chain. Word links 32 at most.
const MAX_BOXES: usize = 32;

/// Boxes that one story flows through.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    pub story: Vec<Block>,
    /// Width and height of the text in each box.
    pub rooms: Vec<(f64, f64)>,
}

impl TextBox {
    /// Width and height of its text, as its lines see it, in a rectangle of a size.
    pub fn room(&self, (width, height): (f64, f64)) -> (f64, f64) {
        let [left, top, right, bottom] = self.insets;
        let (across, down) = (width - left - right, height - top - bottom);
        if self.direction.is_turned() { (down, across) } else { (across, down) }
    }
}

/// A box as it is found: its link, and the room in it.
struct Found {
    link: Link,
    room: (f64, f64),
}

/// Puts the boxes of stories into their chains; returns the chains. The text of a chain is in its first box.
pub(super) fn settle(mut stories: Vec<&mut Vec<Block>>) -> Vec<Chain> {
    let mut found = Vec::new();
    for story in &mut stories {
        each(story, &mut |own, size| {
            let Some(link) = own.link.as_deref() else { return };
            let text = Outline::of(&own.look.geometry, size, own.look.flip).text;
            found.push(Found { link: link.clone(), room: own.room((text.width, text.height)) });
        });
    }
    let mut chains = Vec::new();
    let mut places = vec![None; found.len()];
    for members in members(&found) {
        let rooms = members.iter().filter_map(|at| found.get(*at)).map(|own| own.room).collect();
        for (place, at) in members.into_iter().enumerate() {
            if let Some(own) = places.get_mut(at) {
                *own = Some((chains.len(), place));
            }
        }
        chains.push(Chain { story: Vec::new(), rooms });
    }
    let mut places = places.into_iter();
    for story in stories {
        each(story, &mut |own, _| {
            if own.link.is_none() {
                return;
            }
            own.chained = places.next().flatten();
            if let Some((chain, 0)) = own.chained
                && let Some(chain) = chains.get_mut(chain)
            {
                chain.story = std::mem::take(&mut own.story);
            }
        });
    }
    chains
}

/// The boxes of each chain, in their order.
fn members(found: &[Found]) -> Vec<Vec<usize>> {
    let mut numbered: HashMap<&str, Vec<(usize, usize)>> = HashMap::new();
    let mut named: HashMap<&str, usize> = HashMap::new();
    for (at, own) in found.iter().enumerate() {
        match &own.link {
            Link::Numbered(chain, place) => numbered.entry(chain).or_default().push((*place, at)),
            Link::Named(names, _) => {
                for name in names {
                    named.entry(name).or_insert(at);
                }
            }
        }
    }
    let mut out: Vec<Vec<usize>> = Vec::new();
    for mut own in numbered.into_values() {
        own.sort_unstable();
        // The first has the text.
        if own.first().is_some_and(|first| first.0 == 0) && own.len() > 1 {
            out.push(own.into_iter().map(|(_, at)| at).take(MAX_BOXES).collect());
        }
    }
    let next = |at: usize| match found.get(at).map(|own| &own.link) {
        Some(Link::Named(_, Some(next))) => named.get(&**next).copied(),
        _ => None,
    };
    let mut is_next = vec![false; found.len()];
    for at in (0..found.len()).filter_map(next) {
        if let Some(own) = is_next.get_mut(at) {
            *own = true;
        }
    }
    // A ring has no first box, and a box follows one other.
    let mut is_taken = vec![false; found.len()];
    for first in (0..found.len()).filter(|at| is_next.get(*at) == Some(&false) && next(*at).is_some()) {
        let chain = std::iter::successors(Some(first), |at| next(*at)).take(MAX_BOXES);
        let mut own = Vec::new();
        for at in chain {
            match is_taken.get_mut(at) {
                Some(taken) if !*taken => *taken = true,
                _ => break,
            }
            own.push(at);
        }
        out.push(own);
    }
    // In the order of the document, however they were found.
    out.sort_unstable();
    out
}

/// Looks at all boxes of a story with their sizes.
fn each(blocks: &mut [Block], act: &mut dyn FnMut(&mut TextBox, (f64, f64))) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                for inline in &mut paragraph.inlines {
                    if let InlineKind::Anchor(anchor) = &mut inline.kind {
                        let size = (anchor.width, anchor.height);
                        each_within(&mut anchor.content, size, act);
                    }
                }
            }
            Block::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.for_each(|cell| each(&mut cell.blocks, act));
            }
            Block::Frame(frame) => each(&mut frame.blocks, act),
        }
    }
}

/// Groups are nested no deeper than they are read.
fn each_within(content: &mut AnchorContent, size: (f64, f64), act: &mut dyn FnMut(&mut TextBox, (f64, f64))) {
    match content {
        AnchorContent::Box(own) => act(own, size),
        AnchorContent::Group(items) => {
            items.iter_mut().for_each(|item| each_within(&mut item.content, (item.width, item.height), act));
        }
        AnchorContent::Turned(inner, _) => each_within(inner, size, act),
        _ => {}
    }
}
