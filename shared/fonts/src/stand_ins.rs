//! Which bundled family stands in for a family that is not at hand.

use crate::choice::Generic;

/// `(family that is asked for, in lower case; bundled family that stands in)`.
const KNOWN: [(&str, &str); 12] = [
    ("times new roman", "Liberation Serif"),
    ("times", "Liberation Serif"),
    ("arial", "Liberation Sans"),
    ("helvetica", "Liberation Sans"),
    ("courier new", "Liberation Mono"),
    ("courier", "Liberation Mono"),
    ("calibri", "Carlito"),
    ("cambria", "Caladea"),
    ("georgia", "Gelasio"),
    ("segoe ui", "Selawik"),
    ("calibri light", "Carlito"),
    ("aptos", "Carlito"),
];

/// The bundled family that is known to fit `family`.
pub(crate) fn for_family(family: &str) -> Option<&'static str> {
    KNOWN.iter().find(|(wanted, _)| wanted.eq_ignore_ascii_case(family)).map(|(_, used)| *used)
}

/// The bundled family for a font of which only the looks are known, or the name alone.
pub(crate) fn of_looks(family: &str, generic: Option<Generic>) -> &'static str {
    match generic.unwrap_or_else(|| by_name(family)) {
        Generic::Serif => "Liberation Serif",
        Generic::Sans => "Liberation Sans",
        Generic::Mono => "Liberation Mono",
    }
}

/// What the parts of a font's name say of its looks. A name that says nothing is taken for a sans serif: most fonts of
/// recent years are, and a serif in their place is the difference that readers see first.
fn by_name(family: &str) -> Generic {
    let name = family.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    if has(&["mono", "courier", "console", "consolas", "typewriter", "code"]) {
        Generic::Mono
    } else if has(&["sans", "gothic", "grotes", "arial", "helvet"]) {
        Generic::Sans
    } else if has(&[
        "serif", "roman", "times", "garamond", "georgia", "bodoni", "mincho", "ming", "song", "book",
        "antiqua",
    ]) {
        Generic::Serif
    } else {
        Generic::Sans
    }
}
