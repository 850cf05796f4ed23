//! Names of fields as people write them, which are not expressions.

use super::grammar::{Parser, ended};
use super::tree::Expr;

/// What a value's code says when it is no expression, or near to a name: `{{ First Name }}` is none; `{{ customer-no }}` is
/// one (a subtraction), and is looked up first.
pub(super) fn value(code: &str, read: Option<&Expr>) -> Option<Expr> {
    let (name, filters) = code.split_at(code.find('|').unwrap_or(code.len()));
    let name = name.trim();
    let found = match parsed(name) {
        None => looked_up(name)?,
        // A number, such as `1e-7`, is nobody's name.
        Some(Expr::Float(_)) => return None,
        Some(expr) if read.is_some() => match dashed(name, expr) {
            found @ Expr::LookupOr(..) => found,
            _ => return None,
        },
        Some(_) => return None,
    };
    filtered(found, filters)
}

/// A subtraction without blanks is the name of a field first.
pub(super) fn dashed(name: &str, read: Expr) -> Expr {
    match is_name(name) && name.contains('-') && !name.contains([' ', '/', '.']) {
        true => Expr::LookupOr(name.to_owned(), Box::new(read)),
        false => read,
    }
}

/// What other engines mean something by (`{{ >> Items }}`). Such text makes no expression either, and forms that were made
/// for them have to be filled all the same.
pub(super) fn marked(code: &str) -> Option<(&str, Expr)> {
    let (name, filters) = code.split_at(code.find('|').unwrap_or(code.len()));
    let name = name.trim();
    let bare = name.trim_start_matches(['<', '>']);
    let is_marked = name.len() - bare.len() == 2 && bare.chars().all(is_of_names);
    Some((name, filtered(lookup(name), filters)?)).filter(|_| is_marked)
}

fn filtered(found: Expr, filters: &str) -> Option<Expr> {
    let mut parser = Parser::new(filters);
    parser.filters(found).and_then(|expr| ended(&parser, expr)).ok()
}

fn parsed(code: &str) -> Option<Expr> {
    let mut parser = Parser::new(code);
    parser.expr().and_then(|expr| ended(&parser, expr)).ok()
}

/// The field of a name that is no expression; nothing for what is one, or is near to one.
pub(super) fn looked_up(name: &str) -> Option<Expr> {
    let mut words = name.split_whitespace();
    let operator =
        words.any(|w| matches!(w, "and" | "or" | "not" | "in" | "is" | "if" | "else" | "recursive"));
    (is_name(name) && !operator && parsed(name).is_none()).then(|| lookup(name))
}

fn lookup(name: &str) -> Expr {
    // `line.Unit Price` is a member of what the template calls `line`.
    match name.split_once('.') {
        Some((first, rest)) if matches!(parsed(first), Some(Expr::Name(_))) && !rest.starts_with(' ') => {
            let step =
                |of, step: &str| Expr::Item(Box::new(of), Box::new(Expr::Text(step.trim().to_owned())));
            rest.split('.').fold(Expr::name(first), step)
        }
        _ => Expr::Lookup(name.to_owned()),
    }
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphanumeric)
        && text.chars().all(is_of_names)
        && text.contains(char::is_alphabetic)
        && !text.contains("&&")
        && !text.contains("..")
        // The member's name is missing.
        && !text.ends_with('.')
}

fn is_of_names(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '\'' | '&' | '/' | '#' | '?')
}
