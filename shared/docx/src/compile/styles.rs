//! Paragraph styles and lists of a package, as far as tags need them: a style by its name, the list of a paragraph (ECMA-376
//! part 1, 17.7.4.17 and 17.9.18).

use std::collections::HashMap;
use std::sync::Arc;

use crate::CompileError;
use crate::spelling::nearest;
use crate::text::syntax::{Argument, Expr, Syntax};
use platen_ooxml::Bounds;
use platen_ooxml::package::Package;
use platen_ooxml::style_lists::StyleLists;
use platen_ooxml::xml::{NodeId, Tree, unless_exhausted};

/// The styles of a package; read when they are first asked for.
pub(crate) struct Styles<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
    read: Option<Read>,
    /// Whether a tag chooses a style.
    chosen: bool,
}

/// Ids of paragraph styles by their names and ids in small letters.
pub(crate) type StyleIds = HashMap<String, String>;

struct Read {
    ids: Arc<StyleIds>,
    lists: Arc<StyleLists>,
    /// Largest `w:numId`.
    largest: u32,
}

impl<'a> Styles<'a> {
    pub fn new(package: &'a Package, bounds: Bounds<'a>) -> Styles<'a> {
        Styles { package, bounds, read: None, chosen: false }
    }

    /// The ids of all paragraph styles, for a tag that chooses one.
    ///
    /// # Errors
    /// The part of the styles cannot be read, or the budget has ended.
    pub fn ids(&mut self) -> Result<Arc<StyleIds>, CompileError> {
        self.chosen = true;
        Ok(self.read()?.ids.clone())
    }

    /// Adds to a tag that chooses a style the name of one, for an example. Returns what is wrong with the
    /// name, if the tag itself has it.
    ///
    /// # Errors
    /// As [`Styles::ids`].
    pub fn settle(&mut self, syntax: &mut Syntax) -> Result<Option<String>, CompileError> {
        let ids = self.ids()?;
        let Syntax::Value(Expr::Call(_, arguments)) = syntax else { return Ok(None) };
        let refused = match arguments.first().map(|argument| &argument.value) {
            Some(Expr::Text(name))
                if !name.trim().is_empty() && !ids.contains_key(&name.trim().to_lowercase()) =>
            {
                let known = known_style(&ids, name);
                Some(format!("the template has no paragraph style {name:?}; write {known}"))
            }
            _ => None,
        };
        let example = ids.values().min().cloned().unwrap_or_default();
        arguments.push(Argument::positional(Expr::Text(example)));
        Ok(refused)
    }

    /// The same for the template's renders: none where no tag chooses one.
    pub fn chosen(&self) -> Arc<StyleIds> {
        self.read.as_ref().filter(|_| self.chosen).map(|read| read.ids.clone()).unwrap_or_default()
    }

    /// The largest id of a list.
    ///
    /// # Errors
    /// As [`Styles::ids`].
    pub fn largest_list(&mut self) -> Result<u32, CompileError> {
        Ok(self.read()?.largest)
    }

    /// The lists that paragraphs have of their styles.
    ///
    /// # Errors
    /// As [`Styles::ids`].
    pub fn lists(&mut self) -> Result<Arc<StyleLists>, CompileError> {
        Ok(self.read()?.lists.clone())
    }

    fn read(&mut self) -> Result<&Read, CompileError> {
        if self.read.is_none() {
            let (styles, numbering) = (self.part("styles")?, self.part("numbering")?);
            let lists = Arc::new(StyleLists::of(styles.as_ref(), numbering.as_ref()));
            let ids = styles.as_ref().map(ids).unwrap_or_default();
            let largest = numbering.as_ref().map_or(0, largest);
            self.read = Some(Read { ids: Arc::new(ids), lists, largest });
        }
        self.read.as_ref().ok_or_else(|| CompileError::Template(Vec::new()))
    }

    fn part(&self, kind: &str) -> Result<Option<Tree>, CompileError> {
        let Styles { package, bounds, .. } = self;
        let relationships = package.relationships_within(package.main_document(), bounds.budget)?;
        let Some(part) = relationships.part_of_kind(kind).and_then(|name| package.part(name)) else {
            return Ok(None);
        };
        let source = package.read_within(part, bounds.budget)?;
        Ok(unless_exhausted(Tree::parse(source, *bounds).and_then(|tree| tree.usual(*bounds)))?)
    }
}

fn of_paragraphs(tree: &Tree) -> impl Iterator<Item = (NodeId, String)> + '_ {
    let styles = tree.nodes().filter(|n| tree.is_w(*n, "style"));
    let styles = styles.filter(|n| tree.attr(*n, "type").is_none_or(|kind| kind == "paragraph"));
    styles.filter_map(|n| Some((n, tree.attr(n, "styleId")?)))
}

fn ids(tree: &Tree) -> StyleIds {
    let mut ids = StyleIds::new();
    for (style, id) in of_paragraphs(tree) {
        // A name is what Word shows; the id is what other programs know.
        ids.entry(id.to_lowercase()).or_insert_with(|| id.clone());
        if let Some(name) = tree.child_w(style, "name").and_then(|n| tree.attr(n, "val")) {
            ids.insert(name.to_lowercase(), id);
        }
    }
    ids
}

fn largest(tree: &Tree) -> u32 {
    let lists = tree.nodes().filter(|n| tree.is_w(*n, "num"));
    lists.filter_map(|n| tree.attr(n, "numId")?.parse().ok()).max().unwrap_or(0)
}

/// The id in a `w:numPr`; 0 is no list.
pub(super) fn list_id(tree: &Tree, numbering: NodeId) -> Option<u32> {
    tree.attr(tree.child_w(numbering, "numId")?, "val")?.parse().ok()
}

/// A style that a name may be a slip of, or how names look.
pub(crate) fn known_style(styles: &StyleIds, name: &str) -> String {
    let mut names: Vec<&str> = styles.keys().map(String::as_str).collect();
    names.sort_unstable();
    let near = nearest(&name.to_lowercase(), names.into_iter());
    near.map_or_else(|| "a style's name as Word shows it".to_owned(), |near| format!("perhaps {near:?}"))
}
