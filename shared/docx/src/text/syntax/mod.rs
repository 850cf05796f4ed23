//! A tag's code, read once: [`read`] makes a tree of it, the passes of the compiler look at the tree and change it, and
//! [`code`] writes what MiniJinja runs. Nothing else of the author's text gets there.

pub(crate) mod bounded;
mod element_expression;
mod field_names;
mod grammar;
pub(crate) mod print;
mod reserved;
mod signatures;
mod statement;
pub(crate) mod syntax_fault;
#[cfg(test)]
mod tests;
mod tree;
mod wanted;

pub(crate) use bounded::{EACH, bound};
pub(crate) use element_expression::aggregates;
pub(crate) use print::{NEXT, code};
pub(crate) use reserved::reserved;
pub(crate) use syntax_fault::Fault;
pub(crate) use tree::{Argument, Expr, How, Operator, Syntax, Target};
pub(crate) use wanted::wanted;

use super::hints;
use super::scan::{Delimiter, Tag};
use super::syntax::grammar::Parser;

/// Reads a tag. The second is a warning.
///
/// # Errors
/// What is wrong with its code.
pub(crate) fn read(tag: &Tag) -> Result<(Syntax, Option<Fault>), Fault> {
    let read = match tag.delimiter {
        Delimiter::Comment => return Ok((Syntax::Nothing, None)),
        Delimiter::Variable => match field_names::marked(&tag.code) {
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
            if keyword.is_empty() {
                return Err(hints::without_keyword(&tag.code));
            }
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
    let read = parser.expr().and_then(|expr| grammar::ended(&parser, expr));
    match (field_names::value(code, read.as_ref().ok()), read) {
        (Some(found), _) => Ok(found),
        (None, read) => read,
    }
}
