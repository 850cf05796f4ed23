//! The container: bytes to entries, with all checks that need no inflating (APPNOTE 6.3).

use std::collections::HashSet;

use bytes::Bytes;
use rawzip::{CompressionMethod, ErrorKind, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive, ZipSliceEntry};

use super::package_error::PackageError;
use super::part::{Kept, Method, Part};
use super::{name, sniff};
use crate::{Bounds, Limits};

/// Where an entry lies, its own header included.
struct Span {
    start: u64,
    end: u64,
    name: String,
}

/// Steps that an entry counts: its name is folded, looked up and compared.
const ENTRY: u64 = 256;

/// The parts in the order of the file's directory, none of them inflated yet.
pub(super) fn parts(bytes: &Bytes, bounds: Bounds<'_>) -> Result<Vec<Part>, PackageError> {
    let limits = bounds.limits;
    let size = bytes.len() as u64;
    if size > limits.package_bytes {
        return Err(PackageError::FileTooLarge { bytes: size, allowed: limits.package_bytes });
    }
    if let Some(error) = sniff::refuse(bytes) {
        return Err(error);
    }
    let archive = ZipArchive::from_slice(bytes).map_err(damaged)?;
    // Millions of entries of 46 bytes each: counted before anything is allocated for them.
    let declared = archive.entries_hint();
    let too_many = |entries| PackageError::TooManyEntries { entries, allowed: limits.package_entries };
    if declared > limits.package_entries as u64 {
        return Err(too_many(declared));
    }

    let mut reading =
        Reading { bytes, archive: &archive, limits, names: HashSet::new(), expanded: 0, spans: Vec::new() };
    let mut parts = Vec::new();
    let mut entries = archive.entries();
    while let Some(record) = entries.next_entry().map_err(damaged)? {
        // The declared count may lie as well.
        let count = reading.spans.len() + 1;
        if count > limits.package_entries {
            return Err(too_many(count as u64));
        }
        bounds.budget.spend(ENTRY)?;
        parts.extend(reading.entry(&record)?);
    }
    // A directory that is longer than it says shows one reader files that another does not see.
    if reading.spans.len() as u64 != declared {
        return Err(PackageError::Damaged {
            detail: "its table of parts does not list as many parts as it declares".to_owned(),
        });
    }
    refuse_overlaps(reading.spans, archive.directory_offset())?;
    Ok(parts)
}

struct Reading<'a> {
    bytes: &'a Bytes,
    archive: &'a ZipSliceArchive<&'a Bytes>,
    limits: &'a Limits,
    names: HashSet<String>,
    expanded: u64,
    spans: Vec<Span>,
}

impl Reading<'_> {
    /// Checks one entry; `None` for a folder.
    fn entry(&mut self, record: &ZipFileHeaderRecord<'_>) -> Result<Option<Part>, PackageError> {
        let raw = record.file_path();
        let raw = raw.as_bytes();
        let folder = raw.strip_suffix(b"/");
        let name = name::check(folder.unwrap_or(raw))?.to_owned();
        // Two parts of one name: what is checked is one, what the next reader shows is the other.
        if !self.names.insert(name::fold(&name)) {
            return Err(PackageError::DuplicateName { name });
        }
        let flags = record.flags();
        if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
            return Err(PackageError::EncryptedEntry { name });
        }
        let method = match record.compression_method() {
            CompressionMethod::STORE => Method::Stored,
            CompressionMethod::DEFLATE => Method::Deflated,
            // Deflate64, LZMA and others: decoders that are tested less, and that Word lacks.
            other => return Err(PackageError::UnknownCompression { name, method: other.as_u16() }),
        };
        self.sizes(record, method, &name)?;

        let entry =
            self.archive.get_entry(record.wayfinder()).map_err(|error| damaged_entry(&name, &error))?;
        if !agrees(record, &entry) {
            return Err(PackageError::HeaderMismatch { name });
        }
        let (start, end) = entry.compressed_data_range();
        self.spans.push(Span { start: record.local_header_offset(), end, name: name.clone() });
        if folder.is_some() {
            return Ok(None);
        }
        let data = self.bytes.slice(start as usize..end as usize);
        let (crc, size) = (record.crc32(), record.uncompressed_size_hint());
        Ok(Some(Part { name, content_type: None, data, method, crc, size, kept: Kept::default() }))
    }

    /// Bounds on the sizes that the directory declares; inflating holds the entries to them.
    fn sizes(
        &mut self,
        record: &ZipFileHeaderRecord<'_>,
        method: Method,
        name: &str,
    ) -> Result<(), PackageError> {
        let (packed, size) = (record.compressed_size_hint(), record.uncompressed_size_hint());
        if method == Method::Stored && packed != size {
            return Err(PackageError::LyingSize { name: name.to_owned() });
        }
        // One entry of a megabyte that becomes a gigabyte. A white scan of an A3 page shrinks as well, and is no bomb.
        let (allowed, is_picture) = (self.limits.compression_ratio, is_picture(name));
        let from =
            if is_picture { self.limits.picture_ratio_from_bytes } else { self.limits.ratio_from_bytes };
        if size > from && size / packed.max(1) > allowed {
            return Err(PackageError::CompressionRatio { name: name.to_owned(), allowed });
        }
        // Many entries, each of them harmless alone.
        self.expanded = self.expanded.saturating_add(size);
        let allowed = self.limits.expanded_bytes;
        if self.expanded > allowed {
            return Err(PackageError::ExpandsTooLarge { allowed });
        }
        Ok(())
    }
}

/// Whether the entry's own header says what the directory says. Readers differ in which of the two they believe:
/// a difference shows the checks one file and the reader another.
fn agrees(record: &ZipFileHeaderRecord<'_>, entry: &ZipSliceEntry<'_>) -> bool {
    let local = entry.local_header();
    // With a data descriptor the header may leave the figures out, which then are 0.
    let deferred = local.flags().has_data_descriptor();
    let same = |own: u64, directory: u64| own == directory || (deferred && own == 0);
    local.file_path().as_bytes() == record.file_path().as_bytes()
        && local.compression_method() == record.compression_method()
        && !local.flags().is_encrypted()
        && same(u64::from(local.crc32()), u64::from(record.crc32()))
        && (same(local.compressed_size_hint(), record.compressed_size_hint())
            || zip64_deferred(deferred, &local))
        && (same(local.uncompressed_size_hint(), record.uncompressed_size_hint())
            || zip64_deferred(deferred, &local))
}

/// Streaming writers of 64-bit entries put all ones where the sizes follow in the descriptor.
fn zip64_deferred(deferred: bool, local: &rawzip::ZipLocalFileHeader<'_>) -> bool {
    let ones = u64::from(u32::MAX);
    deferred && (local.compressed_size_hint() == ones || local.uncompressed_size_hint() == ones)
}

fn refuse_overlaps(mut spans: Vec<Span>, directory: u64) -> Result<(), PackageError> {
    spans.sort_unstable_by_key(|span| span.start);
    // A program or a picture in front makes the file two things at once.
    if let Some(first) = spans.first()
        && first.start > 0
    {
        return Err(PackageError::PrependedData { bytes: first.start });
    }
    // Entries that share their bytes: 10 MB become 281 TB by pointing at the same bytes again and again.
    let mut free_from = 0;
    for span in spans {
        if span.start < free_from || span.end > directory {
            return Err(PackageError::OverlappingEntries { name: span.name });
        }
        free_from = span.end;
    }
    Ok(())
}

/// What the ZIP reader found wrong with the container, in words for the person who uploaded the file.
fn damaged(error: rawzip::Error) -> PackageError {
    let detail = match error.kind() {
        ErrorKind::MissingEndOfCentralDirectory | ErrorKind::Eof => {
            "it ends in the middle of its table of parts"
        }
        ErrorKind::InvalidSignature { .. } | ErrorKind::InvalidEndOfCentralDirectory => {
            "its table of parts is not where it should be"
        }
        _ => "its table of parts cannot be read",
    };
    PackageError::Damaged { detail: detail.to_owned() }
}

/// The same of one entry.
fn damaged_entry(name: &str, error: &rawzip::Error) -> PackageError {
    let detail = match error.kind() {
        ErrorKind::Eof => format!("it ends in the middle of the part {name:?}"),
        _ => format!("the part {name:?} is not where its table of parts says"),
    };
    PackageError::Damaged { detail }
}

/// Whether an entry's name is that of a picture.
fn is_picture(name: &str) -> bool {
    const EXTENSIONS: [&str; 10] = ["png", "jpg", "jpeg", "gif", "bmp", "dib", "tif", "tiff", "emf", "wmf"];
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
