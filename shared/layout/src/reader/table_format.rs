//! A table style's properties for one cell: the whole table's, then those of the conditions that the cell's place meets.

use crate::model::styles::Style;
use crate::model::table_properties::{Condition, Look, TableFormat};

/// Place of a cell in its table, counted from zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CellPlace {
    pub row: usize,
    pub rows: usize,
    pub is_header: bool,
    /// First grid column, and how many it spans.
    pub column: usize,
    pub span: usize,
    pub columns: usize,
}

/// The format of a cell; conditions in Word's order, later ones win ([MS-OI29500] 2.1.251).
pub(crate) fn of_cell(style: &Style, look: Look, place: CellPlace, bands: (usize, usize)) -> TableFormat {
    let mut format = style.whole.clone();
    for condition in conditions(look, place, bands) {
        if let Some((_, part)) = style.conditions.iter().find(|(known, _)| *known == condition) {
            format.lay(part);
        }
    }
    format
}

/// Conditions that a cell meets, the weakest first.
pub(crate) fn conditions(
    look: Look,
    place: CellPlace,
    (row_band, column_band): (usize, usize),
) -> Vec<Condition> {
    let first_row = look.first_row && (place.row == 0 || place.is_header);
    let last_row = look.last_row && place.row + 1 == place.rows && !first_row;
    let first_column = look.first_column && place.column == 0;
    let last_column = look.last_column && place.column + place.span >= place.columns && !first_column;
    let mut out = Vec::new();
    let mut when = |is_met: bool, condition| {
        if is_met {
            out.push(condition);
        }
    };
    if look.row_bands && !first_row && !last_row {
        let row = place.row.saturating_sub(usize::from(look.first_row));
        let is_odd = row / row_band.max(1) % 2 == 0;
        when(true, if is_odd { Condition::Band1Row } else { Condition::Band2Row });
    }
    if look.column_bands && !first_column && !last_column {
        let column = place.column.saturating_sub(usize::from(look.first_column));
        let is_odd = column / column_band.max(1) % 2 == 0;
        when(true, if is_odd { Condition::Band1Column } else { Condition::Band2Column });
    }
    when(first_column, Condition::FirstColumn);
    when(last_column, Condition::LastColumn);
    when(first_row, Condition::FirstRow);
    when(last_row, Condition::LastRow);
    when(first_row && last_column, Condition::NorthEast);
    when(first_row && first_column, Condition::NorthWest);
    when(last_row && last_column, Condition::SouthEast);
    when(last_row && first_column, Condition::SouthWest);
    out
}
