//! Loops and conditions: finds the statements that every render reaches.

use minijinja::machinery::ast::{self, Expr, Stmt};

use super::evidence::Use;
use super::shape::{Certain, Form, Shape};
use super::syntax_tree::{argument, is_reserved, is_section};
use super::walk::{Condition, Guard, Walk};

impl<'a> Walk<'a, '_> {
    /// `{% for %}`, and the body of a repeating section.
    pub fn for_loop(&mut self, each: &'a ast::ForLoop<'a>) {
        let source = self.eval(&each.iter);
        let section = is_section(&each.iter);
        if !section {
            self.used(&source, Use::Loop);
        }
        let element = self.element_of(&source);
        if let (Shape::Field { certain: Certain::Always, .. }, Expr::List(targets)) = (&source, &each.target)
        {
            self.each_field(&element, &mut |field| field.unpacked = Some(targets.items.len()));
        }
        self.loop_body(each, element, section);
        self.conditions.push(Condition::Opaque);
        self.block(&each.else_body);
        self.conditions.pop();
    }

    /// Walks a loop's body for elements of one shape.
    pub fn loop_body(&mut self, each: &'a ast::ForLoop<'a>, element: Shape<'a>, section: bool) {
        let passed = self.conditions.len();
        self.scopes.push(passed);
        self.loops += 1;
        if section {
            self.scopes.enter_section(element);
        } else {
            self.scopes.enter_loop(each);
            self.scopes.set("loop", Shape::of(Form::Loop(element.clone())), passed);
            self.bind(&each.target, element);
        }
        if let Some(filter) = &each.filter_expr {
            let condition = self.condition(filter);
            self.conditions.push(condition);
        }
        if breaks_off(&each.body) {
            self.conditions.push(Condition::Opaque);
        }
        self.block(&each.body);
        self.conditions.truncate(passed);
        self.loops -= 1;
        self.scopes.pop();
    }

    /// `if` and its `elif`s, in a loop rather than a recursion: a chain of them is nested in the tree.
    pub fn if_chain(&mut self, first: &'a ast::IfCond<'a>) {
        let passed = self.conditions.len();
        let mut cond = first;
        let mut excluded = false;
        let mut needed = None;
        loop {
            // Conditions of the compiler choose how something is written, not whether.
            let reserved = is_reserved(&cond.expr);
            let condition = match self.dropping(&cond.expr) {
                Some(condition) => condition,
                None if reserved => {
                    self.eval(&cond.expr);
                    Condition::Present(Vec::new())
                }
                None => self.condition(&cond.expr),
            };
            self.conditions.push(condition);
            self.way(&mut needed, |walk| walk.block(&cond.true_body));
            self.conditions.truncate(passed);
            excluded |= !reserved;
            if excluded {
                self.conditions.push(Condition::Opaque);
            }
            match cond.false_body.as_slice() {
                [Stmt::IfCond(next)] if self.step() => cond = next,
                rest => {
                    self.way(&mut needed, |walk| walk.block(rest));
                    break;
                }
            }
        }
        self.conditions.truncate(passed);
        self.require_all(needed);
    }

    /// What holds where a value is not empty that takes something along when it is.
    fn dropping(&mut self, condition: &'a Expr<'a>) -> Option<Condition> {
        let Expr::Call(call) = condition else { return None };
        let ast::CallType::Function(name @ ("__filled" | "__given")) = call.identify_call() else {
            return None;
        };
        let value = argument(call.args.first()?);
        if name == "__filled" {
            let Expr::Const(id) = value else { return None };
            return Some(self.filled(id.value.as_usize()));
        }
        let outer = std::mem::replace(&mut self.in_condition, true);
        let shape = self.eval(value);
        self.in_condition = outer;
        self.each_field(&shape, &mut |field| field.guard = true);
        Some(match shape {
            Shape::Field { id, .. } => Condition::Present(vec![Guard::true_of(id)]),
            _ => Condition::Opaque,
        })
    }

    /// `{% call %}`: its body stands where the macro writes `caller()`.
    pub fn call_block(&mut self, block: &'a ast::CallBlock<'a>) {
        if self.called_for(block) {
            return;
        }
        // What is called is not known, or nothing of it calls the body.
        let passed = self.conditions.len();
        self.scopes.push(passed);
        for parameter in &block.macro_decl.args {
            self.bind(parameter, Shape::Unknown);
        }
        self.conditions.push(Condition::Opaque);
        self.block(&block.macro_decl.body);
        self.conditions.truncate(passed);
        self.scopes.pop();
    }
}

/// A `break` or `continue` somewhere inside: no statement of the body is sure to be reached for each element.
fn breaks_off(body: &[Stmt<'_>]) -> bool {
    let mut open: Vec<&[Stmt<'_>]> = vec![body];
    while let Some(statements) = open.pop() {
        for statement in statements {
            match statement {
                Stmt::Break(_) | Stmt::Continue(_) => return true,
                Stmt::IfCond(cond) => open.extend([cond.true_body.as_slice(), cond.false_body.as_slice()]),
                Stmt::WithBlock(with) => open.push(&with.body),
                Stmt::SetBlock(set) => open.push(&set.body),
                Stmt::AutoEscape(escape) => open.push(&escape.body),
                Stmt::FilterBlock(filter) => open.push(&filter.body),
                _ => {}
            }
        }
    }
    false
}
