//! Why a mark is not rewritten.

/// Why an expression stays as it is.
pub(super) type Reason = String;
