//! Documents of a few lines, each for one rule: the pages that come out, as text. A new case is a new file in `cases`, or in
//! `fields` where all fields are computed.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use platen_fonts::{FontFolders, Library};
use platen_layout::{Fields, Item, Kept, LayoutOptions, update_fields};
use platen_ooxml::Limits;
use platen_ooxml::package::{Change, Package};

#[test]
fn cases_are_laid_out_as_recorded() {
    insta::glob!("cases/*.xml", |path| {
        let case = std::fs::read_to_string(path).expect("a file");
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
        insta::assert_snapshot!(laid.expect("a layout").to_text());
    });
}

/// The document with its fields in it looks the same without updating them.
#[test]
fn fields_are_computed_as_recorded() {
    insta::glob!("fields/*.xml", |path| {
        let case = std::fs::read_to_string(path).expect("a file");
        let saved = LayoutOptions::new(&Limits::default());
        let now = "2026-03-05T14:07:09".parse().ok();
        let file_name = Some("report.docx".to_owned());
        let options = LayoutOptions { fields: Fields::Updated, now, file_name, ..saved.clone() };
        let laid = support::lay_out(support::package(&case), &options).expect("a layout");
        insta::assert_snapshot!(laid.to_text());

        let package = Package::open(support::package(&case), &Limits::default()).expect("a package");
        let library = Library::new(FontFolders::default());
        let updated = update_fields(&package, &library, &options, &Kept::default()).expect("an update");
        let changes: Vec<_> =
            updated.parts.iter().map(|(place, text)| (*place, Change::Replace(text))).collect();
        let written = package.write(&changes, &[]).expect("a package");
        let again = support::lay_out(written, &saved).expect("a layout");
        assert!(again.pages == laid.pages, "{}: {}", path.display(), again.to_text());
    });
}

/// Word writes a color beside the gradient, for older programs only.
#[test]
fn text_with_a_gradient_has_the_average_of_its_colors() {
    let stop = |at: u32, colour: &str| {
        format!(r#"<w14:gs w14:pos="{at}"><w14:srgbClr w14:val="{colour}"/></w14:gs>"#)
    };
    let properties = |stops: &str| {
        let gradient = format!("<w14:gradFill><w14:gsLst>{stops}</w14:gsLst></w14:gradFill>");
        let fill = format!(
            r#"<w14:textFill xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml">{gradient}</w14:textFill>"#
        );
        format!(r#"<w:rPr><w:color w:val="00FF00"/>{fill}</w:rPr>"#)
    };
    let stops = stop(0, "FF0000") + &stop(100_000, "0000FF");
    let style = format!(
        r#"<w:style w:type="character" w:styleId="WordArt">{}</w:style>"#,
        properties(&(stop(0, "FF0000") + &stop(100_000, "00FF00")))
    );
    let runs = [&properties(&stops), &properties(""), r#"<w:rPr><w:rStyle w:val="WordArt"/></w:rPr>"#]
        .map(|properties| format!("<w:r>{properties}<w:t>A gradient.</w:t></w:r>"));
    let case = format!("<w:p>{}</w:p>\n=== styles\n{style}", runs.concat());
    let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
    let laid = laid.expect("a layout");
    let colors: Vec<_> = laid.pages[0]
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Glyphs(run) => Some(run.colour),
            _ => None,
        })
        .collect();
    assert_eq!(colors, [[128, 0, 128], [0, 255, 0], [128, 128, 0]]);
}
