//! Remembers which face draws a character for faces that lack it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::face::FaceId;
use crate::generic::Generic;
use crate::han::Han;

/// Attack: a document with every character that there is, in every style. Beyond this many the answers are not kept.
const MOST_KEPT: usize = 1 << 16;

/// Which face lends a character to another that lacks it, as it was found.
#[derive(Default)]
pub(crate) struct Lenders(Mutex<HashMap<Asked, Option<FaceId>>>);

/// Character, bold, italic, looks, language.
pub(crate) type Asked = (char, bool, bool, Generic, Han);

impl Lenders {
    /// What was found; `Some(None)`: no face has the character.
    pub(crate) fn get(&self, asked: &Asked) -> Option<Option<FaceId>> {
        self.lock().get(asked).copied()
    }

    pub(crate) fn keep(&self, asked: Asked, found: Option<FaceId>) {
        let mut kept = self.lock();
        if kept.len() < MOST_KEPT {
            kept.insert(asked, found);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Asked, Option<FaceId>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
