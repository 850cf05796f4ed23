//! `{% include "terms" %}`: replaces the tag with another template's content before anything is compiled, so that loops,
//! fields and errors of both are those of one template.

use std::collections::BTreeMap;
use std::sync::Arc;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use serde_json::{Map, Value, json};

use super::failure::refused;
use super::nested::Fill;
use super::opened::OpenedTemplate;
use crate::compile::Include;
use crate::expression::{Locale, RenderState};
use crate::options::{Missing, RenderOptions};
use crate::text::report::PartName;
use crate::{CompileError, RenderError};
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits};
use platen_rich::{Document, FreeIds, Inventory, Kind, Rich};
use platen_svg::DrawInProcess;

/// Finds templates by the names that tags include them under.
pub trait Includes {
    /// The package of a template.
    ///
    /// # Errors
    /// Why there is none, as the rest of a sentence that begins with the name: `is not registered`.
    fn package(&self, name: &str) -> Result<Bytes, String>;
}

impl OpenedTemplate {
    /// The package with what it includes, and what that includes, in the place of the tags; the package itself when it
    /// includes nothing.
    ///
    /// # Errors
    /// [`CompileError::Template`] with each tag that names a template which does not exist, includes itself, or nests deeper
    /// than [`Limits::subdocument_depth`]; else as [`OpenedTemplate::open`].
    pub fn with_includes(
        self,
        from: &dyn Includes,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<OpenedTemplate, CompileError> {
        let bounds = Bounds { limits, budget };
        match expand(&self, from, &mut Vec::new(), bounds)? {
            Some(bytes) => OpenedTemplate::open(bytes, limits, budget),
            None => Ok(self),
        }
    }
}

/// The package with what it includes; `None` when that is nothing. Recurses as deep as templates include one another, which is
/// bounded; `around` are the names on the way.
fn expand(
    source: &OpenedTemplate,
    from: &dyn Includes,
    around: &mut Vec<String>,
    bounds: Bounds<'_>,
) -> Result<Option<Bytes>, CompileError> {
    if source.includes.is_empty() {
        return Ok(None);
    }
    let package = &source.package;
    let mut errors: Vec<Diagnostic> = Vec::new();
    let mut texts = BTreeMap::new();
    let mut rich: Vec<Arc<Rich>> = Vec::new();
    let mut data: Vec<Value> = Vec::new();
    let mut remarks: Vec<Diagnostic> = Vec::new();
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    for (index, found) in &source.includes {
        let first = rich.len();
        for Include { name, remark, .. } in found {
            let included = name.clone().and_then(|name| match known.get(&name) {
                Some(known) => Ok(known.clone()),
                None => {
                    let value = resolve(&name, from, around, bounds)?;
                    known.insert(name, value.clone());
                    Ok(value)
                }
            });
            match included {
                Ok(value) => {
                    let members = value.as_object().cloned().unwrap_or_default();
                    rich.push(Arc::new(Rich::new(Kind::Document, members, bounds)));
                    data.push(value);
                    remarks.push(remark.clone());
                }
                Err(message) => errors.push(Diagnostic { message, ..remark.clone() }),
            }
        }
        if let Some(tree) = source.trees.get(index) {
            texts.insert(*index, Include::marked(tree, found, first, bounds)?);
        }
    }
    if !errors.is_empty() {
        return Err(CompileError::Template(errors));
    }
    let inventory = Inventory::of(package, bounds)?;
    let state = Arc::new(RenderState::new(Missing::Keep, FreeIds::default(), Locale::default(), bounds));
    let svg = DrawInProcess;
    let options = RenderOptions { missing: Missing::Keep, ..RenderOptions::default() };
    let fill = Fill::new(&svg, options, Locale::default(), bounds.limits, bounds.budget);
    let data = Value::Array(data);
    let document = Document {
        package,
        inventory: &inventory,
        additions: &state.additions,
        bounds,
        svg: &svg,
        fill: &fill,
        data: &data,
        rich: &rich,
    };
    let (edit, _) = document.place(texts).map_err(|error| refusal(error.into(), &remarks))?;
    let written = package.write(&edit.changes(), &edit.added());
    let written = written
        .map_err(|error| CompileError::Template(vec![refused(&PartName::default(), error.to_string())]))?;
    Ok(Some(written.into()))
}

/// The value that a name stands for.
fn resolve(
    name: &str,
    from: &dyn Includes,
    around: &mut Vec<String>,
    bounds: Bounds<'_>,
) -> Result<Value, String> {
    if around.iter().any(|other| other == name) {
        return Err(format!(
            "the template {name:?} includes itself: {} includes {name}",
            around.join(" includes ")
        ));
    }
    let most = bounds.limits.subdocument_depth;
    if around.len() >= most {
        return Err(format!(
            "templates include one another more than {most} times (limit subdocument_depth)"
        ));
    }
    let package = from.package(name).map_err(|reason| format!("the template {name:?} {reason}"))?;
    around.push(name.to_owned());
    let expanded = OpenedTemplate::open(package, bounds.limits, bounds.budget)
        .and_then(|source| Ok(expand(&source, from, around, bounds)?.unwrap_or(source.bytes)));
    around.pop();
    let expanded = expanded.map_err(|error| format!("the template {name:?} cannot be included: {error}"))?;
    let text = BASE64_STANDARD.encode(expanded);
    Ok(Value::Object(Map::from_iter([("$docx".to_owned(), json!(text))])))
}

/// What is wrong with included documents, at the tags that include them.
fn refusal(error: RenderError, remarks: &[Diagnostic]) -> CompileError {
    let RenderError::Data(errors) = error else {
        return CompileError::Template(vec![refused(&PartName::default(), error.to_string())]);
    };
    let told = errors.into_iter().map(|error| {
        let at =
            error.pointer.trim_start_matches('/').split('/').next().and_then(|at| at.parse::<usize>().ok());
        let message = format!("the included template {}", error.detail);
        match at.and_then(|at| remarks.get(at)) {
            Some(remark) => Diagnostic { message, ..remark.clone() },
            None => refused(&PartName::default(), message),
        }
    });
    CompileError::Template(told.collect())
}
