//! Questions to minijinja's syntax tree.

use minijinja::machinery::ast::{self, CallArg, Expr};

/// A call of one of the compiler's own functions, whose names begin with two underscores, or what it denies.
pub(super) fn is_reserved(condition: &Expr<'_>) -> bool {
    let call = match condition {
        Expr::UnaryOp(unary) if matches!(unary.op, ast::UnaryOpKind::Not) => &unary.expr,
        condition => condition,
    };
    matches!(call, Expr::Call(call)
        if matches!(call.identify_call(), ast::CallType::Function(name) if name.starts_with("__")))
}

/// A loop of a repeating section.
pub(super) fn is_section(iter: &Expr<'_>) -> bool {
    matches!(iter, Expr::Call(call) if matches!(call.identify_call(), ast::CallType::Function("__repeat")))
}

/// The expression of an argument.
pub(super) fn argument<'t, 'a>(arg: &'t CallArg<'a>) -> &'t Expr<'a> {
    match arg {
        CallArg::Pos(expr)
        | CallArg::Kwarg(_, expr)
        | CallArg::PosSplat(expr)
        | CallArg::KwargSplat(expr) => expr,
    }
}
