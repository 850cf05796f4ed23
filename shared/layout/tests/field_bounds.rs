//! Fields that are computed cost what the document holds; those that depend on themselves end.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use std::time::Duration;

use platen_layout::{Fields, Laid, LayoutOptions};
use platen_ooxml::{Budget, Limits};

fn paragraph(text: &str) -> String {
    format!("<w:p><w:r><w:t>{text}</w:t></w:r></w:p>")
}

/// Lays out a body with all its fields computed; what that cost stands beside.
fn updated(body: &str) -> (Laid, u64) {
    let budget = Budget::new("render_time", Duration::from_secs(600), u64::MAX);
    let options = LayoutOptions { fields: Fields::Updated, budget, ..LayoutOptions::new(&Limits::default()) };
    let laid = support::lay_out(support::package(body), &options).expect("a layout");
    (laid, options.budget.spent())
}

fn fields_grow_linearly(make: impl Fn(usize) -> String) {
    let (few, many) = (updated(&make(100)).1, updated(&make(800)).1);
    assert!(many < few * 8 + few * 8 / 4, "{few} steps became {many} for eight times the input");
}

fn field(code: &str, saved: &str) -> String {
    let mark = |kind: &str| format!(r#"<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>"#);
    let (begin, separate, end) = (mark("begin"), mark("separate"), mark("end"));
    format!("{begin}<w:r><w:instrText>{code}</w:instrText></w:r>{separate}<w:r><w:t>{saved}</w:t></w:r>{end}")
}

/// Styles with a heading.
const HEADINGS: &str = r#"
=== styles
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>"#;

#[test]
fn contents_and_fields_cost_what_they_hold() {
    let heading = r#"<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>heading</w:t></w:r></w:p>"#;
    let contents = format!("<w:p>{}</w:p>", field("TOC", "none"));
    fields_grow_linearly(|count| format!("{contents}{}{HEADINGS}", heading.repeat(count)));
    let caption = |place: usize| {
        format!(
            r#"<w:p><w:bookmarkStart w:id="{place}" w:name="b{place}"/>{}<w:bookmarkEnd w:id="{place}"/>{}{}</w:p>"#,
            field("SEQ a", "0"),
            field(&format!("REF b{place}"), "x"),
            field(&format!("PAGEREF b{}", place / 2), "x"),
        )
    };
    fields_grow_linearly(|count| (0..count).map(caption).collect());
    let row = format!(
        "<w:tr><w:tc>{}</w:tc><w:tc><w:p>{}</w:p></w:tc></w:tr>",
        paragraph("1"),
        field("=SUM(LEFT)", "0")
    );
    fields_grow_linearly(|count| format!("<w:tbl><w:tblPr/>{}</w:tbl><w:p/>", row.repeat(count)));
    let styled = format!("<w:p>{}</w:p>", field("STYLEREF \"heading 1\"", "x"));
    fields_grow_linearly(|count| format!("{}{}{HEADINGS}", heading.repeat(count), styled.repeat(count)));
}

#[test]
fn ten_thousand_headings_have_their_pages() {
    let heading = r#"<w:p><w:pPr><w:pStyle w:val="H"/></w:pPr><w:r><w:t>h</w:t></w:r></w:p>"#;
    let body = format!("<w:p>{}</w:p>{}{HEADINGS}", field("TOC \\h", "none"), heading.repeat(10_000));
    let (laid, _) = updated(&body);
    assert!(laid.pages.len() > 200 && laid.undrawn.is_empty(), "{:?}", laid.undrawn);
}

#[test]
fn fields_that_quote_themselves_or_one_another_end() {
    let told = |body: &str| updated(body).0.undrawn.iter().any(|undrawn| undrawn.code == "field");
    let inside = |id: usize, name: &str, content: &str| {
        format!(
            r#"<w:p><w:bookmarkStart w:id="{id}" w:name="{name}"/><w:r><w:t>more</w:t></w:r>{content}<w:bookmarkEnd w:id="{id}"/></w:p>"#
        )
    };
    assert!(told(&inside(1, "own", &field("REF own", "x"))));
    assert!(told(&(inside(1, "a", &field("REF b", "x")) + &inside(2, "b", &field("REF a", "x")))));
    // A thousand references to all that stands before them.
    let growing = format!(
        r#"<w:p><w:bookmarkStart w:id="1" w:name="all"/>{}<w:bookmarkEnd w:id="1"/></w:p><w:p>{}</w:p>"#,
        "<w:r><w:t>words and words </w:t></w:r>".repeat(1_000),
        field("REF all", "x").repeat(1_000)
    );
    assert!(told(&growing));
}

#[test]
fn ten_thousand_nested_fields_end() {
    let begin =
        r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>QUOTE </w:instrText></w:r>"#;
    let end = r#"<w:r><w:fldChar w:fldCharType="end"/></w:r>"#;
    let code = format!("<w:p>{}{}</w:p>", begin.repeat(10_000), end.repeat(10_000));
    let shown = begin.to_owned() + r#"<w:r><w:fldChar w:fldCharType="separate"/></w:r>"#;
    let result = format!("<w:p>{}{}</w:p>", shown.repeat(10_000), end.repeat(10_000));
    for body in [code, result] {
        assert_eq!(updated(&body).0.pages.len(), 1);
    }
    let open = format!("<w:p>{}</w:p>", begin.repeat(10_000));
    assert_eq!(updated(&open).0.pages.len(), 1);
}

#[test]
fn headers_that_name_styles_cost_what_they_hold() {
    let body = |count: usize| {
        let heading =
            r#"<w:p><w:pPr><w:pStyle w:val="H"/><w:pageBreakBefore/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"#;
        let section = r#"<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>"#;
        let header = r#"<w:p><w:fldSimple w:instr="STYLEREF 1"/></w:p>"#;
        format!("{}{section}\n=== header1\n{header}{HEADINGS}", heading.repeat(count))
    };
    fields_grow_linearly(body);
}
