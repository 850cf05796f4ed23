//! Automatic hyphenation (17.15.1.10).

use hypher::Lang;

/// The minimum number of letters before and after a hyphen.
const LEAST: (usize, usize) = (2, 3);

/// Letters of a word that is looked at: longer ones are no words.
const LONGEST: usize = 80;

/// Bytes of `word` at which it may be divided, in order.
pub(crate) fn places(word: &str, language: &str, capitals: bool) -> Vec<usize> {
    let letters = word.chars().count();
    if letters < LEAST.0 + LEAST.1 || letters > LONGEST || !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    if !capitals && word.chars().all(char::is_uppercase) {
        return Vec::new();
    }
    let Some(language) = patterns(language) else { return Vec::new() };
    let mut at = 0;
    let mut out = Vec::new();
    for syllable in hypher::hyphenate(word, language) {
        at += syllable.len();
        let before = word[..at].chars().count();
        if before >= LEAST.0 && letters - before >= LEAST.1 {
            out.push(at);
        }
    }
    out
}

/// The patterns of a language tag (`de-CH`).
fn patterns(language: &str) -> Option<Lang> {
    let primary = language.split('-').next()?.to_ascii_lowercase();
    let primary = match primary.as_str() {
        "no" => "nb",
        own => own,
    };
    let code: [u8; 2] = primary.as_bytes().try_into().ok()?;
    Lang::from_iso(code)
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn words_are_divided_by_the_rules_of_their_language() {
        assert_eq!(places("extensive", "en-US", true), [2, 5]);
        assert_eq!(places("Silbentrennung", "de-DE", true), [3, 6, 10]);
        assert_eq!(
            [places("x", "en", true), places("word", "xx", true), places("a1b2c3d4", "en", true)],
            [[0; 0]; 3]
        );
        assert!(places("EXTENSIVE", "en", false).is_empty());
    }
}
