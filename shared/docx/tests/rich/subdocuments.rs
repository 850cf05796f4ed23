//! Sub-documents bring what they refer to, and nothing that loads or runs something.

use platen_docx::{Limits, RenderOptions, Template};
use serde_json::{Value, json};

use crate::{WORDS, base64, fault, pack, part, render};

fn host() -> Vec<u8> {
    pack::package(&pack::document(WORDS), &[])
}

const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// What shows the part of the relationship `chart1`.
const CHART: &str = "<w:drawing><c:chart xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" r:id=\"chart1\"/></w:drawing>";

fn data(package: &[u8]) -> Value {
    json!({"x": {"$docx": base64(package)}})
}

fn paragraph(properties: &str, run: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r>{run}</w:r></w:p>")
}

#[test]
fn lists_and_notes_come_along_under_new_ids() {
    let list = "<w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr>";
    let body = format!(
        "{}{}<w:sectPr><w:pgSz w:w=\"1\"/></w:sectPr>",
        paragraph(list, "<w:t>one</w:t>"),
        paragraph("<w:sectPr/>", "<w:t>two</w:t><w:footnoteReference w:id=\"1\"/>")
    );
    let numbering = "<w:abstractNum w:abstractNumId=\"0\"><w:nsid w:val=\"1\"/><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/></w:lvl></w:abstractNum>\
                     <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>";
    let notes = format!("<w:footnote w:id=\"1\">{}</w:footnote>", paragraph("", "<w:t>the note</w:t>"));
    let sub = pack::package(
        &pack::document(&body),
        &[("numbering", numbering.to_owned()), ("footnotes", notes.clone())],
    );
    let host =
        pack::package(&pack::document(WORDS), &[("numbering", numbering.to_owned()), ("footnotes", notes)]);
    let document = render(host, &data(&sub)).unwrap();
    let text = part(&document, "word/document.xml");
    assert!(text.contains("<w:numId w:val=\"2\"/>"), "{text}");
    assert!(text.contains("<w:footnoteReference w:id=\"2\"/>"), "{text}");
    assert!(!text.contains("sectPr"), "{text}");
    let lists = part(&document, "word/numbering.xml");
    let (definition, instance) = (lists.rfind("<w:abstractNum ").unwrap(), lists.find("<w:num ").unwrap());
    assert!(definition < instance, "{lists}");
    assert!(lists.contains("<w:num w:numId=\"2\"><w:abstractNumId w:val=\"3\"/></w:num>"), "{lists}");
    let notes = part(&document, "word/footnotes.xml");
    assert_eq!(notes.matches("the note").count(), 2, "{notes}");
}

#[test]
fn parts_that_the_template_lacks_are_made() {
    let body = paragraph("", "<w:footnoteReference w:id=\"1\"/>");
    let notes = format!("<w:footnote w:id=\"1\">{}</w:footnote>", paragraph("", "<w:t>n</w:t>"));
    let sub = pack::package(&pack::document(&body), &[("footnotes", notes)]);
    let document = render(host(), &data(&sub)).unwrap();
    let notes = part(&document, "word/footnotes.xml");
    assert!(notes.contains("w:type=\"separator\" w:id=\"-1\""), "{notes}");
    assert!(part(&document, "[Content_Types].xml").contains("PartName=\"/word/footnotes.xml\""));
    assert!(part(&document, "word/_rels/document.xml.rels").contains("Target=\"/word/footnotes.xml\""));
    // The result is itself a document that opens, and can be put into another.
    let again = render(host(), &data(&document)).unwrap();
    assert!(part(&again, "word/footnotes.xml").contains(">n<"));
}

#[test]
fn what_loads_or_runs_something_does_not_come_along() {
    let field = |code: &str| {
        format!(
            "<w:p><w:r><w:fldChar w:fldCharType=\"begin\"/></w:r><w:r><w:instrText> {code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType=\"end\"/></w:r></w:p>"
        )
    };
    // Fields and objects leave what they showed.
    for (body, loads) in [
        (field("INCLUDEPICTURE \"http://127.0.0.1/x.png\" \\d"), "INCLUDEPICTURE"),
        (field("dde cmd /c calc"), "calc"),
        (
            "<w:p><w:fldSimple w:instr=\"INCLUDETEXT c:/x\"><w:r/></w:fldSimple></w:p>".to_owned(),
            "INCLUDETEXT",
        ),
        ("<w:p><w:r><w:object><o:OLEObject/></w:object></w:r></w:p>".to_owned(), "bject"),
    ] {
        let whole = body.replace("</w:p>", "<w:r><w:t>shown</w:t></w:r></w:p>");
        let document = render(host(), &data(&pack::package(&pack::document(&whole), &[]))).unwrap();
        let text = part(&document, "word/document.xml");
        assert!(text.contains("shown") && !text.contains(loads), "{body}: {text}");
    }
    for (body, says) in [
        (field("INCLUDEPICTURE \"{{ url }}\""), "INCLUDEPICTURE"),
        ("<w:altChunk r:id=\"rId1\"/>".to_owned(), "embedded object"),
        ("<w:p><w:r><w:drawing><a:blip r:embed=\"rId1\"/></w:drawing></w:r></w:p>".to_owned(), "cannot have"),
    ] {
        let sub = pack::package(&pack::document(&body), &[]);
        let said = fault(host(), &data(&sub));
        assert!(said.contains(says), "{body}: {said}");
    }
    let strict = pack::document("<w:p/>").replace(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main",
    );
    let said = fault(host(), &data(&pack::package(&strict, &[])));
    assert!(said.contains("strict"), "{said}");
}

#[test]
fn tags_of_a_sub_document_are_text() {
    let sub = pack::package(&pack::document(&paragraph("", "<w:t>{{ 7 * 6 }}</w:t>")), &[]);
    let document = render(host(), &data(&sub)).unwrap();
    assert!(part(&document, "word/document.xml").contains("{{ 7 * 6 }}"));
}

#[test]
fn a_loop_of_books_ends_at_the_limit() {
    let sub = pack::package(&pack::document(&paragraph("", "<w:t>word</w:t>").repeat(1000)), &[]);
    let body = "<w:p><w:r><w:t>{% for i in range(1000) %}{{ x }}{% endfor %}</w:t></w:r></w:p>";
    let limits = Limits { output_bytes: 1 << 20, ..Limits::default() };
    let template = Template::compile(pack::package(&pack::document(body), &[]), &limits).unwrap();
    let error = template.render(&data(&sub), &RenderOptions::default()).unwrap_err().to_string();
    assert!(error.contains("output_bytes"), "{error}");
}

#[test]
fn what_a_sub_document_lacks_is_told() {
    let field = "<w:p><w:fldSimple w:instr=\"INCLUDETEXT c:/secret.docx\"><w:r><w:t>shown</w:t></w:r></w:fldSimple></w:p>";
    let sub = pack::package(&pack::document(field), &[]);
    let template = Template::compile(host(), &Limits::default()).unwrap();
    let render = |value: Value| {
        let budget = platen_docx::Budget::of(&Limits::default());
        template.render_within(&value, &RenderOptions::default(), &budget).unwrap().warnings
    };
    let warnings = render(data(&sub));
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert_eq!((warning.code.as_str(), warning.count), ("external-removed", 1));
    assert!(warning.detail.starts_with("in a sub-document: this INCLUDETEXT field"), "{}", warning.detail);
    assert!(!warning.detail.contains("secret"), "{}", warning.detail);
    assert!(render(data(&pack::package(&pack::document("<w:p/>"), &[]))).is_empty());

    let html = "a <svg><path/></svg> b <iframe src='x'></iframe><iframe></iframe> c<script>x</script>";
    let warnings = render(json!({ "x": { "$html": html } }));
    let told: Vec<_> = warnings.as_slice().iter().map(|it| (it.detail.as_str(), it.count)).collect();
    let says = |name: &str| format!("the element <{name}> of an HTML value is left out");
    assert_eq!(told, [(says("iframe").as_str(), 2), (says("svg").as_str(), 1)]);
}

/// A list by style, of a template and of a sub-document.
fn numbered_by_style(first: &str) -> Vec<u8> {
    let item = |style: &str, text: &str| {
        paragraph(
            &format!("<w:pStyle w:val=\"{style}\"/><w:jc w:val=\"left\"/>"),
            &format!("<w:t>{text}</w:t>"),
        )
    };
    let body = format!(
        "{}{}{}{}{first}{}",
        item("Item", "one"),
        item("Deep", "two"),
        item("Sub", "under two"),
        item("Chapter", "chapter"),
        paragraph("<w:pStyle w:val=\"Item\"/><w:numPr><w:ilvl w:val=\"1\"/></w:numPr>", "<w:t>three</w:t>")
    );
    let style = |id: &str, properties: &str| {
        format!(
            "<w:style w:type=\"paragraph\" w:styleId=\"{id}\"><w:name w:val=\"{id}\"/>{properties}</w:style>"
        )
    };
    let numbered = "<w:numPr><w:numId w:val=\"1\"/></w:numPr>";
    let styles = style("Item", &format!("<w:pPr>{numbered}</w:pPr>"))
        + &style("Deep", "<w:basedOn w:val=\"Item\"/>")
        + &style("Sub", "<w:basedOn w:val=\"Item\"/><w:pPr><w:numPr><w:ilvl w:val=\"1\"/></w:numPr></w:pPr>")
        + &style("Chapter", &format!("<w:pPr>{numbered}<w:outlineLvl w:val=\"0\"/></w:pPr>"));
    let numbering = "<w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/></w:lvl>\
                     <w:lvl w:ilvl=\"2\"><w:start w:val=\"1\"/><w:pStyle w:val=\"Item\"/></w:lvl></w:abstractNum>\
                     <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num>";
    pack::package(&pack::document(&body), &[("styles", styles), ("numbering", numbering.to_owned())])
}

#[test]
fn a_list_by_style_counts_for_itself() {
    let document = render(numbered_by_style(&WORDS.repeat(2)), &data(&numbered_by_style(""))).unwrap();
    let text = part(&document, "word/document.xml");
    let list = |level: u32, num: u32| {
        format!("<w:numPr><w:ilvl w:val=\"{level}\"/><w:numId w:val=\"{num}\"/></w:numPr>")
    };
    // The second copy counts for itself as well, and a heading as the template's.
    for num in [2, 3] {
        let item = format!("<w:pStyle w:val=\"Item\"/>{}<w:jc w:val=\"left\"/>", list(2, num));
        assert_eq!(text.matches(&item).count(), 1, "{text}");
        let deep = format!("<w:pStyle w:val=\"Deep\"/>{}", list(2, num));
        assert_eq!(text.matches(&deep).count(), 1, "{text}");
        let sub = format!("<w:pStyle w:val=\"Sub\"/>{}", list(1, num));
        assert_eq!(text.matches(&sub).count(), 1, "{text}");
        assert_eq!(text.matches(&list(1, num)).count(), 2, "{text}");
    }
    assert_eq!(text.matches("<w:pStyle w:val=\"Chapter\"/><w:jc").count(), 3, "{text}");
    let numbering = part(&document, "word/numbering.xml");
    assert_eq!(numbering.matches("<w:pStyle w:val=\"Item\"/>").count(), 1, "{numbering}");
    assert_eq!(numbering.matches("<w:num ").count(), 3, "{numbering}");
}

#[test]
fn what_word_could_not_open_is_refused_and_named() {
    let table = |cell: &str| format!("<w:tbl><w:tr><w:tc>{cell}</w:tc></w:tr></w:tbl>");
    for (body, flaw) in [
        (table(&table("<w:p/>")), "a cell, header or the like does not end with a paragraph"),
        ("<w:tbl></w:tbl><w:p/>".to_owned(), "a table has no rows, or a row no cells"),
        ("<w:p>text</w:p>".to_owned(), "text stands outside of a run"),
    ] {
        let sub = pack::package(&pack::document(&body), &[]);
        let told = fault(host(), &data(&sub));
        let expected = format!("is corrupt (word/document.xml: {flaw}); open it in Word and save it again");
        assert!(told.contains(&expected), "{told}");
    }
}

#[test]
fn chains_of_text_boxes_come_along_under_new_ids() {
    let wps = "http://schemas.microsoft.com/office/word/2010/wordprocessingShape";
    let body = paragraph(
        "",
        &format!(
            "<wps:wsp xmlns:wps=\"{wps}\"><wps:txbx id=\"1\"/></wps:wsp><wps:wsp xmlns:wps=\"{wps}\"><wps:linkedTxbx id=\"1\" seq=\"1\"/></wps:wsp>"
        ),
    );
    let host = pack::package(&pack::document(&format!("{body}{WORDS}{WORDS}")), &[]);
    let document = render(host, &data(&pack::package(&pack::document(&body), &[]))).unwrap();
    let text = part(&document, "word/document.xml");
    let ids: Vec<&str> = text.split("xbx id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids, ["1", "1", "2", "2", "3", "3"], "{text}");
}

#[test]
fn charts_come_along_with_their_workbooks() {
    let body = paragraph("", &CHART.repeat(2));
    let points = "<c:chart/><c:externalData r:id=\"rId1\"/>".to_owned();
    let sub = pack::package(
        &pack::document(&body),
        &[("chart1", points.clone()), ("sheet1", "<sheetData/>".to_owned())],
    );
    let twice = pack::package(&pack::document(&format!("{body}{WORDS}{WORDS}")), &[("chart1", points)]);
    let document = render(twice, &data(&sub)).unwrap();
    let text = part(&document, "word/document.xml");
    let ids: Vec<&str> = text.split("r:id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids, ["chart1", "chart1", "rIdP1", "rIdP1", "rIdP2", "rIdP2"], "{text}");
    let of_document = part(&document, "word/_rels/document.xml.rels");
    let types = part(&document, "[Content_Types].xml");
    for (id, copy, book) in [("rIdP1", 1, 2), ("rIdP2", 3, 4)] {
        let of_chart = format!("Id=\"{id}\" Type=\"{OFFICE}/chart\" Target=\"/word/parts/platen{copy}.xml\"");
        assert!(of_document.contains(&of_chart), "{of_document}");
        assert!(types.contains(&format!("\"/word/parts/platen{copy}.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.drawingml.chart+xml\"")), "{types}");
        assert!(part(&document, &format!("word/parts/platen{copy}.xml")).contains("r:id=\"rId1\""));
        let of_book =
            format!("Id=\"rId1\" Type=\"{OFFICE}/package\" Target=\"/word/parts/platen{book}.xlsx\"");
        let links = part(&document, &format!("word/parts/_rels/platen{copy}.xml.rels"));
        assert!(links.contains(&of_book), "{links}");
        assert!(types.contains(&format!("\"/word/parts/platen{book}.xlsx\"")), "{types}");
    }
    // It opens, and can be put into another.
    render(host(), &data(&document)).unwrap();
}

#[test]
fn diagrams_come_along_with_their_saved_drawing() {
    let dgm = "http://schemas.openxmlformats.org/drawingml/2006/diagram";
    let body = paragraph(
        "",
        &format!(
            "<w:drawing><dgm:relIds xmlns:dgm=\"{dgm}\" r:dm=\"d\" r:lo=\"l\" r:qs=\"q\" r:cs=\"c\"/></w:drawing>"
        ),
    );
    let saved = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing";
    let kinds = [("d", "Data"), ("l", "Layout"), ("q", "QuickStyle"), ("c", "Colors")];
    let mut links: String = kinds
        .map(|(id, kind)| {
            format!(
                "<Relationship Id=\"{id}\" Type=\"{OFFICE}/diagram{kind}\" Target=\"diagrams/{id}.xml\"/>"
            )
        })
        .concat();
    links.push_str(&format!("<Relationship Id=\"s\" Type=\"{saved}\" Target=\"diagrams/s.xml\"/>"));
    let entries = pack::entries(&pack::package(&pack::document(&body), &[("links", links)]));
    let mut parts: Vec<(String, Vec<u8>)> =
        entries.into_iter().map(|entry| (entry.name, entry.content)).collect();
    for (name, text) in [
        ("d", "<d><x:dataModelExt xmlns:x=\"urn:x\" relId=\"s\"/></d>"),
        ("l", "<l/>"),
        ("q", "<q/>"),
        ("c", "<c/>"),
        ("s", "<s>drawn</s>"),
    ] {
        parts.push((format!("word/diagrams/{name}.xml"), text.as_bytes().to_vec()));
    }
    let document = render(host(), &data(&pack::zip(&parts))).unwrap();
    let text = part(&document, "word/document.xml");
    assert!(text.contains("r:dm=\"rIdP2\" r:lo=\"rIdP3\" r:qs=\"rIdP4\" r:cs=\"rIdP5\""), "{text}");
    let links = part(&document, "word/_rels/document.xml.rels");
    assert!(
        links.contains(&format!("Id=\"rIdP1\" Type=\"{saved}\" Target=\"/word/parts/platen2.xml\"")),
        "{links}"
    );
    assert!(part(&document, "word/parts/platen1.xml").contains("relId=\"rIdP1\""));
    assert!(part(&document, "word/parts/platen2.xml").contains("drawn"));
}

#[test]
fn charts_bring_nothing_that_charts_do_not_have() {
    let body = paragraph("", CHART);
    let sub = pack::package(&pack::document(&body), &[("chart1", "<c:chart/>".to_owned())]);
    for (kind, target, mode, told) in [
        ("officeDocument", "../document.xml", "", "cannot have (officeDocument)"),
        ("hyperlink", "file:///etc/passwd", " TargetMode=\"External\"", "links to"),
    ] {
        let link = format!("<Relationship Id=\"r\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>");
        let links = format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{link}</Relationships>"
        );
        let entries = pack::entries(&sub).into_iter().map(|entry| (entry.name, entry.content));
        let with = entries.chain([("word/charts/_rels/chart1.xml.rels".to_owned(), links.into_bytes())]);
        let refused = fault(host(), &data(&pack::zip(&with.collect::<Vec<_>>())));
        assert!(refused.contains(told), "{refused}");
    }
}
