//! Content controls at render time: the value of a control's name, and its facets.

use std::sync::Arc;

use minijinja::value::{Enumerator, Object, Value, ValueKind};
use minijinja::{Environment, State};

use crate::compile::controls::control_site::ControlKind;
use crate::compile::controls::{Control, StoredDate};
use crate::expression::{Absent, RenderState};
use crate::filters::control_date;
use crate::options::Missing;
use platen_ooxml::xml::characters::escape;
use platen_rich::{Kind, Rich, base64_of};

/// One element of a repeating section: names are looked up in it first, then in the sections around it.
#[derive(Debug)]
struct Scope {
    item: Value,
    outer: Option<Value>,
}

impl Object for Scope {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.item.get_item(key).ok().filter(|v| !v.is_undefined())
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::NonEnumerable
    }
}

/// Adds the functions by which compiled parts reach their controls, and names that are no identifiers.
pub(super) fn add_functions(env: &mut Environment<'static>, controls: &Arc<[Control]>) {
    let table = controls.clone();
    env.add_function("__control", move |state: &State, id: usize, facet: &str| match table.get(id) {
        Some(control) => self::facet(state, id, control, facet),
        None => Value::UNDEFINED,
    });
    let table = controls.clone();
    env.add_function("__repeat", move |state: &State, id: usize| -> Value {
        let Some(control) = table.get(id) else { return Value::UNDEFINED };
        let value = lookup(state, &control.site.name);
        if value.is_undefined() {
            if control.drops.is_none() {
                note_absent(state, id);
            }
            return Value::from(Vec::<Value>::new());
        }
        let outer = state.lookup("__scope");
        let items = value.try_iter().into_iter().flatten();
        items.map(|item| Value::from_object(Scope { item, outer: outer.clone() })).collect()
    });
    env.add_function("__name", |state: &State, name: &str| lookup(state, name));
    env.add_function("__has", |state: &State, name: &str| !lookup(state, name).is_undefined());
    let table = controls.clone();
    env.add_function("__pictured", move |state: &State, id: usize| {
        table.get(id).is_some_and(|control| is_picture(&lookup(state, &control.site.name)))
    });
    let table = controls.clone();
    env.add_function("__filled", move |state: &State, id: usize| {
        table.get(id).is_some_and(|control| given(state, &lookup(state, &control.site.name)))
    });
    env.add_function("__given", |state: &State, value: &Value| given(state, value));
    env.add_function("__shown", |state: &State, value: &Value| match value.is_undefined() {
        true => RenderState::of(state).is_some_and(|render| render.missing != Missing::Empty),
        false => !value.is_none(),
    });
    let table = controls.clone();
    env.add_function("__kept", move |state: &State, id: usize| {
        let keeps = RenderState::of(state).is_some_and(|r| r.missing == Missing::Keep);
        keeps && table.get(id).is_some_and(|c| lookup(state, &c.site.name).is_undefined())
    });
}

/// Whether a value is not empty, or its place is to be kept.
fn given(state: &State, value: &Value) -> bool {
    match value.kind() {
        ValueKind::Undefined => RenderState::of(state).is_some_and(|render| render.missing == Missing::Keep),
        ValueKind::None => false,
        ValueKind::String => value.as_str().is_some_and(|text| !text.trim().is_empty()),
        ValueKind::Seq | ValueKind::Map | ValueKind::Iterable => value.len() != Some(0),
        _ => true,
    }
}

fn note_absent(state: &State, id: usize) {
    if let Some(render) = RenderState::of(state)
        && render.missing == Missing::Error
    {
        render.note_absent(Absent::Control(id));
    }
}

/// A name's value: in the innermost element first, in each as it is written and then as a dotted path.
fn lookup(state: &State, name: &str) -> Value {
    let mut scope = state.lookup("__scope");
    while let Some(value) = scope {
        let Some(Scope { item, outer }) = value.downcast_object_ref::<Scope>() else { break };
        let found = member(item, name);
        if !found.is_undefined() {
            return found;
        }
        scope = outer.clone();
    }
    if let Some(value) = state.lookup(name) {
        return value;
    }
    match name.split_once('.') {
        Some((first, rest)) => state.lookup(first).map_or(Value::UNDEFINED, |v| path(&v, rest)),
        None => Value::UNDEFINED,
    }
}

fn member(item: &Value, name: &str) -> Value {
    match item.get_attr(name) {
        Ok(value) if !value.is_undefined() => value,
        _ => path(item, name),
    }
}

fn path(value: &Value, path: &str) -> Value {
    let mut value = value.clone();
    for step in path.split('.') {
        value = value.get_attr(step).unwrap_or(Value::UNDEFINED);
    }
    value
}

/// What one place of a control's XML shows. Facets other than text and glyph are attribute values, escaped here.
fn facet(state: &State, id: usize, control: &Control, facet: &str) -> Value {
    let value = lookup(state, &control.site.name);
    // A picture stays as it is without data.
    if value.is_undefined() && control.kind() != ControlKind::Picture && control.drops.is_none() {
        note_absent(state, id);
    }
    let attribute = |text: &str| Value::from_safe_string(escape(text).into_owned());
    let checked = usize::from(value.is_true());
    match facet {
        "text" => text(control, &value),
        "glyph" => Value::from(control.glyphs[checked].0.as_str()),
        "font" => attribute(&control.glyphs[checked].1),
        "checked" => Value::from(checked),
        "value" => attribute(&list_value(control, &value)),
        "index" => {
            let value = list_value(control, &value);
            Value::from(control.site.options.iter().position(|o| o.value == value).unwrap_or_default())
        }
        "fullDate" => {
            let at = value.as_str().and_then(control_date::parse);
            let written = at.map(|at| at.strftime(" w:fullDate=\"%Y-%m-%dT%H:%M:%SZ\"").to_string());
            Value::from_safe_string(written.unwrap_or_default())
        }
        "bound" => attribute(&stored(control, &value)),
        // The id of the present picture follows the word.
        _ => match facet.strip_prefix("picture ") {
            Some(_) if is_picture(&value) => value,
            Some(id) => Value::from_safe_string(id.to_owned()),
            None => Value::from(""),
        },
    }
}

fn is_picture(value: &Value) -> bool {
    value.downcast_object_ref::<Rich>().is_some_and(|rich| rich.kind == Kind::Image)
}

/// What a data store holds of a control: a list's stored value, a box as `true`, a date in ISO form, a picture's base64.
fn stored(control: &Control, value: &Value) -> String {
    match control.kind() {
        ControlKind::DropDownList | ControlKind::ComboBox => list_value(control, value),
        ControlKind::CheckBox => value.is_true().to_string(),
        ControlKind::Date => {
            let pattern = match control.stored_as {
                StoredDate::Date => "%Y-%m-%d",
                StoredDate::DateTime => "%Y-%m-%dT%H:%M:%S",
                StoredDate::Text => return text(control, value).to_string(),
            };
            let at = value.as_str().and_then(control_date::parse);
            at.map_or_else(|| value.to_string(), |at| at.strftime(pattern).to_string())
        }
        ControlKind::Picture => {
            let rich = value.downcast_object_ref::<Rich>().and_then(|rich| rich.text().ok());
            rich.map_or_else(String::new, |text| base64_of(text).to_owned())
        }
        _ if value.is_undefined() || value.is_none() => String::new(),
        _ => value.to_string(),
    }
}

fn text(control: &Control, value: &Value) -> Value {
    match control.kind() {
        ControlKind::DropDownList | ControlKind::ComboBox => {
            let given = value.to_string();
            let entry = control.site.options.of_value(&given);
            entry.map_or_else(|| value.clone(), |o| Value::from(o.display_text.as_str()))
        }
        ControlKind::Date => {
            match (value.as_str().and_then(control_date::parse), &control.site.date_format) {
                (Some(at), Some(picture)) => control_date::write(at, picture, control.language.as_deref())
                    .map_or_else(|| value.clone(), Value::from),
                _ => value.clone(),
            }
        }
        ControlKind::PlainText if !control.site.multi_line && value.kind() == ValueKind::String => {
            Value::from(value.as_str().unwrap_or_default().replace("\r\n", " ").replace(['\n', '\r'], " "))
        }
        _ => value.clone(),
    }
}

/// The stored value of a list's entry, whether the data named it or its display text.
fn list_value(control: &Control, value: &Value) -> String {
    if value.is_undefined() || value.is_none() {
        return String::new();
    }
    let given = value.to_string();
    let entry = control.site.options.of_either(&given);
    entry.map_or(given, |o| o.value.clone())
}
