//! Languages: the filter `trans`, which looks a value up among the template's translations, and the test `language`.

use minijinja::{Error, State, Value};

use super::bound::Bound;
use crate::expression::RenderState;
use crate::expression::fault::misused;
use crate::expression::operators::pass;
use platen_locale::{Locale, WANTED};

/// `{{ status|trans }}`: a text that has no translation, and what is no text, stay as they are.
pub(super) fn trans(state: &State, value: &Value) -> Result<Value, Error> {
    let (Some(text), Some(render)) = (value.as_str(), RenderState::of(state)) else {
        return Ok(value.clone());
    };
    let Some(found) = render.worded(text) else { return Ok(value.clone()) };
    Bound::of(state).bytes(Some(found.len()))?;
    Ok(Value::from(found))
}

/// `"de" is language`: whether the document is in this language, or in one below it such as `de-AT`.
pub(super) fn is_language(state: &State, tag: &Value) -> Result<bool, Error> {
    pass(state, tag)?;
    match (tag.as_str(), RenderState::of(state)) {
        (Some(tag), Some(render)) => Ok(render.locale.is_below(tag)),
        // A trial at compile time.
        (Some(tag), None) if Locale::parse(tag).is_none() => Err(misused(format!(
            "`{tag}` is not a language: write {WANTED}, as in `{{% if \"de\" is language %}}`"
        ))),
        _ => Ok(false),
    }
}
