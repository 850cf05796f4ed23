//! How the fields `IF` and `COMPARE` compare (17.16.5.24, 17.16.5.11).

use super::number_picture::Marks;

/// Whether a comparison is true; none for what is no operator. Texts that are numbers are compared as numbers; on the right,
/// `?` stands for one character and `*` for any number of them.
#[must_use]
pub fn holds(left: &str, operator: &str, right: &str) -> Option<bool> {
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
    fn numbers_and_texts_are_compared() {
        for (left, operator, right, expected) in [
            ("10", ">", "9", Some(true)),
            ("1,000.5", ">=", "1000.5", Some(true)),
            ("Berlin", "=", "B*n", Some(true)),
            ("Berlin", "<>", "B?n", Some(true)),
            ("abc", "=", "abd", Some(false)),
            ("", "=", "", Some(true)),
            ("a", "==", "a", None),
        ] {
            assert_eq!(holds(left, operator, right), expected, "{left} {operator} {right}");
        }
    }
}
