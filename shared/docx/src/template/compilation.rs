//! Compiles the bytes of a package into a template.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::Template;
use super::failure::{internal, refused};
use super::opened::OpenedTemplate;
use super::texts::Texts;
use crate::CompileError;
use crate::compile::controls::Control;
use crate::compile::{Enclosure, Location, language};
use crate::discover::Discovery;
use crate::enclosed::{enclosed, refused as refused_enclosure};
use crate::expression::Locale;
use crate::invoice::InvoiceForm;
use crate::render::environment;
use crate::stack::on_large_stack;
use crate::text::report::PartName;
use crate::translations;
use platen_ooxml::package::Package;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits};

impl Template {
    /// Opens a .docx or .dotx package and compiles every part that holds text.
    ///
    /// # Errors
    /// [`CompileError::Package`] for a file that is refused, [`CompileError::Template`] with all errors of all parts.
    pub fn compile(package: impl Into<bytes::Bytes>, limits: &Limits) -> Result<Template, CompileError> {
        Template::compile_within(package, limits, &Budget::of(limits))
    }

    /// As [`Template::compile`], within the budget of a caller that has more to do.
    ///
    /// # Errors
    /// As [`Template::compile`]; [`CompileError::Exhausted`] when the budget ends.
    pub fn compile_within(
        package: impl Into<bytes::Bytes>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Template, CompileError> {
        let package = Package::open_within(package, limits, budget)?;
        Template::compile_trees(package, BTreeMap::new(), Bounds { limits, budget })
    }

    /// As [`Template::compile_within`], of a package that is open already.
    ///
    /// # Errors
    /// As there.
    pub fn compile_opened(
        opened: OpenedTemplate,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Template, CompileError> {
        Template::compile_trees(opened.package, opened.trees, Bounds { limits, budget })
    }

    fn compile_trees(
        package: Package,
        trees: BTreeMap<usize, Tree>,
        bounds: Bounds<'_>,
    ) -> Result<Template, CompileError> {
        on_large_stack(|| Template::compile_parts(package, trees, bounds))
    }

    /// `trees` are the parts that have been parsed already, by their place in the package.
    fn compile_parts(
        mut package: Package,
        trees: BTreeMap<usize, Tree>,
        bounds: Bounds<'_>,
    ) -> Result<Template, CompileError> {
        let Bounds { limits, budget } = bounds;
        let enclosed = enclosed(&package, bounds)?;
        let of_kind =
            |kind| enclosed.iter().find(|part| part.kind == kind).and_then(|part| part.json.as_ref());
        let wordings =
            of_kind(Enclosure::Translations).map(|table| translations::read(table, limits, budget));
        let wordings = wordings.transpose().map_err(|e| refused_enclosure(Enclosure::Translations, e))?;
        let mut wordings = wordings.unwrap_or_default();
        let texts = Texts::compile(&package, trees, &wordings, bounds)?;
        let invoice =
            of_kind(Enclosure::EInvoice).map(|json| InvoiceForm::compile(json.clone(), limits, budget));
        let invoice = invoice.transpose().map_err(|error| refused_enclosure(Enclosure::EInvoice, error))?;
        let discovery = texts.discover(invoice.as_ref(), bounds)?;
        let parts = texts.parts;
        let mut warnings = texts.warnings;
        warnings.extend(remarks_on_fields(&discovery));
        let has_fields = !discovery.placeholders.is_empty() || !discovery.content_controls.is_empty();
        if !has_fields && texts.keys.is_empty() {
            warnings.push(without_fields());
        }
        warnings.extend(translations::unknown_keys(&wordings, &texts.keys, texts.translates_values));
        let controls: Arc<[Control]> = texts.controls.into();
        let originals: Arc<[String]> = texts.originals.into();
        let mut env = environment(&controls, &originals, &texts.styles, limits).map_err(internal)?;
        for part in &parts {
            let added = env.add_template_owned(part.compiled.name.part.clone(), part.compiled.source.clone());
            added.map_err(|e| CompileError::Template(vec![part.remark(&e)]))?;
        }
        // Only filters write in a language, and what fields of Word ask for.
        let has_texts = !texts.keys.is_empty() || texts.translates_values || !wordings.languages.is_empty();
        let speaks = has_texts
            || originals.iter().any(|tag| tag.contains('|') || tag.contains("language"))
            || parts.iter().any(|part| part.compiled.source.contains("|__field_"));
        let locale = if speaks { language(&package, budget)? } else { Locale::default() };
        wordings.own = locale.clone();
        package.release();
        Ok(Template {
            locale,
            package,
            parts,
            stories: texts.stories,
            controls,
            originals,
            styles: texts.styles,
            env,
            traced: OnceLock::new(),
            discovery,
            warnings,
            limits: limits.clone(),
            free_ids: texts.free_ids,
            has_placed_fields: texts.has_placed_fields,
            inventory: OnceLock::new(),
            svg: Arc::new(platen_svg::DrawInProcess),
            enclosed,
            invoice,
            keys: texts.keys,
            wordings: has_texts.then(|| Arc::new(wordings)),
        })
    }
}

/// What the author of the template is to know of its fields.
fn remarks_on_fields(discovery: &Discovery) -> Vec<Diagnostic> {
    let mut remarks = Vec::new();
    for (control, member) in discovery.torn() {
        let name = first_place(&control.locations);
        let message =
            format!("the content control {:?} shows a value that has the member {member:?}", control.path);
        let hint = "a value is a text or an object: give one of them another name";
        remarks.push(refused(&name, message).warning().hint(hint));
    }
    for (field, list) in discovery.members_of_lists() {
        let name = first_place(&field.locations);
        let message = format!("{} asks a list for a member: `{list}` is looped over", field.expression);
        let member = field.path.rsplit('.').next().unwrap_or_default();
        let hint = match member {
            "count" | "length" | "size" => format!("write `{{{{ {list}|length }}}}`"),
            _ => format!(
                "in the loop ask its variable for `{member}`; without a loop, one element: `{{{{ {list}[0].{member} }}}}`"
            ),
        };
        remarks.push(refused(&name, message).warning().hint(hint));
    }
    remarks
}

fn first_place(locations: &[Location]) -> PartName {
    let part = locations.first().map_or("", |location| location.part.as_str());
    PartName { label: part.to_owned(), ..PartName::default() }
}

/// Each document of such a template would be the template itself.
fn without_fields() -> Diagnostic {
    let message = "no field was found: every document made from this template is the same";
    refused(&PartName { label: "the file".to_owned(), ..PartName::default() }, message)
        .warning()
        .hint("write `{{ name }}` where you want a value, or give a content control a tag (in Word: Developer > Properties > Tag)")
}
