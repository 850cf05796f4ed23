//! Text goes around objects, wherever pages end.

#![expect(clippy::expect_used, reason = "tests")]

mod support;

use platen_layout::{Item, LayoutOptions, Page, Segment};
use platen_ooxml::Limits;
use proptest::prelude::*;

/// Baseline to the top of a line's letters, and how far a line may reach into an object, in points: at its end by a space.
const ASCENT: f64 = 8.0;
const SLACK: f64 = 1.0;
const SPACE: f64 = 4.0;

const PAGE: &str = r#"<w:sectPr><w:pgSz w:w="6000" w:h="4000"/><w:pgMar w:top="400" w:right="720" w:bottom="400" w:left="720" w:header="200" w:footer="200" w:gutter="0"/></w:sectPr>"#;

/// A box that text goes around: its width, height and place beside and below the top of its paragraph, in points.
fn object() -> impl Strategy<Value = String> {
    let sizes =
        (prop::sample::select(vec![60, 100, 140, 200]), prop::sample::select(vec![20, 40, 60, 90, 120]));
    let place = (prop::sample::select(vec![0, 100, 160]), prop::sample::select(vec![-10, 0, 5, 14, 30]));
    let wrap = prop::sample::select(vec![r#"wrapSquare wrapText="bothSides""#, "wrapTopAndBottom"]);
    (sizes, place, wrap).prop_map(|((width, height), (x, y), wrap)| {
        let [width, height, x, y] = [width, height, x, y].map(|points| points * 12_700);
        format!(
            r#"<w:r><w:drawing><wp:anchor distT="0" distB="0" distL="114300" distR="114300" relativeHeight="1" behindDoc="0"><wp:positionH relativeFrom="column"><wp:posOffset>{x}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>{y}</wp:posOffset></wp:positionV><wp:extent cx="{width}" cy="{height}"/><wp:{wrap}/><wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="wps"><wps:wsp><wps:spPr><a:xfrm/><a:prstGeom prst="rect"/><a:ln w="6350"><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></a:ln></wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>"#
        )
    })
}

fn paragraph() -> impl Strategy<Value = String> {
    let properties = prop::sample::select(vec![
        "",
        r#"<w:spacing w:after="160"/>"#,
        r#"<w:spacing w:before="200" w:after="100" w:line="276" w:lineRule="auto"/>"#,
        "<w:keepNext/>",
    ]);
    let words = prop::sample::select(vec![0, 3, 8, 20, 40]);
    (properties, prop::option::weighted(0.3, object()), words).prop_map(|(properties, object, words)| {
        let (object, text) = (object.unwrap_or_default(), "words ".repeat(words));
        format!("<w:p><w:pPr>{properties}</w:pPr>{object}<w:r><w:t>{}</w:t></w:r></w:p>", text.trim_end())
    })
}

/// The boxes of a page: left, top, right, bottom.
fn boxes(page: &Page) -> Vec<[f64; 4]> {
    let corners = |item: &Item| {
        let Item::Drawing(drawing) = item else { return None };
        let points: Vec<(f64, f64)> = drawing
            .paths
            .iter()
            .flat_map(|path| &path.segments)
            .filter_map(|segment| match segment {
                Segment::Move(point) | Segment::Line(point) => Some(*point),
                _ => None,
            })
            .collect();
        let of =
            |pick: fn(&(f64, f64)) -> f64, best: fn(f64, f64) -> f64| points.iter().map(pick).reduce(best);
        Some([of(|p| p.0, f64::min)?, of(|p| p.1, f64::min)?, of(|p| p.0, f64::max)?, of(|p| p.1, f64::max)?])
    };
    page.items.iter().filter_map(corners).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]
    #[test]
    fn no_text_lies_on_an_object(paragraphs in prop::collection::vec(paragraph(), 6..16)) {
        let case = format!("{}{PAGE}", paragraphs.concat());
        let laid = support::lay_out(support::package(&case), &LayoutOptions::new(&Limits::default())).expect("a layout");
        // What goes in circles is told.
        let is_told = laid.undrawn.iter().any(|own| own.detail.contains("did not settle"));
        for page in laid.pages.iter().filter(|_| !is_told) {
            for [left, top, right, bottom] in boxes(page) {
                for item in &page.items {
                    let Item::Glyphs(run) = item else { continue };
                    if run.text.trim().is_empty() {
                        continue;
                    }
                    let is_beside = run.x + SLACK > right || run.x + run.width() - SPACE < left;
                    let is_clear = run.y - ASCENT + SLACK > bottom || run.y - SLACK < top;
                    prop_assert!(is_beside || is_clear, "{:?} at {},{} on {left},{top} to {right},{bottom}", run.text, run.x, run.y);
                }
            }
        }
    }
}
