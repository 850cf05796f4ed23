//! Formats a result by its `\*` switches (17.16.4.3).

use platen_ooxml::field::{self, Instruction};

use crate::number_format::NumberFormat;

/// Writes a text in the case of an instruction.
pub(super) fn in_case(text: String, instruction: &Instruction) -> String {
    instruction.values("\\*").fold(text, field::in_case)
}

/// Writes a whole number in the format of an instruction, or as a decimal number.
pub(super) fn whole(number: i64, instruction: &Instruction) -> String {
    in_case(NumberFormat::of(instruction).unwrap_or_default().write(number), instruction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_numbers_are_those_that_are_asked_for() {
        let read = Instruction::parse;
        assert_eq!(in_case("the end".to_owned(), &read("REF x \\* Caps")), "The End");
        assert_eq!(in_case("ß".to_owned(), &read("REF x \\* Upper")), "SS");
        assert_eq!(whole(4, &read("SEQ x \\* ROMAN")), "IV");
        assert_eq!(whole(21, &read("SEQ x \\* OrdText \\* FirstCap")), "Twenty-first");
    }
}
