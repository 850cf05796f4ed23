//! Packages around a few parts.

use std::io::{Read, Write};

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const WORD: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml";

/// Every namespace that a fixture may use.
const NAMESPACES: &str = "xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
     xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:w14=\"http://schemas.microsoft.com/office/word/2010/wordml\" \
     xmlns:w15=\"http://schemas.microsoft.com/office/word/2012/wordml\" \
     xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" \
     xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
     xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" \
     xmlns:v=\"urn:schemas-microsoft-com:vml\" \
     xmlns:mc=\"http://schemas.openxmlformats.org/markup-compatibility/2006\" mc:Ignorable=\"w14 w15\"";

/// A part given by the inner XML of its root.
pub fn part(root: &str, inner: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n<{root} {NAMESPACES}>{inner}</{root}>"
    )
}

/// The main part around the inner XML of its body.
pub fn document(body: &str) -> String {
    part("w:document", &format!("<w:body>{body}</w:body>"))
}

/// A package of a main part and others. A name says what its part is: `header1`, `footer1`, `footnotes`, `endnotes`,
/// `comments`, `styles`, `core`, `app`, `links` (relationships of the document), `item1` (custom XML; its store is
/// `{00000000-0000-0000-0000-000000000001}`; further ones are `item2` and so on), `chart1` (its relationship is `chart1`) with
/// `sheet1` and `table1` (the only sheet of the workbook behind it, and the table upon that).
pub fn package(document: &str, others: &[(&str, String)]) -> Vec<u8> {
    let mut types = String::new();
    let mut of_package = relationship("rId1", "officeDocument", "word/document.xml");
    let mut of_document = relationship("rId1", "styles", "styles.xml");
    let mut parts: Vec<(String, String)> = vec![
        ("word/document.xml".to_owned(), document.to_owned()),
        ("word/styles.xml".to_owned(), part("w:styles", "")),
    ];
    let mut books: Vec<(String, Vec<u8>)> = Vec::new();
    for (i, (name, content)) in others.iter().enumerate() {
        let kind = name.trim_end_matches(char::is_numeric);
        let id = format!("rId{}", i + 2);
        match kind {
            "core" | "app" => {
                let kind = if kind == "core" {
                    of_package.push_str(&format!(
                        "<Relationship Id=\"{id}\" Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" Target=\"docProps/core.xml\"/>"
                    ));
                    "application/vnd.openxmlformats-package.core-properties+xml"
                } else {
                    of_package.push_str(&relationship(&id, "extended-properties", "docProps/app.xml"));
                    "application/vnd.openxmlformats-officedocument.extended-properties+xml"
                };
                types.push_str(&format!(
                    "<Override PartName=\"/docProps/{name}.xml\" ContentType=\"{kind}\"/>"
                ));
                parts.push((format!("docProps/{name}.xml"), content.clone()));
            }
            "item" => {
                let number = name.trim_start_matches("item");
                of_document.push_str(&relationship(&id, "customXml", &format!("../customXml/{name}.xml")));
                let properties = format!(
                    "<ds:datastoreItem xmlns:ds=\"http://schemas.openxmlformats.org/officeDocument/2006/customXml\" ds:itemID=\"{{00000000-0000-0000-0000-{number:0>12}}}\"/>"
                );
                parts.push((format!("customXml/{name}.xml"), content.clone()));
                parts.push((format!("customXml/itemProps{number}.xml"), properties));
                let props = relationship("rId1", "customXmlProps", &format!("itemProps{number}.xml"));
                parts.push((format!("customXml/_rels/{name}.xml.rels"), relationships(&props)));
            }
            "links" => of_document.push_str(content),
            "chart" => {
                of_document.push_str(&relationship(name, kind, &format!("charts/{name}.xml")));
                types.push_str(&format!(
                    "<Override PartName=\"/word/charts/{name}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.drawingml.chart+xml\"/>"
                ));
                parts.push((format!("word/charts/{name}.xml"), chart(content)));
            }
            "sheet" => {
                let number = name.trim_start_matches("sheet");
                let table = others.iter().find(|(other, _)| *other == format!("table{number}"));
                let of_chart = relationship("rId1", "package", &format!("../embeddings/{name}.xlsx"));
                parts.push((format!("word/charts/_rels/chart{number}.xml.rels"), relationships(&of_chart)));
                books
                    .push((format!("word/embeddings/{name}.xlsx"), workbook(content, table.map(|(_, t)| t))));
            }
            "table" => {}
            "styles" => parts[1].1 = part("w:styles", content),
            _ => {
                types.push_str(&format!(
                    "<Override PartName=\"/word/{name}.xml\" ContentType=\"{WORD}.{kind}+xml\"/>"
                ));
                of_document.push_str(&relationship(&id, kind, &format!("{name}.xml")));
                let root = match kind {
                    "header" => "w:hdr",
                    "footer" => "w:ftr",
                    kind => &format!("w:{kind}"),
                };
                parts.push((format!("word/{name}.xml"), part(root, content)));
            }
        }
    }
    let content_types = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>{}\
         <Override PartName=\"/word/document.xml\" ContentType=\"{WORD}.document.main+xml\"/>\
         <Override PartName=\"/word/styles.xml\" ContentType=\"{WORD}.styles+xml\"/>{types}</Types>",
        match books.is_empty() {
            true => String::new(),
            false => format!("<Default Extension=\"xlsx\" ContentType=\"{SHEET}.sheet\"/>"),
        }
    );
    parts.insert(0, ("_rels/.rels".to_owned(), relationships(&of_package)));
    parts.insert(0, ("[Content_Types].xml".to_owned(), content_types));
    parts.push(("word/_rels/document.xml.rels".to_owned(), relationships(&of_document)));
    let mut parts: Vec<(String, Vec<u8>)> =
        parts.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
    parts.append(&mut books);
    zip(&parts)
}

/// A chart's part around the inner XML of its root.
fn chart(inner: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n\
         <c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">{inner}</c:chartSpace>"
    )
}

/// A workbook of one sheet, with a table upon it or without, as Word embeds it.
fn workbook(sheet: &str, table: Option<&String>) -> Vec<u8> {
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let types = [("workbook", "sheet.main"), ("worksheets/sheet1", "worksheet"), ("tables/table1", "table")]
        .map(|(name, kind)| {
            format!("<Override PartName=\"/xl/{name}.xml\" ContentType=\"{SHEET}.{kind}+xml\"/>")
        });
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    let mut parts = vec![
        (
            "[Content_Types].xml",
            format!(
                "{head}<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
                 <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Default Extension=\"xml\" ContentType=\"application/xml\"/>{}</Types>",
                types.concat()
            ),
        ),
        ("_rels/.rels", relationships(&relationship("rId1", "officeDocument", "xl/workbook.xml"))),
        (
            "xl/workbook.xml",
            format!(
                "{head}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>\
                 <sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relationships(&relationship("rId1", "worksheet", "worksheets/sheet1.xml")),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("{head}<worksheet xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\">{sheet}</worksheet>"),
        ),
    ];
    if let Some(table) = table {
        let of_sheet = relationships(&relationship("rId1", "table", "../tables/table1.xml"));
        parts.push(("xl/worksheets/_rels/sheet1.xml.rels", of_sheet));
        parts.push(("xl/tables/table1.xml", format!("{head}{table}")));
    }
    zip(&parts)
}

fn relationship(id: &str, kind: &str, target: &str) -> String {
    format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
}

fn relationships(inner: &str) -> String {
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{inner}</Relationships>"
    )
}

/// A file of these entries.
pub fn zip(parts: &[(impl AsRef<str>, impl AsRef<[u8]>)]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, content) in parts {
        writer.start_file(name.as_ref(), zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// One entry of a package, read by a library that the product does not use for it.
pub struct Entry {
    pub name: String,
    pub packed: Vec<u8>,
    pub content: Vec<u8>,
}

/// All entries of a package, in their order.
pub fn entries(package: &[u8]) -> Vec<Entry> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(package)).unwrap();
    (0..archive.len())
        .map(|i| {
            let mut packed = Vec::new();
            archive.by_index_raw(i).unwrap().read_to_end(&mut packed).unwrap();
            let mut file = archive.by_index(i).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            Entry { name: file.name().unwrap().into_owned(), packed, content }
        })
        .collect()
}
