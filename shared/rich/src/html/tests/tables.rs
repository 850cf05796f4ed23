//! Tables.

use insta::assert_snapshot;

use super::*;

#[test]
fn sections_spans_and_gaps() {
    assert_snapshot!(html(
        "<table><caption>About</caption><tfoot><tr><td>foot<td>f2</tfoot><thead><tr><th>h1<th>h2<th>h3</thead>\
         <tbody><tr><td rowspan=2>tall<td colspan=2>wide<tr><td>x</tbody></table>"
    ));
}

#[test]
fn widths_are_shared() {
    let widths = |source: &str| {
        let shown = html(source);
        let columns = shown.split("<w:gridCol w:w=\"").skip(1);
        columns.map(|c| c.split('"').next().unwrap().parse().unwrap()).collect::<Vec<u32>>()
    };
    assert_eq!(widths("<table><tr><td>a<td>b<td>c</table>"), [3023, 3024, 3023]);
    assert_eq!(widths("<table><tr><td width=25%>a<td>b</table>"), [2268, 6802]);
    assert_eq!(widths("<table><tr><td width=100>a<td width=200>b</table>"), [1500, 3000]);
    assert_eq!(
        widths("<table width=50%><colgroup><col width=10%><col></colgroup><tr><td>a<td>b</table>"),
        [454, 4081]
    );
    assert_eq!(widths("<table width=9999><tr><td>a<td>b</table>"), [4535, 4535]);
    assert_eq!(widths("<table><tr><td width=0>a<td width=junk>b</table>"), [4535, 4535]);
}

#[test]
fn colours_and_paragraphs_of_cells() {
    assert_snapshot!(html(
        "<table style='background-color:#eee'><tr style='background-color:#ddd'><td><p>a<p>b<td style='background-color:red;text-align:right'>c\
         <tr><td><table><tr><td>inner</table><td></table><table><tr><td>touching</table>"
    ));
}

#[test]
fn lists_in_tables_in_lists() {
    assert_snapshot!(html("<ol><li>a<table><tr><td><ul><li>in<ul><li>deeper</ul></ul></table>b<li>c</ol>"));
}

#[test]
fn odd_tables() {
    // No cell, no table.
    assert_eq!(html("<table></table><table><tr></tr><tbody></table>"), "inline\n");
    // Text beside cells stands before the table.
    assert_eq!(text("<table>a<tr>b<td>c</td>d</tr>e</table>f"), "a|b|d|e|c|f");
    assert_eq!(text("<td>a</td><tr>b</tr></table>c"), "abc");
    assert_eq!(text("<table><td>a<td>b<tr><td>c</table>"), "a|b|c");
    let spans = |source: &str| html(source).matches("<w:gridSpan").count();
    assert_eq!(spans("<table><tr><td colspan=1000>wide<tr><td>a<td>b</table>"), 1);
    assert_eq!(spans("<table><tr><td colspan=5>alone</table>"), 0);
    assert_eq!(spans("<table><tr><td colspan=0 rowspan=x>a<td>b</table>"), 0);
    let merged = html("<table><tr><td rowspan=0>a<td>b<tr><td>c<tr><td>d</table>");
    assert_eq!(merged.matches("<w:vMerge/>").count(), 2, "{merged}");
    // A cell does not reach out of its row group.
    let merged = html("<table><tbody><tr><td rowspan=9>a<td>b</tbody><tbody><tr><td>c<td>d</table>");
    assert_eq!(merged.matches("<w:vMerge/>").count(), 0, "{merged}");
    // Two cells that claim the same place.
    let crossed = html("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<td>d</table>");
    assert_eq!(crossed.matches("<w:tc>").count(), 6, "{crossed}");
}

#[test]
fn bounds() {
    let columns = format!("<table><tr>{}</table>", "<td>x".repeat(64));
    assert_eq!(html(&columns), "error: has a table of more than 63 columns");
    let rows = format!("<table><tr>{}{}</table>", "<td rowspan=0>x".repeat(60), "<tr>".repeat(2_000));
    assert_eq!(
        html(&rows),
        "error: has a table of more than 50000 cells (limit html_elements); send less, or split it"
    );
    let nested = "<table><tr><td>x".repeat(11);
    assert_eq!(html(&nested), "error: has tables in tables deeper than 10 levels");
    assert!(html(&"<table><tr><td>x".repeat(10)).starts_with("block"));
}
