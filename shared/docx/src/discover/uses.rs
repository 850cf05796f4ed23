//! Records the uses of an expression's value.

use minijinja::machinery::ast::{BinOpKind, CallArg, Expr, UnaryOpKind};

use super::evidence::{Field, FieldId, Step, Use};
use super::shape::{Certain, Form, Shape};
use super::syntax_tree::argument;
use super::walk::{Condition, Guard, Needs, Walk, Way};

/// Conditions that ask for a field and what is around it.
struct Passed {
    /// The innermost of what they ask for.
    present: Option<FieldId>,
    /// Null does not get so far.
    spares_null: bool,
}

/// A condition that asks for something else, by its number.
struct Blocked {
    condition: usize,
    /// Null does not get from there to here.
    spares_null: bool,
}

impl<'a> Walk<'a, '_> {
    /// The value is used so, here.
    pub fn used(&mut self, shape: &Shape<'a>, how: Use) {
        if !self.step() {
            return;
        }
        match shape {
            Shape::Field { id, certain } => self.field_used(*id, *certain, how),
            Shape::Compound(compound) => match &compound.form {
                Form::OneOf(shapes) => {
                    for shape in shapes {
                        self.used(shape, how);
                    }
                }
                Form::Tuple(items) if how == Use::Print || how == Use::Opaque => {
                    for item in items {
                        self.used(item, how);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn field_used(&mut self, id: FieldId, certain: Certain, how: Use) {
        let (place, in_loop) = (self.place(), self.loops > 0);
        // What a condition computes with is still a condition to the reader of the metadata.
        self.fields.used(
            id,
            if self.in_condition && how == Use::Opaque { Use::Condition } else { how },
            place,
            in_loop,
        );
        // A condition takes what is missing for false, unless it computes with it.
        let asked = self.in_condition && !how.fails_without()
            || matches!(how, Use::Condition | Use::Compared | Use::Searched);
        if !asked {
            self.reached(id, certain, how == Use::Number || how.fails_without());
        }
    }

    fn reached(&mut self, id: FieldId, certain: Certain, counted: bool) {
        match certain {
            Certain::Always => {
                self.require(id, counted);
            }
            Certain::Placed { list, elements, nothing } if self.require(list, !nothing) => {
                let list = &mut self.fields[list];
                list.needed = list.needed.max(elements);
            }
            Certain::Given => {
                if let Ok(passed) = self.passed(id) {
                    self.fields[id].evidence.needed |= counted && !passed.spares_null;
                }
            }
            Certain::Placed { .. } | Certain::Sometimes => {}
        }
    }

    /// Notes a type, and that the value is needed; what the filter gives is used later.
    pub fn handed_on(&mut self, shape: &Shape<'a>, how: Use) {
        self.imply(shape, how);
        match shape {
            Shape::Field { id, certain } if !self.in_condition => self.reached(*id, *certain, false),
            _ => {}
        }
    }

    /// Marks a field, and what is around it, as needed, as far as the conditions passed allow. `counted`: nothing will not
    /// do. What a condition decides on is noted with the way that is walked, and not needed yet: false.
    pub fn require(&mut self, id: FieldId, counted: bool) -> bool {
        let Passed { present, spares_null } = match self.passed(id) {
            Ok(passed) => passed,
            Err(Blocked { condition, spares_null }) => {
                if let Some(way) = self.ways.last_mut().filter(|way| condition < way.conditions) {
                    *way.needs.entry(id).or_insert(false) |= counted && !spares_null;
                }
                return false;
            }
        };
        self.fields[id].evidence.needed |= counted && !spares_null;
        let mut next = id;
        // Children have higher numbers than their parents: the highest guard is the innermost.
        while Some(next) != present && matches!(self.fields[next].step, Step::Member(_)) {
            self.fields[next].required = true;
            next = self.fields[next].parent;
        }
        true
    }

    /// The conditions passed, if they ask for nothing but the field and what is around it.
    fn passed(&self, id: FieldId) -> Result<Passed, Blocked> {
        let (mut present, mut spares_null) = (None, false);
        for (index, condition) in self.conditions.iter().enumerate().rev() {
            let is_around = |guard: &Guard| self.fields.ancestors(id).any(|around| around == guard.field);
            match condition {
                Condition::Present(guards) if guards.iter().all(is_around) => {
                    present = guards.iter().map(|guard| guard.field).max().max(present);
                    spares_null |= guards.iter().any(|guard| guard.field == id && !guard.null);
                }
                _ => return Err(Blocked { condition: index, spares_null }),
            }
        }
        Ok(Passed { present, spares_null })
    }

    /// Walks one of several ways, of which each render takes one; `needed` is what all ways so far need.
    pub fn way(&mut self, needed: &mut Option<Needs>, walk: impl FnOnce(&mut Self)) {
        self.ways.push(Way { conditions: self.conditions.len(), needs: Needs::new() });
        walk(self);
        let Some(Way { needs, .. }) = self.ways.pop() else { return };
        match needed {
            None => *needed = Some(needs),
            Some(all) => all.retain(|id, counted| {
                let here = needs.get(id);
                *counted &= here == Some(&true);
                here.is_some()
            }),
        }
    }

    /// What all ways need is needed where they begin.
    pub fn require_all(&mut self, needed: Option<Needs>) {
        for (id, counted) in needed.unwrap_or_default() {
            if self.step() {
                self.require(id, counted);
            }
        }
    }

    /// Walks a condition; returns what holds where it is true.
    pub fn condition(&mut self, expr: &'a Expr<'a>) -> Condition {
        let outer = std::mem::replace(&mut self.in_condition, true);
        let shape = self.eval(expr);
        self.used(&shape, Use::Condition);
        let mut guards = Vec::new();
        let presence = self.presence(expr, false, &mut guards);
        self.in_condition = outer;
        if !presence {
            return Condition::Opaque;
        }
        // `{% if a and a and a %}` asks for one field.
        guards.sort_unstable();
        guards.dedup();
        for guard in &guards {
            self.fields[guard.field].guard = true;
        }
        Condition::Present(guards)
    }

    /// Whether a condition asks for nothing but the presence of fields, which go to `guards`.
    /// `null`: it passes as well.
    fn presence(&mut self, expr: &'a Expr<'a>, null: bool, guards: &mut Vec<Guard>) -> bool {
        if !self.enter(expr.span().start_offset) {
            return false;
        }
        let presence = match expr {
            Expr::Var(_) | Expr::GetAttr(_) | Expr::GetItem(_) => match self.eval(expr) {
                Shape::Field { id, .. } => {
                    guards.push(Guard { field: id, null });
                    true
                }
                _ => false,
            },
            Expr::BinOp(binary) => match binary.op {
                BinOpKind::ScAnd => {
                    self.presence(&binary.left, false, guards) && self.presence(&binary.right, false, guards)
                }
                BinOpKind::Gt => {
                    let zero = matches!(&binary.right, Expr::Const(zero) if zero.value.as_i64() == Some(0));
                    zero && is_length(&binary.left) && self.presence(&binary.left, false, guards)
                }
                _ => false,
            },
            Expr::UnaryOp(unary) if matches!(unary.op, UnaryOpKind::Not) => match &unary.expr {
                Expr::Test(test) if matches!(test.name, "none" | "undefined") => {
                    self.presence(&test.expr, test.name == "undefined", guards)
                }
                _ => false,
            },
            Expr::Test(test) if test.name == "defined" => self.presence(&test.expr, true, guards),
            Expr::Filter(filter) if is_length(expr) => match &filter.expr {
                Some(inner) => self.presence(inner, false, guards),
                None => false,
            },
            _ => false,
        };
        self.leave();
        presence
    }

    /// Arguments of a call that is not followed.
    pub fn arguments_used(&mut self, args: &'a [CallArg<'a>], how: Use) {
        for arg in args {
            let shape = self.eval(argument(arg));
            self.used(&shape, how);
        }
    }

    /// Notes a type without a use: a filter that passes elements on implies an array.
    pub fn imply(&mut self, shape: &Shape<'a>, how: Use) {
        self.each_field(shape, &mut |field| field.imply(how));
    }

    /// Notes the name of a filter.
    pub fn filtered(&mut self, shape: &Shape<'a>, name: &str) {
        self.each_field(shape, &mut |field| field.filtered(name));
    }

    /// The template asks for the type itself.
    pub fn asked(&mut self, shape: &Shape<'a>) {
        self.each_field(shape, &mut |field| field.evidence.asked = true);
    }

    /// Does something for the fields that a value is or was computed from.
    pub fn each_field(&mut self, shape: &Shape<'a>, what: &mut dyn FnMut(&mut Field)) {
        if !self.step() {
            return;
        }
        match shape {
            Shape::Field { id, .. } | Shape::Scalar { of: Some(id), .. } => what(&mut self.fields[*id]),
            _ => {
                if let Some(Form::OneOf(shapes)) = shape.form() {
                    for shape in shapes {
                        self.each_field(shape, what);
                    }
                }
            }
        }
    }
}

fn is_length(expr: &Expr<'_>) -> bool {
    matches!(expr, Expr::Filter(filter) if matches!(filter.name, "length" | "count"))
}
