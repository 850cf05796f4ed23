//! Documents of one template as one Word document: its pages are those of the documents one by one.

use platen_docx::{Limits, RenderOptions, Template};
use platen_ooxml::join::Joiner;
use platen_pdf::{Engine, PdfOptions, UpdateFields};
use platen_samples::GALLERY;
use serde_json::Value;

use crate::documents::{part as part_of, with_parts};
use crate::{libreoffice, poppler};

/// Documents as one.
pub(crate) fn joined(documents: &[Vec<u8>]) -> Vec<u8> {
    let mut joiner = Joiner::new(&Limits::default());
    for document in documents {
        joiner.add(document.clone()).unwrap();
    }
    joiner.finish().unwrap()
}

/// The texts of a PDF's pages, white space made single.
pub(crate) fn pages(pdf: &[u8]) -> Vec<String> {
    let text = poppler::text(pdf);
    let pages = text.strip_suffix('\u{c}').unwrap_or(&text).split('\u{c}');
    pages.map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

fn pages_one_by_one(documents: &[Vec<u8>]) -> Vec<String> {
    documents.iter().flat_map(|document| pages(&crate::pdf(document))).collect()
}

/// The data with lists that are half as long.
fn halved(value: &Value) -> Value {
    match value {
        Value::Array(items) => items[..items.len().div_ceil(2)].iter().map(halved).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), halved(value))).collect(),
        other => other.clone(),
    }
}

#[test]
fn documents_of_the_samples_have_the_same_pages_as_sections_of_one() {
    let mut all = Vec::new();
    for sample in GALLERY {
        let template = Template::compile((sample.docx)(), &Limits::default()).unwrap();
        let data = (sample.data)();
        let documents: Vec<Vec<u8>> = [&data, &halved(&data), &data]
            .into_iter()
            .filter_map(|data| template.render(data, &RenderOptions::default()).ok())
            .collect();
        assert!(documents.len() > 1, "{}", sample.file_name);
        let single = pages_one_by_one(&documents);
        let file = joined(&documents);
        assert_eq!(pages(&crate::pdf(&file)), single, "{}", sample.file_name);
        all.extend(documents);
        all.push(file);
    }
    // LibreOffice opens each.
    let theirs = libreoffice::pdfs(&all);
    let opened = theirs.iter().filter(|pdf| poppler::pages(pdf) > 0).count();
    assert_eq!(opened, all.len());
}

/// A part of a package of which only the content matters.
fn part(root: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:{root} xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\" \
         xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">{content}</w:{root}>"
    )
}

fn text(text: &str) -> String {
    format!("<w:r><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
}

fn field(code: &str) -> String {
    let mark = |kind: &str| format!("<w:r><w:fldChar w:fldCharType=\"{kind}\"/></w:r>");
    // Word cuts codes into pieces.
    let (first, second) = code.split_at(code.len() / 2);
    let code = |text: &str| format!("<w:r><w:instrText xml:space=\"preserve\">{text}</w:instrText></w:r>");
    [mark("begin"), code(first), code(second), mark("separate"), text("?"), mark("end")].concat()
}

/// Footnotes or endnotes of a letter.
fn notes(kind: &str, name: &str) -> String {
    let separators = format!(
        "<w:{kind} w:type=\"separator\" w:id=\"0\"><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>\
         <w:{kind} w:type=\"continuationSeparator\" w:id=\"1\"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:{kind}>"
    );
    let mark = format!("<w:r><w:{kind}Ref/></w:r>{}", text(&format!(" {kind} of {name}")));
    part(&format!("{kind}s"), &format!("{separators}<w:{kind} w:id=\"2\"><w:p>{mark}</w:p></w:{kind}>"))
}

/// Its lists: of items, and of chapters.
fn lists() -> String {
    let level = |level: u32, text: &str| {
        format!(
            "<w:lvl w:ilvl=\"{level}\"><w:start w:val=\"1\"/><w:numFmt w:val=\"decimal\"/>{text}<w:lvlJc w:val=\"left\"/><w:pPr><w:ind w:left=\"720\" w:hanging=\"360\"/></w:pPr></w:lvl>"
        )
    };
    format!(
        "<w:abstractNum w:abstractNumId=\"0\">{}{}</w:abstractNum><w:abstractNum w:abstractNumId=\"1\">{}{}</w:abstractNum>\
         <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num><w:num w:numId=\"2\"><w:abstractNumId w:val=\"1\"/></w:num>",
        level(0, "<w:lvlText w:val=\"%1.\"/>"),
        level(1, "<w:lvlText w:val=\"%1.%2.\"/>"),
        level(0, "<w:pStyle w:val=\"Chapter\"/><w:lvlText w:val=\"Chapter %1:\"/>"),
        level(1, "<w:lvlText w:val=\"%1.%2\"/>"),
    )
}

/// A letter with all that has to be told apart, of one section or two, with a header or without.
fn letter(name: &str, sections: usize, has_header: bool) -> Vec<u8> {
    let paragraph =
        |properties: &str, content: &str| format!("<w:p><w:pPr>{properties}</w:pPr>{content}</w:p>");
    let item = |level: u32, name: &str| {
        let list = format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"1\"/></w:numPr>");
        paragraph(&list, &text(name))
    };
    let note = |kind: &str| format!("<w:r><w:{kind}Reference w:id=\"2\"/></w:r>");
    let figure = paragraph("", &[text("Figure "), field(" SEQ Figure \\* ARABIC ")].concat());
    let page = "<w:pgSz w:w=\"11906\" w:h=\"16838\"/><w:pgMar w:top=\"1440\" w:right=\"1440\" w:bottom=\"1440\" w:left=\"1440\" w:header=\"708\" w:footer=\"708\" w:gutter=\"0\"/>";
    let header = if has_header { "<w:headerReference w:type=\"default\" r:id=\"header1\"/>" } else { "" };
    let first = match sections {
        1 => String::new(),
        _ => paragraph(&format!("<w:sectPr>{header}{page}</w:sectPr>"), &text("First section")),
    };
    let body = [
        paragraph("", &text(&format!("Dear {name}"))),
        paragraph("", &field(" TOC \\t \"Chapter,1\" ")),
        first,
        paragraph("<w:pStyle w:val=\"Chapter\"/>", &text("One")),
        paragraph("<w:pStyle w:val=\"Chapter\"/>", &text("Two")),
        paragraph("<w:pStyle w:val=\"Part\"/>", &text("of two")),
        item(0, "first"),
        item(1, "inner"),
        item(0, "second"),
        paragraph("", &[text("A note"), note("footnote"), text(" and another"), note("endnote")].concat()),
        figure.clone(),
        format!("<w:bookmarkStart w:id=\"0\" w:name=\"End\"/>{figure}<w:bookmarkEnd w:id=\"0\"/>"),
        paragraph("", &[text("See page "), field(" PAGEREF End ")].concat()),
        paragraph("<w:pageBreakBefore/>", &text(&format!("The end of {name}"))),
        format!("<w:sectPr>{header}{page}</w:sectPr>"),
    ];
    let styles = "<w:style w:type=\"paragraph\" w:default=\"1\" w:styleId=\"Normal\"><w:name w:val=\"Normal\"/></w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"Chapter\"><w:name w:val=\"Chapter\"/><w:basedOn w:val=\"Normal\"/><w:pPr><w:numPr><w:numId w:val=\"2\"/></w:numPr><w:ind w:left=\"0\" w:firstLine=\"0\"/></w:pPr></w:style>\
         <w:style w:type=\"paragraph\" w:styleId=\"Part\"><w:name w:val=\"Part\"/><w:basedOn w:val=\"Chapter\"/><w:pPr><w:numPr><w:ilvl w:val=\"1\"/></w:numPr></w:pPr></w:style>";
    // Endnotes of one section stand at the end of the document, those of two at the end of theirs.
    let settings = if sections == 1 { "" } else { "<w:endnotePr><w:pos w:val=\"sectEnd\"/></w:endnotePr>" };
    let head = [text(&format!("{name}, page ")), field(" PAGE "), text(" of "), field(" NUMPAGES ")].concat();
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let kinds = ["styles", "numbering", "settings", "footnotes", "endnotes", "header1"];
    let word = "application/vnd.openxmlformats-officedocument.wordprocessingml";
    let types: String = kinds
        .iter()
        .map(|kind| {
            format!(
                "<Override PartName=\"/word/{kind}.xml\" ContentType=\"{word}.{}+xml\"/>",
                kind.trim_end_matches('1')
            )
        })
        .collect();
    let links: String = kinds
        .iter()
        .map(|kind| {
            format!(
                "<Relationship Id=\"{kind}\" Type=\"{office}/{}\" Target=\"{kind}.xml\"/>",
                kind.trim_end_matches('1')
            )
        })
        .collect();
    let package = "http://schemas.openxmlformats.org/package/2006";
    let parts = [
        ("word/document.xml", part("document", &format!("<w:body>{}</w:body>", body.concat()))),
        ("word/styles.xml", part("styles", styles)),
        ("word/numbering.xml", part("numbering", &lists())),
        ("word/settings.xml", part("settings", settings)),
        ("word/footnotes.xml", notes("footnote", name)),
        ("word/endnotes.xml", notes("endnote", name)),
        ("word/header1.xml", part("hdr", &format!("<w:p>{head}</w:p>"))),
        (
            "word/_rels/document.xml.rels",
            format!("<Relationships xmlns=\"{package}/relationships\">{links}</Relationships>"),
        ),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}/relationships\"><Relationship Id=\"d\" Type=\"{office}/officeDocument\" Target=\"word/document.xml\"/></Relationships>"
            ),
        ),
        (
            "[Content_Types].xml",
            format!(
                "<Types xmlns=\"{package}/content-types\"><Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\"{word}.document.main+xml\"/>{types}</Types>"
            ),
        ),
    ];
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    with_parts(&crate::documents::pack(docx_rs::Docx::new()), &parts)
}

#[test]
fn numbers_notes_headers_and_fields_of_sections_are_those_of_single_documents() {
    for sections in [1, 2] {
        let documents = [
            letter("Ada", sections, true),
            letter("Grace", sections, false),
            letter("Ada", sections, true),
            letter("Mary", sections, true),
        ];
        let options =
            PdfOptions { fields: Some(UpdateFields { now: None, file_name: None }), ..PdfOptions::default() };
        let shown = |docx: &Vec<u8>| pages(&crate::engine().convert(docx, &options).unwrap().pdf);
        let single: Vec<String> = documents.iter().flat_map(shown).collect();
        assert_eq!(shown(&joined(&documents)), single, "{sections}");
        let first = &single[sections - 1];
        let (page, all) = (sections, sections + 1);
        assert!(first.contains(&format!("page {page} of {all}")) && first.contains("Figure 2"), "{single:?}");
    }
}

/// Boxes whose text goes on in others: each document's go on in its own.
#[test]
fn text_goes_on_in_boxes_of_its_document() {
    let shape = |id: u32, down: u32, content: &str| {
        format!(
            "<w:p><w:r><w:drawing><wp:anchor distT=\"0\" distB=\"0\" distL=\"0\" distR=\"0\" simplePos=\"0\" relativeHeight=\"{id}\" behindDoc=\"0\" locked=\"0\" layoutInCell=\"1\" allowOverlap=\"1\"><wp:simplePos x=\"0\" y=\"0\"/><wp:positionH relativeFrom=\"page\"><wp:posOffset>900000</wp:posOffset></wp:positionH><wp:positionV relativeFrom=\"page\"><wp:posOffset>{down}</wp:posOffset></wp:positionV><wp:extent cx=\"1800000\" cy=\"300000\"/><wp:wrapNone/><wp:docPr id=\"{id}\" name=\"Box\"/><a:graphic><a:graphicData uri=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\"><wps:wsp><wps:cNvSpPr txBox=\"1\"/><wps:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"1800000\" cy=\"300000\"/></a:xfrm><a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></wps:spPr>{content}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>"
        )
    };
    let letter = |name: &str| {
        let story = [name, "goes", "on"].map(|word| format!("<w:p>{}</w:p>", text(word))).concat();
        let first = format!("<wps:txbx id=\"3\"><w:txbxContent>{story}</w:txbxContent></wps:txbx>");
        let boxes = [
            shape(1, 900_000, &first),
            shape(2, 1_800_000, "<wps:linkedTxbx id=\"3\" seq=\"1\"/>"),
            shape(3, 2_700_000, "<wps:linkedTxbx id=\"3\" seq=\"2\"/>"),
        ];
        let body = part("document", &format!("<w:body>{}</w:body>", boxes.concat())).replace(
            " xmlns:r=",
            " xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:wps=\"http://schemas.microsoft.com/office/word/2010/wordprocessingShape\" xmlns:r=",
        );
        with_parts(&crate::documents::pack(docx_rs::Docx::new()), &[("word/document.xml", body.as_bytes())])
    };
    let documents = [letter("Ada"), letter("Grace")];
    let shown = pages(&crate::pdf(&joined(&documents)));
    assert_eq!(shown, ["Ada goes on", "Grace goes on"]);
}

/// Why the second document cannot be in one file with the first.
#[track_caller]
fn refused(first: &[u8], second: &[u8], limits: &Limits) -> String {
    let mut joiner = Joiner::new(limits);
    joiner.add(first.to_vec()).unwrap();
    let error = joiner.add(second.to_vec()).expect_err("a document that cannot be joined");
    error.to_string()
}

#[test]
fn what_one_file_cannot_hold_is_refused_with_its_reason() {
    let ada = letter("Ada", 1, true);
    let with = |docx: &[u8], name: &str, from: &str, to: &str| {
        let text = part_of(docx, name);
        assert!(text.contains(from), "{text}");
        with_parts(docx, &[(name, text.replace(from, to).as_bytes())])
    };
    let limits = Limits::default();
    let wide = with(&ada, "word/styles.xml", "w:firstLine=\"0\"", "w:firstLine=\"9\"");
    assert!(refused(&ada, &wide, &limits).contains("`Chapter`"));
    let parted = letter("Ada", 2, true);
    let restarted = with(
        &parted,
        "word/document.xml",
        "<w:pgSz w:w=\"11906\"",
        "<w:pgNumType w:start=\"5\"/><w:pgSz w:w=\"11906\"",
    );
    assert!(refused(&parted, &restarted, &limits).contains("`NUMPAGES`"));
    let other = with(&ada, "word/document.xml", "<w:document ", "<w:document xmlns:x=\"y\" ");
    assert!(refused(&ada, &other, &limits).contains("namespaces"));
    let behind = with(&ada, "word/document.xml", "</w:body>", "<w:p/></w:body>");
    assert!(refused(&ada, &behind, &limits).contains("at the end of its text"));
    let small = Limits { expanded_bytes: 40_000, ..limits };
    let mut joiner = Joiner::new(&small);
    let full = (0..50).find_map(|_| joiner.add(ada.clone()).err()).unwrap();
    assert!(full.to_string().contains("expanded_bytes (40000)"), "{full}");
    assert!(Joiner::new(&small).finish().unwrap_err().to_string().contains("no documents"));
}
