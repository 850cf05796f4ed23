//! Directions of text: UAX 9, with Word's own override by run (17.3.2.30).

use std::ops::Range;

use platen_fonts::levels;

/// Stand for a letter that runs to the right, and one that runs to the left.
const LEFT_TO_RIGHT: char = 'a';
const RIGHT_TO_LEFT: char = '\u{5D0}';

/// The level of each byte of a paragraph. `runs` are its stretches, in order, and whether each has `w:rtl`.
///
/// In a run without it, digits, signs and blanks run to the right as its letters do: `2-Factor` stays whole between Hebrew
/// words, and the blank before ` Input` stands to the left of it, away from the word before. In a run with it, a slash or a
/// hyphen parts numbers: `25/5/1989` reads from the right (Word's PDFs of a Hebrew and an Arabic document).
pub(super) fn of(text: &str, runs: impl Iterator<Item = (Range<usize>, bool)>, is_rtl: bool) -> Vec<u8> {
    let runs: Vec<_> = runs.collect();
    if !is_rtl && !runs.iter().any(|(_, is_rtl)| *is_rtl) && !text.chars().any(may_be_rtl) {
        return vec![0; text.len()];
    }
    let mut proxy = String::with_capacity(text.len());
    let mut lengths = Vec::with_capacity(text.len());
    for (range, is_rtl) in runs {
        let own = text.get(range).unwrap_or_default();
        let is_latin = !is_rtl && !own.chars().any(may_be_rtl);
        for c in own.chars() {
            let stand_in = match c {
                _ if is_latin => LEFT_TO_RIGHT,
                '/' | '-' if is_rtl => RIGHT_TO_LEFT,
                c => c,
            };
            proxy.push(stand_in);
            lengths.push((c.len_utf8(), stand_in.len_utf8()));
        }
    }
    let found = levels(&proxy, is_rtl);
    let mut out = Vec::with_capacity(text.len());
    let mut at = 0;
    for (length, stand_in) in lengths {
        let level = found.get(at).copied().unwrap_or(0);
        out.extend(std::iter::repeat_n(level, length));
        at += stand_in;
    }
    out
}

fn may_be_rtl(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8FF}' | '\u{200F}' | '\u{202B}' | '\u{202E}' | '\u{FB1D}'..='\u{FEFC}'
        | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
}

#[cfg(test)]
mod tests {
    use super::of;

    fn levels(runs: &[(&str, bool)], is_rtl: bool) -> String {
        let text: String = runs.iter().map(|(text, _)| *text).collect();
        let mut at = 0;
        let ranges = runs.iter().map(|(text, is_rtl)| {
            at += text.len();
            (at - text.len()..at, *is_rtl)
        });
        let levels = of(&text, ranges, is_rtl);
        text.char_indices().map(|(at, _)| levels[at].to_string()).collect()
    }

    #[test]
    fn runs_say_which_way_digits_and_signs_go() {
        assert_eq!(levels(&[("אב ", true), ("2-F", false), (" ג", true)], true), "11122211");
        assert_eq!(levels(&[("25/5", true)], true), "2212");
        assert_eq!(levels(&[("a1-b", false)], false), "0000");
        assert_eq!(levels(&[("א-", true), (" Ab", false), (" ג", true)], true), "1122211");
        assert_eq!(levels(&[("א ", true), ("A", false), ("©", false), (" ג", true)], true), "112211");
    }
}
