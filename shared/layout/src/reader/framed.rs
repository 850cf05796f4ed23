//! Frames of text (17.3.1.11): paragraphs and tables that follow one another with the same frame stand in one.

use crate::model::paragraph_properties::{FrameLayer, FrameWrap};
use crate::model::story::{Anchor, Block, Row, Table, TextFrame, Wrap};

/// Adds a block to a story, in its frame if it has one.
pub(super) fn push(block: Block, properties: Option<FrameLayer>, out: &mut Vec<Block>) {
    let framed = properties.and_then(|own| Some((anchor(&own)?, own)));
    let Some((anchor, properties)) = framed else { return out.push(block) };
    match out.last_mut() {
        Some(Block::Frame(last)) if last.properties == properties && !ends_section(&last.blocks) => {
            last.blocks.push(block);
        }
        _ => out.push(Block::Frame(Box::new(TextFrame { properties, anchor, blocks: vec![block] }))),
    }
}

/// Takes a table's frame off its cells: Word keeps the place of a table that was framed, and not made to float, in all of its
/// paragraphs.
pub(super) fn take(table: &mut Table) -> Option<FrameLayer> {
    fn of_row(row: &Row) -> Option<&FrameLayer> {
        match row.cells.first()?.blocks.first()? {
            Block::Frame(own) => Some(&own.properties),
            _ => None,
        }
    }
    let first = of_row(table.rows.first()?)?.clone();
    if table.float.is_some() || table.rows.iter().any(|row| of_row(row) != Some(&first)) {
        return None;
    }
    for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
        let blocks = std::mem::take(&mut cell.blocks);
        cell.blocks = blocks
            .into_iter()
            .flat_map(|block| match block {
                Block::Frame(own) if own.properties == first => own.blocks,
                block => vec![block],
            })
            .collect();
    }
    Some(first)
}

fn ends_section(blocks: &[Block]) -> bool {
    matches!(blocks.last(), Some(Block::Paragraph(last)) if last.ends_section)
}

/// The place of a frame; none for a drop cap, and where it is no frame after all.
fn anchor(frame: &FrameLayer) -> Option<Anchor> {
    if frame.drop_cap().is_some() || frame.is_plain() {
        return None;
    }
    let (beside, above) = (frame.space_beside.unwrap_or(0.0), frame.space_above.unwrap_or(0.0));
    let wrap = match frame.wrap {
        None | Some(FrameWrap::Around) => Wrap::Sides { left: true, right: true },
        Some(FrameWrap::NotBeside) => Wrap::TopAndBottom,
        Some(FrameWrap::None) => Wrap::None,
    };
    let distance = [beside, above, beside, above];
    let place = Anchor::at(frame.across(), frame.down(), wrap, distance);
    Some(Anchor { width: frame.width(), height: frame.height(), ..place })
}
