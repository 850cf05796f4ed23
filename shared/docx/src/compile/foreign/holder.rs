//! The element around a mark.

use platen_ooxml::xml::NodeId;

/// Where a mark stands: what a list repeats is a row, or else a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Holder {
    pub node: NodeId,
    pub is_row: bool,
}
