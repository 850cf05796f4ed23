//! From the bytes of a package to a template.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::failure::{refused, unreadable};
use super::opened::OpenedTemplate;
use super::{Template, TextPart};
use crate::CompileError;
use crate::compile::controls::Control;
use crate::compile::foreign::{Seen, with_results};
use crate::compile::{
    Charts, Compiler, ControlSite, Links, Notes, Stores, Styles, language, largest_id, settings, text_parts,
};
use crate::discover::discover;
use crate::expression::Locale;
use crate::render::{environment, syntax};
use crate::stack::on_large_stack;
use crate::text::report::PartName;
use crate::text::{CompiledPart, Marks, PartSource, word_fields};
use platen_ooxml::package::Package;
use platen_ooxml::xml::{Tree, XmlError, unless_exhausted};
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits, Severity};

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
        on_large_stack(|| Template::compile_parts(package, trees, bounds)).unwrap_or_else(|error| {
            Err(CompileError::Template(vec![unreadable(&PartName::default(), &error.to_string())]))
        })
    }

    /// `trees` are the parts that have been parsed already, by their place in the package.
    fn compile_parts(
        mut package: Package,
        mut trees: BTreeMap<usize, Tree>,
        bounds: Bounds<'_>,
    ) -> Result<Template, CompileError> {
        let Bounds { limits, budget } = bounds;
        let bare =
            environment(&Arc::default(), &Arc::default(), &Arc::default(), limits).map_err(internal)?;
        let mut compiler = Compiler {
            bounds,
            env: &bare,
            controls: Vec::new(),
            stores: Stores::open(&package, bounds)?,
            links: Links::default(),
            notes: Notes::new(&package, bounds),
            styles: Styles::new(&package, bounds),
            charts: Charts::new(&package, bounds),
            foreign: Seen::default(),
            remarks: package.diagnostics().collect(),
        };
        let mut compiled: Vec<(usize, CompiledPart)> = Vec::new();
        let (mut first_id, mut lists_contents, mut has_placed_fields) = (1, false, false);
        let main = package.index(package.main_document()).unwrap_or(usize::MAX);
        let text_parts = text_parts(&package)?;
        let stories = text_parts.iter().map(|(index, _)| *index).collect();
        for (index, name) in text_parts {
            let tree = match trees.remove(&index) {
                Some(tree) => Ok(tree),
                None => {
                    let source = package.read_within(&package.parts()[index], budget)?;
                    Tree::parse(source, bounds).and_then(|t| t.usual(bounds))
                }
            };
            match tree.and_then(|t| with_results(t, bounds)) {
                Ok(tree) => {
                    first_id = first_id.max(1 + largest_id(&tree));
                    let mut marks = Marks::default();
                    compiler.remarks.extend(word_fields::cut_outside_loads(&tree, &name, &mut marks));
                    lists_contents |= word_fields::lists_contents(&tree);
                    has_placed_fields |= index == main && word_fields::depends_on_text(&tree);
                    tree.check()?;
                    compiler.links.enter(&name.part, &*package.relationships_within(&name.part, budget)?);
                    let part = compiler.compile(&tree, &name, marks)?;
                    compiled.extend(part.map(|part| (index, part)));
                }
                Err(XmlError::Exhausted(exhausted)) => return Err(exhausted.into()),
                Err(error) => compiler.remarks.push(unreadable(&name, &error.to_string())),
            }
        }
        // Last, since a control is to be seen first where a reader sees it.
        for (index, name, tree, marks) in compiler.stores.take() {
            compiled.extend(compiler.compile(&tree, &name, marks)?.map(|part| (index, part)));
        }
        if let (true, false, Some((index, name))) = (lists_contents, compiled.is_empty(), settings(&package)?)
        {
            let source = package.read_within(&package.parts()[index], budget)?;
            let tree = Tree::parse(source, bounds).and_then(|t| t.usual(bounds));
            if let Some(tree) = unless_exhausted(tree)? {
                let marks = word_fields::refresh(&tree);
                compiled.extend(compiler.compile(&tree, &name, marks)?.map(|part| (index, part)));
            }
        }
        let styles = compiler.styles.chosen();
        let Compiler { controls, mut remarks, foreign, .. } = compiler;
        let has_fields = !controls.is_empty() || compiled.iter().any(|(_, part)| !part.tags.is_empty());
        remarks.extend(foreign.remarks(has_fields));
        let (errors, mut warnings): (Vec<_>, Vec<_>) =
            remarks.into_iter().partition(|r| r.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(CompileError::Template(errors));
        }
        let mut parts: Vec<TextPart> = Vec::with_capacity(compiled.len());
        let mut originals: Vec<String> = Vec::new();
        for (index, compiled) in compiled {
            let first_tag = originals.len();
            originals.extend(compiled.tags.iter().map(|t| t.original.clone()));
            parts.push(TextPart::new(index, compiled, first_tag));
        }
        let sources: Vec<PartSource<'_>> = parts.iter().map(|p| p.compiled.as_source()).collect();
        let sites: Vec<ControlSite> = controls.iter().map(|c| c.site.clone()).collect();
        let discovery = syntax().and_then(|s| discover(&sources, &sites, &s, bounds)).map_err(internal);
        budget.check()?;
        let discovery = discovery?;
        for (control, member) in discovery.torn() {
            let part = control.locations.first().map_or("", |location| location.part.as_str());
            let name = PartName { label: part.to_owned(), ..PartName::default() };
            let message = format!(
                "the content control {:?} shows a value that has the member {member:?}",
                control.path
            );
            let hint = "a value is a text or an object: give one of them another name";
            warnings.push(refused(&name, message).warning().hint(hint));
        }
        for (field, list) in discovery.members_of_lists() {
            let part = field.locations.first().map_or("", |location| location.part.as_str());
            let name = PartName { label: part.to_owned(), ..PartName::default() };
            let message = format!("{} asks a list for a member: `{list}` is looped over", field.expression);
            let member = field.path.rsplit('.').next().unwrap_or_default();
            let hint = match member {
                "count" | "length" | "size" => format!("write `{{{{ {list}|length }}}}`"),
                _ => format!(
                    "in the loop ask its variable for `{member}`; without a loop, one element: `{{{{ {list}[0].{member} }}}}`"
                ),
            };
            warnings.push(refused(&name, message).warning().hint(hint));
        }
        if discovery.placeholders.is_empty() && discovery.content_controls.is_empty() {
            warnings.push(without_fields());
        }
        let controls: Arc<[Control]> = controls.into();
        let originals: Arc<[String]> = originals.into();
        let mut env = environment(&controls, &originals, &styles, limits).map_err(internal)?;
        for part in &parts {
            let added = env.add_template_owned(part.compiled.name.part.clone(), part.compiled.source.clone());
            added.map_err(|e| CompileError::Template(vec![part.remark(&e)]))?;
        }
        // Only filters write in a language, and what fields of Word ask for.
        let speaks = originals.iter().any(|tag| tag.contains('|'))
            || parts.iter().any(|part| part.compiled.source.contains("|__field_"));
        let locale = if speaks { language(&package, budget)? } else { Locale::default() };
        package.release();
        Ok(Template {
            locale,
            package,
            parts,
            stories,
            controls,
            originals,
            styles,
            env,
            traced: OnceLock::new(),
            discovery,
            warnings,
            limits: limits.clone(),
            first_id,
            has_placed_fields,
            inventory: OnceLock::new(),
            svg: Arc::new(platen_svg::DrawInProcess),
        })
    }
}

/// Each document of such a template would be the template itself.
fn without_fields() -> Diagnostic {
    let message = "no field was found: every document made from this template is the same";
    refused(&PartName { label: "the file".to_owned(), ..PartName::default() }, message)
        .warning()
        .hint("write `{{ name }}` where you want a value, or give a content control a tag (in Word: Developer > Properties > Tag)")
}

fn internal(error: minijinja::Error) -> CompileError {
    let message = error.detail().map_or_else(|| error.to_string(), str::to_owned);
    CompileError::Template(vec![refused(&PartName::default(), message)])
}
