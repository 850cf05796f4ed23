//! Families that open faces are fitted to. Their faces are created when a document first requests the family: there are about two
//! thousand, and a process that starts for one document needs a few.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::face::{Face, FaceId};
use crate::facts::{self, Facts};
use crate::group::Group;
use crate::stand_ins;

/// Numbers that a family has for its faces: more than its four styles take, each with the letters that another face lends, and the
/// one that sets equations.
const NUMBERS: u32 = 20;

/// All families of the tables, and the fonts of signs.
pub(crate) struct FittedFamilies {
    families: Vec<Family>,
    /// By name, in lower case.
    by_name: HashMap<String, usize>,
    signs: Group,
    bundled: Arc<Group>,
    first: u32,
}

struct Family {
    facts: Vec<Facts>,
    faces: OnceLock<Group>,
}

impl FittedFamilies {
    /// Reads the names of the tables. The first face is to have the number `first`.
    pub(crate) fn new(first: u32, bundled: Arc<Group>) -> FittedFamilies {
        let (mut families, mut by_name): (Vec<Family>, HashMap<String, usize>) = Default::default();
        for facts in facts::all() {
            match families.last_mut().filter(|last| last.facts.iter().all(|own| own.family == facts.family)) {
                Some(last) => last.facts.push(facts),
                None => {
                    by_name.entry(facts.family.to_lowercase()).or_insert(families.len());
                    families.push(Family { facts: vec![facts], faces: OnceLock::new() });
                }
            }
        }
        let count = u32::try_from(families.len()).unwrap_or_default();
        let signs = Group::new(first + count * NUMBERS, stand_ins::signs());
        FittedFamilies { families, by_name, signs, bundled, first }
    }

    fn faces(&self, place: usize) -> Option<&Group> {
        let family = self.families.get(place)?;
        let first = self.first + u32::try_from(place).ok()? * NUMBERS;
        Some(family.faces.get_or_init(|| Group::new(first, stand_ins::faces(&self.bundled, &family.facts))))
    }

    /// The face of a family nearest in style. `name` is in lower case; behind a zero it says which letters of the family are
    /// asked for.
    pub(crate) fn find(&self, name: &str, bold: bool, italic: bool) -> Option<FaceId> {
        let family = name.split_once('\0').map_or(name, |(family, _)| family);
        let fitted = self.by_name.get(family).and_then(|place| self.faces(*place));
        let find = |group: &Group| group.find(name, bold, italic);
        fitted.and_then(find).or_else(|| find(&self.signs))
    }

    pub(crate) fn get(&self, id: FaceId) -> Option<&Face> {
        let place = id.0.checked_sub(self.first)? / NUMBERS;
        match self.families.get(usize::try_from(place).ok()?) {
            Some(family) => family.faces.get()?.get(id),
            None => self.signs.get(id),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled;
    use crate::scan::Found;

    fn families() -> FittedFamilies {
        let bundled = bundled::faces().into_iter().map(|face| {
            let names = vec![face.family().to_lowercase()];
            Found { face, names }
        });
        FittedFamilies::new(1 << 17, Arc::new(Group::new(0, bundled.collect())))
    }

    #[test]
    fn the_faces_of_a_family_are_made_when_it_is_asked_for() {
        let all = families();
        let made = || all.families.iter().filter(|family| family.faces.get().is_some()).count();
        assert_eq!(made(), 0);
        let calibri = all.find("calibri", true, false).unwrap();
        let signs = all.find("wingdings", false, false).unwrap();
        assert_eq!(made(), 1);
        assert_eq!(all.get(calibri).map(Face::family), Some("Calibri"));
        assert_eq!(all.get(signs).map(Face::family), Some("Wingdings"));
        assert!(all.find("no such family", false, false).is_none());
    }

    #[test]
    fn every_family_stands_once_in_the_tables_and_has_numbers_for_its_faces() {
        let all = families();
        assert_eq!(all.by_name.len(), all.families.len());
        for place in 0..all.families.len() {
            let faces = all.faces(place).unwrap();
            assert!(!faces.faces.is_empty() && faces.faces.len() <= NUMBERS as usize);
            assert!(faces.ids().all(|id| all.get(id).is_some()));
        }
    }
}
