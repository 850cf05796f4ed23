//! A cache of the values used last, limited by bytes.

use std::borrow::Borrow;
use std::hash::Hash;

use foldhash::fast::RandomState;
use lru::LruCache;

/// Values by key, as many of those that were used last as fit into a number of bytes. Keys are whole: two that are not
/// equal never pass for one another, whatever their hashes.
pub struct Recent<K, V> {
    known: LruCache<K, (V, usize), RandomState>,
    bytes: usize,
    most: usize,
}

/// The size of an entry in addition to its key and its value.
const ENTRY: usize = 128;

impl<K: Hash + Eq, V> Recent<K, V> {
    /// None yet, and at most `most` bytes of them.
    #[must_use]
    pub fn new(most: usize) -> Recent<K, V> {
        Recent { known: LruCache::unbounded_with_hasher(RandomState::default()), bytes: 0, most }
    }

    /// The value of a key.
    pub fn get<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.known.get(key).map(|(value, _)| value)
    }

    /// Keeps a value that takes `bytes` with its key. What was not used for the longest time goes; what is larger than all
    /// that may be kept is not kept.
    pub fn put(&mut self, key: K, value: V, bytes: usize) {
        let bytes = bytes.saturating_add(ENTRY);
        if bytes > self.most {
            return;
        }
        if let Some((_, (_, before))) = self.known.push(key, (value, bytes)) {
            self.bytes -= before;
        }
        self.bytes += bytes;
        while self.bytes > self.most {
            let Some((_, (_, oldest))) = self.known.pop_lru() else { break };
            self.bytes -= oldest;
        }
    }

    /// Bytes that all take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{ENTRY, Recent};

    #[test]
    fn the_oldest_go_when_bytes_are_over() {
        let mut recent: Recent<Box<[u8]>, u32> = Recent::new(3 * (ENTRY + 10));
        let key = |own: u8| Box::from([own; 2]);
        for own in 1..=3 {
            recent.put(key(own), own.into(), 10);
        }
        assert_eq!(recent.get(&[1, 1][..]), Some(&1));
        recent.put(key(4), 4, 10);
        assert_eq!(recent.get(&[2, 2][..]), None, "the one that was not asked for");
        assert_eq!([1, 3, 4].map(|own| recent.get(&[own; 2][..]).is_some()), [true; 3]);
        recent.put(key(4), 40, 5);
        assert_eq!((recent.get(&[4, 4][..]).copied(), recent.bytes()), (Some(40), 3 * ENTRY + 25));
        recent.put(key(5), 5, 1 << 20);
        assert_eq!((recent.get(&[5, 5][..]).copied(), recent.bytes()), (None, 3 * ENTRY + 25));
    }
}
