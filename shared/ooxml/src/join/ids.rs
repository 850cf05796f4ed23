//! Ids and names of one document in the file that it goes into.

use std::collections::{HashMap, HashSet};

/// Ids that are given out; the first ones are left to separators of notes (17.11.23).
const FIRST: u32 = 16;
/// Word's longest name of a bookmark (17.13.6.2).
const NAME_LENGTH: usize = 40;

/// What no two things of the file may share.
pub(super) struct Taken {
    next: u32,
    /// Boxes whose text goes on in others: their ids have 16 bits ([MS-ODRAWXML] 2.13.3.1, 2.13.3.2).
    boxes: u16,
    /// Names of bookmarks, in small letters.
    bookmarks: HashSet<String>,
}

impl Default for Taken {
    fn default() -> Self {
        Taken { next: FIRST, boxes: 0, bookmarks: HashSet::new() }
    }
}

impl Taken {
    /// An id that nothing has.
    pub fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn text_box(&mut self) -> u32 {
        self.boxes = self.boxes.wrapping_add(1);
        u32::from(self.boxes)
    }

    /// Leaves this id, which a separator has, to it.
    pub fn pass(&mut self, id: i64) {
        let id = u32::try_from(id).unwrap_or_default().min(1 << 24);
        self.next = self.next.max(id);
    }

    /// A bookmark's name that no other has: the wanted one, or one like it.
    pub fn bookmark(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        while !self.bookmarks.insert(name.to_lowercase()) {
            let suffix = format!("_{}", self.fresh());
            name = wanted.chars().take(NAME_LENGTH - suffix.len()).collect::<String>() + &suffix;
        }
        name
    }
}

/// Ids that are told apart by what they are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Of {
    Footnote,
    Endnote,
    Comment,
    /// A paragraph of a comment, which says in another part whether it is done (`w15:commentEx`).
    CommentParagraph,
    /// A box whose text goes on in others.
    TextBox,
    /// Ends of a stretch, by the element's name without `Start` and `End`.
    Range(&'static str),
}

/// Ids and names of one document, and what they became.
#[derive(Default)]
pub(super) struct Renamed {
    ids: HashMap<(Of, String), u32>,
    /// By names in small letters; those that stay are not among them.
    pub names: HashMap<String, String>,
    /// Ids of lists (`w:num`).
    pub lists: HashMap<String, u32>,
}

impl Renamed {
    pub fn id(&mut self, of: Of, id: &str, taken: &mut Taken) -> u32 {
        *self.ids.entry((of, id.to_owned())).or_insert_with(|| match of {
            Of::TextBox => taken.text_box(),
            _ => taken.fresh(),
        })
    }

    pub fn name(&self, name: &str) -> Option<&str> {
        self.names.get(&name.to_lowercase()).map(String::as_str)
    }
}

/// The kind of stretch that an element begins, ends or refers to.
pub(super) fn range_of(local: &str) -> Option<Of> {
    Some(match local {
        "commentRangeStart" | "commentRangeEnd" | "commentReference" => Of::Comment,
        "bookmarkStart" | "bookmarkEnd" => Of::Range("bookmark"),
        "permStart" | "permEnd" => Of::Range("perm"),
        "moveFromRangeStart" | "moveFromRangeEnd" => Of::Range("moveFrom"),
        "moveToRangeStart" | "moveToRangeEnd" => Of::Range("moveTo"),
        "customXmlInsRangeStart" | "customXmlInsRangeEnd" => Of::Range("xmlIns"),
        "customXmlDelRangeStart" | "customXmlDelRangeEnd" => Of::Range("xmlDel"),
        "customXmlMoveFromRangeStart" | "customXmlMoveFromRangeEnd" => Of::Range("xmlFrom"),
        "customXmlMoveToRangeStart" | "customXmlMoveToRangeEnd" => Of::Range("xmlTo"),
        _ => return None,
    })
}
