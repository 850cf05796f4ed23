//! `IF` and `COMPARE` (17.16.5.24, 17.16.5.11).

use super::instruction::Instruction;
use super::numbers::Marks;

/// What such a field shows; none where it lacks a part.
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

fn holds(left: &str, operator: &str, right: &str) -> Option<bool> {
    let order = match (number(left), number(right)) {
        (Some(left), Some(right)) => left.partial_cmp(&right)?,
        _ => left.cmp(right),
    };
    let equals = || if right.contains(['*', '?']) { matches(left, right) } else { order.is_eq() };
    Some(match operator {
        "=" => equals(),
        "<>" => !equals(),
        "<" => order.is_lt(),
        ">" => order.is_gt(),
        "<=" => order.is_le(),
        ">=" => order.is_ge(),
        _ => return None,
    })
}

/// A text that is nothing but a number.
fn number(text: &str) -> Option<f64> {
    let is_number = text.chars().any(|c| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | ' ' | '$' | '€' | '%'));
    let marks = Marks::of(if text.rfind(',') > text.rfind('.') && !text.contains('.') { "de" } else { "en" });
    marks.numbers(text).first().copied().filter(|_| is_number)
}

/// Whether a text fits a pattern in which `?` is one character and `*` any number of them.
fn matches(text: &str, pattern: &str) -> bool {
    let (text, pattern): (Vec<char>, Vec<char>) = (text.chars().collect(), pattern.chars().collect());
    let (mut at, mut place) = (0, 0);
    // Where the last star stood, and how much of the text it took.
    let mut star: Option<(usize, usize)> = None;
    while at < text.len() {
        match pattern.get(place) {
            Some('*') => {
                star = Some((place, at));
                place += 1;
            }
            Some(c) if *c == '?' || Some(c) == text.get(at) => (at, place) = (at + 1, place + 1),
            _ => match &mut star {
                Some((back, taken)) => {
                    *taken += 1;
                    (at, place) = (*taken, *back + 1);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(place).all(|c| *c == '*')
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
