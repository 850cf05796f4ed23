//! Writing a package: what changed is deflated, the rest is copied as it lies in the template.
//!
//! The container is written here and not with `rawzip`, whose writer puts the sizes of every entry behind it: stored
//! pictures copied like that cannot be read by streaming readers (Apache POI, `java.util.zip`).

use std::cell::RefCell;
use std::collections::HashSet;

use flate2::{Compress, Compression, Crc, FlushCompress, Status};

use super::name;
use super::part::{Method, Part};

/// What becomes of a part in the written package.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// It gets these bytes, packed as the package is ([`Packing`]).
    Replace(&'a [u8]),
    /// It is left out. References to it are the caller's to remove.
    Remove,
}

/// How replaced and added parts are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Packing {
    /// Deflated: the package is a file, to be kept or sent.
    #[default]
    Small,
    /// Stored as long as the package is short: a process on the same machine reads it, and would inflate them at once.
    Quick,
}

impl Packing {
    /// The longest package with stored parts, in bytes: what reads it has a limit for packages.
    const SHORT: usize = 1 << 20;

    /// Whether `bytes` are stored behind `written`.
    fn stores(self, written: &[u8], bytes: &[u8]) -> bool {
        self == Packing::Quick && written.len() + bytes.len() <= Packing::SHORT
    }
}

/// Why a package cannot be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A change names a part that does not exist, or one that another change names.
    #[error("no part, or one that is changed already, has the index {0}")]
    BadIndex(usize),
    /// An added part's name is no part name, or taken.
    #[error("a part cannot be added under the name {0:?}")]
    BadName(String),
    /// The package is larger than a ZIP without 64-bit extensions can be.
    #[error("the document would be larger than a ZIP file may be (4 GiB, 65,535 parts)")]
    TooLarge,
}

/// 1980-01-01, the first day that the format knows: no clock, so that the same input gives the same bytes.
const DATE: u16 = 1 << 5 | 1;
/// General purpose flag: the name is in UTF-8.
const UTF8: u16 = 1 << 11;
/// Version 2.0 of the format: deflate.
const VERSION: u16 = 20;

thread_local! {
    /// Setting up the compressor's tables takes as long as deflating a letter; level 1 takes half the time of level
    /// 2 and a quarter of level 6, for a document.xml that is a quarter and a half larger.
    static DEFLATE: RefCell<Compress> = RefCell::new(Compress::new(Compression::new(1), false));
}

/// See [`super::Package::write`].
pub(super) fn package(
    parts: &[Part],
    changes: &[(usize, Change<'_>)],
    added: &[(&str, &[u8])],
    packing: Packing,
) -> Result<Vec<u8>, WriteError> {
    let mut by_index: Vec<Option<Change<'_>>> = vec![None; parts.len()];
    for (index, change) in changes {
        match by_index.get_mut(*index) {
            Some(slot @ None) => *slot = Some(*change),
            _ => return Err(WriteError::BadIndex(*index)),
        }
    }
    check_added(parts, added)?;

    let replaced =
        changes.iter().map(|(_, change)| if let Change::Replace(bytes) = change { bytes.len() } else { 0 });
    let fresh: usize = replaced.chain(added.iter().map(|(name, bytes)| name.len() + bytes.len())).sum();
    let kept: usize = parts.iter().map(|part| part.data.len() + 2 * part.name.len() + 76).sum();
    let names: usize = parts.iter().map(|part| part.name.len() + 46).sum();
    let out = Vec::with_capacity(kept + fresh + 1024);
    let mut writer = Writer { out, directory: Vec::with_capacity(names + 1024), entries: 0, packing };
    for (part, change) in parts.iter().zip(&by_index) {
        match change {
            None => writer.copy(part)?,
            Some(Change::Replace(bytes)) => writer.add(&part.name, bytes)?,
            Some(Change::Remove) => {}
        }
    }
    for (name, bytes) in added {
        writer.add(name, bytes)?;
    }
    writer.finish()
}

/// See [`super::assembled`].
pub(super) fn whole(parts: Vec<Part>) -> Result<Vec<u8>, WriteError> {
    let names: Vec<(&str, &[u8])> = parts.iter().map(|part| (part.name.as_str(), [].as_slice())).collect();
    check_added(&[], &names)?;
    let mut writer = Writer { out: Vec::new(), directory: Vec::new(), entries: 0, packing: Packing::Small };
    // Each goes when it is written: they may be all that there is room for.
    for part in parts {
        writer.copy(&part)?;
    }
    writer.finish()
}

fn check_added(parts: &[Part], added: &[(&str, &[u8])]) -> Result<(), WriteError> {
    if added.is_empty() {
        return Ok(());
    }
    let mut taken: HashSet<String> = parts.iter().map(|part| name::fold(&part.name)).collect();
    for (name, _) in added {
        if name::check(name.as_bytes()).is_err() || !taken.insert(name::fold(name)) {
            return Err(WriteError::BadName((*name).to_owned()));
        }
    }
    Ok(())
}

/// Deflates `bytes` onto the end of `out`, or appends them as they are if that is no longer.
pub(super) fn pack(out: &mut Vec<u8>, bytes: &[u8]) -> Method {
    let start = out.len();
    let done = DEFLATE.with_borrow_mut(|state| {
        state.reset();
        // What does not fit into as many bytes as there were is better stored.
        out.reserve(bytes.len());
        let packed = deflate(state, out, bytes);
        packed && out.len() - start < bytes.len()
    });
    if done {
        return Method::Deflated;
    }
    out.truncate(start);
    out.extend_from_slice(bytes);
    Method::Stored
}

/// Whether all of `bytes` went into the spare capacity of `out`.
fn deflate(state: &mut Compress, out: &mut Vec<u8>, bytes: &[u8]) -> bool {
    loop {
        let (read, written) = (state.total_in(), state.total_out());
        let rest = bytes.get(read as usize..).unwrap_or_default();
        match state.compress_vec(rest, out, FlushCompress::Finish) {
            Ok(Status::StreamEnd) => return true,
            Ok(_) if state.total_in() > read || state.total_out() > written => {}
            _ => return false,
        }
    }
}

fn is_packed(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    ["png", "jpeg", "jpg", "gif"].iter().any(|packed| extension.eq_ignore_ascii_case(packed))
}

/// The checksum that the container keeps of an entry.
pub(super) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// What the entry's own header and the directory both say.
struct Fields<'a> {
    name: &'a str,
    method: Method,
    crc: u32,
    packed: usize,
    size: u64,
}

impl Fields<'_> {
    /// The 26 bytes that both headers share (APPNOTE 4.3.7, from "version needed" to the lengths).
    fn to_bytes(&self) -> Result<[u8; 26], WriteError> {
        let method: u16 = match self.method {
            Method::Stored => 0,
            Method::Deflated => 8,
        };
        let flags = if self.name.is_ascii() { 0 } else { UTF8 };
        let size = u32::try_from(self.size).map_err(|_| WriteError::TooLarge)?;
        let mut bytes = [0; 26];
        bytes[0..2].copy_from_slice(&VERSION.to_le_bytes());
        bytes[2..4].copy_from_slice(&flags.to_le_bytes());
        bytes[4..6].copy_from_slice(&method.to_le_bytes());
        bytes[8..10].copy_from_slice(&DATE.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.crc.to_le_bytes());
        bytes[14..18].copy_from_slice(&u32_of(self.packed)?.to_le_bytes());
        bytes[18..22].copy_from_slice(&size.to_le_bytes());
        bytes[22..24].copy_from_slice(&u16_of(self.name.len())?.to_le_bytes());
        Ok(bytes)
    }
}

struct Writer {
    out: Vec<u8>,
    directory: Vec<u8>,
    entries: usize,
    packing: Packing,
}

impl Writer {
    fn copy(&mut self, part: &Part) -> Result<(), WriteError> {
        let Part { name, method, crc, size, data, .. } = part;
        let fields = Fields { name, method: *method, crc: *crc, packed: data.len(), size: *size };
        let offset = self.out.len();
        self.begin(&fields)?;
        self.out.extend_from_slice(data);
        self.list(&fields, offset)
    }

    fn add(&mut self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let crc = crc32(bytes);
        let mut fields = Fields { name, method: Method::Stored, crc, packed: 0, size: bytes.len() as u64 };
        let offset = self.out.len();
        self.begin(&fields)?;
        let data = self.out.len();
        // Pictures are packed already: another try takes longer than all else and gains nothing.
        fields.method = if is_packed(name) || self.packing.stores(&self.out, bytes) {
            self.out.extend_from_slice(bytes);
            Method::Stored
        } else {
            pack(&mut self.out, bytes)
        };
        fields.packed = self.out.len() - data;
        // How it was packed, and how small it got, is known only now.
        self.out[offset + 4..offset + 30].copy_from_slice(&fields.to_bytes()?);
        self.list(&fields, offset)
    }

    fn begin(&mut self, fields: &Fields<'_>) -> Result<(), WriteError> {
        self.out.extend_from_slice(b"PK\x03\x04");
        self.out.extend_from_slice(&fields.to_bytes()?);
        self.out.extend_from_slice(fields.name.as_bytes());
        Ok(())
    }

    fn list(&mut self, fields: &Fields<'_>, offset: usize) -> Result<(), WriteError> {
        self.entries += 1;
        let directory = &mut self.directory;
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&fields.to_bytes()?);
        // No comment, first disk, no attributes.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&u32_of(offset)?.to_le_bytes());
        directory.extend_from_slice(fields.name.as_bytes());
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>, WriteError> {
        let Writer { mut out, directory, entries, .. } = self;
        let (offset, size, entries) = (u32_of(out.len())?, u32_of(directory.len())?, u16_of(entries)?);
        out.extend_from_slice(&directory);
        out.extend_from_slice(b"PK\x05\x06\0\0\0\0");
        out.extend_from_slice(&entries.to_le_bytes());
        out.extend_from_slice(&entries.to_le_bytes());
        out.extend_from_slice(&size.to_le_bytes());
        out.extend_from_slice(&offset.to_le_bytes());
        out.extend_from_slice(&[0; 2]);
        Ok(out)
    }
}

/// The largest values mean "see the 64-bit field", which is not written.
fn u32_of(value: usize) -> Result<u32, WriteError> {
    u32::try_from(value).ok().filter(|value| *value < u32::MAX).ok_or(WriteError::TooLarge)
}

fn u16_of(value: usize) -> Result<u16, WriteError> {
    u16::try_from(value).ok().filter(|value| *value < u16::MAX).ok_or(WriteError::TooLarge)
}
