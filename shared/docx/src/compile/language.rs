//! The language that a template is written in, for dates, numbers and lists when the request names none.

use crate::filters::Locale;
use crate::package::{Package, PackageError};
use crate::xml::{Tree, unless_exhausted};
use crate::{Bounds, CompileError};

/// The default language of a document's styles (`w:lang` of `w:docDefaults`, ECMA-376 part 1, 17.7.5.1 and 17.3.2.20);
/// American English where there is none that is known.
pub(crate) fn language(package: &Package, bounds: Bounds<'_>) -> Result<Locale, CompileError> {
    let Some(styles) = styles(package, bounds)? else { return Ok(Locale::default()) };
    let tree = unless_exhausted(Tree::parse(styles, bounds).and_then(|t| t.usual(bounds)))?;
    let tag = tree.as_ref().and_then(of_defaults);
    Ok(tag.and_then(|tag| Locale::parse(&tag)).unwrap_or_default())
}

fn styles(package: &Package, bounds: Bounds<'_>) -> Result<Option<Vec<u8>>, PackageError> {
    let relationships = package.relationships_within(package.main_document(), bounds.budget)?;
    let index = relationships.of_kind("styles").find_map(|r| package.index(r.part()?));
    index.map(|index| package.read_within(&package.parts()[index], bounds.budget)).transpose()
}

fn of_defaults(tree: &Tree) -> Option<String> {
    let defaults = tree.nodes().find(|node| tree.is_w(*node, "docDefaults"))?;
    let language = tree.descendants(defaults).find(|node| tree.is_w(*node, "lang"))?;
    tree.attr(language, "val")
}
