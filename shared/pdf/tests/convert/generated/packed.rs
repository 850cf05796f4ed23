//! Packages of drafts.

use docx_rs::Docx;

use super::page_grammar::Draft;
use crate::documents::{pack, with_parts};

const NAMESPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"";

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Word 2013 and later.
const SETTINGS: &str = "<w:compat><w:compatSetting w:name=\"compatibilityMode\" w:uri=\"http://schemas.microsoft.com/office/word\" w:val=\"15\"/></w:compat>";

/// The draft as a .docx.
pub(super) fn package(draft: &Draft) -> Vec<u8> {
    let root = |name: &str, content: &str| {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:{name} {NAMESPACES}>{content}</w:{name}>")
    };
    let mut parts: Vec<(&str, &str, String)> = vec![
        ("styles", "styles", root("styles", &draft.styles)),
        ("settings", "settings", root("settings", SETTINGS)),
        ("numbering", "numbering", root("numbering", &draft.numbering)),
    ];
    if !draft.notes.is_empty() {
        let separators = "<w:footnote w:type=\"separator\" w:id=\"-1\"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type=\"continuationSeparator\" w:id=\"0\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>";
        parts.push((
            "footnotes",
            "footnotes",
            root("footnotes", &format!("{separators}{}", draft.notes.concat())),
        ));
    }
    let body = root(
        "document",
        &format!("<w:body>{}<w:sectPr>{}</w:sectPr></w:body>", draft.blocks.concat(), draft.section),
    );
    let types: String = parts
        .iter()
        .map(|(name, kind, _)| {
            format!("<Override PartName=\"/word/{name}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.{kind}+xml\"/>")
        })
        .collect();
    let types = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/>{types}</Types>"
    );
    let relationships: String = parts
        .iter()
        .map(|(name, kind, _)| {
            format!("<Relationship Id=\"{name}\" Type=\"{RELATIONSHIPS}/{kind}\" Target=\"{name}.xml\"/>")
        })
        .collect();
    let relationships = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{relationships}</Relationships>"
    );
    let root_relationships = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"d\" Type=\"{RELATIONSHIPS}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
    );
    let files: Vec<(String, String)> = parts
        .into_iter()
        .map(|(name, _, text)| (format!("word/{name}.xml"), text))
        .chain([
            ("word/document.xml".to_owned(), body),
            ("[Content_Types].xml".to_owned(), types),
            ("word/_rels/document.xml.rels".to_owned(), relationships),
            ("_rels/.rels".to_owned(), root_relationships),
        ])
        .collect();
    let changed: Vec<(&str, &[u8])> =
        files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    with_parts(&pack(Docx::new()), &changed)
}
