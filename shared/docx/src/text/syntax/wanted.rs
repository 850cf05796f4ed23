//! The values that an expression needs to be computed at all.

use super::print::expression;
use super::tree::{Expr, Operator, Syntax};

/// For what a tag prints, goes through, gives names to or calls a macro with, one after the other: the condition that everything
/// that it is computed from is present. What is calculated with something missing is missing too, instead of failing. Nothing
/// where it is one field, or cares itself for what is missing.
pub(crate) fn wanted(syntax: &Syntax) -> Vec<Option<String>> {
    match syntax {
        Syntax::Value(expr) | Syntax::For { items: expr, .. } | Syntax::Set(_, expr) => vec![condition(expr)],
        Syntax::With(list) => list.iter().map(|(_, expr)| condition(expr)).collect(),
        Syntax::Macro(_, parameters) => {
            parameters.iter().map(|(_, default)| default.as_ref().and_then(condition)).collect()
        }
        Syntax::Call(_, Expr::Call(_, arguments)) => {
            let conditions: Vec<_> = arguments.iter().filter_map(|given| condition(&given.value)).collect();
            vec![(!conditions.is_empty()).then(|| conditions.join(" and "))]
        }
        _ => Vec::new(),
    }
}

fn condition(expr: &Expr) -> Option<String> {
    if path(expr) || expr.any(&cares) {
        return None;
    }
    let mut conditions = Vec::new();
    needs(expr, &mut conditions);
    conditions.sort_unstable();
    conditions.dedup();
    (!conditions.is_empty()).then(|| conditions.join(" and "))
}

/// Whether it is a name, a member of one, and so on.
fn path(expr: &Expr) -> bool {
    match expr {
        Expr::Name(_) | Expr::Lookup(_) => true,
        Expr::Member(of, _) => path(of),
        _ => false,
    }
}

/// Whether what is missing has a meaning of its own: a comparison with it is false.
fn cares(expr: &Expr) -> bool {
    match expr {
        Expr::Filter { name, .. } => matches!(name.as_str(), "default" | "d" | "bool"),
        Expr::Test { .. } | Expr::Compared(..) | Expr::Not(_) => true,
        Expr::Binary(Operator::Or, ..) | Expr::Choice { .. } | Expr::Word("none") => true,
        _ => false,
    }
}

fn needs(expr: &Expr, conditions: &mut Vec<String>) {
    match expr {
        Expr::LookupOr(name, otherwise) => {
            let mut inner = vec![];
            needs(otherwise, &mut inner);
            let name = expression(&Expr::Text(name.clone()));
            let inner = if inner.is_empty() { "true".to_owned() } else { inner.join(" and ") };
            conditions.push(format!("(__has({name}) or {inner})"));
        }
        Expr::Lookup(name) => conditions.push(format!("__has({})", expression(&Expr::Text(name.clone())))),
        expr if path(expr) => conditions.push(format!("{} is defined", expression(expr))),
        // What a macro gets as it is may be missing: the macro decides. Of the functions, only this one computes with it.
        Expr::Call(of, arguments) if matches!(&**of, Expr::Name(name) if name != "range") => {
            let given = arguments.iter().map(|given| &given.value).filter(|given| !path(given));
            given.for_each(|given| needs(given, conditions));
        }
        // A function is no field, and a method no member.
        Expr::Call(of, arguments) => {
            match &**of {
                Expr::Member(receiver, _) => needs(receiver, conditions),
                Expr::Name(_) => {}
                of => needs(of, conditions),
            }
            arguments.iter().for_each(|given| needs(&given.value, conditions));
        }
        _ => expr.parts().into_iter().for_each(|part| needs(part, conditions)),
    }
}
