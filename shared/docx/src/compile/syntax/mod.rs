//! A tag's code, read once: [`read`] makes a tree of it, the passes of the compiler look at the tree and change it, and
//! [`code`] writes what MiniJinja runs. Nothing else of the author's text gets there.

mod aggregate;
mod bound;
mod check;
mod names;
mod parse;
mod print;
mod statement;
#[cfg(test)]
mod tests;

mod tree;
mod wanted;

pub(crate) use aggregate::aggregates;
pub(crate) use bound::bound;
pub(crate) use check::{functions, reserved, usable};
pub(crate) use print::code;
pub(crate) use tree::{Argument, Expr, How, Operator, Syntax, Target};
pub(crate) use wanted::wanted;

use super::hints;
use super::scan::{Delimiter, Tag};
use parse::Parser;

/// What is wrong with a tag's code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
    /// Byte of the code.
    pub at: usize,
}

/// Reads a tag. The second is a warning.
///
/// # Errors
/// What is wrong with its code.
pub(crate) fn read(tag: &Tag) -> Result<(Syntax, Option<Fault>), Fault> {
    let read = match tag.delimiter {
        Delimiter::Comment => return Ok((Syntax::Nothing, None)),
        Delimiter::Variable => match names::marked(&tag.code) {
            Some((name, found)) => {
                let message =
                    format!("`{name}` is not an expression: it is filled from the field with this name");
                let hint = Some(hints::LOOP_OR_NAME.to_owned());
                return Ok((Syntax::Value(found), Some(Fault { message, hint, at: 0 })));
            }
            None => value(&tag.code).map(Syntax::Value),
        },
        Delimiter::Block => {
            let keyword = tag.keyword();
            // Which block an unknown end would end is told where blocks are paired.
            if !hints::is_keyword(keyword) && !keyword.starts_with("end") {
                return Err(hints::unknown(keyword));
            }
            statement::read(keyword, &tag.code[keyword.len()..])
        }
    };
    read.map(|syntax| (syntax, None)).map_err(|fault| hints::explain(tag, fault))
}

/// Reads an expression.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn value(code: &str) -> Result<Expr, Fault> {
    let mut parser = Parser::new(code);
    let read = parser.expr().and_then(|expr| statement::ended(&parser, expr));
    match (names::value(code, read.as_ref().ok()), read) {
        (Some(found), _) => Ok(found),
        (None, read) => read,
    }
}
