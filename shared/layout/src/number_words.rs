//! East Asian and Thai number words.

/// How digits and units of ten are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    Plain,
    LegalSimplified,
    LegalTraditional,
    LegalJapanese,
    Korean,
}

impl Counting {
    /// Digits from zero on; thousand, hundred, ten.
    fn signs(self) -> (&'static str, [&'static str; 3]) {
        match self {
            Counting::Plain => ("〇一二三四五六七八九", ["千", "百", "十"]),
            Counting::LegalSimplified => ("零壹贰叁肆伍陆柒捌玖", ["仟", "佰", "拾"]),
            Counting::LegalTraditional => ("零壹貳參肆伍陸柒捌玖", ["仟", "佰", "拾"]),
            Counting::LegalJapanese => ("〇壱弐参四伍六七八九", ["阡", "百", "拾"]),
            Counting::Korean => ("영일이삼사오육칠팔구", ["천", "백", "십"]),
        }
    }

    /// Numbers up to 9999, others digit by digit. Plain ten has no leading one; Korean units have none at all, and no zero
    /// stands within a Korean number.
    pub fn write(self, number: i64) -> String {
        let (digits, [thousand, hundred, ten]) = self.signs();
        let digit = |value: i64| usize::try_from(value).ok().and_then(|value| digits.chars().nth(value));
        if !(1..10_000).contains(&number) {
            return number
                .to_string()
                .chars()
                .map(|c| c.to_digit(10).and_then(|d| digit(d.into())).unwrap_or(c))
                .collect();
        }
        let mut out = String::new();
        let mut gap = false;
        for (unit, name) in [(1000, thousand), (100, hundred), (10, ten), (1, "")] {
            let value = number / unit % 10;
            if value == 0 {
                gap = !out.is_empty();
                continue;
            }
            if std::mem::take(&mut gap) && self != Counting::Korean {
                out.extend(digit(0));
            }
            let is_silent = match self {
                Counting::Plain => unit == 10 && out.is_empty(),
                Counting::Korean => unit > 1,
                _ => false,
            };
            if value > 1 || !is_silent {
                out.extend(digit(value));
            }
            out.push_str(name);
        }
        out
    }
}

const THAI_DIGITS: [&str; 10] = ["", "หนึ่ง", "สอง", "สาม", "สี่", "ห้า", "หก", "เจ็ด", "แปด", "เก้า"];

/// Thai numbers up to 999,999. The ten has no one before it and a word of its own for twenty; a one behind it is `เอ็ด`.
pub(super) fn thai(number: i64) -> String {
    if !(1..1_000_000).contains(&number) {
        return number.to_string();
    }
    let mut out = String::new();
    for (unit, name) in [(100_000, "แสน"), (10_000, "หมื่น"), (1000, "พัน"), (100, "ร้อย"), (10, "สิบ"), (1, "")]
    {
        let value = number / unit % 10;
        let word = match (unit, value) {
            (_, 0) => continue,
            (10, 1) => "",
            (10, 2) => "ยี่",
            (1, 1) if number > 10 => "เอ็ด",
            _ => THAI_DIGITS.get(usize::try_from(value).unwrap_or_default()).copied().unwrap_or_default(),
        };
        out.push_str(word);
        out.push_str(name);
    }
    out
}
