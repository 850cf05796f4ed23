//! Documents that were made to do harm, and files that are no documents.

use docx_rs::Docx;
use platen_pdf::{Engine, PdfError, PdfLimits, PdfOptions};

use crate::documents::{letter, pack, paragraph, with_body};
use crate::engine;

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

/// A page of many megabytes of XML is refused before it is laid out.
#[test]
fn a_table_of_a_hundred_thousand_rows_is_refused_by_its_elements() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let row = "<w:tr><w:tc><w:tcPr/><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>";
    let table = format!("<w:tbl><w:tblPr/><w:tblGrid/>{}</w:tbl>", row.repeat(100_000));
    let limits = PdfLimits { elements: 500_000, ..PdfLimits::default() };
    let options = PdfOptions { limits };
    let error = engine().convert(&with_body(&docx, &table), &options).unwrap_err();
    assert!(matches!(error, PdfError::Limit { limit: "elements", .. } | PdfError::Package(_)), "{error}");
}
