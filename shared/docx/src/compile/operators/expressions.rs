//! Expressions, with filters where an operator would make a value of any size.

use minijinja::machinery::ast::{self, BinOpKind, CallArg, Expr, UnaryOpKind};

use super::Writer;
use super::kinds::{compared, comparison, filtered, is_literal, is_near, is_number};
use super::level::{self, binary_level, level_of};

impl Writer<'_> {
    /// An expression whose value is given a name.
    pub(super) fn kept(&mut self, expr: &Expr<'_>, filter: &str, level: u8) {
        match expr {
            Expr::Const(_) => self.expr(expr, level),
            // What a variable holds already is as it should be, but it may not go everywhere.
            Expr::Var(_) | Expr::GetAttr(_) if filter == "__keep" => self.expr(expr, level),
            Expr::BinOp(binary) if filtered(binary).is_some() => self.expr(expr, level),
            _ if is_number(expr) => self.expr(expr, level),
            _ => self.guarded(expr, filter),
        }
    }

    /// `(expr)|filter`
    fn guarded(&mut self, expr: &Expr<'_>, filter: &str) {
        self.expr(expr, level::FILTER);
        self.out.push('|');
        self.out.push_str(filter);
        self.changed = true;
    }

    /// Writes an expression where only one that holds together at least so tightly can stand.
    pub(super) fn expr(&mut self, expr: &Expr<'_>, at_least: u8) {
        let inside = level_of(expr) < at_least;
        self.out.push_str(if inside { "(" } else { "" });
        self.bare(expr);
        self.out.push_str(if inside { ")" } else { "" });
    }

    fn bare(&mut self, expr: &Expr<'_>) {
        match expr {
            Expr::Var(name) => self.out.push_str(name.id),
            Expr::Const(constant) => {
                let span = constant.span();
                let text = self.source.get(span.start_offset as usize..span.end_offset as usize);
                self.out.push_str(text.unwrap_or_default());
            }
            Expr::Slice(slice) => {
                let bounds = [&slice.start, &slice.stop, &slice.step];
                self.expr(&slice.expr, level::FILTER);
                self.out.push_str("|__slice(");
                for (index, bound) in bounds.into_iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    match bound {
                        Some(bound) => self.expr(bound, level::CHOICE),
                        None => self.out.push_str("none"),
                    }
                }
                self.out.push(')');
                self.changed = true;
            }
            Expr::UnaryOp(unary) => match unary.op {
                UnaryOpKind::Not => {
                    self.out.push_str("not ");
                    self.expr(&unary.expr, level::NOT);
                }
                UnaryOpKind::Neg => {
                    self.out.push('-');
                    // A filter behind a negated value would apply to it.
                    let negated =
                        matches!(&unary.expr, Expr::UnaryOp(inner) if matches!(inner.op, UnaryOpKind::Neg));
                    self.expr(&unary.expr, if negated { level::FILTER } else { level::WHOLE });
                }
            },
            Expr::BinOp(binary) => self.binary(binary),
            Expr::Compare(chain) => {
                self.expr(&chain.expr, level::SUM);
                for op in &chain.ops {
                    self.out.push_str(compared(&op.op));
                    self.operand(&op.expr);
                }
            }
            Expr::IfExpr(choice) => {
                self.expr(&choice.true_expr, level::OR);
                self.out.push_str(" if ");
                self.expr(&choice.test_expr, level::OR);
                if let Some(expr) = &choice.false_expr {
                    self.out.push_str(" else ");
                    self.expr(expr, level::CHOICE);
                }
            }
            Expr::Filter(filter) => {
                if let Some(expr) = &filter.expr {
                    self.expr(expr, level::FILTER);
                    self.out.push('|');
                }
                self.applied(filter.name, &filter.args);
            }
            Expr::Test(test) => {
                self.expr(&test.expr, level::FILTER);
                self.out.push_str(" is ");
                self.applied(test.name, &test.args);
            }
            Expr::GetAttr(attribute) => {
                self.expr(&attribute.expr, level::WHOLE);
                self.out.push('.');
                self.out.push_str(attribute.name);
            }
            Expr::GetItem(item) if is_near(&item.subscript_expr) => {
                self.expr(&item.expr, level::WHOLE);
                self.out.push('[');
                self.expr(&item.subscript_expr, level::CHOICE);
                self.out.push(']');
            }
            Expr::GetItem(item) => {
                self.expr(&item.expr, level::FILTER);
                self.out.push_str("|__at(");
                self.expr(&item.subscript_expr, level::CHOICE);
                self.out.push(')');
                self.changed = true;
            }
            Expr::Call(call) => self.call(call),
            Expr::List(list) => {
                self.out.push('[');
                self.items(&list.items);
                self.out.push(']');
            }
            Expr::Tuple(tuple) => {
                self.out.push('(');
                self.items(&tuple.items);
                self.out.push_str(if tuple.items.len() == 1 { ",)" } else { ")" });
            }
            Expr::Map(map) => {
                self.out.push('{');
                for (index, (key, value)) in map.keys.iter().zip(&map.values).enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.expr(key, level::CHOICE);
                    self.out.push_str(": ");
                    self.expr(value, level::CHOICE);
                }
                self.out.push('}');
            }
        }
    }

    fn items(&mut self, items: &[Expr<'_>]) {
        for (index, item) in items.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.expr(item, level::CHOICE);
        }
    }

    fn binary(&mut self, binary: &ast::BinOp<'_>) {
        if let Some(filter) = filtered(binary) {
            self.expr(&binary.left, level::FILTER);
            self.out.push('|');
            self.out.push_str(filter);
            self.out.push('(');
            self.expr(&binary.right, level::CHOICE);
            self.out.push(')');
            self.changed = true;
            return;
        }
        let level = binary_level(binary.op);
        if let Some(sign) = comparison(binary.op) {
            match binary.op {
                // A text is searched for what the left side prints.
                BinOpKind::In => self.operand(&binary.left),
                _ => self.expr(&binary.left, level::SUM),
            }
            self.out.push_str(compared(&sign));
            match binary.op {
                BinOpKind::In => self.operand(&binary.right),
                // A comparison costs no more than its smaller side.
                _ if is_literal(&binary.left) => self.expr(&binary.right, level::SUM),
                _ => self.operand(&binary.right),
            }
            return;
        }
        self.expr(&binary.left, level);
        self.out.push_str(match binary.op {
            BinOpKind::ScAnd => " and ",
            BinOpKind::ScOr => " or ",
            BinOpKind::Add => " + ",
            BinOpKind::Sub => " - ",
            BinOpKind::Mul => " * ",
            BinOpKind::Div => " / ",
            BinOpKind::FloorDiv => " // ",
            BinOpKind::Rem => " % ",
            BinOpKind::Pow => " ** ",
            _ => " ~ ",
        });
        self.expr(&binary.right, level + 1);
    }

    /// An operand of a comparison, read by MiniJinja with all that it holds.
    fn operand(&mut self, expr: &Expr<'_>) {
        if is_literal(expr) || is_number(expr) {
            return self.expr(expr, level::SUM);
        }
        self.guarded(expr, "__read");
    }

    pub(super) fn call(&mut self, call: &ast::Call<'_>) {
        self.expr(&call.expr, level::WHOLE);
        self.arguments(&call.args, true);
    }

    /// A filter or a test.
    fn applied(&mut self, name: &str, args: &[CallArg<'_>]) {
        self.out.push_str(name);
        if !args.is_empty() {
            self.arguments(args, false);
        }
    }

    /// `called`: they get names in a macro, which may call itself with ever more lists around them.
    fn arguments(&mut self, args: &[CallArg<'_>], called: bool) {
        self.out.push('(');
        for (index, arg) in args.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            let expr = match arg {
                CallArg::Pos(expr) => expr,
                CallArg::Kwarg(name, expr) => {
                    self.out.push_str(name);
                    self.out.push('=');
                    expr
                }
                CallArg::PosSplat(expr) => {
                    self.out.push('*');
                    self.guarded(expr, "__read");
                    continue;
                }
                CallArg::KwargSplat(expr) => {
                    self.out.push_str("**");
                    self.guarded(expr, "__read");
                    continue;
                }
            };
            match called {
                true => self.kept(expr, "__keep", level::CHOICE),
                false => self.expr(expr, level::CHOICE),
            }
        }
        self.out.push(')');
    }
}
