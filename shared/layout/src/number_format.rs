//! Numbers in the formats of lists, pages and notes (17.18.59).

use platen_ooxml::field::{Instruction, in_case};

use crate::number_words::{Counting, thai};
use crate::read::Element;

/// A format. What this engine does not know is written as a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum NumberFormat {
    #[default]
    Decimal,
    /// With zeros in front, up to so many digits.
    Padded(usize),
    UpperRoman,
    LowerRoman,
    UpperLetter,
    LowerLetter,
    Ordinal,
    CardinalText,
    OrdinalText,
    Hex,
    Chicago,
    None,
    Bullet,
    InDashes,
    /// One sign of a row after the other: its first, and how many there are; decimal after the end.
    Enclosed(char, i64),
    FullWidth,
    /// Letters of an alphabet, repeated after its end.
    Alphabet(&'static str),
    /// Digits of another script.
    Digits(&'static str),
    /// Chinese, Japanese and Korean counting with units of ten.
    Counting(Counting),
    ThaiCounting,
    Hebrew,
}

/// Word offers five at most.
const MOST_DIGITS: usize = 5;

const HEBREW: &str = "אבגדהוזחטיכלמנסעפצקרשת";
const RUSSIAN_LOWER: &str = "абвгдежзиклмнопрстуфхцчшщыэюя";
const RUSSIAN_UPPER: &str = "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ";
const ARABIC: &str = "أبتثجحخدذرزسشصضطظعغفقكلمنهوي";
const ABJAD: &str = "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ";
const THAI: &str = "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ";
const AIUEO: &str =
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン";
const IROHA: &str =
    "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン";
const GANADA: &str = "가나다라마바사아자차카타파하";
const CHOSUNG: &str = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ";
const STEMS: &str = "甲乙丙丁戊己庚辛壬癸";
const BRANCHES: &str = "子丑寅卯辰巳午未申酉戌亥";
const THAI_DIGITS: &str = "๐๑๒๓๔๕๖๗๘๙";
const HINDI_DIGITS: &str = "०१२३४५६७८९";
const CHINESE_DIGITS: &str = "〇一二三四五六七八九";
const KOREAN_DIGITS: &str = "영일이삼사오육칠팔구";
const HANJA_DIGITS: &str = "零一二三四五六七八九";

impl NumberFormat {
    /// The format that the switch `\*` of a field names (17.16.4.3.1).
    pub fn of(instruction: &Instruction) -> Option<NumberFormat> {
        instruction.values("\\*").find_map(|name| {
            Some(match name {
                "ROMAN" => NumberFormat::UpperRoman,
                "roman" => NumberFormat::LowerRoman,
                "ALPHABETIC" => NumberFormat::UpperLetter,
                "alphabetic" => NumberFormat::LowerLetter,
                _ => match name.to_ascii_lowercase().as_str() {
                    "arabic" => NumberFormat::Decimal,
                    "ordinal" => NumberFormat::Ordinal,
                    "cardtext" => NumberFormat::CardinalText,
                    "ordtext" => NumberFormat::OrdinalText,
                    "hex" => NumberFormat::Hex,
                    "arabicdash" => NumberFormat::InDashes,
                    "circlenum" => NumberFormat::Enclosed('①', 20),
                    _ => return None,
                },
            })
        })
    }

    /// Reads a `w:numFmt`. Of the custom formats Word writes those with zeros in front (17.9.17, `w:format`): `001, 002, 003, ...`.
    pub fn read(element: Element<'_>) -> NumberFormat {
        let name = element.val().unwrap_or_default();
        let example = element.attr("format").filter(|_| name == "custom");
        match example.as_deref().and_then(|example| example.split(',').next()) {
            Some(first) if first.trim().parse() == Ok(1) => {
                NumberFormat::Padded(first.trim().len().min(MOST_DIGITS))
            }
            _ => NumberFormat::parse(&name),
        }
    }

    /// Reads a value of `w:numFmt` or `w:fmt`.
    pub fn parse(name: &str) -> NumberFormat {
        use NumberFormat as F;
        match name {
            "decimalZero" => F::Padded(2),
            "upperRoman" => F::UpperRoman,
            "lowerRoman" => F::LowerRoman,
            "upperLetter" => F::UpperLetter,
            "lowerLetter" => F::LowerLetter,
            "ordinal" => F::Ordinal,
            "cardinalText" => F::CardinalText,
            "ordinalText" => F::OrdinalText,
            "hex" => F::Hex,
            "chicago" => F::Chicago,
            "none" => F::None,
            "bullet" => F::Bullet,
            "numberInDash" => F::InDashes,
            "decimalEnclosedCircle" | "decimalEnclosedCircleChinese" => F::Enclosed('①', 20),
            "decimalEnclosedParen" => F::Enclosed('⑴', 20),
            "decimalEnclosedFullstop" => F::Enclosed('⒈', 20),
            "ideographEnclosedCircle" => F::Enclosed('㊀', 10),
            "decimalFullWidth" | "decimalFullWidth2" => F::FullWidth,
            "hebrew1" => F::Hebrew,
            "hebrew2" => F::Alphabet(HEBREW),
            "russianLower" => F::Alphabet(RUSSIAN_LOWER),
            "russianUpper" => F::Alphabet(RUSSIAN_UPPER),
            "arabicAlpha" => F::Alphabet(ARABIC),
            "arabicAbjad" => F::Alphabet(ABJAD),
            "thaiLetters" => F::Alphabet(THAI),
            "thaiNumbers" => F::Digits(THAI_DIGITS),
            "hindiNumbers" => F::Digits(HINDI_DIGITS),
            "aiueo" | "aiueoFullWidth" => F::Alphabet(AIUEO),
            "iroha" | "irohaFullWidth" => F::Alphabet(IROHA),
            "ganada" => F::Alphabet(GANADA),
            "chosung" => F::Alphabet(CHOSUNG),
            "ideographTraditional" => F::Alphabet(STEMS),
            "ideographZodiac" => F::Alphabet(BRANCHES),
            "ideographDigital" | "japaneseDigitalTenThousand" | "taiwaneseDigital" => {
                F::Digits(CHINESE_DIGITS)
            }
            "chineseCounting"
            | "chineseCountingThousand"
            | "taiwaneseCounting"
            | "japaneseCounting"
            | "taiwaneseCountingThousand" => F::Counting(Counting::Plain),
            "chineseLegalSimplified" => F::Counting(Counting::LegalSimplified),
            "ideographLegalTraditional" => F::Counting(Counting::LegalTraditional),
            "japaneseLegal" => F::Counting(Counting::LegalJapanese),
            "koreanCounting" => F::Counting(Counting::Korean),
            "koreanDigital" => F::Digits(KOREAN_DIGITS),
            "koreanDigital2" => F::Digits(HANJA_DIGITS),
            "thaiCounting" => F::ThaiCounting,
            _ => F::Decimal,
        }
    }

    /// Writes a number.
    pub fn write(self, number: i64) -> String {
        use NumberFormat as F;
        match self {
            F::Decimal => number.to_string(),
            F::Padded(digits) => format!("{number:0digits$}"),
            F::UpperRoman => roman(number),
            F::LowerRoman => roman(number).to_lowercase(),
            F::UpperLetter => repeated("ABCDEFGHIJKLMNOPQRSTUVWXYZ", number),
            F::LowerLetter => repeated("abcdefghijklmnopqrstuvwxyz", number),
            F::Ordinal => format!("{number}{}", english_suffix(number)),
            F::CardinalText => cardinal(number),
            F::OrdinalText => ordinal_text(number),
            F::Hex => format!("{number:X}"),
            F::Chicago => repeated("*†‡§", number),
            F::None | F::Bullet => String::new(),
            F::InDashes => format!("- {number} -"),
            F::Enclosed(first, count) => sign_from(first, 1, count, number),
            F::FullWidth => digits("０１２３４５６７８９", number),
            F::Alphabet(letters) => repeated(letters, number),
            F::Digits(signs) => digits(signs, number),
            F::Counting(counting) => counting.write(number),
            F::ThaiCounting => thai(number),
            F::Hebrew => hebrew(number),
        }
    }
}

fn sign_from(first: char, from: i64, count: i64, number: i64) -> String {
    let sign = (from..from + count).contains(&number).then(|| u32::try_from(number - from).ok()).flatten();
    sign.and_then(|offset| char::from_u32(u32::from(first) + offset))
        .map_or_else(|| number.to_string(), |sign| sign.to_string())
}

/// The letter of a number; after the last letter of the alphabet two of the first, then three.
fn repeated(letters: &str, number: i64) -> String {
    let count = letters.chars().count() as i64;
    if number < 1 {
        return number.to_string();
    }
    let times = ((number - 1) / count + 1).min(30) as usize;
    let letter = letters.chars().nth(((number - 1) % count) as usize);
    letter.map(|letter| letter.to_string().repeat(times)).unwrap_or_default()
}

fn digits(signs: &str, number: i64) -> String {
    let sign = |c: char| c.to_digit(10).and_then(|digit| signs.chars().nth(digit as usize)).unwrap_or(c);
    number.to_string().chars().map(sign).collect()
}

/// As Word writes them, up to what a list can count.
fn roman(number: i64) -> String {
    let counted = u32::try_from(number).ok().filter(|number| (1..32_768).contains(number));
    counted.map_or_else(|| number.to_string(), platen_locale::roman)
}

fn english_suffix(number: i64) -> &'static str {
    match (number.rem_euclid(10), number.rem_euclid(100)) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    }
}

/// English words up to 9999, each with a capital; digits after that.
fn cardinal(number: i64) -> String {
    let counted = u64::try_from(number).ok().filter(|number| *number < 10_000);
    let words = counted.and_then(platen_locale::words::in_english);
    words.map_or_else(|| number.to_string(), |words| in_case(words, "caps"))
}

fn ordinal_text(number: i64) -> String {
    in_case(platen_locale::words::in_order(&cardinal(number).to_lowercase()), "caps")
}

/// Hebrew numerals; 15 and 16 avoid the letters of the name of God.
fn hebrew(number: i64) -> String {
    if !(1..1000).contains(&number) {
        return number.to_string();
    }
    let letter = |place: usize| HEBREW.chars().nth(place);
    let mut rest = number as usize;
    let mut out = String::new();
    while rest >= 400 {
        out.extend(letter(21));
        rest -= 400;
    }
    if rest >= 100 {
        out.extend(letter(17 + rest / 100));
        rest %= 100;
    }
    if let 15 | 16 = rest {
        out.extend(letter(8));
        out.extend(letter(rest - 10));
        return out;
    }
    if rest >= 10 {
        out.extend(letter(8 + rest / 10));
        rest %= 10;
    }
    if rest > 0 {
        out.extend(letter(rest - 1));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::NumberFormat;

    #[test]
    fn numbers_are_written_as_word_writes_them() {
        let written = |name: &str, numbers: &[i64]| {
            let format = NumberFormat::parse(name);
            numbers.iter().map(|number| format.write(*number)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(written("lowerLetter", &[1, 26, 27, 53]), "a z aa aaa");
        assert_eq!(written("upperRoman", &[1, 4, 9, 14, 1999, 0]), "I IV IX XIV MCMXCIX 0");
        assert_eq!(written("decimalZero", &[1, 10]), "01 10");
        assert_eq!(written("ordinal", &[1, 2, 3, 4, 11, 21, 112]), "1st 2nd 3rd 4th 11th 21st 112th");
        assert_eq!(
            written("cardinalText", &[0, 21, 100, 1111]),
            "Zero Twenty-one One Hundred One Thousand One Hundred Eleven"
        );
        assert_eq!(written("ordinalText", &[1, 20, 22, 100]), "First Twentieth Twenty-second One Hundredth");
        assert_eq!(written("chicago", &[1, 2, 5]), "* † **");
        assert_eq!(written("chineseCounting", &[1, 10, 11, 20, 105]), "一 十 十一 二十 一百〇五");
        assert_eq!(written("chineseLegalSimplified", &[1, 10, 23]), "壹 壹拾 贰拾叁");
        assert_eq!(written("koreanCounting", &[10, 35]), "십 삼십오");
        assert_eq!(written("koreanDigital", &[10]), "일영");
        assert_eq!(written("thaiCounting", &[1, 10, 11, 21, 105]), "หนึ่ง สิบ สิบเอ็ด ยี่สิบเอ็ด หนึ่งร้อยห้า");
        assert_eq!(written("decimalEnclosedParen", &[1, 20, 21]), "⑴ ⒇ 21");
        assert_eq!(written("hebrew1", &[1, 10, 15, 16, 21, 400]), "א י טו טז כא ת");
        assert_eq!(written("decimalEnclosedCircle", &[1, 20, 21]), "① ⑳ 21");
        assert_eq!(written("russianLower", &[1, 2]), "а б");
        assert_eq!(written("unknown", &[7]), "7");
    }
}
