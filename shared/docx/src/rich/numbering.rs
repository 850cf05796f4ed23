//! Lists of rich content: each is a `w:num` of its own, so that its numbering begins anew (ECMA-376 part 1, 17.9.15),
//! over two `w:abstractNum`, one of bullets and one of numbers, shared by all.

use std::fmt::Write;

/// What a list's items begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// Bullets: • ◦ ▪ by level.
    Bullet,
    /// 1. a. i. by level, from this number on the first level.
    Decimal { start: u32 },
}

/// A list that rich content opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct List {
    /// `w:numId` by which its paragraphs refer to it.
    pub num: u32,
    pub kind: ListKind,
}

const BULLETS: [&str; 3] = ["\u{2022}", "\u{25E6}", "\u{25AA}"];
const FORMATS: [&str; 3] = ["decimal", "lowerLetter", "lowerRoman"];
/// Indent of each further level, in twips.
const INDENT: u32 = 360;

/// The definitions of lists: `w:abstractNum` elements, and `w:num` elements that must stand behind all of those.
pub(super) fn definitions(lists: &[List], first_abstract: u32) -> (String, String) {
    let (mut definitions, mut instances) = (String::new(), String::new());
    for (offset, bullets) in [true, false].into_iter().enumerate() {
        let used = |list: &&List| (list.kind == ListKind::Bullet) == bullets;
        if !lists.iter().any(|l| used(&l)) {
            continue;
        }
        let id = first_abstract + offset as u32;
        let _ = write!(definitions, "<w:abstractNum w:abstractNumId=\"{id}\"><w:multiLevelType w:val=\"hybridMultilevel\"/>");
        for level in 0..9_u32 {
            let of = level as usize % 3;
            let (format, text) =
                if bullets { ("bullet", BULLETS[of].to_owned()) } else { (FORMATS[of], format!("%{}.", level + 1)) };
            let left = 2 * INDENT * (level + 1);
            let _ = write!(
                definitions,
                "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"{format}\"/><w:lvlText w:val=\"{text}\"/>\
                 <w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"{left}\" w:hanging=\"{INDENT}\"/></w:pPr></w:lvl>"
            );
        }
        definitions.push_str("</w:abstractNum>");
        for List { num, kind } in lists.iter().filter(used) {
            let _ = write!(instances, "<w:num w:numId=\"{num}\"><w:abstractNumId w:val=\"{id}\"/>");
            let start = if let ListKind::Decimal { start } = kind { *start } else { 1 };
            for level in 0..if bullets { 0 } else { 9 } {
                let start = if level == 0 { start } else { 1 };
                let _ = write!(
                    instances,
                    "<w:lvlOverride w:ilvl=\"{level}\"><w:startOverride w:val=\"{start}\"/></w:lvlOverride>"
                );
            }
            instances.push_str("</w:num>");
        }
    }
    (definitions, instances)
}
