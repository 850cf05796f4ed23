//! Marks of other products in a paragraph's text.

use std::ops::Range;

use super::dialect::Dialect;
use super::merge;
use crate::text::flow::Flow;
use crate::xml::Tree;

/// A mark of another product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mark {
    pub dialect: Dialect,
    /// Bytes of the text.
    pub range: Range<usize>,
    pub what: What,
}

/// What a mark does, with its code as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum What {
    /// It shows a value.
    Value(String),
    /// It begins what is repeated or conditional: which of both is told by the data only.
    Section(String),
    /// It begins what is repeated, with the name of an element, if it gives one.
    For(Option<String>, String),
    If(String),
    /// It begins what is written for false or an empty list.
    Unless(String),
    ElseIf(String),
    Else,
    /// It ends a block; with its name, where it says one.
    End(String),
    /// It shows a value that is more than text; what the data sends.
    Rich(String, &'static str),
    /// Nothing here says the same; why.
    Strange(&'static str),
}

/// Bytes of the longest mark.
const LONGEST: usize = 300;

/// The marks in a text, in their order. Our own tags are none, but for values that stand between marks of Handlebars.
fn marks(text: &str) -> Vec<Mark> {
    let mut found = Vec::new();
    let mut scan = Scan { text, unclosed: Vec::new() };
    let mut at = 0;
    while let Some(next) = text[at..].find(['{', '[', '<', '«', '$', '+']) {
        at += next;
        match scan.at(at) {
            Some((end, mark)) => {
                found.extend(mark.map(|(dialect, what)| Mark { dialect, range: at..end, what }));
                at = end;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// The marks in a part's paragraphs, each with the index of its flow. What fields of a mail merge show is no mark.
pub(crate) fn of_part(tree: &Tree, flows: &[Flow]) -> Vec<(usize, Mark)> {
    let mut found = Vec::new();
    let mut results: Option<Vec<(usize, Range<usize>)>> = None;
    for (index, flow) in flows.iter().enumerate() {
        if flow.plain.is_some() || !may_have(&flow.text) {
            continue;
        }
        tree.count(flow.text.len());
        let results = results.get_or_insert_with(|| merge::results(tree, flows));
        let from = results.partition_point(|(flow, _)| *flow < index);
        let mut here = results[from..].iter().take_while(|(flow, _)| *flow == index).peekable();
        for mark in marks(&flow.text) {
            while here.next_if(|(_, range)| range.end <= mark.range.start).is_some() {}
            if here.peek().is_none_or(|(_, range)| mark.range.end <= range.start) {
                found.push((index, mark));
            }
        }
    }
    found
}

/// Whether a text can have marks at all.
fn may_have(text: &str) -> bool {
    text.contains(['{', '[', '«', '$']) || text.contains("<<") || text.contains("+++")
}

/// The mark that begins at a byte of a text.
pub(crate) fn mark_at(text: &str, at: usize) -> Option<Mark> {
    let (end, mark) = Scan { text, unclosed: Vec::new() }.at(at)?;
    mark.map(|(dialect, what)| Mark { dialect, range: at..end, what })
}

/// Where something ends, and the mark that it is; no mark for a tag of ours.
type At = Option<(usize, Option<(Dialect, What)>)>;

struct Scan<'t> {
    text: &'t str,
    /// Ends of our own tags that do not occur in the rest of the text.
    unclosed: Vec<&'static str>,
}

impl<'t> Scan<'t> {
    fn at(&mut self, at: usize) -> At {
        let rest = &self.text[at..];
        match rest.as_bytes() {
            // A delimiter of ours that is written as text.
            [b'{', b'_', b'{' | b'%', ..] => Some((at + 3, None)),
            [b'{', b'{', b'{', ..] => self.between(at, "{{{", "}}}", |code| {
                name(code).map(|name| (Dialect::Handlebars, What::Value(name)))
            }),
            [b'{', b'{', ..] => match self.spaced(at) {
                None => self.own(at, "}}", handlebars),
                spaced => spaced,
            },
            [b'{', b'%', ..] => self.own(at, "%}", |_| None).or_else(|| self.between(at, "{", "}", braces)),
            [b'{', b'#', ..] => self.between(at, "{", "}", braces).or_else(|| self.own(at, "#}", |_| None)),
            [b'{', ..] => self.spaced(at).or_else(|| self.between(at, "{", "}", braces)),
            [b'[', b'#' | b'/', ..] => self.between(at, "[", "]", freemarker),
            [b'[', ..] => {
                let before = self.text[..at].chars().next_back();
                let near = &rest[..rest.floor_char_boundary(LONGEST)];
                let end = at + near.find(']')? + 1;
                let is_part = before.is_some_and(char::is_alphanumeric) || self.text[end..].starts_with('(');
                if is_part {
                    None
                } else {
                    self.between(at, "[", "]", |code| Some((Dialect::Square, What::Value(words(code)?))))
                }
            }
            [b'<', b'<', ..] => self.between(at, "<<", ">>", angles),
            [b'$', b'{', ..] => self.between(at, "${", "}", |code| {
                // What FreeMarker computes is told as what it is, even where it cannot be rewritten.
                let is_code = code.starts_with(|c: char| c.is_alphabetic() || c == '_');
                is_code.then(|| (Dialect::Dollar, What::Value(code.to_owned())))
            }),
            [b'+', b'+', b'+', ..] => self.between(at, "+++", "+++", command),
            _ if rest.starts_with('«') => self.between(at, "«", "»", |code| {
                let name = name(code).filter(|name| name == code)?;
                Some((Dialect::Guillemets, What::Value(name)))
            }),
            _ => None,
        }
    }

    /// What stands between two delimiters, if it is short and makes a mark.
    fn between(
        &self,
        at: usize,
        open: &str,
        close: &str,
        read: impl Fn(&str) -> Option<(Dialect, What)>,
    ) -> At {
        let inside = at + open.len();
        let near = &self.text[inside..self.text.floor_char_boundary(inside + LONGEST)];
        let code = &near[..near.find(close)?];
        let mark = read(code).filter(|_| !code.contains('\n'))?;
        Some((inside + code.len() + close.len(), Some(mark)))
    }

    /// A tag of ours, however long.
    fn own(&mut self, at: usize, close: &'static str, read: impl Fn(&str) -> Option<(Dialect, What)>) -> At {
        if self.unclosed.contains(&close) {
            return None;
        }
        let inside = at + 2;
        match self.text[inside..].find(close) {
            Some(length) => {
                let code = &self.text[inside..inside + length];
                Some((inside + length + 2, read(code)))
            }
            None => {
                self.unclosed.push(close);
                None
            }
        }
    }

    /// `{ { name } }`: a tag of ours whose delimiters have spaces in them.
    fn spaced(&self, at: usize) -> At {
        let near = &self.text[at..self.text.floor_char_boundary(at + LONGEST)];
        let inner = near[1..].trim_start_matches([' ', '\u{A0}']);
        let (closing, is_value) = match inner.as_bytes().first()? {
            b'{' => ('}', true),
            b'%' => ('%', false),
            _ => return None,
        };
        let opened = near.len() - inner.len() + 1;
        let end = near[opened..].find(closing)? + opened;
        let behind = near[end + 1..].trim_start_matches([' ', '\u{A0}']);
        let is_spaced = opened > 2 || near.len() - behind.len() > end + 1;
        let code = near[opened..end].trim();
        if !behind.starts_with('}') || !is_spaced || code.is_empty() || code.contains(['{', '}']) {
            return None;
        }
        let what = if is_value { What::Value(code.to_owned()) } else { What::If(code.to_owned()) };
        Some((at + near.len() - behind.len() + 1, Some((Dialect::Spaced, what))))
    }
}

/// Whether what stands in two braces is a statement of Handlebars.
pub(crate) fn is_of_handlebars(code: &str) -> bool {
    !matches!(handlebars(code), None | Some((_, What::Value(_))))
}

/// What stands in two braces, where it is none of ours.
fn handlebars(code: &str) -> Option<(Dialect, What)> {
    let code = code.trim().trim_matches('~').trim();
    let what = match (code.chars().next()?, code.get(1..).unwrap_or_default().trim()) {
        ('#', rest) => {
            let (word, argument) = rest.split_once(' ').unwrap_or((rest, ""));
            let argument = argument.trim().to_owned();
            match word {
                "each" => {
                    let (list, item) = argument.split_once(" as |").unwrap_or((&argument, ""));
                    What::For(name(item.trim_end_matches('|')), list.to_owned())
                }
                "if" => What::If(argument),
                "unless" => What::Unless(argument),
                "with" => What::Strange("`{{#with}}` is not supported: write the full path of each field"),
                _ if argument.is_empty() => What::Section(word.to_owned()),
                _ => What::Strange("a Handlebars helper is not supported"),
            }
        }
        ('^', "") => What::Else,
        ('^', rest) => What::Unless(rest.to_owned()),
        ('/', rest) => What::End(rest.to_owned()),
        // Two of them are a name of ours.
        ('>', rest) if !rest.starts_with('>') => What::Strange("a partial is a separate template"),
        _ if code == "else" => What::Else,
        _ => match code.strip_prefix("else if ") {
            Some(test) => What::ElseIf(test.to_owned()),
            None => What::Value(name(code)?),
        },
    };
    Some((Dialect::Handlebars, what))
}

/// What stands in one brace.
fn braces(code: &str) -> Option<(Dialect, What)> {
    if code.contains(['{', '"', '“']) && !code.contains(':') || code.ends_with(['#', '%']) {
        return None;
    }
    if code.starts_with("d.") || code.starts_with("c.") || code.starts_with("d[") {
        let path = code.split(':').next().unwrap_or_default();
        let fits = path.chars().all(|c| c.is_alphanumeric() || "._[]+-=<>!, '$".contains(c));
        return fits.then(|| (Dialect::Carbone, What::Value(code.to_owned())));
    }
    if let Some(command) =
        command(code).filter(|_| code.trim_start().starts_with(|c: char| c.is_ascii_uppercase()))
    {
        return Some(command);
    }
    let rest = code.get(1..).unwrap_or_default().trim();
    let what = match code.chars().next()? {
        '#' => What::Section(condition(rest)?),
        '^' => What::Unless(condition(rest)?),
        '/' => What::End(rest.to_owned()),
        '@' if name(rest).is_some() => {
            What::Strange("data cannot contain Word markup: send {\"$html\": ...} and write `{{ name }}`")
        }
        '%' if name(rest).is_some() => {
            What::Rich(rest.to_owned(), "the data sends the picture as {\"$image\": ...}")
        }
        '~' => What::Rich(name(rest.trim_start_matches('~'))?, "the data sends the text as {\"$html\": ...}"),
        '.' if rest.is_empty() => What::Value(code.to_owned()),
        '-' if rest.contains(' ') => What::Section(rest.split_once(' ')?.1.trim().to_owned()),
        _ => What::Value(expression(code)?),
    };
    Some((Dialect::Braces, what)).filter(|_| !is_guid(code))
}

/// The condition of a section: a name, or a calculation with names.
fn condition(code: &str) -> Option<String> {
    let fits = |c: char| c.is_alphanumeric() || "_.$ -><=!&|()'+*[]".contains(c);
    (code.starts_with(|c: char| c.is_alphabetic() || "_!($".contains(c)) && code.chars().all(fits))
        .then(|| code.to_owned())
}

/// A path, or a path with filters behind it.
fn expression(code: &str) -> Option<String> {
    let (path, filters) = code.split_once('|').unwrap_or((code, ""));
    let path = path.trim().trim_end_matches('!');
    let is_filter = |filter: &str| {
        let filter = filter.trim();
        filter.is_empty() && filters.is_empty()
            || filter.starts_with(|c: char| c.is_alphabetic())
                && filter.chars().all(|c| c.is_alphanumeric() || "_:'. ,()".contains(c))
                && !filter.contains(" in ")
    };
    (name(path).is_some() && filters.split('|').all(is_filter)).then(|| code.trim().to_owned())
}

/// A dotted name: what no prose has.
fn name(code: &str) -> Option<String> {
    let code = code.trim();
    let fits = code.starts_with(|c: char| c.is_alphabetic() || "_$@".contains(c))
        && code.chars().all(|c| c.is_alphanumeric() || "_.$-[]@".contains(c))
        && code.len() <= 100;
    fits.then(|| code.to_owned())
}

/// A name of several words.
fn words(code: &str) -> Option<String> {
    let fits = code.starts_with(char::is_alphabetic)
        && code.len() <= 60
        && code.split(' ').count() <= 4
        && code.chars().all(|c| c.is_alphanumeric() || " _.-'".contains(c))
        && !code.ends_with([' ', '.'])
        && !PROSE.iter().any(|word| word.eq_ignore_ascii_case(code));
    fits.then(|| code.to_owned())
}

/// What prose puts into brackets.
const PROSE: [&str; 16] = [
    "sic",
    "x",
    "X",
    "ibid",
    "citation needed",
    "optional",
    "emphasis added",
    "emphasis in original",
    "and",
    "or",
    "the",
    "a",
    "s",
    "signed",
    "seal",
    "blank",
];

/// `{6C3C8BC8-F283-45AE-878A-BAB7291924A1}`
fn is_guid(code: &str) -> bool {
    code.len() == 36 && code.chars().all(|c| c.is_ascii_hexdigit() || c == '-')
}

/// `+++FOR item IN items+++`
fn command(code: &str) -> Option<(Dialect, What)> {
    let code = code.trim();
    let (word, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
    let rest = rest.trim();
    let what = match word {
        "INS" => What::Value(rest.to_owned()),
        _ if word.starts_with('=') => What::Value(code.trim_start_matches('=').trim().to_owned()),
        "FOR" => {
            let (item, list) = rest.split_once(" IN ").or_else(|| rest.split_once(" in "))?;
            What::For(name(item), list.trim().to_owned())
        }
        "IF" => What::If(rest.to_owned()),
        "END-FOR" | "END-IF" => What::End(String::new()),
        "IMAGE" | "HTML" | "LINK" => What::Strange(
            "send it as a value that is more than text, such as {\"$image\": ...}, and write `{{ name }}`",
        ),
        "EXEC" | "!" | "ALIAS" | "CMD_NODE" | "QUERY" => What::Strange("a template cannot run program code"),
        _ => return None,
    };
    Some((Dialect::Commands, what))
}

/// `[#list items as item]`
fn freemarker(code: &str) -> Option<(Dialect, What)> {
    let what = if let Some(closed) = code.strip_prefix("/#") {
        What::End(closed.trim().to_owned())
    } else {
        let (word, rest) = code.strip_prefix('#')?.split_once(' ').unwrap_or((code.get(1..)?, ""));
        match word {
            "list" => {
                let (list, item) = rest.split_once(" as ")?;
                What::For(name(item), list.trim().to_owned())
            }
            "if" => What::If(rest.to_owned()),
            "elseif" => What::ElseIf(rest.to_owned()),
            "else" => What::Else,
            _ => What::Strange("this statement is not known"),
        }
    };
    Some((Dialect::Dollar, what))
}

/// What stands in two angle brackets.
fn angles(code: &str) -> Option<(Dialect, What)> {
    let code = code.trim();
    let bracketed = |code: &str| {
        let inside = code.trim().strip_prefix('[')?;
        Some(inside[..inside.rfind(']')?].trim().to_owned())
    };
    let section = |code: &str| code.get(3..).and_then(name);
    let what = if let Some(value) = bracketed(code) {
        What::Value(value.split(':').next().unwrap_or_default().to_owned())
    } else if let Some(closed) = code.strip_prefix('/') {
        What::End(name(closed)?)
    } else if let Some(rest) = code.strip_prefix("foreach") {
        let inside = bracketed(rest)?;
        let (item, list) = inside.split_once("in ").unwrap_or(("", &inside));
        What::For(item.split_whitespace().last().and_then(name), list.trim().to_owned())
    } else if let Some(rest) = code.strip_prefix("if ") {
        What::If(bracketed(rest)?)
    } else if let Some(rest) = code.strip_prefix("elseif ") {
        What::ElseIf(bracketed(rest)?)
    } else if code == "else" {
        What::Else
    } else {
        match code.get(..3) {
            Some("rs_" | "rr_") => What::For(None, section(code)?),
            Some("cs_" | "cr_") => What::If(section(code)?),
            Some("es_" | "er_" | "ec_") => What::End(section(code)?),
            _ => What::Value(words(code)?),
        }
    };
    Some((Dialect::Angles, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(Dialect, What)> {
        marks(text).into_iter().map(|m| (m.dialect, m.what)).collect()
    }

    #[test]
    fn prose_has_no_marks() {
        for text in [
            "see [1] and [12], [sic], [a](b), a[i], {2}, { }, { \"a\": 1 }, {a, b}, {x | x > 0}, f(x) { return; }",
            "{6C3C8BC8-F283-45AE-878A-BAB7291924A1} « Bonjour » <a> << 2 >> $5 and $ {x C++ a+++b {see the list below}",
            "{{ name }} {% if a %} {# [note] #} {{ {'a': b}['a'] }} {_{ x }_}",
        ] {
            let found: Vec<_> =
                of(text).into_iter().filter(|(dialect, _)| *dialect != Dialect::Handlebars).collect();
            assert_eq!(found, [], "{text}");
        }
    }

    #[test]
    fn marks_are_told_apart() {
        use Dialect::*;
        let value = |text: &str| What::Value(text.to_owned());
        for (text, dialect, what) in [
            ("{ { name } }", Spaced, value("name")),
            ("{ % if a % }", Spaced, What::If("if a".to_owned())),
            ("{{ name } }", Spaced, value("name")),
            ("{{#each items}}", Handlebars, What::For(None, "items".to_owned())),
            ("{first_name}", Braces, value("first_name")),
            ("{price | number:2}", Braces, value("price | number:2")),
            ("{#items}", Braces, What::Section("items".to_owned())),
            ("{/}", Braces, What::End(String::new())),
            ("{^paid}", Braces, What::Unless("paid".to_owned())),
            ("{-w:tr items}", Braces, What::Section("items".to_owned())),
            ("{d.items[i].name:upperCase()}", Carbone, value("d.items[i].name:upperCase()")),
            ("{FOR p IN people}", Commands, What::For(Some("p".to_owned()), "people".to_owned())),
            ("+++= p.name+++", Commands, value("p.name")),
            ("${user.name}", Dollar, value("user.name")),
            ("[#list items as item]", Dollar, What::For(Some("item".to_owned()), "items".to_owned())),
            ("<<rs_items>>", Angles, What::For(None, "items".to_owned())),
            ("<<[c.Name]>>", Angles, value("c.Name")),
            ("<<foreach [Item c in items]>>", Angles, What::For(Some("c".to_owned()), "items".to_owned())),
            ("«First_Name»", Guillemets, value("First_Name")),
            ("[Customer Name]", Square, value("Customer Name")),
        ] {
            assert_eq!(of(&format!("a {text} b")), [(dialect, what)], "{text}");
        }
    }
}
