//! Characters that XML cannot contain. Compiled sources and rendered text use them to mark non-text, so neither a document nor data
//! can forge a mark.

/// Opens and closes code in compiled sources. XML cannot contain the character, so no document can forge it.
pub const GUARD: char = '\u{1}';

/// Stands around the index of a rich value (`rich::marker`).
pub const MARK: char = '\u{2}';

/// Stands on both sides of a printed value whose paragraph or run may have to give way to it. XML cannot contain the
/// character, so that neither documents nor data can forge it.
pub const EDGE: char = '\u{3}';

/// Stands on both sides of a color in the text of a run. XML cannot hold the character.
pub const SHADE: char = '\u{4}';

/// Stands on both sides of the number of a page setup, in or between the paragraphs of the section that it is for. XML cannot
/// hold the character.
pub const PAGE: char = '\u{5}';

/// A text without the page setups at its beginning.
pub fn behind_pages(text: &str) -> &str {
    let mut rest = text;
    while let Some((_, behind)) = rest.strip_prefix(PAGE).and_then(|inside| inside.split_once(PAGE)) {
        rest = behind.trim_start();
    }
    rest
}

/// A text without the page setups at its end.
pub fn before_pages(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some((before, _)) = rest.strip_suffix(PAGE).and_then(|inside| inside.rsplit_once(PAGE)) {
        rest = before.trim_end();
    }
    rest
}
