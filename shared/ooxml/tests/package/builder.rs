//! Builds ZIP files that a ZIP library would refuse to write.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

pub const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
pub const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";
pub const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/// One entry; what the two headers say of it can be set apart from what it is.
#[derive(Clone)]
pub struct Entry {
    pub name: Vec<u8>,
    pub local_name: Vec<u8>,
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub packed: Vec<u8>,
    pub packed_size: u32,
    pub size: u32,
    /// Where the directory says that it lies, instead of where it does.
    pub offset: Option<u32>,
}

impl Entry {
    pub fn stored(name: &str, bytes: &[u8]) -> Entry {
        Entry {
            name: name.into(),
            local_name: name.into(),
            flags: 0,
            method: 0,
            crc: rawzip::crc32(bytes),
            packed: bytes.to_vec(),
            packed_size: bytes.len() as u32,
            size: bytes.len() as u32,
            offset: None,
        }
    }

    pub fn deflated(name: &str, bytes: &[u8]) -> Entry {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).unwrap();
        let packed = encoder.finish().unwrap();
        Entry { method: 8, packed_size: packed.len() as u32, packed, ..Entry::stored(name, bytes) }
    }

    fn shared(&self, name: &[u8]) -> Vec<u8> {
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

/// The file, and its directory's declared count changed by `miscount`.
pub fn zip_counting(entries: &[Entry], miscount: i32) -> Vec<u8> {
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = entry.offset.unwrap_or(out.len() as u32);
        out.extend(b"PK\x03\x04");
        out.extend(entry.shared(&entry.local_name));
        out.extend(&entry.local_name);
        out.extend(&entry.packed);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(entry.shared(&entry.name));
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(&entry.name);
    }
    let (offset, size) = (out.len() as u32, directory.len() as u32);
    let count = (entries.len() as i32 + miscount) as u16;
    out.extend(directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    out.extend([size.to_le_bytes(), offset.to_le_bytes()].concat());
    out.extend([0, 0]);
    out
}

pub fn zip(entries: &[Entry]) -> Vec<u8> {
    zip_counting(entries, 0)
}

/// `[Content_Types].xml` with `more` in it.
pub fn content_types(main: &str, more: &str) -> Entry {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/><Default Extension=\"png\" ContentType=\"image/png\"/>\
         <Override PartName=\"/word/document.xml\" ContentType=\"{main}\"/>{more}</Types>"
    );
    Entry::deflated("[Content_Types].xml", text.as_bytes())
}

/// A relationships part of `(id, type, target, more attributes)`.
pub fn relationships(name: &str, list: &[(&str, &str, &str, &str)]) -> Entry {
    let mut text =
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">".to_owned();
    for (id, kind, target, more) in list {
        text += &format!("<Relationship Id=\"{id}\" Type=\"{kind}\" Target=\"{target}\" {more}/>");
    }
    Entry::deflated(name, (text + "</Relationships>").as_bytes())
}

/// The three entries that every document has.
pub fn minimal() -> Vec<Entry> {
    let kind = format!("{OFFICE}/officeDocument");
    let document = format!("<w:document xmlns:w=\"{W}\"><w:body><w:p/></w:body></w:document>");
    vec![
        content_types(&format!("{WORD}.document.main+xml"), ""),
        relationships("_rels/.rels", &[("rId1", &kind, "word/document.xml", "")]),
        Entry::deflated("word/document.xml", document.as_bytes()),
    ]
}

/// [`minimal`] and `more`.
pub fn with(more: &[Entry]) -> Vec<u8> {
    zip(&[minimal(), more.to_vec()].concat())
}
