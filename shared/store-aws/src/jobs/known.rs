//! What a worker remembers about its jobs: data that never changes and would otherwise be requested for each chunk.

use std::hash::Hash;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, PoisonError};

use lru::LruCache;

/// Jobs that a process remembers.
const KNOWN: NonZeroUsize = NonZeroUsize::new(32).unwrap();

/// Things by their names, those that were asked for last.
#[derive(Debug)]
pub(crate) struct Known<K: Hash + Eq, V>(Arc<Mutex<LruCache<K, V>>>);

impl<K: Hash + Eq, V> Default for Known<K, V> {
    fn default() -> Self {
        Known(Arc::new(Mutex::new(LruCache::new(KNOWN))))
    }
}

impl<K: Hash + Eq, V> Clone for Known<K, V> {
    fn clone(&self) -> Self {
        Known(self.0.clone())
    }
}

impl<K: Hash + Eq, V: Clone> Known<K, V> {
    pub(super) fn get(&self, name: &K) -> Option<V> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    pub(super) fn put(&self, name: K, value: V) -> V {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).put(name, value.clone());
        value
    }
}
