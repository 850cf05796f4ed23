//! Numbers within a text: `LISTNUM` (17.16.5.31), for the three lists that every document has.

use std::collections::HashMap;

use platen_ooxml::field::Instruction;

use crate::number_format::NumberFormat;
use crate::number_format::NumberFormat::{Decimal, LowerLetter, LowerRoman, UpperLetter, UpperRoman};

const LEVELS: usize = 9;

/// A list: the text before the number of each level, its format, and the text after it.
type Shape = [(&'static str, NumberFormat, &'static str); LEVELS];

/// Those that Word gives a new field of the kind (measured from Word's own numbers).
const NUMBER: Shape = [
    ("", Decimal, ")"),
    ("", LowerLetter, ")"),
    ("", LowerRoman, ")"),
    ("(", Decimal, ")"),
    ("(", LowerLetter, ")"),
    ("(", LowerRoman, ")"),
    ("", Decimal, "."),
    ("", LowerLetter, "."),
    ("", LowerRoman, "."),
];
const OUTLINE: Shape = [
    ("", UpperRoman, "."),
    ("", UpperLetter, "."),
    ("", Decimal, "."),
    ("", LowerLetter, ")"),
    ("(", Decimal, ")"),
    ("(", LowerLetter, ")"),
    ("(", LowerRoman, ")"),
    ("(", LowerLetter, ")"),
    ("(", LowerRoman, ")"),
];

/// The counters of the lists.
#[derive(Debug, Default)]
pub(super) struct ListNumbers {
    counts: HashMap<&'static str, [i64; LEVELS]>,
}

impl ListNumbers {
    /// The next number of a field's list. `is_numbered`: its paragraph belongs to a list, which a field without a name
    /// then counts in.
    ///
    /// # Errors
    /// Why there is none.
    pub fn next(&mut self, instruction: &Instruction, is_numbered: bool) -> Result<String, &'static str> {
        let named = instruction.argument().map(str::to_ascii_lowercase);
        let name = match named.as_deref() {
            None | Some("") if is_numbered => {
                return Err(
                    "a LISTNUM field that counts in the list of its paragraph keeps its saved result",
                );
            }
            None | Some("" | "numberdefault") => "number",
            Some("outlinedefault") => "outline",
            Some("legaldefault") => "legal",
            Some(_) => return Err("a LISTNUM field that names a list keeps its saved result"),
        };
        let number =
            |switch: &str| instruction.value(switch).and_then(|text| text.trim().parse::<i64>().ok());
        let level = number("\\l").unwrap_or(1).clamp(1, LEVELS as i64) as usize - 1;
        let counts = self.counts.entry(name).or_default();
        if let Some(count) = counts.get_mut(level) {
            *count = number("\\s").unwrap_or(count.saturating_add(1));
        }
        for count in counts.iter_mut().skip(level + 1) {
            *count = 0;
        }
        let count = counts.get(level).copied().unwrap_or(1);
        let of = |shape: &Shape| {
            let (before, format, behind) = shape.get(level)?;
            Some(format!("{before}{}{behind}", format.write(count)))
        };
        let text = match name {
            "number" => of(&NUMBER),
            "outline" => of(&OUTLINE),
            // 1.1.1.: every level names those above it.
            _ => Some(counts.iter().take(level + 1).map(|count| format!("{}.", (*count).max(1))).collect()),
        };
        Ok(text.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_count_by_name_and_level() {
        let mut lists = ListNumbers::default();
        let mut next = |code: &str| lists.next(&Instruction::parse(code), false);
        let number = |text: &str| Ok(text.to_owned());
        assert_eq!(next("LISTNUM"), number("1)"));
        assert_eq!(next("LISTNUM NumberDefault \\l 2"), number("a)"));
        assert_eq!(next("LISTNUM \\l 2"), number("b)"));
        assert_eq!(next("LISTNUM"), number("2)"));
        assert_eq!(next("LISTNUM \\l 2"), number("a)"));
        assert_eq!(next("LISTNUM \"OutlineDefault\" \\s 4"), number("IV."));
        assert_eq!(next("LISTNUM LegalDefault"), number("1."));
        assert_eq!(next("LISTNUM LegalDefault \\l 3"), number("1.1.1."));
        assert!(next("LISTNUM own").is_err());
        assert!(lists.next(&Instruction::parse("LISTNUM"), true).is_err());
    }
}
