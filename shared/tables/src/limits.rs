//! Bounds on what reading a table may cost.

/// Bounds on a table. An error names the field that it hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one row, and of one item.
    pub item_bytes: usize,
    /// Bytes of a workbook's file, which is held in memory.
    pub package_bytes: u64,
    /// Bytes of all entries of a workbook, inflated.
    pub expanded_bytes: u64,
    /// Bytes of the items whose rows are still being put together.
    pub grouped_bytes: usize,
    /// Cells of all rows of a sheet, with the empty ones in front of others and under headings. A workbook of full rows that
    /// is as large as it may be (`expanded_bytes`) has some three million.
    pub cells: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            item_bytes: 10 << 20,
            package_bytes: 50 << 20,
            expanded_bytes: 100 << 20,
            grouped_bytes: 32 << 20,
            cells: 50_000_000,
        }
    }
}

/// Columns of a table: those of a sheet of Excel (XFD).
pub(crate) const COLUMNS: usize = 16_384;

/// How many times as large as its file a table's items can be, once they are larger than `expanded_bytes`.
pub(crate) const RATIO: u64 = 200;
