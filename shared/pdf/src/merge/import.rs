//! One document's objects under new numbers.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, Writer};
use sha2::{Digest, Sha256};

use super::pages::Pages;
use super::sink::Target;
use crate::objects::inherited;

/// What pages inherit from the nodes above them (ISO 32000-1, 7.7.3.4).
const INHERITED: [&[u8]; 4] = [b"Resources", b"MediaBox", b"CropBox", b"Rotate"];

/// What is not taken over.
struct Rules {
    /// Entries of all dictionaries.
    dropped: &'static [&'static [u8]],
    /// Entries of the dictionaries of streams, besides.
    of_streams: &'static [&'static [u8]],
    /// Kinds of objects, wherever they are referred to.
    kinds: &'static [&'static [u8]],
}

/// Of our own PDFs: what leads into structure, scripts, private data.
const OWN: Rules = Rules {
    dropped: &[b"StructParents", b"StructParent", b"AA", b"Metadata", b"PieceInfo", b"Tabs", b"AF"],
    of_streams: &[],
    kinds: &[b"Catalog", b"Pages", b"StructTreeRoot", b"StructElem"],
};

/// Of those of others, whose pages and annotations are put together entry by entry: what their drawings lead into besides, content
/// in other files among it (ISO 32000-2, table 5). Names of resources are anything, so no entry of theirs is looked at.
const FOREIGN: Rules = Rules {
    dropped: &[],
    of_streams: &[
        b"StructParents",
        b"StructParent",
        b"Metadata",
        b"PieceInfo",
        b"AF",
        b"F",
        b"FFilter",
        b"FDecodeParms",
        b"OPI",
        b"Ref",
        b"Alternates",
        b"Measure",
        b"PtData",
    ],
    kinds: &[
        b"Catalog",
        b"Pages",
        b"Page",
        b"StructTreeRoot",
        b"StructElem",
        b"Action",
        b"Filespec",
        b"F",
        b"EmbeddedFile",
        b"Sig",
    ],
};

/// Most levels of resources inside resources. Attack: a chain of forms that overflows the stack.
const MOST_LEVELS: usize = 64;

/// Most nodes of a tree of names that are looked at.
const MOST_NODES: usize = 100_000;

/// Numbers of objects that were written, by the first 16 bytes of the SHA-256 of what they are. Read by key alone.
#[derive(Default)]
pub(crate) struct Shared(HashMap<[u8; 16], u32>);

/// A document that is being taken over.
pub(crate) struct Import<'a, T> {
    document: &'a Document,
    sink: &'a mut T,
    shared: &'a mut Shared,
    numbers: BTreeMap<ObjectId, u32>,
    /// Have a number and are not written yet.
    waiting: Vec<ObjectId>,
    /// Are being read: to meet one again is a circle.
    open: BTreeSet<ObjectId>,
    destinations: BTreeMap<Vec<u8>, Object>,
    rules: &'static Rules,
}

impl<'a, T: Target> Import<'a, T> {
    /// Of a PDF that we made.
    pub(super) fn new(document: &'a Document, sink: &'a mut T, shared: &'a mut Shared) -> Self {
        let (numbers, waiting, open) = (BTreeMap::new(), Vec::new(), BTreeSet::new());
        let (destinations, rules) = (destinations(document), &OWN);
        Import { document, sink, shared, numbers, waiting, open, destinations, rules }
    }

    /// Of a PDF that anybody made: its pages get numbers, and everything else is put together by the caller.
    pub(crate) fn foreign(document: &'a Document, sink: &'a mut T, shared: &'a mut Shared) -> Self {
        Import { rules: &FOREIGN, ..Import::new(document, sink, shared) }
    }

    /// Where objects go.
    pub(crate) fn sink(&mut self) -> &mut T {
        self.sink
    }

    /// Gives a page the number under which it is written.
    pub(crate) fn name(&mut self, page: ObjectId, number: u32) {
        self.numbers.entry(page).or_insert(number);
    }

    /// The number that an object was given.
    pub(crate) fn number(&self, id: ObjectId) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    /// The place of this name.
    pub(crate) fn destination(&self, name: &[u8]) -> Option<&Object> {
        self.destinations.get(name)
    }

    /// Writes the pages; their numbers.
    pub(super) fn pages(&mut self, tree: &mut Pages) -> io::Result<Vec<u32>> {
        let old: Vec<ObjectId> = self.document.page_iter().collect();
        for page in &old {
            let number = self.sink.allocate();
            self.numbers.insert(*page, number);
        }
        let mut pages = Vec::with_capacity(old.len());
        for id in old {
            let Ok(dictionary) = self.document.get_dictionary(id) else { continue };
            let mut page = Dictionary::new();
            for key in INHERITED {
                if let Some(value) = inherited(self.document, dictionary, key) {
                    let value =
                        if key == b"Resources" { self.shared_value(value)? } else { self.value(value) };
                    page.set(key, value);
                }
            }
            for (key, value) in dictionary.iter() {
                if key != b"Parent"
                    && !INHERITED.contains(&key.as_slice())
                    && !self.rules.dropped.contains(&key.as_slice())
                {
                    page.set(key.clone(), self.value(value));
                }
            }
            let number = self.numbers[&id];
            page.set("Parent", (tree.add(number, self.sink)?, 0));
            self.sink.write(number, Object::Dictionary(page))?;
            pages.push(number);
        }
        Ok(pages)
    }

    /// Puts the document's own bookmarks below `item`, closed.
    pub(super) fn bookmarks(&mut self, number: u32, item: &mut Dictionary) {
        let Ok(root) = self.document.catalog().and_then(|catalog| catalog.get(b"Outlines")?.as_reference())
        else {
            return;
        };
        let Ok(outlines) = self.document.get_dictionary(root) else { return };
        let (Ok(first), Ok(last)) = (outlines.get(b"First"), outlines.get(b"Last")) else { return };
        // What its bookmarks have as their parent is this one now.
        self.numbers.insert(root, number);
        item.set("First", self.value(first));
        item.set("Last", self.value(last));
        let count = outlines.get(b"Count").and_then(Object::as_i64).unwrap_or(1);
        item.set("Count", -count.saturating_abs().max(1));
    }

    /// Writes what the pages and bookmarks lead to.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        while let Some(id) = self.waiting.pop() {
            let number = self.numbers[&id];
            let object = match self.document.get_object(id) {
                Ok(object) => self.value(object),
                Err(_) => Object::Null,
            };
            self.sink.write(number, object)?;
        }
        Ok(())
    }

    /// The value with new numbers; what it refers to is written later.
    pub(crate) fn value(&mut self, value: &Object) -> Object {
        match value {
            Object::Reference(id) => self.later(*id),
            Object::Array(items) => Object::Array(items.iter().map(|item| self.value(item)).collect()),
            Object::Dictionary(dictionary) => Object::Dictionary(self.dictionary(dictionary)),
            Object::Stream(stream) => {
                let mut stream = stream.clone();
                stream.dict = self.dictionary(&stream.dict);
                self.strip(&mut stream);
                Object::Stream(stream)
            }
            plain => plain.clone(),
        }
    }

    /// Takes out of a stream's dictionary what is not kept of streams.
    fn strip(&self, stream: &mut Stream) {
        for key in self.rules.of_streams {
            stream.dict.remove(key);
        }
        // Somebody else's may stand in an object of its own, and be wrong.
        stream.dict.set("Length", i64::try_from(stream.content.len()).unwrap_or_default());
    }

    fn dictionary(&mut self, dictionary: &Dictionary) -> Dictionary {
        let goes = dictionary.get(b"S").and_then(Object::as_name).is_ok_and(|kind| kind == b"GoTo");
        let mut copy = Dictionary::new();
        for (key, value) in dictionary.iter().filter(|(key, _)| !self.rules.dropped.contains(&key.as_slice()))
        {
            let names_place = key == b"Dest" || (goes && key == b"D");
            let place = match value {
                Object::String(name, _) | Object::Name(name) if names_place => {
                    self.destinations.get(name).cloned()
                }
                other => Some(other.clone()),
            };
            // A place that the document does not have leads nowhere.
            if let Some(place) = place {
                copy.set(key.clone(), self.value(&place));
            }
        }
        copy
    }

    fn later(&mut self, id: ObjectId) -> Object {
        if let Some(number) = self.numbers.get(&id) {
            return Object::Reference((*number, 0));
        }
        if !self.is_kept(id) {
            return Object::Null;
        }
        let number = self.sink.allocate();
        self.numbers.insert(id, number);
        self.waiting.push(id);
        Object::Reference((number, 0))
    }

    fn is_kept(&self, id: ObjectId) -> bool {
        let dictionary = match self.document.get_object(id) {
            Ok(Object::Dictionary(dictionary)) => dictionary,
            // A file within the file is a stream.
            Ok(Object::Stream(stream)) => &stream.dict,
            Ok(_) => return true,
            Err(_) => return false,
        };
        dictionary
            .get(b"Type")
            .and_then(Object::as_name)
            .map_or(true, |kind| !self.rules.kinds.contains(&kind))
    }

    /// The value with new numbers; what it refers to is written before it, once for all documents that have the same.
    pub(super) fn shared_value(&mut self, value: &Object) -> io::Result<Object> {
        self.shared(value, 0)
    }

    fn shared(&mut self, value: &Object, level: usize) -> io::Result<Object> {
        if level > MOST_LEVELS {
            return Ok(self.value(value));
        }
        Ok(match value {
            Object::Reference(id) => self.once(*id, level)?,
            Object::Array(items) => {
                let items: io::Result<_> = items.iter().map(|item| self.shared(item, level + 1)).collect();
                Object::Array(items?)
            }
            Object::Dictionary(dictionary) => Object::Dictionary(self.shared_dictionary(dictionary, level)?),
            Object::Stream(stream) => {
                let mut stream = stream.clone();
                stream.dict = self.shared_dictionary(&stream.dict, level)?;
                Object::Stream(stream)
            }
            plain => plain.clone(),
        })
    }

    fn shared_dictionary(&mut self, dictionary: &Dictionary, level: usize) -> io::Result<Dictionary> {
        let mut copy = Dictionary::new();
        for (key, value) in dictionary.iter().filter(|(key, _)| !self.rules.dropped.contains(&key.as_slice()))
        {
            copy.set(key.clone(), self.shared(value, level + 1)?);
        }
        Ok(copy)
    }

    fn once(&mut self, id: ObjectId, level: usize) -> io::Result<Object> {
        if let Some(number) = self.numbers.get(&id) {
            return Ok(Object::Reference((*number, 0)));
        }
        if !self.is_kept(id) {
            return Ok(Object::Null);
        }
        let Ok(object) = self.document.get_object(id) else { return Ok(Object::Null) };
        if !self.open.insert(id) {
            return Ok(self.later(id));
        }
        let object = self.shared(object, level + 1)?;
        self.open.remove(&id);
        // It led back to itself and was put off for that.
        if let Some(number) = self.numbers.get(&id) {
            return Ok(Object::Reference((*number, 0)));
        }
        let mut bytes = Vec::new();
        Writer::write_object(&mut bytes, &object)?;
        let hash = Sha256::digest(&bytes);
        let mut key = [0; 16];
        key.copy_from_slice(&hash[..16]);
        let number = match self.shared.0.get(&key) {
            Some(number) => *number,
            None => {
                let number = self.sink.add(object)?;
                self.shared.0.insert(key, number);
                number
            }
        };
        self.numbers.insert(id, number);
        Ok(Object::Reference((number, 0)))
    }
}

/// Places by name: of the catalogue's dictionary (PDF 1.1) and of its tree of names (ISO 32000-1, 12.3.2.3).
fn destinations(document: &Document) -> BTreeMap<Vec<u8>, Object> {
    let mut found = BTreeMap::new();
    let Ok(catalog) = document.catalog() else { return found };
    // The place itself, or a dictionary with it.
    let place = |object: &Object| match document.dereference(object).ok()?.1 {
        Object::Dictionary(dictionary) => dictionary.get(b"D").ok().cloned(),
        place => Some(place.clone()),
    };
    if let Ok(old) = catalog.get_deref(b"Dests", document).and_then(Object::as_dict) {
        found.extend(old.iter().filter_map(|(name, object)| Some((name.clone(), place(object)?))));
    }
    let names = catalog.get_deref(b"Names", document).and_then(Object::as_dict);
    let mut nodes: Vec<&Object> = names.and_then(|names| names.get(b"Dests")).into_iter().collect();
    let mut looked_at = 0;
    while let Some(node) = nodes.pop() {
        looked_at += 1;
        // Attack: a tree whose nodes lead back to the root.
        if looked_at > MOST_NODES {
            break;
        }
        let Some(node) = document.dereference(node).ok().and_then(|(_, node)| node.as_dict().ok()) else {
            continue;
        };
        if let Ok(kids) = node.get_deref(b"Kids", document).and_then(Object::as_array) {
            nodes.extend(kids);
        }
        let Ok(pairs) = node.get_deref(b"Names", document).and_then(Object::as_array) else { continue };
        for pair in pairs.chunks_exact(2) {
            if let (Ok(name), Some(place)) = (pair[0].as_str(), place(&pair[1])) {
                found.insert(name.to_vec(), place);
            }
        }
    }
    found
}
