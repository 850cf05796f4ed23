//! Warnings of a job's documents, kept by part: each warning once, with the items that have it. A warning that the template
//! causes is reported for each item, but costs only a number for each, not a text.

use std::collections::HashMap;

use platen_docx::{Warning, Warnings};
use serde::{Deserialize, Serialize};

/// Bytes of a part's warnings as JSON, about. A record of DynamoDB has 400 KB at most.
const PART_BYTES: usize = 128 << 10;

/// Bytes of an item's number, with a comma.
const INDEX_BYTES: usize = 7;

/// The warnings of a part's documents, bounded: warnings for which there is no room are not kept, but their documents count.
#[derive(Debug, Default)]
pub struct PartWarnings {
    list: Vec<Warned>,
    /// Places in the list.
    known: HashMap<Warning, usize>,
    bytes: usize,
    documents: u32,
}

/// A warning, and the items whose documents it tells of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Warned {
    /// The warning.
    pub warning: Warning,
    /// Indices of the items in the request.
    pub items: Vec<u32>,
}

/// A warning of one item's document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemWarning {
    /// The item's index in the request.
    pub index: u32,
    /// The warning.
    pub warning: Warning,
}

impl PartWarnings {
    /// Adds those of an item's document, in any order of items.
    pub fn add(&mut self, index: u32, warnings: Warnings) {
        self.documents += u32::from(!warnings.is_empty());
        for warning in warnings {
            let place = self.known.get(&warning).copied();
            let text = if place.is_some() { 0 } else { length(&warning) };
            if self.bytes + text + INDEX_BYTES > PART_BYTES {
                continue;
            }
            self.bytes += text + INDEX_BYTES;
            match place.and_then(|place| self.list.get_mut(place)) {
                Some(known) => known.items.push(index),
                None => {
                    self.known.insert(warning.clone(), self.list.len());
                    self.list.push(Warned { warning, items: vec![index] });
                }
            }
        }
    }

    /// How many documents have warnings.
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// The warnings to record; the same for the same documents, in whatever order they were created.
    pub fn into_list(self) -> Vec<Warned> {
        let mut list = self.list;
        list.iter_mut().for_each(|warned| warned.items.sort_unstable());
        list.sort_by(|one, other| one.items.cmp(&other.items));
        list
    }
}

impl Warned {
    /// The first warnings of a list in the items' order.
    pub fn of_items(list: impl IntoIterator<Item = Warned>, most: usize) -> Vec<ItemWarning> {
        let each = |Warned { warning, items }: Warned| {
            items.into_iter().map(move |index| ItemWarning { index, warning: warning.clone() })
        };
        let mut all: Vec<ItemWarning> = list.into_iter().flat_map(each).collect();
        all.sort_by_key(|warning| warning.index);
        all.truncate(most);
        all
    }
}

fn length(warning: &Warning) -> usize {
    const NAMES: usize = 64;
    let Warning { code, detail, hint, part, text, count: _ } = warning;
    let texts = [Some(code), Some(detail), hint.as_ref(), part.as_ref(), text.as_ref()];
    texts.into_iter().flatten().map(String::len).sum::<usize>() + NAMES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(details: &[&str]) -> Warnings {
        details.iter().map(|detail| Warning::new("not-drawn", *detail)).collect()
    }

    #[test]
    fn a_warning_is_kept_once_with_its_items() {
        let mut part = PartWarnings::default();
        part.add(7, warnings(&["a chart", "a shape"]));
        part.add(5, warnings(&["a chart"]));
        part.add(6, Warnings::default());
        assert_eq!(part.documents(), 2);
        let list = part.into_list();
        let items: Vec<_> = list.iter().map(|warned| warned.items.as_slice()).collect();
        assert_eq!(items, [[5, 7].as_slice(), &[7]]);
        let first = Warned::of_items(list, 2);
        let told: Vec<_> = first.iter().map(|it| (it.index, it.warning.detail.as_str())).collect();
        assert_eq!(told, [(5, "a chart"), (7, "a chart")]);
    }

    #[test]
    fn a_part_has_room_for_so_many_bytes() {
        let mut part = PartWarnings::default();
        for index in 0..5_000 {
            let text = format!("{index} {}", "é".repeat(90));
            part.add(index, [Warning::new("not-drawn", "a shape").beside(&text)].into_iter().collect());
        }
        assert_eq!(part.documents(), 5_000, "each document counts");
        let length = serde_json::to_vec(&part.into_list()).unwrap().len();
        assert!((PART_BYTES / 2..2 * PART_BYTES).contains(&length), "{length}");
    }
}
