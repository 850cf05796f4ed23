//! Where lines can break. These are Word's rules, not UAX 14: in Latin text, only spaces, hyphens and dashes end a line;
//! slashes, colons and similar do not (17 of 17 URLs in corpus/real broke after a hyphen, none after a slash).

use icu_segmenter::LineSegmenter;
use icu_segmenter::options::LineBreakOptions;

use crate::model::settings::Settings;

/// The class of a character for line breaking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    /// Belongs to its neighbours.
    Glue,
    Hyphen,
    Dash,
    /// A break may follow: U+200B and spaces of fixed width.
    Opener,
    Ideograph,
    /// A letter of a script that needs a dictionary.
    Complex,
    Object,
    Other,
}

/// Characters that may not begin a line (17.3.1.16, the standard level: signs of length may, as three Japanese documents show).
const NOT_AT_START: &str = "!%),.:;?]}¢°·ˇˉ―‖’”…‰′″›℃∶、。〃〉》」』】〕〗〞﹚﹜﹞！＂％＇），．：；？］｀｜｝～々ゝゞヽヾ・゛゜｡｣､･ﾞﾟ￠";

/// Characters that may not end a line.
const NOT_AT_END: &str = "$([{£¥‘“‵〈《「『【〔〖〝﹙﹛﹝＄（．［｛｢￡￥";

/// Whether a line may be spread before and after the character.
pub(crate) fn is_ideograph(c: char) -> bool {
    matches!(c,
        '\u{2E80}'..='\u{2FFF}' | '\u{3001}'..='\u{312F}' | '\u{3190}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFF}')
}

fn class(c: char) -> Class {
    match c {
        // Most of most texts.
        'a'..='z' | 'A'..='Z' | '0'..='9' => Class::Other,
        ' ' | '\u{3000}' => Class::Space,
        '\u{A0}' | '\u{202F}' | '\u{2011}' | '\u{2060}' | '\u{FEFF}' | '\u{200D}' => Class::Glue,
        '-' | '\u{2010}' => Class::Hyphen,
        '\u{2013}' | '\u{2014}' => Class::Dash,
        '\u{200B}' | '\u{2002}'..='\u{2006}' | '\u{2008}'..='\u{200A}' | '\t' => Class::Opener,
        '\u{FFFC}' => Class::Object,
        '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => Class::Complex,
        c if is_ideograph(c) => Class::Ideograph,
        _ => Class::Other,
    }
}

/// Small letters and signs of length, which begin no line at the strict level (17.15.1.83).
const STRICT: &str = "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶーｧｨｩｪｫｬｭｮｯｰ";

/// Characters that may not begin or end a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kinsoku<'s> {
    start: &'s str,
    end: &'s str,
    is_strict: bool,
}

impl<'s> Kinsoku<'s> {
    /// Lines begin and end anywhere.
    pub const NONE: Kinsoku<'s> = Kinsoku { start: "", end: "", is_strict: false };

    /// The standard level.
    const STANDARD: Kinsoku<'s> = Kinsoku { start: NOT_AT_START, end: NOT_AT_END, is_strict: false };

    /// The rules from a document's settings for a language: its own lists replace the usual ones.
    pub fn of(settings: &'s Settings, language: Option<&str>) -> Kinsoku<'s> {
        let mut own = Kinsoku { is_strict: settings.strict_kinsoku, ..Kinsoku::STANDARD };
        let language = language.or(settings.east_asia_language.as_deref()).unwrap_or_default();
        for list in settings.kinsoku.iter().filter(|list| list.language.eq_ignore_ascii_case(language)) {
            *(if list.is_of_starts { &mut own.start } else { &mut own.end }) = &list.characters;
        }
        own
    }

    fn at_start(self, c: char) -> bool {
        self.start.contains(c) || self.is_strict && STRICT.contains(c)
    }

    fn at_end(self, c: char) -> bool {
        self.end.contains(c)
    }
}

/// How a paragraph breaks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options<'s> {
    /// Whether words of Latin letters stay whole beside East Asian text (`w:wordWrap`).
    pub word_wrap: bool,
    pub kinsoku: Kinsoku<'s>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Options { word_wrap: true, kinsoku: Kinsoku::STANDARD }
    }
}

/// For each byte of `text` at which a character ends: whether a line may end there.
pub(crate) fn opportunities(text: &str, options: Options<'_>) -> Vec<bool> {
    let mut out = vec![false; text.len() + 1];
    let mut before: Option<(char, Class)> = None;
    // The character before the hyphen, or run of hyphens, that was met.
    let mut ahead_of_hyphen: Option<char> = None;
    // Only text with East Asian characters divides its words (no word of 38 pages of Latin text is cut in two documents of
    // Word that ask for it).
    let word_wrap = options.word_wrap || !text.chars().any(|c| class(c) == Class::Ideograph);
    let options = Options { word_wrap, ..options };
    let mut has_complex = false;
    for (at, c) in text.char_indices() {
        // An anchor stands between characters without parting them.
        if c == '\u{FFF9}' {
            continue;
        }
        let own = class(c);
        has_complex |= own == Class::Complex;
        if let Some((last, class_before)) = before
            && let Some(place) = out.get_mut(at)
        {
            *place = between((last, class_before), (c, own), ahead_of_hyphen, options);
        }
        if own == Class::Hyphen && before.is_none_or(|(_, class)| class != Class::Hyphen) {
            ahead_of_hyphen = before.map(|(c, _)| c);
        }
        before = Some((c, own));
    }
    if has_complex {
        by_dictionary(text, &mut out);
    }
    out
}

fn between(
    (last, before): (char, Class),
    (c, own): (char, Class),
    ahead: Option<char>,
    Options { word_wrap, kinsoku }: Options<'_>,
) -> bool {
    let at_start = |c: char| kinsoku.at_start(c);
    match (before, own) {
        // All spaces hang at the end of a line: the break comes behind the last of them.
        (_, Class::Space) | (_, Class::Glue) | (Class::Glue, _) => false,
        (Class::Space, _) => true,
        (Class::Opener, _) => true,
        (_, Class::Opener) => false,
        (Class::Hyphen, Class::Hyphen) => false,
        // A hyphen behind a space is a minus, and stays with what follows it.
        (Class::Hyphen, _) => ahead.is_some_and(|c| !c.is_whitespace() && c != '\u{FFFC}') && !at_start(c),
        (Class::Dash, Class::Dash) => false,
        (Class::Dash, _) => !at_start(c),
        (Class::Object, _) | (_, Class::Object) => true,
        (Class::Ideograph, _) | (_, Class::Ideograph) => {
            let is_pair = last == c && matches!(c, '…' | '—');
            !(at_start(c) || is_pair || kinsoku.at_end(last))
        }
        (Class::Other, Class::Other) => !word_wrap && !at_start(c) && !kinsoku.at_end(last),
        _ => false,
    }
}

/// Bytes that are looked through for words at once, and those at their end that may be the begin of a longer word.
///
/// Attack: a text of such a script without a space. For each word the segmenter goes through all words behind it.
const AT_ONCE: usize = 4 << 10;
const LONGEST_WORD: usize = 512;

/// Thai, Lao, Khmer and Burmese: words by a dictionary (ICU4X).
fn by_dictionary(text: &str, out: &mut [bool]) {
    let segmenter = LineSegmenter::new_dictionary(LineBreakOptions::default());
    let is_complex = |c: Option<char>| c.is_some_and(|c| class(c) == Class::Complex);
    let mut start = 0;
    while start < text.len() {
        let end = text.floor_char_boundary(start + AT_ONCE);
        let known = if end == text.len() { end } else { end - LONGEST_WORD };
        let mut next = end;
        for at in segmenter.segment_str(&text[start..end]).map(|at| start + at).filter(|at| *at > start) {
            if at > known {
                break;
            }
            next = at;
            let is_between =
                is_complex(text[..at].chars().next_back()) && is_complex(text[at..].chars().next());
            if let Some(place) = out.get_mut(at).filter(|_| is_between) {
                *place = true;
            }
        }
        start = if end == text.len() { end } else { next };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(text: &str) -> String {
        let places = opportunities(text, Options::default());
        text.char_indices().map(|(at, c)| if places[at] { format!("|{c}") } else { c.to_string() }).collect()
    }

    #[test]
    fn latin_text_breaks_at_spaces_hyphens_and_dashes_only() {
        assert_eq!(broken("to  be or"), "to  |be |or");
        assert_eq!(broken("python-364 a/b c:d e?f"), "python-|364 |a/b |c:d |e?f");
        assert_eq!(broken("from -5 to–x, y—z"), "from |-5 |to–|x, |y—|z");
        assert_eq!(broken("a--b no\u{A0}break e-, (x)"), "a--|b |no\u{A0}break |e-, |(x)");
    }

    #[test]
    fn ideographs_break_but_not_before_closing_marks() {
        assert_eq!(broken("日本語、「文」と"), "日|本|語、|「文」|と");
        assert_eq!(broken("日本Word文"), "日|本|Word|文");
        assert_eq!(broken("ユーザー・価格$は"), "ユ|ー|ザ|ー・|価|格|$は");
    }

    #[test]
    fn thai_breaks_between_words() {
        assert_eq!(broken("ภาษาไทย"), "ภาษา|ไทย");
    }

    #[test]
    fn long_thai_breaks_between_the_same_words() {
        // A part of a word at the end of what is looked through at once is no word.
        for before in 0..9 {
            let text = format!("{}{}", "a".repeat(before), "ภาษาไทย".repeat(1_000));
            let words = broken(&text);
            let words: Vec<&str> = words.trim_start_matches('a').trim_start_matches('|').split('|').collect();
            assert_eq!(words.len(), 2_000);
            assert!(words.chunks(2).all(|pair| pair == ["ภาษา", "ไทย"]), "{before} letters before");
        }
    }
}
