//! Names in an archive: no two alike.

use std::collections::HashMap;

use icu_casemap::CaseMapper;
use icu_normalizer::DecomposingNormalizerBorrowed;

/// The names given so far. Names that differ only in case, or in how letters with accents are put together, count as alike:
/// on Windows and macOS one would replace the other.
#[derive(Default)]
pub(super) struct Names(HashMap<String, u32>);

impl Names {
    /// The name, or with ` (2)`, ` (3)` ... before its extension when it is taken; at most 255 bytes.
    pub(super) fn unlike(&mut self, name: &str) -> String {
        let key = alike(name);
        let Some(given) = self.0.get(&key).copied() else {
            self.0.insert(key, 1);
            return name.to_owned();
        };
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        let mut number = given;
        loop {
            number = number.saturating_add(1);
            let ending = format!(" ({number}).{extension}");
            let room = 255usize.saturating_sub(ending.len());
            let stem = stem.get(..stem.floor_char_boundary(room)).unwrap_or_default();
            let tried = format!("{}{ending}", stem.trim_end());
            // Another item may be called so by its own pattern.
            if let std::collections::hash_map::Entry::Vacant(free) = self.0.entry(alike(&tried)) {
                free.insert(1);
                self.0.insert(key, number);
                return tried;
            }
        }
    }
}

/// The same text for all names that some file system takes for the same: their canonical caseless form (Unicode 3.13, D145).
fn alike(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let apart = DecomposingNormalizerBorrowed::new_nfd();
    let folded = CaseMapper::new().fold_string(&apart.normalize(name)).into_owned();
    apart.normalize(&folded).into_owned()
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
            .map(|name| names.unlike(name))
            .collect();
        assert_eq!(given, ["a.pdf", "A (2).pdf", "a (3).pdf", "a (4).pdf", "a (5).pdf", "b.pdf"]);
    }

    #[test]
    fn names_that_a_file_system_takes_for_one_are_numbered() {
        let mut names = Names::default();
        let given = ["é.pdf", "e\u{301}.pdf", "E\u{301}.pdf", "STRASSE.pdf", "straße.pdf"]
            .map(|name| names.unlike(name));
        let numbered = ["é.pdf", "e\u{301} (2).pdf", "E\u{301} (3).pdf", "STRASSE.pdf", "straße (2).pdf"];
        assert_eq!(given, numbered);
    }

    proptest! {
        #[test]
        fn no_two_are_alike_and_none_is_too_long(
            stems in prop::collection::vec("[aA]{1,2}( \\([23]\\))?|é{125}|(é漢){49}x?", 1..80)
        ) {
            let mut names = Names::default();
            let mut seen = HashSet::new();
            for stem in stems {
                let name = names.unlike(&format!("{stem}.docx"));
                prop_assert!(name.len() <= 255 && name.ends_with(".docx"));
                prop_assert!(seen.insert(name.to_lowercase()), "{}", name);
            }
        }
    }
}
