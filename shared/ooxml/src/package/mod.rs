//! The package: a ZIP container of parts, their content types and relationships (ECMA-376 part 2, OPC).
//!
//! [`Package::open`] is where every check on a hostile file happens. What it returns may leave the house: each part
//! was inflated once and has the size and checksum that it declares, nothing in its relationships loads or imports
//! anything, embedded objects are pictures, and a .dotx has become a .docx. [`Package::cuts`] tells what was taken out.

mod archive;
mod assembled;
mod content_types;
mod cut;
mod cuts;
mod flat_xml;
mod inflate;
mod known;
mod name;
mod open;
mod package_error;
mod part;
mod policy;
mod references;
mod relationships;
mod sniff;
mod store_path;
mod write;

pub use assembled::{Growing, assembled};
pub use cuts::{Cut, CutKind};
pub use known::KnownParts;
pub use package_error::PackageError;
pub use part::{Method, Part};
pub use relationships::{Relationship, Relationships, Target};
pub use store_path::{PROPERTY_STORES, StorePath};
pub use write::{Change, Packing, WriteError};

use std::sync::{Arc, Mutex};

use bytes::Bytes;

use crate::{Bounds, Budget, Limits};
use inflate::Inflater;

/// An opened package.
#[derive(Debug, Clone)]
pub struct Package {
    parts: Vec<Part>,
    names: part::Names,
    main: String,
    is_template: bool,
    cuts: Vec<Cut>,
    /// Serves one read after the other; clones share it.
    inflater: Arc<Mutex<Inflater>>,
}

impl Package {
    /// Opens a .docx or .dotx file.
    ///
    /// Bytes before the first entry are refused; bytes behind the last are ignored, and do not get into any document.
    ///
    /// # Errors
    /// One variant of [`PackageError`] for each reason to refuse it.
    pub fn open(bytes: impl Into<Bytes>, limits: &Limits) -> Result<Package, PackageError> {
        Package::open_within(bytes, limits, &Budget::of(limits))
    }

    /// As [`Package::open`], within the budget of a caller that has more to do.
    ///
    /// # Errors
    /// As [`Package::open`]; [`PackageError::Exhausted`] when the budget ends.
    pub fn open_within(
        bytes: impl Into<Bytes>,
        limits: &Limits,
        budget: &Budget,
    ) -> Result<Package, PackageError> {
        open::package(&bytes.into(), Bounds { limits, budget }, None)
    }

    /// [`Package::open_within`], with the parts that the process read before, for one that reads many documents. Both give the same
    /// package, or the same error, and cost the same steps.
    ///
    /// # Errors
    /// As [`Package::open`].
    pub fn open_known(
        bytes: impl Into<Bytes>,
        bounds: Bounds<'_>,
        known: &KnownParts,
    ) -> Result<Package, PackageError> {
        open::package(&bytes.into(), bounds, Some(known))
    }

    /// Opens a package that lies in a document, such as the workbook behind a chart. Bounded as a document is, but nothing is
    /// taken out of it: it stays what its author embedded.
    ///
    /// # Errors
    /// It is no package, or crosses a limit.
    pub fn open_embedded(bytes: &Bytes, bounds: Bounds<'_>) -> Result<Package, PackageError> {
        open::embedded(bytes, bounds)
    }

    /// All parts in the order of the file, `[Content_Types].xml` and relationships among them.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The part named `name` (`word/document.xml`); names compare without regard to ASCII case.
    pub fn part(&self, name: &str) -> Option<&Part> {
        self.parts.get(self.index(name)?)
    }

    /// Place of the part named `name` in [`Package::parts`].
    pub fn index(&self, name: &str) -> Option<usize> {
        self.names.index(name)
    }

    /// The part's inflated bytes.
    ///
    /// # Errors
    /// [`PackageError::CorruptEntry`] and [`PackageError::LyingSize`], though not for a part of an opened package.
    pub fn read(&self, part: &Part) -> Result<Vec<u8>, PackageError> {
        if let Some(bytes) = &part.kept.bytes {
            return Ok(bytes.to_vec());
        }
        match self.inflater.try_lock() {
            Ok(mut inflater) => inflater.read(part),
            // Another thread reads at the moment.
            Err(_) => Inflater::new().read(part),
        }
    }

    /// As [`Package::read`], within a budget.
    ///
    /// # Errors
    /// As [`Package::read`]; [`PackageError::Exhausted`] when the budget ends.
    pub fn read_within(&self, part: &Part, budget: &Budget) -> Result<Vec<u8>, PackageError> {
        budget.spend(part.size)?;
        self.read(part)
    }

    /// Content type of the part named `name`.
    pub fn content_type(&self, name: &str) -> Option<&str> {
        self.part(name)?.content_type()
    }

    /// Name of the part that the package's officeDocument relationship points to.
    pub fn main_document(&self) -> &str {
        &self.main
    }

    /// The relationships of the part named `source`, or of the package itself for `""`; none if it has none.
    ///
    /// # Errors
    /// As [`Package::read`].
    pub fn relationships(&self, source: &str) -> Result<Arc<Relationships>, PackageError> {
        let Some(part) = self.part(&name::relationships_of(source)) else {
            return Ok(Arc::default());
        };
        if let Some(relationships) = part.kept.relationships.get() {
            return Ok(relationships.clone());
        }
        let bytes = self.read(part)?;
        let relationships = Relationships::parse(&part.name, source, flat_xml::text(&part.name, &bytes)?)?;
        Ok(part.kept.relationships.get_or_init(|| relationships.into()).clone())
    }

    /// Drops what is kept of parts to read them once: the package is put by, perhaps for long.
    pub fn release(&mut self) {
        for part in &mut self.parts {
            part.kept = part::Kept::default();
        }
    }

    /// Name of the part that holds the relationships of the part named `source`, whether it is there or not.
    pub fn relationships_part(&self, source: &str) -> String {
        name::relationships_of(source)
    }

    /// As [`Package::relationships`], within a budget.
    ///
    /// # Errors
    /// As [`Package::relationships`]; [`PackageError::Exhausted`] when the budget ends.
    pub fn relationships_within(
        &self,
        source: &str,
        budget: &Budget,
    ) -> Result<Arc<Relationships>, PackageError> {
        let size = self.part(&name::relationships_of(source)).map_or(0, Part::size);
        budget.spend(size)?;
        self.relationships(source)
    }

    /// Whether the file was a template (.dotx). Its content type has been turned into a document's.
    pub fn is_template(&self) -> bool {
        self.is_template
    }

    /// What was taken out when the package was opened, in the order of its parts: things of one kind in one part are
    /// counted together.
    pub fn cuts(&self) -> &[Cut] {
        &self.cuts
    }

    /// The warnings that follow from [`Package::cuts`], for the document's author.
    pub fn diagnostics(&self) -> impl Iterator<Item = crate::Diagnostic> {
        self.cuts.iter().filter_map(|cut| cut.diagnostic(&self.main))
    }

    /// The same, for a document that is converted or put into another.
    pub fn warnings(&self) -> impl Iterator<Item = crate::Warning> {
        self.cuts.iter().filter_map(cuts::Cut::warning)
    }

    /// Makes a package: `changes` (indices of [`Package::parts`], each at most once) take effect, all other parts
    /// are copied as compressed bytes in their order, `added` parts follow (name and bytes; the caller gives them a
    /// content type by changing `[Content_Types].xml`). The same input gives the same bytes.
    ///
    /// # Errors
    /// [`WriteError`]: an index or a name that cannot be, or a result over 4 GiB.
    pub fn write(
        &self,
        changes: &[(usize, Change<'_>)],
        added: &[(&str, &[u8])],
    ) -> Result<Vec<u8>, WriteError> {
        self.write_packed(changes, added, Packing::Small)
    }

    /// As [`Package::write`], packed as its reader needs it.
    ///
    /// # Errors
    /// As [`Package::write`].
    pub fn write_packed(
        &self,
        changes: &[(usize, Change<'_>)],
        added: &[(&str, &[u8])],
        packing: Packing,
    ) -> Result<Vec<u8>, WriteError> {
        write::package(&self.parts, changes, added, packing)
    }
}
