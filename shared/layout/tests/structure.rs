//! What the parts of a document are.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use platen_layout::{ElementKind, Header, LayoutOptions};
use platen_ooxml::Limits;

/// The elements of a document, without those that rows and tables have in common.
fn structure(case: &str) -> Vec<ElementKind> {
    let laid = support::lay_out(support::package(case), &LayoutOptions::new(&Limits::default()));
    laid.expect("a layout").structure.into_iter().map(|element| element.kind).collect()
}

/// A table of two rows with this look.
fn headers(look: &str, cells: usize) -> Vec<Option<Header>> {
    let row = format!("<w:tr>{}</w:tr>", "<w:tc><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>".repeat(cells));
    let case = format!("<w:tbl><w:tblPr>{look}</w:tblPr>{row}{row}</w:tbl><w:p/>");
    let header = |kind| match kind {
        ElementKind::Cell { header, .. } => Some(header),
        _ => None,
    };
    structure(&case).into_iter().filter_map(header).collect()
}

#[test]
fn the_look_of_a_table_says_which_cells_are_headers() {
    let (column, row) = (Some(Header::Column), Some(Header::Row));
    assert_eq!(headers("", 2), [None; 4]);
    assert_eq!(headers("<w:tblLook w:val='0020'/>", 2), [column, column, None, None]);
    let both = "<w:tblLook w:firstRow='1' w:firstColumn='1'/>";
    assert_eq!(headers(both, 2), [column, column, row, None]);
    assert_eq!(headers(both, 1), [column, None]);
}

#[test]
fn contents_and_captions_are_known_by_the_names_of_their_styles() {
    let style = |id: &str, name: &str| {
        format!("<w:style w:type='paragraph' w:styleId='{id}'><w:name w:val='{name}'/></w:style>")
    };
    let text =
        |id: &str| format!("<w:p><w:pPr><w:pStyle w:val='{id}'/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>");
    let styles = style("Verzeichnis1", "toc 1") + &style("Verzeichnis2", "toc 2") + &style("B", "caption");
    let body = ["Verzeichnis1", "Verzeichnis2", "None", "B", "Verzeichnis1"].map(text).concat();
    let found = structure(&format!("{body}\n=== styles\n{styles}"));
    let contents = [ElementKind::Contents, ElementKind::Entry];
    assert_eq!(found.get(..2), Some(&contents[..]));
    assert_eq!(
        found.get(2..5),
        Some(&[ElementKind::Entry, ElementKind::Paragraph, ElementKind::Caption][..])
    );
    assert_eq!(found.get(5..), Some(&contents[..]));
}
