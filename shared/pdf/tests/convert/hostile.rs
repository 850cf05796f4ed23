//! Documents that were made to do harm, and files that are no documents.

use std::time::Duration;

use docx_rs::Docx;
use platen_pdf::{Engine, PdfError, PdfLimits, PdfOptions};

use crate::documents::{letter, pack, paragraph, part, with_body, with_parts};
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
fn tables_in_tables_are_drawn_up_to_a_depth_and_told_of_behind_it() {
    for (depth, is_whole) in [(8, true), (60, false)] {
        let made = engine().convert(&nested_tables(depth), &PdfOptions::default()).unwrap();
        assert_eq!(made.warnings.is_empty(), is_whole, "{depth}: {:?}", made.warnings);
    }
    let error = refused(&nested_tables(10_000)).to_string();
    assert!(error.contains("xml_depth (256)") || error.contains("compression_ratio"), "{error}");
}

#[test]
fn deep_elements_of_any_kind_are_refused() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let deep = "<w:sdt><w:sdtContent>".repeat(5_000) + "<w:p/>" + &"</w:sdtContent></w:sdt>".repeat(5_000);
    let error = refused(&with_body(&docx, &deep)).to_string();
    assert!(error.contains("xml_depth (256)"), "{error}");
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

/// Lines of negative width, a size that is none, and a table wider than any page.
#[test]
fn absurd_numbers_are_drawn_somehow() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let absurd = r#"<w:tbl><w:tblPr><w:tblW w:w="-9223372036854775808" w:type="dxa"/><w:tblBorders><w:top w:val="single" w:sz="-80"/>
        <w:bottom w:val="single" w:sz="99999999999"/></w:tblBorders></w:tblPr><w:tblGrid><w:gridCol w:w="2147483647"/></w:tblGrid>
        <w:tr><w:tc><w:p><w:pPr><w:spacing w:line="-5" w:before="4294967295"/></w:pPr><w:r><w:rPr><w:sz w:val="-1"/></w:rPr>
        <w:t>In a box</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>"#;
    let made = engine().convert(&with_body(&docx, absurd), &PdfOptions::default()).unwrap();
    assert!(poppler::text(&made.pdf).contains("Outside"));
}

/// 100,000 rows are within the limits on XML, and more than Word has: they are drawn within time and memory, or given up.
#[test]
fn a_table_of_a_hundred_thousand_rows_ends() {
    let docx = pack(Docx::new().add_paragraph(paragraph("Outside", None)));
    let row = "<w:tr><w:tc><w:tcPr/><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>";
    let table = format!("<w:tbl><w:tblPr/><w:tblGrid/>{}</w:tbl>", row.repeat(100_000));
    let docx = with_body(&docx, &table);
    let limits = PdfLimits { time: Duration::from_secs(5), ..PdfLimits::default() };
    match engine().convert(&docx, &PdfOptions { limits, ..PdfOptions::default() }) {
        Ok(converted) => {
            let told = converted.warnings.as_slice().iter().any(|warning| warning.detail.contains("32767"));
            assert!(poppler::pages(&converted.pdf) > 500 && told, "{:?}", converted.warnings);
        }
        // A child that needs more memory than it may have is lost.
        Err(PdfError::Exhausted(_) | PdfError::Limit { limit: "pdf_memory", .. }) => {}
        Err(error) => panic!("{error}"),
    }
    let limits = PdfLimits { pages: 100, ..PdfLimits::default() };
    let error = engine().convert(&docx, &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Limit { limit: "pages", .. } | PdfError::Exhausted(_)), "{error}");
}

/// A document with one picture, whose file is `picture` and whose part of a drawing says so beside `inside` of it.
fn with_picture(picture: &[u8], inside: &str) -> Vec<u8> {
    let own = docx_rs::Pic::new_with_dimensions(crate::pictures::png(8, png::ColorType::Rgb), 8, 8);
    let line = docx_rs::Paragraph::new().add_run(docx_rs::Run::new().add_image(own));
    let docx = pack(Docx::new().add_paragraph(line));
    let package =
        platen_ooxml::package::Package::open(docx.clone(), &platen_ooxml::Limits::default()).unwrap();
    let media = package.parts().iter().find(|part| part.name().starts_with("word/media/")).unwrap().name();
    let body = part(&docx, "word/document.xml");
    let (before, blip) = body.split_once("<a:blip ").unwrap();
    let (attributes, after) = blip.split_once("/>").unwrap();
    let body = format!("{before}<a:blip {attributes}>{inside}</a:blip>{after}");
    with_parts(&docx, &[(media, picture), ("word/document.xml", body.as_bytes())])
}

/// The picture's head says 20,000 by 20,000; nothing of it is decoded.
#[test]
fn a_picture_of_four_hundred_million_pixels_is_left_out() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend(20_000_u32.to_be_bytes().repeat(2));
    png.extend([8, 6, 0, 0, 0]);
    let made = engine().convert(&with_picture(&png, ""), &PdfOptions::default()).unwrap();
    let [warning] = made.warnings.as_slice() else { panic!("{:?}", made.warnings) };
    assert!(warning.detail.contains("too many pixels"), "{warning:?}");
}

/// A photograph's head says 7,000 by 7,000. It goes into the file without being decoded, so its colours stay.
#[test]
fn a_photograph_too_heavy_to_change_its_colors_is_told_of() {
    let photograph = |side: u16| {
        let mut bytes = Vec::new();
        let pixels = image::DynamicImage::ImageRgb8(image::RgbImage::new(16, 16));
        pixels.write_to(&mut std::io::Cursor::new(&mut bytes), image::ImageFormat::Jpeg).unwrap();
        let frame = bytes.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
        bytes[frame + 5..frame + 9].copy_from_slice(&side.to_be_bytes().repeat(2));
        bytes
    };
    let warnings = |side: u16, inside: &str| {
        let docx = with_picture(&photograph(side), inside);
        engine().convert(&docx, &PdfOptions::default()).unwrap().warnings
    };
    let heavy = warnings(7_000, "<a:grayscl/>");
    let [warning] = heavy.as_slice() else { panic!("{heavy:?}") };
    assert!(warning.detail.contains("in its own colors"), "{warning:?}");
    assert_eq!(warnings(7_000, "").as_slice(), []);
    assert_eq!(warnings(16, "<a:grayscl/>").as_slice(), []);
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
        package: platen_ooxml::Limits { package_bytes: 100, ..platen_ooxml::Limits::default() },
        ..PdfLimits::default()
    };
    let error =
        engine().convert(&letter("Ada"), &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Package(_)), "{error}");
}
