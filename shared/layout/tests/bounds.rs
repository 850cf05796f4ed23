//! Work grows with the document and no faster, counted in steps of the budget; hostile documents end.

mod support;

use std::time::Duration;

use platen_docx::{Budget, Limits};
use platen_layout::{LayoutError, LayoutOptions};

fn steps(case: &str) -> u64 {
    let options = LayoutOptions::new(&Limits::default());
    support::lay_out(support::package(case), &options).expect("a layout");
    options.budget.spent()
}

fn grows_linearly(make: impl Fn(usize) -> String) {
    let (few, many) = (steps(&make(100)), steps(&make(800)));
    assert!(many < few * 8 + few * 8 / 4, "{few} steps became {many} for eight times the input");
}

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

#[test]
fn paragraphs_cost_what_they_hold() {
    grows_linearly(|count| paragraph("The quick brown fox jumps over the lazy dog.").repeat(count));
    grows_linearly(|count| paragraph(&"word ".repeat(count * 4)));
    grows_linearly(|count| paragraph(&"x".repeat(count * 4)));
}

#[test]
fn rows_cost_what_they_hold() {
    let row = |cells: usize| {
        format!("<w:tr>{}</w:tr>", format!("<w:tc>{}</w:tc>", paragraph("cell")).repeat(cells))
    };
    grows_linearly(|count| format!("<w:tbl><w:tblPr/>{}</w:tbl><w:p/>", row(3).repeat(count)));
    let merged = r#"<w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc><w:tc><w:p/></w:tc></w:tr>"#;
    grows_linearly(|count| format!("<w:tbl><w:tblPr/>{}</w:tbl><w:p/>", merged.repeat(count)));
}

#[test]
fn paragraphs_that_all_keep_with_the_next_cost_what_they_hold() {
    let kept = r#"<w:p><w:pPr><w:keepNext/><w:keepLines/></w:pPr><w:r><w:t>kept</w:t></w:r></w:p>"#;
    grows_linearly(|count| kept.repeat(count));
}

#[test]
fn styles_in_a_ring_or_a_long_chain_end() {
    let style = |id: usize, base: usize| {
        format!(
            r#"<w:style w:type="paragraph" w:styleId="s{id}"><w:name w:val="s{id}"/><w:basedOn w:val="s{base}"/><w:pPr><w:jc w:val="right"/></w:pPr></w:style>"#
        )
    };
    let body = r#"<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"#;
    let chain: String = (0..5_000).map(|id| style(id, id + 1)).collect();
    let ring: String = (0..100).map(|id| style(id, (id + 1) % 100)).collect();
    for styles in [chain, ring] {
        let package = support::package(&format!("{body}\n=== styles\n{styles}"));
        let laid = support::lay_out(package, &LayoutOptions::new(&Limits::default())).expect("a layout");
        assert_eq!(laid.pages.len(), 1);
    }
}

#[test]
fn content_that_lies_too_deep_is_left_out_and_told() {
    let table = |inner: &str| format!("<w:tbl><w:tblPr/><w:tr><w:tc>{inner}<w:p/></w:tc></w:tr></w:tbl>");
    let mut inner = paragraph("deep");
    for _ in 0..60 {
        inner = table(&inner);
    }
    let laid = support::lay_out(
        support::package(&format!("{inner}<w:p/>")),
        &LayoutOptions::new(&Limits::default()),
    )
    .expect("a layout");
    assert!(laid.undrawn.iter().any(|undrawn| undrawn.code == "nested-too-deep"));
}

#[test]
fn a_document_of_breaks_only_ends_at_the_limit_of_pages() {
    let body = r#"<w:p><w:r><w:br w:type="page"/></w:r></w:p>"#.repeat(100);
    let options = LayoutOptions { pages: 20, ..LayoutOptions::new(&Limits::default()) };
    let error = support::lay_out(support::package(&body), &options).expect_err("too many pages");
    assert!(matches!(error, LayoutError::TooManyPages { allowed: 20 }), "{error}");
}

#[test]
fn a_budget_that_is_used_up_ends_the_work() {
    let options = LayoutOptions {
        budget: Budget::new("render_time", Duration::from_secs(60), 50_000),
        ..LayoutOptions::new(&Limits::default())
    };
    let body = paragraph("The quick brown fox jumps over the lazy dog.").repeat(2000);
    let error = support::lay_out(support::package(&body), &options).expect_err("exhausted");
    assert!(matches!(error, LayoutError::Exhausted(_)), "{error}");
}
