//! How tightly an expression holds together, as MiniJinja's parser has it; names, calls and literals hold tightest.

use minijinja::machinery::ast::{BinOpKind, Expr, UnaryOpKind};

use super::kinds::{filtered, is_near};

pub(super) const CHOICE: u8 = 0;
pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const NOT: u8 = 3;
pub(super) const COMPARISON: u8 = 4;
pub(super) const SUM: u8 = 5;
pub(super) const CONCATENATION: u8 = 6;
pub(super) const PRODUCT: u8 = 7;
pub(super) const POWER: u8 = 8;
pub(super) const FILTER: u8 = 9;
pub(super) const WHOLE: u8 = 10;

pub(super) fn level_of(expr: &Expr<'_>) -> u8 {
    match expr {
        Expr::IfExpr(_) => CHOICE,
        Expr::BinOp(binary) if filtered(binary).is_some() => FILTER,
        Expr::BinOp(binary) => binary_level(binary.op),
        Expr::Compare(_) => COMPARISON,
        Expr::UnaryOp(unary) => match unary.op {
            UnaryOpKind::Not => NOT,
            UnaryOpKind::Neg => FILTER,
        },
        Expr::Filter(_) | Expr::Test(_) | Expr::Slice(_) => FILTER,
        Expr::GetItem(item) if !is_near(&item.subscript_expr) => FILTER,
        _ => WHOLE,
    }
}

pub(super) fn binary_level(op: BinOpKind) -> u8 {
    match op {
        BinOpKind::ScOr => OR,
        BinOpKind::ScAnd => AND,
        BinOpKind::Add | BinOpKind::Sub => SUM,
        BinOpKind::Concat => CONCATENATION,
        BinOpKind::Mul | BinOpKind::Div | BinOpKind::FloorDiv | BinOpKind::Rem => PRODUCT,
        BinOpKind::Pow => POWER,
        _ => COMPARISON,
    }
}
