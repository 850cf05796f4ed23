//! Upper and lower case, in languages whose letters differ too: a Turkish `i` becomes `İ`.

use icu_casemap::CaseMapper;
use minijinja::value::StringInput;
use minijinja::{State, Value};

use crate::expression::RenderState;

pub(super) fn upper(state: &State, text: StringInput<'_>) -> Value {
    let upper = in_language(state, |mapper, id| mapper.uppercase_to_string(text.as_str(), id).into_owned());
    text.preserve_safety(upper.unwrap_or_else(|| text.as_str().to_uppercase()))
}

pub(super) fn lower(state: &State, text: StringInput<'_>) -> Value {
    let lower = in_language(state, |mapper, id| mapper.lowercase_to_string(text.as_str(), id).into_owned());
    text.preserve_safety(lower.unwrap_or_else(|| text.as_str().to_lowercase()))
}

/// `None` in languages that write case as all others do.
fn in_language(
    state: &State,
    map: impl FnOnce(icu_casemap::CaseMapperBorrowed<'static>, &icu_locale_core::LanguageIdentifier) -> String,
) -> Option<String> {
    let render = RenderState::of(state)?;
    let own = matches!(render.locale.language(), "az" | "el" | "hy" | "lt" | "tr");
    own.then(|| map(CaseMapper::new(), &render.locale.tag.id))
}
