//! The code of one tag, checked on its own, so that all faulty tags of a template are found in one pass.

use minijinja::Environment;
use minijinja::machinery::{Token, parse, parse_expr, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::flow::Plain;
use super::nearest;
use super::scan::{Delimiter, Scope, Tag};
use crate::render::{known_filters, known_tests, knows_filter, knows_test};

/// What is wrong with a tag's code: a message and perhaps a hint.
pub(super) type Fault = (String, Option<String>);

/// The tag as a statement of its own; `None` for one that has no expression.
pub(super) fn statement(tag: &Tag) -> Option<String> {
    Some(match (tag.delimiter, tag.keyword()) {
        (Delimiter::Comment, _) => return None,
        (Delimiter::Variable, _) => format!("{{{{ {} }}}}", tag.code),
        (_, "elif") => format!("{{% if x %}}{{% {} %}}{{% endif %}}", tag.code),
        (_, "for" | "if" | "filter" | "macro" | "call" | "with" | "autoescape") => {
            format!("{{% {} %}}{{% end{} %}}", tag.code, tag.keyword())
        }
        (_, "set") if !tag.code.contains('=') => format!("{{% {} %}}{{% endset %}}", tag.code),
        (_, "set" | "do") => format!("{{% {} %}}", tag.code),
        _ => return None,
    })
}

/// Checks syntax, and that every filter and test exists.
pub(super) fn check(tag: &Tag, env: &Environment<'_>) -> Option<Fault> {
    let statement = statement(tag)?;
    if let Err(error) = parse(&statement, "tag", SyntaxConfig::default()) {
        let detail = error.detail().unwrap_or("it cannot be understood").to_owned();
        return Some((format!("this tag's code is wrong: {detail}"), hint(tag)));
    }
    unknown_name(&tag.code, env)
}

/// What stands before a tag in its text.
pub(super) struct Before {
    /// Nothing does.
    pub nothing: bool,
    /// A quote that is not closed.
    pub in_quotes: bool,
    /// A quote, directly.
    pub quote: bool,
}

/// Writes a tag's value into plain text; `before` is what stands before it there. A value that begins a link's target is
/// the link. In a field's code only what quotes hold can be filled: data must not say what a field does.
pub(super) fn write_plain(tag: &mut Tag, plain: Plain, before: Before) -> Option<Fault> {
    tag.scope = Scope::Inline;
    if tag.delimiter == Delimiter::Variable {
        tag.code = match plain {
            Plain::Text => format!("__text(({}))", tag.code),
            Plain::Url => format!("__url(({}), {})", tag.code, before.nothing),
            Plain::Field if before.in_quotes => {
                format!("__url(({}), {})", tag.code, before.quote)
            }
            Plain::Field => {
                let hint = "write the field out and put only its text in braces: HYPERLINK \"{{ url }}\"";
                return Some(("a field's code cannot come from data".to_owned(), Some(hint.to_owned())));
            }
        };
    }
    None
}

/// Names are looked up in what tokens say: a filter stands behind `|`, a test behind `is`.
fn unknown_name(code: &str, env: &Environment<'_>) -> Option<Fault> {
    let tokens: Vec<Token<'_>> =
        tokenize(code, true, SyntaxConfig::default()).map_while(|t| t.ok().map(|(token, _)| token)).collect();
    for (i, pair) in tokens.windows(2).enumerate() {
        let (kind, name) = match (&pair[0], &pair[1]) {
            (Token::Pipe, Token::Ident(name)) => ("filter", *name),
            (Token::Ident("is"), Token::Ident("not")) => match tokens.get(i + 2) {
                Some(Token::Ident(name)) => ("test", *name),
                _ => continue,
            },
            (Token::Ident("is"), Token::Ident(name)) => ("test", *name),
            _ => continue,
        };
        let (known, nearest) = if kind == "filter" {
            (knows_filter(env, name), nearest(name, known_filters()))
        } else {
            (knows_test(env, name), nearest(name, known_tests()))
        };
        if !known {
            let hint = nearest.map(|n| format!("did you mean `{n}`?"));
            return Some((format!("there is no {kind} called `{name}`"), hint));
        }
    }
    None
}

/// What people write who have not read Jinja's manual.
fn hint(tag: &Tag) -> Option<String> {
    let code = &tag.code;
    if tag.keyword() == "if" && code.contains('=') && !code.contains("==") {
        return Some("compare with two equals signs: `==`".to_owned());
    }
    if tag.keyword() == "for" && !code.contains(" in ") {
        return Some("a loop reads `{% for item in items %}`".to_owned());
    }
    if tag.delimiter == Delimiter::Variable {
        // Marks of other engines.
        if code.starts_with(['#', '/', '^']) {
            return Some("a loop reads `{% for item in items %}` ... `{% endfor %}`, a condition `{% if paid %}` ... `{% endif %}`".to_owned());
        }
        let name = code.trim_start_matches(['=', '$', '@', '&', '!', '*', ':', '<', '>']).trim();
        if name.len() < code.len() && parse_expr(name).is_ok() {
            return Some(format!("write the field's name alone: `{{{{ {name} }}}}`"));
        }
    }
    None
}
