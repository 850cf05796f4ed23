//! Expressions of other products as ours.

use super::dialect::Dialect;
use crate::text::syntax;

/// Why an expression stays as it is.
pub(super) type Reason = String;

/// The loops around a mark, as far as they give names their meaning.
#[derive(Debug, Default)]
pub(super) struct Scope {
    loops: Vec<Loop>,
}

#[derive(Debug)]
struct Loop {
    item: String,
    /// Names stand for members of the element; otherwise the element has a name in the template.
    implied: bool,
}

/// Filters of other products, and what says the same here.
const FILTERS: [(&str, &str); 20] = [
    ("upper", "upper"),
    ("uppercase", "upper"),
    ("upperCase", "upper"),
    ("upper_case", "upper"),
    ("lower", "lower"),
    ("lowercase", "lower"),
    ("lowerCase", "lower"),
    ("lower_case", "lower"),
    ("ucFirst", "capitalize"),
    ("cap_first", "capitalize"),
    ("capitalize", "capitalize"),
    ("ucWords", "title"),
    ("title", "title"),
    ("trim", "trim"),
    ("length", "length"),
    ("size", "length"),
    ("arrayJoin", "join"),
    ("join", "join"),
    ("abs", "abs"),
    ("round", "round"),
];

impl Scope {
    /// Enters a loop over a list, whose elements the template calls `named`, if it names them. Returns the name of an
    /// element.
    pub fn enter(&mut self, named: Option<&str>, list: &str) -> String {
        let implied = named.is_none();
        let mut item = named.map_or_else(|| singular(list), |name| plain(name).to_owned());
        while self.loops.iter().any(|outer| outer.item == item) {
            item.push_str("_2");
        }
        self.loops.push(Loop { item: item.clone(), implied });
        item
    }

    pub fn leave(&mut self) {
        self.loops.pop();
    }

    /// A path as it stands at this place.
    fn path(&self, path: &str) -> String {
        let path = plain(path);
        let (mut level, mut rest) = (self.loops.len(), path);
        while let Some(outer) = rest.strip_prefix("../") {
            (level, rest) = (level.saturating_sub(1), outer);
        }
        let first = rest.split(['.', '[']).next().unwrap_or_default();
        if rest == "@index" || rest == "$index" {
            return "loop.index0".to_owned();
        }
        let around = self.loops[..level].last();
        let is_named = self.loops.iter().any(|each| !each.implied && each.item == first);
        match around.filter(|each| each.implied && !is_named) {
            None => rest.strip_prefix("this.").unwrap_or(rest).to_owned(),
            Some(each) if matches!(rest, "." | "this") => each.item.clone(),
            Some(each) => format!("{}.{}", each.item, rest.strip_prefix("this.").unwrap_or(rest)),
        }
    }
}

/// The name of an element of a list: `item` of `order.items`.
fn singular(list: &str) -> String {
    let last = list.rsplit(['.', '/']).next().unwrap_or_default();
    let last: String = last.chars().filter(|c| c.is_alphanumeric() || *c == '_').collect();
    match last
        .strip_suffix("ies")
        .map(|stem| format!("{stem}y"))
        .or_else(|| last.strip_suffix('s').map(str::to_owned))
    {
        Some(one) if one.len() > 1 => one,
        _ if last.is_empty() => "item".to_owned(),
        _ => format!("{last}_item"),
    }
}

/// Without the sign that docx-templates and FreeMarker put before variables.
fn plain(name: &str) -> &str {
    name.trim().trim_start_matches('$')
}

/// A value, with its filters.
///
/// # Errors
/// Why it cannot be written here.
pub(super) fn value(dialect: Dialect, code: &str, scope: &Scope) -> Result<String, Reason> {
    match dialect {
        Dialect::Spaced => checked(code.to_owned()),
        Dialect::Square | Dialect::Guillemets => Ok(code.to_owned()),
        Dialect::Angles if code.contains(' ') => Ok(code.to_owned()),
        Dialect::Dollar if code.contains('!') => {
            let (path, otherwise) = code.split_once('!').unwrap_or((code, ""));
            let otherwise = if otherwise.is_empty() { "\"\"" } else { otherwise };
            checked(format!("{}|default({})", computed(path, scope)?, computed(otherwise, scope)?))
        }
        Dialect::Dollar if code.contains('?') => {
            let mut parts = code.split('?');
            let path = computed(parts.next().unwrap_or_default(), scope)?;
            filtered(path, parts)
        }
        Dialect::Carbone => {
            let mut parts = code.split(':');
            let path = parts.next().unwrap_or_default();
            filtered(path.to_owned(), parts)
        }
        _ => {
            let mut parts = split_filters(code).into_iter();
            let path = computed(parts.next().unwrap_or_default(), scope)?;
            filtered(path, parts)
        }
    }
}

/// At single bars: `a || b` is no filter.
fn split_filters(code: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut start = 0;
    let bytes = code.as_bytes();
    for (at, byte) in bytes.iter().enumerate() {
        let beside = |at: Option<usize>| at.and_then(|at| bytes.get(at)) == Some(&b'|');
        if *byte == b'|' && !beside(at.checked_sub(1)) && !beside(Some(at + 1)) {
            parts.push(&code[start..at]);
            start = at + 1;
        }
    }
    parts.push(&code[start..]);
    parts
}

/// Puts filters behind a value.
fn filtered<'c>(value: String, filters: impl Iterator<Item = &'c str>) -> Result<String, Reason> {
    let mut value = value;
    for filter in filters {
        let filter = filter.trim();
        let end = filter.find(['(', ':', ' ']).unwrap_or(filter.len());
        let (name, arguments) = filter.split_at(end);
        let arguments = arguments.trim_matches(['(', ')', ':', ' ']);
        let decimals = arguments.parse::<u8>().ok().filter(|count| *count <= 20);
        let written = match (name, decimals) {
            ("formatN" | "number" | "toFixed", Some(count)) => Some(format!("number({count})")),
            ("formatD", _) => carbone_date(arguments),
            _ if arguments.is_empty() => {
                FILTERS.iter().find(|(theirs, _)| *theirs == name).map(|(_, ours)| (*ours).to_owned())
            }
            _ => None,
        };
        let Some(written) = written else {
            return Err(format!(
                "`{name}` has no exact equivalent; see the list of filters in the documentation"
            ));
        };
        value = format!("{value}|{written}");
    }
    checked(value)
}

/// Carbone's pattern of a date as ours.
fn carbone_date(arguments: &str) -> Option<String> {
    let pattern = arguments.trim_matches(['\'', '"', ' ']);
    let letters = pattern.chars().filter(|c| c.is_alphabetic());
    let known = letters.clone().count() > 0
        && letters.clone().all(|c| matches!(c, 'Y' | 'M' | 'D' | 'H' | 'h' | 'm' | 's'));
    known.then(|| format!("date(\"{}\")", pattern.replace('Y', "y").replace('D', "d")))
}

/// A calculation or condition: paths find their place, and operators of JavaScript become Python's.
///
/// # Errors
/// Why it cannot be written here.
pub(super) fn computed(code: &str, scope: &Scope) -> Result<String, Reason> {
    let mut out = String::new();
    let mut rest = code.trim();
    while let Some(c) = rest.chars().next() {
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@');
        let length;
        if matches!(c, '"' | '\'' | '“' | '”' | '‘' | '’') {
            let close = rest[c.len_utf8()..]
                .find(['"', '\'', '“', '”', '‘', '’'])
                .ok_or("a text in it is not closed")?;
            let text = &rest[c.len_utf8()..c.len_utf8() + close];
            out.push_str(&format!("\"{}\"", text.replace('\\', "")));
            let quote = rest[c.len_utf8() + close..].chars().next().map_or(1, char::len_utf8);
            length = c.len_utf8() + close + quote;
        } else if c.is_ascii_digit() {
            length = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
            out.push_str(&rest[..length]);
        } else if is_name(c) || rest.starts_with("../") || c == '.' {
            let go_on =
                |c: char| is_name(c) || matches!(c, '.' | '[' | ']' | '/') || c == '-' && code.trim() == rest;
            length = rest.find(|c: char| !go_on(c)).unwrap_or(rest.len());
            out.push_str(&word(&rest[..length], scope));
        } else {
            let sign = ["===", "!==", "&&", "||", "==", "!=", "<=", ">="]
                .into_iter()
                .find(|sign| rest.starts_with(sign));
            let single = rest.get(..c.len_utf8()).unwrap_or_default();
            let sign = sign.unwrap_or(single);
            length = sign.len();
            out.push_str(match sign {
                "===" => "==",
                "!==" => "!=",
                "&&" => "and",
                "||" => "or",
                "!" => "not ",
                "=" => "==",
                " " | "<" | ">" | "+" | "-" | "*" | "/" | "%" | "(" | ")" | "," | "==" | "!=" | "<="
                | ">=" => sign,
                _ => return Err(format!("`{sign}` means nothing here")),
            });
        }
        rest = &rest[length..];
    }
    checked(out)
}

fn word(word: &str, scope: &Scope) -> String {
    match word {
        "true" | "false" | "and" | "or" | "not" | "in" | "is" => word.to_owned(),
        "null" | "undefined" | "nil" => "none".to_owned(),
        "gt" => ">".to_owned(),
        "lt" => "<".to_owned(),
        "gte" => ">=".to_owned(),
        "lte" => "<=".to_owned(),
        _ => match word.strip_suffix(".length") {
            Some(list) => format!("{}|length", scope.path(list)),
            None => scope.path(word),
        },
    }
}

/// What our own parser reads.
fn checked(code: String) -> Result<String, Reason> {
    let is_name = code.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.'));
    match syntax::value(&code) {
        Ok(_) => Ok(code),
        Err(_) if is_name => Ok(code),
        Err(fault) => Err(format!("it is not a valid expression: {}", fault.message)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_keep_their_meaning() {
        let mut scope = Scope::default();
        assert_eq!(scope.enter(None, "order.items"), "item");
        for (theirs, ours) in [
            ("a && !b", "item.a and not item.b"),
            ("price >= 18 || name === 'x'", "item.price >= 18 or item.name == \"x\""),
            (".", "item"),
            ("this.name", "item.name"),
            ("../total", "total"),
            ("tags.length > 0", "item.tags|length > 0"),
            ("@index", "loop.index0"),
        ] {
            assert_eq!(computed(theirs, &scope).as_deref(), Ok(ours), "{theirs}");
        }
        assert!(computed("a ? b : c", &scope).is_err());
        scope.leave();
        assert_eq!(value(Dialect::Braces, "name | upper", &scope).as_deref(), Ok("name|upper"));
        assert_eq!(value(Dialect::Dollar, "name!\"-\"", &scope).as_deref(), Ok("name|default(\"-\")"));
        assert_eq!(
            value(Dialect::Carbone, "day:formatD(DD.MM.YYYY)", &scope).as_deref(),
            Ok("day|date(\"dd.MM.yyyy\")")
        );
        assert!(value(Dialect::Braces, "price | euros", &scope).is_err());
        assert_eq!((singular("cities"), singular("data")), ("city".to_owned(), "data_item".to_owned()));
    }
}
