//! Values of templates.

use minijinja::Value as Rendered;
use serde::{Deserialize, Serialize};

/// Anything as a value of templates.
///
/// # Errors
/// It cannot be written as JSON.
pub fn value(value: &impl Serialize) -> Result<Rendered, minijinja::Error> {
    serde_json::to_value(value)
        .and_then(Rendered::deserialize)
        .map_err(|error| minijinja::Error::new(minijinja::ErrorKind::BadSerialization, error.to_string()))
}
