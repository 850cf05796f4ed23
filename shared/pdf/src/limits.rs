//! Every bound on what one conversion may cost, as one value that is passed in.

use std::time::Duration;

/// Bounds on an untrusted document. An error names the field that it hit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PdfLimits {
    /// Tables inside tables. The engine lays each level out on the stack of the level above.
    pub table_nesting: usize,
    /// Elements inside elements of one XML part; the engine walks the tree recursively.
    pub xml_depth: usize,
    /// Elements of all XML parts together.
    pub elements: usize,
    /// Wall-clock time of one conversion.
    pub time: Duration,
    /// Conversions past their time that may still be running in the process; each holds a core.
    pub overdue: usize,
}

impl Default for PdfLimits {
    fn default() -> Self {
        PdfLimits {
            table_nesting: 20,
            xml_depth: 256,
            elements: 4_000_000,
            time: Duration::from_secs(30),
            overdue: 4,
        }
    }
}
