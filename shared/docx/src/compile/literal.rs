//! Names of fields as people write them, which are no expressions.

use minijinja::machinery::parse_expr;

use super::code::Fault;
use super::scan::{Delimiter, Tag};

/// Looks a name up as it stands: `{{ First Name }}` is no expression; `{{ customer-no }}` is one (a subtraction), and is
/// looked up first. The warning is for what other engines mean something by (`{{ >> Items }}`): such text makes no
/// expression either, and forms that were made for them shall be filled all the same.
pub(super) fn take_names(tag: &mut Tag) -> Option<Fault> {
    match (tag.delimiter, tag.keyword()) {
        (Delimiter::Variable, _) => return take_value(tag),
        (_, "for") => {
            if let Some((target, items)) = tag.code.split_once(" in ")
                && let Some(items) = literal(items)
            {
                tag.code = format!("{target} in {items}");
            }
        }
        (_, keyword @ ("if" | "elif")) => {
            let condition = tag.code[keyword.len()..].trim();
            let (not, name) = condition.strip_prefix("not ").map_or(("", condition), |name| ("not ", name));
            if let Some(name) = literal(name) {
                tag.code = format!("{keyword} {not}{name}");
            }
        }
        _ => {}
    }
    None
}

fn take_value(tag: &mut Tag) -> Option<Fault> {
    let (name, filters) = match tag.code.split_once('|') {
        Some((name, filters)) => (name.trim(), format!("|{filters}")),
        None => (tag.code.as_str(), String::new()),
    };
    let bare = name.trim_start_matches(['<', '>']);
    if name.len() - bare.len() == 2 && bare.chars().all(is_of_names) {
        let warning = format!("`{name}` is no expression: it is filled from the field of this name");
        let hint = "a loop reads `{% for item in items %}` ... `{% endfor %}`; names of letters and digits are safest";
        tag.code = format!("{}{filters}", lookup(name));
        return Some((warning, Some(hint.to_owned())));
    }
    if let Some(literal) = literal(name) {
        tag.code = format!("{literal}{filters}");
    } else if is_name(name)
        && parse_expr(name).is_ok()
        && name.contains('-')
        && !name.contains([' ', '/', '.'])
    {
        let quoted = quoted(name);
        tag.code = format!("(__name({quoted}) if __has({quoted}) else ({name})){filters}");
    }
    None
}

/// The code that looks up a name which is no expression; nothing for what is one, or is near to one.
fn literal(name: &str) -> Option<String> {
    let mut words = name.split_whitespace();
    let operator =
        words.any(|w| matches!(w, "and" | "or" | "not" | "in" | "is" | "if" | "else" | "recursive"));
    (is_name(name) && !operator && parse_expr(name).is_err()).then(|| lookup(name))
}

fn lookup(name: &str) -> String {
    // `line.Unit Price` is a member of what the template calls `line`.
    match name.split_once('.') {
        Some((first, rest)) if is_identifier(first) && !rest.starts_with(' ') => {
            let members: String = rest.split('.').map(|step| format!("[{}]", quoted(step.trim()))).collect();
            format!("{first}{members}")
        }
        _ => format!("__name({})", quoted(name)),
    }
}

fn is_identifier(text: &str) -> bool {
    parse_expr(text).is_ok() && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\'', "\\'"))
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
        && text.chars().all(is_of_names)
        && text.contains(char::is_alphabetic)
}

fn is_of_names(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '&' | '/' | '#' | '?')
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
            ("{{ Mr. Smith Jr }}", "__name('Mr. Smith Jr')"),
            ("{{ line.Unit Price|upper }}", "line['Unit Price']|upper"),
            ("{% for x in Line Items %}", "for x in __name('Line Items')"),
            ("{% for x in xs if x.a %}", "for x in xs if x.a"),
            ("{% for k, v in a b if c %}", "for k, v in a b if c"),
            ("{% if Is Paid %}", "if __name('Is Paid')"),
            ("{% elif not Is Paid %}", "elif not __name('Is Paid')"),
            ("{% if a = b %}", "if a = b"),
            ("{{ > a }}", "> a"),
            ("{{ >> a + b }}", ">> a + b"),
        ] {
            let [Found::Tag(mut tag)] = <[Found; 1]>::try_from(scan(text).collect::<Vec<_>>()).unwrap()
            else {
                panic!("{text}")
            };
            take_names(&mut tag);
            assert_eq!(tag.code, code, "{text}");
        }
    }
}
