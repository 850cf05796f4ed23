//! Which bundled family stands in for which family of Office and of the PDF standard's fourteen.

/// `(family that is wanted, bundled family that stands in)`. Metric-compatible pairs keep line breaks and page counts;
/// the others are marked as near.
pub(super) const STAND_INS: &[(&str, &str)] = &[
    ("Times New Roman", "Liberation Serif"),
    ("Times", "Liberation Serif"),
    ("Arial", "Liberation Sans"),
    ("Helvetica", "Liberation Sans"),
    ("Courier New", "Liberation Mono"),
    ("Courier", "Liberation Mono"),
    ("Calibri", "Carlito"),
    ("Cambria", "Caladea"),
    ("Georgia", "Gelasio"),
    ("Segoe UI", "Selawik"),
    // Near, not metric-compatible.
    ("Calibri Light", "Carlito"),
    ("Helvetica Neue", "Liberation Sans"),
    ("Consolas", "Liberation Mono"),
    ("Lucida Console", "Liberation Mono"),
    ("Segoe UI Symbol", "Noto Sans Symbols 2"),
];

/// Families that the bundled `family` stands in for.
pub(super) fn names_for(family: &str) -> impl Iterator<Item = &'static str> + '_ {
    STAND_INS.iter().filter(move |(_, used)| *used == family).map(|(wanted, _)| *wanted)
}
