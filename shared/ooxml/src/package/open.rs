//! The order of the checks: cheap ones first, inflating everything last.

use std::sync::{Arc, Mutex};

use bytes::Bytes;

use super::content_types::{ContentTypes, Main};
use super::inflate::Inflater;
use super::known::KnownParts;
use super::package_error::PackageError;
use super::part::{Kept, Names, Part};
use super::relationships::Relationships;
use super::{Package, archive, content_types, flat_xml, name, write};
use crate::Bounds;

/// Bytes of inflated parts that a package keeps while it is worked on: those of some hundred pages of text.
const KEPT_BYTES: usize = 4 << 20;

/// See [`Package::open`].
pub(super) fn package(
    bytes: &Bytes,
    bounds: Bounds<'_>,
    known: Option<&KnownParts>,
) -> Result<Package, PackageError> {
    match open(bytes, bounds, known, false) {
        // Building blocks are no part of what a reader sees: damage in them costs only them.
        Err(PackageError::MalformedPart { part: name, .. } | PackageError::CorruptEntry { name })
            if name::is_of_glossary(&name) =>
        {
            open(bytes, bounds, known, true)
        }
        opened => opened,
    }
}

fn open(
    bytes: &Bytes,
    bounds: Bounds<'_>,
    known: Option<&KnownParts>,
    without_glossary: bool,
) -> Result<Package, PackageError> {
    let parts = archive::parts(bytes, bounds)?;
    let names = Names::of(&parts);
    let inflater = Inflater::new();
    let mut opening = Opening { parts, names, bounds, known, inflater, kept: 0, without_glossary };

    opening.check_index_size()?;
    let table = opening.index(content_types::NAME).ok_or(PackageError::NoContentTypes)?;
    let text = opening.read(table)?;
    let types = ContentTypes::parse(flat_xml::text(content_types::NAME, &text)?)?;
    for part in &mut opening.parts {
        part.content_type = types.of(&part.name);
    }

    let (main, kind) = opening.main_document()?;
    let cuts = opening.cut(&main)?.into_list();
    opening.verify()?;

    if kind == Main::Template {
        opening.become_document(&main)?;
    }
    let Opening { parts, names, inflater, .. } = opening;
    let inflater = Arc::new(Mutex::new(inflater));
    Ok(Package { parts, names, main, is_template: kind == Main::Template, cuts, inflater })
}

/// See [`Package::open_embedded`].
pub(super) fn embedded(bytes: &Bytes, bounds: Bounds<'_>) -> Result<Package, PackageError> {
    let parts = archive::parts(bytes, bounds)?;
    let names = Names::of(&parts);
    let inflater = Arc::new(Mutex::new(Inflater::new()));
    let mut package =
        Package { parts, names, main: String::new(), is_template: false, cuts: Vec::new(), inflater };
    let main = package.relationships_within("", bounds.budget)?;
    let main = main.part_of_kind("officeDocument").ok_or(PackageError::NoMainDocument)?;
    package.main = main.to_owned();
    Ok(package)
}

/// A package on its way in.
pub(super) struct Opening<'a> {
    pub(super) parts: Vec<Part>,
    pub(super) names: Names,
    pub(super) bounds: Bounds<'a>,
    known: Option<&'a KnownParts>,
    inflater: Inflater,
    /// Bytes of all parts that are kept inflated.
    kept: usize,
    /// The glossary is left out, because it is damaged.
    pub(super) without_glossary: bool,
}

impl Opening<'_> {
    pub(super) fn index(&self, name: &str) -> Option<usize> {
        self.names.index(name)
    }

    /// Bounds the parts that are parsed here, before any of them is inflated.
    fn check_index_size(&self) -> Result<(), PackageError> {
        let is_index =
            |part: &&Part| part.is_named(content_types::NAME) || name::source_of(&part.name).is_some();
        let mut bytes = 0_u64;
        // Tables and relationships of a hundred megabytes for a document of two pages.
        for part in self.parts.iter().filter(is_index) {
            bytes = bytes.saturating_add(part.size);
            self.check_size(part, bytes)?;
        }
        Ok(())
    }

    fn check_size(&self, part: &Part, bytes: u64) -> Result<(), PackageError> {
        let allowed = self.bounds.limits.index_bytes;
        if bytes > allowed {
            return Err(PackageError::PartTooLarge {
                part: part.name.clone(),
                limit: "index_bytes",
                allowed,
            });
        }
        Ok(())
    }

    /// The inflated bytes of a part, checked. They are kept for the next reader of the part.
    pub(super) fn read(&mut self, index: usize) -> Result<Bytes, PackageError> {
        let part = &mut self.parts[index];
        self.bounds.budget.spend(part.size)?;
        if let Some(bytes) = &part.kept.bytes {
            return Ok(bytes.clone());
        }
        let known = self.known.and_then(|known| known.inflated(part));
        let bytes = known.map_or_else(|| self.inflater.read(part).map(Bytes::from), Ok)?;
        if self.kept + bytes.len() <= KEPT_BYTES {
            self.kept += bytes.len();
            part.kept.bytes = Some(bytes.clone());
        }
        Ok(bytes)
    }

    /// The main part by the package's relationship, never by a name that writers are free to choose.
    fn main_document(&mut self) -> Result<(String, Main), PackageError> {
        let index = self.index(&name::relationships_of("")).ok_or(PackageError::NoMainDocument)?;
        let bytes = self.read(index)?;
        let part = &self.parts[index].name;
        let relationships = Relationships::parse(part, "", flat_xml::text(part, &bytes)?)?;
        let mut named = relationships.of_kind("officeDocument");
        // With two of them, one reader checks the first and another shows the second.
        let (Some(only), None) = (named.next(), named.next()) else {
            return Err(PackageError::NoMainDocument);
        };
        let main = only.part().and_then(|name| self.index(name)).ok_or(PackageError::NoMainDocument)?;
        let main = &self.parts[main];
        let kind = content_types::main_kind(&main.name, main.content_type().unwrap_or_default())?;
        Ok((main.name.clone(), kind))
    }

    /// Turns the table's entry for a template's main part into that of a document: what is made from a template is
    /// a document, and Word refuses a .docx that says otherwise.
    fn become_document(&mut self, main: &str) -> Result<(), PackageError> {
        let table = self.index(content_types::NAME).ok_or(PackageError::NoContentTypes)?;
        let bytes = self.read(table)?;
        let text = content_types::as_document(flat_xml::text(content_types::NAME, &bytes)?);
        let content_type = ContentTypes::parse(&text)?.of(main);
        if content_types::main_kind(main, content_type.as_deref().unwrap_or_default())? != Main::Document {
            return Err(flat_xml::malformed(content_types::NAME, "it escapes letters of a content type"));
        }
        self.replace(table, text.as_bytes());
        if let Some(main) = self.index(main) {
            self.parts[main].content_type = content_type;
        }
        Ok(())
    }

    pub(super) fn replace(&mut self, index: usize, bytes: &[u8]) {
        let part = &mut self.parts[index];
        let mut packed = Vec::new();
        part.method = write::pack(&mut packed, bytes);
        part.data = packed.into();
        part.crc = write::crc32(bytes);
        part.size = bytes.len() as u64;
        part.kept = Kept::default();
    }

    /// Inflates every part once: copied as they are, they would carry a lie about their size, or another's DOCTYPE,
    /// to the program that opens the result.
    fn verify(&mut self) -> Result<(), PackageError> {
        for index in 0..self.parts.len() {
            let part = &self.parts[index];
            let is_xml = part.is_xml();
            let is_checked = self.known.is_some_and(|known| known.is_checked(part));
            if is_xml && part.size <= (KEPT_BYTES - self.kept) as u64 || part.kept.bytes.is_some() {
                let bytes = self.read(index)?;
                if is_xml && !is_checked {
                    let head = &bytes[..bytes.len().min(Inflater::PIECE)];
                    flat_xml::refuse_doctype(&self.parts[index].name, head)?;
                }
                self.keep(index, is_checked);
                continue;
            }
            if is_checked {
                self.bounds.budget.spend(part.size)?;
                continue;
            }
            let mut head = is_xml;
            self.inflater.run(part, |piece| {
                self.bounds.budget.spend(piece.len() as u64)?;
                if std::mem::take(&mut head) {
                    flat_xml::refuse_doctype(&part.name, &piece[..piece.len().min(Inflater::PIECE)])?;
                }
                Ok(())
            })?;
            self.keep(index, false);
        }
        Ok(())
    }

    /// Keeps a part that has passed all checks for further packages.
    fn keep(&self, index: usize, is_known: bool) {
        if let Some(known) = self.known.filter(|_| !is_known) {
            known.keep(&self.parts[index]);
        }
    }
}
