//! The first pass over a package: its texts become sources of the template engine.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::TextPart;
use super::failure::{internal, unreadable};
use crate::CompileError;
use crate::compile::controls::Control;
use crate::compile::foreign::{Seen, with_results};
use crate::compile::{
    Charts, Compiler, ControlSite, Links, Notes, Stores, StyleIds, Styles, TransTags, free_ids, settings,
    text_parts,
};
use crate::discover::{Discovery, discover};
use crate::expression::Wordings;
use crate::invoice::InvoiceForm;
use crate::render::{environment, syntax};
use crate::text::report::PartName;
use crate::text::{CompiledPart, Marks, PartSource, word_fields};
use platen_ooxml::package::Package;
use platen_ooxml::xml::{Tree, XmlError, unless_exhausted};
use platen_ooxml::{Bounds, Diagnostic, Severity};
use platen_rich::FreeIds;

/// The texts of a package without an error in them.
pub(super) struct Texts {
    pub parts: Vec<TextPart>,
    /// The parts that hold text, with a tag or without: their places in the package.
    pub stories: Vec<usize>,
    pub controls: Vec<Control>,
    /// All tags of all parts, as their author wrote them.
    pub originals: Vec<String>,
    pub styles: Arc<StyleIds>,
    pub warnings: Vec<Diagnostic>,
    /// Ids that nothing in the package has.
    pub free_ids: FreeIds,
    /// Whether fields of the body depend on the text around them.
    pub has_placed_fields: bool,
    /// The keys of texts to translate.
    pub keys: Vec<String>,
    /// Whether values of the data are translated as well.
    pub translates_values: bool,
}

impl Texts {
    /// `trees` are the parts that have been parsed already, by their place in the package.
    ///
    /// # Errors
    /// [`CompileError::Template`] with all errors of all parts; others as soon as they happen.
    pub fn compile(
        package: &Package,
        mut trees: BTreeMap<usize, Tree>,
        wordings: &Wordings,
        bounds: Bounds<'_>,
    ) -> Result<Texts, CompileError> {
        let bare = environment(&Arc::default(), &Arc::default(), &Arc::default(), bounds.limits)
            .map_err(internal)?;
        let compiler = Compiler {
            bounds,
            env: &bare,
            controls: Vec::new(),
            stores: Stores::open(package, bounds)?,
            links: Links::default(),
            notes: Notes::new(package, bounds),
            styles: Styles::new(package, bounds),
            charts: Charts::new(package, bounds),
            texts: TransTags::new(wordings),
            foreign: Seen::default(),
            remarks: package.diagnostics().collect(),
        };
        let main = package.index(package.main_document());
        let mut pass = Pass {
            package,
            main,
            compiler,
            compiled: Vec::new(),
            free_ids: FreeIds::default(),
            lists_contents: false,
            has_placed_fields: false,
        };
        let text_parts = text_parts(package)?;
        let stories = text_parts.iter().map(|(index, _)| *index).collect();
        for (index, name) in text_parts {
            pass.part(index, &name, trees.remove(&index))?;
        }
        pass.stores()?;
        pass.settings()?;
        pass.end(stories)
    }

    /// The fields and controls that the texts ask for, and the mapping of an e-invoice.
    ///
    /// # Errors
    /// [`CompileError::Exhausted`] when the budget ends.
    pub fn discover(
        &self,
        invoice: Option<&InvoiceForm>,
        bounds: Bounds<'_>,
    ) -> Result<Discovery, CompileError> {
        let of_parts = self.parts.iter().map(|p| p.compiled.as_source());
        let sources: Vec<PartSource<'_>> =
            of_parts.chain(invoice.into_iter().flat_map(InvoiceForm::sources)).collect();
        let sites: Vec<ControlSite> = self.controls.iter().map(|c| c.site.clone()).collect();
        let discovery = syntax().and_then(|s| discover(&sources, &sites, &s, bounds)).map_err(internal);
        bounds.budget.check()?;
        discovery
    }
}

/// Goes over the parts, one after the other.
struct Pass<'a> {
    package: &'a Package,
    main: Option<usize>,
    compiler: Compiler<'a>,
    compiled: Vec<(usize, CompiledPart)>,
    free_ids: FreeIds,
    /// Whether a part has a table of contents or of figures.
    lists_contents: bool,
    has_placed_fields: bool,
}

impl Pass<'_> {
    fn part(&mut self, index: usize, name: &PartName, parsed: Option<Tree>) -> Result<(), CompileError> {
        let bounds = self.compiler.bounds;
        let tree = parsed.map_or_else(|| self.read(index), |tree| Ok(Ok(tree)))?;
        let Compiler { texts, remarks, .. } = &mut self.compiler;
        let tree = tree.and_then(|tree| texts.written(tree, name, bounds, remarks));
        let tree = match tree.and_then(|tree| with_results(tree, bounds)) {
            Ok(tree) => tree,
            Err(XmlError::Exhausted(exhausted)) => return Err(exhausted.into()),
            Err(error) => {
                self.compiler.remarks.push(unreadable(name, &error.to_string()));
                return Ok(());
            }
        };
        self.free_ids = self.free_ids.and(free_ids(&tree));
        let mut marks = Marks::default();
        self.compiler.remarks.extend(word_fields::cut_outside_loads(&tree, name, &mut marks));
        self.lists_contents |= word_fields::lists_contents(&tree);
        self.has_placed_fields |= self.main == Some(index) && word_fields::depends_on_text(&tree);
        tree.check()?;
        let relationships = self.package.relationships_within(&name.part, bounds.budget)?;
        self.compiler.links.enter(&name.part, &relationships);
        self.compile(index, name, &tree, marks)
    }

    /// The stores of bound controls come last, since a control is to be seen first where a reader sees it.
    fn stores(&mut self) -> Result<(), CompileError> {
        for (index, name, tree, marks) in self.compiler.stores.take() {
            self.compile(index, &name, &tree, marks)?;
        }
        Ok(())
    }

    /// Word is told to bring tables of contents up to date.
    fn settings(&mut self) -> Result<(), CompileError> {
        if !self.lists_contents || self.compiled.is_empty() {
            return Ok(());
        }
        let Some((index, name)) = settings(self.package)? else { return Ok(()) };
        let Some(tree) = unless_exhausted(self.read(index)?)? else { return Ok(()) };
        let marks = word_fields::refresh(&tree);
        self.compile(index, &name, &tree, marks)
    }

    fn read(&self, index: usize) -> Result<Result<Tree, XmlError>, CompileError> {
        let bounds = self.compiler.bounds;
        let source = self.package.read_within(&self.package.parts()[index], bounds.budget)?;
        Ok(Tree::parse(source, bounds).and_then(|tree| tree.usual(bounds)))
    }

    fn compile(
        &mut self,
        index: usize,
        name: &PartName,
        tree: &Tree,
        marks: Marks,
    ) -> Result<(), CompileError> {
        let part = self.compiler.compile(tree, name, marks)?;
        self.compiled.extend(part.map(|part| (index, part)));
        Ok(())
    }

    fn end(self, stories: Vec<usize>) -> Result<Texts, CompileError> {
        let Pass { compiler, compiled, free_ids, has_placed_fields, .. } = self;
        let styles = compiler.styles.chosen();
        let Compiler { controls, texts, mut remarks, foreign, .. } = compiler;
        let has_fields = !controls.is_empty() || compiled.iter().any(|(_, part)| !part.tags.is_empty());
        remarks.extend(foreign.remarks(has_fields));
        let (errors, warnings): (Vec<_>, Vec<_>) =
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
        let TransTags { keys, takes_values: translates_values, .. } = texts;
        Ok(Texts {
            parts,
            stories,
            controls,
            originals,
            styles,
            warnings,
            free_ids,
            has_placed_fields,
            keys,
            translates_values,
        })
    }
}
