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

/// A package: the body of its document, and what it has besides.
#[derive(Default)]
struct Package {
    body: String,
    /// `Override` elements of its content types.
    types: String,
    /// Relationships of its document.
    relationships: String,
    /// Further parts, by name.
    parts: Vec<(String, String)>,
}

impl Package {
    /// A package with a part of the document's own (`styles`, `numbering`).
    fn with(body: String, name: &str, content: &str) -> Package {
        Package {
            body,
            types: format!(r#"<Override PartName="/word/{name}.xml" ContentType="{KIND}.{name}+xml"/>"#),
            relationships: format!(r#"<Relationship Id="rId1" Type="{R}/{name}" Target="{name}.xml"/>"#),
            parts: vec![(
                format!("word/{name}.xml"),
                format!(r#"<w:{name} xmlns:w="{W}">{content}</w:{name}>"#),
            )],
        }
    }

    fn pack(self) -> Vec<u8> {
        let Package { body, types, relationships, parts } = self;
        let types = format!(
            r#"<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="{KIND}.document.main+xml"/>{types}</Types>"#
        );
        let document = format!(
            r#"<w:document xmlns:w="{W}" xmlns:r="{R}"><w:body>{body}<w:sectPr/></w:body></w:document>"#
        );
        let root = related(&format!(
            r#"<Relationship Id="rId1" Type="{R}/officeDocument" Target="word/document.xml"/>"#
        ));
        let own = [
            ("[Content_Types].xml", types),
            ("_rels/.rels", root),
            ("word/document.xml", document),
            ("word/_rels/document.xml.rels", related(&relationships)),
        ];
        let mut file = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in own.into_iter().map(|(name, text)| (name.to_owned(), text)).chain(parts) {
            file.start_file(name, SimpleFileOptions::default()).unwrap();
            file.write_all(br#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#).unwrap();
            file.write_all(text.as_bytes()).unwrap();
        }
        file.finish().unwrap().into_inner()
    }
}

fn related(relationships: &str) -> String {
    format!(r#"<Relationships xmlns="{PACKAGE}/relationships">{relationships}</Relationships>"#)
}

/// A package with nothing but its document.
fn plain(body: String) -> Vec<u8> {
    Package { body, ..Package::default() }.pack()
}

fn in_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// A template with the one field `{{ name }}`.
pub fn letter() -> Vec<u8> {
    plain("<w:p><w:r><w:t>Dear {{ name }}</w:t></w:r></w:p>".to_owned())
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

/// A picture that is drawn until its time is over: what it costs is known only when it is done.
pub fn endless_svg() -> String {
    let kernel = "1 ".repeat(900);
    let filter = format!("<feConvolveMatrix order=\"30\" kernelMatrix=\"{kernel}\"/>").repeat(4);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4000\" height=\"4000\"><filter id=\"f\" x=\"-1\" y=\"-1\" \
         width=\"3\" height=\"3\">{filter}</filter><rect width=\"4000\" height=\"4000\" filter=\"url(#f)\"/></svg>"
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
    in_base64(&Package::with(body, "styles", &styles).pack())
}

/// A sub-document with a list for each of its paragraphs.
pub fn many_lists(count: usize) -> String {
    let paragraph =
        |n: usize| format!(r#"<w:p><w:pPr><w:numPr><w:numId w:val="{n}"/></w:numPr></w:pPr></w:p>"#);
    let body: String = (0..count).map(paragraph).collect();
    let lists: String = (0..count)
        .map(|n| format!(r#"<w:abstractNum w:abstractNumId="{n}"><w:lvl w:ilvl="0"/></w:abstractNum>"#))
        .chain((0..count).map(|n| format!(r#"<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>"#)))
        .collect();
    in_base64(&Package::with(body, "numbering", &lists).pack())
}

/// A template with a drop-down of so many entries.
pub fn drop_down(entries: usize) -> Vec<u8> {
    let items: String =
        (0..entries).map(|n| format!(r#"<w:listItem w:displayText="d{n}" w:value="v{n}"/>"#)).collect();
    let control = format!(
        r#"<w:sdt><w:sdtPr><w:tag w:val="a"/><w:dropDownList>{items}</w:dropDownList></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>"#
    );
    plain(control)
}

/// A template that declares so many namespaces, and has as many elements of one of them.
pub fn namespaces(count: usize) -> Vec<u8> {
    let declared: String = (0..count).map(|n| format!(r#" xmlns:n{n}="urn:{n}""#)).collect();
    let elements = "<n1:a/>".repeat(count);
    plain(format!("<w:p{declared}>{elements}</w:p><w:p><w:r><w:t>{{{{ a }}}}</w:t></w:r></w:p>"))
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
    plain((0..controls).map(control).collect())
}

/// A template with so many controls, each bound to an element of its own of one data store.
pub fn bound_controls(count: usize) -> Vec<u8> {
    const STORE: &str = "{11111111-2222-3333-4444-555555555555}";
    const CUSTOM: &str = "http://schemas.openxmlformats.org/officeDocument/2006/customXml";
    let control = |n: usize| {
        format!(
            r#"<w:sdt><w:sdtPr><w:tag w:val="c{n}"/><w:dataBinding w:xpath="/a[1]/b[{n}]" w:storeItemID="{STORE}"/><w:text/></w:sdtPr><w:sdtContent><w:p><w:r><w:t>x</w:t></w:r></w:p></w:sdtContent></w:sdt>"#
        )
    };
    let item =
        related(&format!(r#"<Relationship Id="rId1" Type="{R}/customXmlProps" Target="itemProps1.xml"/>"#));
    Package {
        body: (1..=count).map(control).collect(),
        types: r#"<Override PartName="/customXml/itemProps1.xml" ContentType="application/vnd.openxmlformats-officedocument.customXmlProperties+xml"/>"#.to_owned(),
        relationships: format!(
            r#"<Relationship Id="rId1" Type="{R}/customXml" Target="../customXml/item1.xml"/>"#
        ),
        parts: vec![
            ("customXml/item1.xml".to_owned(), format!("<a>{}</a>", "<b>x</b>".repeat(count))),
            ("customXml/_rels/item1.xml.rels".to_owned(), item),
            (
                "customXml/itemProps1.xml".to_owned(),
                format!(r#"<ds:datastoreItem ds:itemID="{STORE}" xmlns:ds="{CUSTOM}"><ds:schemaRefs/></ds:datastoreItem>"#),
            ),
        ],
    }
    .pack()
}
