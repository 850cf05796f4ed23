//! Paragraphs in frames (17.3.1.11): text placed elsewhere, and drop caps.

use std::rc::Rc;

use super::Floating;
use super::layouter::{Column, DropCap, Layouter, Open};
use crate::error::LayoutError;
use crate::ink::Paper;
use crate::line::{Breaker, Room};
use crate::model::story::{Anchor, Paragraph};
use crate::pages::Item;

impl<'a> Layouter<'a> {
    /// Sets a paragraph in a frame of its own; frames at one place are one frame.
    pub(super) fn frame(
        &self,
        paragraph: &'a Paragraph,
        anchor: &'a Anchor,
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let width = if anchor.width > 0.0 {
            anchor.width
        } else {
            (self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?.width() + 1.0)
                .min(open.column.width)
        };
        let mut inner = Open {
            in_frame: true,
            ..Open::new(Column {
                stance: open.column.stance,
                grid: open.column.grid,
                ..Column::other(width, open.column.values)
            })
        };
        self.paragraph(paragraph, false, &mut inner)?;
        let mut items = Vec::new();
        super::anchor::draw_flow(&inner.flow, 0.0, 0.0, &mut items, &mut |_, _, _| {});
        let height = inner.flow.height().max(anchor.height);
        if let Some(before) = open.frames.last_mut()
            && (before.anchor.across, before.anchor.down) == (anchor.across, anchor.down)
        {
            let shifted = items.into_iter().map(|item| item.shifted(0.0, before.height));
            // Nobody else holds them yet: nothing is copied.
            Rc::make_mut(&mut before.items).extend(shifted);
            before.height += height;
            before.width = before.width.max(width);
            return Ok(());
        }
        open.frames.push(Floating::ahead(anchor, Rc::new(items), (width, height), Vec::new()));
        Ok(())
    }

    /// Keeps a drop cap for the paragraph after it.
    pub(super) fn drop_cap(
        &self,
        paragraph: &'a Paragraph,
        open: &mut Open<'a, '_>,
    ) -> Result<(), LayoutError> {
        let shaped = self.shaper.paragraph(paragraph, open.column.values, open.column.stance)?;
        let mark = self.shaper.mark(&paragraph.mark);
        let lines = Breaker {
            shaped: &shaped,
            label: None,
            style: &paragraph.style,
            mark: &mark,
            width: open.column.width,
            settings: &self.document.settings,
            is_in_cell: false,
            grid: None,
            budget: self.budget,
            room: &|_, _, _| Room::whole(),
        }
        .lines()?;
        let mut items = Vec::new();
        if let Some(line) = lines.first() {
            let paper = Paper {
                width: open.column.width,
                top: 0.0,
                is_rtl: false,
                ground: open.column.ground,
                page_left: open.column.page_left,
            };
            self.pen().line(&shaped, line, paper, &mut items, &mut |_, _| {})?;
            Item::belong_to(&mut items, paragraph.element);
        }
        let lines = paragraph.style.drop_cap.unwrap_or(1);
        open.drop_cap = Some(DropCap { items, width: shaped.width(), lines });
        Ok(())
    }
}
