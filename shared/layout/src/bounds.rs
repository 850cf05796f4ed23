//! Tolerances and bounds that several areas share. Bounds keep hostile numbers away from places that no page has.

/// Tolerance: lengths that differ by less are the same, in points. They are sums of fractions.
pub(crate) const HAIR: f64 = 0.01;

/// Tolerance: a share of at least this is the whole.
pub(crate) const NEARLY_ALL: f64 = 0.999;

/// Tolerance: how far the last digits of a share or of a count of steps may be off.
pub(crate) const ROUNDING: f64 = 1e-9;

/// Tolerance: the same for numbers that come from several of those, or from single precision; and the least that is divided by.
pub(crate) const COARSE_ROUNDING: f64 = 1e-6;

/// Bound: the widest paper, column, cell or margin that Word takes, 22 inches, in points.
pub(crate) const WIDEST: f64 = 1584.0;

/// Bound: the thickest line, the widest blur and the longest distance of a shadow or glow, in points. A guess: wider than any
/// in use.
pub(crate) const THICKEST: f64 = 100.0;

/// Bound: the shares of a picture that are cut off at a side; below zero adds room. A guess: wider than any in use.
pub(crate) const CROP: (f64, f64) = (-10.0, 0.99);

/// Bound: how far from the origin a point of a drawing can be, in its own units. A guess: farther than any in use.
pub(crate) const FARTHEST_UNIT: f64 = 1e6;

/// Bound: the same where drawings of other formats are placed, and for a point that has been moved by a matrix.
pub(crate) const FARTHEST_PLACED: f64 = 1e7;
