//! Small documents for tests: a body and, where it needs them, other parts.

use std::io::{Cursor, Write};

use platen_fonts::{FontFolders, Library};
use platen_layout::{Laid, LayoutError, LayoutOptions, layout};
use platen_ooxml::Limits;
use platen_ooxml::package::Package;
use zip::write::{SimpleFileOptions, ZipWriter};

const NAMESPACES: &str = r#"xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w10="urn:schemas-microsoft-com:office:word" xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup""#;

/// The namespaces of charts and of saved diagrams, whose parts are those with a name that begins with `chart` or `drawing`.
const CHARTS: &str = r#"xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart""#;

const DIAGRAMS: &str = r#"xmlns:dsp="http://schemas.microsoft.com/office/drawing/2008/diagram""#;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const CONTENT: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// Parts that a case may have: file, root element, relationship.
const PARTS: [(&str, &str, &str); 10] = [
    ("styles", "styles", "styles"),
    ("numbering", "numbering", "numbering"),
    ("settings", "settings", "settings"),
    ("theme", "theme", "theme"),
    ("webSettings", "webSettings", "webSettings"),
    ("footnotes", "footnotes", "footnotes"),
    ("endnotes", "endnotes", "endnotes"),
    ("header1", "hdr", "header"),
    ("footer1", "ftr", "footer"),
    ("footer2", "ftr", "footer"),
];

/// Styles of a case that brings none: Carlito, 11 points, no spacing.
const STYLES: &str = r#"<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Carlito" w:hAnsi="Carlito"/><w:sz w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault/></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>"#;

/// Settings of a case that brings none: Word 2013 and later.
const SETTINGS: &str = r#"<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>"#;

/// A document of a case: the body, then parts under lines of `=== NAME`.
#[expect(clippy::too_many_lines, reason = "one package, part by part")]
pub fn package(case: &str) -> Vec<u8> {
    let mut sections = case.split("\n=== ");
    let body = sections.next().unwrap_or_default();
    let mut parts: Vec<(String, String)> = sections
        .filter_map(|section| {
            section.split_once('\n').map(|(name, text)| (name.trim().to_owned(), text.to_owned()))
        })
        .collect();
    for (name, text) in [("styles", STYLES), ("settings", SETTINGS)] {
        if !parts.iter().any(|(own, _)| own == name) {
            parts.push((name.to_owned(), text.to_owned()));
        }
    }
    let mut types = format!(
        r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="svg" ContentType="image/svg+xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="{CONTENT}.document.main+xml"/>"#
    );
    let mut root_relationships = String::new();
    let mut relationships = String::new();
    let mut files = vec![(
        "word/document.xml".to_owned(),
        format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>"),
    )];
    for (name, text) in &parts {
        if name.starts_with("chart") {
            types.push_str(&format!(
                r#"<Override PartName="/word/{name}.xml" ContentType="application/vnd.openxmlformats-officedocument.drawingml.chart+xml"/>"#
            ));
            relationships.push_str(&format!(
                r#"<Relationship Id="{name}" Type="{RELATIONSHIPS}/chart" Target="{name}.xml"/>"#
            ));
            files.push((
                format!("word/{name}.xml"),
                format!("<c:chartSpace {NAMESPACES} {CHARTS}>{text}</c:chartSpace>"),
            ));
            continue;
        }
        // Shapes upon the first chart.
        if name == "shapes" {
            files.push((
                "word/_rels/chart1.xml.rels".to_owned(),
                format!(
                    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="shapes" Type="{RELATIONSHIPS}/chartUserShapes" Target="shapes.xml"/></Relationships>"#
                ),
            ));
            files.push((
                "word/shapes.xml".to_owned(),
                format!("<c:userShapes {NAMESPACES} {CHARTS}>{text}</c:userShapes>"),
            ));
            continue;
        }
        // The picture of a bullet: a part of the lists.
        if name == "bullet" {
            files.push((
                "word/_rels/numbering.xml.rels".to_owned(),
                format!(
                    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="bullet" Type="{RELATIONSHIPS}/image" Target="media/bullet.svg"/></Relationships>"#
                ),
            ));
            files.push(("word/media/bullet.svg".to_owned(), text.clone()));
            continue;
        }
        if name.starts_with("image") {
            relationships.push_str(&format!(
                r#"<Relationship Id="{name}" Type="{RELATIONSHIPS}/image" Target="media/{name}.svg"/>"#
            ));
            files.push((format!("word/media/{name}.svg"), text.clone()));
            continue;
        }
        // Data that content controls are bound to: the store's id is `{` and the name in capital letters and `}`.
        if name.starts_with("data") {
            relationships.push_str(&format!(
                r#"<Relationship Id="{name}" Type="{RELATIONSHIPS}/customXml" Target="{name}.xml"/>"#
            ));
            files.push((format!("word/{name}.xml"), text.clone()));
            files.push((
                format!("word/_rels/{name}.xml.rels"),
                format!(
                    r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="about" Type="{RELATIONSHIPS}/customXmlProps" Target="about-{name}.xml"/></Relationships>"#
                ),
            ));
            let id = name.to_uppercase();
            files.push((
                format!("word/about-{name}.xml"),
                format!(
                    r#"<ds:datastoreItem xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml" ds:itemID="{{{id}}}"/>"#
                ),
            ));
            continue;
        }
        if name == "core" {
            root_relationships.push_str(
                r#"<Relationship Id="core" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="core.xml"/>"#,
            );
            files.push(("core.xml".to_owned(), text.clone()));
            continue;
        }
        if name.starts_with("drawing") {
            relationships.push_str(&format!(
                r#"<Relationship Id="{name}" Type="http://schemas.microsoft.com/office/2007/relationships/diagramDrawing" Target="{name}.xml"/>"#
            ));
            files.push((
                format!("word/{name}.xml"),
                format!("<dsp:drawing {NAMESPACES} {DIAGRAMS}>{text}</dsp:drawing>"),
            ));
            continue;
        }
        let (file, root, kind) =
            PARTS.iter().find(|(file, ..)| file == name).expect("a part that cases may have");
        types.push_str(&format!(
            r#"<Override PartName="/word/{file}.xml" ContentType="{CONTENT}.{kind}+xml"/>"#
        ));
        relationships.push_str(&format!(
            r#"<Relationship Id="{file}" Type="{RELATIONSHIPS}/{kind}" Target="{file}.xml"/>"#
        ));
        files.push((format!("word/{file}.xml"), format!("<w:{root} {NAMESPACES}>{text}</w:{root}>")));
    }
    types.push_str("</Types>");
    let wrap = |inner: &str| {
        format!(
            r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{inner}</Relationships>"#
        )
    };
    files.insert(0, ("[Content_Types].xml".to_owned(), types));
    files.insert(
        1,
        (
            "_rels/.rels".to_owned(),
            wrap(&format!(
                r#"<Relationship Id="d" Type="{RELATIONSHIPS}/officeDocument" Target="word/document.xml"/>{root_relationships}"#
            )),
        ),
    );
    files.push(("word/_rels/document.xml.rels".to_owned(), wrap(&relationships)));
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(name, SimpleFileOptions::default()).expect("a new entry");
        zip.write_all(text.as_bytes()).expect("memory");
    }
    zip.finish().expect("memory").into_inner()
}

/// Lays a package out with the bundled fonts only.
pub fn lay_out(bytes: Vec<u8>, options: &LayoutOptions) -> Result<Laid, LayoutError> {
    let package = Package::open(bytes, &Limits::default()).expect("a package");
    layout(&package, &Library::new(FontFolders::default()), options)
}
