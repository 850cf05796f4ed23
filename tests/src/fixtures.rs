//! Files that the tests feed in, made here rather than kept.

use std::io::{Cursor, Read, Write};
use std::path::Path;

use docx_rs::{Docx, Paragraph, Run, Table, TableCell, TableRow};
use serde_json::Value;

use crate::random::Random;

/// A Word document with these paragraphs.
pub fn docx(paragraphs: &[&str]) -> Vec<u8> {
    let document = paragraphs.iter().fold(Docx::new(), |document, text| {
        document.add_paragraph(Paragraph::new().add_run(Run::new().add_text(*text)))
    });
    let mut bytes = Cursor::new(Vec::new());
    document.build().pack(&mut bytes).unwrap();
    bytes.into_inner()
}

/// A Word document of one paragraph, as small as one can be: a million of them fit on a disk.
pub fn smallest_docx(text: &str) -> Vec<u8> {
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>"#;
    let relationships = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>"#;
    let document = format!(
        r#"<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"#
    );
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let parts =
        [("[Content_Types].xml", types), ("_rels/.rels", relationships), ("word/document.xml", &document)];
    for (name, part) in parts {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(part.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A Word document with paragraphs, given as texts, and tables, given as `{"rows": [[cell]]}`.
pub fn blocks(body: &Value) -> Vec<u8> {
    let text = |text: &Value| {
        let text = text.as_str().unwrap_or_default();
        Paragraph::new().add_run(Run::new().add_text(text))
    };
    let document = body.as_array().into_iter().flatten().fold(Docx::new(), |document, block| {
        let Some(rows) = block["rows"].as_array() else { return document.add_paragraph(text(block)) };
        let row = |row: &Value| {
            let cells = row.as_array().into_iter().flatten();
            TableRow::new(cells.map(|cell| TableCell::new().add_paragraph(text(cell))).collect())
        };
        document.add_table(Table::new(rows.iter().map(row).collect()))
    });
    let mut bytes = Cursor::new(Vec::new());
    document.build().pack(&mut bytes).unwrap();
    bytes.into_inner()
}

/// A document with macros as Word saves it: another content type of the main part, and a part for the macros.
pub fn docm() -> Vec<u8> {
    let main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
    let types = ("[Content_Types].xml", main, "application/vnd.ms-word.document.macroEnabled.main+xml");
    with_part(&docx(&["Dear {{ name }}"]), types, "word/vbaProject.bin", &compound_file("VBA"))
}

/// The text of an entry of a package.
pub fn entry(package: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// A package in which one part (its name, a text of it, what stands in its place) is changed, and another one added.
pub fn with_part(package: &[u8], change: (&str, &str, &str), name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut from = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let (part, old, new) = change;
    for at in 0..from.len() {
        let mut entry = from.by_index(at).unwrap();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        if entry.name().unwrap() == part {
            let text = String::from_utf8(bytes).unwrap();
            assert!(text.contains(old), "{text}");
            bytes = text.replace(old, new).into_bytes();
        }
        to.start_file(entry.name().unwrap().into_owned(), options).unwrap();
        to.write_all(&bytes).unwrap();
    }
    to.start_file(name, options).unwrap();
    to.write_all(bytes).unwrap();
    to.finish().unwrap().into_inner()
}

/// A document with a picture of so many bytes that does not compress.
pub fn with_picture(document: &[u8], size: usize) -> Vec<u8> {
    let mut random = Random::with_seed(1);
    let picture: Vec<u8> = (0..size).map(|_| random.below(256).to_le_bytes()[0]).collect();
    let image = r#"<Relationship Id="rIdPicture" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/picture.png"/></Relationships>"#;
    let relations = ("word/_rels/document.xml.rels", "</Relationships>", image);
    with_part(document, relations, "word/media/picture.png", &picture)
}

/// The first bytes of an OLE compound file, which .doc files and encrypted documents are ([MS-CFB], 2.2).
pub fn compound_file(stream: &str) -> Vec<u8> {
    let mut bytes = vec![0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
    bytes.resize(1536, 0);
    // A directory entry's name is UTF-16.
    for (at, unit) in stream.encode_utf16().enumerate() {
        bytes[1024 + 2 * at..1026 + 2 * at].copy_from_slice(&unit.to_le_bytes());
    }
    bytes
}

/// A recorded event.
pub fn event(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../events");
    std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap()
}
