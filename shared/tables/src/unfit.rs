//! Why a cell is refused.

/// Why a cell does not fit; follows the column's name: `is "12o"; a number is required`.
#[derive(Debug)]
pub(crate) struct Unfit(pub String);
