//! ZIP archives (APPNOTE 6.3) as a stream: stored entries whose size and CRC-32 are known before their bytes, ZIP64 where
//! numbers need it, no clock.
//!
//! Libraries that write ZIP either go back to fill in sizes, which an upload in parts cannot, or put them after the bytes,
//! which programs that read a stream refuse for stored entries (Java's `ZipInputStream` among them).

use std::ops::Range;

/// 1980-01-01 00:00, the first moment that the format knows: date, time.
const NO_DATE: u16 = 0x0021;
/// File names are UTF-8 (4.4.4, bit 11).
const UTF8_NAMES: u16 = 1 << 11;
/// Version 4.5: ZIP64 (4.4.3).
const ZIP64: u16 = 45;
/// A regular file, rw-r--r-- (4.4.15).
const ATTRIBUTES: u32 = 0o100_644 << 16;
/// Made on Unix (4.4.2), where those attributes mean something.
const UNIX: u16 = 3 << 8;

/// The bookkeeping of an archive that is being written. The caller writes what is returned, and the files' bytes.
#[derive(Default)]
pub(super) struct Directory {
    /// Bytes of the archive so far.
    offset: u64,
    entries: u64,
    records: Vec<u8>,
}

impl Directory {
    /// The header that stands before a file's bytes.
    pub(super) fn begin(&mut self, name: &str, bytes: u64, crc32: u32) -> Vec<u8> {
        let at = self.offset;
        let mut sizes = Wide::default();
        let short_size = sizes.field(bytes);
        sizes.field(bytes);
        let mut header = Vec::with_capacity(30 + name.len() + 20);
        header.extend_from_slice(b"PK\x03\x04");
        self.common(&mut header, crc32, short_size, name);
        let extra = sizes.extra();
        put16(&mut header, extra.len());
        header.extend_from_slice(name.as_bytes());
        header.extend_from_slice(&extra);
        self.offset += header.len() as u64 + bytes;
        self.entries += 1;

        let mut wide = Wide::default();
        wide.field(bytes);
        wide.field(bytes);
        let short_at = wide.field(at);
        let extra = wide.extra();
        let mut records = std::mem::take(&mut self.records);
        records.extend_from_slice(b"PK\x01\x02");
        records.extend_from_slice(&(UNIX | ZIP64).to_le_bytes());
        self.common(&mut records, crc32, short_size, name);
        put16(&mut records, extra.len());
        // No comment, first disk, binary.
        records.extend_from_slice(&[0; 6]);
        records.extend_from_slice(&ATTRIBUTES.to_le_bytes());
        records.extend_from_slice(&short_at.to_le_bytes());
        records.extend_from_slice(name.as_bytes());
        records.extend_from_slice(&extra);
        self.records = records;
        header
    }

    /// As [`Directory::begin`]: where the file's bytes are in the archive.
    pub(super) fn place(&mut self, name: &str, bytes: u64, crc32: u32) -> Range<u64> {
        self.begin(name, bytes, crc32);
        self.offset - bytes..self.offset
    }

    /// The part that both headers of a file share (4.3.7, 4.3.12), up to the length of its name.
    fn common(&self, header: &mut Vec<u8>, crc32: u32, size: u32, name: &str) {
        header.extend_from_slice(&ZIP64.to_le_bytes());
        header.extend_from_slice(&UTF8_NAMES.to_le_bytes());
        // Stored; the time, then the date.
        header.extend_from_slice(&[0; 4]);
        header.extend_from_slice(&NO_DATE.to_le_bytes());
        header.extend_from_slice(&crc32.to_le_bytes());
        header.extend_from_slice(&size.to_le_bytes());
        header.extend_from_slice(&size.to_le_bytes());
        put16(header, name.len());
    }

    /// The directory that ends the archive.
    pub(super) fn end(self) -> Vec<u8> {
        let (at, size, count) = (self.offset, self.records.len() as u64, self.entries);
        let mut end = self.records;
        let (short_count, short_size, short_at) = (
            u16::try_from(count).unwrap_or(u16::MAX),
            u32::try_from(size).unwrap_or(u32::MAX),
            u32::try_from(at).unwrap_or(u32::MAX),
        );
        if short_count == u16::MAX || short_size == u32::MAX || short_at == u32::MAX {
            // 4.3.14: the record's size is counted from after that field.
            end.extend_from_slice(b"PK\x06\x06");
            end.extend_from_slice(&44u64.to_le_bytes());
            end.extend_from_slice(&(UNIX | ZIP64).to_le_bytes());
            end.extend_from_slice(&ZIP64.to_le_bytes());
            end.extend_from_slice(&[0; 8]);
            for number in [count, count, size, at] {
                end.extend_from_slice(&number.to_le_bytes());
            }
            end.extend_from_slice(b"PK\x06\x07");
            end.extend_from_slice(&[0; 4]);
            end.extend_from_slice(&(at + size).to_le_bytes());
            end.extend_from_slice(&1u32.to_le_bytes());
        }
        end.extend_from_slice(b"PK\x05\x06");
        end.extend_from_slice(&[0; 4]);
        end.extend_from_slice(&short_count.to_le_bytes());
        end.extend_from_slice(&short_count.to_le_bytes());
        end.extend_from_slice(&short_size.to_le_bytes());
        end.extend_from_slice(&short_at.to_le_bytes());
        end.extend_from_slice(&[0; 2]);
        end
    }
}

/// The numbers that do not fit their 32 bits: they stand in an extra field, in their order (4.5.3).
#[derive(Default)]
struct Wide(Vec<u8>);

impl Wide {
    /// The number, or the mark that it stands in the extra field.
    fn field(&mut self, number: u64) -> u32 {
        match u32::try_from(number) {
            Ok(short) if short != u32::MAX => short,
            _ => {
                self.0.extend_from_slice(&number.to_le_bytes());
                u32::MAX
            }
        }
    }

    fn extra(self) -> Vec<u8> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let mut extra = vec![1, 0];
        put16(&mut extra, self.0.len());
        extra.extend_from_slice(&self.0);
        extra
    }
}

/// A length that is known to fit: names have at most 255 bytes, extra fields 28.
fn put16(bytes: &mut Vec<u8>, length: usize) {
    bytes.extend_from_slice(&u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read};

    use super::*;

    fn crc(bytes: &[u8]) -> u32 {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        crc.sum()
    }

    #[test]
    fn another_program_reads_it() {
        let files = [("a.docx", &b"one"[..]), ("\u{e9}t\u{e9}/\u{6f22}.pdf", b""), ("errors.json", b"[]")];
        let (mut directory, mut archive) = (Directory::default(), Vec::new());
        let (mut places, mut found) = (Directory::default(), Vec::new());
        for (name, bytes) in files {
            found.push((places.place(name, bytes.len() as u64, crc(bytes)), bytes));
            archive.extend(directory.begin(name, bytes.len() as u64, crc(bytes)));
            archive.extend_from_slice(bytes);
        }
        for (place, bytes) in found {
            let [from, to] = [place.start, place.end].map(|at| usize::try_from(at).unwrap());
            assert_eq!(&archive[from..to], bytes);
        }
        archive.extend(directory.end());
        let mut read = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
        assert_eq!(read.len(), 3);
        for (index, (name, bytes)) in files.into_iter().enumerate() {
            let mut entry = read.by_index(index).unwrap();
            assert_eq!((entry.name().unwrap().as_ref(), entry.unix_mode()), (name, Some(0o100_644)));
            let mut found = Vec::new();
            entry.read_to_end(&mut found).unwrap();
            assert_eq!(found, bytes);
        }
    }

    #[test]
    fn more_entries_than_sixteen_bits_count() {
        let (mut directory, mut archive) = (Directory::default(), Vec::new());
        for number in 0..70_000 {
            archive.extend(directory.begin(&format!("{number}"), 0, 0));
        }
        archive.extend(directory.end());
        let mut read = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
        assert_eq!(read.len(), 70_000);
        assert_eq!(read.by_index(69_999).unwrap().name().unwrap(), "69999");
    }

    /// A file whose bytes are zeros that nobody stores.
    #[test]
    fn sizes_and_places_beyond_four_gigabytes() {
        let mut directory = Directory::default();
        let large = 5u64 << 30;
        let header = directory.begin("large", large, 0);
        assert_eq!(header.len(), 30 + 5 + 20, "both sizes are wide");
        assert_eq!(&header[header.len() - 8..], large.to_le_bytes());
        directory.begin("behind", 3, 7);
        let at = 55 + large;
        let end = directory.end();
        assert!(end.windows(8).any(|bytes| bytes == at.to_le_bytes()), "where the second one begins");
        assert!(end.windows(4).any(|bytes| bytes == b"PK\x06\x06"), "the wide end");
    }
}
