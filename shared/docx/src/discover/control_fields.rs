//! Content controls: which field each of them shows, and the list of them for the metadata.

use std::collections::{HashMap, HashSet};

use super::ContentControl;
use super::evidence::FieldId;
use super::fields::{Fields, ROOT};
use super::shape::{Certain, Shape};
use super::walk::{Condition, Guard, Walk};
use crate::compile::ControlSite;
use crate::compile::controls::control_site::ControlKind;

/// The controls met so far.
pub(super) struct Controls<'a> {
    sites: &'a [ControlSite],
    met: Vec<bool>,
    listed: Vec<ContentControl>,
    by_name: HashMap<(String, ControlKind), usize>,
    /// Which field each control shows; one control may show several.
    shown: HashSet<(FieldId, usize)>,
}

impl<'a> Controls<'a> {
    /// None met yet.
    pub fn new(sites: &'a [ControlSite]) -> Controls<'a> {
        Controls {
            sites,
            met: vec![false; sites.len()],
            listed: Vec::new(),
            by_name: HashMap::new(),
            shown: HashSet::new(),
        }
    }

    /// The controls met, in document order, each name once per kind.
    pub fn into_list(self) -> Vec<ContentControl> {
        self.listed
    }

    /// Lists a control at its first call; it is called once for each thing that is written of it.
    fn list(&mut self, index: usize, path: String, repeats: bool) {
        let site = &self.sites[index];
        if std::mem::replace(&mut self.met[index], true) {
            return;
        }
        let listed = *self.by_name.entry((path.clone(), site.kind)).or_insert(self.listed.len());
        if let Some(control) = self.listed.get_mut(listed) {
            control.locations.push(site.location.clone());
            return;
        }
        self.listed.push(ContentControl {
            path,
            tag: site.tag.clone(),
            title: site.title.clone(),
            r#type: site.kind,
            options: site.options.to_vec(),
            date_format: site.date_format.clone(),
            repeats,
            locked: site.locked,
            locations: vec![site.location.clone()],
        });
    }
}

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

/// The steps of a control's name: several for `customer.name`, one for `Company E-mail Address`.
pub(super) fn steps(name: &str) -> Vec<&str> {
    let steps: Vec<&str> = name.split('.').collect();
    if steps.iter().all(|step| is_identifier(step)) { steps } else { vec![name] }
}

fn is_identifier(step: &str) -> bool {
    !step.starts_with(|first: char| first.is_ascii_digit())
        && !step.is_empty()
        && step.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The controls that show a field.
pub(super) fn of_field<'s>(fields: &Fields, id: FieldId, sites: &'s [ControlSite]) -> Vec<&'s ControlSite> {
    fields[id].controls.iter().filter_map(|index| sites.get(*index)).collect()
}
