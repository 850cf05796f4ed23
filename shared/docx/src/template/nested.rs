//! Templates in the data (`{"$docx": "...", "data": {...}}`): each is compiled once for a document, and filled as often as
//! it occurs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;

use super::Template;
use crate::expression::Locale;
use crate::options::{Controls, RenderOptions};
use crate::stack::on_large_stack;
use crate::text::report::PartName;
use crate::text::word_fields::without_outside_loads;
use crate::{CompileError, RenderError};
use platen_ooxml::xml::{Tree, XmlError};
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits};
use platen_rich::{DATA, DataError, FillDocument, Refused, Rendered};
use platen_svg::DrawSvg;

/// What a document and the documents inside of it are made with.
pub(super) struct Fill<'a> {
    pub svg: &'a dyn DrawSvg,
    pub options: RenderOptions,
    /// That of the options, else the template's own.
    pub locale: Locale,
    pub budget: &'a Budget,
    limits: &'a Limits,
    /// Documents around this one.
    depth: usize,
    /// By their bytes.
    templates: Mutex<HashMap<Vec<u8>, Arc<Template>>>,
}

impl<'a> Fill<'a> {
    pub fn new(
        svg: &'a dyn DrawSvg,
        options: RenderOptions,
        locale: Locale,
        limits: &'a Limits,
        budget: &'a Budget,
    ) -> Fill<'a> {
        Fill { svg, options, locale, budget, limits, depth: 0, templates: Mutex::default() }
    }

    fn compiled(&self, template: Vec<u8>) -> Result<Arc<Template>, CompileError> {
        self.budget.spend(template.len() as u64)?;
        let mut templates = self.templates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = templates.get(&template) {
            return Ok(known.clone());
        }
        let compiled = Arc::new(Template::compile_within(template.clone(), self.limits, self.budget)?);
        templates.insert(template, compiled.clone());
        Ok(compiled)
    }
}

impl FillDocument for Fill<'_> {
    fn fill(&self, template: Vec<u8>, data: &Value) -> Result<Rendered, Refused> {
        let most = self.limits.subdocument_depth;
        if self.depth >= most {
            return Err(format!("is nested in {most} templates already (limit subdocument_depth)").into());
        }
        let template = self.compiled(template).map_err(of_template)?;
        // The controls of the whole are finished once.
        let options = RenderOptions { controls: Controls::Keep, ..self.options.clone() };
        let inner = Fill::new(self.svg, options, self.locale.clone(), self.limits, self.budget);
        let inner = Fill { depth: self.depth + 1, ..inner };
        // The parts around are being walked through: what is inside needs a stack of its own.
        on_large_stack(|| template.render_with(data, &inner)).map_err(of_data)
    }

    fn cut_outside_loads(
        &self,
        tree: Tree,
        part: &str,
        bounds: Bounds<'_>,
    ) -> Result<(Tree, Vec<Diagnostic>), XmlError> {
        let name = PartName { part: part.to_owned(), label: "sub-document".to_owned() };
        without_outside_loads(tree, &name, bounds)
    }
}

/// The errors of a template, as those of the value that holds it.
fn of_template(error: CompileError) -> Refused {
    match error {
        CompileError::Template(remarks) => inside(remarks, "/$docx"),
        error => Refused::Value(format!("cannot be filled: {error}")),
    }
}

fn of_data(error: RenderError) -> Refused {
    match error {
        RenderError::Data(mut errors) => {
            errors.iter_mut().for_each(|error| error.pointer.insert_str(0, &format!("/{DATA}")));
            Refused::Inside(errors)
        }
        RenderError::Template(remarks) => inside(remarks, ""),
        error => Refused::Value(error.to_string()),
    }
}

fn inside(remarks: Vec<Diagnostic>, pointer: &str) -> Refused {
    let told = |remark: Diagnostic| {
        let hint = remark.hint.map(|hint| format!("; {hint}")).unwrap_or_default();
        let excerpt = match remark.excerpt.as_str() {
            "" => String::new(),
            excerpt => format!(" ({excerpt})"),
        };
        let detail = format!("in the template, {}{excerpt}: {}{hint}", remark.place, remark.message);
        DataError::new(pointer, detail)
    };
    Refused::Inside(remarks.into_iter().map(told).collect())
}
