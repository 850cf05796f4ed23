//! What the recorded pages do not show: single glyphs.

mod support;

use platen_docx::Limits;
use platen_layout::{GlyphRun, Item, LayoutOptions};

/// The runs of a document's first page that stand in no group, and those that do.
fn runs(body: &str) -> (Vec<GlyphRun>, Vec<GlyphRun>) {
    let laid = support::lay_out(support::package(body), &LayoutOptions::new(&Limits::default()));
    let (mut own, mut grouped) = (Vec::new(), Vec::new());
    collect(&laid.expect("a layout").pages[0].items, &mut own, &mut grouped);
    (own, grouped)
}

fn collect(items: &[Item], own: &mut Vec<GlyphRun>, grouped: &mut Vec<GlyphRun>) {
    for item in items {
        match item {
            Item::Glyphs(run) => own.push(run.clone()),
            Item::Group(group) => {
                let mut inner = Vec::new();
                collect(&group.items, &mut inner, grouped);
                grouped.append(&mut inner);
            }
            _ => {}
        }
    }
}

/// The first line of an Arabic paragraph of two.
fn arabic(align: &str) -> GlyphRun {
    let text = "هذه فقرة باللغة العربية لاختبار الضبط في السطر الأول ثم نص كبير يكمل السطر";
    let body = format!(
        r#"<w:p><w:pPr><w:bidi/><w:jc w:val="{align}"/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>{text}</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="6000" w:h="6000"/><w:pgMar w:top="720" w:right="720" w:bottom="720" w:left="720"/></w:sectPr>"#
    );
    // The space at its end is a run of its own.
    runs(&body).0.into_iter().find(|run| run.glyphs.len() > 1).expect("a line")
}

#[test]
fn kashidas_lengthen_words_and_are_no_text() {
    let [plain, low, high] = ["both", "lowKashida", "highKashida"].map(arabic);
    assert_eq!(plain.text, low.text);
    assert!((plain.width() - low.width()).abs() < 0.01 && (plain.width() - high.width()).abs() < 0.01);
    let spaces = |run: &GlyphRun| {
        let own = run.glyphs.iter().filter(|glyph| run.text[glyph.text.clone()].trim().is_empty());
        own.map(|glyph| glyph.advance).fold(0.0, f64::max)
    };
    assert!(low.glyphs.len() > plain.glyphs.len(), "{} {}", low.glyphs.len(), plain.glyphs.len());
    assert!(high.glyphs.len() >= low.glyphs.len());
    assert!(spaces(&low) < spaces(&plain) && spaces(&high) <= spaces(&low));
}

#[test]
fn upright_characters_stand_one_below_another_and_are_one_text() {
    let body =
        r#"<w:p><w:r><w:t>縦書きA</w:t></w:r></w:p><w:sectPr><w:textDirection w:val="tbRl"/></w:sectPr>"#;
    let (_, grouped) = runs(body);
    let [upright, lying] = grouped.as_slice() else { panic!("{grouped:?}") };
    assert_eq!((&*upright.text, &*lying.text), ("縦書き", "A"));
    let places: Vec<f64> = upright.glyphs.iter().map(|glyph| glyph.y_offset).collect();
    assert_eq!(places, [0.0, -11.0, -22.0]);
    assert!(upright.glyphs.iter().all(|glyph| glyph.text == (0..upright.text.len()) && glyph.advance == 0.0));
}
