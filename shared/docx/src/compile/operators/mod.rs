//! The code of a tag with bounded functions in place of the operators that make values of any size.
//!
//! MiniJinja computes `+`, `*`, `~`, `[i]` and `[a:b]` itself and bounds none of them; its fuel counts each as one step.
//! Code that uses them is read as a syntax tree and written anew, with filters of `render::operators` in their place.

mod expressions;
mod kinds;
mod level;
mod statements;

use minijinja::machinery::ast::Stmt;
use minijinja::machinery::parse;
use minijinja::syntax::SyntaxConfig;

use super::code;
use super::scan::Tag;

/// Writes the tag's code anew where it has to be bounded. Code that does not parse is refused elsewhere.
pub(crate) fn bound(tag: &mut Tag) {
    let Some(source) = code::statement(tag) else { return };
    let Ok(Stmt::Template(tree)) = parse(&source, "tag", SyntaxConfig::default()) else { return };
    let mut writer =
        Writer { source: &source, out: String::with_capacity(source.len() + 32), changed: false };
    let written = match (tag.keyword(), tree.children.as_slice()) {
        // It was put behind an `if` to be read.
        ("elif", [Stmt::IfCond(cond)]) => match cond.false_body.as_slice() {
            [Stmt::IfCond(cond)] => writer.condition("elif", &cond.expr),
            _ => return,
        },
        (_, [statement]) => writer.statement(statement),
        _ => return,
    };
    if written.is_some() && writer.changed {
        tag.code = writer.out;
    }
}

/// Writes code from a syntax tree.
struct Writer<'s> {
    source: &'s str,
    out: String,
    changed: bool,
}

#[cfg(test)]
mod tests;
