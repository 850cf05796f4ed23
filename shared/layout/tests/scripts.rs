//! What the recorded pages do not show: single glyphs.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use platen_layout::{GlyphRun, Item, LayoutOptions};
use platen_ooxml::Limits;

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

/// The glyphs and the text of the first line of an Arabic paragraph.
fn arabic(align: &str) -> (Vec<GlyphRun>, String) {
    let text = "هذه فقرة باللغة العربية لاختبار الضبط في السطر الأول ثم نص كبير يكمل السطر";
    let body = format!(
        r#"<w:p><w:pPr><w:bidi/><w:jc w:val="{align}"/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>{text}</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="5200" w:h="6000"/><w:pgMar w:top="720" w:right="720" w:bottom="720" w:left="720"/></w:sectPr>"#
    );
    let (runs, _) = runs(&body);
    let first = runs.iter().map(|run| run.y).fold(f64::MAX, f64::min);
    let line: Vec<GlyphRun> = runs.into_iter().filter(|run| run.y < first + 1.0).collect();
    let text = line.iter().rev().map(|run| run.text.as_str()).collect();
    (line, text)
}

#[test]
fn kashidas_lengthen_words_and_are_no_text() {
    let [plain, low, high] = ["both", "lowKashida", "highKashida"].map(arabic);
    assert!(plain.1 == low.1 && plain.1 == high.1 && plain.1.split(' ').count() > 5, "{}", plain.1);
    let width = |line: &[GlyphRun]| line.iter().map(GlyphRun::width).sum::<f64>();
    let glyphs = |line: &[GlyphRun]| line.iter().map(|run| run.glyphs.len()).sum::<usize>();
    assert!(
        (width(&plain.0) - width(&low.0)).abs() < 0.01 && (width(&plain.0) - width(&high.0)).abs() < 0.01
    );
    assert!(glyphs(&low.0) > glyphs(&plain.0), "{} {}", glyphs(&low.0), glyphs(&plain.0));
    let is_space = |run: &GlyphRun, text: std::ops::Range<usize>| run.text[text].trim().is_empty();
    let space = |line: &[GlyphRun]| {
        let glyphs = line.iter().flat_map(|run| run.glyphs.iter().map(move |glyph| (run, glyph)));
        let spaces = glyphs.filter(|(run, glyph)| is_space(run, glyph.range()));
        spaces.map(|(_, glyph)| glyph.advance).fold(0.0, f32::max)
    };
    assert!(space(&low.0) < space(&plain.0) && space(&high.0) <= space(&low.0));
}

#[test]
fn upright_characters_stand_one_below_another_and_are_one_text() {
    let body =
        r#"<w:p><w:r><w:t>縦書きA</w:t></w:r></w:p><w:sectPr><w:textDirection w:val="tbRl"/></w:sectPr>"#;
    let (_, grouped) = runs(body);
    let [upright, lying] = grouped.as_slice() else { panic!("{grouped:?}") };
    assert_eq!((&*upright.text, &*lying.text), ("縦書き", "A"));
    let places: Vec<f32> = upright.glyphs.iter().map(|glyph| glyph.y_offset).collect();
    assert_eq!(places, [0.0, -11.0, -22.0]);
    assert!(
        upright.glyphs.iter().all(|glyph| glyph.range() == (0..upright.text.len()) && glyph.advance == 0.0)
    );
}

#[test]
fn only_a_font_of_which_nothing_is_known_is_told_of() {
    let told = |font: &str| {
        let case = format!(
            "<w:p><w:r><w:rPr><w:rFonts w:ascii='{font}' w:hAnsi='{font}'/></w:rPr><w:t>Text</w:t></w:r></w:p>"
        );
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
        laid.expect("a layout").undrawn
    };
    assert!(told("Calibri").is_empty() && told("Aptos").is_empty());
    let [unknown] = told("Nobody Knows").try_into().expect("one");
    let platen_layout::Undrawn { code, detail, .. } = unknown;
    assert_eq!(code, "unknown-font");
    assert!(detail.contains("`Nobody Knows`"), "{detail}");
}

#[test]
fn marks_are_drawn_at_the_side_that_their_language_gives_them() {
    let texts = |language: &str| {
        let body = format!(
            r#"<w:p><w:r><w:rPr><w:lang w:eastAsia="{language}"/></w:rPr><w:t>文，（文：</w:t></w:r></w:p><w:sectPr/>"#
        );
        let (runs, _) = runs(&body);
        runs.iter().map(|run| run.text.to_string()).collect::<Vec<_>>()
    };
    // Those that the font of all languages has elsewhere are of another font.
    assert_eq!(texts("zh-CN"), ["文", "，（", "文", "："]);
    assert_eq!(texts("ja-JP"), ["文", "，（", "文："]);
    assert_eq!(texts("zh-TW"), ["文，（文："]);
}
