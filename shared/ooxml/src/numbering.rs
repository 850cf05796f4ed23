//! Lists that are counted from their start again (ECMA-376 part 1, 17.9).

use std::fmt::Write;

use crate::xml::{NodeId, Tree};

/// Levels of a list; the format has no more.
pub const LEVELS: u32 = 9;

/// The overrides of a list's levels (`w:lvlOverride`, 17.9.8), each with the number that it starts with. `list` is a `w:num`,
/// `definition` its `w:abstractNum`.
pub fn starting(tree: &Tree, list: NodeId, definition: Option<NodeId>) -> String {
    let level_of = |parent: Option<NodeId>, local: &'static str, level: u32| {
        let mut children = parent.into_iter().flat_map(|parent| tree.children(parent));
        children.find(|n| tree.is_w(*n, local) && tree.attr(*n, "ilvl") == Some(level.to_string()))
    };
    let value = |node: Option<NodeId>| node.and_then(|n| tree.attr(n, "val")?.parse::<u32>().ok());
    let mut out = String::new();
    for level in 0..LEVELS {
        let own = level_of(Some(list), "lvlOverride", level);
        let replaced = own.and_then(|own| tree.child_w(own, "lvl"));
        let defined = replaced.or_else(|| level_of(definition, "lvl", level));
        let start = value(own.and_then(|own| tree.child_w(own, "startOverride")))
            .or_else(|| value(defined.and_then(|level| tree.child_w(level, "start"))));
        let replaced = replaced.map_or("", |level| tree.outer(level));
        // A level that is defined without a start begins with 0 (17.9.25).
        let start = start.unwrap_or(u32::from(defined.is_none()));
        let _ = write!(
            out,
            "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{start}\"/>{replaced}</w:lvlOverride>"
        );
    }
    out
}
