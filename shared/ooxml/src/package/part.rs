//! One part of a package.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;

use super::name;
use super::relationships::Relationships;

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
    pub(super) kept: Kept,
}

/// What was made of a part when it was first read: nothing is inflated or parsed twice while a package is worked on.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// The inflated bytes, unless they are many.
    pub bytes: Option<Bytes>,
    /// What they say, if it is a relationships part.
    pub relationships: OnceLock<Arc<Relationships>>,
}

/// How a part's bytes are stored (APPNOTE 4.4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// As they are.
    Stored,
    /// By deflate (RFC 1951).
    Deflated,
}

/// Where the parts of a package stand, by their names without regard to ASCII case. A thousand relationships ask for parts
/// of which there are thousands.
#[derive(Debug, Clone, Default)]
pub(super) struct Names(HashMap<String, usize>);

impl Names {
    pub fn of(parts: &[Part]) -> Names {
        Names(parts.iter().enumerate().map(|(index, part)| (part.name.to_ascii_lowercase(), index)).collect())
    }

    pub fn index(&self, name: &str) -> Option<usize> {
        self.0.get(&name.to_ascii_lowercase()).copied()
    }
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

    /// Whether the part claims to be XML, by its type or by its name.
    pub fn is_xml(&self) -> bool {
        let by_type = self.content_type().is_some_and(|kind| {
            let kind = kind.to_ascii_lowercase();
            kind.ends_with("+xml") || kind.ends_with("/xml") || kind.ends_with("vmldrawing")
        });
        by_type
            || self.name().to_ascii_lowercase().ends_with(".xml")
            || name::source_of(self.name()).is_some()
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
