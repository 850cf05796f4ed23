//! The words of an expression of another product's.

use super::reason::Reason;

/// A word of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A text, without its quotes.
    Text(String),
    Number(String),
    /// A name, with the sign before it (`$`, `@`) and the steps outward (`../`).
    Name(String),
    Sign(&'static str),
}

/// Signs, longer ones first.
const SIGNS: [&str; 32] = [
    "===", "!==", "=>", "==", "!=", "<>", "<=", ">=", "&&", "||", "??", "?.", "?:", "<", ">", "=", "!", "+",
    "-", "*", "/", "%", "(", ")", "[", "]", ",", ".", "?", ":", "{", "}",
];

impl Token {
    pub fn text(&self) -> &str {
        match self {
            Token::Text(text) | Token::Number(text) | Token::Name(text) => text,
            Token::Sign(sign) => sign,
        }
    }
}

/// Reads the words.
///
/// # Errors
/// A text that is not closed; a sign that none of the languages has.
pub(super) fn tokens(code: &str) -> Result<Vec<Token>, Reason> {
    let mut out = Vec::new();
    let mut rest = code.trim();
    while let Some(c) = rest.chars().next() {
        let token;
        (token, rest) = match c {
            ' ' | '\t' | '\n' | '\u{A0}' => {
                rest = &rest[c.len_utf8()..];
                continue;
            }
            '"' | '“' | '”' | '„' | '\'' | '‘' | '’' => text(rest, c)?,
            '`' => return Err("a text in backquotes has no equivalent: join texts with `+`".to_owned()),
            c if c.is_ascii_digit() => {
                let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
                let number = rest[..end].trim_end_matches('.');
                (Token::Number(number.to_owned()), &rest[number.len()..])
            }
            _ if is_begin(c) || rest.starts_with("../") => {
                let inner = rest.trim_start_matches("../");
                let end = inner.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$' | '@'));
                let length = rest.len() - inner.len() + end.unwrap_or(inner.len());
                (Token::Name(rest[..length].to_owned()), &rest[length..])
            }
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(*sign));
                let sign = sign.ok_or_else(|| format!("`{c}` has no equivalent"))?;
                (Token::Sign(sign), &rest[sign.len()..])
            }
        };
        out.push(token);
    }
    Ok(out)
}

fn is_begin(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$' | '@')
}

/// A text in quotes, straight or as Word sets them.
fn text(rest: &str, open: char) -> Result<(Token, &str), Reason> {
    let inside = &rest[open.len_utf8()..];
    let closes: &[char] = match open {
        '"' | '“' | '”' | '„' => &['"', '“', '”'],
        '\'' if inside.contains('\'') => &['\''],
        _ => &['\'', '’', '‘'],
    };
    let mut out = String::new();
    let mut letters = inside.char_indices();
    while let Some((at, c)) = letters.next() {
        match c {
            '\\' => match letters.next() {
                Some((_, 'n')) => out.push('\n'),
                Some((_, c)) => out.push(c),
                None => {}
            },
            c if closes.contains(&c) => return Ok((Token::Text(out), &inside[at + c.len_utf8()..])),
            c => out.push(c),
        }
    }
    Err("a text in it is not closed".to_owned())
}
