//! Expressions of other products as ours.

use std::collections::{BTreeMap, BTreeSet};

use super::dialect::Dialect;
use super::reason::Reason;
use super::script::{EMPTY, Kind, Language, Translated, fixed, translated};
use super::script_tokens::{Token, tokens};
use crate::text::syntax;

/// The loops around a mark, as far as they give names their meaning.
#[derive(Debug, Default)]
pub(super) struct Scope {
    loops: Vec<Loop>,
    /// Names that stand outside of all loops: an element that lacks one shows that of the data.
    outside: BTreeSet<String>,
    /// Names that the template gives a value, and what that is.
    own: BTreeMap<String, Kind>,
    /// Names that a mark gives a value to, which stays as it is: whose value they have, no data says.
    torn: BTreeMap<String, String>,
}

#[derive(Debug)]
struct Loop {
    item: String,
    /// Names stand for members of the element; otherwise the element has a name in the template.
    implied: bool,
    /// The list by whose own name the element goes.
    list: Option<String>,
}

/// What products call the turn of a loop, without the sign before it.
const TURNS: [(&str, &str); 18] = [
    ("index", "loop.index0"),
    ("idx", "loop.index0"),
    ("first", "loop.first"),
    ("last", "loop.last"),
    ("_index", "loop.index0"),
    ("_is_first", "loop.first"),
    ("_is_last", "loop.last"),
    ("_has_next", "not loop.last"),
    ("foreach.index", "loop.index0"),
    ("foreach.count", "loop.index"),
    ("foreach.first", "loop.first"),
    ("foreach.last", "loop.last"),
    ("foreach.hasNext", "not loop.last"),
    ("velocityCount", "loop.index"),
    ("velocityHasNext", "not loop.last"),
    ("loop.index", "loop.index"),
    ("loop.index0", "loop.index0"),
    ("loop.last", "loop.last"),
];

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
        self.loops.push(Loop { item: item.clone(), implied, list: None });
        item
    }

    /// Enters a loop over a list by whose own name its elements go.
    pub fn enter_rows(&mut self, list: &str) -> String {
        let item = singular(list);
        self.loops.push(Loop { item: item.clone(), implied: false, list: Some(plain(list).to_owned()) });
        item
    }

    pub fn leave(&mut self) {
        self.loops.pop();
    }

    /// Names that stand outside of all loops.
    pub fn outside(&mut self, names: BTreeSet<String>) {
        self.outside = names;
    }

    pub fn is_in_loop(&self) -> bool {
        !self.loops.is_empty()
    }

    /// A name that the template gives a value.
    pub fn set(&mut self, name: &str, kind: Kind) {
        self.torn.remove(name);
        self.own.insert(name.to_owned(), kind);
    }

    /// A name that a mark gives a value, which stays as it is.
    pub fn tear(&mut self, name: &str, mark: &str) {
        self.torn.insert(name.to_owned(), mark.to_owned());
    }

    /// A path as it stands at this place, and what it is.
    fn kind_of(&self, path: &str) -> Result<(String, Kind), Reason> {
        let code = self.path(path)?;
        let kind = match code.as_str() {
            "loop.index" | "loop.index0" => Kind::Whole,
            "loop.first" | "loop.last" | "not loop.last" => Kind::Truth,
            name => self.own.get(name).copied().unwrap_or(Kind::Any),
        };
        Ok((code, kind))
    }

    /// A path as it stands at this place.
    fn path(&self, path: &str) -> Result<String, Reason> {
        let has_sign = path.trim_start().starts_with(['$', '@', '_']);
        let path = plain(path);
        let (mut level, mut rest) = (self.loops.len(), path);
        while let Some(outer) = rest.strip_prefix("../") {
            (level, rest) = (level.saturating_sub(1), outer);
        }
        let first = rest.split(['.', '[']).next().unwrap_or_default();
        let bare = rest.strip_prefix('@').unwrap_or(rest);
        let is_named = self.loops.iter().any(|each| !each.implied && each.item == first);
        if let Some((_, ours)) = TURNS.iter().find(|(theirs, _)| *theirs == bare)
            && (has_sign || rest.starts_with("loop.") || rest.starts_with("foreach."))
            && self.is_in_loop()
            && !is_named
        {
            return Ok((*ours).to_owned());
        }
        if rest.starts_with('@') {
            return Err(format!("`{rest}` has no equivalent"));
        }
        if let Some(mark) = self.torn.get(first) {
            return Err(format!("`{first}` is set by `{mark}`, which stays as it is"));
        }
        if self.own.contains_key(first) {
            return Ok(rest.to_owned());
        }
        for each in self.loops.iter().rev() {
            let list = each.list.as_deref();
            if let Some(member) = list.and_then(|list| rest.strip_prefix(list)?.strip_prefix('.')) {
                return Ok(format!("{}.{member}", each.item));
            }
        }
        let around = self.loops[..level].last();
        let own = rest.strip_prefix("this.").unwrap_or(rest);
        Ok(match around.filter(|each| each.implied && !is_named) {
            None if matches!(rest, "." | "this") => {
                return Err("it stands for the whole data".to_owned());
            }
            None => own.to_owned(),
            Some(each) if matches!(rest, "." | "this") => each.item.clone(),
            Some(each) if own == rest && self.outside.contains(first) => {
                format!("{}.{own}|default({own})", each.item)
            }
            Some(each) => format!("{}.{own}", each.item),
        })
    }
}

/// The name of an element of a list: `item` of `order.items`.
fn singular(list: &str) -> String {
    let last = list.rsplit(['.', '/']).next().unwrap_or_default();
    let last = last.trim().replace([' ', '-'], "_");
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

/// A value, with its filters, and what was assumed.
///
/// # Errors
/// Why it cannot be written here.
pub(super) fn value(
    dialect: Dialect,
    code: &str,
    scope: &Scope,
) -> Result<(String, Option<&'static str>), Reason> {
    let plain = |code: String| Ok((code, None));
    match dialect {
        Dialect::Spaced => checked(code.to_owned()).and_then(plain),
        Dialect::Square | Dialect::Guillemets => plain(code.to_owned()),
        Dialect::Angles if code.contains(' ') && is_field_name(code) => plain(code.to_owned()),
        Dialect::Handlebars if code.starts_with('!') => Err("a remark: delete it".to_owned()),
        Dialect::Carbone => {
            let mut parts = code.split(':');
            let path = parts.next().unwrap_or_default();
            filtered(path.to_owned(), None, parts)
        }
        _ => {
            let mut parts = split_filters(code).into_iter();
            let first = parts.next().unwrap_or_default();
            if dialect == Dialect::Braces && WORDS.contains(&first.trim()) {
                return Err(format!(
                    "`{}` is a word of templates: give the field another name",
                    first.trim()
                ));
            }
            let Translated { code, shown, assumed, .. } = computed(dialect, first, scope)?;
            let code = if parts.len() == 0 { shown } else { code };
            filtered(code, assumed, parts)
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
fn filtered<'c>(
    value: String,
    assumed: Option<&'static str>,
    filters: impl Iterator<Item = &'c str>,
) -> Result<(String, Option<&'static str>), Reason> {
    let (mut value, mut assumed) = (value, assumed);
    for filter in filters {
        let filter = filter.trim();
        let end = filter.find(['(', ':', ' ']).unwrap_or(filter.len());
        let (name, arguments) = filter.split_at(end);
        let arguments = arguments.trim_matches(['(', ')', ':', ' ']);
        let decimals = arguments.parse::<u8>().ok().filter(|count| *count <= 20);
        let written = match (name, decimals) {
            ("toFixed", Some(count)) => {
                let (written, note) = fixed(&value, &count.to_string());
                (value, assumed) = (written, assumed.or(note));
                continue;
            }
            ("formatN" | "number", Some(count)) => Some(format!("number({count})")),
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
    Ok((checked(value)?, assumed))
}

/// Carbone's pattern of a date as ours.
fn carbone_date(arguments: &str) -> Option<String> {
    let pattern = arguments.trim_matches(['\'', '"', ' ']);
    let letters = pattern.chars().filter(|c| c.is_alphabetic());
    let known = letters.clone().count() > 0
        && letters.clone().all(|c| matches!(c, 'Y' | 'M' | 'D' | 'H' | 'h' | 'm' | 's'));
    known.then(|| format!("date(\"{}\")", pattern.replace('Y', "y").replace('D', "d")))
}

/// A calculation or condition, with each path as it stands at its place.
///
/// # Errors
/// Why it cannot be written here.
pub(super) fn computed(dialect: Dialect, code: &str, scope: &Scope) -> Result<Translated, Reason> {
    let code = code.trim();
    let language = match dialect {
        Dialect::Braces | Dialect::Commands | Dialect::Handlebars => Language::JavaScript,
        _ => Language::Java,
    };
    // Identifiers of programs have neither blanks nor dashes.
    let is_program =
        matches!(dialect, Dialect::Commands | Dialect::Dollar | Dialect::Stamper | Dialect::Velocity);
    if is_field_name(code) && !is_program {
        let code = checked(scope.path(code)?)?;
        return Ok(Translated { shown: code.clone(), code, kind: Kind::Any, assumed: None });
    }
    let written = translated(language, code, &|path| scope.kind_of(path))?;
    Ok(Translated { code: checked(written.code)?, shown: checked(written.shown)?, ..written })
}

/// A condition that a program asks.
///
/// # Errors
/// Why it cannot be written here.
pub(super) fn condition(dialect: Dialect, code: &str, scope: &Scope) -> Result<Translated, Reason> {
    let written = computed(dialect, code, scope)?;
    let assumed = (dialect == Dialect::Commands && written.kind == Kind::Any).then_some(EMPTY);
    Ok(Translated { assumed: written.assumed.or(assumed), ..written })
}

/// Whether a code is one name although it has blanks or dashes in it.
pub(super) fn is_field_name(code: &str) -> bool {
    let words = || code.split(' ');
    let is_word = |word: &str| {
        let mut parts = word.split('-');
        parts.all(|part| part.starts_with(|c: char| c.is_alphabetic() || matches!(c, '_' | '$')))
    };
    code.contains([' ', '-'])
        && code.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '$'))
        && words().all(|word| word.chars().all(|c| c.is_ascii_digit()) || is_word(word))
        && !code.starts_with(|c: char| c.is_ascii_digit())
        && !words().any(|word| OPERATORS.contains(&word))
}

/// Words of templates, which are no names of fields here.
const WORDS: [&str; 14] =
    ["true", "True", "false", "False", "none", "None", "and", "or", "not", "in", "is", "if", "else", "for"];

/// Words that join two values in one of the products.
const OPERATORS: [&str; 17] = [
    "and", "or", "not", "in", "is", "if", "else", "eq", "ne", "lt", "gt", "le", "ge", "lte", "gte", "div",
    "mod",
];

/// The names that a code looks up, without their members.
pub(super) fn roots(code: &str) -> Vec<String> {
    let first = |path: &str| path.split(['.', '[']).next().unwrap_or_default().to_owned();
    let code = code.split('|').next().unwrap_or_default().trim();
    if is_field_name(code) {
        return vec![first(plain(code))];
    }
    let tokens = tokens(code).unwrap_or_default();
    let is_member = |at: usize| at > 0 && matches!(tokens[at - 1], Token::Sign("." | "?."));
    let name = |(at, token): (usize, &Token)| match token {
        Token::Name(name) if !is_member(at) => Some(first(plain(name))),
        _ => None,
    };
    tokens.iter().enumerate().filter_map(name).collect()
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
        scope.outside(BTreeSet::from(["currency".to_owned()]));
        for (theirs, ours) in [
            ("a && !b", "item.a and not item.b"),
            ("price >= 18 || name === 'x'", "item.price >= 18 or item.name == \"x\""),
            (".", "item"),
            ("this.name", "item.name"),
            ("../total", "total"),
            ("tags.length > 0", "item.tags|length > 0"),
            ("@index", "loop.index0"),
            ("unit price", "item.unit price"),
            ("unit-price", "item.unit-price"),
            ("currency", "item.currency|default(currency)"),
            ("“Hello ” + name", "\"Hello \" ~ item.name"),
            ("a + b", "item.a + item.b"),
            ("a + ' ' + b + 1", "item.a ~ \" \" ~ item.b ~ 1"),
            ("a ? b : 'no'", "item.b if item.a else \"no\""),
            ("(a + b) * 2", "(item.a + item.b) * 2"),
            ("!(a || b)", "not (item.a or item.b)"),
            ("a != null", "(item.a is defined and item.a is not none)"),
            ("names.join(', ').toUpperCase()", "item.names|join(\", \")|upper"),
            ("price.toFixed(2)", "\"%.2f\"|format(item.price)"),
            ("tags.includes('x')", "\"x\" in item.tags"),
            ("a ?? 'x'", "item.a|default(\"x\", true)"),
        ] {
            assert_eq!(
                computed(Dialect::Braces, theirs, &scope).map(|c| c.code).as_deref(),
                Ok(ours),
                "{theirs}"
            );
        }
        for theirs in ["a => b", "f(a)", "a.map(b)", "a ? b", "'open", "a[", "`x`", "new Date()"] {
            assert!(computed(Dialect::Braces, theirs, &scope).is_err(), "{theirs}");
        }
        scope.leave();
        for (dialect, theirs, ours) in [
            (Dialect::Braces, "name | upper", "name|upper"),
            (Dialect::Dollar, "name!\"-\"", "name|default(\"-\")"),
            (Dialect::Carbone, "day:formatD(DD.MM.YYYY)", "day|date(\"dd.MM.yyyy\")"),
        ] {
            assert_eq!(value(dialect, theirs, &scope), Ok((ours.to_owned(), None)), "{theirs}");
        }
        assert!(value(Dialect::Braces, "price | euros", &scope).is_err());
        assert_eq!((singular("cities"), singular("data")), ("city".to_owned(), "data_item".to_owned()));
    }

    #[test]
    fn values_are_written_as_their_program_writes_them() {
        let mut scope = Scope::default();
        scope.set("share", Kind::Number);
        scope.enter(Some("$p"), "people");
        for (theirs, ours) in [
            ("a / b", "\"%.15g\"|format(a / b)"),
            ("a * b + c", "\"%.15g\"|format(a * b + c)"),
            ("share", "\"%.15g\"|format(share)"),
            ("'T: ' + a / b", "\"T: \" ~ \"%.15g\"|format(a / b)"),
            ("list.length + 1", "list|length + 1"),
            ("$idx + 1", "loop.index0 + 1"),
            ("a > 1 ? a / b : 'none'", "\"%.15g\"|format(a / b) if a > 1 else \"none\""),
            ("a > b", "\"true\" if a > b else \"false\""),
            ("'x' + !a", "\"x\" ~ (\"true\" if not a else \"false\")"),
            ("(a / b).toFixed(2)", "\"%.2f\"|format((a / b))"),
            ("a.toFixed(0)", "a|number(0, grouping=false, locale=\"en\")"),
            ("(a / b).toString()", "\"%.15g\"|format((a / b))"),
            ("a == '6' ? 1 : 2", "1 if a|string == \"6\" else 2"),
            ("a === '6' ? 1 : 2", "1 if a == \"6\" else 2"),
            ("a-b", "\"%.15g\"|format(a - b)"),
        ] {
            let (written, _) = value(Dialect::Commands, theirs, &scope).unwrap();
            assert_eq!(written, ours, "{theirs}");
        }
        // Java writes 2.0 as we do; what it divides may have been whole.
        let (written, assumed) = value(Dialect::Dollar, "a / b", &scope).unwrap();
        assert!(written == "a / b" && assumed.is_some());
        assert!(value(Dialect::Braces, "none", &scope).is_err());
    }
}
