//! Which fonts are drawn, and what is said about it.

use docx_rs::Docx;
use platen_pdf::{Engine, PdfOptions};

use crate::documents::{letter, pack, paragraph, with_parts};
use crate::{engine, pdf, poppler};

const SENTENCE: &str = "The quick brown fox jumps over the lazy dog, 0123456789.";

fn in_font(font: &str) -> Vec<u8> {
    pack(Docx::new().add_paragraph(paragraph(SENTENCE, Some(font))))
}

#[test]
fn fonts_are_embedded_and_none_is_of_type_3() {
    let fonts = poppler::fonts(&pdf(&letter("Ada")));
    assert!(!fonts.is_empty());
    for font in fonts {
        assert!(font.contains("CID TrueType") && font.contains(" yes "), "{font}");
    }
}

/// Word boxes tell faces apart: no two bundled families set this sentence with the same widths.
#[test]
fn office_fonts_are_set_with_the_widths_of_their_stand_ins() {
    let widths = |font: &str| {
        let boxes = poppler::positions(&pdf(&in_font(font)));
        let x = |line: &str| line.split('"').nth(5).map(ToOwned::to_owned);
        boxes.lines().filter(|line| line.contains("<word")).filter_map(x).collect::<Vec<_>>()
    };
    for (wanted, used) in [
        ("Times New Roman", "Liberation Serif"),
        ("Times", "Liberation Serif"),
        ("Arial", "Liberation Sans"),
        ("Helvetica", "Liberation Sans"),
        ("Courier New", "Liberation Mono"),
        ("Calibri", "Carlito"),
        ("Cambria", "Caladea"),
        ("Georgia", "Gelasio"),
        ("Segoe UI", "Selawik"),
    ] {
        assert_eq!(widths(wanted), widths(used), "{wanted}");
    }
    assert_ne!(widths("Times New Roman"), widths("Arial"));
    assert_ne!(widths("Georgia"), widths("Cambria"));
}

/// Viewers mark selected text by the heights of its font: those of `hhea`, of Segoe UI too, though another font is drawn.
#[test]
fn fonts_have_the_heights_of_the_font_that_is_meant() {
    for (family, ascent, descent) in [
        ("Segoe UI", 1079, -251),
        ("Verdana", 1005, -210),
        ("Cambria", 950, -222),
        ("Calibri", 750, -250),
        ("Courier New", 833, -300),
    ] {
        let document = lopdf::Document::load_mem(&pdf(&in_font(family))).unwrap();
        let fonts = document.objects.values().filter_map(|object| object.as_dict().ok());
        let heights: Vec<_> = fonts
            .filter(|font| font.has_type(b"FontDescriptor"))
            .map(|font| {
                [b"Ascent".as_slice(), b"Descent"].map(|key| font.get(key).unwrap().as_float().unwrap())
            })
            .map(|heights| heights.map(f32::round))
            .collect();
        assert_eq!(heights, [[ascent, descent].map(|height: i16| f32::from(height))], "{family}");
    }
}

#[test]
fn replaced_fonts_are_reported() {
    let line = |font| paragraph(SENTENCE, Some(font));
    let docx = pack(
        ["Liberation Sans", "Segoe UI", "Nowhere Sans", "Courier New", "Wingdings"]
            .into_iter()
            .fold(Docx::new(), |docx, font| docx.add_paragraph(line(font))),
    );
    let table = r#"<w:fonts xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
        <w:font w:name="Nowhere Sans"><w:family w:val="swiss"/></w:font></w:fonts>"#;
    let docx = with_parts(&docx, &[("word/fontTable.xml", table.as_bytes())]);
    let found = engine().check(&docx, &PdfOptions::default()).unwrap();
    let expected = |says: &str| {
        let told =
            found.as_slice().iter().any(|it| it.code == "substituted-font" && it.detail.starts_with(says));
        assert!(told, "{says} in {found:?}");
    };
    expected("`Courier New` isn't installed; PDFs use a look-alike font with the same widths");
    expected("the font `Nowhere Sans` is missing; a PDF shows `Arial` in its place");
    expected("`Segoe UI` isn't installed; PDFs use a look-alike font with the same widths");
    assert_eq!(found.len(), 3, "{found:?}");
}

/// The private planes: no font of any machine is likely to draw them.
#[test]
fn characters_in_no_font_are_named() {
    let common = pack(Docx::new().add_paragraph(paragraph("Grüße, € 5 – Привет, Αθήνα\u{a0}\u{200d}", None)));
    assert!(engine().check(&common, &PdfOptions::default()).unwrap().is_empty());
    let rare = pack(Docx::new().add_paragraph(paragraph("A\u{f0000}B\u{10fffd}\u{f0000}", None)));
    let found = engine().check(&rare, &PdfOptions::default()).unwrap();
    let converted = engine().convert(&rare, &PdfOptions::default()).unwrap();
    for warnings in [found, converted.warnings] {
        let [glyphs] = warnings.as_slice() else { panic!("{warnings:?}") };
        assert_eq!((glyphs.code.as_str(), glyphs.count), ("missing-glyph", 1));
        assert_eq!(glyphs.text.as_deref(), Some("\u{f0000}\u{10fffd}"));
        assert!(glyphs.detail.contains("U+F0000, U+10FFFD;"), "{}", glyphs.detail);
    }
    assert!(engine().check(b"no package", &PdfOptions::default()).is_err());
}
