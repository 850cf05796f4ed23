//! What type a field must have, inferred from its uses.

use std::fmt;

use serde_json::Value;

use super::control_fields;
use super::evidence::{Evidence, FieldId};
use super::fields::{Fields, ROOT};
use crate::compile::controls::control_site::ControlKind;
use crate::compile::{Choices, ControlSite};
use platen_rich::Kind;

/// Texts that may stand for a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Texts {
    /// None: the template counts with it as it is.
    Refused,
    /// Those that are one: whatever takes it reads it.
    Numbers,
    /// All: the template itself makes a number of it.
    Any,
}

/// What a field's value must be.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Want {
    /// Anything at all.
    Anything,
    /// What can be written: text, a number, true or false, or nothing.
    Printable,
    /// Text, though numbers and the like become text by themselves.
    Text,
    /// Text whose characters are counted, cut or searched: a number has none.
    Characters,
    /// What has characters, elements or, with `object`, members.
    Container { object: bool },
    /// A number.
    Number { texts: Texts, whole: bool },
    /// True or false. Strictly so for a check box; what the template compares with true may be empty, too.
    Boolean { strict: bool },
    /// What a condition asks for: anything, but for texts that people mean as no.
    Truth,
    /// A date, or with `time` a point in time, in the forms of ISO 8601. Strictly so for a date control.
    Date { time: bool, strict: bool },
    /// A value or display text of these entries.
    Choice(Choices),
    /// Text, for which entries are suggested.
    Suggestion(Choices),
    /// Text that a filter makes a rich value of.
    Source(Kind),
    /// A picture object.
    Picture,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Want {
    /// The word of the metadata for it.
    pub fn type_name(&self) -> &'static str {
        match self {
            Want::Anything | Want::Printable => "any",
            Want::Text
            | Want::Characters
            | Want::Source(_)
            | Want::Date { .. }
            | Want::Choice(_)
            | Want::Suggestion(_) => "string",
            Want::Number { .. } => "number",
            Want::Boolean { .. } | Want::Truth => "boolean",
            Want::Picture | Want::Object => "object",
            Want::Array | Want::Container { .. } => "array",
        }
    }
}

impl fmt::Display for Want {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Want::Anything => "a value",
            Want::Printable => "a text, a number or a boolean",
            Want::Source(Kind::Image) => "a picture such as data:image/png;base64,...",
            Want::Text | Want::Characters | Want::Source(_) | Want::Suggestion(_) => "a text",
            Want::Container { object: false } => "a text or an array",
            Want::Container { object: true } => "a text, an array or an object",
            Want::Truth => "true, false or a value",
            Want::Number { whole: true, .. } => "a whole number",
            Want::Number { .. } => "a number",
            Want::Boolean { .. } => "true or false",
            Want::Date { time: false, .. } => "a date such as 2026-01-31",
            Want::Date { time: true, .. } => "a date and time such as 2026-01-31T10:00:00Z",
            Want::Picture => "an object with the member $image",
            Want::Array => "an array",
            Want::Object => "an object",
            Want::Choice(items) => return write!(f, "one of {items}"),
        })
    }
}

/// The type of a field, and whether other types may pass too because the template uses it in several ways.
pub(super) fn infer(fields: &Fields, id: FieldId, sites: &[ControlSite]) -> (Want, bool) {
    let field = &fields[id];
    let controls = control_fields::of_field(fields, id, sites);
    let evidence = field.evidence;
    let section = controls.iter().any(|site| site.kind == ControlKind::RepeatingSection);
    let object = id == ROOT || evidence.keyed || !field.members.is_empty();
    let scalar = scalar(fields, id, &controls);
    // An element at a place may be a letter of a text.
    let element = field.element.map(|id| &fields[id]);
    let is_letter = element.is_some_and(|field| {
        let Evidence { number, date, date_time, rich, .. } = field.evidence;
        let is_text = !number && !date && !date_time && rich.is_none();
        is_text && field.members.is_empty() && field.element.is_none() && field.any_member.is_none()
    });
    let text_or_array = evidence.container && is_letter && field.unpacked.is_none();
    let array = section
        || ((evidence.array || evidence.drawn) && !evidence.keyed)
        || (field.element.is_some() && !object && scalar.is_none() && !text_or_array);
    let several = usize::from(object) + usize::from(array) + usize::from(scalar.is_some()) > 1;
    let want = if array {
        Want::Array
    } else if object {
        Want::Object
    } else if let Some(scalar) = scalar {
        match scalar {
            Want::Printable | Want::Text if evidence.container => Want::Characters,
            scalar => scalar,
        }
    } else if evidence.container {
        Want::Container { object: !evidence.sequence }
    } else {
        let otherwise = if evidence.boolean {
            Want::Boolean { strict: false }
        } else if evidence.condition {
            Want::Truth
        } else if evidence.compared {
            Want::Printable
        } else {
            Want::Anything
        };
        by_literals(fields, id).unwrap_or(otherwise)
    };
    (want, several || evidence.asked)
}

fn scalar(fields: &Fields, id: FieldId, controls: &[&ControlSite]) -> Option<Want> {
    if !fields[id].form.choices.is_empty() {
        return Some(Want::Choice(fields[id].form.choices.clone()));
    }
    let mut by_control = None;
    for site in controls {
        let want = match site.kind {
            // Nothing is on an empty list.
            ControlKind::DropDownList if !site.options.is_empty() => {
                return Some(Want::Choice(site.options.clone()));
            }
            ControlKind::CheckBox => Want::Boolean { strict: true },
            ControlKind::Date => Want::Date { time: false, strict: true },
            ControlKind::Picture => Want::Picture,
            ControlKind::ComboBox => Want::Suggestion(site.options.clone()),
            ControlKind::RepeatingSection => continue,
            ControlKind::PlainText | ControlKind::RichText | ControlKind::DropDownList => Want::Printable,
        };
        by_control = Some(match by_control {
            None | Some(Want::Printable) => want,
            Some(other) => other,
        });
    }
    let evidence = fields[id].evidence;
    if let Some(want) = by_control.filter(|want| *want != Want::Printable) {
        return Some(want);
    }
    let text_literal = fields[id].examples.iter().any(Value::is_string);
    if evidence.date || evidence.date_time {
        Some(Want::Date { time: evidence.date_time, strict: false })
    } else if evidence.number && !text_literal {
        Some(number(evidence))
    } else if let Some(kind) = evidence.rich {
        Some(Want::Source(kind))
    } else if evidence.text || evidence.number {
        Some(Want::Text)
    } else if evidence.printed || !controls.is_empty() && fields[id].element.is_none() {
        // A text that stands for it, or that it is compared with, is one of the things that can be printed.
        by_literals(fields, id)
            .filter(|want| matches!(want, Want::Number { .. } | Want::Boolean { .. }))
            .or(Some(Want::Printable))
    } else {
        None
    }
}

fn number(evidence: Evidence) -> Want {
    let texts = match evidence {
        Evidence { converted: true, .. } => Texts::Any,
        Evidence { counted: true, .. } => Texts::Refused,
        _ => Texts::Numbers,
    };
    Want::Number { texts, whole: evidence.whole }
}

/// The type of the literals that the template puts beside a field.
fn by_literals(fields: &Fields, id: FieldId) -> Option<Want> {
    let field = &fields[id];
    field.default.iter().chain(&field.examples).find_map(|literal| match literal {
        Value::String(_) => Some(Want::Text),
        Value::Number(_) => Some(number(field.evidence)),
        Value::Bool(_) => Some(Want::Boolean { strict: false }),
        Value::Array(_) => Some(Want::Array),
        Value::Object(_) => Some(Want::Object),
        Value::Null => None,
    })
}
