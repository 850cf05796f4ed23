//! Names of fields (17.16.5), grouped by what happens to their results.

/// Fields whose saved results stay whenever Word updates, or that show nothing. All others are computed, or count as
/// fields that cannot be.
const STATIC: [&str; 40] = [
    "",
    "HYPERLINK",
    "FORMTEXT",
    "FORMCHECKBOX",
    "FORMDROPDOWN",
    "MACROBUTTON",
    "GOTOBUTTON",
    "SYMBOL",
    "EQ",
    "ADVANCE",
    "ADDIN",
    "EMBED",
    "LINK",
    "INCLUDEPICTURE",
    "INCLUDETEXT",
    "PRIVATE",
    "SHAPE",
    "CONTROL",
    "BIBLIOGRAPHY",
    "CITATION",
    "XE",
    "TC",
    "TA",
    "RD",
    "ASK",
    "FILLIN",
    "PRINT",
    "DDE",
    "DDEAUTO",
    "AUTOTEXT",
    "MERGEFIELD",
    "MERGEREC",
    "MERGESEQ",
    "NEXT",
    "NEXTIF",
    "SKIPIF",
    "DATABASE",
    "IMPORT",
    "INCLUDE",
    "BARCODE",
];

/// Whether a field keeps its saved result, or shows nothing.
pub(crate) fn is_static(name: &str) -> bool {
    STATIC.contains(&name)
}
