//! The code of one tag, checked on its own, so that all faulty tags of a template are found in one pass.

use minijinja::Environment;
use minijinja::machinery::{Token, parse, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::nearest;
use super::scan::{Delimiter, Tag};
use crate::render::{known_filters, known_tests, knows_filter, knows_test};

/// What is wrong with a tag's code: a message and perhaps a hint.
pub(super) type Fault = (String, Option<String>);

/// Checks syntax, and that every filter and test exists.
pub(super) fn check(tag: &Tag, env: &Environment<'_>) -> Option<Fault> {
    let statement = match (tag.delimiter, tag.keyword()) {
        (Delimiter::Comment, _) => return None,
        (Delimiter::Variable, _) => format!("{{{{ {} }}}}", tag.code),
        (_, "elif") => format!("{{% if x %}}{{% {} %}}{{% endif %}}", tag.code),
        (_, "for" | "if" | "filter" | "macro" | "call" | "with" | "autoescape") => {
            format!("{{% {} %}}{{% end{} %}}", tag.code, tag.keyword())
        }
        (_, "set") if !tag.code.contains('=') => format!("{{% {} %}}{{% endset %}}", tag.code),
        (_, "set" | "do") => format!("{{% {} %}}", tag.code),
        _ => return None,
    };
    if let Err(error) = parse(&statement, "tag", SyntaxConfig::default()) {
        let detail = error.detail().unwrap_or("it cannot be understood").to_owned();
        return Some((format!("this tag's code is wrong: {detail}"), hint(tag)));
    }
    unknown_name(&tag.code, env)
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
    if tag.delimiter == Delimiter::Variable && code.split_whitespace().count() > 1 && !code.contains(['|', '(', '"', '\'']) {
        return Some("a field's name has no spaces; write first_name instead of first name".to_owned());
    }
    if tag.keyword() == "if" && code.contains('=') && !code.contains("==") {
        return Some("compare with two equals signs: `==`".to_owned());
    }
    if tag.keyword() == "for" && !code.contains(" in ") {
        return Some("a loop reads `{% for item in items %}`".to_owned());
    }
    None
}
