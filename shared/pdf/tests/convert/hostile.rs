//! Documents that were made to do harm, and files that are no documents.

use std::time::Duration;

use docx_rs::Docx;
use platen_pdf::{Engine, PdfError, PdfLimits, PdfOptions};

use crate::documents::{letter, pack, paragraph, with_body, with_parts};
use crate::{engine, poppler};

fn refused(docx: &[u8]) -> PdfError {
    engine().convert(docx, &PdfOptions::default()).unwrap_err()
}

fn nested_tables(depth: usize) -> Vec<u8> {
    let open = "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w=\"9000\"/></w:tblGrid><w:tr><w:tc><w:tcPr/>";
    let close = "<w:p/></w:tc></w:tr></w:tbl>";
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    with_body(&docx, &(open.repeat(depth) + "<w:p/>" + &close.repeat(depth)))
}

#[test]
fn tables_nest_up_to_the_limit_and_no_deeper() {
    let limits = PdfOptions::default().limits;
    assert!(engine().convert(&nested_tables(limits.table_nesting), &PdfOptions::default()).is_ok());
    let error = refused(&nested_tables(limits.table_nesting + 1));
    assert!(matches!(error, PdfError::Limit { limit: "table_nesting", .. }), "{error}");
    assert!(error.to_string().contains("table"), "{error}");
    for depth in [60, 10_000] {
        let docx = nested_tables(depth);
        assert!(matches!(refused(&docx), PdfError::Limit { .. } | PdfError::Package(_)), "{depth}");
    }
}

#[test]
fn deep_elements_of_any_kind_are_refused() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let deep = "<w:sdt><w:sdtContent>".repeat(5_000) + "<w:p/>" + &"</w:sdtContent></w:sdt>".repeat(5_000);
    assert!(matches!(refused(&with_body(&docx, &deep)), PdfError::Limit { .. } | PdfError::Package(_)));
}

#[test]
fn what_is_no_document_is_refused_with_a_sentence() {
    let letter = letter("Ada");
    for bytes in [&b""[..], b"garbage", b"PK\x03\x04garbage", &letter[..letter.len() / 2]] {
        let error = refused(bytes);
        assert!(matches!(error, PdfError::Package(_)), "{error:?}");
        assert!(error.to_string().starts_with("the file "), "{error}");
    }
}

/// The PDF writer asserts that lines have no negative width.
#[test]
fn a_document_that_the_engine_panics_on_is_an_error_and_the_next_one_works() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let border = r#"<w:tbl><w:tblPr><w:tblBorders><w:top w:val="single" w:sz="-80" w:space="0" w:color="auto"/>
        <w:bottom w:val="single" w:sz="-80" w:space="0" w:color="auto"/></w:tblBorders></w:tblPr><w:tblGrid>
        <w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#;
    for _ in 0..3 {
        assert!(matches!(refused(&with_body(&docx, border)), PdfError::Engine));
        assert!(engine().convert(&letter("Ada"), &PdfOptions::default()).is_ok());
    }
}

/// 100,000 rows are within the limits on XML: they are drawn within time and memory, or given up.
#[test]
fn a_table_of_a_hundred_thousand_rows_ends() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let row = "<w:tr><w:tc><w:tcPr/><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>";
    let table = format!("<w:tbl><w:tblPr/><w:tblGrid/>{}</w:tbl>", row.repeat(100_000));
    let docx = with_body(&docx, &table);
    let limits = PdfLimits { time: Duration::from_secs(5), ..PdfLimits::default() };
    match engine().convert(&docx, &PdfOptions { limits, ..PdfOptions::default() }) {
        Ok(converted) => assert!(poppler::pages(&converted.pdf) > 1_000),
        // A child that needs more memory than it may have is lost.
        Err(error) => assert!(matches!(error, PdfError::Exhausted(_) | PdfError::Engine), "{error}"),
    }
    let limits = PdfLimits { elements: 500_000, ..PdfLimits::default() };
    let error = engine().convert(&docx, &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Limit { limit: "elements", .. }), "{error}");
}

/// The picture's head says 20,000 by 20,000; nothing of it is decoded.
#[test]
fn a_picture_of_four_hundred_million_pixels_is_refused() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(20_000_u32.to_be_bytes().repeat(2));
    png.extend([8, 6, 0, 0, 0]);
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let error = refused(&with_parts(&docx, &[("word/media/image1.png", &png)]));
    assert!(matches!(error, PdfError::Limit { limit: "picture_pixels", .. }), "{error}");
    assert!(error.to_string().contains("picture"), "{error}");
}

/// An encrypted document is a compound file (MS-CFB) and no ZIP.
#[test]
fn encrypted_and_oversized_files_are_refused() {
    let mut encrypted = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".to_vec();
    encrypted.resize(4_096, 0);
    let error = refused(&encrypted);
    assert!(
        matches!(error, PdfError::Package(_)) && error.to_string().contains("save it as a .docx"),
        "{error}"
    );
    let limits = PdfLimits {
        package: platen_docx::Limits { package_bytes: 100, ..platen_docx::Limits::default() },
        ..PdfLimits::default()
    };
    let error =
        engine().convert(&letter("Ada"), &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Package(_)), "{error}");
}
