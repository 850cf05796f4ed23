//! Statements: what a tag says besides its expressions.

use minijinja::machinery::ast::{self, Expr, Stmt};

use super::kinds::is_member;
use super::{Writer, level};

impl Writer<'_> {
    /// `None` for a statement that holds no expression.
    pub(super) fn statement(&mut self, statement: &Stmt<'_>) -> Option<()> {
        match statement {
            Stmt::EmitExpr(emit) => self.expr(&emit.expr, level::CHOICE),
            Stmt::IfCond(cond) => return self.condition("if", &cond.expr),
            Stmt::ForLoop(each) => {
                self.out.push_str("for ");
                self.target(&each.target, false);
                self.out.push_str(" in ");
                self.kept(&each.iter, "__keep", level::OR);
                if let Some(filter) = &each.filter_expr {
                    self.out.push_str(" if ");
                    self.expr(filter, level::OR);
                }
                if each.recursive {
                    self.out.push_str(" recursive");
                }
            }
            Stmt::Set(set) => {
                self.out.push_str("set ");
                self.target(&set.target, false);
                self.out.push_str(" = ");
                let filter = if is_member(&set.target) { "__member" } else { "__keep" };
                self.kept(&set.expr, filter, level::CHOICE);
            }
            Stmt::SetBlock(set) => {
                self.out.push_str("set ");
                self.target(&set.target, false);
                if let Some(chain) = &set.filter {
                    self.out.push('|');
                    self.expr(chain, level::CHOICE);
                }
            }
            Stmt::WithBlock(with) => {
                self.out.push_str("with ");
                for (index, (target, value)) in with.assignments.iter().enumerate() {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.target(target, true);
                    self.out.push_str(" = ");
                    self.kept(value, "__keep", level::CHOICE);
                }
            }
            Stmt::AutoEscape(escape) => {
                self.out.push_str("autoescape ");
                self.expr(&escape.enabled, level::CHOICE);
            }
            Stmt::FilterBlock(filter) => {
                self.out.push_str("filter ");
                self.expr(&filter.filter, level::CHOICE);
            }
            Stmt::Macro(declared) => {
                self.out.push_str("macro ");
                self.out.push_str(declared.name);
                self.parameters(declared);
            }
            Stmt::CallBlock(block) => {
                self.out.push_str("call");
                if !block.macro_decl.args.is_empty() {
                    self.parameters(&block.macro_decl);
                }
                self.out.push(' ');
                self.call(&block.call);
            }
            Stmt::Do(statement) => {
                self.out.push_str("do ");
                self.call(&statement.call);
            }
            _ => return None,
        }
        Some(())
    }

    pub(super) fn condition(&mut self, keyword: &str, expr: &Expr<'_>) -> Option<()> {
        self.out.push_str(keyword);
        self.out.push(' ');
        self.expr(expr, level::OR);
        Some(())
    }

    /// What a `for` or `set` gives a value to. In parentheses where it is a list in a list.
    fn target(&mut self, target: &Expr<'_>, inner: bool) {
        let Expr::List(list) = target else { return self.expr(target, level::WHOLE) };
        self.out.push_str(if inner { "(" } else { "" });
        for item in &list.items {
            self.target(item, true);
            self.out.push_str(", ");
        }
        if list.items.len() > 1 {
            self.out.truncate(self.out.len() - 2);
        }
        self.out.push_str(if inner { ")" } else { "" });
    }

    fn parameters(&mut self, declared: &ast::Macro<'_>) {
        self.out.push('(');
        let without_default = declared.args.len().saturating_sub(declared.defaults.len());
        for (index, parameter) in declared.args.iter().enumerate() {
            self.out.push_str(if index > 0 { ", " } else { "" });
            self.target(parameter, true);
            if let Some(default) =
                index.checked_sub(without_default).and_then(|index| declared.defaults.get(index))
            {
                self.out.push('=');
                self.kept(default, "__keep", level::CHOICE);
            }
        }
        self.out.push(')');
    }
}
