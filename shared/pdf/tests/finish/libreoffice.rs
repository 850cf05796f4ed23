//! The engine with a real LibreOffice: what it makes, and what it does not fetch.

use std::net::TcpListener;
use std::time::Duration;

use platen_pdf::finish::{convert_and_finish, Finish};
use platen_pdf::{Engine, LibreOffice, PdfError, PdfLimits, PdfOptions};

use super::{docx, printed, with_parts};

#[test]
fn two_documents_one_after_the_other_and_the_same_bytes_again() {
    let engine = LibreOffice::new(Vec::new()).unwrap();
    let convert =
        |docx: &[u8]| convert_and_finish(&engine, docx, &PdfOptions::default(), &Finish::default()).unwrap();
    // Made once: docx-rs writes the time into it.
    let hello = docx("Hello there");
    let first = convert(&hello);
    printed("qpdf", &["--check"], &first, &[]);
    assert!(printed("pdftotext", &[], &first, &["-"]).contains("Hello there"));
    assert!(printed("pdftotext", &[], &convert(&docx("Second")), &["-"]).contains("Second"));
    assert!(first == convert(&hello), "the bytes differ");
}

#[test]
fn past_its_time_it_is_ended_and_the_next_document_is_made() {
    let engine = LibreOffice::new(Vec::new()).unwrap();
    let limits = PdfLimits { time: Duration::from_millis(50), ..PdfLimits::default() };
    let error = engine.convert(&docx("Slow"), &PdfOptions { limits }).unwrap_err();
    assert!(matches!(error, PdfError::Timeout(_)), "{error}");
    assert!(engine.convert(&docx("Next"), &PdfOptions::default()).is_ok());
}

#[test]
fn hostile_files_are_refused_before_the_program_sees_them() {
    let engine = LibreOffice::new(Vec::new()).unwrap();
    let error = engine.convert(b"{\\rtf1 no package}", &PdfOptions::default()).unwrap_err();
    assert!(matches!(error, PdfError::Package(_)), "{error}");
}

#[test]
fn nothing_is_fetched() {
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let canary = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(canary.path(), "CANARY").unwrap();
    let (address, file) = (server.local_addr().unwrap(), canary.path().display());
    let word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
    let field = |code: &str| {
        format!(
            "<w:p><w:r><w:fldChar w:fldCharType='begin' w:dirty='true'/></w:r><w:r><w:instrText>{code}</w:instrText></w:r>\
             <w:r><w:fldChar w:fldCharType='separate'/></w:r><w:r><w:t>old</w:t></w:r>\
             <w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"
        )
    };
    let body: String = [
        format!("INCLUDEPICTURE \"http://{address}/a.png\" \\d"),
        format!("INCLUDETEXT \"{file}\""),
        format!("INCLUDETEXT \"http://{address}/b.docx\""),
        format!("LINK Word.Document.12 \"{file}\" \"\" \\a \\t"),
        format!("DDEAUTO soffice \"{file}\" x"),
    ]
    .iter()
    .map(|code| field(&code.replace('"', "&quot;")))
    .collect();
    let document = format!(
        "<w:document xmlns:w='{word}'><w:body>{body}<w:p><w:r><w:t>End</w:t></w:r></w:p></w:body></w:document>"
    );
    let relationships = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
         <Relationship Id='rId1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate' \
         TargetMode='External' Target='http://{address}/c.dotx'/></Relationships>"
    );
    let hostile = with_parts(
        &docx("x"),
        &[("word/document.xml", &document), ("word/_rels/document.xml.rels", &relationships)],
    );
    let pdf = LibreOffice::new(Vec::new()).unwrap().convert(&hostile, &PdfOptions::default()).unwrap();
    let text = printed("pdftotext", &[], &pdf, &["-"]);
    assert!(text.contains("End") && !text.contains("CANARY"), "{text}");
    assert!(server.accept().is_err(), "a connection was made");
}
