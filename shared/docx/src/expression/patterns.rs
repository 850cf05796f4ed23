//! Regular expressions that a render has compiled: data may choose them, and each takes time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use regex::Regex;

/// Patterns that one render keeps; the data may choose them.
const KEPT: usize = 32;

/// Patterns that a render has compiled.
#[derive(Debug, Default)]
pub(crate) struct Patterns(Mutex<HashMap<String, Regex>>);

impl Patterns {
    /// The compiled form of a pattern, if the render has it.
    pub fn get(&self, pattern: &str) -> Option<Regex> {
        self.lock().get(pattern).cloned()
    }

    /// Keeps a compiled pattern, unless there are many.
    pub fn keep(&self, pattern: String, compiled: Regex) {
        let mut kept = self.lock();
        if kept.len() < KEPT {
            kept.insert(pattern, compiled);
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Regex>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
