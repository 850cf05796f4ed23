//! The list of placeholders for the metadata.

use std::collections::BTreeMap;

use super::Placeholder;
use super::evidence::{FieldId, Step, Use};
use super::fields::Fields;
use super::want::infer;
use crate::compile::ControlSite;
use crate::compile::controls::control_site::Location;
use crate::text::PartSource;

/// Every field that a tag names, in document order, and how it is used there.
pub(super) fn named(fields: &Fields) -> Vec<(FieldId, Use)> {
    let mut named: Vec<(usize, Use, FieldId)> = fields
        .ids()
        .filter_map(|id| fields[id].first_use.map(|(sequence, how)| (sequence, how, id)))
        .collect();
    named.sort_unstable_by_key(|(sequence, ..)| *sequence);
    named.into_iter().map(|(_, how, id)| (id, how)).collect()
}

/// The placeholders of these fields.
pub(super) fn of(
    fields: &Fields,
    named: &[(FieldId, Use)],
    parts: &[PartSource<'_>],
    sites: &[ControlSite],
) -> Vec<Placeholder> {
    named.iter().map(|(id, how)| placeholder(fields, *id, *how, parts, sites)).collect()
}

/// Which of them are named as members of a list. A loop over an object writes its keys: what the loop runs over is a list
/// where its elements have members, or where nothing reads them.
pub(super) fn of_lists(fields: &Fields, named: &[(FieldId, Use)]) -> Vec<usize> {
    let is_list = |id: FieldId| {
        let field = &fields[id];
        let is_read = field.element.is_some_and(|element| fields[element].first_use.is_some());
        let has_members = field.element.is_some_and(|element| !fields[element].members.is_empty());
        has_members
            || (field.evidence.array && !field.evidence.keyed && field.any_member.is_none() && !is_read)
    };
    let is_of_list = |id: FieldId| matches!(fields[id].step, Step::Member(_)) && is_list(fields[id].parent);
    named.iter().enumerate().filter(|(_, (id, _))| is_of_list(*id)).map(|(index, _)| index).collect()
}

/// For each tag that reads a variable, by its number among all tags: which of them the variable was computed from.
pub(super) fn origins(
    fields: &Fields,
    named: &[(FieldId, Use)],
    parts: &[PartSource<'_>],
) -> Vec<(usize, usize)> {
    let indices: BTreeMap<FieldId, usize> =
        named.iter().enumerate().map(|(index, (id, _))| (*id, index)).collect();
    let first_tags: Vec<usize> =
        parts.iter().scan(0, |tags, part| Some(std::mem::replace(tags, *tags + part.tags.len()))).collect();
    let origins = fields.origins.iter();
    origins.filter_map(|(place, id)| Some((first_tags[place.part] + place.tag, *indices.get(id)?))).collect()
}

fn placeholder(
    fields: &Fields,
    id: FieldId,
    how: Use,
    parts: &[PartSource<'_>],
    sites: &[ControlSite],
) -> Placeholder {
    let field = &fields[id];
    let tags = || field.places.iter().map(|place| (&parts[place.part], &parts[place.part].tags[place.tag]));
    Placeholder {
        path: fields.path(id),
        kind: match how {
            Use::Condition | Use::Compared | Use::Searched => "condition",
            Use::Loop | Use::Elements | Use::Pairs => "loop",
            _ => "value",
        },
        r#type: infer(fields, id, sites).0.type_name(),
        required: is_required(fields, id),
        repeats: field.in_loop || fields.repeats(id),
        expression: tags().next().map(|(_, tag)| tag.original.clone()).unwrap_or_default(),
        locations: tags()
            .map(|(part, tag)| Location { part: part.name.to_owned(), text: tag.excerpt.clone() })
            .collect(),
        filters: field.filters.clone(),
    }
}

/// Required in a parent that is required itself, up to the element of an array.
fn is_required(fields: &Fields, id: FieldId) -> bool {
    fields
        .ancestors(id)
        .take_while(|id| matches!(fields[*id].step, Step::Member(_)))
        .all(|id| fields[id].required)
        && matches!(fields[id].step, Step::Member(_))
}
