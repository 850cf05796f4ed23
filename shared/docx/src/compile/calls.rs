//! Functions that tags call: data holds none, so that all there are is known before any document.

use std::collections::BTreeSet;

use minijinja::Environment;
use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;

use super::nearest;
use super::report::Remarks;
use super::scope::Site;

/// Words that may stand before a parenthesis without calling anything, and what loops and macros themselves bring.
const WORDS: [&str; 21] = [
    "and",
    "or",
    "not",
    "in",
    "is",
    "if",
    "elif",
    "else",
    "for",
    "set",
    "with",
    "call",
    "macro",
    "filter",
    "do",
    "recursive",
    "loop",
    "caller",
    "true",
    "false",
    "none",
];

/// Remarks on calls of functions that do not exist.
pub(super) fn check(sites: &[Site], env: &Environment<'_>, remarks: &mut Remarks<'_>) {
    let bound: BTreeSet<&str> = sites.iter().flat_map(|s| bound(s.tag.keyword(), &s.tag.code)).collect();
    for site in sites {
        let tokens = tokens(&site.tag.code);
        for (i, pair) in tokens.windows(2).enumerate() {
            let (Token::Ident(name), Token::ParenOpen) = (&pair[0], &pair[1]) else { continue };
            // Methods are the values' own; filters and tests are checked elsewhere.
            let before = i.checked_sub(1).map(|i| &tokens[i]);
            let is_not = i > 1 && matches!(&tokens[i - 2..i], [Token::Ident("is"), Token::Ident("not")]);
            let elsewhere = is_not
                || matches!(before, Some(Token::Dot | Token::Pipe | Token::Ident("is" | "filter" | "macro")));
            let known =
                WORDS.contains(name) || bound.contains(name) || env.globals().any(|(n, _)| n == *name);
            if elsewhere || known {
                continue;
            }
            let functions: Vec<&str> =
                env.globals().map(|(n, _)| n).filter(|n| !n.starts_with('_')).collect();
            let hint = nearest(name, functions.into_iter()).map(|n| format!("did you mean `{n}`?"));
            remarks.add(site.flow, &site.tag.range, format!("there is no function called `{name}`"), hint);
        }
    }
}

fn tokens(code: &str) -> Vec<Token<'_>> {
    tokenize(code, true, SyntaxConfig::default()).map_while(|t| t.ok().map(|(token, _)| token)).collect()
}

/// Names that a statement gives a value to.
fn bound<'c>(keyword: &str, code: &'c str) -> Vec<&'c str> {
    let tokens = tokens(code);
    // What a statement calls stands behind this.
    let ends = |token: &Token<'_>| match keyword {
        "for" => matches!(token, Token::Ident("in")),
        "set" => matches!(token, Token::Assign),
        "call" => matches!(token, Token::ParenClose),
        _ => false,
    };
    let is_name = |i: usize| match keyword {
        "for" | "set" | "macro" => true,
        "with" => matches!(tokens.get(i + 1), Some(Token::Assign)),
        "call" => matches!(tokens.get(1), Some(Token::ParenOpen)),
        _ => false,
    };
    let names = tokens.iter().take_while(|token| !ends(token)).enumerate();
    let names = names.filter_map(|(i, token)| match token {
        Token::Ident(name) if is_name(i) => Some(*name),
        _ => None,
    });
    names.collect()
}
