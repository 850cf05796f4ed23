//! Tags in a paragraph's text: `{{ }}`, `{% %}`, `{# #}`, with docxtpl's scope prefixes, and the slips of
//! word processors (smart quotes, non-breaking spaces) set right.

use std::ops::Range;

/// What a tag does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// `{{ expression }}`
    Variable,
    /// `{% statement %}`
    Block,
    /// `{# remark #}`
    Comment,
}

/// What a tag stands for in the document: docxtpl's prefixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Scope {
    /// No prefix: the place where it stands.
    Inline,
    /// `r`: its run.
    Run,
    /// `p`: its paragraph.
    Paragraph,
    /// `tc`: its table cell.
    Cell,
    /// `tr`: its table row.
    Row,
}

/// A tag found in a paragraph's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag {
    pub delimiter: Delimiter,
    pub scope: Scope,
    /// `{{-`: no white space stands before it.
    pub strips_before: bool,
    /// `-}}`: no white space stands after it.
    pub strips_after: bool,
    /// What stands between the delimiters, without prefix and whitespace control, in plain ASCII punctuation.
    pub code: String,
    /// Bytes of the paragraph's text.
    pub range: Range<usize>,
    /// As the author wrote it.
    pub original: String,
}

impl Tag {
    /// Whether it stands for its run (`{%r if ... %}`).
    pub fn acts_on_run(&self) -> bool {
        self.scope == Scope::Run && self.delimiter == Delimiter::Block
    }

    /// Whether it makes one of its paragraph and the one before (`{%-`): a statement in the text does.
    pub fn joins_before(&self) -> bool {
        self.strips_before && self.is_in_text()
    }

    /// Whether it makes one of its paragraph and the next (`-%}`).
    pub fn joins_after(&self) -> bool {
        self.strips_after && self.is_in_text()
    }

    fn is_in_text(&self) -> bool {
        self.delimiter == Delimiter::Block && self.scope <= Scope::Run
    }

    /// The first word of a statement (`for`, `endif`).
    pub fn keyword(&self) -> &str {
        match self.delimiter {
            Delimiter::Block => {
                self.code.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default()
            }
            _ => "",
        }
    }
}

/// Something in a paragraph's text that does not stay as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Tag(Tag),
    /// docxtpl's way to write a delimiter as text: `{_{` for `{{`.
    Escape {
        range: Range<usize>,
        text: &'static str,
    },
    /// A delimiter that opens and never closes within the paragraph.
    Unclosed {
        range: Range<usize>,
        closing: &'static str,
    },
}

const ESCAPES: [(&str, &str); 4] = [("{_{", "{{"), ("}_}", "}}"), ("{_%", "{%"), ("%_}", "%}")];

/// Finds the tags of one paragraph, one after the other: there may be more of them than memory holds.
pub(crate) fn scan(text: &str) -> impl Iterator<Item = Found> + '_ {
    let mut scanner = Scanner { text, at: 0, missing: Vec::new() };
    std::iter::from_fn(move || scanner.next())
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Closing delimiters that do not occur in the rest of the text: half a million openings must not each search for theirs.
    missing: Vec<&'static str>,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<Found> {
        loop {
            self.at += self.text[self.at..].find(['{', '}', '%'])?;
            let (at, rest) = (self.at, &self.text[self.at..]);
            if let Some((mark, plain)) = ESCAPES.iter().find(|(mark, _)| rest.starts_with(mark)) {
                self.at += mark.len();
                return Some(Found::Escape { range: at..self.at, text: plain });
            }
            let (delimiter, closing) = match rest.as_bytes() {
                [b'{', b'{', ..] => (Delimiter::Variable, "}}"),
                [b'{', b'%', ..] => (Delimiter::Block, "%}"),
                [b'{', b'#', ..] => (Delimiter::Comment, "#}"),
                _ => {
                    self.at += 1;
                    continue;
                }
            };
            let read = match self.missing.contains(&closing) {
                true => None,
                false => read(&rest[2..], delimiter, closing),
            };
            let Some((code, length)) = read else {
                self.missing.extend((!self.missing.contains(&closing)).then_some(closing));
                self.at += 2;
                return Some(Found::Unclosed { range: at..self.at, closing });
            };
            self.at += 2 + length + 2;
            return Some(Found::Tag(self.tag(delimiter, &code, at..self.at)));
        }
    }

    fn tag(&self, delimiter: Delimiter, inner: &str, range: Range<usize>) -> Tag {
        let (scope, code) = strip_prefix(inner);
        Tag {
            delimiter,
            scope,
            strips_before: inner.starts_with('-'),
            strips_after: inner.len() > 1 && inner.ends_with('-'),
            code: if delimiter == Delimiter::Comment { String::new() } else { code.trim().to_owned() },
            original: self.text[range.clone()].replace(['\n', '\t'], " "),
            range,
        }
    }
}

/// Bytes behind the first closing delimiter in which a later one is looked for; longer tags are refused anyway.
const LONGEST: usize = 4_096;

/// What stands up to the closing delimiter, and its bytes. The delimiter is the first one outside of texts and braces. A
/// text ends with the quote that it began with; where that leaves one open, with any quote (`"m”`: half of it was typed
/// before the word processor noticed); where quotes do not pair up at all (`{{ the customer's name }}`), they are no quotes.
fn read(rest: &str, delimiter: Delimiter, closing: &str) -> Option<(String, usize)> {
    let first = rest.find(closing)?;
    let plain = || (Code::of(&rest[..first], None).out, first);
    if delimiter == Delimiter::Comment {
        return Some(plain());
    }
    // A quote that never ends, in each of many tags, would have each of them read to the end.
    let mut end = rest.len().min(first.saturating_add(LONGEST));
    while !rest.is_char_boundary(end) {
        end -= 1;
    }
    let closed = |closes: Closes| {
        let code = Code::of(&rest[..end], Some((closing, closes)));
        code.closed_at.map(|at| (code.out, at))
    };
    let strict = closed(closes);
    if strict.as_ref().is_some_and(|(_, at)| *at == first) {
        return strict;
    }
    // What takes the tags behind it for text was read too strictly.
    let read = strict.into_iter().chain(closed(closes_in_any_style)).min_by_key(|(_, at)| *at);
    read.or_else(|| Some(plain()))
}

/// Whether a text that began with the first quote ends with the second.
type Closes = fn(char, char) -> bool;

/// Code with straight quotes and plain spaces; what texts hold is kept.
struct Code {
    out: String,
    /// Where the closing delimiter stands.
    closed_at: Option<usize>,
}

impl Code {
    /// Reads up to the closing delimiter; without one, all, and no quote begins a text.
    fn of(text: &str, closing: Option<(&str, Closes)>) -> Code {
        let mut code = Code { out: String::with_capacity(text.len().min(64)), closed_at: None };
        let mut quote: Option<char> = None;
        let mut depth = 0usize;
        let mut chars = text.char_indices();
        while let Some((at, c)) = chars.next() {
            match (quote, closing) {
                (None, Some((closing, _))) if depth == 0 && text[at..].starts_with(closing) => {
                    code.closed_at = Some(at);
                    return code;
                }
                (Some(open), Some((_, closes))) if closes(open, c) => {
                    quote = None;
                    code.out.extend(plain_quote(open));
                }
                (Some(_), _) if c == '\\' => {
                    code.out.push(c);
                    code.out.extend(chars.next().map(|(_, c)| c));
                }
                (Some(open), _) => {
                    // A straight quote inside curly ones is text.
                    if plain_quote(open) == Some(c) {
                        code.out.push('\\');
                    }
                    code.out.push(c);
                }
                (None, _) => {
                    quote = plain_quote(c).and(closing).map(|_| c);
                    depth = match c {
                        '{' => depth + 1,
                        '}' => depth.saturating_sub(1),
                        _ => depth,
                    };
                    code.out.extend(plain(c));
                }
            }
        }
        code
    }
}

/// A character outside of texts as code has it.
fn plain(c: char) -> Option<char> {
    match c {
        c if c.is_whitespace() => Some(' '),
        '\u{200B}' | '\u{FEFF}' | '\u{AD}' => None,
        '\u{2010}' | '\u{2011}' | '\u{2212}' => Some('-'),
        c => Some(plain_quote(c).unwrap_or(c)),
    }
}

/// The straight quote that a word processor's quotation mark stands for.
fn plain_quote(c: char) -> Option<char> {
    match c {
        '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{AB}' | '\u{BB}' => Some('"'),
        '\'' | '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' => Some('\''),
        _ => None,
    }
}

fn closes(open: char, c: char) -> bool {
    match open {
        '"' | '\'' => c == open,
        open => closes_in_any_style(open, c) && !matches!(c, '"' | '\'' | '\u{201E}' | '\u{201A}'),
    }
}

fn closes_in_any_style(open: char, c: char) -> bool {
    plain_quote(c) == plain_quote(open)
}

/// Takes whitespace control (`-`, `+`) and a scope prefix off: a prefix touches the delimiter and is followed by
/// white space (`{%tr for ...`), so that a field may be called `p`.
fn strip_prefix(inner: &str) -> (Scope, &str) {
    let inner = inner.strip_suffix(['-', '+']).unwrap_or(inner);
    let inner = inner.strip_prefix(['-', '+']).unwrap_or(inner);
    for (prefix, scope) in
        [("tr", Scope::Row), ("tc", Scope::Cell), ("p", Scope::Paragraph), ("r", Scope::Run)]
    {
        if let Some(rest) = inner.strip_prefix(prefix)
            && rest.starts_with(char::is_whitespace)
            && !rest.trim().is_empty()
        {
            return (scope, rest);
        }
    }
    (Scope::Inline, inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Tag {
        match scan(text).collect::<Vec<_>>().as_slice() {
            [Found::Tag(tag)] => tag.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn prefixes_touch_the_delimiter() {
        for (text, scope, code) in [
            ("{{ a }}", Scope::Inline, "a"),
            ("{{p}}", Scope::Inline, "p"),
            ("{{ p }}", Scope::Inline, "p"),
            ("{{p sub}}", Scope::Paragraph, "sub"),
            ("{{r x}}", Scope::Run, "x"),
            ("{%tr for x in xs %}", Scope::Row, "for x in xs"),
            ("{%tc if a %}", Scope::Cell, "if a"),
            ("{%- if a -%}", Scope::Inline, "if a"),
            ("{%p endif %}", Scope::Paragraph, "endif"),
            ("{% print %}", Scope::Inline, "print"),
        ] {
            let tag = one(text);
            assert_eq!((tag.scope, tag.code.as_str()), (scope, code), "{text}");
        }
    }

    #[test]
    fn what_word_processors_do_to_code_is_undone() {
        assert_eq!(
            one("{{\u{A0}x|default(\u{201C}it\u{2019}s\u{201D})\u{A0}}}").code,
            "x|default(\"it\u{2019}s\")"
        );
        assert_eq!(one("{{ x|default(\u{2018}a\u{2019}) }}").code, "x|default('a')");
        assert_eq!(one("{{ \u{201C}say \"hi\"\u{201D} }}").code, "\"say \\\"hi\\\"\"");
        assert_eq!(one("{{ x|default(\"m\u{201D}) }}").code, "x|default(\"m\")");
        assert_eq!(one("{{ a\n\u{2212}\tb }}").code, "a - b");
    }

    #[test]
    fn delimiters_in_strings_and_braces_do_not_close() {
        assert_eq!(one("{{ \"}}\" }}").code, "\"}}\"");
        assert_eq!(one("{{ {'a': {'b': 1}} }}").code, "{'a': {'b': 1}}");
        assert_eq!(one("{{ the customer's name }}").code, "the customer's name");
        assert_eq!(one("{% if a == '%}' %}").code, "if a == '%}'");
    }

    #[test]
    fn escapes_comments_and_the_unclosed() {
        assert_eq!(scan("a {_{ b }_}").count(), 2);
        assert_eq!(one("{# {{ x #}").delimiter, Delimiter::Comment);
        assert_eq!(scan("{ a } 100% }").count(), 0);
        assert_eq!(scan("x {{ y").collect::<Vec<_>>(), [Found::Unclosed { range: 2..4, closing: "}}" }]);
        assert_eq!(one("{% endfor %}").keyword(), "endfor");
    }
}
