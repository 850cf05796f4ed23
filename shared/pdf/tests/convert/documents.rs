//! Documents for the tests.

use std::io::Cursor;

use docx_rs::{Docx, Paragraph, Run, RunFonts};
use platen_ooxml::Limits;
use platen_ooxml::package::{Change, Package};

pub(crate) fn paragraph(text: &str, font: Option<&str>) -> Paragraph {
    let run = Run::new().add_text(text);
    Paragraph::new().add_run(match font {
        Some(font) => run.fonts(RunFonts::new().ascii(font).hi_ansi(font)),
        None => run,
    })
}

pub(crate) fn pack(document: Docx) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    document.build().pack(&mut file).unwrap();
    file.into_inner()
}

pub(crate) fn letter(name: &str) -> Vec<u8> {
    let line = |text: &str| paragraph(text, Some("Times New Roman"));
    let letter = Docx::new()
        .add_paragraph(line(&format!("Dear {name},")))
        .add_paragraph(line("Grüße – “quoted” – € 1’234.50"));
    pack((1..=20).fold(letter, |letter, number| {
        letter
            .add_paragraph(line(&format!("{number}. Thank you for your order, which left our house today.")))
    }))
}

/// `docx` with changed and added parts.
pub(crate) fn with_parts(docx: &[u8], parts: &[(&str, &[u8])]) -> Vec<u8> {
    let package = Package::open(docx.to_vec(), &Limits::default()).unwrap();
    let place = |name: &str| package.index(name);
    let changes: Vec<_> =
        parts.iter().filter_map(|(name, bytes)| Some((place(name)?, Change::Replace(bytes)))).collect();
    let added: Vec<_> = parts.iter().filter(|(name, _)| place(name).is_none()).copied().collect();
    package.write(&changes, &added).unwrap()
}

/// The text of one part.
pub(crate) fn part(docx: &[u8], name: &str) -> String {
    let package = Package::open(docx.to_vec(), &Limits::default()).unwrap();
    String::from_utf8(package.read(package.part(name).unwrap()).unwrap()).unwrap()
}

/// `docx` with `xml` at the end of its body's content.
pub(crate) fn with_body(docx: &[u8], xml: &str) -> Vec<u8> {
    let body = part(docx, "word/document.xml");
    let end = body.rfind("<w:sectPr").unwrap();
    let body = format!("{}{xml}{}", &body[..end], &body[end..]);
    with_parts(docx, &[("word/document.xml", body.as_bytes())])
}

/// `docx` with its body under the name that Word on the web gives it.
pub(crate) fn renamed_body(docx: &[u8]) -> Vec<u8> {
    let package = Package::open(docx.to_vec(), &Limits::default()).unwrap();
    let body = part(docx, "word/document.xml");
    let relationships = part(docx, "word/_rels/document.xml.rels");
    let types = part(docx, "[Content_Types].xml").replace("/word/document.xml", "/word/document2.xml");
    let root = part(docx, "_rels/.rels").replace("word/document.xml", "word/document2.xml");
    let index = |name: &str| package.index(name).unwrap();
    let changes = [
        (index("[Content_Types].xml"), Change::Replace(types.as_bytes())),
        (index("_rels/.rels"), Change::Replace(root.as_bytes())),
        (index("word/document.xml"), Change::Remove),
        (index("word/_rels/document.xml.rels"), Change::Remove),
    ];
    let added = [
        ("word/document2.xml", body.as_bytes()),
        ("word/_rels/document2.xml.rels", relationships.as_bytes()),
    ];
    package.write(&changes, &added).unwrap()
}
