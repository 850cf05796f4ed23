//! Sample values that match the schemas of the interface.

use serde_json::Value;

use crate::fitting::{example_of, resolve_in};

/// The schema's first example, or the simplest value of its type. An object has its required members alone.
pub fn example(schema: &Value) -> Value {
    example_of(crate::document(), schema)
}

/// What a schema refers to with `$ref`, else itself.
pub fn resolve(schema: &Value) -> &Value {
    resolve_in(crate::document(), schema)
}

/// The name of the object with known members that a schema refers to.
pub fn shape(schema: &Value) -> Option<&str> {
    let name = schema["$ref"].as_str()?.rsplit('/').next();
    name.filter(|_| resolve(schema)["properties"].is_object())
}
