//! Examples of lists and maps. The derive gives a member's examples to its elements, where they do not fit; this moves them to the member.

use serde_json::{Map, Value};

/// The keywords for elements of a list, and for values and names of a map.
const ELEMENTS: [&str; 3] = ["items", "additionalProperties", "propertyNames"];

/// Moves examples that are lists or maps from the elements to what holds these, in all schemas of a document's part.
pub(crate) fn settle(value: &mut Value) {
    match value {
        Value::Object(members) => {
            let found: Vec<Value> = ELEMENTS.iter().filter_map(|name| take(members, name)).collect();
            if let Some(examples) = found.into_iter().next() {
                members.insert("examples".to_owned(), examples);
            }
            members.values_mut().for_each(settle);
        }
        Value::Array(elements) => elements.iter_mut().for_each(settle),
        _ => {}
    }
}

fn take(members: &mut Map<String, Value>, name: &str) -> Option<Value> {
    let element = members.get_mut(name)?.as_object_mut()?;
    let is_whole = element.get("type").is_some_and(Value::is_string)
        && element["type"] != "object"
        && element["type"] != "array"
        && element
            .get("examples")?
            .as_array()?
            .iter()
            .all(|example| example.is_object() || example.is_array());
    if is_whole { element.shift_remove("examples") } else { None }
}
