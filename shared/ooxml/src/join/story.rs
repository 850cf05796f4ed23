//! One part of text with the ids, names and codes that it has in the file.

use std::cell::LazyCell;
use std::collections::HashSet;

use quick_xml::events::attributes::Attributes;

use super::JoinError;
use super::codes::Codes;
use super::ids::{Of, Renamed, Taken, range_of};
use super::list_paragraphs;
use crate::structure::is_revision;
use crate::style_lists::StyleLists;
use crate::xml::characters::escape;
use crate::xml::{Changes, Kind, NodeId, Ns, Tree};

/// Which part it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Story {
    Body,
    /// A header or footer.
    Edge,
    Footnotes,
    Endnotes,
    Comments,
    /// What comments say of one another (`w15:commentsEx`).
    CommentsExtended,
}

/// What a part is rewritten with.
pub(super) struct Rewriting<'a> {
    pub taken: &'a mut Taken,
    pub renamed: &'a mut Renamed,
    pub codes: &'a mut Codes,
    /// Ids of relationships, and what they become; the others stay.
    pub links: &'a std::collections::HashMap<String, String>,
    pub style_lists: &'a StyleLists,
    /// Ids that only have to be unique are renewed. Without, parts that say the same stay the same.
    pub renews: bool,
}

/// A field whose code is being read.
#[derive(Default)]
struct Open {
    begin: Option<NodeId>,
    /// The texts of its code, in pieces between which other fields stand.
    pieces: Vec<Vec<NodeId>>,
    is_past_code: bool,
}

/// The types of shapes that a part defines, by their ids.
fn shape_types(tree: &Tree) -> HashSet<&str> {
    let types = tree.nodes().filter(|n| tree.local(*n) == "shapetype" && tree.prefix(*n) == "v:");
    types.filter_map(|n| Some(&tree.source()[tree.attr_range(n, "id")?])).collect()
}

impl Rewriting<'_> {
    /// What changes in the part.
    pub fn changes(&mut self, tree: &Tree, story: Story) -> Result<Changes, JoinError> {
        let relations = prefixes(tree.source());
        let mut changes = Changes::new();
        let mut fields: Vec<Open> = Vec::new();
        // Few parts have shapes of VML.
        let types = LazyCell::new(|| shape_types(tree));
        for node in tree.nodes() {
            tree.check()?;
            let Kind::Element { ns, open, .. } = tree.kind(node) else { continue };
            self.attributes(tree, &open, story, &relations, &mut changes);
            if ns == Ns::W {
                self.element(tree, node, story, &mut changes)?;
                self.field(tree, node, story, &mut fields, &mut changes)?;
            } else if tree.local(node) == "docPr" && self.renews {
                self.renew(tree, node, "id", &mut changes);
            } else if matches!(tree.local(node), "txbx" | "linkedTxbx") {
                self.id(tree, node, Of::TextBox, &mut changes);
            } else if tree.is(node, Ns::W15, "dataBinding") {
                changes.push((tree.range(node), String::new()));
            } else if self.renews && self.codes.number > 1 && matches!(tree.prefix(node), "v:" | "o:") {
                self.shape(tree, node, &types, &mut changes);
            }
        }
        Ok(changes)
    }

    /// Attributes that any element may have: ids of relationships and of paragraphs.
    fn attributes(
        &mut self,
        tree: &Tree,
        open: &std::ops::Range<usize>,
        story: Story,
        relations: &[String],
        changes: &mut Changes,
    ) {
        let tag = &tree.source()[open.start + 1..open.end - 1];
        if !tag.contains("Id=") && !relations.iter().any(|prefix| tag.contains(prefix.as_str())) {
            return;
        }
        let tag = tag.trim_end_matches('/');
        let name = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
        for attribute in Attributes::new(tag, name).with_checks(false).flatten() {
            let key: &str = attribute.key.as_ref();
            let value: &str = &attribute.value;
            let at = value.as_ptr() as usize - tag.as_ptr() as usize + open.start + 1;
            let (prefix, local) = key.split_once(':').unwrap_or(("", key));
            if let "paraId" | "textId" | "paraIdParent" = local {
                if matches!(story, Story::Comments | Story::CommentsExtended) && local != "textId" {
                    let id = self.renamed.id(Of::CommentParagraph, value, self.taken);
                    changes.push((at..at + value.len(), format!("{id:08X}")));
                } else {
                    // Programs that work on a document together know paragraphs by it; no two may share one.
                    let start = key.as_ptr() as usize - tag.as_ptr() as usize + open.start + 1;
                    changes.push((start..at + value.len() + 1, String::new()));
                }
            } else if relations.iter().any(|own| own.trim_end_matches(':').trim_start() == prefix)
                && let Some(id) = self.links.get(value)
                && id != value
            {
                changes.push((at..at + value.len(), id.clone()));
            }
        }
    }

    /// Gives a shape of VML and what refers to it an id of this document (ECMA-376 part 4, 19.1). Types that it does not define
    /// are those that programs know by their names.
    fn shape(&self, tree: &Tree, node: NodeId, types: &HashSet<&str>, changes: &mut Changes) {
        let suffix = format!("_{}", self.codes.number);
        for (name, range) in tree.attrs(node) {
            let value = &tree.source()[range.clone()];
            let end = match name {
                // Not `r:id`, which is a relationship.
                "id" if !value.is_empty() && !tree.source()[..range.start - "id=\"".len()].ends_with(':') => {
                    range.end
                }
                "ShapeID" => range.end,
                "type" if value.strip_prefix('#').is_some_and(|name| types.contains(name)) => range.end,
                "style" => match value.split_once(NEXT_BOX) {
                    Some((before, name)) => {
                        let start = range.start + before.len() + NEXT_BOX.len();
                        start + name.find(';').unwrap_or(name.len())
                    }
                    None => continue,
                },
                _ => continue,
            };
            changes.push((end..end, suffix.clone()));
        }
    }

    fn renew(&mut self, tree: &Tree, node: NodeId, attribute: &str, changes: &mut Changes) {
        if let Some(range) = tree.attr_range(node, attribute) {
            changes.push((range, self.taken.fresh().to_string()));
        }
    }

    fn id(&mut self, tree: &Tree, node: NodeId, of: Of, changes: &mut Changes) {
        if let Some(range) = tree.attr_range(node, "id") {
            let id = self.renamed.id(of, &tree.source()[range.clone()], self.taken);
            changes.push((range, id.to_string()));
        }
    }

    fn named(&self, tree: &Tree, node: NodeId, attribute: &str, changes: &mut Changes) {
        if let Some(range) = tree.attr_range(node, attribute)
            && let Some(name) = self.renamed.name(&tree.source()[range.clone()])
        {
            changes.push((range, name.to_owned()));
        }
    }

    fn element(
        &mut self,
        tree: &Tree,
        node: NodeId,
        story: Story,
        changes: &mut Changes,
    ) -> Result<(), JoinError> {
        let is_in = |parent: &str| tree.parent(node).is_some_and(|p| tree.is_w(p, parent));
        match tree.local(node) {
            "id" if self.renews && is_in("sdtPr") => self.renew(tree, node, "val", changes),
            // The store that it leads to has the values of one document.
            "dataBinding" => changes.push((tree.range(node), String::new())),
            "footnoteReference" => self.id(tree, node, Of::Footnote, changes),
            "endnoteReference" => self.id(tree, node, Of::Endnote, changes),
            "footnote" if story == Story::Footnotes && !is_separator(tree, node) => {
                self.id(tree, node, Of::Footnote, changes);
            }
            "endnote" if story == Story::Endnotes && !is_separator(tree, node) => {
                self.id(tree, node, Of::Endnote, changes);
            }
            "comment" => self.id(tree, node, Of::Comment, changes),
            "numId" if is_in("numPr") => {
                if let Some(range) = tree.attr_range(node, "val")
                    && let Some(list) = self.renamed.lists.get(&tree.source()[range.clone()])
                {
                    changes.push((range, list.to_string()));
                }
            }
            "p" => list_paragraphs::give(self.style_lists, tree, node, &self.renamed.lists, changes),
            "hyperlink" => self.named(tree, node, "anchor", changes),
            "name" if is_in("ffData") => self.named(tree, node, "val", changes),
            "fldSimple" => {
                let code = tree.attr(node, "instr").unwrap_or_default();
                let is_body = story == Story::Body;
                if let Some(code) = self.codes.rewritten(&code, is_body, true, self.renamed)?
                    && let Some(range) = tree.attr_range(node, "instr")
                {
                    changes.push((range, escape(&code).replace('"', "&quot;")));
                }
            }
            local => {
                if let Some(of) = range_of(local) {
                    if local == "bookmarkStart" {
                        self.named(tree, node, "name", changes);
                    }
                    if self.renews || of == Of::Comment {
                        self.id(tree, node, of, changes);
                    }
                } else if self.renews && is_revision(local) {
                    self.renew(tree, node, "id", changes);
                }
            }
        }
        Ok(())
    }

    /// Follows complex fields (17.16.18), and rewrites a code when it is over.
    fn field(
        &mut self,
        tree: &Tree,
        node: NodeId,
        story: Story,
        fields: &mut Vec<Open>,
        changes: &mut Changes,
    ) -> Result<(), JoinError> {
        match tree.local(node) {
            "instrText" => {
                if let Some(field) = fields.last_mut().filter(|field| !field.is_past_code) {
                    match field.pieces.last_mut() {
                        Some(piece) => piece.push(node),
                        None => field.pieces.push(vec![node]),
                    }
                }
            }
            "fldChar" => match tree.attr(node, "fldCharType").as_deref() {
                Some("begin") => {
                    if let Some(around) = fields.last_mut().filter(|field| !field.is_past_code) {
                        around.pieces.push(Vec::new());
                    }
                    fields.push(Open { begin: Some(node), ..Open::default() });
                }
                Some("separate") => {
                    if let Some(field) = fields.last_mut().filter(|field| !field.is_past_code) {
                        field.is_past_code = true;
                        let field = Open {
                            begin: field.begin,
                            pieces: std::mem::take(&mut field.pieces),
                            ..Open::default()
                        };
                        self.code(tree, story, &field, changes)?;
                    }
                }
                Some("end") => {
                    if let Some(field) = fields.pop() {
                        self.code(tree, story, &field, changes)?;
                    }
                }
                _ => {}
            },
            _ => {}
        }
        Ok(())
    }

    /// Writes each piece of a code into the first of its texts.
    fn code(
        &mut self,
        tree: &Tree,
        story: Story,
        field: &Open,
        changes: &mut Changes,
    ) -> Result<(), JoinError> {
        let is_whole = field.pieces.len() == 1;
        for piece in &field.pieces {
            let texts = |node: &NodeId| tree.children(*node).map(|text| tree.chars(text).into_owned());
            let code: String = piece.iter().flat_map(texts).collect();
            let rewritten = self.codes.rewritten(&code, story == Story::Body, is_whole, self.renamed)?;
            let Some(mut rewritten) = rewritten else { continue };
            if self.codes.is_stale(&rewritten)
                && let Some(begin) = field.begin
            {
                let dirty = tree.attr_range(begin, "dirty");
                let at = tree.range(begin).start + "<w:fldChar".len();
                changes.push(match dirty {
                    Some(range) => (range, "true".to_owned()),
                    None => (at..at, " w:dirty=\"true\"".to_owned()),
                });
            }
            for node in piece {
                let Kind::Element { open, close, .. } = tree.kind(*node) else { continue };
                if !close.is_empty() {
                    let text = escape(&std::mem::take(&mut rewritten)).into_owned();
                    changes.push((open.end..close.start, text));
                }
            }
        }
        Ok(())
    }
}

/// Whether a note is a line that parts notes from the text, or the like (17.18.33).
pub(super) fn is_separator(tree: &Tree, note: NodeId) -> bool {
    tree.attr(note, "type").is_some_and(|kind| kind != "normal")
}

/// The prefixes under which a part names relationships, each with a space before and its colon.
pub(super) fn prefixes(source: &str) -> Vec<String> {
    let mut prefixes = Vec::new();
    for uri in [
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
        "http://purl.oclc.org/ooxml/officeDocument/relationships",
    ] {
        for (at, _) in source.match_indices(uri) {
            // `xmlns:r="`, read from its end.
            let before = source[..at].trim_end_matches(['"', '\'']).trim_end_matches('=');
            let length: usize =
                before.chars().rev().take(LONGEST_PREFIX).take_while(|c| *c != ':').map(char::len_utf8).sum();
            let (declared, name) = before.split_at(before.len() - length);
            let prefix = format!(" {name}:");
            if declared.ends_with("xmlns:") && prefixes.len() < MOST_PREFIXES && !prefixes.contains(&prefix) {
                prefixes.push(prefix);
            }
        }
    }
    prefixes
}

/// What names the box that text of another one goes on in.
const NEXT_BOX: &str = "mso-next-textbox:#";

/// Longer and more prefixes are nobody's.
const LONGEST_PREFIX: usize = 64;
const MOST_PREFIXES: usize = 8;
