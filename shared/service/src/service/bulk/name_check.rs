//! Checks whether a file-name pattern uses unknown fields: every document of such a job would fail.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use platen_docx::{Missing, Pattern, RenderOptions, Template, nearest};
use serde_json::Value;

use crate::Limits;
use crate::http::body::parse_json;
use crate::problem::{Code, FieldError, Problem};

/// The names that neither the template nor an item had so far.
#[derive(Default)]
pub(super) struct NameCheck {
    unseen: BTreeSet<String>,
    /// The names that the template has, and the first item.
    known: BTreeSet<String>,
    first: Option<Bytes>,
}

impl NameCheck {
    /// Begins with what the templates name.
    pub(super) fn new(pattern: Option<&Pattern>, templates: &[Arc<Template>]) -> NameCheck {
        let members = templates
            .iter()
            .filter_map(|template| template.discovery().schema.get("properties").and_then(Value::as_object));
        let known: BTreeSet<String> = members.flat_map(|members| members.keys().cloned()).collect();
        let names = pattern.map(Pattern::fields).unwrap_or_default();
        NameCheck {
            unseen: names.into_iter().filter(|name| !known.contains(name)).collect(),
            known,
            first: None,
        }
    }

    /// Whether there is a name to look for.
    pub(super) fn is_looking(&self) -> bool {
        !self.unseen.is_empty()
    }

    /// Looks at items: as text, since a name that stands nowhere as `"name"` is no member of any of them. A pattern may name
    /// hundreds of fields and a job have a hundred megabytes: each string is looked at once, however many names there are.
    pub(super) fn see(&mut self, items: &[Bytes]) {
        if self.first.is_none() {
            self.first = items.first().cloned();
        }
        for item in items {
            if self.unseen.is_empty() {
                return;
            }
            for string in strings(item) {
                // A name may be written with escapes, which are not looked through.
                if string.contains(&b'\\') {
                    self.unseen.clear();
                    return;
                }
                if let Ok(name) = std::str::from_utf8(string) {
                    self.unseen.remove(name);
                }
            }
        }
    }

    /// The verdict, after all items.
    ///
    /// # Errors
    /// `invalid-body` that names the fields.
    pub(super) fn finish(
        mut self,
        pattern: Option<&Pattern>,
        options: &RenderOptions,
        limits: &Limits,
    ) -> Result<(), Problem> {
        let Some(pattern) = pattern.filter(|_| !self.unseen.is_empty() && options.missing == Missing::Error)
        else {
            return Ok(());
        };
        let data = self.first.and_then(|item| parse_json(&item, limits).ok()).unwrap_or_default();
        // A pattern may do without: `{{ nickname | default("x") }}`.
        if pattern.render(&data, options).is_ok() {
            return Ok(());
        }
        self.known.extend(data.as_object().into_iter().flat_map(|members| members.keys().cloned()));
        let errors: Vec<FieldError> = self
            .unseen
            .iter()
            .map(|name| {
                let near = nearest(name, self.known.iter().map(String::as_str));
                let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
                let detail = format!(
                    "`fileName` uses the field `{name}`, which neither the template nor any item has{hint}"
                );
                FieldError::new("/fileName", detail)
            })
            .collect();
        let detail = match errors.as_slice() {
            [only] => only.detail.clone(),
            several => format!(
                "`fileName` uses {} fields that neither the template nor any item has; see `errors`.",
                several.len()
            ),
        };
        Err(Problem::with_errors(Code::InvalidBody, detail, errors))
    }
}

/// The strings of a JSON text, as they stand between their quotes.
fn strings(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let begin = rest.iter().position(|byte| *byte == b'"')? + 1;
        let string = rest.get(begin..)?;
        let mut is_escaped = false;
        let end = string.iter().position(|byte| {
            let ends = *byte == b'"' && !is_escaped;
            is_escaped = *byte == b'\\' && !is_escaped;
            ends
        })?;
        rest = string.get(end + 1..)?;
        string.get(..end)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_stand_between_quotes() {
        let found = |text: &str| strings(text.as_bytes()).map(<[u8]>::to_vec).collect::<Vec<_>>();
        assert_eq!(
            found(r#"{"a": "b", "c\\": ["d\"e", 1, "" ]}"#),
            [&b"a"[..], b"b", br"c\\", br#"d\"e"#, b""]
        );
        assert_eq!(found(r#"{"a"#), [b""; 0]);
    }
}
