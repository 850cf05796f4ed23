//! What is on the page beyond the text as it stands: changes, fields, and characters of all scripts.

use docx_rs::Docx;
use platen_pdf::{Engine, PdfOptions};

use crate::documents::{pack, with_body, with_parts};
use crate::{engine, pdf, poppler};

fn body(xml: &str) -> Vec<u8> {
    with_body(&pack(Docx::new()), xml)
}

fn line(text: &str) -> String {
    format!("<w:p><w:r><w:t xml:space='preserve'>{text}</w:t></w:r></w:p>")
}

fn words(docx: &[u8]) -> Vec<String> {
    poppler::text(&pdf(docx)).split_whitespace().map(ToOwned::to_owned).collect()
}

#[test]
fn deleted_rows_and_paragraph_marks_are_gone() {
    let change = "w:id='1' w:author='A' w:date='2020-01-01T00:00:00Z'";
    let row = |text: &str, properties: &str| {
        format!("<w:tr>{properties}<w:tc><w:tcPr/>{}</w:tc></w:tr>", line(text))
    };
    let docx = body(&format!(
        "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w='4000'/></w:tblGrid>{}{}{}</w:tbl>\
         <w:p><w:pPr><w:rPr><w:del {change}/></w:rPr></w:pPr><w:r><w:t xml:space='preserve'>First half, </w:t></w:r></w:p>{}",
        row("kept", ""),
        row("struck", &format!("<w:trPr><w:del {change}/></w:trPr>")),
        row("new", &format!("<w:trPr><w:ins {change}/></w:trPr>")),
        line("second half"),
    ));
    let text = poppler::text(&pdf(&docx));
    assert!(text.contains("kept") && text.contains("new") && !text.contains("struck"), "{text}");
    assert!(text.contains("First half, second half"), "{text}");
}

#[test]
fn page_fields_are_computed_and_other_fields_stay_as_saved() {
    let simple =
        |code: &str| format!("<w:fldSimple w:instr=' {code} '><w:r><w:t>777</w:t></w:r></w:fldSimple>");
    let complex = |code: &str, saved: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> {code} </w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>{saved}</w:t></w:r>\
             <w:r><w:fldChar w:fldCharType='end'/></w:r>"
        )
    };
    let space = "<w:r><w:t xml:space='preserve'> of </w:t></w:r>";
    let pages = |page: &str| {
        let fields = [simple("PAGE"), simple("NUMPAGES"), complex("PAGE", "777"), complex("NUMPAGES", "777")];
        format!("{}<w:p>{}</w:p>", line(page), fields.join(space))
    };
    let saved = format!(
        "<w:p>{}</w:p><w:p>{}</w:p>",
        complex("DATE \\@ &quot;d MMMM yyyy&quot;", "3 May 2019"),
        complex("TOC \\o &quot;1-3&quot;", "Chapter one .... 42")
    );
    let docx =
        body(&format!("{}{saved}<w:p><w:r><w:br w:type='page'/></w:r></w:p>{}", pages("one"), pages("two")));
    let words = words(&docx).join(" ");
    assert!(words.starts_with("one 1 of 2 of 1 of 2 3 May 2019 Chapter one .... 42"), "{words}");
    assert!(words.ends_with("two 2 of 2 of 2 of 2"), "{words}");
}

/// Each of these is drawn by a bundled font that the engine would not look into by itself.
#[test]
fn text_of_other_scripts_is_there_and_the_runs_own_text_stays() {
    let docx = body(
        "<w:p><w:r><w:rPr><w:b/><w:sz w:val='40'/></w:rPr><w:t>Before नमस्ते दुनिया after &amp; 5 &lt; 6</w:t><w:br/><w:t>สวัสดี مرحبا</w:t></w:r></w:p>",
    );
    let found = engine().check(&docx, &PdfOptions::default()).unwrap();
    assert!(found.as_slice().iter().all(|warning| warning.code != "missing-glyph"), "{found:?}");
    let made = pdf(&docx);
    let text = poppler::text(&made);
    assert!(text.contains("Before") && text.contains("after & 5 < 6"), "{text}");
    for letter in ['न', 'म', 'द', 'ส', 'ว'] {
        assert!(text.contains(letter), "{letter} in {text}");
    }
    let fonts = poppler::fonts(&made).join("\n");
    assert!(fonts.contains("NotoSansDevanagari") && fonts.contains("NotoSansThai"), "{fonts}");
    assert!(fonts.contains("PlatenSans"), "{fonts}");
}

/// Fields as templates are filled: between two values stands nothing but a space, in a run of its own.
#[test]
fn a_lone_space_between_two_values_stays() {
    let run = |text: &str| format!("<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>");
    let complex = |code: &str, text: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> {code} </w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType='separate'/></w:r>{}<w:r><w:fldChar w:fldCharType='end'/></w:r>",
            run(text)
        )
    };
    let simple =
        |code: &str, text: &str| format!("<w:fldSimple w:instr=' {code} '>{}</w:fldSimple>", run(text));
    let control = |inner: &str| format!("<w:sdt><w:sdtPr/><w:sdtContent>{inner}</w:sdtContent></w:sdt>");
    let link = |text: &str| format!("<w:hyperlink w:anchor='x'>{}</w:hyperlink>", run(text));
    let pairs = [
        (run("AA"), run("BB")),
        (complex("MERGEFIELD a", "AA"), complex("MERGEFIELD b", "BB")),
        (simple("DATE", "AA"), simple("DATE", "BB")),
        (control(&run("AA")), control(&run("BB"))),
        (control(&complex("DATE", "AA")), simple("DATE", "BB")),
        (link("AA"), link("BB")),
        (run("नAA"), run("BBन")),
        (run("AAส"), run("نBB")),
    ];
    let bold = "<w:r><w:rPr><w:b/></w:rPr><w:t xml:space='preserve'> </w:t></w:r>";
    let mut lines = String::new();
    for (first, second) in &pairs {
        for space in [run(" "), bold.to_owned(), control(&run(" "))] {
            lines += &format!("<w:p>{first}{space}{second}</w:p>");
        }
    }
    lines += &format!("<w:p>{}{}{}</w:p>", simple("PAGE", "9"), run(" "), simple("NUMPAGES", "9"));
    // By their places: read as text, two digits with a space between them are one word to poppler.
    let words = poppler::positions(&pdf(&body(&lines)));
    assert_eq!(words.matches("<word ").count(), 2 * (pairs.len() * 3 + 1), "{words}");
}

#[test]
fn links_lead_where_the_document_says() {
    let relationships = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
        <Relationship Id='rIdOut' TargetMode='External' Target='https://example.com/a?b=c&amp;d=%C3%A9' \
        Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'/></Relationships>";
    let docx = body(
        "<w:p><w:hyperlink r:id='rIdOut' xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'>\
         <w:r><w:t>Outside</w:t></w:r></w:hyperlink></w:p><w:p><w:hyperlink w:anchor='there'><w:r><w:t>Inside</w:t></w:r>\
         </w:hyperlink></w:p><w:p><w:r><w:br w:type='page'/></w:r><w:bookmarkStart w:id='1' w:name='there'/>\
         <w:r><w:t>There</w:t></w:r><w:bookmarkEnd w:id='1'/></w:p>",
    );
    let made = pdf(&with_parts(&docx, &[("word/_rels/document.xml.rels", relationships.as_bytes())]));
    assert!(
        poppler::links(&made).contains("https://example.com/a?b=c&d=%C3%A9"),
        "{}",
        poppler::links(&made)
    );
    // A named place, on the second page.
    let places = poppler::destinations(&made);
    assert!(places.lines().any(|line| line.trim().starts_with("2 ") && line.contains("there")), "{places}");
}
