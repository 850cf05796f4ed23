//! What can be said of an expression before there is data.

use minijinja::machinery::ast::{self, BinOpKind, CompareOpKind, Expr, UnaryOpKind};

/// The filter that stands for an operator, unless both of its operands are numbers or what is no number is an error.
pub(super) fn filtered(binary: &ast::BinOp<'_>) -> Option<&'static str> {
    let (left, right) = (&binary.left, &binary.right);
    match binary.op {
        BinOpKind::Add if !is_number(left) && !is_number(right) => Some("__add"),
        BinOpKind::Mul if is_fraction(left) || is_fraction(right) => None,
        BinOpKind::Mul if !is_number(left) || !is_number(right) => Some("__mul"),
        BinOpKind::Concat => Some("__concat"),
        _ => None,
    }
}

/// Whether an expression is a number or an error, whatever the data is.
pub(super) fn is_number(expr: &Expr<'_>) -> bool {
    match expr {
        Expr::Const(constant) => constant.value.is_number(),
        Expr::UnaryOp(unary) => matches!(unary.op, UnaryOpKind::Neg),
        Expr::BinOp(binary) => match binary.op {
            BinOpKind::Sub | BinOpKind::Div | BinOpKind::FloorDiv | BinOpKind::Rem | BinOpKind::Pow => true,
            BinOpKind::Add | BinOpKind::Mul => filtered(binary).is_none(),
            _ => false,
        },
        Expr::Filter(filter) => {
            matches!(filter.name, "abs" | "count" | "float" | "int" | "length" | "round" | "wordcount")
        }
        Expr::GetAttr(attribute) => {
            matches!(&attribute.expr, Expr::Var(name) if name.id == "loop")
                && matches!(
                    attribute.name,
                    "index" | "index0" | "revindex" | "revindex0" | "length" | "depth"
                )
        }
        _ => false,
    }
}

/// A number that no text or list can be multiplied with.
fn is_fraction(expr: &Expr<'_>) -> bool {
    match expr {
        Expr::Const(constant) => constant.value.is_number() && !constant.value.is_integer(),
        Expr::BinOp(binary) => matches!(binary.op, BinOpKind::Div),
        _ => false,
    }
}

pub(super) fn is_literal(expr: &Expr<'_>) -> bool {
    matches!(expr, Expr::Const(_))
        || matches!(expr, Expr::List(list) if list.as_const().is_some())
        || matches!(expr, Expr::Tuple(tuple) if tuple.as_const().is_some())
}

/// A key by which nothing has to be searched: a member's name, or a place near the beginning.
pub(super) fn is_near(key: &Expr<'_>) -> bool {
    let Expr::Const(constant) = key else { return false };
    constant.value.as_str().is_some() || constant.value.as_usize().is_some_and(|place| place < 1_000)
}

pub(super) fn is_member(target: &Expr<'_>) -> bool {
    match target {
        Expr::List(list) => list.items.iter().any(is_member),
        target => matches!(target, Expr::GetAttr(_)),
    }
}

pub(super) fn comparison(op: BinOpKind) -> Option<CompareOpKind> {
    Some(match op {
        BinOpKind::Eq => CompareOpKind::Eq,
        BinOpKind::Ne => CompareOpKind::Ne,
        BinOpKind::Lt => CompareOpKind::Lt,
        BinOpKind::Lte => CompareOpKind::Lte,
        BinOpKind::Gt => CompareOpKind::Gt,
        BinOpKind::Gte => CompareOpKind::Gte,
        BinOpKind::In => CompareOpKind::In,
        _ => return None,
    })
}

pub(super) fn compared(op: &CompareOpKind) -> &'static str {
    match op {
        CompareOpKind::Eq => " == ",
        CompareOpKind::Ne => " != ",
        CompareOpKind::Lt => " < ",
        CompareOpKind::Lte => " <= ",
        CompareOpKind::Gt => " > ",
        CompareOpKind::Gte => " >= ",
        CompareOpKind::In => " in ",
        CompareOpKind::NotIn => " not in ",
    }
}
