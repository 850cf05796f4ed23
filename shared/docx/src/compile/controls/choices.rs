//! The entries of a drop-down list or combo box, found by a value in the data.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;

use platen_ooxml::beginning;

/// Entries that a message names.
const NAMED: usize = 10;

/// Characters of an entry that a message shows.
const SHOWN: usize = 40;

/// An entry of a drop-down list or combo box.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ListItem {
    /// What a reader sees.
    pub display_text: String,
    /// What is stored.
    pub value: String,
}

/// Entries in their order. Clones share them: a list may have a hundred thousand, and stand in many places.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choices(Arc<Entries>);

#[derive(Debug, Default)]
struct Entries {
    items: Vec<ListItem>,
    /// First entry of each value.
    by_value: HashMap<String, usize>,
    /// First entry of each display text.
    by_text: HashMap<String, usize>,
}

impl PartialEq for Choices {
    fn eq(&self, other: &Choices) -> bool {
        self.0.items == other.0.items
    }
}

impl From<Vec<ListItem>> for Choices {
    fn from(items: Vec<ListItem>) -> Choices {
        let (mut by_value, mut by_text) = (HashMap::new(), HashMap::new());
        for (index, item) in items.iter().enumerate() {
            by_value.entry(item.value.clone()).or_insert(index);
            by_text.entry(item.display_text.clone()).or_insert(index);
        }
        Choices(Arc::new(Entries { items, by_value, by_text }))
    }
}

impl std::ops::Deref for Choices {
    type Target = [ListItem];

    fn deref(&self) -> &[ListItem] {
        &self.0.items
    }
}

impl Choices {
    /// The first entry of this value.
    pub fn of_value(&self, value: &str) -> Option<&ListItem> {
        self.0.by_value.get(value).map(|index| &self.0.items[*index])
    }

    /// The first entry of this value or display text.
    pub fn of_either(&self, text: &str) -> Option<&ListItem> {
        let first = self.0.by_value.get(text).into_iter().chain(self.0.by_text.get(text)).min()?;
        self.0.items.get(*first)
    }

    /// All values and display texts, each once, in the order of the entries.
    pub fn texts(&self) -> Vec<&str> {
        let mut known = std::collections::HashSet::new();
        let texts = self.iter().flat_map(|item| [item.value.as_str(), item.display_text.as_str()]);
        texts.filter(|text| known.insert(*text)).collect()
    }
}

/// `"a" (Apple), "b", and 7,990 more`: of a long list the first entries, since a hundred wrong values name it as often.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, item) in self.iter().take(NAMED).enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{:?}", beginning(&item.value, SHOWN))?;
            if item.display_text != item.value {
                write!(f, " ({})", beginning(&item.display_text, SHOWN))?;
            }
        }
        match self.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, ", and {} more", grouped(more)),
        }
    }
}

/// A count with a comma before each three digits.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(count: usize) -> Choices {
        let items = (0..count).map(|n| ListItem { display_text: format!("Entry {n}"), value: n.to_string() });
        Choices::from(items.collect::<Vec<_>>())
    }

    #[test]
    fn a_long_list_is_told_by_its_beginning() {
        assert_eq!(choices(2).to_string(), "\"0\" (Entry 0), \"1\" (Entry 1)");
        let told = choices(8_000).to_string();
        assert!(told.ends_with("\"9\" (Entry 9), and 7,990 more"), "{told}");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn entries_are_found_by_value_or_display_text() {
        let all = choices(20);
        assert_eq!(all.of_value("7"), Some(&all[7]));
        assert_eq!(all.of_value("Entry 7"), None);
        assert_eq!(all.of_either("Entry 7"), Some(&all[7]));
        assert_eq!(all.texts()[..3], ["0", "Entry 0", "1"]);
    }
}
