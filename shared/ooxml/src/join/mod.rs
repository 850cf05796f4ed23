//! Many documents as one: each is a section (or several) of its own, which begins on a new page and looks as the document did.
//!
//! The documents are those that one template made: parts that they have in common are written once, and what a file has only one
//! of (settings, theme, properties) is that of the first. A sub-document becomes a piece of the document that it goes into; here,
//! headers, footers, page setup, comments and charts come along, lists, notes, captions and pages are counted from the start of
//! each document, and ids, bookmarks and fields are those of one file.

mod codes;
mod collected;
mod document;
mod ids;
mod join_error;
mod links;
mod list_paragraphs;
mod lists;
mod sections;
mod settings;
mod store;
mod story;
mod styles;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bytes::Bytes;

pub use join_error::JoinError;

use crate::package::{Package, Part, Relationship, Target};
use crate::{Bounds, Budget, Limits};
use collected::Collected;
use document::Document;
use ids::Taken;
use links::Links;
use lists::Lists;
use sections::Edge;
use store::Store;
use styles::Styles;

/// Joins documents, one in memory at a time. Of those that it joined it holds the text deflated, and each distinct part.
///
/// The same documents give the same bytes. After an error it cannot go on.
pub struct Joiner {
    limits: Limits,
    store: Store,
    taken: Taken,
    /// The text; its kind is that of all.
    main: Option<Collected>,
    /// Notes and comments by the last word of their relationships' type, with the type.
    collected: BTreeMap<String, (Collected, String)>,
    lists: Lists,
    styles: Styles,
    /// Parts that are written at the end: styles and numbering, with their relationship from the text.
    late: BTreeMap<&'static str, Late>,
    settings: Option<Late>,
    /// Properties of the first document: names of parts and their parts.
    properties: Vec<(Relationship, Part)>,
    /// Headers and footers as they came, with their relationships, and their names.
    edges: HashMap<(Bytes, String), String>,
    /// Those that sections refer to, and the references to empty ones.
    inherited: BTreeSet<Edge>,
    blank: HashMap<Edge, String>,
    has_endnotes: bool,
    nodes: usize,
    /// What follows the text so far: the end of the last document.
    pending: Option<Pending>,
    documents: u32,
}

/// A part of the first document that is written at the end.
struct Late {
    name: String,
    content_type: String,
    /// What it says, if that is known from the beginning.
    text: String,
    relationship: Relationship,
    links: Links,
}

/// The end of a document: the properties of its last section go into its last paragraph if another follows.
struct Pending {
    end: sections::End,
    rest: String,
    section: String,
}

impl Joiner {
    /// Begins a file that Platen itself could open: `limits` bound it, and the work on each document.
    pub fn new(limits: &Limits) -> Joiner {
        Joiner {
            limits: limits.clone(),
            store: Store::default(),
            taken: Taken::default(),
            main: None,
            collected: BTreeMap::new(),
            lists: Lists::default(),
            styles: Styles::default(),
            late: BTreeMap::new(),
            settings: None,
            properties: Vec::new(),
            edges: HashMap::new(),
            inherited: BTreeSet::new(),
            blank: HashMap::new(),
            has_endnotes: false,
            nodes: 0,
            pending: None,
            documents: 0,
        }
    }

    /// Adds a document.
    ///
    /// # Errors
    /// [`JoinError`]: it cannot be read, cannot be one with those before, or makes the file too large.
    pub fn add(&mut self, docx: impl Into<Bytes>) -> Result<(), JoinError> {
        let limits = self.limits.clone();
        let budget = Budget::of(&limits);
        let bounds = Bounds { limits: &limits, budget: &budget };
        let package = Package::open_within(docx, &limits, &budget)?;
        self.documents += 1;
        Document::read(&package, bounds, self.documents)?.join(self)?;
        self.check()
    }

    fn check(&self) -> Result<(), JoinError> {
        if self.nodes > self.limits.xml_nodes {
            return Err(JoinError::TooLarge { limit: "xml_nodes", allowed: self.limits.xml_nodes as u64 });
        }
        let mut sizes = (self.lists.size() + self.styles.size()) as u64;
        let mut packed = sizes;
        let collected = self.collected.values().map(|(collected, _)| collected).chain(&self.main);
        for (all, own) in collected.map(|collected| collected.growing.sizes()) {
            sizes += all;
            packed += own;
        }
        self.store.check((sizes, packed), &self.limits)
    }

    /// Ends the file: the bytes of a .docx package.
    ///
    /// # Errors
    /// [`JoinError::Empty`] if nothing was added; as [`Joiner::add`].
    pub fn finish(mut self) -> Result<Vec<u8>, JoinError> {
        let (Some(mut main), Some(last)) = (self.main.take(), self.pending.take()) else {
            return Err(JoinError::Empty);
        };
        for (kind, (collected, rel_type)) in std::mem::take(&mut self.collected) {
            let name = collected.name.clone();
            let (part, links) = collected.end("");
            self.store.add(part, &links);
            relate(&mut main.links, &kind, rel_type, name);
        }
        for (kind, mut late) in std::mem::take(&mut self.late) {
            let (ends, content) = match kind {
                "styles" => (self.styles.part.take(), self.styles.content().to_owned()),
                _ => (self.lists.part.take(), self.lists.content()),
            };
            late.text =
                ends.map_or_else(String::new, |ends| [ends.head.as_str(), &content, &ends.tail].concat());
            late.add(&mut self.store, &mut main.links);
        }
        if self.has_endnotes && self.settings.is_none() {
            self.settings = Some(settings::new(&main.head, &mut self.store));
        }
        if let Some(mut settings) = self.settings.take() {
            if self.has_endnotes {
                let budget = Budget::of(&self.limits);
                let bounds = Bounds { limits: &self.limits, budget: &budget };
                settings.text = settings::endnotes_by_section(settings.text, bounds)?;
            }
            settings.add(&mut self.store, &mut main.links);
        }
        let mut package = Links::default();
        let name = main.name.clone();
        let (part, links) = main.end(&format!("{}{}{}", last.end.plain, last.rest, last.section));
        self.store.add(part, &links);
        relate(&mut package, "officeDocument", format!("{}officeDocument", links::TYPES), name);
        for (relationship, part) in std::mem::take(&mut self.properties) {
            let name = self.store.keep(&part, &Links::default());
            package.add(&relationship, Target::Internal(name));
        }
        self.store.check((0, 0), &self.limits)?;
        self.store.into_file(&package)
    }
}

impl Late {
    fn add(self, store: &mut Store, main: &mut Links) {
        let part = Part::new(&self.name, &self.content_type, self.text.as_bytes());
        store.add(part, &self.links);
        main.add(&self.relationship, Target::Internal(self.name));
    }
}

fn relate(links: &mut Links, id: &str, rel_type: String, target: String) {
    let relationship =
        Relationship { id: format!("rId_{id}"), rel_type, target: Target::Internal(target.clone()) };
    links.add(&relationship, Target::Internal(target));
}
