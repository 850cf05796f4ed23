//! Walks the statements of a part's syntax tree, with the names in scope and the conditions passed.

use std::collections::BTreeMap;

use minijinja::machinery::ast::{self, Expr, Stmt};

use super::bindings::{Scope, Scopes};
use super::control_fields::Controls;
use super::evidence::{FieldId, Place, Use};
use super::fields::Fields;
use super::shape::Shape;
use super::syntax_tree::is_reserved;
use crate::text::TagSite;

/// Statements and expressions inside each other. Chains like `a|f|f|f` nest as deep as they are long, and the walk
/// recurses: without a bound they overflow the stack.
const DEPTH: usize = 200;

/// Nodes visited in one part. Macros that call macros twice each double the work with every level.
const STEPS: usize = 4_000_000;

/// Steps of a node of the syntax tree: names are looked up and uses noted.
const NODE: usize = 8;

/// What must hold for a statement to be reached.
pub(super) enum Condition {
    /// These fields are present.
    Present(Vec<Guard>),
    /// Something else.
    Opaque,
}

/// A field that a condition asks for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Guard {
    pub field: FieldId,
    /// Null passes as well, as it does `is defined`.
    pub null: bool,
}

impl Guard {
    /// A field that is asked whether it is true.
    pub fn true_of(field: FieldId) -> Guard {
        Guard { field, null: false }
    }
}

/// Fields that are needed, and whether nothing will not do for them.
pub(super) type Needs = BTreeMap<FieldId, bool>;

/// One of several ways through the template, of which each render takes one.
pub(super) struct Way {
    /// Number of conditions that lead to it.
    pub conditions: usize,
    /// What is needed on it, but for those conditions.
    pub needs: Needs,
}

/// A `{% call %}` block whose macro is being walked.
pub(super) struct Caller<'a> {
    pub body: &'a ast::Macro<'a>,
    /// Scopes that the macro does not see: the body stands in them. Nothing while the body is walked.
    pub hidden: Option<Vec<Scope<'a>>>,
    /// Number of the scopes that the macro sees.
    pub sees: usize,
    /// The macro calls it somewhere.
    pub is_called: bool,
}

/// The walk through one part.
pub(super) struct Walk<'a, 'f> {
    pub fields: &'f mut Fields,
    pub controls: &'f mut Controls<'a>,
    pub scopes: Scopes<'a>,
    pub conditions: Vec<Condition>,
    /// The ways being walked, innermost last.
    pub ways: Vec<Way>,
    /// Inside the expression of a condition.
    pub in_condition: bool,
    pub loops: usize,
    /// Inside the body of a `loop(...)` call, which is walked once.
    pub recursing: bool,
    /// Macros being walked; one that calls itself is not entered again.
    pub macros: Vec<*const ast::Macro<'a>>,
    /// The `{% call %}` blocks that called those macros, where one did.
    pub callers: Vec<Caller<'a>>,
    /// Fields that the expression being walked has read so far.
    pub read: Vec<FieldId>,
    part: usize,
    tags: &'a [TagSite],
    offset: usize,
    depth: usize,
    steps: usize,
}

impl<'a, 'f> Walk<'a, 'f> {
    /// A walk through the part number `part`, whose tags are `tags`.
    pub fn new(
        fields: &'f mut Fields,
        controls: &'f mut Controls<'a>,
        part: usize,
        tags: &'a [TagSite],
    ) -> Self {
        Walk {
            fields,
            controls,
            scopes: Scopes::new(),
            conditions: Vec::new(),
            ways: Vec::new(),
            in_condition: false,
            loops: 0,
            recursing: false,
            macros: Vec::new(),
            callers: Vec::new(),
            read: Vec::new(),
            part,
            tags,
            offset: 0,
            depth: 0,
            steps: 0,
        }
    }

    /// Counts a node; false once the template is refused.
    pub fn step(&mut self) -> bool {
        self.steps += 1;
        self.fields.spend(NODE);
        if self.steps > STEPS {
            self.fields.refuse("the template's macros call each other too often; simplify them");
        }
        self.fields.refused().is_none()
    }

    /// Goes one level down; false when that is too deep.
    pub fn enter(&mut self, offset: u32) -> bool {
        self.offset = offset as usize;
        if !self.step() {
            return false;
        }
        if self.depth >= DEPTH {
            self.fields
                .refuse(format!("an expression or block nests more than {DEPTH} levels deep; split it up"));
            return false;
        }
        self.depth += 1;
        true
    }

    /// Goes back up.
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The tag being walked, when an author wrote it.
    pub fn place(&self) -> Option<Place> {
        let tag = self.tags.partition_point(|tag| tag.offset <= self.offset).checked_sub(1)?;
        (self.offset < self.tags[tag].end).then_some(Place { part: self.part, tag })
    }

    /// Where the walk stands in the source.
    pub fn offset(&self) -> u32 {
        self.offset as u32
    }

    /// Walks statements in a row.
    pub fn block(&mut self, statements: &'a [Stmt<'a>]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &'a Stmt<'a>) {
        let offset = match statement {
            Stmt::EmitRaw(_) => return,
            Stmt::EmitExpr(emit) => emit.span().start_offset,
            _ => self.offset as u32,
        };
        if !self.enter(offset) {
            return;
        }
        let read = self.read.len();
        match statement {
            Stmt::Template(template) => self.block(&template.children),
            Stmt::EmitExpr(emit) => self.print(&emit.expr),
            Stmt::ForLoop(each) => self.for_loop(each),
            Stmt::IfCond(cond) => self.if_chain(cond),
            Stmt::WithBlock(with) => {
                self.scopes.push(self.conditions.len());
                for (target, value) in &with.assignments {
                    self.assign(target, value);
                }
                self.block(&with.body);
                self.scopes.pop();
            }
            Stmt::Set(set) => self.assign(&set.target, &set.expr),
            Stmt::SetBlock(set) => {
                self.block(&set.body);
                let mut shape = Shape::TEXT;
                if let Some(chain) = &set.filter {
                    shape = self.eval(chain);
                }
                self.bind(&set.target, shape);
            }
            Stmt::AutoEscape(escape) => self.block(&escape.body),
            Stmt::FilterBlock(filter) => {
                self.block(&filter.body);
                self.eval(&filter.filter);
            }
            Stmt::Macro(declared) => {
                let seen = self.scopes.depth();
                self.scopes.set(declared.name, Shape::Macro(declared, seen), self.conditions.len());
            }
            Stmt::CallBlock(block) => self.call_block(block),
            Stmt::Do(statement) => {
                self.call(&statement.call);
            }
            _ => {}
        }
        self.read.truncate(read);
        self.leave();
    }

    /// `target = value`
    fn assign(&mut self, target: &'a Expr<'a>, value: &'a Expr<'a>) {
        let read = self.read.len();
        let shape = self.eval(value);
        self.bind(target, shape);
        let of = self.read.split_off(read);
        let mut targets = vec![target];
        while let Some(target) = targets.pop() {
            match target {
                Expr::Var(name) => self.scopes.computed(name.id, &of),
                Expr::List(list) => targets.extend(&list.items),
                // What a member of a namespace is computed from is noted with the namespace.
                Expr::GetAttr(member) => targets.push(&member.expr),
                _ => {}
            }
        }
    }

    /// `{{ expr }}`; of a choice each value is printed on a way of its own.
    fn print(&mut self, expr: &'a Expr<'a>) {
        match expr {
            Expr::IfExpr(choice)
                if !is_reserved(&choice.test_expr) && self.enter(expr.span().start_offset) =>
            {
                let (passed, mut needed) = (self.conditions.len(), None);
                let condition = self.condition(&choice.test_expr);
                self.conditions.push(condition);
                self.way(&mut needed, |walk| walk.print(&choice.true_expr));
                self.conditions.truncate(passed);
                self.conditions.push(Condition::Opaque);
                self.way(&mut needed, |walk| choice.false_expr.iter().for_each(|expr| walk.print(expr)));
                self.conditions.truncate(passed);
                self.require_all(needed);
                self.leave();
            }
            _ => {
                let shape = self.eval(expr);
                self.used(&shape, Use::Print);
            }
        }
    }

    /// Gives a name, or the names of an unpacking, to a value.
    pub fn bind(&mut self, target: &'a Expr<'a>, shape: Shape<'a>) {
        match target {
            Expr::Var(name) => self.scopes.set(name.id, shape, self.conditions.len()),
            Expr::List(targets) => {
                for (index, target) in targets.items.iter().enumerate() {
                    let item = self.item(&shape, index);
                    self.bind(target, item);
                }
            }
            // A member of a namespace: what it is used for is not followed.
            _ => self.used(&shape, Use::Opaque),
        }
    }
}
