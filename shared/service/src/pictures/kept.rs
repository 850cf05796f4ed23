//! Pictures that the documents of a job share.

use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use lru::LruCache;

use crate::ids::JobId;

/// Bytes that are kept of all jobs.
const MOST: usize = 64 << 20;

/// Pictures by job and address, those that were used last.
pub(super) struct Kept(Mutex<Pictures>);

struct Pictures {
    by_address: LruCache<(JobId, String), Bytes>,
    bytes: usize,
}

impl Default for Kept {
    fn default() -> Kept {
        Kept(Mutex::new(Pictures { by_address: LruCache::unbounded(), bytes: 0 }))
    }
}

impl Kept {
    pub(super) fn get(&self, job: JobId, address: &str) -> Option<Bytes> {
        self.locked().by_address.get(&(job, address.to_owned())).cloned()
    }

    pub(super) fn put(&self, job: JobId, address: &str, picture: Bytes) {
        let mut pictures = self.locked();
        pictures.bytes += weight(address, &picture);
        if let Some((key, before)) = pictures.by_address.push((job, address.to_owned()), picture) {
            pictures.bytes -= weight(&key.1, &before);
        }
        while pictures.bytes > MOST {
            let Some((key, oldest)) = pictures.by_address.pop_lru() else { return };
            pictures.bytes -= weight(&key.1, &oldest);
        }
    }

    /// No code panics while it holds the lock.
    fn locked(&self) -> std::sync::MutexGuard<'_, Pictures> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes of a picture and its entry.
fn weight(address: &str, picture: &Bytes) -> usize {
    picture.len() + address.len() + 200
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn the_oldest_pictures_make_room() {
        let kept = Kept::default();
        let (job, other) = (JobId(Uuid::from_u128(1)), JobId(Uuid::from_u128(2)));
        kept.put(job, "a", Bytes::from_static(b"a"));
        kept.put(job, "b", vec![0; MOST - 1_000].into());
        assert_eq!((kept.get(job, "a"), kept.get(other, "a")), (Some(Bytes::from_static(b"a")), None));
        kept.put(other, "c", vec![0; 2_000].into());
        assert!(kept.get(job, "b").is_none());
        assert!(kept.get(job, "a").is_some() && kept.get(other, "c").is_some());
        kept.put(other, "c", Bytes::new());
        assert_eq!(kept.locked().bytes, weight("a", &Bytes::from_static(b"a")) + weight("c", &Bytes::new()));
    }
}
