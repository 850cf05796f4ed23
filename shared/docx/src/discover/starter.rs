//! The starter model: a data object with sample values that the template accepts.

use serde_json::{Map, Value};

use super::field_tree::Node;
use super::want::Want;

/// Arrays inside so many arrays get two elements, those further in one: the model doubles with each.
const DOUBLED: usize = 2;

/// A value for the field and everything in it.
pub(super) fn of(node: &Node) -> Value {
    value(node, 0)
}

/// Recurses as deep as the tree, whose depth is bounded.
fn value(node: &Node, arrays: usize) -> Value {
    match node.want {
        Want::Array | Want::Container { .. } => {
            let element = match (&node.element, node.sought.first()) {
                (Some(element), None) => value(element, arrays + 1),
                (_, Some(sought)) => sought.clone(),
                // Measured by the template, but never looped over.
                (None, None) if node.lenient || node.want != Want::Array => Value::from("Sample text"),
                // Further down in a recursion.
                (None, None) => return Value::Array(Vec::new()),
            };
            let usual = if arrays < DOUBLED { 2 } else { 1 };
            Value::Array(vec![element; usual.max(node.least)])
        }
        Want::Object => {
            let mut object = Map::new();
            for (name, member) in &node.members {
                object.insert(name.clone(), value(member, arrays));
            }
            if let Some(member) = &node.any_member
                && object.is_empty()
            {
                object.insert(node.key.clone(), value(member, arrays));
            }
            Value::Object(object)
        }
        _ => node.sample.clone(),
    }
}
