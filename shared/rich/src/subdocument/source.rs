//! A sub-document's parts, opened under the limits that templates have.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use quick_xml::events::attributes::Attributes;

use crate::fill_document::FillDocument;
use platen_ooxml::package::{Package, Relationships};
use platen_ooxml::soundness;
use platen_ooxml::xml::{Kind, NodeId, Tree};
use platen_ooxml::{Bounds, Severity, Warning, Warnings};

/// See the module.
pub(super) struct Source {
    pub package: Package,
    pub is_strict: bool,
    pub main: Part,
    pub styles: Option<Part>,
    pub numbering: Option<Part>,
    pub footnotes: Option<Part>,
    pub endnotes: Option<Part>,
    /// What it lacks because it would have loaded or run it.
    pub warnings: Warnings,
}

/// A part with its relationships.
pub(super) struct Part {
    pub tree: Tree,
    pub root: NodeId,
    pub relationships: Arc<Relationships>,
    /// Prefixes that the root declares, in its order.
    pub prefixes: Vec<(String, String)>,
    /// Those that programs which do not know their namespaces may pass over.
    pub ignorable: HashSet<String>,
    /// Their places in that order.
    pub declared: HashMap<String, usize>,
    /// Elements of the root's by their names and ids.
    by_id: HashMap<(&'static str, String), NodeId>,
}

/// Elements that others refer to, with the attributes that name them.
const NAMED: [(&str, &str); 5] = [
    ("style", "styleId"),
    ("num", "numId"),
    ("abstractNum", "abstractNumId"),
    ("footnote", "id"),
    ("endnote", "id"),
];

impl Part {
    fn new(tree: Tree, root: NodeId, relationships: Arc<Relationships>) -> Part {
        let mut by_id = HashMap::new();
        for child in tree.children(root) {
            let named = NAMED.iter().find(|(local, _)| tree.is_w(child, local));
            if let Some((local, attribute)) = named
                && let Some(id) = tree.attr(child, attribute)
            {
                // Of two with one id the first counts.
                by_id.entry((*local, id)).or_insert(child);
            }
        }
        let prefixes = prefixes(&tree, root);
        let places = prefixes.iter().enumerate().rev();
        let declared = places.map(|(place, (prefix, _))| (prefix.clone(), place)).collect();
        let ignorable = tree.attr(root, "Ignorable").unwrap_or_default();
        let ignorable = ignorable.split_ascii_whitespace().map(str::to_owned).collect();
        Part { tree, root, relationships, prefixes, ignorable, declared, by_id }
    }

    /// The root's child with this name and id.
    pub fn named(&self, local: &'static str, id: &str) -> Option<NodeId> {
        self.by_id.get(&(local, id.to_owned())).copied()
    }
}

/// Prefixes that an element declares.
fn prefixes(tree: &Tree, node: NodeId) -> Vec<(String, String)> {
    let Kind::Element { open, .. } = tree.kind(node) else { return Vec::new() };
    let tag = tree.source()[open.start + 1..open.end - 1].trim_end_matches('/');
    let name_end = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
    let mut attributes = Attributes::new(tag, name_end);
    attributes
        .with_checks(false)
        .flatten()
        .filter_map(|a| {
            let key: &str = a.key.as_ref();
            let prefix = key.strip_prefix("xmlns:")?;
            Some((prefix.to_owned(), platen_ooxml::xml::characters::decode(&a.value).into_owned()))
        })
        .collect()
}

impl Source {
    /// # Errors
    /// What is wrong with the file, in words for the sender.
    pub fn open(bytes: Vec<u8>, fill: &dyn FillDocument, bounds: Bounds<'_>) -> Result<Source, String> {
        let package = Package::open_within(bytes, bounds.limits, bounds.budget)
            .map_err(|error| format!("is not a Word document: {error}"))?;
        let name = package.main_document().to_owned();
        let relationships =
            package.relationships_within(&name, bounds.budget).map_err(|error| error.to_string())?;
        let mut warnings: Warnings = package.warnings().map(of_sub_document).collect();
        let mut read = |name: &str| read(&package, name, &mut warnings, fill, bounds);
        let mut named = |kind: &str| {
            let part = relationships.of_kind(kind).find_map(|r| r.part());
            part.filter(|part| package.part(part).is_some()).map(&mut read).transpose()
        };
        let (styles, numbering) = (named("styles")?, named("numbering")?);
        let (footnotes, endnotes) = (named("footnotes")?, named("endnotes")?);
        let main = read(&name)?;
        let written =
            [(&*name, Some(&main)), ("footnotes", footnotes.as_ref()), ("endnotes", endnotes.as_ref())];
        for (name, part) in written {
            if let Some(flaw) = part.and_then(|part| soundness::flaw(part.tree.source())) {
                return Err(format!("is corrupt ({name}: {flaw}); open it in Word and save it again"));
            }
        }
        let is_strict = main.tree.source().contains("http://purl.oclc.org/ooxml/wordprocessingml/main");
        Ok(Source { is_strict, main, styles, numbering, footnotes, endnotes, warnings, package })
    }
}

/// The same, told of the document that it is put into.
fn of_sub_document(warning: Warning) -> Warning {
    Warning { detail: format!("in a sub-document: {}", warning.detail), ..warning }
}

fn read(
    package: &Package,
    name: &str,
    warnings: &mut Warnings,
    fill: &dyn FillDocument,
    bounds: Bounds<'_>,
) -> Result<Part, String> {
    let broken = |error: &dyn std::fmt::Display| format!("has a part that cannot be read ({name}): {error}");
    let part = package.part(name).ok_or_else(|| broken(&"it was not found"))?;
    let bytes = package.read_within(part, bounds.budget).map_err(|error| broken(&error))?;
    let tree = Tree::parse(bytes, bounds).and_then(|t| t.usual(bounds)).map_err(|error| broken(&error))?;
    let (tree, remarks) = fill.cut_outside_loads(tree, name, bounds).map_err(|error| broken(&error))?;
    if let Some(error) = remarks.iter().find(|remark| remark.severity == Severity::Error) {
        return Err(format!("contains what documents must not contain: {}", error.message));
    }
    warnings.extend(remarks.into_iter().map(|remark| {
        let warning = Warning::new("external-removed", remark.message).in_part(&remark.part);
        of_sub_document(warning.hint(&remark.hint.unwrap_or_default()))
    }));
    let root = tree.top_level().find(|n| tree.is_element(*n)).ok_or_else(|| broken(&"it is empty"))?;
    let relationships = package.relationships_within(name, bounds.budget).map_err(|error| broken(&error))?;
    Ok(Part::new(tree, root, relationships))
}
