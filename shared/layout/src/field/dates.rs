//! Dates and times of fields, written with pictures (17.16.4.1).

use jiff::civil::DateTime;

/// Writes a moment by a picture such as `d. MMMM yyyy`; none where the picture has no meaning.
pub(super) fn written(at: DateTime, picture: &str, language: &str) -> Option<String> {
    platen_locale::date_by_pattern(at, &pattern(picture), language)
}

/// The picture that Word takes where none is given: the short date of the language, and the time.
pub(super) fn usual(name: &str, language: &str) -> &'static str {
    let primary = language.split('-').next().unwrap_or_default();
    let date = match (primary, language) {
        (_, "en-US") | ("", _) => "M/d/yyyy",
        ("en", "en-CA") | ("sv" | "lt" | "zh", _) => "yyyy-MM-dd",
        ("en" | "fr" | "es" | "it" | "pt" | "el" | "vi" | "id" | "ar" | "he" | "ca" | "gl", _) => {
            "dd/MM/yyyy"
        }
        ("nl", _) => "d-M-yyyy",
        ("da", _) => "dd-MM-yyyy",
        ("ja", _) => "yyyy/MM/dd",
        ("hu", _) => "yyyy. MM. dd.",
        _ => "dd.MM.yyyy",
    };
    match (name, language) {
        ("TIME", "en-US" | "") => "h:mm AM/PM",
        ("TIME", _) => "HH:mm",
        _ => date,
    }
}

/// A pattern of Unicode (UTS 35) for a picture of Word's.
fn pattern(picture: &str) -> String {
    let mut out = String::new();
    let signs: Vec<char> = picture.chars().collect();
    let mut at = 0;
    while let Some(c) = signs.get(at) {
        let count = signs.get(at..).unwrap_or_default().iter().take_while(|own| *own == c).count();
        let rest: String = signs.get(at..).unwrap_or_default().iter().take(5).collect();
        let upper = rest.to_ascii_uppercase();
        if upper.starts_with("AM/PM") {
            out.push('a');
            at += 5;
            continue;
        }
        if *c == '\'' {
            let text: String = signs.iter().skip(at + 1).take_while(|own| **own != '\'').collect();
            out.push_str(&quoted(&text));
            at += text.chars().count() + 2;
            continue;
        }
        let field = |letter: char, count: usize| std::iter::repeat_n(letter, count).collect::<String>();
        match c {
            'd' | 'D' => out.push_str(&match count {
                1 | 2 => field('d', count),
                3 => field('E', 3),
                _ => field('E', 4),
            }),
            'M' => out.push_str(&field('M', count.min(4))),
            'y' | 'Y' => out.push_str(if count <= 2 { "yy" } else { "yyyy" }),
            'h' | 'H' | 'm' | 's' => out.push_str(&field(*c, count.min(2))),
            'S' => out.push_str(&field('s', count.min(2))),
            c if c.is_ascii_alphabetic() => out.push_str(&quoted(&field(*c, count))),
            c => out.push_str(&field(*c, count)),
        }
        at += count;
    }
    out
}

fn quoted(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("'{}'", text.replace('\'', "''")) }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn pictures_are_words() {
        let at = date(2026, 3, 5).at(14, 7, 9, 0);
        let by = |picture, language| written(at, picture, language).expect("a picture");
        assert_eq!(by("dddd, MMMM d, yyyy", "en-US"), "Thursday, March 5, 2026");
        assert_eq!(by("d. MMMM yyyy", "de-DE"), "5. März 2026");
        assert_eq!(by("dd.MM.yy HH:mm:ss", "de"), "05.03.26 14:07:09");
        assert_eq!(by("h:mm AM/PM", "en-US"), "2:07 PM");
        assert_eq!(by("'on' ddd d MMM", "en-GB"), "on Thu 5 Mar");
        assert_eq!(by("d' of 'MMMM", "en"), "5 of March");
    }
}
