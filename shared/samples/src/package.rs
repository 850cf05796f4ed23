//! From docx-rs' parts to the bytes of a package. Body, header, footer and footnotes are docx-rs' work; styles,
//! numbering and settings are the project's own parts, since docx-rs writes theirs in an order that the schema
//! (ECMA-376 part 1, annex A) does not know. A sample has one header with the logo, and one footer; a starter has neither.

use std::io::{Cursor, Write};

use docx_rs::Docx;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const STYLES: &str = include_str!("../assets/styles.xml");
const NUMBERING: &str = include_str!("../assets/numbering.xml");
const SETTINGS: &str = include_str!("../assets/settings.xml");

const DECLARATION: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const WORD_TYPE: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// Packs a document under a title; `finish` gets the last word on `document.xml`.
pub(crate) fn pack(docx: Docx, title: &str, finish: impl FnOnce(&str) -> String) -> Vec<u8> {
    pack_with(docx, title, finish, None)
}

/// The same with a custom XML part.
#[expect(
    clippy::expect_used,
    reason = "memory takes every write, and these sizes and names are within the format's bounds"
)]
pub(crate) fn pack_with(
    docx: Docx,
    title: &str,
    finish: impl FnOnce(&str) -> String,
    data: Option<String>,
) -> Vec<u8> {
    let built = docx.build();
    let document = references_first(&finish(&text(&built.document)));
    let document = document.replacen(r#"mc:Ignorable="w14 wp14""#, r#"mc:Ignorable="w14 w15 wp14""#, 1);
    let notes = text(&built.footnotes);
    let has_notes = notes.contains("<w:footnote ");
    let header = text(&first(built.headers)).replacen(r#"name="Figure""#, r#"name="Logo" descr="Logo""#, 1);
    let extra = Extra { notes: has_notes, letterhead: !header.is_empty(), data: data.is_some() };

    let mut entries: Vec<(String, Vec<u8>)> = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| entries.push((name.to_owned(), bytes));
    add("[Content_Types].xml", content_types(&extra).into_bytes());
    add("_rels/.rels", package_relations().into_bytes());
    add("word/document.xml", document.into_bytes());
    add("word/_rels/document.xml.rels", document_relations(&extra).into_bytes());
    add("word/styles.xml", STYLES.into());
    add("word/numbering.xml", NUMBERING.into());
    add("word/settings.xml", SETTINGS.into());
    if has_notes {
        add("word/footnotes.xml", footnotes(&notes).into_bytes());
    }
    if extra.letterhead {
        let (picture, bytes) = built.media.into_iter().next().unwrap_or_default();
        add("word/header1.xml", header.into_bytes());
        add("word/_rels/header1.xml.rels", first(built.header_rels));
        add("word/footer1.xml", text(&first(built.footers)).into_bytes());
        add(&format!("word/media/{picture}.png"), bytes);
    }
    if let Some(data) = data {
        add("word/customXml/item1.xml", data.into_bytes());
    }
    add("docProps/core.xml", core_properties(title).into_bytes());
    archive(&entries).expect("a package")
}

/// What a document has beside its body.
struct Extra {
    notes: bool,
    letterhead: bool,
    data: bool,
}

fn first(parts: Vec<Vec<u8>>) -> Vec<u8> {
    parts.into_iter().next().unwrap_or_default()
}

/// A part as docx-rs wrote it, without what the schema has no place for: empty run properties at the head of
/// paragraph properties, and the unit of a column's width.
fn text(part: &[u8]) -> String {
    let part = String::from_utf8_lossy(part).replace("<w:rPr />", "");
    let mut pieces = part.split("<w:gridCol ");
    let before = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(before, |out, piece| out + "<w:gridCol " + &piece.replacen(r#" w:type="dxa""#, "", 1))
}

/// Deflates the parts into one file. The time of each entry is the format's earliest, whatever the clock says.
fn archive(entries: &[(String, Vec<u8>)]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        // The same bytes at any time: the crate writes the clock's time where another dependency gave it one.
        .last_modified_time(zip::DateTime::default());
    for (name, bytes) in entries {
        zip.start_file(name.as_str(), options)?;
        zip.write_all(bytes)?;
    }
    Ok(zip.finish()?.into_inner())
}

/// A section begins with its header and footer (17.6.17), where docx-rs has them at its end.
fn references_first(document: &str) -> String {
    let Some((before, section)) = document.rsplit_once("<w:sectPr>") else { return document.to_owned() };
    let Some(start) = section.find("<w:headerReference") else { return document.to_owned() };
    let Some(length) = section[start..].find("</w:sectPr>") else { return document.to_owned() };
    let (properties, references) = section.split_at(start);
    let (references, after) = references.split_at(length);
    format!("{before}<w:sectPr>{references}{properties}{after}")
}

/// Adds what docx-rs leaves out: the rules between text and notes, and the mark at the head of each note.
fn footnotes(part: &str) -> String {
    let separators = r#"<w:footnote w:type="separator" w:id="-1"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>"#;
    let mark = r#"</w:pPr><w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>"#;
    let marked = part.replace("</w:pPr>", mark);
    marked.replacen("<w:footnote ", &format!("{separators}<w:footnote "), 1)
}

fn content_types(extra: &Extra) -> String {
    let mut parts = vec![
        ("document", "document.main"),
        ("styles", "styles"),
        ("numbering", "numbering"),
        ("settings", "settings"),
    ];
    if extra.letterhead {
        parts.extend([("header1", "header"), ("footer1", "footer")]);
    }
    if extra.notes {
        parts.push(("footnotes", "footnotes"));
    }
    let overrides: String = parts
        .iter()
        .map(|(part, kind)| {
            format!(r#"<Override PartName="/word/{part}.xml" ContentType="{WORD_TYPE}.{kind}+xml"/>"#)
        })
        .collect();
    format!(
        r#"{DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{overrides}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>"#
    )
}

fn package_relations() -> String {
    format!(
        r#"{DECLARATION}<Relationships xmlns="{RELATIONS}"><Relationship Id="rId1" Type="{OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>"#
    )
}

/// The ids of header and footer are those that docx-rs writes into the section.
fn document_relations(extra: &Extra) -> String {
    let mut relations = vec![
        ("rId1", "styles", "styles"),
        ("rId2", "numbering", "numbering"),
        ("rId3", "settings", "settings"),
    ];
    if extra.letterhead {
        relations.extend([("rIdHeader1", "header", "header1"), ("rIdFooter1", "footer", "footer1")]);
    }
    if extra.notes {
        relations.push(("rId4", "footnotes", "footnotes"));
    }
    if extra.data {
        relations.push(("rId5", "customXml", "customXml/item1"));
    }
    let relations: String = relations
        .iter()
        .map(|(id, kind, part)| {
            format!(r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{part}.xml"/>"#)
        })
        .collect();
    format!(r#"{DECLARATION}<Relationships xmlns="{RELATIONS}">{relations}</Relationships>"#)
}

fn core_properties(title: &str) -> String {
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        r#"{DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>{title}</dc:title><dc:creator>Platen</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">2026-01-01T00:00:00Z</dcterms:created></cp:coreProperties>"#
    )
}
