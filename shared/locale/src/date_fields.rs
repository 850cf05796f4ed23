//! The fields of a date pattern (UTS 35).

/// The fields of a pattern: a letter and how often it stands in a row. Quoted text is none.
pub fn fields(pattern: &str) -> Vec<(char, usize)> {
    let mut fields: Vec<(char, usize)> = Vec::new();
    let mut quoted = false;
    let mut before = None;
    for c in pattern.chars() {
        if c == '\'' {
            quoted = !quoted;
        } else if !quoted && (c.is_ascii_alphabetic() || c == '%') {
            match fields.last_mut().filter(|_| before == Some(c)) {
                Some(last) => last.1 += 1,
                None => fields.push((c, 1)),
            }
        }
        before = Some(c).filter(|_| !quoted);
    }
    fields
}
