//! The model's tables as WordprocessingML (17.4).

use std::fmt::Write;

use super::super::inventory::StyleKind;
use super::super::length::EMU_PER_TWIP;
use super::model::{CellAlign, Table};
use super::properties::{shading, val};
use super::table_grid::{Merge, Slot, resolve};
use super::widths::widths;
use super::write_paragraph::indent;
use super::writer::{EMPTY, Writer};

/// Lines around all cells, for templates without Word's own style of them.
const BORDERS: [&str; 6] = ["top", "left", "bottom", "right", "insideH", "insideV"];
/// Margins at the left and the right of a cell together, in twips: what Word has.
const MARGINS: u32 = 2 * 108;

/// A table is not laid out narrower, in twips.
const NARROWEST: u32 = 720;

impl Writer<'_, '_> {
    /// Writes a table; whether it has any cell.
    pub(super) fn table(&mut self, table: &Table) -> Result<bool, String> {
        let grid = resolve(table, self.resources.bounds.limits)?;
        if grid.rows.is_empty() {
            return Ok(false);
        }
        let left = indent(table.place);
        let room = self.resources.text_width;
        let twips = u32::try_from(room / EMU_PER_TWIP).unwrap_or(u32::MAX).saturating_sub(left);
        let widths = widths(table, &grid, twips.max(NARROWEST));
        self.table_properties(widths.iter().sum(), left);
        self.out.push_str("<w:tblGrid>");
        for width in &widths {
            let _ = write!(self.out, "<w:gridCol w:w=\"{width}\"/>");
        }
        self.out.push_str("</w:tblGrid>");
        for row in &grid.rows {
            self.out.push_str("<w:tr>");
            if row.header {
                self.out.push_str("<w:trPr><w:tblHeader/></w:trPr>");
            }
            for slot in &row.slots {
                let width = widths.iter().skip(slot.column).take(slot.columns).sum::<u32>();
                self.resources.text_width =
                    u64::from(width.saturating_sub(MARGINS).max(MARGINS)) * EMU_PER_TWIP;
                self.cell(slot, width)?;
            }
            self.out.push_str("</w:tr>");
        }
        self.resources.text_width = room;
        self.out.push_str("</w:tbl>");
        Ok(true)
    }

    /// `w:tblPr`, in the order of the schema (17.4.59).
    fn table_properties(&mut self, width: u32, left: u32) {
        let style = self.resources.style(StyleKind::Table, "Table Grid");
        self.out.push_str("<w:tbl><w:tblPr>");
        if let Some(style) = style {
            let _ = write!(self.out, "<w:tblStyle{}/>", val(style));
        }
        let _ = write!(self.out, "<w:tblW w:w=\"{width}\" w:type=\"dxa\"/>");
        if left > 0 {
            let _ = write!(self.out, "<w:tblInd w:w=\"{left}\" w:type=\"dxa\"/>");
        }
        if style.is_none() {
            self.out.push_str("<w:tblBorders>");
            for side in BORDERS {
                let _ = write!(
                    self.out,
                    "<w:{side} w:val=\"single\" w:sz=\"4\" w:space=\"0\" w:color=\"auto\"/>"
                );
            }
            self.out.push_str("</w:tblBorders>");
        }
        self.out.push_str("<w:tblLayout w:type=\"fixed\"/>");
        if style.is_none() {
            self.out.push_str(
                "<w:tblCellMar><w:left w:w=\"108\" w:type=\"dxa\"/><w:right w:w=\"108\" w:type=\"dxa\"/></w:tblCellMar>",
            );
        }
        self.out.push_str("</w:tblPr>");
    }

    fn cell(&mut self, slot: &Slot<'_>, width: u32) -> Result<(), String> {
        // `w:tcPr`, in the order of the schema (17.4.69).
        let _ = write!(self.out, "<w:tc><w:tcPr><w:tcW w:w=\"{width}\" w:type=\"dxa\"/>");
        if slot.columns > 1 {
            let _ = write!(self.out, "<w:gridSpan w:val=\"{}\"/>", slot.columns);
        }
        self.out.push_str(match slot.merge {
            Merge::None => "",
            Merge::Restart => "<w:vMerge w:val=\"restart\"/>",
            Merge::Continue => "<w:vMerge/>",
        });
        if let Some(background) = slot.background {
            let _ = write!(self.out, "<w:shd{}/>", shading(background));
        }
        self.out.push_str(match slot.cell.and_then(|cell| cell.align) {
            Some(CellAlign::Top) | None => "",
            Some(CellAlign::Middle) => "<w:vAlign w:val=\"center\"/>",
            Some(CellAlign::Bottom) => "<w:vAlign w:val=\"bottom\"/>",
        });
        self.out.push_str("</w:tcPr>");
        let before = self.out.len();
        if let Some(cell) = slot.cell {
            self.blocks(&cell.blocks, true)?;
        }
        // A cell without a paragraph is no cell to Word.
        if self.out.len() == before {
            self.out.push_str(EMPTY);
        }
        self.out.push_str("</w:tc>");
        Ok(())
    }
}
