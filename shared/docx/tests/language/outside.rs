//! Documents that would load, import or run something when someone opens them, one of each kind that real offices have:
//! each is filled, nothing of it is left that could, and Microsoft's validator finds nothing wrong with the result.

use std::fmt::Write;

use platen_docx::{Limits, RenderOptions, Severity, Template};
use platen_ooxml::package::{Package, Target};
use serde_json::json;

use crate::office;
use crate::pack;

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "application/vnd.openxmlformats-officedocument";

/// A document of one kind. `{{ name }}` is in each of them.
struct Case {
    name: &'static str,
    /// What stands in the body behind the paragraph with the tag.
    body: String,
    /// Id, kind, target and whether it is external, of the main part.
    relationships: Vec<(&'static str, &'static str, &'static str, bool)>,
    /// Name, content type and bytes.
    parts: Vec<(&'static str, &'static str, Vec<u8>)>,
}

/// A picture of one pixel.
const PNG: &[u8] = b"\x89PNG\x0d\x0a\x1a\x0a\x00\x00\x00\x0dIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU\x00\x00\x00\x0aIDATx\xdach\x00\x00\x00\x82\x00\x81\xdaE\x08;\x00\x00\x00\x00IEND\xaeB`\x82";

const TITLED: &str = "<w:p><w:r><w:t>{{ name }}</w:t></w:r></w:p>";

fn object(data: &str) -> String {
    format!(
        "<w:p><w:r><w:object w:dxaOrig=\"1440\" w:dyaOrig=\"720\">\
         <v:shape id=\"_x0000_i1025\" style=\"width:72pt;height:36pt\" o:ole=\"\"><v:imagedata r:id=\"rId20\" o:title=\"\"/></v:shape>\
         <o:OLEObject {data} ProgID=\"Equation.3\" ShapeID=\"_x0000_i1025\" DrawAspect=\"Content\" ObjectID=\"_1\" r:id=\"rId21\"/>\
         </w:object></w:r></w:p>"
    )
}

fn picture(blip: &str) -> String {
    format!(
        "<w:p><w:r><w:drawing><wp:inline distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\"><wp:extent cx=\"914400\" cy=\"457200\"/>\
         <wp:docPr id=\"1\" name=\"a\"/><a:graphic><a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/picture\">\
         <pic:pic xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\"><pic:nvPicPr><pic:cNvPr id=\"1\" name=\"a\"/><pic:cNvPicPr/></pic:nvPicPr>\
         <pic:blipFill><a:blip {blip}/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>\
         <pic:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"914400\" cy=\"457200\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></pic:spPr>\
         </pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
}

fn complex(code: &str) -> String {
    format!(
        "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText xml:space=\"preserve\"> {code} </w:instrText></w:r>\
         <w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>shown last</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
    )
}

fn simple(code: &str) -> String {
    format!("<w:p><w:fldSimple w:instr=\" {code} \"><w:r><w:t>shown last</w:t></w:r></w:fldSimple></w:p>")
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<Case> {
    let ole = "application/vnd.openxmlformats-officedocument.oleObject";
    let preview = || ("word/media/image1.png", "image/png", PNG.to_vec());
    let settings = |inner: &str| {
        let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.settings+xml";
        ("word/settings.xml", kind, pack::part("w:settings", inner).into_bytes())
    };
    let chart = pack::part(
        "c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"",
        "<c:chart><c:plotArea><c:layout/><c:pieChart><c:ser><c:idx val=\"0\"/><c:order val=\"0\"/>\
         <c:val><c:numRef><c:f>Sheet1!$A$1</c:f><c:numCache><c:ptCount val=\"1\"/><c:pt idx=\"0\"><c:v>1</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:pieChart></c:plotArea></c:chart>\
         <c:externalData r:id=\"rId1\"><c:autoUpdate val=\"0\"/></c:externalData>",
    )
    .replace("</c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\">", "</c:chartSpace>");
    let in_chart = |target: &str, kind: &str, mode: &str| {
        let xml = format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/></Relationships>"
        );
        ("word/charts/_rels/chart1.xml.rels", "", xml.into_bytes())
    };
    let charted = || {
        "<w:p><w:r><w:drawing><wp:inline><wp:extent cx=\"914400\" cy=\"914400\"/><wp:docPr id=\"2\" name=\"c\"/><a:graphic>\
         <a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" r:id=\"rId22\"/></a:graphicData>\
         </a:graphic></wp:inline></w:drawing></w:r></w:p>"
            .to_owned()
    };
    let chart_part = || {
        let kind = "application/vnd.openxmlformats-officedocument.drawingml.chart+xml";
        ("word/charts/chart1.xml", kind, chart.clone().into_bytes())
    };
    let chart_link = ("rId22", "chart", "charts/chart1.xml", false);
    let html = b"<html><img src='http://example.com/a.png'></html>".to_vec();
    let mut cases = vec![
        Case {
            name: "an OLE object with a picture",
            body: object("Type=\"Embed\""),
            relationships: vec![
                ("rId20", "image", "media/image1.png", false),
                ("rId21", "oleObject", "embeddings/oleObject1.bin", false),
            ],
            parts: vec![preview(), ("word/embeddings/oleObject1.bin", ole, b"\xd0\xcf\x11\xe0".to_vec())],
        },
        Case {
            name: "a linked OLE object",
            body: object("Type=\"Link\" UpdateMode=\"Always\""),
            relationships: vec![
                ("rId20", "image", "media/image1.png", false),
                ("rId21", "oleObject", "file:///C:/a.xls", true),
            ],
            parts: vec![preview()],
        },
        Case {
            name: "a picture that is linked",
            body: picture("r:link=\"rId20\""),
            relationships: vec![("rId20", "image", "http://example.com/a.png", true)],
            parts: vec![],
        },
        Case {
            name: "a picture that is linked and embedded",
            body: picture("r:embed=\"rId21\" r:link=\"rId20\""),
            relationships: vec![
                ("rId20", "image", "http://example.com/a.png", true),
                ("rId21", "image", "media/image1.png", false),
            ],
            parts: vec![preview()],
        },
        Case {
            name: "a VML picture that is linked",
            body: "<w:p><w:r><w:pict><v:shape style=\"width:72pt;height:36pt\"><v:imagedata r:href=\"rId20\" src=\"http://example.com/b.png\"/></v:shape></w:pict></w:r></w:p>".to_owned(),
            relationships: vec![("rId20", "image", "http://example.com/a.png", true)],
            parts: vec![],
        },
        Case {
            name: "an imported HTML file in a cell",
            body: "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:altChunk r:id=\"rId20\"/></w:tc></w:tr></w:tbl><w:p/>".to_owned(),
            relationships: vec![("rId20", "aFChunk", "afchunk.htm", false)],
            parts: vec![("word/afchunk.htm", "text/html", html)],
        },
        Case {
            name: "a sub-document",
            body: "<w:p><w:subDoc r:id=\"rId20\"/></w:p>".to_owned(),
            relationships: vec![("rId20", "subDocument", "chapter.docx", true)],
            parts: vec![],
        },
        Case {
            name: "a mail merge without relationships",
            body: String::new(),
            relationships: vec![("rId20", "settings", "settings.xml", false)],
            parts: vec![settings("<w:zoom w:percent=\"100\"/><w:mailMerge><w:mainDocumentType w:val=\"formLetters\"/><w:dataType w:val=\"odbc\"/><w:connectString w:val=\"DSN=a\"/><w:query w:val=\"SELECT * FROM a\"/></w:mailMerge>")],
        },
        Case {
            name: "a mail merge with a data source",
            body: String::new(),
            relationships: vec![("rId20", "settings", "settings.xml", false)],
            parts: vec![
                settings("<w:zoom w:percent=\"100\"/><w:mailMerge><w:mainDocumentType w:val=\"formLetters\"/><w:dataType w:val=\"native\"/><w:dataSource r:id=\"rId1\"/></w:mailMerge>"),
                (
                    "word/_rels/settings.xml.rels",
                    "",
                    format!("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/mailMergeSource\" Target=\"file:///C:/a.xlsx\" TargetMode=\"External\"/></Relationships>").into_bytes(),
                ),
            ],
        },
        Case {
            name: "a chart with a binary workbook",
            body: charted(),
            relationships: vec![chart_link],
            parts: vec![
                chart_part(),
                in_chart("../embeddings/a.xlsb", "package", ""),
                ("word/embeddings/a.xlsb", "application/vnd.ms-excel.sheet.binary.macroEnabled.12", b"PK".to_vec()),
            ],
        },
        Case {
            name: "a chart with a workbook elsewhere",
            body: charted(),
            relationships: vec![chart_link],
            parts: vec![chart_part(), in_chart("file:///C:/a.xlsx", "oleObject", " TargetMode=\"External\"")],
        },
        Case {
            name: "a frames page",
            body: String::new(),
            relationships: vec![("rId20", "webSettings", "webSettings.xml", false)],
            parts: vec![
                (
                    "word/webSettings.xml",
                    "application/vnd.openxmlformats-officedocument.wordprocessingml.webSettings+xml",
                    pack::part("w:webSettings", "<w:frameset><w:frame><w:sourceFileName r:id=\"rId1\"/></w:frame></w:frameset>").into_bytes(),
                ),
                (
                    "word/_rels/webSettings.xml.rels",
                    "",
                    format!("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\"><Relationship Id=\"rId1\" Type=\"{OFFICE}/frame\" Target=\"http://example.com/\" TargetMode=\"External\"/></Relationships>").into_bytes(),
                ),
            ],
        },
    ];
    for (name, body) in [
        ("INCLUDEPICTURE", complex("INCLUDEPICTURE &quot;http://example.com/a.png&quot; \\d")),
        ("INCLUDETEXT", simple("INCLUDETEXT &quot;C:/a.docx&quot;")),
        ("DDEAUTO", complex("ddeauto c:\\windows\\cmd.exe &quot;/c calc&quot;")),
        ("LINK", complex("LINK Excel.Sheet.12 &quot;C:/a.xlsx&quot; Sheet1")),
        ("DATABASE", simple("DATABASE \\d &quot;C:/a.mdb&quot;")),
        (
            "a field inside a field's code",
            complex(
                "INCLUDETEXT &quot;</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>7</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:instrText>.docx&quot;",
            ),
        ),
        (
            "a keyword that a field computes",
            complex(
                "</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText>QUOTE INCLUDETEXT</w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"separate\"/></w:r><w:r><w:t>INCLUDETEXT</w:t></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r><w:r><w:instrText>&quot;C:/a.docx&quot;",
            ),
        ),
    ] {
        cases.push(Case { name, body, relationships: vec![], parts: vec![] });
    }
    cases
}

impl Case {
    fn package(&self) -> Vec<u8> {
        let mut types = format!(
            "<Override PartName=\"/word/document.xml\" ContentType=\"{TYPES}.wordprocessingml.document.main+xml\"/>"
        );
        for (name, kind, _) in self.parts.iter().filter(|(_, kind, _)| !kind.is_empty()) {
            types += &format!("<Override PartName=\"/{name}\" ContentType=\"{kind}\"/>");
        }
        let types = format!(
            "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/>{types}</Types>"
        );
        let relationships = |list: &[(&str, &str, &str, bool)]| {
            let rows: String = list
                .iter()
                .map(|(id, kind, target, external)| {
                    let mode = if *external { " TargetMode=\"External\"" } else { "" };
                    format!("<Relationship Id=\"{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>")
                })
                .collect();
            format!("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{rows}</Relationships>").into_bytes()
        };
        let document = pack::document(&format!("{TITLED}{}", self.body))
            .replace("xmlns:v=", "xmlns:o=\"urn:schemas-microsoft-com:office:office\" xmlns:v=");
        let main = [("rId1", "officeDocument", "word/document.xml", false)];
        let mut parts = vec![
            ("[Content_Types].xml", types.into_bytes()),
            ("_rels/.rels", relationships(&main)),
            ("word/document.xml", document.into_bytes()),
            ("word/_rels/document.xml.rels", relationships(&self.relationships)),
        ];
        parts.extend(self.parts.iter().map(|(name, _, bytes)| (*name, bytes.clone())));
        pack::zip(&parts)
    }
}

/// Nothing leads outside but hyperlinks, and every relationship leads to a part.
fn check_relationships(document: &[u8], name: &str) {
    let package = Package::open(document.to_vec(), &Limits::default()).unwrap();
    assert_eq!(package.cuts(), [], "{name}");
    for part in package.parts() {
        for relationship in package.relationships(part.name()).unwrap().iter() {
            match &relationship.target {
                Target::External(target) => assert!(relationship.is("hyperlink"), "{name}: {target}"),
                Target::Internal(target) => assert!(package.part(target).is_some(), "{name}: {target}"),
            }
        }
    }
}

#[test]
fn each_kind_is_filled_without_what_it_would_load() {
    let folder = tempfile::tempdir().unwrap();
    let (mut told, mut faults) = (String::new(), Vec::new());
    for (number, case) in cases().iter().enumerate() {
        let template = Template::compile(case.package(), &Limits::default())
            .unwrap_or_else(|error| panic!("{}: {error}", case.name));
        let document = template.render(&json!({"name": "Ada"}), &RenderOptions::default()).unwrap();
        check_relationships(&document, case.name);
        let _ = writeln!(told, "{}", case.name);
        for warning in template.warnings() {
            assert_eq!(warning.severity, Severity::Warning);
            let _ = writeln!(told, "  {}: {}", warning.place, warning.message);
        }
        let found = office::all_findings(&document, folder.path(), &format!("outside{number}"));
        faults.extend(found.iter().map(|fault| format!("{}: {fault}", case.name)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    insta::assert_snapshot!(told);
}

#[test]
fn loading_fields_become_their_last_result() {
    for case in cases().into_iter().filter(|case| case.relationships.is_empty()) {
        let template = Template::compile(case.package(), &Limits::default()).unwrap();
        let document = template.render(&json!({"name": "Ada"}), &RenderOptions::default()).unwrap();
        let entries = pack::entries(&document);
        let body = entries.iter().find(|entry| entry.name == "word/document.xml").unwrap();
        let body = String::from_utf8(body.content.clone()).unwrap();
        assert!(body.contains("shown last"), "{}: {body}", case.name);
        for left in ["instr", "fldChar", "fldSimple", "C:/", "example.com", "PAGE", ">7<"] {
            assert!(!body.contains(left), "{}: {left} is left: {body}", case.name);
        }
    }
}

#[test]
fn an_address_from_data_is_an_error() {
    for body in [complex("INCLUDEPICTURE &quot;{{ url }}&quot;"), simple("INCLUDETEXT &quot;{{ url }}&quot;")]
    {
        let case = Case { name: "", body, relationships: vec![], parts: vec![] };
        let error = Template::compile(case.package(), &Limits::default()).unwrap_err().to_string();
        assert!(error.contains("comes from data") && error.contains("$image"), "{error}");
    }
}
