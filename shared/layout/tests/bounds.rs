//! Work grows with the document and no faster, counted in steps of the budget; hostile documents end.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use std::sync::Arc;
use std::time::Duration;

use platen_layout::{Item, LayoutError, LayoutOptions};
use platen_ooxml::{Budget, Limits};
use proptest::prelude::*;

fn steps(case: &str) -> u64 {
    // Steps are counted; how long they take is the machine's.
    let limits = Limits { render_time: Duration::from_secs(600), ..Limits::default() };
    let options = LayoutOptions::new(&limits);
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
fn text_set_as_one_costs_what_it_holds() {
    let ruby = "<w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>a</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>b</w:t></w:r></w:rubyBase></w:ruby></w:r>";
    grows_linearly(|count| format!("<w:p>{}</w:p>", ruby.repeat(count)));
    let long = |text: &str| format!("<w:p>{}</w:p>", ruby.replace(">a<", text).replace(">b<", text));
    grows_linearly(|count| long(&format!(">{}<", "字".repeat(count * 4))));
    let two = r#"<w:r><w:rPr><w:eastAsianLayout w:id="1" w:combine="1"/></w:rPr><w:t>ab</w:t></w:r>"#;
    grows_linearly(|count| format!("<w:p>{}</w:p>", two.repeat(count)));
    let field = |code: &str| {
        format!(
            r#"<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>{code}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>"#
        )
    };
    let over = r"<w:r><w:instrText>\o(a,b)</w:instrText></w:r>";
    let name = "<w:r><w:instrText>EQ </w:instrText></w:r>";
    grows_linearly(|count| field(&format!("{name}{}", over.repeat(count))));
    let nested = format!("{name}<w:r><w:instrText>{}</w:instrText></w:r>", r"\o(".repeat(10_000));
    support::lay_out(support::package(&field(&nested)), &LayoutOptions::new(&Limits::default()))
        .expect("a layout");
}

#[test]
fn vertical_text_costs_what_it_holds() {
    let section = r#"<w:sectPr><w:textDirection w:val="tbRl"/></w:sectPr>"#;
    grows_linearly(|count| format!("{}{section}", paragraph("縦書きの文章 and words").repeat(count)));
    grows_linearly(|count| format!("{}{section}", paragraph(&"縦".repeat(count * 4))));
    let kashida = r#"<w:p><w:pPr><w:bidi/><w:jc w:val="highKashida"/></w:pPr><w:r><w:rPr><w:rtl/></w:rPr><w:t>TEXT</w:t></w:r></w:p>"#;
    grows_linearly(|count| kashida.replace("TEXT", &"كتاب ".repeat(count)));
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
fn breaks_before_a_text_and_frames_at_one_place_cost_what_they_hold() {
    let breaks = r#"<w:br w:type="page"/>"#;
    grows_linearly(|count| format!("<w:p><w:r>{}<w:t>x</w:t></w:r></w:p>", breaks.repeat(count)));
    let frame = r#"<w:p><w:pPr><w:framePr w:wrap="none" w:vAnchor="text" w:hAnchor="text" w:x="1" w:y="1"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>"#;
    grows_linearly(|count| format!("{}<w:p/>", frame.repeat(count)));
}

#[test]
fn text_beside_polygons_and_in_linked_boxes_costs_what_it_holds() {
    let anchor = |wrap: &str, shape: &str| {
        format!(
            r#"<w:r><w:drawing><wp:anchor><wp:positionH relativeFrom="column"/><wp:positionV relativeFrom="paragraph"/><wp:extent cx="1270000" cy="1270000"/>{wrap}<a:graphic><a:graphicData><wps:wsp><wps:spPr/>{shape}</wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"#
        )
    };
    let corners: String =
        (0..250).map(|at| format!(r#"<wp:lineTo x="{}" y="{}"/>"#, at * 7919 % 21600, at * 86)).collect();
    let through = format!("<wp:wrapThrough><wp:wrapPolygon>{corners}</wp:wrapPolygon></wp:wrapThrough>");
    let object = anchor(&through, "");
    let columns = r#"<w:sectPr><w:cols w:num="3"/></w:sectPr>"#;
    grows_linearly(|count| {
        format!("{}{columns}", format!("<w:p>{object}<w:r><w:t>beside it</w:t></w:r></w:p>").repeat(count))
    });
    grows_linearly(|count| {
        let head = format!(
            r#"<wps:txbx id="1"><w:txbxContent>{}</w:txbxContent></wps:txbx>"#,
            paragraph("goes on").repeat(count)
        );
        let next = |place: usize| {
            let linked = format!(r#"<wps:linkedTxbx id="1" seq="{place}"/>"#);
            format!("<w:p>{}</w:p>", anchor("", &linked))
        };
        let rest: String = (1..100).map(next).collect();
        format!("<w:p>{}</w:p>{rest}", anchor("", &head))
    });
}

#[test]
fn counts_that_begin_near_the_end_of_all_numbers_do_no_harm() {
    let most = i64::MAX;
    let body = format!(
        r#"{}<w:sectPr><w:lnNumType w:countBy="1" w:start="{most}"/><w:pgNumType w:start="{most}"/></w:sectPr>"#,
        paragraph("x").repeat(100)
    );
    let laid = support::lay_out(support::package(&body), &LayoutOptions::new(&Limits::default()));
    assert!(laid.expect("a layout").pages.len() > 1);
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
fn a_document_of_more_styles_than_any_has_is_refused() {
    let style = |id: usize| format!(r#"<w:style w:type="paragraph" w:styleId="s{id}"/>"#);
    let styles: String = (0..25_001).map(style).collect();
    let package = support::package(&format!("{}\n=== styles\n{styles}", paragraph("x")));
    let error =
        support::lay_out(package, &LayoutOptions::new(&Limits::default())).expect_err("too many styles");
    assert!(matches!(error, LayoutError::TooManyStyles { allowed: 25_000 }), "{error}");
}

#[test]
fn a_paragraph_has_the_nearest_tab_stops_of_a_chain_of_styles() {
    // The stops lie two points apart, and only the last 64 are kept.
    let style = |id: usize| {
        let base =
            id.checked_sub(1).map(|base| format!(r#"<w:basedOn w:val="s{base}"/>"#)).unwrap_or_default();
        let at = (id + 1) * 40;
        format!(
            r#"<w:style w:type="paragraph" w:styleId="s{id}">{base}<w:pPr><w:tabs><w:tab w:val="left" w:pos="{at}"/></w:tabs></w:pPr></w:style>"#
        )
    };
    let place = |count: usize| {
        let styles: String = (0..count).map(style).collect();
        let last = count - 1;
        let body = format!(
            r#"<w:p><w:pPr><w:pStyle w:val="s{last}"/></w:pPr><w:r><w:tab/><w:t>x</w:t></w:r></w:p>"#
        );
        let package = support::package(&format!("{body}\n=== styles\n{styles}"));
        let laid = support::lay_out(package, &LayoutOptions::new(&Limits::default())).expect("a layout");
        let runs = laid.pages.iter().flat_map(|page| &page.items).filter_map(|item| match item {
            Item::Glyphs(run) => Some(run.x),
            _ => None,
        });
        runs.fold(0.0, f64::max)
    };
    assert!((place(100) - place(1) - 2.0 * 36.0).abs() < 0.1, "{} and {}", place(1), place(100));
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

fn equation(content: &str) -> String {
    format!("<w:p><m:oMathPara><m:oMath>{content}</m:oMath></m:oMathPara></w:p>")
}

#[test]
fn equations_cost_what_they_hold() {
    let letter = "<m:r><m:t>x+</m:t></m:r>";
    grows_linearly(|count| equation(&letter.repeat(count)));
    let fraction = format!("<m:f><m:num>{letter}</m:num><m:den>{letter}</m:den></m:f>");
    grows_linearly(|count| equation(&fraction.repeat(count)));
    let cell = format!("<m:e>{letter}</m:e>");
    grows_linearly(|count| {
        equation(&format!("<m:m>{}</m:m>", format!("<m:mr>{cell}{cell}</m:mr>").repeat(count)))
    });
    grows_linearly(|count| equation(&format!("<m:m><m:mr>{}</m:mr></m:m>", cell.repeat(count))));
    grows_linearly(|count| equation(&format!("<m:d>{}</m:d>", cell.repeat(count))));
}

/// A part of an equation: any object, whatever it holds.
fn part() -> impl Strategy<Value = String> {
    const OBJECTS: [(&str, &[&str]); 19] = [
        ("f", &["num", "den"]),
        ("rad", &["deg", "e"]),
        ("sSub", &["e", "sub"]),
        ("sSup", &["e", "sup"]),
        ("sSubSup", &["e", "sub", "sup"]),
        ("sPre", &["sub", "sup", "e"]),
        ("nary", &["sub", "sup", "e"]),
        ("d", &["e", "e"]),
        ("eqArr", &["e", "e"]),
        ("acc", &["e"]),
        ("bar", &["e"]),
        ("box", &["e"]),
        ("borderBox", &["e"]),
        ("func", &["fName", "e"]),
        ("limLow", &["e", "lim"]),
        ("limUpp", &["e", "lim"]),
        ("groupChr", &["e"]),
        ("phant", &["e"]),
        ("r", &["t"]),
    ];
    let text = "[a-zA-Z0-9 +=(){}#&,.;∑∫√⃗→日א]{0,6}"
        .prop_map(|text| format!("<m:r><m:t>{}</m:t></m:r>", text.replace('&', "&amp;")));
    text.prop_recursive(5, 64, 3, |inner| {
        let parts = prop::collection::vec(inner, 0..3);
        (0..OBJECTS.len(), prop::collection::vec(parts, 3), any::<bool>()).prop_map(
            |(kind, parts, has_all)| {
                let (name, places) = OBJECTS[kind];
                let of =
                    |(place, own): (&&str, &Vec<String>)| format!("<m:{place}>{}</m:{place}>", own.concat());
                let count = if has_all { 3 } else { 1 };
                let inner: String = places.iter().zip(&parts).take(count).map(of).collect();
                format!("<m:{name}>{inner}</m:{name}>")
            },
        )
    })
}

proptest! {
    #[test]
    fn every_equation_can_be_set(parts in prop::collection::vec(part(), 1..4), is_display in any::<bool>()) {
        let content = parts.concat();
        let case = if is_display { equation(&content) } else { format!("<w:p><m:oMath>{content}</m:oMath></w:p>") };
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default())).expect("a layout");
        for run in laid.pages.iter().flat_map(|page| &page.items).filter_map(|item| match item {
            Item::Glyphs(run) => Some(run),
            _ => None,
        }) {
            prop_assert!(run.x.is_finite() && run.y.is_finite() && run.size > 0.0);
            prop_assert!(run.glyphs.iter().all(|glyph| run.text.get(glyph.range()).is_some()), "{run:?}");
        }
    }
}

#[test]
fn equations_that_lie_too_deep_are_left_out_and_told() {
    for (open, close) in [
        ("<m:f><m:num>", "</m:num></m:f>"),
        ("<m:rad><m:e>", "</m:e></m:rad>"),
        ("<m:sSup><m:e>", "</m:e></m:sSup>"),
    ] {
        let case = equation(&format!("{}<m:r><m:t>x</m:t></m:r>{}", open.repeat(100), close.repeat(100)));
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
        let undrawn = laid.expect("a layout").undrawn;
        assert!(undrawn.iter().any(|own| own.code == "equation"), "{undrawn:?}");
    }
}

#[test]
fn charts_cost_what_they_hold() {
    let points = |count: usize| {
        let value = |at: usize| format!(r#"<c:pt idx="{at}"><c:v>{}</c:v></c:pt>"#, at % 97);
        let values: String = (0..count).map(value).collect();
        format!("<c:numCache><c:ptCount val=\"{count}\"/>{values}</c:numCache>")
    };
    let drawing = r#"<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3302000" cy="2159000"/><wp:docPr id="1" name="C"/><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="chart1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"#;
    let chart = |kind: &str, inner: String| {
        let axes = r#"<c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/><c:majorGridlines/></c:valAx>"#;
        format!(
            "{drawing}\n=== chart1\n<c:chart><c:plotArea><c:{kind}>{inner}<c:axId val=\"1\"/><c:axId val=\"2\"/></c:{kind}>{axes}</c:plotArea><c:legend/></c:chart>"
        )
    };
    let labels = "<c:dLbls><c:showVal val=\"1\"/></c:dLbls>";
    for kind in ["barChart", "lineChart", "areaChart", "pieChart", "radarChart"] {
        grows_linearly(|count| {
            chart(kind, format!("<c:ser>{labels}<c:val>{}</c:val></c:ser>", points(count * 4)))
        });
        grows_linearly(|count| {
            chart(kind, format!("<c:ser><c:val>{}</c:val></c:ser>", points(5)).repeat(count / 4))
        });
    }

    grows_linearly(|count| {
        let (y, size) = (points(count * 4), points(count * 4));
        chart(
            "bubbleChart",
            format!("<c:ser><c:yVal>{y}</c:yVal><c:bubbleSize>{size}</c:bubbleSize></c:ser>"),
        )
    });
}

#[test]
fn a_chart_that_says_to_have_a_billion_points_ends() {
    let body = r#"<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3302000" cy="2159000"/><wp:docPr id="1" name="C"/><a:graphic><a:graphicData><c:chart xmlns:c="c" r:id="chart1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>
=== chart1
<c:chart><c:plotArea><c:lineChart><c:ser><c:val><c:numCache><c:ptCount val="1000000000"/><c:pt idx="999999999"><c:v>1</c:v></c:pt></c:numCache></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:lineChart><c:catAx><c:axId val="1"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart>"#;
    let laid =
        support::lay_out(support::package(body), &LayoutOptions::new(&Limits::default())).expect("a layout");
    assert!(laid.undrawn.iter().any(|undrawn| undrawn.code == "chart-points"));
}

/// Pages of a logo in a header, or rows of one, would else each hold all its points.
#[test]
fn places_of_a_picture_of_lines_share_them() {
    let groups = |description: &str| {
        let picture = format!(
            r#"<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="1" name="p"{description}/><a:graphic><a:graphicData uri="pic"><pic:pic><pic:blipFill><a:blip r:embed="image1"><a:extLst><a:ext uri="svg"><asvg:svgBlip r:embed="image1"/></a:ext></a:extLst></a:blip><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"#
        );
        let svg =
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><path d="M1 1 L9 9"/></svg>"#;
        let case = format!("{}\n=== image1\n{svg}", picture.repeat(3));
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default()));
        let items = laid.expect("a layout").pages.swap_remove(0).items;
        let groups = items.into_iter().filter_map(|item| match item {
            Item::Group(group) => Some(group.items),
            _ => None,
        });
        groups.collect::<Vec<_>>()
    };
    let (plain, described) = (groups(""), groups(r#" descr="A line""#));
    assert_eq!((plain.len(), described.len()), (3, 3));
    assert!(plain.iter().all(|own| Arc::ptr_eq(own, &plain[0])));
    assert!(!Arc::ptr_eq(&described[0], &described[1]), "each is a figure of its paragraph");
}
