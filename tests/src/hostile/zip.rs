//! Packages as no ZIP library would write them: what an entry's headers say can be set apart from what it is.

use std::io::Write;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// One entry.
#[derive(Clone)]
pub struct Entry {
    /// Name in the directory.
    pub name: String,
    /// Name in the entry's own header.
    pub local_name: String,
    /// General purpose bit flags.
    pub flags: u16,
    /// 0 stored, 8 deflated.
    pub method: u16,
    /// CRC-32 as both headers have it.
    pub crc: u32,
    /// The entry's bytes as they lie in the file.
    pub packed: Vec<u8>,
    /// Their count as both headers have it.
    pub packed_size: u32,
    /// The inflated size as both headers have it.
    pub size: u32,
    /// Where the directory says that it lies, instead of where it does.
    pub offset: Option<u32>,
}

impl Entry {
    /// An honest entry that is stored.
    pub fn stored(name: &str, bytes: &[u8]) -> Entry {
        Entry {
            name: name.to_owned(),
            local_name: name.to_owned(),
            flags: 0x800,
            method: 0,
            crc: crc(bytes),
            packed: bytes.to_vec(),
            packed_size: bytes.len() as u32,
            size: bytes.len() as u32,
            offset: None,
        }
    }

    /// An honest entry that is deflated.
    pub fn deflated(name: &str, bytes: &[u8]) -> Entry {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        let packed = encoder.finish().unwrap();
        Entry { method: 8, packed_size: packed.len() as u32, packed, ..Entry::stored(name, bytes) }
    }

    fn shared(&self, name: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        for value in [20, self.flags, self.method, 0, 33] {
            bytes.extend(value.to_le_bytes());
        }
        for value in [self.crc, self.packed_size, self.size] {
            bytes.extend(value.to_le_bytes());
        }
        bytes.extend((name.len() as u16).to_le_bytes());
        bytes.extend([0, 0]);
        bytes
    }
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The file of these entries.
pub fn archive(entries: &[Entry]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for entry in entries {
        let offset = entry.offset.unwrap_or(file.len() as u32);
        file.extend(b"PK\x03\x04");
        file.extend(entry.shared(&entry.local_name));
        file.extend(entry.local_name.as_bytes());
        file.extend(&entry.packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(entry.shared(&entry.name));
        // No comment, first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name.as_bytes());
    }
    let (count, start) = (entries.len() as u16, file.len() as u32);
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend(count.to_le_bytes());
    file.extend(count.to_le_bytes());
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}
