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
