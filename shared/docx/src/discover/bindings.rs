//! Names that a template binds itself: loop variables, `set`, `with`, macros and their parameters.

use std::collections::HashMap;

use minijinja::machinery::ast::ForLoop;

use super::evidence::FieldId;
use super::shape::Shape;

/// Fields kept of those that one variable is computed from.
const ORIGINS: usize = 8;

/// The scopes around a statement, innermost last.
pub(super) struct Scopes<'a> {
    all: Vec<Scope<'a>>,
}

/// The names bound by one block.
pub(super) struct Scope<'a> {
    names: HashMap<&'a str, Shape<'a>>,
    /// Fields that the values of names were computed from.
    origins: HashMap<&'a str, Vec<FieldId>>,
    /// Conditions passed when it opened; a `set` behind more of them may not happen.
    conditions: usize,
    /// The element of a repeating section, in which content controls look for their names.
    pub section: Option<Shape<'a>>,
    /// The loop, for a call of `loop(...)`.
    each: Option<&'a ForLoop<'a>>,
}

impl<'a> Scopes<'a> {
    /// The scope of a whole part.
    pub fn new() -> Scopes<'a> {
        let mut scopes = Scopes { all: Vec::new() };
        scopes.push(0);
        scopes
    }

    /// Opens a scope behind so many conditions.
    pub fn push(&mut self, conditions: usize) {
        self.all.push(Scope {
            names: HashMap::new(),
            origins: HashMap::new(),
            conditions,
            section: None,
            each: None,
        });
    }

    /// Closes the innermost scope.
    pub fn pop(&mut self) {
        self.all.pop();
    }

    /// Number of open scopes.
    pub fn depth(&self) -> usize {
        self.all.len()
    }

    /// Hides all scopes but the outermost `keep`, as a macro does; give them back to [`Scopes::restore`].
    pub fn hide(&mut self, keep: usize) -> Vec<Scope<'a>> {
        self.all.split_off(keep.min(self.all.len()))
    }

    /// Brings hidden scopes back.
    pub fn restore(&mut self, hidden: Vec<Scope<'a>>) {
        self.all.extend(hidden);
    }

    /// Makes the innermost scope the body of a repeating section.
    pub fn enter_section(&mut self, element: Shape<'a>) {
        if let Some(scope) = self.all.last_mut() {
            scope.section = Some(element);
        }
    }

    /// Makes the innermost scope the body of a loop.
    pub fn enter_loop(&mut self, each: &'a ForLoop<'a>) {
        if let Some(scope) = self.all.last_mut() {
            scope.each = Some(each);
        }
    }

    /// The innermost loop.
    pub fn innermost_loop(&self) -> Option<&'a ForLoop<'a>> {
        self.all.iter().rev().find_map(|scope| scope.each)
    }

    /// Binds a name in the innermost scope. Behind a further condition, an earlier value of the name may remain.
    pub fn set(&mut self, name: &'a str, shape: Shape<'a>, conditions: usize) {
        let Some(scope) = self.all.last_mut() else { return };
        let bound = match scope.names.get(name) {
            Some(earlier) if conditions > scope.conditions => {
                Shape::one_of([earlier.clone(), shape.uncertain()])
            }
            _ => {
                scope.origins.remove(name);
                shape
            }
        };
        scope.names.insert(name, bound);
    }

    /// Notes fields that the innermost value of a name was computed from.
    pub fn computed(&mut self, name: &'a str, of: &[FieldId]) {
        let mut scopes = self.all.iter_mut().rev().filter(|_| !of.is_empty());
        let Some(scope) = scopes.find(|scope| scope.names.contains_key(name)) else { return };
        let origins = scope.origins.entry(name).or_default();
        for field in of {
            if origins.len() < ORIGINS && !origins.contains(field) {
                origins.push(*field);
            }
        }
    }

    /// The fields that the innermost value of a name was computed from.
    pub fn origins(&self, name: &str) -> &[FieldId] {
        let scope = self.innermost_first().find(|scope| scope.names.contains_key(name));
        scope.and_then(|scope| scope.origins.get(name)).map_or(&[], Vec::as_slice)
    }

    /// The innermost value of a name.
    pub fn get(&self, name: &str) -> Option<&Shape<'a>> {
        self.innermost_first().find_map(|scope| scope.get(name))
    }

    /// All open scopes.
    pub fn innermost_first(&self) -> impl Iterator<Item = &Scope<'a>> {
        self.all.iter().rev()
    }
}

impl<'a> Scope<'a> {
    /// A name bound in this very scope.
    pub fn get(&self, name: &str) -> Option<&Shape<'a>> {
        self.names.get(name)
    }
}
