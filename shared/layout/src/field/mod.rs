//! **Fields** (17.16): what they show, computed from the text and its pages, and written into the document's text. A
//! document is laid out, its fields are computed, and it is laid out again, until nothing changes.

mod cells;
mod condition;
mod contents;
mod dates;
mod edit;
mod entries;
mod evaluate;
mod facts;
mod format;
mod formula;
mod index;
mod list_number;
mod properties;
mod scan;
mod sequence;
mod styles;
mod text;
mod update;
mod write;

pub(crate) use facts::{Facts, PageFacts};
pub(crate) use format::number_format;
pub(crate) use platen_docx::field::Instruction;
pub(crate) use update::{CODE, Settings, Update, update};

/// Which results of fields a document shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fields {
    /// Those that are saved in it, as when Word prints it: only numbers and counts of pages are computed.
    #[default]
    Saved,
    /// What Word would show if all of them were updated.
    Updated,
}

/// A field of the document and what it shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldResult {
    /// The part that it stands in.
    pub part: String,
    /// Its number among the fields of the part, in the order of their beginnings.
    pub place: usize,
    /// Its name (`PAGEREF`).
    pub name: String,
    /// What it shows now.
    pub text: String,
}

/// Times that the text is made again from its fields. The first makes lists of the right length, the second the right
/// numbers; what still changes then depends on itself.
pub(crate) const MAX_PASSES: usize = 6;

/// Fields whose results can be computed from the document.
const COMPUTED: [&str; 32] = [
    "PAGEREF",
    "REF",
    "TOC",
    "INDEX",
    "SEQ",
    "STYLEREF",
    "NOTEREF",
    "DATE",
    "TIME",
    "SAVEDATE",
    "CREATEDATE",
    "PRINTDATE",
    "IF",
    "COMPARE",
    "=",
    "DOCPROPERTY",
    "INFO",
    "DOCVARIABLE",
    "AUTHOR",
    "TITLE",
    "SUBJECT",
    "KEYWORDS",
    "COMMENTS",
    "LASTSAVEDBY",
    "REVNUM",
    "TEMPLATE",
    "NUMWORDS",
    "NUMCHARS",
    "QUOTE",
    "SET",
    "LISTNUM",
    "FILENAME",
];

/// Fields whose saved results stay whenever Word updates, or that show nothing.
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

/// Whether a field's result can be computed, besides those that depend on the page alone.
pub(crate) fn is_computed(name: &str) -> bool {
    COMPUTED.contains(&name) || !STATIC.contains(&name)
}

fn is_static(name: &str) -> bool {
    STATIC.contains(&name)
}
