//! The fields as a tree that is kept with the template: model, schema and check read it.

use serde_json::Value;

use super::evidence::{FieldId, Step};
use super::fields::{Fields, ROOT};
use super::want::{Want, infer};
use super::{control_fields, sample};
use crate::compile::ControlSite;
use crate::compile::controls::control_site::ControlKind;

/// A field of the data, with what it must be.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub want: Want,
    /// The template uses it in several ways: its type is not checked.
    pub lenient: bool,
    /// Needed wherever its parent is present.
    pub required: bool,
    /// A false value counts as absent.
    pub guard: bool,
    /// Something asks for it by this name, which is looked up further out when it is not found here.
    pub control: Option<String>,
    /// The name of a content control that holds nothing but text; it shows the value.
    pub text_only: Option<String>,
    /// Names are looked up here: the data object, or the element of a repeating section.
    pub scope: bool,
    /// What a form calls it: as `field` says, or the control's title in Word.
    pub title: Option<String>,
    /// What a form says below it.
    pub help: Option<String>,
    /// The path of the field that has to be true for a form to ask for this one.
    pub when: Option<String>,
    /// A value that fits.
    pub sample: Value,
    /// Literals that the template compares it with.
    pub examples: Vec<Value>,
    pub default: Option<Value>,
    /// In the order that `field` says, and then that of the document.
    pub members: Vec<(String, Node)>,
    pub element: Option<Box<Node>>,
    pub any_member: Option<Box<Node>>,
    /// The name of a member that the model shows for all.
    pub key: String,
    /// Elements that the template reaches by their places.
    pub least: usize,
    /// Elements, or characters of a text, that every render reaches by their places.
    pub needed: usize,
    /// Literals that the template looks for in it.
    pub sought: Vec<Value>,
    /// Number of elements that the template gives names to: it fails with another.
    pub unpacked: Option<usize>,
    takes_null: bool,
}

impl Node {
    /// Whether nothing (null) will do: it prints nothing, and leaves a chart out. What is computed with must be more than that,
    /// and what has members or elements where it is required.
    pub fn takes_null(&self) -> bool {
        self.takes_null
    }

    /// The whole tree.
    pub fn of(fields: &Fields, sites: &[ControlSite]) -> Node {
        node(fields, ROOT, sites)
    }
}

/// Recurses as deep as a field's path has steps, which [`Fields`] bounds.
fn node(fields: &Fields, id: FieldId, sites: &[ControlSite]) -> Node {
    let field = &fields[id];
    let (want, lenient) = infer(fields, id, sites);
    let shown = control_fields::of_field(fields, id, sites);
    let name = named(fields, id);
    let mut ordered = field.members.clone();
    ordered.sort_by_key(|id| fields[*id].form.order.unwrap_or(i64::MAX));
    let members: Vec<(String, Node)> = ordered
        .iter()
        .map(|id| (*id, node(fields, *id, sites)))
        .filter(|(id, node)| is_used(fields, *id, node))
        .map(|(id, node)| (named(fields, id).to_owned(), node))
        .collect();
    let key = field.key.and_then(|key| {
        let (field, (want, _)) = (&fields[key], infer(fields, key, sites));
        let sample = sample::of(&want, named(fields, key), field.default.iter().chain(&field.examples));
        sample.as_str().map(str::to_owned)
    });
    let child = |id: Option<FieldId>| id.map(|id| Box::new(node(fields, id, sites)));
    // An element cannot be null: no name can be looked up in it.
    let required = field.required || field.step == Step::Element;
    // Null leaves a chart out, and all of a repeating section.
    let repeated = shown.iter().any(|site| site.kind == ControlKind::RepeatingSection);
    let drawn = (field.evidence.drawn || repeated) && !field.evidence.array;
    let structure = matches!(want, Want::Object) || want == Want::Array && !drawn;
    Node {
        sample: sample::of(&want, name, field.default.iter().chain(&field.examples)),
        lenient,
        required,
        takes_null: lenient || !(field.evidence.needed || required && structure),
        guard: field.guard,
        control: shown.first().map(|site| site.name.clone()).or_else(|| field.looked_up.clone()),
        text_only: shown.iter().find(|site| holds_text_only(site.kind)).map(|site| site.name.clone()),
        scope: id == ROOT || field.step == Step::Element && of_section(fields, field.parent, sites),
        title: field.form.label.clone().or_else(|| shown.iter().find_map(|site| site.title.clone())),
        help: field.form.help.clone(),
        when: field.form.when.clone(),
        examples: field.examples.clone(),
        default: field.default.clone(),
        members,
        element: child(field.element),
        any_member: child(field.any_member),
        key: key.unwrap_or_else(|| "sample".to_owned()),
        least: field.least,
        // What is empty counts as absent where a condition asks first.
        needed: if field.guard { 0 } else { field.needed },
        sought: field.sought.clone(),
        unpacked: field.unpacked,
        want,
    }
}

/// A value that is given another name, which then is never used, is no part of the data.
fn is_used(fields: &Fields, id: FieldId, node: &Node) -> bool {
    let field = &fields[id];
    let used = field.first_use.is_some() || !field.controls.is_empty() || field.evidence.array;
    used || !node.members.is_empty() || node.element.is_some() || node.any_member.is_some()
}

/// The name of the nearest member around it: an element of `cities` is a city.
fn named(fields: &Fields, id: FieldId) -> &str {
    fields
        .ancestors(id)
        .find_map(|id| match &fields[id].step {
            Step::Member(name) => Some(name.as_str()),
            _ => None,
        })
        .unwrap_or_default()
}

/// Kinds whose content is one run of text (ECMA-376 part 1, 17.5.2): Word finds a file corrupt where a picture or a
/// paragraph stands in it.
fn holds_text_only(kind: ControlKind) -> bool {
    matches!(
        kind,
        ControlKind::PlainText | ControlKind::ComboBox | ControlKind::DropDownList | ControlKind::Date
    )
}

fn of_section(fields: &Fields, id: FieldId, sites: &[ControlSite]) -> bool {
    control_fields::of_field(fields, id, sites).iter().any(|site| site.kind == ControlKind::RepeatingSection)
}
