//! What rich content takes from its document and adds to it: styles by name, relationships, media, lists.

use std::collections::{BTreeMap, HashMap, HashSet};

use bytes::Bytes;

use super::additions::Additions;
use super::edit::Media;
use super::fill_document::FillDocument;
use super::inventory::{Inventory, StyleKind};
use super::list_kind::{List, ListKind};
use platen_ooxml::xml::characters::escape;
use platen_ooxml::{Bounds, Warnings, beginning};
use platen_svg::DrawSvg;

/// The resources of one document while its rich values are written. Ids are given in the order of asking, so that the
/// same input gives the same bytes.
pub struct Resources<'a> {
    inventory: &'a Inventory,
    additions: &'a Additions,
    /// Name of the part that is being written.
    part: String,
    /// EMU between the margins of the page or of the table cell where the next fragment goes.
    pub text_width: u64,
    /// The inside of the `w:rPr` around the next fragment.
    pub formatting: String,
    /// The inside of the `w:pPr` around the next fragment.
    pub paragraph: String,
    /// Whether the next fragment goes into a hyperlink, which holds no other.
    pub in_link: bool,
    /// Whether the next fragment goes into a text box, which holds no notes and nothing that floats.
    pub in_text_box: bool,
    /// Bounds on what a value may cost.
    pub bounds: Bounds<'a>,
    /// Draws SVG pictures.
    pub svg: &'a dyn DrawSvg,
    /// Fills the templates among the values.
    pub fill: &'a dyn FillDocument,
    pub(super) media: Vec<Media>,
    /// Other parts of sub-documents.
    pub(super) carried: Vec<Carried>,
    /// How many names were given to them.
    names: usize,
    by_bytes: HashMap<Bytes, usize>,
    /// The same by where the bytes stand in memory, which `media` holds.
    by_place: HashMap<(usize, usize), usize>,
    /// Relationships to add, by source part.
    pub(super) relationships: BTreeMap<String, Added>,
    pub(super) lists: Vec<List>,
    next_num: u32,
    next_abstract_num: u32,
    /// Elements of sub-documents to add: `w:style`, `w:abstractNum`, `w:num`, `w:footnote`, `w:endnote`.
    pub styles_xml: String,
    pub definitions: String,
    pub instances: String,
    pub(super) footnotes: String,
    pub(super) endnotes: String,
    added_styles: HashMap<(StyleKind, String), String>,
    /// Ids of all styles, once one is added; and how many ids were tried for each that was wished.
    taken_styles: Option<HashSet<String>>,
    tried_styles: HashMap<String, u32>,
    next_note: [i64; 2],
    /// Bytes that sub-documents added besides their text.
    added: u64,
    /// What the values say that the document does not hold.
    pub warnings: Warnings,
}

/// Which of the two parts of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    Footnote,
    Endnote,
}

impl NoteKind {
    /// Name of a note's element.
    pub fn element(self) -> &'static str {
        match self {
            NoteKind::Footnote => "footnote",
            NoteKind::Endnote => "endnote",
        }
    }
}

/// A part of a sub-document that comes along as it is.
pub struct Carried {
    pub name: String,
    pub content_type: String,
    pub bytes: Vec<u8>,
    /// Its relationships: `Relationship` elements.
    pub links: String,
}

/// Relationships to add to one part.
#[derive(Default)]
pub(super) struct Added {
    /// `Relationship` elements.
    pub xml: String,
    ids: HashMap<(String, String), String>,
}

/// Schemes that a link may have: none runs or reads anything on the reader's machine.
const SCHEMES: [&str; 4] = ["http", "https", "mailto", "tel"];
/// Longer addresses are cut by Word.
const LONGEST_URL: usize = 2_079;

impl<'a> Resources<'a> {
    pub fn new(
        inventory: &'a Inventory,
        additions: &'a Additions,
        bounds: Bounds<'a>,
        svg: &'a dyn DrawSvg,
        fill: &'a dyn FillDocument,
    ) -> Resources<'a> {
        Resources {
            inventory,
            additions,
            part: String::new(),
            text_width: inventory.text_width,
            formatting: String::new(),
            paragraph: String::new(),
            in_link: false,
            in_text_box: false,
            bounds,
            svg,
            fill,
            media: Vec::new(),
            carried: Vec::new(),
            names: 0,
            by_bytes: HashMap::new(),
            by_place: HashMap::new(),
            relationships: BTreeMap::new(),
            lists: Vec::new(),
            next_num: inventory.largest_num + additions.lists().added().len() as u32 + 1,
            // Two behind the largest are for the lists of `numbering`.
            next_abstract_num: inventory.largest_abstract_num + 3,
            styles_xml: String::new(),
            definitions: String::new(),
            instances: String::new(),
            footnotes: String::new(),
            endnotes: String::new(),
            added_styles: HashMap::new(),
            taken_styles: None,
            tried_styles: HashMap::new(),
            next_note: [&inventory.footnotes, &inventory.endnotes]
                .map(|(part, largest)| largest + additions.notes().count(part) + 1),
            added: 0,
            warnings: Warnings::default(),
        }
    }

    /// The fragments to come go into this part; returns the one before.
    pub(super) fn enter(&mut self, part: &str) -> String {
        std::mem::replace(&mut self.part, part.to_owned())
    }

    /// Whether the fragments to come stand in the text of the main part, and not in a box upon it: only there are footnotes
    /// (17.11.14).
    pub(super) fn is_main_text(&self) -> bool {
        self.part == self.inventory.main && !self.in_text_box
    }

    /// Whether the document is in the strict form of the standard.
    pub(super) fn is_strict(&self) -> bool {
        self.inventory.strict
    }

    /// As [`Resources::style`], among those that sub-documents brought as well.
    pub(super) fn style_of_any(&self, kind: StyleKind, name: &str) -> Option<String> {
        let key = (kind, name.to_lowercase());
        self.inventory.styles.get(&key).or_else(|| self.added_styles.get(&key)).cloned()
    }

    /// Gives a new style an id that no other style has, near the one it had; escaped.
    pub(super) fn add_style(&mut self, kind: StyleKind, name: &str, id: &str) -> String {
        let wished = escape(id).into_owned();
        let inventory = self.inventory;
        let taken = self.taken_styles.get_or_insert_with(|| inventory.styles.values().cloned().collect());
        let mut id = wished.clone();
        // Each further one of a name goes on where the last one ended.
        let tried = self.tried_styles.entry(wished.clone()).or_insert(0);
        while !taken.insert(id.clone()) {
            *tried += 1;
            id = if *tried == 1 { format!("{wished}_") } else { format!("{wished}_{tried}") };
        }
        self.added_styles.insert((kind, name.to_lowercase()), id.clone());
        id
    }

    /// Ids of a new list and its definition.
    pub(super) fn fresh_num(&mut self) -> (u32, u32) {
        let ids = (self.next_num, self.next_abstract_num);
        self.next_num += 1;
        self.next_abstract_num += 1;
        ids
    }

    /// Id of a new note and the part that will hold it.
    pub(super) fn fresh_note(&mut self, kind: NoteKind) -> (i64, String) {
        let next = &mut self.next_note[kind as usize];
        *next += 1;
        let part = match kind {
            NoteKind::Footnote => &self.inventory.footnotes.0,
            NoteKind::Endnote => &self.inventory.endnotes.0,
        };
        (*next - 1, part.clone())
    }

    /// Takes so many bytes of what sub-documents may add besides their text.
    ///
    /// # Errors
    /// It is more than [`platen_ooxml::Limits::output_bytes`], or the budget has ended.
    pub(super) fn add(&mut self, bytes: usize) -> Result<(), String> {
        self.added += bytes as u64;
        // A note of a megabyte may be referred to a thousand times, and each reference has its own.
        let most = self.bounds.limits.output_bytes;
        if self.added > most {
            return Err(format!(
                "adds styles, lists and notes of more than {most} bytes (limit output_bytes)"
            ));
        }
        Ok(self.bounds.budget.spend(bytes as u64)?)
    }

    pub(super) fn add_note(&mut self, kind: NoteKind, xml: &str) {
        match kind {
            NoteKind::Footnote => self.footnotes.push_str(xml),
            NoteKind::Endnote => self.endnotes.push_str(xml),
        }
    }

    /// Id of the template's style with this built-in name (`heading 1`, `List Paragraph`, `Hyperlink`), in any case.
    /// Without one, format directly.
    pub fn style(&self, kind: StyleKind, name: &str) -> Option<&'a str> {
        self.inventory.styles.get(&(kind, name.to_lowercase())).map(String::as_str)
    }

    /// An id for `wp:docPr` and bookmarks that nothing else in the document has.
    pub fn fresh_id(&self) -> u32 {
        self.additions.fresh_id()
    }

    /// An id for a chain of text boxes that no other chain in the document has.
    pub fn fresh_text_box(&self) -> u16 {
        self.additions.fresh_text_box()
    }

    /// Relationship id for a hyperlink (`<w:hyperlink xmlns:r="{relationships_ns}" r:id="{}">`).
    ///
    /// # Errors
    /// As [`address`].
    pub fn link(&mut self, url: &str) -> Result<String, String> {
        Ok(self.relationship("hyperlink", address(url)?, true))
    }

    /// Relationship id for a media part with these bytes (`png`, `jpeg`, `gif`); the same bytes are stored once.
    pub fn media(&mut self, bytes: &Bytes, extension: &'static str) -> String {
        // A picture that a loop prints a thousand times is hashed once.
        let place = (bytes.as_ptr() as usize, bytes.len());
        let known = self.by_place.get(&place).copied();
        let index = known.unwrap_or_else(|| self.store(bytes, extension));
        let target = format!("/{}", self.media[index].name);
        self.relationship("image", &target, false)
    }

    /// A name for a sub-document's part that no part of the document has.
    pub(super) fn name_like(&mut self, part: &str) -> String {
        self.names += 1;
        let extension = part.rsplit('.').next().filter(|e| e.bytes().all(|b| b.is_ascii_alphanumeric()));
        format!("word/parts/{}{}.{}", self.inventory.part_prefix, self.names, extension.unwrap_or("bin"))
    }

    /// The index of a media part with these bytes.
    fn store(&mut self, bytes: &Bytes, extension: &'static str) -> usize {
        self.bounds.budget.count(bytes.len() as u64);
        let index = *self.by_bytes.entry(bytes.clone()).or_insert_with(|| {
            let index = self.media.len();
            let name = format!("word/media/{}{}.{extension}", self.inventory.part_prefix, index + 1);
            self.media.push(Media { name, extension, bytes: bytes.clone() });
            index
        });
        // Only what is kept: other bytes may come to stand where these stand now.
        if self.media.get(index).is_some_and(|kept| kept.bytes.as_ptr() == bytes.as_ptr()) {
            self.by_place.insert((bytes.as_ptr() as usize, bytes.len()), index);
        }
        index
    }

    /// Opens a list: the `w:numId` for its paragraphs. Each list counts for itself; levels are `w:ilvl` 0 to 8.
    pub fn list(&mut self, kind: ListKind) -> u32 {
        let num = self.next_num;
        self.next_num += 1;
        self.lists.push(List { num, kind });
        num
    }

    /// Namespace of `r:id` and `r:embed` in this document.
    pub fn relationships_ns(&self) -> &'static str {
        if self.inventory.strict {
            "http://purl.oclc.org/ooxml/officeDocument/relationships"
        } else {
            "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        }
    }

    /// Namespace of WordprocessingML in this document.
    pub fn word_ns(&self) -> &'static str {
        if self.inventory.strict {
            "http://purl.oclc.org/ooxml/wordprocessingml/main"
        } else {
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        }
    }

    /// Width of the text where nothing tells another, in EMU.
    pub(super) fn default_width(&self) -> u64 {
        self.inventory.text_width
    }

    /// No `w:abstractNum` of the template has this id or a larger one.
    pub(super) fn first_abstract_num(&self) -> u32 {
        self.inventory.largest_abstract_num + 1
    }

    /// Namespace of equations in this document.
    pub(super) fn math_ns(&self) -> &'static str {
        if self.inventory.strict {
            "http://purl.oclc.org/ooxml/officeDocument/math"
        } else {
            "http://schemas.openxmlformats.org/officeDocument/2006/math"
        }
    }

    /// Namespace of the DrawingML vocabulary `main`, `picture` or `wordprocessingDrawing` in this document.
    pub fn drawing_ns(&self, vocabulary: &str) -> String {
        if self.inventory.strict {
            format!("http://purl.oclc.org/ooxml/drawingml/{vocabulary}")
        } else {
            format!("http://schemas.openxmlformats.org/drawingml/2006/{vocabulary}")
        }
    }

    /// Relationship id for one of the standard's kinds (`image`).
    pub(super) fn relationship(&mut self, kind: &str, target: &str, external: bool) -> String {
        self.relationship_of(&format!("{}/{kind}", self.relationships_ns()), target, external)
    }

    /// The same for any type, by its URI.
    pub(super) fn relationship_of(&mut self, kind: &str, target: &str, external: bool) -> String {
        let added = self.relationships.entry(self.part.clone()).or_default();
        let count = added.ids.len() + 1;
        let key = (kind.to_owned(), target.to_owned());
        if let Some(id) = added.ids.get(&key) {
            return id.clone();
        }
        let id = format!("{}{count}", self.inventory.id_prefix);
        added.xml.push_str(&relationship_element(&id, kind, target, external));
        added.ids.insert(key, id.clone());
        id
    }
}

/// The address of a link.
///
/// # Errors
/// A scheme other than http, https, mailto and tel, or an address that is none.
pub(super) fn address(url: &str) -> Result<&str, String> {
    let url = url.trim();
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    // `file:` and `javascript:` links reach into the reader's machine; relative ones into wherever the file lies.
    if !scheme.is_some_and(|s| SCHEMES.contains(&s.as_str())) {
        return Err(format!(
            "links to {:?}; links start with http:, https:, mailto: or tel:",
            shortened(url)
        ));
    }
    if url.len() > LONGEST_URL || url.chars().any(|c| c.is_control() || c == ' ') {
        return Err(format!("links to {:?}, which is not an address", shortened(url)));
    }
    Ok(url)
}

/// A `Relationship` element (ECMA-376 part 2, 6.5.3.4).
pub(super) fn relationship_element(id: &str, kind: &str, target: &str, external: bool) -> String {
    let mode = if external { " TargetMode=\"External\"" } else { "" };
    format!(
        "<Relationship Id=\"{}\" Type=\"{}\" Target=\"{}\"{mode}/>",
        escape(id),
        escape(kind),
        escape(target)
    )
}

/// Characters of a text that a message shows.
const SHOWN: usize = 60;

/// The beginning of a text, for a message.
pub(super) fn shortened(text: &str) -> &str {
    beginning(text, SHOWN)
}
