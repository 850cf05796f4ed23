//! Content controls: the list of them for the metadata, and the fields that they show.

use std::collections::{HashMap, HashSet};

use super::ContentControl;
use super::evidence::FieldId;
use super::fields::Fields;
use crate::compile::ControlSite;
use crate::compile::controls::control_site::ControlKind;

/// The controls met so far.
pub(super) struct Controls<'a> {
    pub(super) sites: &'a [ControlSite],
    met: Vec<bool>,
    listed: Vec<ContentControl>,
    by_name: HashMap<(String, ControlKind), usize>,
    /// Which field each control shows; one control may show several.
    pub(super) shown: HashSet<(FieldId, usize)>,
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
    pub(super) fn list(&mut self, index: usize, path: String, repeats: bool) {
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
