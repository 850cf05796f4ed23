//! The package: a ZIP container of parts, their content types and relationships (ECMA-376 part 2, OPC).
//!
//! [`Package::open`] is where every check on a hostile file happens. What it returns may leave the house: each part
//! was inflated once and has the size and checksum that it declares, nothing in it loads anything from outside, and
//! a .dotx has become a .docx.

mod error;
mod part;
mod relationships;
mod write;

use bytes::Bytes;

pub use error::PackageError;
pub use part::{Method, Part};
pub use relationships::{Relationship, Relationships, Target};
pub use write::{Change, WriteError};

/// An opened package.
#[derive(Debug, Clone)]
pub struct Package {
    parts: Vec<Part>,
    main: usize,
    is_template: bool,
}

impl Package {
    /// Opens a .docx or .dotx file.
    ///
    /// # Errors
    /// One variant of [`PackageError`] for each reason to refuse it.
    pub fn open(bytes: impl Into<Bytes>, limits: &crate::Limits) -> Result<Package, PackageError> {
        let _ = (bytes.into(), limits);
        todo!()
    }

    /// All parts in the order of the file, `[Content_Types].xml` and relationships among them.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part named `name` (`word/document.xml`); names compare without regard to ASCII case.
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.index(name).map(|index| &self.parts[index])
    }

    /// Place of the part named `name` in [`Package::parts`].
    pub fn index(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.name.eq_ignore_ascii_case(name))
    }

    /// The part's inflated bytes.
    ///
    /// # Errors
    /// [`PackageError::CorruptEntry`] and [`PackageError::LyingSize`], though never for a part of this package.
    pub fn read(&self, part: &Part) -> Result<Vec<u8>, PackageError> {
        let _ = part;
        todo!()
    }

    /// Content type of the part named `name`.
    pub fn content_type(&self, name: &str) -> Option<&str> {
        self.part(name)?.content_type()
    }

    /// Name of the part that the package's officeDocument relationship points to.
    pub fn main_document(&self) -> &str {
        &self.parts[self.main].name
    }

    /// The relationships of the part named `source`, or of the package itself for `""`; empty if it has none.
    ///
    /// # Errors
    /// As [`Package::read`].
    pub fn relationships(&self, source: &str) -> Result<Relationships, PackageError> {
        let _ = source;
        todo!()
    }

    /// Whether the file was a template (.dotx). Its content type has been turned into a document's.
    pub fn is_template(&self) -> bool {
        self.is_template
    }

    /// Makes a package: `changes` (indices of [`Package::parts`], each at most once) take effect, all other parts
    /// are copied as compressed bytes in their order, `added` parts follow (name and bytes; the caller gives them a
    /// content type by changing `[Content_Types].xml`). The same input gives the same bytes.
    ///
    /// # Errors
    /// [`WriteError`]: an index or a name that cannot be, or a result over 4 GiB.
    pub fn write(&self, changes: &[(usize, Change<'_>)], added: &[(&str, &[u8])]) -> Result<Vec<u8>, WriteError> {
        let _ = (changes, added);
        todo!()
    }
}
