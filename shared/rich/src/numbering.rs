//! Lists of rich content: each is a `w:num` of its own, so that its numbering restarts (ECMA-376 part 1, 17.9.15),
//! over two `w:abstractNum`, one of bullets and one of numbers, shared by all.

use std::collections::HashMap;
use std::fmt::Write;

use super::edit::Edit;
use super::list_kind::{BULLETS, Glyph, List, ListKind, Marker, NumberFormat};
use super::resources::Resources;
use platen_ooxml::numbering::{LEVELS, starting};
use platen_ooxml::xml::{Kind, NodeId, Tree, XmlError, unless_exhausted};
use platen_ooxml::{Bounds, Exhausted};

/// Indent of each further level, in twips.
const INDENT: u32 = 360;

/// The definitions of lists: `w:abstractNum` elements, and `w:num` elements that must stand behind all of those.
pub(super) fn definitions(lists: &[List], first_abstract: u32) -> (String, String) {
    let (mut definitions, mut instances) = (String::new(), String::new());
    for (offset, bullets) in [true, false].into_iter().enumerate() {
        let used = |list: &&List| matches!(list.kind.marker, Marker::Bullet(_)) == bullets;
        if !lists.iter().any(|l| used(&l)) {
            continue;
        }
        let id = first_abstract + offset as u32;
        let _ = write!(
            definitions,
            "<w:abstractNum w:abstractNumId=\"{id}\"><w:multiLevelType w:val=\"hybridMultilevel\"/>"
        );
        for level in 0..LEVELS {
            let (format, text) = if bullets {
                ("bullet", BULLETS[level as usize % 3].to_owned())
            } else {
                (NumberFormat::of_level(level).name(), number(level))
            };
            write_level(&mut definitions, level, 1, format, &text);
        }
        definitions.push_str("</w:abstractNum>");
        for List { num, kind } in lists.iter().filter(used) {
            let _ = write!(instances, "<w:num w:numId=\"{num}\"><w:abstractNumId w:val=\"{id}\"/>");
            write_overrides(&mut instances, *kind);
            instances.push_str("</w:num>");
        }
    }
    (definitions, instances)
}

/// The text of a number.
fn number(level: u32) -> String {
    format!("%{}.", level + 1)
}

/// A level of a list (17.9.6).
fn write_level(out: &mut String, level: u32, start: u32, format: &str, text: &str) {
    let left = 2 * INDENT * (level + 1);
    let _ = write!(
        out,
        "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"{start}\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/>\
         <w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{left}\" w:hanging=\"{INDENT}\"/></w:pPr></w:lvl>"
    );
}

/// What a list has of its own at every level (17.9.8): the number that it starts with, and its format or glyph if it has one.
fn write_overrides(out: &mut String, ListKind { marker, start }: ListKind) {
    if marker == Marker::Bullet(None) {
        return;
    }
    for level in 0..LEVELS {
        let _ = write!(out, "<w:lvlOverride w:ilvl=\"{level}\">");
        match marker {
            Marker::Bullet(glyph) => {
                write_level(out, level, 1, "bullet", glyph.map_or("", Glyph::text));
            }
            Marker::Number(format) => {
                let _ = write!(out, "<w:startOverride w:val=\"{start}\"/>");
                if let Some(format) = format {
                    write_level(out, level, start, format.name(), &number(level));
                }
            }
        }
        out.push_str("</w:lvlOverride>");
    }
}

/// Adds the document's new lists to its numbering part `part`.
pub(super) fn place(
    part: &str,
    resources: &Resources<'_>,
    edit: &mut Edit<'_>,
    bounds: Bounds<'_>,
) -> Result<(), XmlError> {
    let (mut definitions, mut instances) = definitions(&resources.lists, resources.first_abstract_num());
    definitions.push_str(&resources.definitions);
    instances.push_str(&resources.instances);
    let xml = edit.read(part).map(|xml| xml.into_owned()).unwrap_or_default();
    let tree = Tree::parse(xml, bounds)?;
    edit.write(part, inserted(&tree, &definitions, &instances).into_bytes());
    Ok(())
}

/// A numbering part with further instances of its lists, each counting from the start (17.9.26): a new id, and the list
/// that it is one of. Nothing for a part that cannot be read.
pub fn restarted(
    part: Vec<u8>,
    added: &[(u32, u32)],
    bounds: Bounds<'_>,
) -> Result<Option<Vec<u8>>, Exhausted> {
    let tree = unless_exhausted(Tree::parse(part, bounds).and_then(|tree| tree.usual(bounds)))?;
    let Some(tree) = tree else { return Ok(None) };
    let by_id = |local: &'static str, id: &str| -> HashMap<String, NodeId> {
        let named = tree.nodes().filter(|n| tree.is_w(*n, local));
        named.filter_map(|n| Some((tree.attr(n, id)?, n))).collect()
    };
    let (lists, definitions) = (by_id("num", "numId"), by_id("abstractNum", "abstractNumId"));
    // A list restarts a thousand times with the same levels.
    let mut known: HashMap<u32, String> = HashMap::new();
    let mut instances = String::new();
    for (id, list) in added {
        let levels = known.entry(*list).or_insert_with(|| {
            let Some(num) = lists.get(&list.to_string()).copied() else { return String::new() };
            let definition = tree.child_w(num, "abstractNumId").and_then(|n| tree.attr(n, "val"));
            let definition = definition.unwrap_or_default();
            let levels = starting(&tree, num, definitions.get(&definition).copied());
            format!("<w:abstractNumId w:val=\"{definition}\"/>{levels}</w:num>")
        });
        if !levels.is_empty() {
            bounds.budget.spend(levels.len() as u64)?;
            let _ = write!(instances, "<w:num w:numId=\"{id}\">{levels}");
        }
    }
    Ok(Some(inserted(&tree, "", &instances).into_bytes()))
}

/// All `w:abstractNum` stand before all `w:num` (17.9.17).
fn inserted(tree: &Tree, definitions: &str, instances: &str) -> String {
    let Some(root) = tree.top_level().find(|n| tree.is_element(*n)) else { return tree.source().to_owned() };
    let Kind::Element { open, close, .. } = tree.kind(root) else { return tree.source().to_owned() };
    // The root may bind the prefix otherwise.
    let ns = tree.attr(root, tree.prefix(root).trim_end_matches(':')).unwrap_or_default();
    let bound = |xml: &str| -> String {
        if tree.prefix(root) == "w:" {
            return xml.to_owned();
        }
        ["abstractNum", "num"].iter().fold(xml.to_owned(), |xml, name| {
            xml.replace(&format!("<w:{name} "), &format!("<w:{name} xmlns:w=\"{ns}\" "))
        })
    };
    let (definitions, instances) = (bound(definitions), bound(instances));
    let source = tree.source();
    if close.is_empty() {
        let opened = source[open.clone()].trim_end_matches("/>");
        let name = format!("{}{}", tree.prefix(root), tree.local(root));
        return format!(
            "{}{opened}>{definitions}{instances}</{name}>{}",
            &source[..open.start],
            &source[open.end..]
        );
    }
    let is = |local: &'static str| move |n: &NodeId| tree.is_w(*n, local);
    let first_num = tree.children(root).find(is("num")).map(|n| tree.range(n).start);
    let last_abstract = tree.children(root).filter(is("abstractNum")).last().map(|n| tree.range(n).end);
    let last_num = tree.children(root).filter(is("num")).last().map(|n| tree.range(n).end);
    let first_at = first_num.or(last_abstract).unwrap_or(close.start);
    let second_at = last_num.unwrap_or(first_at);
    format!(
        "{}{definitions}{}{instances}{}",
        &source[..first_at],
        &source[first_at..second_at],
        &source[second_at..]
    )
}
