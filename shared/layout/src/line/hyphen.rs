//! Automatic hyphenation (17.15.1.10).

use hypher::Lang;

use crate::model::settings::Settings;

/// The minimum number of letters before a hyphen.
const LEAST_BEFORE: usize = 2;

/// The minimum number of letters behind a hyphen, up to Word 2010 ("with-in", "accura-cy" and "Resto-re" in two of Word's PDFs) and
/// since ("Wei-tere" in another).
const LEAST_BEHIND: [usize; 2] = [2, 3];

/// Letters of a word that is looked at: longer ones are no words.
const LONGEST: usize = 80;

/// Bytes of `word` at which it may be divided, in order.
pub(crate) fn places(word: &str, language: &str, settings: &Settings) -> Vec<usize> {
    let least_behind = LEAST_BEHIND[usize::from(settings.mode >= 15)];
    let letters = word.chars().count();
    if letters < LEAST_BEFORE + least_behind || letters > LONGEST || !word.chars().all(char::is_alphabetic) {
        return Vec::new();
    }
    if !settings.hyphenate_caps && word.chars().all(char::is_uppercase) {
        return Vec::new();
    }
    let Some(language) = patterns(language) else { return Vec::new() };
    let mut at = 0;
    let mut out = Vec::new();
    for syllable in hypher::hyphenate_bounded(word, language, LEAST_BEFORE, least_behind) {
        at += syllable.len();
        out.push(at);
    }
    out.pop();
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
    use crate::model::settings::Settings;

    #[test]
    fn words_are_divided_by_the_rules_of_their_language() {
        let settings = |mode, hyphenate_caps| Settings { mode, hyphenate_caps, ..Settings::default() };
        let new = settings(15, true);
        assert_eq!(places("extensive", "en-US", &new), [2, 5]);
        assert_eq!(places("Silbentrennung", "de-DE", &new), [3, 6, 10]);
        let old = settings(14, true);
        assert_eq!([&new, &old].map(|settings| places("weitere", "de-DE", settings)), [vec![3], vec![3, 5]]);
        assert_eq!([&new, &old].map(|settings| places("within", "en-US", settings)), [vec![], vec![4]]);
        assert_eq!(
            [places("x", "en", &old), places("word", "xx", &old), places("a1b2c3d4", "en", &old)],
            [[0; 0]; 3]
        );
        assert!(places("EXTENSIVE", "en", &settings(14, false)).is_empty());
    }
}
