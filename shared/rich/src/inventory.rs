//! What a template already has that rich content refers to or must not collide with. Read once per template, for its first rich value.

use std::collections::HashMap;
use std::sync::Arc;

use platen_ooxml::package::{Package, PackageError, Part, Relationships};
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{NodeId, Tree, unless_exhausted};
use platen_ooxml::{Bounds, Exhausted};

/// A style's kind (`w:style/@w:type`, ECMA-376 part 1, 17.18.83).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StyleKind {
    /// Of paragraphs.
    Paragraph,
    /// Of runs.
    Character,
    /// Of tables.
    Table,
    /// Of lists.
    Numbering,
}

/// See the module.
#[derive(Debug, Clone, PartialEq)]
pub struct Inventory {
    /// Name of the main part.
    pub main: String,
    /// Style ids by kind and name in small letters: built-in names are English whatever the language of Word
    /// (`heading 1`), ids are not. Ids are escaped for attributes.
    pub styles: HashMap<(StyleKind, String), String>,
    /// Largest `w:num/@w:numId` of the numbering part.
    pub largest_num: u32,
    /// Largest `w:abstractNum/@w:abstractNumId`.
    pub largest_abstract_num: u32,
    /// Name of the part of footnotes, which need not exist, and the largest id of a note in it.
    pub footnotes: (String, i64),
    /// The same of endnotes.
    pub endnotes: (String, i64),
    /// Written in the namespaces of the strict form (ISO/IEC 29500-1).
    pub strict: bool,
    /// No relationship id of the template begins like this.
    pub id_prefix: String,
    /// No file of the template in a folder begins like this.
    pub part_prefix: String,
    /// Width of the text area of the last section in EMU.
    pub text_width: u64,
}

/// A4 with margins of 2.5 cm.
const TEXT_WIDTH: u64 = 16 * 360_000;

impl Default for Inventory {
    fn default() -> Self {
        Inventory {
            main: "word/document.xml".to_owned(),
            styles: HashMap::new(),
            largest_num: 0,
            largest_abstract_num: 0,
            footnotes: ("word/footnotes.xml".to_owned(), 0),
            endnotes: ("word/endnotes.xml".to_owned(), 0),
            strict: false,
            id_prefix: "rIdP".to_owned(),
            part_prefix: "platen".to_owned(),
            text_width: TEXT_WIDTH,
        }
    }
}

impl Inventory {
    /// Reads a package. What cannot be read counts as absent: it is the template's own, which renders without it.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn of(package: &Package, bounds: Bounds<'_>) -> Result<Inventory, Exhausted> {
        let mut inventory = Inventory::default();
        let main = package.main_document();
        inventory.main = main.to_owned();
        if let Some(tree) = tree(package, main, bounds)? {
            let root = tree.top_level().find(|n| tree.is_element(*n));
            inventory.strict = root.is_some_and(|n| {
                matches!(tree.kind(n), platen_ooxml::xml::Kind::Element { open, .. } if tree.source()[open.clone()].contains("purl.oclc.org/ooxml"))
            });
            let last = tree.nodes().filter(|n| tree.is_w(*n, "sectPr")).last();
            inventory.text_width = last.and_then(|s| text_width(&tree, s)).unwrap_or(TEXT_WIDTH);
        }
        let relationships = relationships(package, main, bounds)?;
        let named = |kind: &str| match relationships.part_of_kind(kind) {
            Some(part) => tree(package, part, bounds),
            None => Ok(None),
        };
        let folder = main.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let notes = |kind: &str, element: &'static str| {
            let largest = named(kind)?.and_then(|tree| {
                let ids = tree.nodes().filter(|n| tree.is_w(*n, element));
                ids.filter_map(|n| tree.attr(n, "id")?.parse().ok()).max()
            });
            let part =
                relationships.part_of_kind(kind).map_or_else(|| format!("{folder}{kind}.xml"), str::to_owned);
            Ok::<_, Exhausted>((part, largest.unwrap_or(0)))
        };
        inventory.footnotes = notes("footnotes", "footnote")?;
        inventory.endnotes = notes("endnotes", "endnote")?;
        if let Some(tree) = named("styles")? {
            inventory.styles = styles(&tree);
        }
        if let Some(tree) = named("numbering")? {
            let largest = |local: &'static str, attribute: &str| {
                let ids = tree.nodes().filter(|n| tree.is_w(*n, local));
                ids.filter_map(|n| tree.attr(n, attribute)?.parse().ok()).max().unwrap_or(0)
            };
            inventory.largest_num = largest("num", "numId");
            inventory.largest_abstract_num = largest("abstractNum", "abstractNumId");
        }
        let mut rels = Vec::new();
        for part in package.parts().iter().filter(|p| p.name().to_ascii_lowercase().ends_with(".rels")) {
            rels.extend(read(package, part, bounds)?.unwrap_or_default());
        }
        let rels = String::from_utf8_lossy(&rels);
        while rels.contains(&inventory.id_prefix) {
            inventory.id_prefix.push('_');
        }
        let files = package.parts().iter().filter_map(|part| part.name().rsplit('/').next());
        let files: Vec<String> = files.map(str::to_ascii_lowercase).collect();
        while files.iter().any(|file| file.starts_with(&inventory.part_prefix)) {
            inventory.part_prefix.push('_');
        }
        bounds.budget.check()?;
        Ok(inventory)
    }
}

fn tree(package: &Package, part: &str, bounds: Bounds<'_>) -> Result<Option<Tree>, Exhausted> {
    let Some(part) = package.part(part) else { return Ok(None) };
    let Some(source) = read(package, part, bounds)? else { return Ok(None) };
    unless_exhausted(Tree::parse(source, bounds))
}

fn read(package: &Package, part: &Part, bounds: Bounds<'_>) -> Result<Option<Vec<u8>>, Exhausted> {
    unless_ended(package.read_within(part, bounds.budget))
}

fn relationships(package: &Package, part: &str, bounds: Bounds<'_>) -> Result<Arc<Relationships>, Exhausted> {
    Ok(unless_ended(package.relationships_within(part, bounds.budget))?.unwrap_or_default())
}

fn unless_ended<T>(read: Result<T, PackageError>) -> Result<Option<T>, Exhausted> {
    match read {
        Err(PackageError::Exhausted(exhausted)) => Err(exhausted),
        read => Ok(read.ok()),
    }
}

fn styles(tree: &Tree) -> HashMap<(StyleKind, String), String> {
    let mut styles = HashMap::new();
    for style in tree.nodes().filter(|n| tree.is_w(*n, "style")) {
        let kind = match tree.attr(style, "type").as_deref() {
            None | Some("paragraph") => StyleKind::Paragraph,
            Some("character") => StyleKind::Character,
            Some("table") => StyleKind::Table,
            Some("numbering") => StyleKind::Numbering,
            Some(_) => continue,
        };
        let name = tree.child_w(style, "name").and_then(|n| tree.attr(n, "val"));
        if let (Some(name), Some(id)) = (name, tree.attr(style, "styleId")) {
            styles.entry((kind, name.to_lowercase())).or_insert_with(|| escape(&id).into_owned());
        }
    }
    styles
}

/// Width between a section's margins in EMU (`w:pgSz`, `w:pgMar`, 17.6.13 and 17.6.11); of one column of several.
pub(super) fn text_width(tree: &Tree, section: NodeId) -> Option<u64> {
    let twips = |node: &str, attribute: &str| -> Option<i64> {
        tree.attr(tree.child_w(section, node)?, attribute)?.parse().ok()
    };
    let width = twips("pgSz", "w")? - twips("pgMar", "left")? - twips("pgMar", "right")?;
    let columns = twips("cols", "num").unwrap_or(1).max(1);
    let width = (width - (columns - 1) * twips("cols", "space").unwrap_or(720)) / columns;
    u64::try_from(width).ok().filter(|w| *w > 0).map(|w| w * super::length::EMU_PER_TWIP)
}
