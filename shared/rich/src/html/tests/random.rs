//! Whatever comes in, what goes out is well-formed and in the order of the schema.

use proptest::prelude::*;

use super::*;

/// Tags, attributes and texts in any order.
fn soup() -> impl Strategy<Value = String> {
    let names = "(p|div|b|i|a|span|ul|ol|li|table|tr|td|th|thead|tbody|tfoot|caption|col|h1|h2|pre|blockquote|br|hr|img|dl|dt|dd|svg|script|sub|x)";
    let attributes = "( (href|style|colspan|rowspan|width|start|src|alt|color)=['\"]?(https://a.example|javascript:x|color:red|2|0|99|50%|data:,|text-align:center|[^ ]{0,4}))?";
    let piece = prop_oneof![
        4 => proptest::string::string_regex(&format!("<{names}{attributes}>")).unwrap(),
        3 => proptest::string::string_regex(&format!("</{names}>")).unwrap(),
        2 => proptest::string::string_regex("[a-z <>&;\"'\\n\u{0}-\u{1f}\u{a0}é]{0,6}").unwrap(),
        1 => Just("&lt;&amp;&#1;".to_owned()),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn check(fragment: Result<Fragment, String>) {
    if let Ok(Fragment::Inline(xml) | Fragment::Block(xml)) = fragment {
        assert_well_formed(&xml);
        // As text it may stand there, an alternative text too; never as anything that could run.
        for tag in xml.split('<').filter_map(|piece| piece.split('>').next()) {
            let said = tag.split(" descr=\"").next().unwrap_or_default();
            assert!(!said.contains("javascript"), "{tag}");
        }
        // Word refuses cells without a paragraph at their end, and rows without cells.
        assert!(!xml.contains("</w:tbl></w:tc>") && !xml.contains("</w:tcPr></w:tc>"), "{xml}");
        assert!(!xml.contains("<w:tr></w:tr>") && !xml.contains("</w:tblGrid></w:tbl>"), "{xml}");
        assert!(!xml.contains("</w:tbl><w:tbl>"), "{xml}");
    }
}

proptest! {
    #[test]
    fn soup_of_tags(source in soup()) {
        check(composed(&source));
    }

    #[test]
    fn any_text(source in any::<String>()) {
        check(composed(&source));
        check(with_resources(&[], "", |resources| markdown::compose(&source, resources)));
    }

    #[test]
    fn any_markdown(source in "([*_`~#>|\\[\\]()!<&\\\\ \\n-]|[a-z0-9]|    |\\]\\(|---|```|1\\.|- \\[x\\] ){0,80}") {
        check(with_resources(&[], "", |resources| markdown::compose(&source, resources)));
    }

    #[test]
    fn rows_cover_all_columns(spans in proptest::collection::vec(proptest::collection::vec((0..4_u32, 0..4_u32), 0..6), 1..8)) {
        let mut source = "<table>".to_owned();
        for row in &spans {
            source.push_str("<tr>");
            for (columns, rows) in row {
                source.push_str(&format!("<td colspan={columns} rowspan={rows}>x"));
            }
        }
        let xml = html(&source);
        let columns = xml.matches("<w:gridCol ").count();
        for row in xml.split("<w:tr>").skip(1) {
            let cells = row.split("<w:tc>").skip(1);
            let span = |cell: &str| cell.split("gridSpan w:val=\"").nth(1).map_or(1, |s| s.split('"').next().unwrap().parse().unwrap());
            assert_eq!(cells.map(span).sum::<usize>(), columns, "{source}\n{xml}");
        }
    }
}
