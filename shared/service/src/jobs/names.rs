//! Names inside an archive: no two alike.

use std::collections::HashMap;

/// The names given so far. Names that differ only in case count as alike: on Windows and macOS one would replace the other.
#[derive(Default)]
pub(super) struct Names(HashMap<String, u32>);

impl Names {
    /// The name, or with ` (2)`, ` (3)` ... before its extension when it is taken; at most 255 bytes.
    pub(super) fn unlike(&mut self, name: &str, extension: &str) -> String {
        let key = name.to_lowercase();
        let Some(given) = self.0.get(&key).copied() else {
            self.0.insert(key, 1);
            return name.to_owned();
        };
        let stem = name.strip_suffix(extension).unwrap_or(name);
        let mut number = given;
        loop {
            number = number.saturating_add(1);
            let ending = format!(" ({number}){extension}");
            let room = 255usize.saturating_sub(ending.len());
            let stem = stem.get(..stem.floor_char_boundary(room)).unwrap_or_default();
            let tried = format!("{}{ending}", stem.trim_end());
            // Another item may be called so by its own pattern.
            if let std::collections::hash_map::Entry::Vacant(free) = self.0.entry(tried.to_lowercase()) {
                free.insert(1);
                self.0.insert(key, number);
                return tried;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn duplicates_are_numbered_in_order() {
        let mut names = Names::default();
        let given: Vec<String> = ["a.pdf", "A.pdf", "a (3).pdf", "a.pdf", "a.pdf", "b.pdf"]
            .iter()
            .map(|name| names.unlike(name, ".pdf"))
            .collect();
        assert_eq!(given, ["a.pdf", "A (2).pdf", "a (3).pdf", "a (4).pdf", "a (5).pdf", "b.pdf"]);
    }

    proptest! {
        #[test]
        fn no_two_are_alike_and_none_is_too_long(
            stems in prop::collection::vec("[aA]{1,2}( \\([23]\\))?|é{125}|(é漢){49}x?", 1..80)
        ) {
            let mut names = Names::default();
            let mut seen = HashSet::new();
            for stem in stems {
                let name = names.unlike(&format!("{stem}.docx"), ".docx");
                prop_assert!(name.len() <= 255 && name.ends_with(".docx"));
                prop_assert!(seen.insert(name.to_lowercase()), "{}", name);
            }
        }
    }
}
