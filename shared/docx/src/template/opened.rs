//! A template's file, opened once: for what it includes, and to be compiled.

use std::collections::BTreeMap;

use bytes::Bytes;

use crate::CompileError;
use crate::compile::{Include, includes, text_parts};
use platen_ooxml::package::Package;
use platen_ooxml::xml::{Tree, unless_exhausted};
use platen_ooxml::{Bounds, Budget, Limits};

/// An opened .docx or .dotx package, with the tags in it that include other templates (`{% include "terms" %}`).
pub struct OpenedTemplate {
    pub(super) bytes: Bytes,
    pub(super) package: Package,
    /// What had to be parsed to find the tags, by place in the package.
    pub(super) trees: BTreeMap<usize, Tree>,
    /// The tags of each part that has some.
    pub(super) includes: Vec<(usize, Vec<Include>)>,
}

impl OpenedTemplate {
    /// Opens a file and looks for what it includes.
    ///
    /// # Errors
    /// [`CompileError::Package`] for a file that is refused; [`CompileError::Exhausted`] when the budget ends.
    pub fn open(
        bytes: impl Into<Bytes>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<OpenedTemplate, CompileError> {
        let (bytes, bounds) = (bytes.into(), Bounds { limits, budget });
        let package = Package::open_within(bytes.clone(), limits, budget)?;
        let mut source = OpenedTemplate { bytes, package, trees: BTreeMap::new(), includes: Vec::new() };
        for (index, name) in text_parts(&source.package)? {
            let text = source.package.read_within(&source.package.parts()[index], budget)?;
            // Most parts have no such tag, and are parsed when the template is compiled. The two characters may stand in two
            // runs.
            if !text.contains(&b'{') || !text.contains(&b'%') {
                continue;
            }
            // Told when the template is compiled, if it cannot be read.
            let tree = unless_exhausted(Tree::parse(text, bounds).and_then(|tree| tree.usual(bounds)))?;
            let Some(tree) = tree else { continue };
            let found = includes(&tree, &name)?;
            if !found.is_empty() {
                source.includes.push((index, found));
            }
            source.trees.insert(index, tree);
        }
        Ok(source)
    }

    /// The file: the one that was opened, or the one that [`OpenedTemplate::with_includes`] made of it.
    #[must_use]
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The names that the package includes, in the order of its parts, each once. What is wrong with such tags is told by
    /// [`OpenedTemplate::with_includes`].
    #[must_use]
    pub fn included_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for name in
            self.includes.iter().flat_map(|(_, found)| found).filter_map(|include| include.name.as_ref().ok())
        {
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        names
    }
}
