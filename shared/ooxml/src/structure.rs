//! What elements of a document require of each other (ECMA-376 part 1, 17.3 and 17.4), checked while they are written: Word reports a
//! file as corrupt if it is missing.

/// Elements that text and values may not stand in: text has an element of its own.
pub const WITHOUT_TEXT: [&str; 16] = [
    "w:p",
    "w:r",
    "w:tbl",
    "w:tr",
    "w:tc",
    "w:body",
    "w:hdr",
    "w:ftr",
    "w:footnote",
    "w:endnote",
    "w:comment",
    "w:hyperlink",
    "w:sdt",
    "w:sdtContent",
    "w:txbxContent",
    "w:document",
];

/// Elements that end with a paragraph (`CT_Tc` and the like), in the namespace of `w`.
pub const HOLDERS: [&str; 7] = ["tc", "txbxContent", "hdr", "ftr", "footnote", "endnote", "comment"];

/// Whether an element, named without `w:`, begins, ends or refers to a stretch of the document: it has no content, may stand
/// anywhere, and shares its id with its other end, so that each stands in one place only (17.13).
pub fn stands_once(local: &str) -> bool {
    matches!(
        local,
        "bookmarkStart"
            | "bookmarkEnd"
            | "commentRangeStart"
            | "commentRangeEnd"
            | "commentReference"
            | "permStart"
            | "permEnd"
            | "moveFromRangeStart"
            | "moveFromRangeEnd"
            | "moveToRangeStart"
            | "moveToRangeEnd"
            | "customXmlInsRangeStart"
            | "customXmlInsRangeEnd"
            | "customXmlDelRangeStart"
            | "customXmlDelRangeEnd"
            | "customXmlMoveFromRangeStart"
            | "customXmlMoveFromRangeEnd"
            | "customXmlMoveToRangeStart"
            | "customXmlMoveToRangeEnd"
    )
}

/// Whether an element, named without `w:`, is a tracked change, which has an id of its own (17.13.5).
pub fn is_revision(local: &str) -> bool {
    matches!(
        local,
        "ins"
            | "del"
            | "moveFrom"
            | "moveTo"
            | "cellIns"
            | "cellDel"
            | "cellMerge"
            | "numberingChange"
            | "rPrChange"
            | "pPrChange"
            | "sectPrChange"
            | "tblPrChange"
            | "tblPrExChange"
            | "tblGridChange"
            | "trPrChange"
            | "tcPrChange"
    )
}

/// Elements that are looked through for what they hold.
const TRANSPARENT: [&str; 3] = ["w:sdt", "w:sdtContent", "w:customXml"];

/// An element that is open.
#[derive(Debug, Clone, Copy)]
pub struct Open<'a> {
    /// Its name, with its prefix.
    pub name: &'a str,
    /// A table has a row, or a row a cell, whatever the tags do.
    pub filled: bool,
    /// What was written last in it is a paragraph, whatever the tags do.
    pub ends_with_paragraph: bool,
}

impl<'a> Open<'a> {
    /// An element of which nothing is written yet.
    pub fn new(name: &'a str) -> Open<'a> {
        Open { name, filled: false, ends_with_paragraph: false }
    }

    /// An element in it ends.
    pub fn took(&mut self, inner: &Open<'_>) {
        let local = inner.name.strip_prefix("w:").unwrap_or_default();
        if !stands_once(local) && local != "proofErr" {
            self.ends_with_paragraph =
                inner.name == "w:p" || TRANSPARENT.contains(&inner.name) && inner.ends_with_paragraph;
        }
    }

    /// Whether it is a table without rows, or a row without cells.
    pub fn is_empty(&self) -> bool {
        matches!(self.name, "w:tbl" | "w:tr") && !self.filled
    }

    /// Whether it lacks the paragraph at its end.
    pub fn is_unended(&self) -> bool {
        let is_holder = self.name.strip_prefix("w:").is_some_and(|name| HOLDERS.contains(&name));
        is_holder && !self.ends_with_paragraph
    }
}

/// Notes in the elements around, the innermost last, that a row or cell begins in them.
pub fn fill(around: &mut [Open<'_>], name: &str) {
    let holder = match name {
        "w:tr" => "w:tbl",
        "w:tc" => "w:tr",
        _ => return,
    };
    let nearest = around.iter_mut().rev().find(|open| !TRANSPARENT.contains(&open.name));
    if let Some(open) = nearest.filter(|open| open.name == holder) {
        open.filled = true;
    }
}
