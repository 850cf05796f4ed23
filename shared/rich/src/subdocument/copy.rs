//! Copies elements as they are and replaces each id with one of the target document.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use bytes::Bytes;
use quick_xml::events::attributes::Attributes;

use super::super::resources::{NoteKind, Resources};
use super::source::{Part, Source};
use platen_ooxml::package::Target;
use platen_ooxml::style_lists::StyleLists;
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{Kind, NodeId, Ns, Tree};

/// One sub-document on its way.
pub(super) struct Import<'s, 'r, 'd> {
    pub source: &'s Source,
    /// The part that is being copied.
    pub part: &'s Part,
    pub resources: &'r mut Resources<'d>,
    /// Ids of the sub-document's styles and what they became; the new ones wait to be copied.
    pub styles: HashMap<String, String>,
    pub waiting: VecDeque<(NodeId, String)>,
    /// Ids of styles that were added, as against those that the other document had.
    pub added_styles: HashSet<String>,
    pub nums: HashMap<String, u32>,
    pub style_lists: StyleLists,
    /// Whether styles are headings, of those that were asked for.
    pub headings: HashMap<String, bool>,
    pub in_note: bool,
    bookmarks: HashMap<String, u32>,
    /// The ids of chains of text boxes.
    text_boxes: HashMap<String, u16>,
    /// Pictures that were met, by the names of their parts.
    pictures: HashMap<String, Bytes>,
    /// Names of other parts and of their copies.
    pub(super) parts: HashMap<String, String>,
}

impl<'s, 'r, 'd> Import<'s, 'r, 'd> {
    pub fn new(source: &'s Source, resources: &'r mut Resources<'d>) -> Import<'s, 'r, 'd> {
        Import {
            source,
            part: &source.main,
            resources,
            styles: HashMap::new(),
            waiting: VecDeque::new(),
            added_styles: HashSet::new(),
            nums: HashMap::new(),
            style_lists: StyleLists::of(
                source.styles.as_ref().map(|part| &part.tree),
                source.numbering.as_ref().map(|part| &part.tree),
            ),
            headings: HashMap::new(),
            in_note: false,
            bookmarks: HashMap::new(),
            text_boxes: HashMap::new(),
            pictures: HashMap::new(),
            parts: HashMap::new(),
        }
    }

    /// The blocks of the body, without its last section's properties.
    pub fn body(&mut self) -> Result<String, String> {
        let tree = &self.part.tree;
        let body = tree.child_w(self.part.root, "body").ok_or("has no body")?;
        self.blocks(body)
    }

    /// The children of an element, each declaring the prefixes that it uses.
    pub fn blocks(&mut self, parent: NodeId) -> Result<String, String> {
        let tree = &self.part.tree;
        let mut out = String::new();
        for block in tree.children(parent).filter(|n| tree.is_element(*n)) {
            let start = out.len();
            self.copy(block, &mut out)?;
            self.declare(&mut out, start);
        }
        Ok(out)
    }

    /// Declares in the element that was written from `start` on the prefixes that it uses, as the part's root did.
    pub fn declare(&self, out: &mut String, start: usize) {
        let tree = &self.part.tree;
        tree.count(out.len() - start);
        let written = &out[start..];
        let mut declarations = String::new();
        let mut ignored = Vec::new();
        for place in used(written, &self.part.declared) {
            let (prefix, uri) = &self.part.prefixes[place];
            declarations.push_str(&format!(" xmlns:{prefix}=\"{}\"", escape(uri)));
            if self.part.ignorable.contains(prefix) {
                ignored.push(prefix.as_str());
            }
        }
        if !ignored.is_empty() {
            if !declarations.contains(" xmlns:mc=") {
                let mc = "http://schemas.openxmlformats.org/markup-compatibility/2006";
                declarations.push_str(&format!(" xmlns:mc=\"{mc}\""));
            }
            declarations.push_str(&format!(" mc:Ignorable=\"{}\"", ignored.join(" ")));
        }
        let name_end = written.find([' ', '/', '>']).unwrap_or(written.len());
        out.insert_str(start + name_end, &declarations);
    }

    /// Copies a node and all below it. Recursion is as deep as the part, which [`platen_ooxml::Limits::xml_depth`] bounds.
    pub fn copy(&mut self, node: NodeId, out: &mut String) -> Result<(), String> {
        let tree = &self.part.tree;
        tree.check()?;
        let Kind::Element { open, close, .. } = tree.kind(node) else {
            if let Kind::Text(_) = tree.kind(node) {
                out.push_str(tree.outer(node));
            }
            return Ok(());
        };
        if tree.ns(node) == Ns::W {
            match tree.local(node) {
                // Sections and comments stay behind; an id of a control or a binding is one of its own document.
                "sectPr"
                | "commentRangeStart"
                | "commentRangeEnd"
                | "commentReference"
                | "annotationRef"
                | "proofErr"
                | "lastRenderedPageBreak"
                | "permStart"
                | "permEnd"
                | "dataBinding" => return Ok(()),
                "id" if tree.parent(node).is_some_and(|p| tree.is_w(p, "sdtPr")) => return Ok(()),
                // An embedded workbook stays behind with its document; its picture comes.
                "object" => return self.picture_of(node, out),
                // They run a program or read a file when someone opens them.
                name @ ("control" | "altChunk" | "subDoc" | "movie") => {
                    return Err(format!(
                        "contains an embedded object (w:{name}), which documents must not contain"
                    ));
                }
                "footnoteReference" | "endnoteReference" if self.in_note => return Ok(()),
                "pPr" if tree.parent(node).is_some_and(|p| tree.is_w(p, "p")) => {
                    if let Some(list) = self.list_of_style(node)? {
                        return self.copy_with_list(node, &list, out);
                    }
                }
                // A level leads to the style of one list only.
                "pStyle" if tree.parent(node).is_some_and(|p| tree.is_w(p, "lvl")) => {
                    let style = tree.attr(node, "val").unwrap_or_default();
                    self.style(&style);
                    if !self.added_styles.contains(&style) {
                        return Ok(());
                    }
                }
                _ => {}
            }
        } else if tree.local(node) == "OLEObject" {
            return Err("contains an OLEObject, which sub-documents cannot have".to_owned());
        }
        self.open(node, &tree.source()[open.clone()], out)?;
        for child in tree.children(node) {
            self.copy(child, out)?;
        }
        out.push_str(&tree.source()[close]);
        Ok(())
    }

    /// Copies what an embedded object shows: a `w:pict` holds the same VML (17.3.3.21), a run the same drawing.
    fn picture_of(&mut self, object: NodeId, out: &mut String) -> Result<(), String> {
        let tree = &self.part.tree;
        if let Some(drawing) = tree.child_w(object, "drawing") {
            return self.copy(drawing, out);
        }
        out.push_str("<w:pict>");
        let data = |n: &NodeId| {
            matches!(tree.local(*n), "OLEObject" | "objectEmbed" | "objectLink" | "control" | "movie")
        };
        for child in tree.children(object).filter(|n| !data(n)) {
            self.copy(child, out)?;
        }
        out.push_str("</w:pict>");
        Ok(())
    }

    /// Copies a start tag.
    pub fn open(&mut self, node: NodeId, tag: &str, out: &mut String) -> Result<(), String> {
        let tree = &self.part.tree;
        let inner = tag[1..tag.len() - 1].trim_end_matches('/');
        let name_end = inner.find(|c: char| c.is_ascii_whitespace()).unwrap_or(inner.len());
        out.push('<');
        out.push_str(&inner[..name_end]);
        for attribute in Attributes::new(inner, name_end).with_checks(false).flatten() {
            let key: &str = attribute.key.as_ref();
            let raw: &str = &attribute.value;
            let value = match key.split_once(':') {
                // Ids of paragraphs are told apart by programs that work on a document together.
                Some((_, "paraId" | "textId")) => continue,
                Some(("r", _)) => match self.relationship(raw)? {
                    Some(id) => id,
                    None => continue,
                },
                _ => self.value(tree, node, key, raw)?,
            };
            out.push_str(&format!(" {key}=\"{}\"", value.replace('"', "&quot;")));
        }
        out.push_str(if tag.ends_with("/>") { "/>" } else { ">" });
        Ok(())
    }

    /// An attribute's value in the other document.
    fn value(&mut self, tree: &Tree, node: NodeId, key: &str, raw: &str) -> Result<String, String> {
        let local = tree.local(node);
        if tree.ns(node) == Ns::W {
            match (local, key) {
                (
                    "pStyle" | "rStyle" | "tblStyle" | "basedOn" | "next" | "link" | "numStyleLink"
                    | "styleLink",
                    "w:val",
                ) => return Ok(self.style(raw)),
                ("numId", "w:val") => return Ok(self.num(raw)?.to_string()),
                ("footnoteReference", "w:id") => return self.note(NoteKind::Footnote, raw),
                ("endnoteReference", "w:id") => return self.note(NoteKind::Endnote, raw),
                ("bookmarkStart" | "bookmarkEnd", "w:id") => {
                    let resources = &*self.resources;
                    let id = self.bookmarks.entry(raw.to_owned()).or_insert_with(|| resources.fresh_id());
                    return Ok(id.to_string());
                }
                _ => {}
            }
        } else if local == "docPr" && key == "id" {
            return Ok(self.resources.fresh_id().to_string());
        } else if matches!(local, "txbx" | "linkedTxbx") && key == "id" {
            let resources = &*self.resources;
            let id = self.text_boxes.entry(raw.to_owned()).or_insert_with(|| resources.fresh_text_box());
            return Ok(id.to_string());
        }
        Ok(raw.to_owned())
    }

    /// A relationship's id in the other document; nothing for one that is left out.
    fn relationship(&mut self, id: &str) -> Result<Option<String>, String> {
        let Some(relationship) = self.part.relationships.by_id(id) else { return Ok(None) };
        if relationship.is("hyperlink") {
            return match &relationship.target {
                // A link of another scheme becomes text.
                Target::External(url) => Ok(self.resources.link(url).ok()),
                Target::Internal(_) => Ok(None),
            };
        }
        if !relationship.is("image") {
            return self.carried(relationship);
        }
        let part = relationship.part().and_then(|name| self.source.package.part(name));
        let Some(part) = part else { return Ok(None) };
        let extension = part.name().rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let known = ["png", "jpeg", "gif", "bmp", "tiff", "emf", "wmf"];
        let extension = match extension.as_str() {
            "jpg" => "jpeg",
            "tif" => "tiff",
            other => match known.iter().find(|known| **known == other) {
                Some(known) => known,
                None => {
                    return Err(format!("contains a picture of the unsupported kind {other:?}"));
                }
            },
        };
        // One picture may be shown a thousand times.
        let bytes = match self.pictures.get(part.name()) {
            Some(bytes) => bytes.clone(),
            None => {
                let budget = self.resources.bounds.budget;
                let read = self.source.package.read_within(part, budget);
                let bytes = Bytes::from(read.map_err(|error| error.to_string())?);
                self.pictures.insert(part.name().to_owned(), bytes.clone());
                bytes
            }
        };
        Ok(Some(self.resources.media(&bytes, extension)))
    }
}

/// The places of the prefixes that XML uses, in their order: each name before a colon, in values as well. `w` is declared
/// wherever the XML goes.
fn used(xml: &str, declared: &HashMap<String, usize>) -> BTreeSet<usize> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let colons = xml.match_indices(':').filter_map(|(at, _)| {
        let before = &xml[..at];
        let name = before.char_indices().rev().take(LONGEST_PREFIX).take_while(|(_, c)| is_name(*c)).last();
        name.map(|(start, _)| &before[start..])
    });
    colons.filter(|prefix| *prefix != "w").filter_map(|prefix| declared.get(prefix).copied()).collect()
}

/// Longer prefixes are nobody's: what stands before each of a million colons is not read to its beginning.
const LONGEST_PREFIX: usize = 64;
