//! Parts that were read before: the documents of one template have most of their parts in common.

use std::cell::RefCell;

use bytes::Bytes;

use super::part::{Method, Part};
use crate::Recent;

/// Bytes of all parts that are kept, as they lie in packages and inflated.
const ALL: usize = 8 << 20;

/// The largest part that is kept, in bytes: more is text or a picture of one document.
const LARGEST: usize = 256 << 10;

/// Parts that passed all checks of an earlier package of the process. A part is known only if all its bytes are the same, so a
/// package is read as if it were the first. Memory: 8 MiB at most.
pub struct KnownParts(RefCell<Recent<Box<[u8]>, Known>>);

/// What was declared of a part and found to be true.
struct Known {
    method: Method,
    crc: u32,
    /// The inflated bytes; none of a part that is only copied.
    bytes: Option<Bytes>,
    size: u64,
    /// It was checked as XML, too.
    is_xml: bool,
}

impl Default for KnownParts {
    fn default() -> KnownParts {
        KnownParts(RefCell::new(Recent::new(ALL)))
    }
}

impl KnownParts {
    /// Whether a part with these bytes passed the checks.
    pub(super) fn is_checked(&self, part: &Part) -> bool {
        self.find(part, |known| known.is_xml || !part.is_xml()).unwrap_or_default()
    }

    /// The inflated bytes of a part.
    pub(super) fn inflated(&self, part: &Part) -> Option<Bytes> {
        self.find(part, |known| known.bytes.clone()).flatten()
    }

    fn find<T>(&self, part: &Part, of: impl FnOnce(&Known) -> T) -> Option<T> {
        let mut known = self.0.borrow_mut();
        let known = known.get(part.compressed())?;
        let is_same = (known.method, known.crc, known.size) == (part.method, part.crc, part.size);
        is_same.then(|| of(known))
    }

    /// Keeps a part that passed the checks.
    pub(super) fn keep(&self, part: &Part) {
        let bytes = part.kept.bytes.clone();
        let size = bytes.as_ref().map_or(0, Bytes::len) + part.data.len();
        if size > LARGEST {
            return;
        }
        let known =
            Known { method: part.method, crc: part.crc, bytes, size: part.size, is_xml: part.is_xml() };
        self.0.borrow_mut().put(part.compressed().into(), known, size);
    }
}
