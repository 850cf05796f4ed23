//! Classes that editors write instead of CSS: Quill 1 and 2 (`ql-`), CKEditor 5, TinyMCE.

/// A style sheet: what the editors' own sheets say of each class. Sorted by name.
const SHEET: [(&str, &str); 47] = [
    ("image-style-align-center", "text-align:center"),
    ("image-style-block-align-left", "text-align:left"),
    ("image-style-block-align-right", "text-align:right"),
    ("marker-blue", "background-color:#72ccfd"),
    ("marker-green", "background-color:#62f962"),
    ("marker-pink", "background-color:#fc7899"),
    ("marker-yellow", "background-color:#fdfd77"),
    ("page-break", "page-break-after:always"),
    ("pen-green", "color:#128a00"),
    ("pen-red", "color:#e71313"),
    ("ql-align-center", "text-align:center"),
    ("ql-align-justify", "text-align:justify"),
    ("ql-align-right", "text-align:right"),
    ("ql-bg-black", "background-color:#000"),
    ("ql-bg-blue", "background-color:#06c"),
    ("ql-bg-green", "background-color:#008a00"),
    ("ql-bg-orange", "background-color:#f90"),
    ("ql-bg-purple", "background-color:#93f"),
    ("ql-bg-red", "background-color:#e60000"),
    ("ql-bg-yellow", "background-color:#ff0"),
    ("ql-code-block-container", "font-family:monospace;white-space:pre"),
    ("ql-color-blue", "color:#06c"),
    ("ql-color-green", "color:#008a00"),
    ("ql-color-orange", "color:#f90"),
    ("ql-color-purple", "color:#93f"),
    ("ql-color-red", "color:#e60000"),
    ("ql-color-white", "color:#fff"),
    ("ql-color-yellow", "color:#ff0"),
    ("ql-direction-rtl", "direction:rtl"),
    ("ql-font-monospace", "font-family:monospace"),
    ("ql-font-serif", "font-family:Georgia"),
    ("ql-indent-1", "padding-left:3em"),
    ("ql-indent-2", "padding-left:6em"),
    ("ql-indent-3", "padding-left:9em"),
    ("ql-indent-4", "padding-left:12em"),
    ("ql-indent-5", "padding-left:15em"),
    ("ql-indent-6", "padding-left:18em"),
    ("ql-indent-7", "padding-left:21em"),
    ("ql-indent-8", "padding-left:24em"),
    ("ql-indent-9", "padding-left:27em"),
    ("ql-size-huge", "font-size:2.5em"),
    ("ql-size-large", "font-size:1.5em"),
    ("ql-size-small", "font-size:.75em"),
    ("text-big", "font-size:1.4em"),
    ("text-huge", "font-size:1.8em"),
    ("text-small", "font-size:.85em"),
    ("text-tiny", "font-size:.7em"),
];

/// What a class says, as CSS.
pub(super) fn declarations(class: &str) -> Option<&'static str> {
    let at = SHEET.binary_search_by_key(&class, |(name, _)| name).ok()?;
    Some(SHEET[at].1)
}

/// How many levels further in than its list an item stands: Quill's lists are flat.
pub(super) fn level(classes: &str) -> usize {
    let levels = classes.split_ascii_whitespace().filter_map(|class| class.strip_prefix("ql-indent-"));
    levels.filter_map(|level| level.parse::<usize>().ok()).next_back().unwrap_or_default().min(8)
}

/// The `b` element that Google Docs puts around all that it copies, which is not bold.
pub(super) fn is_wrapper_of_google_docs(id: &str) -> bool {
    id.starts_with("docs-internal-guid-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sheet_is_sorted_so_that_classes_are_found() {
        assert!(SHEET.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(declarations("ql-align-center"), Some("text-align:center"));
        assert_eq!(declarations("mine"), None);
        assert_eq!(level("a ql-indent-3 b"), 3);
        assert_eq!(level("ql-indent-99"), 8);
    }
}
