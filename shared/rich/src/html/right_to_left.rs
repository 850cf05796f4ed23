//! Right-to-left text: Word lays out a whole run from right to left, so words of other scripts need their own runs.

/// Whether a character is of a script from right to left, or of one from left to right; `None`: neither.
fn direction(c: char) -> Option<bool> {
    let is_rtl = matches!(
        c,
        '\u{590}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFF}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}'
    );
    (is_rtl || c.is_alphabetic()).then_some(is_rtl)
}

/// Pieces of a text, each with whether it runs from right to left. What is of no script belongs to words of the other
/// direction only between them.
pub(super) fn by_direction(text: &str) -> Vec<(&str, bool)> {
    let mut pieces: Vec<(&str, bool)> = Vec::new();
    let mut start = 0;
    let mut is_rtl = true;
    // Behind the last letter.
    let mut last = 0;
    for (at, c) in text.char_indices() {
        if let Some(of_letter) = direction(c) {
            if of_letter != is_rtl {
                // Words from left to right end with their last letter; others reach to the next letter.
                let end = if is_rtl { at } else { last };
                if end > start {
                    pieces.push((&text[start..end], is_rtl));
                }
                (start, is_rtl) = (end, of_letter);
            }
            last = at + c.len_utf8();
        }
    }
    // What follows the last word is of the text around.
    if !is_rtl && last < text.len() {
        pieces.push((&text[start..last], false));
        (start, is_rtl) = (last, true);
    }
    if start < text.len() {
        pieces.push((&text[start..], is_rtl));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_other_direction_stand_alone() {
        assert_eq!(by_direction("שלום"), [("שלום", true)]);
        assert_eq!(by_direction("12, 34"), [("12, 34", true)]);
        assert_eq!(
            by_direction("א Word and PDF, ב (C)."),
            [("א ", true), ("Word and PDF", false), (", ב (", true), ("C", false), (").", true)]
        );
        assert_eq!(by_direction("abc"), [("abc", false)]);
        assert_eq!(by_direction(""), []);
    }

    proptest::proptest! {
        #[test]
        fn nothing_is_lost(text in "[אבa-c 1,.]{0,20}") {
            let pieces = by_direction(&text);
            let joined: String = pieces.iter().map(|(piece, _)| *piece).collect();
            proptest::prop_assert_eq!(&joined, &text);
            proptest::prop_assert!(pieces.iter().all(|(piece, _)| !piece.is_empty()));
        }
    }
}
