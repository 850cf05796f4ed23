//! The field of a content control, and its requirements for the field.

use super::control_fields::steps;
use super::fields::ROOT;
use super::shape::{Certain, Shape};
use super::walk::{Condition, Guard, Walk};
use crate::compile::controls::control_site::ControlKind;

impl<'a> Walk<'a, '_> {
    /// The value that a control shows.
    pub fn control(&mut self, index: Option<usize>) -> Shape<'a> {
        let sites = self.controls.sites;
        let Some((index, site)) = index.and_then(|index| Some((index, sites.get(index)?))) else {
            return Shape::Unknown;
        };
        let shape = self.control_field(&site.name);
        let Shape::Field { id, certain } = shape else {
            self.controls.list(index, site.name.clone(), self.loops > 0);
            return Shape::Unknown;
        };
        let repeats = self.loops > 0 || self.fields.repeats(id);
        self.controls.list(index, self.fields.path(id), repeats);
        if self.controls.shown.insert((id, index)) {
            self.fields[id].controls.push(index);
        }
        // Without a value a picture stays as it is.
        if certain == Certain::Always && site.kind != ControlKind::Picture && !site.optional {
            self.require(id, false);
        }
        if site.kind == ControlKind::RepeatingSection {
            self.fields.element(id);
            shape
        } else {
            Shape::Unknown
        }
    }

    /// What holds where a control is filled that takes something along when it is empty.
    pub fn filled(&mut self, index: Option<usize>) -> Condition {
        let sites = self.controls.sites;
        let Some(site) = index.and_then(|index| sites.get(index)) else { return Condition::Opaque };
        match self.control_field(&site.name) {
            Shape::Field { id, .. } => {
                self.fields[id].guard = true;
                Condition::Present(vec![Guard::true_of(id)])
            }
            _ => Condition::Opaque,
        }
    }

    /// Looks a control's name up: in the element of the innermost repeating section, as a variable of a loop around
    /// it, else in the data.
    pub fn control_field(&mut self, name: &str) -> Shape<'a> {
        let steps = steps(name);
        let mut found = None;
        for scope in self.scopes.innermost_first() {
            if let Some(element) = &scope.section {
                found = Some((element.clone(), steps.as_slice()));
                break;
            }
            if let Some(variable) = scope.get(steps[0]) {
                found = Some((variable.clone(), &steps[1..]));
                break;
            }
        }
        let (base, steps) = found.unwrap_or((Shape::Field { id: ROOT, certain: Certain::Always }, &steps));
        steps.iter().fold(base, |shape, step| self.member(&shape, step))
    }
}
