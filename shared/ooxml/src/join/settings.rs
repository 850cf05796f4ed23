//! The settings (17.15): one file has those of its first document.

use super::join_error::unreadable;
use super::links::{Links, TYPES};
use super::store::Store;
use super::{JoinError, Late};
use crate::Bounds;
use crate::order::{SETTINGS, behind};
use crate::package::{Relationship, Target};
use crate::xml::{Changes, Kind, Tree, changed};

/// What settings say of one kind of notes (`footnotePr` or `endnotePr`, 17.11.11 and 17.11.4).
#[derive(Debug, Default)]
pub(super) struct Notes {
    /// How they are counted, for a section that says so itself: all but where they start again.
    pub said: String,
    /// They start again somewhere already.
    pub restarts: bool,
    /// They stand at the ends of sections.
    pub by_section: bool,
}

pub(super) fn notes(tree: &Tree, local: &str) -> Notes {
    let root = tree.top_level().find(|n| tree.is_element(*n));
    let Some(own) = root.and_then(|root| tree.child_w(root, local)) else { return Notes::default() };
    let value = |name| tree.child_w(own, name).and_then(|n| tree.attr(n, "val"));
    let children = tree.children(own).filter(|n| matches!(tree.local(*n), "numFmt" | "numStart"));
    Notes {
        said: children.map(|n| tree.outer(n)).collect(),
        restarts: value("numRestart").is_some_and(|restart| restart != "continuous"),
        by_section: value("pos").is_some_and(|place| place == "sectEnd"),
    }
}

/// The settings without the wish to update fields, which is that of one document.
pub(super) fn without_update(tree: &Tree) -> String {
    let updates = tree.nodes().filter(|n| tree.is_w(*n, "updateFields"));
    let changes: Changes = updates.map(|n| (tree.range(n), String::new())).collect();
    changed(tree.source(), changes)
}

/// Settings for documents without any; `head` is the beginning of the text.
pub(super) fn new(head: &str, store: &mut Store) -> Late {
    let ns = match head.contains("purl.oclc.org/ooxml") {
        true => "http://purl.oclc.org/ooxml/wordprocessingml/main",
        false => "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    };
    let name = store.free_name("word/settings.xml");
    Late {
        content_type: "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml"
            .to_owned(),
        text: format!("<w:settings xmlns:w=\"{ns}\"></w:settings>"),
        relationship: Relationship {
            id: "rId_settings".to_owned(),
            rel_type: format!("{TYPES}settings"),
            target: Target::Internal(name.clone()),
        },
        links: Links::default(),
        name,
    }
}

/// The settings with notes at the ends of sections, where they stood at the ends of documents.
pub(super) fn endnotes_by_section(text: String, bounds: Bounds<'_>) -> Result<String, JoinError> {
    let tree = Tree::parse(text.into_bytes(), bounds).and_then(|tree| tree.usual(bounds));
    let tree = tree.map_err(unreadable("settings"))?;
    let Some(root) = tree.top_level().find(|n| tree.is_element(*n)) else { return Ok(String::new()) };
    let place = "<w:pos w:val=\"sectEnd\"/>";
    let mut changes = Changes::new();
    match tree.child_w(root, "endnotePr") {
        Some(own) => match (tree.child_w(own, "pos"), tree.kind(own)) {
            (Some(pos), _) => changes.push((tree.range(pos), place.to_owned())),
            (None, Kind::Element { open, close, .. }) if !close.is_empty() => {
                changes.push((open.end..open.end, place.to_owned()));
            }
            _ => changes.push((tree.range(own), format!("<w:endnotePr>{place}</w:endnotePr>"))),
        },
        None => {
            let behind = behind(&SETTINGS, "endnotePr");
            let next = tree.children(root).find(|n| behind.contains(&tree.local(*n)));
            let end = match tree.kind(root) {
                Kind::Element { close, .. } if !close.is_empty() => close.start,
                _ => return Ok(tree.source().to_owned()),
            };
            let at = next.map_or(end, |next| tree.range(next).start);
            changes.push((at..at, format!("<w:endnotePr>{place}</w:endnotePr>")));
        }
    }
    Ok(changed(tree.source(), changes))
}
