//! Floating objects whose size follows the page ([MS-DOCX], 2.18.1; `mso-width-percent` in VML).

use super::Reader;
use crate::model::placement::Relative;
use crate::model::section::Section;
use crate::model::story::{Anchor, AnchorContent, Block, GroupItem, InlineKind, Shares};
use crate::model::vml_style::Style;
use crate::read::Element;
use crate::units::{PER_CENT_THOUSANDTHS, THOUSANDTHS};

/// Bound: how many times the page an object may be. A guess.
const MOST_OF_PAGE: f64 = 10.0;

/// Bound: the largest object that is drawn, in points. A guess: more than any paper.
pub(super) const MAX_SIZE: f64 = 4000.0;

impl Reader<'_> {
    /// The relative size in a `wp:anchor`.
    pub(super) fn shares(&mut self, element: Element<'_>) -> Option<Box<Shares>> {
        let share = |name: &str, share: &str| {
            let own = element.child(name)?;
            let text = own.child(share)?.text();
            let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite())?;
            let of = relative(own.attr("relativeFrom").as_deref());
            // Nothing is what a size of its own says.
            (number > 0.0).then_some((of, (number / PER_CENT_THOUSANDTHS).min(MOST_OF_PAGE)))
        };
        self.known(Shares { across: share("sizeRelH", "pctWidth"), down: share("sizeRelV", "pctHeight") })
    }

    /// The relative size in the style of a VML shape.
    pub(super) fn vml_shares(&mut self, style: &Style) -> Option<Box<Shares>> {
        let share = |share: &str, of: &str| {
            // Tenths of a per cent.
            let number = style.number(share).filter(|number| *number > 0.0)?;
            let of =
                style.get(of).map(|of| of.trim_end_matches("-area")).map_or(Relative::Page, |of| match of {
                    "left-margin" | "inner-margin" | "top-margin" => Relative::StartMargin,
                    "right-margin" | "outer-margin" | "bottom-margin" => Relative::EndMargin,
                    "margin" => Relative::Margin,
                    _ => Relative::Page,
                });
            Some((of, (number / THOUSANDTHS).min(MOST_OF_PAGE)))
        };
        self.known(Shares {
            across: share("mso-width-percent", "mso-width-relative"),
            down: share("mso-height-percent", "mso-height-relative"),
        })
    }

    fn known(&mut self, own: Shares) -> Option<Box<Shares>> {
        let says = own != Shares::default();
        self.has_shares |= says;
        says.then(|| Box::new(own))
    }
}

fn relative(from: Option<&str>) -> Relative {
    match from {
        Some("margin") => Relative::Margin,
        Some("leftMargin" | "topMargin" | "insideMargin") => Relative::StartMargin,
        Some("rightMargin" | "bottomMargin" | "outsideMargin") => Relative::EndMargin,
        _ => Relative::Page,
    }
}

/// Gives the objects of a story the sizes that they have on the pages of a section.
pub(super) fn settle(blocks: &mut [Block], section: &Section) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => {
                for inline in &mut paragraph.inlines {
                    if let InlineKind::Anchor(anchor) = &mut inline.kind {
                        resize(anchor, section);
                    }
                }
            }
            Block::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.for_each(|cell| settle(&mut cell.blocks, section));
            }
            Block::Frame(frame) => settle(&mut frame.blocks, section),
        }
    }
}

fn resize(anchor: &mut Anchor, section: &Section) {
    let Some(shares) = anchor.shares.as_deref() else { return };
    let (top, bottom) = (section.top.abs(), section.bottom.abs());
    let size = |own: Option<(Relative, f64)>, [page, text, before, behind]: [f64; 4]| {
        let (of, share) = own?;
        let whole = match of {
            Relative::Margin => text,
            Relative::StartMargin => before,
            Relative::EndMargin => behind,
            _ => page,
        };
        Some((whole * share).clamp(0.0, MAX_SIZE))
    };
    let across = [section.width, section.text_width(), section.left, section.right];
    let down = [section.height, (section.height - top - bottom).max(0.0), top, bottom];
    let width = size(shares.across, across).unwrap_or(anchor.width);
    let height = size(shares.down, down).unwrap_or(anchor.height);
    let scale = |new: f64, old: f64| if old > 0.0 { new / old } else { 1.0 };
    let (wider, higher) = (scale(width, anchor.width), scale(height, anchor.height));
    (anchor.width, anchor.height) = (width, height);
    stretch(&mut anchor.content, (wider, higher));
}

/// Groups know the places of their parts. They are nested no deeper than they are read.
fn stretch(content: &mut AnchorContent, (across, down): (f64, f64)) {
    match content {
        AnchorContent::Group(items) => {
            for GroupItem { x, y, width, height, content } in items {
                (*x, *width) = (*x * across, *width * across);
                (*y, *height) = (*y * down, *height * down);
                stretch(content, (across, down));
            }
        }
        AnchorContent::Turned(inner, _) => stretch(inner, (across, down)),
        _ => {}
    }
}
