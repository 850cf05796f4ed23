//! Word's date pictures (ECMA-376 part 1, 17.16.4.1) as patterns of Unicode (UTS 35).

/// Letters of text are quoted: in patterns every unquoted letter means something.
pub(crate) fn pattern_of(picture: &str) -> String {
    let mut out = String::with_capacity(picture.len() + 8);
    let mut rest = picture;
    // Beside a day, months are inflected in many languages; alone, they are not.
    let month = if picture.split(|c| c != 'd').any(|run| matches!(run, "d" | "dd")) { "M" } else { "L" };
    while let Some(c) = rest.chars().next() {
        if c == '\'' {
            let text = &rest[1..];
            let end = text.find('\'').unwrap_or(text.len());
            quote(&mut out, &text[..end]);
            rest = text.get(end + 1..).unwrap_or("");
            continue;
        }
        if rest.get(..5).is_some_and(|head| head.eq_ignore_ascii_case("am/pm")) {
            out.push('a');
            rest = &rest[5..];
            continue;
        }
        let count = rest.chars().take_while(|other| *other == c).count();
        let (item, after) = rest.split_at(count * c.len_utf8());
        rest = after;
        let (letter, length) = match (c, count) {
            ('d' | 'D', 1 | 2) => ("d", count),
            ('d' | 'D', 3) => ("E", 3),
            ('d' | 'D', _) => ("E", 4),
            ('M', 1 | 2) => ("M", count),
            ('M', _) => (month, count.min(4)),
            ('y' | 'Y', 1 | 2) => ("y", 2),
            ('y' | 'Y', _) => ("y", 4),
            ('H' | 'h' | 'm' | 's', _) => (&item[..1], count.min(2)),
            _ => {
                quote(&mut out, item);
                continue;
            }
        };
        out.push_str(&letter.repeat(length));
    }
    out
}

fn quote(out: &mut String, text: &str) {
    if text.contains(|c: char| c.is_ascii_alphabetic()) {
        out.push('\'');
        out.push_str(text);
        out.push('\'');
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_become_patterns() {
        for (picture, pattern) in [
            ("d MMMM yyyy", "d MMMM yyyy"),
            ("dddd, MMM d", "EEEE, MMM d"),
            ("MMMM yyyy", "LLLL yyyy"),
            ("dddd MMMM", "EEEE LLLL"),
            ("M/d/yyyy h:mm am/pm", "M/d/yyyy h:mm a"),
            ("d 'de' MMMM 'de' yyyy", "d 'de' MMMM 'de' yyyy"),
            ("d. MMMM yyyy, 'KW' ww", "d. MMMM yyyy, 'KW' 'ww'"),
            ("yyyy年M月d日", "yyyy年M月d日"),
            ("d 'unclosed", "d 'unclosed'"),
            ("'", ""),
        ] {
            assert_eq!(pattern_of(picture), pattern);
        }
    }
}
