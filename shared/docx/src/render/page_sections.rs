//! The pages of sections (`w:sectPr`, ECMA-376 part 1, 17.6.17), as `{% page %}` in them says. Which section a tag stands in shows
//! in the finished part: loops and conditions have run, and a section may be there for each of their turns.

use std::collections::{BTreeMap, BTreeSet};

use super::page_marks::pieces;
use super::section_properties::Properties;
use crate::expression::page_setup::PageSetup;
use platen_ooxml::xml::{Changes, Kind, NodeId, Tree, changed, unless_exhausted};
use platen_ooxml::{Bounds, Exhausted};

/// Why a section cannot have the page that its tags ask for.
pub(crate) enum Misfit {
    Exhausted(Exhausted),
    Refused {
        /// The tag, by its number in its part.
        tag: usize,
        message: String,
        hint: &'static str,
    },
}

impl From<Exhausted> for Misfit {
    fn from(exhausted: Exhausted) -> Misfit {
        Misfit::Exhausted(exhausted)
    }
}

/// Takes the marks of page setups out of a part, and changes the sections that they stand in. The indices of those that
/// were there go to `found`.
///
/// # Errors
/// Tags of one section disagree, or leave no room for text; or the budget has ended.
pub(crate) fn set_up(
    text: &str,
    setups: &[(PageSetup, usize)],
    found: &mut BTreeSet<usize>,
    bounds: Bounds<'_>,
) -> Result<String, Misfit> {
    let mut clean = String::with_capacity(text.len());
    let mut marks: Vec<(usize, usize)> = Vec::new();
    for (before, index) in pieces(text) {
        clean.push_str(before);
        marks.extend(index.filter(|index| *index < setups.len()).map(|index| (clean.len(), index)));
    }
    found.extend(marks.iter().map(|(_, index)| *index));
    let Some(tree) = unless_exhausted(Tree::parse(clean.clone().into_bytes(), bounds))? else {
        // What Word could not open is told where the part is checked.
        return Ok(clean);
    };
    let Some(sections) = Sections::of(&tree)? else { return Ok(clean) };
    let mut wanted: BTreeMap<usize, (PageSetup, usize)> = BTreeMap::new();
    for (at, index) in marks {
        tree.count(1);
        let (setup, tag) = setups[index];
        let section = sections.around(at);
        let (all, last) = wanted.entry(section).or_insert((PageSetup::default(), tag));
        all.join(setup).map_err(|what| Misfit::Refused {
            tag,
            message: format!("this section has another {what}, from an earlier tag or turn of a loop"),
            hint: "give each of them a section of its own (in Word: Layout, Breaks, Next Page), or remove one",
        })?;
        *last = tag;
    }
    tree.check()?;
    let mut changes = Changes::new();
    for (section, (setup, tag)) in wanted.into_iter().filter(|(_, (setup, _))| *setup != PageSetup::default())
    {
        let refused = |message| {
            let hint = "give it smaller margins or larger paper";
            Misfit::Refused { tag, message, hint }
        };
        match sections.ends[section].1 {
            Some(node) => {
                let properties = Properties::read(&tree, node).set_up(setup).map_err(refused)?;
                properties.note(&tree, node, &mut changes);
            }
            // A body without properties has those that Word takes where none stand.
            None => {
                let at = sections.ends[section].0;
                let prefix = sections.prefix;
                let properties = Properties::usual().set_up(setup).map_err(refused)?;
                changes.push((at..at, properties.written_new(prefix)));
            }
        }
    }
    Ok(changed(tree.source(), changes))
}

/// The sections of a body in their order.
struct Sections<'t> {
    /// Where each ends, and its properties.
    ends: Vec<(usize, Option<NodeId>)>,
    prefix: &'t str,
}

impl<'t> Sections<'t> {
    fn of(tree: &'t Tree) -> Result<Option<Sections<'t>>, Exhausted> {
        let root = tree.top_level().find(|n| tree.is_w(*n, "document"));
        let Some(body) = root.and_then(|root| tree.child_w(root, "body")) else { return Ok(None) };
        let Kind::Element { close, .. } = tree.kind(body) else { return Ok(None) };
        let mut ends = Vec::new();
        for section in tree.nodes().filter(|n| tree.is_w(*n, "sectPr")) {
            tree.check()?;
            ends.extend(ending(tree, section).map(|paragraph| (tree.range(paragraph).end, Some(section))));
        }
        let last = tree.children(body).filter(|n| tree.is_w(*n, "sectPr")).last();
        ends.push((close.start, last));
        Ok(Some(Sections { ends, prefix: tree.prefix(body) }))
    }

    /// The section at a byte of the part.
    fn around(&self, at: usize) -> usize {
        self.ends.partition_point(|(end, _)| *end <= at).min(self.ends.len() - 1)
    }
}

/// The paragraph of the body that ends with these properties; those in a cell or a box end nothing.
fn ending(tree: &Tree, section: NodeId) -> Option<NodeId> {
    let paragraph = tree.parent(section).filter(|n| tree.is_w(*n, "pPr")).and_then(|n| tree.parent(n))?;
    let inside = |name: &str| tree.ancestor_w(paragraph, name).is_some();
    (tree.is_w(paragraph, "p") && !inside("tc") && !inside("txbxContent")).then_some(paragraph)
}
