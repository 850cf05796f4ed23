//! `IF` and `COMPARE` (17.16.5.24, 17.16.5.11).

use platen_ooxml::field::{Instruction, holds};

/// The result of such a field; none if it lacks a part.
pub(super) fn of(name: &str, instruction: &Instruction) -> Option<String> {
    let arguments = instruction.arguments(&[]);
    let [left, operator, right, rest @ ..] = arguments.as_slice() else { return None };
    let is_true = holds(left, operator, right)?;
    if name == "COMPARE" {
        return Some(if is_true { "1" } else { "0" }.to_owned());
    }
    let text = if is_true { rest.first() } else { rest.get(1) };
    Some(text.copied().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_compare_numbers_and_texts() {
        let of = |code: &str| of("IF", &Instruction::parse(code)).expect("a comparison");
        assert_eq!(of(r#"IF 10 > 9 "more" "less""#), "more");
        assert_eq!(of(r#"IF "10" < "9" yes no"#), "no");
        assert_eq!(of(r#"IF "Berlin" = "B*n" yes no"#), "yes");
        assert_eq!(of(r#"IF "Berlin" <> "B?n" yes no"#), "yes");
        assert_eq!(of(r#"IF abc = abc "only this""#), "only this");
        assert_eq!(of(r#"IF "" = "" x"#), "x");
        assert_eq!(super::of("COMPARE", &Instruction::parse("COMPARE 1 <= 2")).as_deref(), Some("1"));
        assert_eq!(super::of("IF", &Instruction::parse("IF 1")), None);
    }
}
