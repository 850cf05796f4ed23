//! Space between paragraphs (17.3.1.33).

use crate::model::story::{Block, Paragraph};
use crate::model::{ParagraphStyle, Spacing};

/// The space above a paragraph.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Above<'s> {
    pub style: &'s ParagraphStyle,
    pub list: Option<i64>,
}

/// Space that a paragraph asks for above and below, and the gap to the one before it.
pub(crate) struct Gap {
    pub gap: f64,
    /// The rest of its own space at the top of a page after an explicit break.
    pub after_break: f64,
}

/// The gap between `above` and a paragraph of `style`: the larger of both spaces. Where both are of one style and one of
/// them asks for contextual spacing, it takes back its own share: the lower layer is the upper one's `after`, what
/// `before` has above that is the lower one's (19 probes of Word). Where spaces add up, both are left whole (17.15.3.20; three
/// documents of Word).
pub(crate) fn between(
    above: Option<Above<'_>>,
    style: &ParagraphStyle,
    list: Option<i64>,
    adds_spaces: bool,
) -> Gap {
    let Some(above) = above else {
        let before = style.before.points();
        return Gap { gap: before, after_break: before };
    };
    let in_one_list = list.is_some() && above.list == list;
    let points = |spacing: Spacing| match spacing {
        Spacing::Auto(_) if in_one_list => 0.0,
        spacing => spacing.points(),
    };
    let (after, before) = (points(above.style.after), points(style.before));
    let lower = if above.style.gives_up_to(style) { 0.0 } else { after };
    let own = if adds_spaces { before } else { (before - after).max(0.0) };
    let upper = if style.gives_up_to(above.style) { 0.0 } else { own };
    Gap { gap: lower + upper, after_break: upper }
}

/// Space below a paragraph that the first cell of a table, or the next cell of a row, follows. Contextual spacing takes it back
/// where the next paragraph of the text is of its style, in whichever cell that stands (nine cells of one of Word's PDFs, and
/// five paragraphs above tables in two others). The end of a row is a paragraph too, which parts the last cell from the next row.
pub(crate) fn below(style: &ParagraphStyle, next: Option<&Block>) -> f64 {
    let gives_up = next.and_then(first).is_some_and(|own| style.gives_up_to(&own.style));
    if gives_up { 0.0 } else { style.after.points() }
}

/// The first paragraph of a block.
fn first(mut block: &Block) -> Option<&Paragraph> {
    loop {
        match block {
            Block::Paragraph(paragraph) => return Some(paragraph),
            Block::Table(table) => block = table.rows.first()?.cells.first()?.blocks.first()?,
            Block::Frame(frame) => block = frame.blocks.first()?,
        }
    }
}
