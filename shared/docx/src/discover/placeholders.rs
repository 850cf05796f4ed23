//! The list of placeholders for the metadata.

use super::Placeholder;
use super::evidence::{FieldId, Step, Use};
use super::fields::Fields;
use super::want::infer;
use crate::compile::ControlSite;
use crate::compile::controls::control_site::Location;
use crate::text::PartSource;

/// Every field that a tag names, in document order.
pub(super) fn of(fields: &Fields, parts: &[PartSource<'_>], sites: &[ControlSite]) -> Vec<Placeholder> {
    let mut named: Vec<(usize, Use, FieldId)> = fields
        .ids()
        .filter_map(|id| fields[id].first_use.map(|(sequence, how)| (sequence, how, id)))
        .collect();
    named.sort_unstable_by_key(|(sequence, ..)| *sequence);
    named.into_iter().map(|(_, how, id)| placeholder(fields, id, how, parts, sites)).collect()
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
