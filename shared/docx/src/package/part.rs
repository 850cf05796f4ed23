//! One part of a package.

use std::sync::Arc;

use bytes::Bytes;

/// A part: its name, its content type and its bytes as they lie in the container.
#[derive(Debug, Clone)]
pub struct Part {
    pub(super) name: String,
    pub(super) content_type: Option<Arc<str>>,
    /// Compressed bytes: a slice of the file, or what took its place when the package was opened.
    pub(super) data: Bytes,
    pub(super) method: Method,
    pub(super) crc: u32,
    pub(super) size: u64,
}

/// How a part's bytes are stored (APPNOTE 4.4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// As they are.
    Stored,
    /// By deflate (RFC 1951).
    Deflated,
}

impl Part {
    /// Name without the leading slash: `word/document.xml`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether the part has this name; names compare without regard to ASCII case.
    pub fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Content type (ECMA-376 part 2, 6.2.3), if the package gives it one.
    pub fn content_type(&self) -> Option<&str> {
        self.content_type.as_deref()
    }

    /// Bytes as stored in the container.
    pub fn compressed(&self) -> &[u8] {
        &self.data
    }

    /// How [`Part::compressed`] is stored.
    pub fn method(&self) -> Method {
        self.method
    }

    /// CRC-32 of the inflated bytes.
    pub fn crc32(&self) -> u32 {
        self.crc
    }

    /// Size of the inflated bytes, checked when the package was opened.
    pub fn size(&self) -> u64 {
        self.size
    }
}
