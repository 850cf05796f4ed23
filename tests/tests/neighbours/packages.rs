//! Templates and sub-documents that are made to cost much, part by part.

use std::io::{Cursor, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const R: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const KIND: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// A package: the body of its document, and one further part (`styles`, `numbering`) if there is one.
fn package(body: &str, part: Option<(&str, &str)>) -> Vec<u8> {
    let (mut types, mut relationships) = (String::new(), String::new());
    if let Some((name, _)) = part {
        types = format!(r#"<Override PartName="/word/{name}.xml" ContentType="{KIND}.{name}+xml"/>"#);
        relationships = format!(r#"<Relationship Id="rId1" Type="{R}/{name}" Target="{name}.xml"/>"#);
    }
    let xml = |text: String| format!(r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>{text}"#);
    let related = |text: &str| {
        xml(format!(r#"<Relationships xmlns="{PACKAGE}/relationships">{text}</Relationships>"#))
    };
    let mut entries = vec![
        (
            "[Content_Types].xml".to_owned(),
            xml(format!(
                r#"<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{KIND}.document.main+xml"/>{types}</Types>"#
            )),
        ),
        (
            "_rels/.rels".to_owned(),
            related(&format!(r#"<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/>"#)),
        ),
        (
            "word/document.xml".to_owned(),
            xml(format!(
                r#"<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}<w:sectPr/></w:body></w:document>"#
            )),
        ),
        ("word/_rels/document.xml.rels".to_owned(), related(&relationships)),
    ];
    if let Some((name, text)) = part {
        let part = xml(format!(r#"<w:{name} xmlns:w="{W}">{text}</w:{name}>"#));
        entries.push((format!("word/{name}.xml"), part));
    }
    let mut file = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        file.start_file(name, SimpleFileOptions::default()).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }
    file.finish().unwrap().into_inner()
}

fn in_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A template with the one field `{{ name }}`.
pub fn letter() -> Vec<u8> {
    package("<w:p><w:r><w:t>Dear {{ name }}</w:t></w:r></w:p>", None)
}

/// A picture with a style sheet of so many rules, over so many elements.
pub fn styled_svg(rules: usize, elements: usize) -> String {
    let rules: String = (0..rules).map(|n| format!(".c{n} rect{{fill:red}}")).collect();
    let elements = r#"<g class="c1"><rect/></g>"#.repeat(elements);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><style>{rules}</style>{elements}</svg>"#
    );
    format!("data:image/svg+xml;base64,{}", in_base64(svg.as_bytes()))
}

/// A sub-document whose styles are a ring.
pub fn many_styles(count: usize) -> String {
    let body = r#"<w:p><w:pPr><w:pStyle w:val="S1"/></w:pPr></w:p>"#.repeat(100);
    let style = |n: usize| {
        let above = (n + 1) % count;
        format!(
            r#"<w:style w:type="paragraph" w:styleId="S{n}"><w:name w:val="n{n}"/><w:basedOn w:val="S{above}"/></w:style>"#
        )
    };
    let styles: String = (0..count).map(style).collect();
    in_base64(&package(&body, Some(("styles", &styles))))
}

/// A sub-document with a list for each of its paragraphs.
pub fn many_lists(count: usize) -> String {
    let paragraph =
        |n: usize| format!(r#"<w:p><w:pPr><w:numPr><w:numId w:val="{n}"/></w:numPr></w:pPr></w:p>"#);
    let body: String = (0..count).map(paragraph).collect();
    let lists: String = (0..count)
        .map(|n| format!(r#"<w:abstractNum w:abstractNumId="{n}"><w:lvl w:ilvl="0"/></w:abstractNum>"#))
        .chain((0..count).map(|n| {
            format!(r#"<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>"#)
        }))
        .collect();
    in_base64(&package(&body, Some(("numbering", &lists))))
}

/// A template with a drop-down of so many entries.
pub fn drop_down(entries: usize) -> Vec<u8> {
    let items: String =
        (0..entries).map(|n| format!(r#"<w:listItem w:displayText="d{n}" w:value="v{n}"/>"#)).collect();
    let control = format!(
        r#"<w:sdt><w:sdtPr><w:tag w:val="a"/><w:dropDownList>{items}</w:dropDownList></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>"#
    );
    package(&control, None)
}

/// A template that declares so many namespaces, and has as many elements of one of them.
pub fn namespaces(count: usize) -> Vec<u8> {
    let declared: String = (0..count).map(|n| format!(r#" xmlns:n{n}="urn:{n}""#)).collect();
    package(&format!("<w:p{declared}>{}</w:p><w:p><w:r><w:t>{{{{ a }}}}</w:t></w:r></w:p>", "<n1:a/>".repeat(count)), None)
}

/// A template with so many drop-down controls of so many entries each, every one with another tag.
pub fn choices(controls: usize, entries: usize) -> Vec<u8> {
    let items: String =
        (0..entries).map(|n| format!(r#"<w:listItem w:displayText="d{n}" w:value="v{n}"/>"#)).collect();
    let control = |n: usize| {
        format!(
            r#"<w:sdt><w:sdtPr><w:tag w:val="c{n}"/><w:dropDownList>{items}</w:dropDownList></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>"#
        )
    };
    package(&(0..controls).map(control).collect::<String>(), None)
}
