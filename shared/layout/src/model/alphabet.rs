//! Letters of equations: the alphabets of the block "Mathematical Alphanumeric Symbols" (UTR 25, 2.2), selected by `m:scr`
//! and `m:sty` (22.1.2.94, 22.1.2.111).

/// The letters that a text is set in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Alphabet {
    pub script: Script,
    pub is_bold: bool,
    pub is_italic: bool,
}

/// The kind of letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    Roman,
    Calligraphic,
    Fraktur,
    DoubleStruck,
    SansSerif,
    Monospace,
}

impl Script {
    pub fn parse(value: Option<&str>) -> Script {
        match value {
            Some("script") => Script::Calligraphic,
            Some("fraktur") => Script::Fraktur,
            Some("double-struck") => Script::DoubleStruck,
            Some("sans-serif") => Script::SansSerif,
            Some("monospace") => Script::Monospace,
            _ => Script::Roman,
        }
    }
}

/// Letters that stand elsewhere in Unicode, because they came earlier: the place in the block, and the letter.
const HOLES: [(u32, char); 24] = [
    (0x1D455, 'ℎ'),
    (0x1D49D, 'ℬ'),
    (0x1D4A0, 'ℰ'),
    (0x1D4A1, 'ℱ'),
    (0x1D4A3, 'ℋ'),
    (0x1D4A4, 'ℐ'),
    (0x1D4A7, 'ℒ'),
    (0x1D4A8, 'ℳ'),
    (0x1D4AD, 'ℛ'),
    (0x1D4BA, 'ℯ'),
    (0x1D4BC, 'ℊ'),
    (0x1D4C4, 'ℴ'),
    (0x1D506, 'ℭ'),
    (0x1D50B, 'ℌ'),
    (0x1D50C, 'ℑ'),
    (0x1D515, 'ℜ'),
    (0x1D51D, 'ℨ'),
    (0x1D53A, 'ℂ'),
    (0x1D53F, 'ℍ'),
    (0x1D545, 'ℕ'),
    (0x1D547, 'ℙ'),
    (0x1D548, 'ℚ'),
    (0x1D549, 'ℝ'),
    (0x1D551, 'ℤ'),
];

/// Greek letters that follow the alphabet in each of its runs.
const GREEK_SIGNS: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];

impl Alphabet {
    /// The character that is drawn for one of a text. A hyphen is a minus sign, an apostrophe a prime.
    pub fn of(self, character: char) -> char {
        match character {
            '-' => '−',
            '\'' => '′',
            'A'..='Z' => self.latin(u32::from(character) - u32::from('A')).unwrap_or(character),
            'a'..='z' => self.latin(u32::from(character) - u32::from('a') + 26).unwrap_or(character),
            '0'..='9' => self.digit(u32::from(character) - u32::from('0')).unwrap_or(character),
            'ı' if self.is_italic && !self.is_bold => '𝚤',
            'ȷ' if self.is_italic && !self.is_bold => '𝚥',
            _ => self.greek(character).unwrap_or(character),
        }
    }

    fn latin(self, place: u32) -> Option<char> {
        let start = match (self.script, self.is_bold, self.is_italic) {
            (Script::Roman, false, false) => return None,
            (Script::Roman, true, false) => 0x1D400,
            (Script::Roman, false, true) => 0x1D434,
            (Script::Roman, true, true) => 0x1D468,
            (Script::Calligraphic, false, _) => 0x1D49C,
            (Script::Calligraphic, true, _) => 0x1D4D0,
            (Script::Fraktur, false, _) => 0x1D504,
            (Script::DoubleStruck, ..) => 0x1D538,
            (Script::Fraktur, true, _) => 0x1D56C,
            (Script::SansSerif, false, false) => 0x1D5A0,
            (Script::SansSerif, true, false) => 0x1D5D4,
            (Script::SansSerif, false, true) => 0x1D608,
            (Script::SansSerif, true, true) => 0x1D63C,
            (Script::Monospace, ..) => 0x1D670,
        };
        let code = start + place;
        let hole = HOLES.iter().find(|(own, _)| *own == code).map(|(_, letter)| *letter);
        hole.or_else(|| char::from_u32(code))
    }

    fn digit(self, digit: u32) -> Option<char> {
        let start = match (self.script, self.is_bold) {
            (Script::DoubleStruck, _) => 0x1D7D8,
            (Script::SansSerif, false) => 0x1D7E2,
            (Script::SansSerif, true) => 0x1D7EC,
            (Script::Monospace, _) => 0x1D7F6,
            (_, true) => 0x1D7CE,
            _ => return None,
        };
        char::from_u32(start + digit)
    }

    fn greek(self, character: char) -> Option<char> {
        let start = match (self.script, self.is_bold, self.is_italic) {
            (Script::SansSerif, true, false) => 0x1D756,
            (Script::SansSerif, true, true) => 0x1D790,
            (_, true, false) => 0x1D6A8,
            (_, false, true) => 0x1D6E2,
            (_, true, true) => 0x1D71C,
            (_, false, false) => return None,
        };
        let place = match character {
            'Α'..='Ω' => u32::from(character) - u32::from('Α'),
            '∇' => 25,
            'α'..='ω' => u32::from(character) - u32::from('α') + 26,
            other => 51 + u32::try_from(GREEK_SIGNS.iter().position(|sign| *sign == other)?).ok()?,
        };
        char::from_u32(start + place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, script: Script, is_bold: bool, is_italic: bool) -> String {
        text.chars().map(|c| Alphabet { script, is_bold, is_italic }.of(c)).collect()
    }

    #[test]
    fn letters_stand_in_their_alphabets() {
        assert_eq!(written("xhA-1αΩ∂ϖ", Script::Roman, false, true), "𝑥ℎ𝐴−1𝛼𝛺𝜕𝜛");
        assert_eq!(written("x1α∇", Script::Roman, true, false), "𝐱𝟏𝛂𝛁");
        assert_eq!(written("x", Script::Roman, false, false), "x");
        assert_eq!(written("RxH", Script::DoubleStruck, false, true), "ℝ𝕩ℍ");
        assert_eq!(written("LC", Script::Fraktur, false, true), "𝔏ℭ");
        assert_eq!(written("Le", Script::Calligraphic, false, true), "ℒℯ");
        assert_eq!(written("a9", Script::Monospace, false, true), "𝚊𝟿");
    }
}
