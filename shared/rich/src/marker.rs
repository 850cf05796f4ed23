//! Marks in rendered text where rich values go: an index between two characters that XML forbids, so neither a template nor a value can
//! contain one.

use platen_ooxml::sentinel::MARK;

/// Texts between marks, each with the index of the value behind it.
pub(super) fn pieces(text: &str) -> impl Iterator<Item = (&str, Option<usize>)> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest.take()?;
        let Some((before, behind)) = text.split_once(MARK) else { return Some((text, None)) };
        let (index, after) = behind.split_once(MARK).unwrap_or((behind, ""));
        rest = Some(after);
        Some((before, index.parse().ok()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_marks_take_turns() {
        let found: Vec<_> = pieces("a\u{2}1\u{2}b\u{2}23\u{2}").collect();
        assert_eq!(found, [("a", Some(1)), ("b", Some(23)), ("", None)]);
        // A value printed as `safe` may hold the character; it is no mark, and goes.
        assert_eq!(pieces("a\u{2}x").collect::<Vec<_>>(), [("a", None), ("", None)]);
    }
}
