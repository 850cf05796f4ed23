//! Names of fields as people write them, which are no expressions.

use minijinja::machinery::parse_expr;

use super::code::Fault;
use super::scan::{Delimiter, Tag};

/// Looks a name up as it stands: `{{ First Name }}` is no expression; `{{ customer-no }}` is one (a subtraction), and is
/// looked up first. The warning is for what other engines mean something by (`{{ >> Items }}`): such text makes no
/// expression either, and forms that were made for them shall be filled all the same.
pub(super) fn take_names(tag: &mut Tag) -> Option<Fault> {
    if tag.delimiter != Delimiter::Variable {
        return None;
    }
    let (name, filters) = match tag.code.split_once('|') {
        Some((name, filters)) => (name.trim(), format!("|{filters}")),
        None => (tag.code.as_str(), String::new()),
    };
    let letters =
        |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '&' | '/' | '#' | '?');
    let quoted = name.replace('\'', "\\'");
    let bare = name.trim_start_matches(['<', '>']);
    if name.len() - bare.len() == 2 && bare.chars().all(letters) {
        let warning = format!("`{name}` is no expression: it is filled from the field of this name");
        let hint = "a loop reads `{% for item in items %}` ... `{% endfor %}`; names of letters and digits are safest";
        tag.code = format!("__name('{quoted}'){filters}");
        return Some((warning, Some(hint.to_owned())));
    }
    if !name.starts_with(char::is_alphanumeric)
        || !name.chars().all(letters)
        || !name.contains(char::is_alphabetic)
    {
        return None;
    }
    let words =
        || name.split_whitespace().any(|w| matches!(w, "and" | "or" | "not" | "in" | "is" | "if" | "else"));
    if parse_expr(name).is_err() {
        if !words() {
            tag.code = format!("__name('{quoted}'){filters}");
        }
    } else if name.contains('-') && !name.contains([' ', '/', '.']) {
        tag.code = format!("(__name('{quoted}') if __has('{quoted}') else ({name})){filters}");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::scan::{Found, scan};

    #[test]
    fn names_that_are_no_expressions_are_taken_as_they_stand() {
        for (text, code) in [
            ("{{ First Name }}", "__name('First Name')"),
            ("{{ First Name|upper }}", "__name('First Name')|upper"),
            ("{{ the customer's name }}", "__name('the customer\\'s name')"),
            ("{{ 2nd line }}", "__name('2nd line')"),
            ("{{ customer-no }}", "(__name('customer-no') if __has('customer-no') else (customer-no))"),
            ("{{ a - b }}", "a - b"),
            ("{{ customer.name }}", "customer.name"),
            ("{{ 1-2 }}", "1-2"),
            ("{{ a not b }}", "a not b"),
            ("{{ a + }}", "a +"),
            ("{{ >> Loop1 }}", "__name('>> Loop1')"),
            ("{{ << }}", "__name('<<')"),
            ("{{ > a }}", "> a"),
            ("{{ >> a + b }}", ">> a + b"),
        ] {
            let [Found::Tag(mut tag)] = <[Found; 1]>::try_from(scan(text)).unwrap() else { panic!("{text}") };
            take_names(&mut tag);
            assert_eq!(tag.code, code, "{text}");
        }
    }
}
