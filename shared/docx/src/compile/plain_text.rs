//! Values in plain text: a chart's label, a link's target, a field's code.

use crate::text::flow::Plain;
use crate::text::syntax::{Expr, Fault, Syntax};

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
pub(super) fn write(syntax: &mut Syntax, plain: Plain, before: Before) -> Option<Fault> {
    let Syntax::Value(value) = syntax else { return None };
    let begins = match plain {
        Plain::Text | Plain::Number => None,
        Plain::Url => Some(before.nothing),
        Plain::Field if before.in_quotes => Some(before.quote),
        Plain::Field => {
            let hint = "write the field out and put only its text in braces: HYPERLINK \"{{ url }}\"";
            return Some(Fault {
                message: "a field's code cannot come from data".to_owned(),
                hint: Some(hint.to_owned()),
                at: 0,
            });
        }
    };
    let value = std::mem::replace(value, Expr::Word("none"));
    *syntax = Syntax::Value(match begins {
        None if plain == Plain::Number => Expr::call("__number", vec![value]),
        None => Expr::call("__text", vec![value]),
        Some(begins) => Expr::call("__url", vec![value, Expr::Word(if begins { "true" } else { "false" })]),
    });
    None
}
