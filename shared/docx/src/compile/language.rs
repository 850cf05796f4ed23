//! The language that a template is written in, for dates, numbers and lists when the request names none.

use crate::Limits;
use crate::filters::Locale;
use crate::package::Package;
use crate::xml::Tree;

/// The default language of a document's styles (`w:lang` of `w:docDefaults`, ECMA-376 part 1, 17.7.5.1 and 17.3.2.20);
/// American English where there is none that is known.
pub(crate) fn language(package: &Package, limits: &Limits) -> Locale {
    read(package, limits).and_then(|tag| Locale::parse(&tag)).unwrap_or_default()
}

fn read(package: &Package, limits: &Limits) -> Option<String> {
    let relationships = package.relationships(package.main_document()).ok()?;
    let index = relationships.of_kind("styles").find_map(|r| package.index(r.part()?))?;
    let tree = Tree::parse(package.read(&package.parts()[index]).ok()?, limits)
        .and_then(|t| t.usual(limits))
        .ok()?;
    let defaults = tree.nodes().find(|node| tree.is_w(*node, "docDefaults"))?;
    let language = tree.descendants(defaults).find(|node| tree.is_w(*node, "lang"))?;
    tree.attr(language, "val")
}
