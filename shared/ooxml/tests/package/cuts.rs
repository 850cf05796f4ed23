//! What is taken out of a document that would run, import or load something, and what is left.

use std::collections::HashMap;

use platen_ooxml::Limits;
use platen_ooxml::package::{CutKind, Package, PackageError, Target};

use crate::builder::{Entry, OFFICE, W, WORD, content_types, minimal, relationships, with, zip};

const STRICT: &str = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const EXTERNAL: &str = "TargetMode=\"External\"";
const SHEET: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const NAMESPACES: &str = "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\" \
     xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:v=\"urn:schemas-microsoft-com:vml\" \
     xmlns:o=\"urn:schemas-microsoft-com:office:office\" xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"";

/// A document with this body, further content types, relationships of its main part, and parts.
fn document(body: &str, types: &str, rels: &[(&str, &str, &str, &str)], parts: &[Entry]) -> Vec<u8> {
    let rels: Vec<_> = rels
        .iter()
        .map(|(id, kind, target, more)| (*id, format!("{OFFICE}/{kind}"), *target, *more))
        .collect();
    let rels: Vec<_> =
        rels.iter().map(|(id, kind, target, more)| (*id, kind.as_str(), *target, *more)).collect();
    let mut entries = minimal();
    entries[0] = content_types(&format!("{WORD}.document.main+xml"), types);
    let xml = format!("<w:document xmlns:w=\"{W}\" {NAMESPACES}><w:body>{body}</w:body></w:document>");
    entries[2] = Entry::deflated("word/document.xml", xml.as_bytes());
    entries.push(relationships("word/_rels/document.xml.rels", &rels));
    entries.extend_from_slice(parts);
    zip(&entries)
}

#[track_caller]
fn open(file: Vec<u8>) -> Package {
    let package = Package::open(file, &Limits::default()).unwrap();
    is_whole(&package);
    // What is written opens again, and there is nothing left to cut.
    let written = package.write(&[], &[]).unwrap();
    let again = Package::open(written.clone(), &Limits::default()).unwrap();
    assert_eq!(again.cuts(), []);
    assert_eq!(again.write(&[], &[]).unwrap(), written);
    package
}

fn text(package: &Package, name: &str) -> String {
    String::from_utf8(package.read(package.part(name).unwrap()).unwrap()).unwrap()
}

fn body(package: &Package) -> String {
    let text = text(package, "word/document.xml");
    let (_, body) = text.split_once("<w:body>").unwrap();
    body.strip_suffix("</w:body></w:document>").unwrap().to_owned()
}

/// Nothing but hyperlinks leads outside, every relationship leads to a part, and every `r:` id to a relationship.
#[track_caller]
fn is_whole(package: &Package) {
    for part in package.parts() {
        let Some((folder, file)) = part.name().rsplit_once('/') else { continue };
        let rels: HashMap<_, _> =
            package.relationships(part.name()).unwrap().iter().map(|r| (r.id.clone(), r.clone())).collect();
        for relationship in rels.values() {
            match &relationship.target {
                Target::External(target) => {
                    assert!(relationship.is("hyperlink"), "{folder}/{file}: {target}")
                }
                Target::Internal(name) => assert!(package.part(name).is_some(), "{folder}/{file}: {name}"),
            }
        }
        let Ok(text) = String::from_utf8(package.read(part).unwrap()) else { continue };
        for reference in text.split(" r:").skip(1) {
            let id = reference.split('"').nth(1).unwrap();
            assert!(rels.contains_key(id), "{folder}/{file} refers to {id}, which is nothing: {text}");
        }
    }
    let types = text_of_types(package);
    for named in types.split("PartName=\"/").skip(1) {
        let name = named.split('"').next().unwrap();
        assert!(package.part(name).is_some(), "{name} has a type but is missing");
    }
}

fn text_of_types(package: &Package) -> String {
    text(package, "[Content_Types].xml")
}

fn kinds(package: &Package) -> Vec<(CutKind, usize)> {
    package.cuts().iter().map(|cut| (cut.kind, cut.count)).collect()
}

#[test]
fn an_object_is_its_picture() {
    let shape =
        "<v:shape id=\"s\" style=\"width:10pt;height:10pt\"><v:imagedata r:id=\"p\" o:title=\"\"/></v:shape>";
    let object = |shape: &str| {
        format!(
            "<w:p><w:r><w:object w:dxaOrig=\"200\" w:dyaOrig=\"200\">{shape}<o:OLEObject Type=\"Embed\" ProgID=\"Equation.3\" ShapeID=\"s\" DrawAspect=\"Content\" ObjectID=\"_1\" r:id=\"o\"/></w:object></w:r></w:p>"
        )
    };
    let kind = "<Override PartName=\"/word/embeddings/oleObject1.bin\" ContentType=\"application/vnd.openxmlformats-officedocument.oleObject\"/>";
    let marked = shape.replace("style", "o:ole=\"\" style");
    let parts = [
        Entry::stored("word/embeddings/oleObject1.bin", b"program"),
        Entry::stored("word/media/i.png", b"png"),
    ];
    let package = open(document(
        &object(&marked),
        kind,
        &[("o", "oleObject", "embeddings/oleObject1.bin", ""), ("p", "image", "media/i.png", "")],
        &parts,
    ));
    assert_eq!(kinds(&package), [(CutKind::Object, 1)]);
    let shown = body(&package).replace("  ", " ").replace(" >", ">");
    assert_eq!(shown, format!("<w:p><w:r><w:pict>{shape}</w:pict></w:r></w:p>"));
    assert!(package.part("word/embeddings/oleObject1.bin").is_none());
    let warning = package.diagnostics().next().unwrap();
    insta::assert_snapshot!(format!("{}: {}\n{}", warning.place, warning.message, warning.hint.unwrap()), @r"
    body: an embedded object is shown by its picture only; its data was removed (word/embeddings/oleObject1.bin)
    to keep it editable, insert a table, an equation or a chart of Word instead of the object
    ");

    // One of Word's own formats stays as it is.
    let kind = format!("<Override PartName=\"/word/embeddings/a.xlsx\" ContentType=\"{SHEET}\"/>");
    let body_before = object(shape);
    let package = open(document(
        &body_before,
        &kind,
        &[("o", "package", "embeddings/a.xlsx", ""), ("p", "image", "media/i.png", "")],
        &[Entry::stored("word/embeddings/a.xlsx", b"PK"), Entry::stored("word/media/i.png", b"png")],
    ));
    assert_eq!((kinds(&package), body(&package)), (vec![], body_before));

    // Whatever it is called, and whoever refers to it.
    for (name, kind) in
        [("word/o.dat", "image/png"), ("word/embeddings/o.bin", SHEET), ("word/embeddings/o.exe", "a/b")]
    {
        let kind = format!("<Override PartName=\"/{name}\" ContentType=\"{kind}\"/>");
        let target = name.strip_prefix("word/").unwrap();
        for relationship in ["oleObject", "package"] {
            if (relationship, name) == ("package", "word/o.dat") {
                continue;
            }
            let package = open(document(
                "<w:p/>",
                &kind,
                &[("o", relationship, target, "")],
                &[Entry::stored(name, b"x")],
            ));
            assert!(package.part(name).is_none(), "{name} {relationship}");
            assert_eq!(package.cuts().len(), 1, "{:?}", package.cuts());
        }
        if name != "word/o.dat" {
            let package = open(document("<w:p/>", &kind, &[], &[Entry::stored(name, b"x")]));
            assert!(package.part(name).is_none());
            assert_eq!(package.cuts()[0].part, name);
        }
    }
}

#[test]
fn a_linked_picture_is_a_grey_box() {
    for target in ["http://example.com/a", "file:///etc/passwd", "\\\\host\\share\\a", "a.png", "NULL"] {
        let package = open(document(
            "<w:p><a:blip r:link=\"x\"/><a:blip r:embed=\"i\" r:link=\"x\"/><v:imagedata r:href=\"x\"/></w:p>",
            "",
            &[("x", "image", target, EXTERNAL), ("i", "image", "media/i.png", "")],
            &[
                Entry::stored("word/media/i.png", b"png"),
                Entry::stored("word/media/not-loaded.png", b"taken"),
            ],
        ));
        assert_eq!(kinds(&package), [(CutKind::Picture, 1)]);
        assert_eq!(
            body(&package),
            "<w:p><a:blip r:embed=\"x\"/><a:blip r:embed=\"i\" /><v:imagedata r:id=\"x\"/></w:p>"
        );
        let rels = package.relationships("word/document.xml").unwrap();
        assert_eq!(rels.by_id("x").unwrap().part(), Some("word/media/not-loaded-2.png"));
        assert_eq!(package.content_type("word/media/not-loaded-2.png"), Some("image/png"));
        assert!(package.diagnostics().next().unwrap().message.contains(target));
    }
}

#[test]
fn ten_thousand_links_are_one_warning() {
    let ids: Vec<String> = (0..10_000).map(|n| format!("x{n}")).collect();
    let rels: Vec<_> = ids.iter().map(|id| (id.as_str(), "image", "http://h/a", EXTERNAL)).collect();
    let body: String = ids.iter().map(|id| format!("<a:blip r:link=\"{id}\"/>")).collect();
    let package = open(document(&body, "", &rels, &[]));
    assert_eq!(kinds(&package), [(CutKind::Picture, 10_000)]);
    assert_eq!(package.diagnostics().count(), 1);
}

#[test]
fn imported_files_and_sub_documents_leave_a_whole_document() {
    for (mode, target) in [("", "afchunk.htm"), (EXTERNAL, "http://h/a.htm")] {
        let package = open(document(
            "<w:tbl><w:tr><w:tc><w:altChunk r:id=\"x\"><w:altChunkPr/></w:altChunk></w:tc></w:tr></w:tbl><w:p><w:subDoc r:id=\"s\"/></w:p>",
            "<Override PartName=\"/word/afchunk.htm\" ContentType=\"text/html\"/>",
            &[("x", "aFChunk", target, mode), ("s", "subDocument", "b.docx", EXTERNAL)],
            &[Entry::stored("word/afchunk.htm", b"<html>")],
        ));
        assert_eq!(kinds(&package)[..2], [(CutKind::ImportedFile, 1), (CutKind::SubDocument, 1)]);
        assert_eq!(body(&package), "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p></w:p>");
        assert_eq!(package.part("word/afchunk.htm").is_some(), mode == EXTERNAL);
    }
}

#[test]
fn a_chart_keeps_its_values_without_a_workbook_that_may_hold_programs() {
    let binary = "application/vnd.ms-excel.sheet.binary.macroEnabled.12";
    let chart = format!(
        "<c:chartSpace {NAMESPACES}><c:chart/><c:externalData r:id=\"x\"><c:autoUpdate/></c:externalData></c:chartSpace>"
    );
    let types = |name: &str, kind: &str| {
        format!(
            "<Override PartName=\"/word/charts/chart1.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.drawingml.chart+xml\"/>\
             <Override PartName=\"/word/embeddings/{name}\" ContentType=\"{kind}\"/>"
        )
    };
    for (name, kind, relationship, cut) in [
        ("a.xlsb", binary, "package", Some(CutKind::EmbeddedFile)),
        ("a.xlsm", "application/vnd.ms-excel.sheet.macroEnabled.12", "package", Some(CutKind::EmbeddedFile)),
        (
            "a.bin",
            "application/vnd.openxmlformats-officedocument.oleObject",
            "oleObject",
            Some(CutKind::Object),
        ),
        ("a.xlsx", SHEET, "package", None),
    ] {
        let path = format!("word/embeddings/{name}");
        let target = format!("../embeddings/{name}");
        let rels = relationships(
            "word/charts/_rels/chart1.xml.rels",
            &[("x", &format!("{OFFICE}/{relationship}"), &target, "")],
        );
        let parts =
            [Entry::deflated("word/charts/chart1.xml", chart.as_bytes()), rels, Entry::stored(&path, b"PK")];
        let package = open(document("<w:p/>", &types(name, kind), &[], &parts));
        assert_eq!(kinds(&package), cut.map(|cut| (cut, 1)).into_iter().collect::<Vec<_>>(), "{name}");
        assert_eq!(package.part(&path).is_some(), cut.is_none(), "{name}");
        assert_eq!(
            text(&package, "word/charts/chart1.xml").contains("externalData"),
            cut.is_none(),
            "{name}"
        );
    }
}

#[test]
fn a_mail_merge_is_forgotten() {
    let merge =
        |inner: &str| format!("<w:settings xmlns:w=\"{W}\" {NAMESPACES}><w:zoom/>{inner}<w:x/></w:settings>");
    let inner = "<w:mailMerge><w:connectString w:val=\"DSN=a\"/><w:query w:val=\"SELECT\"/><w:dataSource r:id=\"a\"/><w:headerSource r:id=\"b\"/></w:mailMerge>";
    let bare = "<w:mailMerge><w:connectString w:val=\"DSN=a\"/></w:mailMerge>";
    let kind = format!("<Override PartName=\"/word/settings.xml\" ContentType=\"{WORD}.settings+xml\"/>");
    let rels = relationships(
        "word/_rels/settings.xml.rels",
        &[
            ("a", &format!("{OFFICE}/mailMergeSource"), "file:///C:/a.mdb", EXTERNAL),
            ("b", &format!("{OFFICE}/mailMergeHeaderSource"), "file:///C:/b.mdb", EXTERNAL),
        ],
    );
    for (inner, rels) in [(inner, vec![rels]), (bare, vec![])] {
        let parts = [vec![Entry::deflated("word/settings.xml", merge(inner).as_bytes())], rels].concat();
        let package = open(document("<w:p/>", &kind, &[("s", "settings", "settings.xml", "")], &parts));
        assert_eq!(package.cuts()[0].kind, CutKind::MailMerge);
        assert_eq!(text(&package, "word/settings.xml"), merge(""));
        assert_eq!(package.diagnostics().count(), 1);
    }
}

#[test]
fn only_hyperlinks_lead_outside() {
    let kinds = [
        "image",
        "frame",
        "subDocument",
        "oleObject",
        "package",
        "mailMergeSource",
        "customXml",
        "font",
        "hyperlinkX",
    ];
    for kind in kinds {
        for base in [OFFICE, STRICT] {
            for (target, mode) in [("http://h/a", EXTERNAL), ("//host/share/a.png", ""), ("file:///a", "")] {
                let rels = relationships(
                    "word/_rels/document.xml.rels",
                    &[
                        ("rId9", &format!("{base}/{kind}"), target, mode),
                        ("rId8", &format!("{base}/hyperlink"), "https://example.com/?a=1&amp;b", EXTERNAL),
                    ],
                );
                let package = open(with(&[rels]));
                assert_eq!((package.cuts().len(), package.cuts()[0].first.as_str()), (1, target));
                let left = package.relationships("word/document.xml").unwrap();
                let link = Target::External("https://example.com/?a=1&b".to_owned());
                assert_eq!(left.by_id("rId8").unwrap().target, link);
            }
        }
    }
    // Also from the package itself, and from a part that does not exist.
    let image = format!("{OFFICE}/image");
    let stray = relationships("word/_rels/stray.xml.rels", &[("a", &image, "http://x", EXTERNAL)]);
    let mut entries = minimal();
    let main = format!("{OFFICE}/officeDocument");
    entries[1] = relationships(
        "_rels/.rels",
        &[("a", &main, "word/document.xml", ""), ("b", &image, "http://x", EXTERNAL)],
    );
    entries.push(stray);
    let package = open(zip(&entries));
    assert_eq!(package.cuts().len(), 2);
    assert!(!text(&package, "_rels/.rels").contains("http://x"));
    assert!(!text(&package, "word/_rels/stray.xml.rels").contains("http://x"));
}

#[test]
fn the_main_document_cannot_be_made_to_disappear() {
    let package = open(document("<w:p/>", "", &[("x", "aFChunk", "document.xml", "")], &[]));
    assert_eq!(body(&package), "<w:p/>");
}

#[test]
fn damaged_building_blocks_cost_only_themselves() {
    let kind = format!(
        "<Override PartName=\"/word/glossary/document.xml\" ContentType=\"{WORD}.document.glossary+xml\"/>"
    );
    let glossary = Entry::deflated(
        "word/glossary/document.xml",
        format!("<w:glossaryDocument xmlns:w=\"{W}\"/>").as_bytes(),
    );
    let refers = [("g", "glossaryDocument", "glossary/document.xml", "")];
    let rels = |text: &str| Entry::deflated("word/glossary/_rels/document.xml.rels", text.as_bytes());
    let whole = open(document("<w:p/>", &kind, &refers, std::slice::from_ref(&glossary)));
    assert!(whole.part("word/glossary/document.xml").is_some());
    let damaged = Entry { crc: 1, ..glossary.clone() };
    for parts in [vec![damaged], vec![glossary.clone(), rels("<Relationships")]] {
        let package = open(document("<w:p/>", &kind, &refers, &parts));
        assert_eq!(kinds(&package), [(CutKind::Glossary, 1)]);
        assert!(package.parts().iter().all(|part| !part.name().contains("glossary")));
    }
    // A lie about sizes is no damage, and elsewhere damage is refused.
    let lying = Entry { size: 1, ..glossary };
    let refused = Package::open(document("<w:p/>", &kind, &refers, &[lying]), &Limits::default());
    assert!(matches!(refused, Err(PackageError::LyingSize { .. })));
}
