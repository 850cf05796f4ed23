//! Bookmarks (ISO 32000-2, 12.3.3): those of what is joined, before and behind the document's own.

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object, ObjectId, dictionary, text_string};

use super::page::Copier;
use crate::merge::Target;

/// Bookmarks of one PDF that are taken over.
const MOST: usize = 20_000;

/// Levels of bookmarks below one another.
const MOST_LEVELS: usize = 32;

/// Bookmarks beside one another, which are written.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    /// The first and the last; `None` where there are none.
    ends: Option<(u32, u32)>,
    /// Those that are seen when it is opened.
    count: i64,
}

/// A bookmark of somebody else.
struct Item {
    title: Object,
    place: Option<Object>,
    below: Vec<Item>,
}

/// The number of the dictionary that holds the document's bookmarks; it is made where there are none.
pub(super) fn root(document: &mut Document) -> lopdf::Result<u32> {
    if let Ok(root) = document.catalog().and_then(|catalog| catalog.get(b"Outlines")?.as_reference()) {
        return Ok(root.0);
    }
    let root = document.add_object(dictionary! { "Type" => "Outlines" });
    document.catalog_mut()?.set("Outlines", root);
    Ok(root.0)
}

impl Segment {
    /// The document's own.
    pub(super) fn of(document: &Document) -> Segment {
        let root = document.catalog().and_then(|catalog| catalog.get_deref(b"Outlines", document)?.as_dict());
        let Ok(root) = root else { return Segment { ends: None, count: 0 } };
        let end = |key| root.get(key).and_then(Object::as_reference).map(|(number, _)| number).ok();
        let count = root.get(b"Count").and_then(Object::as_i64).unwrap_or_default();
        Segment { ends: end(b"First").zip(end(b"Last")), count }
    }
}

/// Puts them one behind the other.
pub(super) fn chain(document: &mut Document, segments: &[Segment]) -> lopdf::Result<()> {
    let root = root(document)?;
    let (mut ends, mut count) = (None::<(u32, u32)>, 0);
    for segment in segments {
        let Some((first, last)) = segment.ends else { continue };
        count += segment.count;
        ends = Some(match ends {
            None => (first, last),
            Some((start, before)) => {
                document.get_dictionary_mut((before, 0))?.set("Next", (first, 0));
                document.get_dictionary_mut((first, 0))?.set("Prev", (before, 0));
                (start, last)
            }
        });
    }
    let Some((first, last)) = ends else {
        document.objects.remove(&(root, 0));
        document.catalog_mut()?.remove(b"Outlines");
        return Ok(());
    };
    let dictionary = document.get_dictionary_mut((root, 0))?;
    dictionary.set("First", (first, 0));
    dictionary.set("Last", (last, 0));
    dictionary.set("Count", count);
    Ok(())
}

impl Copier<'_> {
    /// Writes the PDF's bookmarks into the list `outlines`: under one that is called `name` and leads to the page `first`, or as they are.
    pub(super) fn bookmarks(
        &mut self,
        outlines: u32,
        name: Option<&str>,
        first: u32,
    ) -> lopdf::Result<Option<Segment>> {
        let mut items = self.read_bookmarks();
        if let Some(name) = name {
            let place = vec![Object::Reference((first, 0)), "Fit".into()].into();
            items = vec![Item { title: text_string(name), place: Some(place), below: items }];
        }
        let count = i64::try_from(items.len()).unwrap_or_default();
        let ends = write(self.import.sink(), items, outlines)?;
        Ok(ends.map(|ends| Segment { ends: Some(ends), count }))
    }

    fn read_bookmarks(&mut self) -> Vec<Item> {
        let document = self.document;
        let root = document.catalog().and_then(|catalog| catalog.get_deref(b"Outlines", document)?.as_dict());
        let first = root.and_then(|root| root.get(b"First")?.as_reference());
        // Attack: bookmarks in a circle.
        let mut seen = BTreeSet::new();
        first.map(|first| self.read_level(first, MOST_LEVELS, &mut seen)).unwrap_or_default()
    }

    fn read_level(&mut self, first: ObjectId, levels: usize, seen: &mut BTreeSet<ObjectId>) -> Vec<Item> {
        let document = self.document;
        let (mut items, mut next) = (Vec::new(), Some(first));
        while let Some(id) = next {
            if levels == 0 || seen.len() >= MOST || !seen.insert(id) {
                break;
            }
            let Ok(old) = document.get_dictionary(id) else { break };
            let below = old.get(b"First").and_then(Object::as_reference).ok();
            let below = below.map(|first| self.read_level(first, levels - 1, seen)).unwrap_or_default();
            let place = self.bookmarked(old);
            let title = old.get_deref(b"Title", document).ok().filter(|title| title.as_str().is_ok());
            // One that leads to a page that is not taken is kept for those below it.
            if let Some(title) = title.filter(|_| place.is_some() || !below.is_empty()) {
                items.push(Item { title: title.clone(), place, below });
            }
            next = old.get(b"Next").and_then(Object::as_reference).ok();
        }
        items
    }
}

/// Writes bookmarks beside one another, all closed; the numbers of the first and the last.
fn write(document: &mut Document, items: Vec<Item>, parent: u32) -> lopdf::Result<Option<(u32, u32)>> {
    let numbers: Vec<u32> = items.iter().map(|_| document.allocate()).collect();
    for (at, item) in items.into_iter().enumerate() {
        let mut copy = Dictionary::new();
        copy.set("Title", item.title);
        copy.set("Parent", (parent, 0));
        if let Some(place) = item.place {
            copy.set("Dest", place);
        }
        if let Some(before) = at.checked_sub(1).and_then(|before| numbers.get(before)) {
            copy.set("Prev", (*before, 0));
        }
        if let Some(behind) = numbers.get(at + 1) {
            copy.set("Next", (*behind, 0));
        }
        let count = i64::try_from(item.below.len()).unwrap_or_default();
        if let Some((first, last)) = write(document, item.below, numbers[at])? {
            copy.set("First", (first, 0));
            copy.set("Last", (last, 0));
            copy.set("Count", -count);
        }
        document.write(numbers[at], copy.into())?;
    }
    Ok(numbers.first().copied().zip(numbers.last().copied()))
}
