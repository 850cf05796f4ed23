//! Python's `"%.2f" % price`: MiniJinja's `%` divides only, so that it is rewritten as `"%.2f"|format(price)`.

use minijinja::machinery::{Token, tokenize};
use minijinja::syntax::SyntaxConfig;

/// The code with each `%` behind a literal text as the filter. A text that a variable holds is not known here: there
/// the filter has to be written.
pub(super) fn as_filter(code: String) -> String {
    if !code.contains('%') {
        return code;
    }
    let read: Result<Vec<_>, _> = tokenize(&code, true, SyntaxConfig::default()).collect();
    let Ok(tokens) = read else { return code };
    let mut out = String::with_capacity(code.len() + 16);
    let mut copied = 0;
    for (i, pair) in tokens.windows(2).enumerate() {
        let [(Token::String(_) | Token::Str(_), _), (Token::Mod, percent)] = pair else { continue };
        // In `2 * "x" % y` the left side is the product.
        let before = i.checked_sub(1).map(|i| &tokens[i].0);
        if matches!(before, Some(Token::Mul | Token::Div | Token::FloorDiv | Token::Mod | Token::Pow)) {
            continue;
        }
        let Some(end) = operand(&tokens[i + 2..]).map(|length| i + 2 + length) else { continue };
        let (Some((_, first)), Some((_, last))) = (tokens.get(i + 2), tokens.get(end - 1)) else { continue };
        let (from, to) = (first.start_offset as usize, last.end_offset as usize);
        let Some(operand) = code.get(from..to).filter(|_| percent.start_offset as usize >= copied) else {
            continue;
        };
        out.push_str(code[copied..percent.start_offset as usize].trim_end());
        // `% (a, b)`: the parentheses are those of the arguments.
        let arguments = match is_tuple(&tokens[i + 2..end]) {
            true => operand.to_owned(),
            false => format!("({operand})"),
        };
        out.push_str(&format!("|format{arguments}"));
        copied = to;
    }
    out.push_str(&code[copied..]);
    out
}

/// How many tokens an operand of `%` has: signs, a value, what is called and indexed of it, filters.
fn operand(tokens: &[(Token<'_>, minijinja::machinery::Span)]) -> Option<usize> {
    let at = |i: usize| tokens.get(i).map(|(token, _)| token);
    let mut i = 0;
    while matches!(at(i), Some(Token::Minus | Token::Plus)) {
        i += 1;
    }
    i += match at(i)? {
        Token::Ident("not" | "if" | "else" | "and" | "or" | "in" | "is") => return None,
        Token::Ident(_)
        | Token::Str(_)
        | Token::String(_)
        | Token::Int(_)
        | Token::Int128(_)
        | Token::Float(_) => 1,
        Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => group(&tokens[i..])?,
        _ => return None,
    };
    loop {
        i += match at(i) {
            Some(Token::Dot) => 2,
            Some(Token::ParenOpen | Token::BracketOpen) => group(&tokens[i..])?,
            Some(Token::Pipe) => 2,
            Some(Token::Pow) => 1 + operand(tokens.get(i + 1..)?)?,
            _ => return Some(i.min(tokens.len())),
        };
    }
}

/// How many tokens stand from an opening bracket to its closing one.
fn group(tokens: &[(Token<'_>, minijinja::machinery::Span)]) -> Option<usize> {
    let mut depth = 0usize;
    for (i, (token, _)) in tokens.iter().enumerate() {
        match token {
            Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => depth += 1,
            Token::ParenClose | Token::BracketClose | Token::BraceClose => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(i + 1);
        }
    }
    None
}

/// Whether the tokens are one group in parentheses with a comma of its own.
fn is_tuple(tokens: &[(Token<'_>, minijinja::machinery::Span)]) -> bool {
    if !matches!(tokens.first(), Some((Token::ParenOpen, _))) || group(tokens) != Some(tokens.len()) {
        return false;
    }
    let mut depth = 0usize;
    tokens.iter().any(|(token, _)| {
        match token {
            Token::ParenOpen | Token::BracketOpen | Token::BraceOpen => depth += 1,
            Token::ParenClose | Token::BracketClose | Token::BraceClose => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 1 && matches!(token, Token::Comma)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percent_sign_behind_a_text_formats() {
        for (code, filter) in [
            ("'%.2f' % price", "'%.2f'|format(price)"),
            ("'%s %s' % (a, b.c)", "'%s %s'|format(a, b.c)"),
            ("'%s' % (a)", "'%s'|format((a))"),
            ("'%s' % (f(a, b))", "'%s'|format((f(a, b)))"),
            ("'%(a)s' % {'a': 1, 'b': 2}", "'%(a)s'|format({'a': 1, 'b': 2})"),
            ("'%s' % name|upper ~ '!'", "'%s'|format(name|upper) ~ '!'"),
            ("'%s' % items[0].price|round(2)", "'%s'|format(items[0].price|round(2))"),
            ("'%d' % -x + 1", "'%d'|format(-x) + 1"),
            ("x ~ '%d' % n ~ '%s' % m", "x ~ '%d'|format(n) ~ '%s'|format(m)"),
            ("set x = '%05d' % n", "set x = '%05d'|format(n)"),
            ("if '%d' % n == '1'", "if '%d'|format(n) == '1'"),
            ("10 % 3", "10 % 3"),
            ("n % 3", "n % 3"),
            ("n * '%d' % 3", "n * '%d' % 3"),
            ("'100%'", "'100%'"),
            ("'%' % ", "'%' % "),
            ("'%s' % (a", "'%s' % (a"),
        ] {
            assert_eq!(as_filter(code.to_owned()), filter, "{code}");
        }
    }
}
