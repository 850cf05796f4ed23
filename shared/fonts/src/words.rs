//! A cache of words shaped by the font's rules.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

use crate::face::FaceId;
use crate::glyphs::{Features, Glyph};

/// Bounds of the cache: 16,384 words of at most 64 bytes are some 16 MB.
const MOST_WORDS: NonZeroUsize = NonZeroUsize::new(1 << 14).unwrap();
const LONGEST_WORD: usize = 64;

/// A word, and all that its glyphs depend on.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Word {
    pub face: FaceId,
    pub features: Features,
    pub right_to_left: bool,
    pub script: unicode_script::Script,
    pub language: Option<Box<str>>,
    pub text: Box<str>,
}

pub(crate) struct Words(Mutex<LruCache<Word, Arc<[Glyph]>>>);

impl Default for Words {
    fn default() -> Self {
        Words(Mutex::new(LruCache::new(MOST_WORDS)))
    }
}

impl Words {
    /// Whether a word is short enough to be kept.
    pub(crate) fn keep(text: &str) -> bool {
        text.len() <= LONGEST_WORD
    }

    /// The glyphs of `word`, which `shape` finds the first time.
    pub(crate) fn get(&self, word: Word, shape: impl FnOnce() -> Arc<[Glyph]>) -> Arc<[Glyph]> {
        if let Some(glyphs) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&word) {
            return Arc::clone(glyphs);
        }
        let glyphs = shape();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(word, Arc::clone(&glyphs));
        glyphs
    }
}
