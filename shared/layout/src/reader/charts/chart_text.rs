//! Text of charts (21.1.2): its properties override those of its surroundings.

use std::sync::Arc;

use super::super::Reader;
use crate::model::run::{FontName, RunLayer, RunStyle};
use crate::model::story::charted::{Manual, Rich, Title};
use crate::model::theme::ThemeFont;
use crate::read::Element;
use crate::units::{PARTS_PER_DEGREE, QUARTER_TURN};

/// Default size of a chart's text, in points: measured in Excel.
pub(super) const CHART_TEXT: f64 = 10.0;

/// Bound: how far a layout may move something, in charts. A guess.
const FARTHEST_MOVE: f64 = 10.0;

/// Paragraphs of one title, and runs in it, that are read.
const MAX_PIECES: usize = 200;

/// Characters of a text that are read.
const MAX_LENGTH: usize = 2000;

/// Text without properties of its own: the theme's second font, 10 points (three charts in a PDF of Word).
pub(super) fn base(has_theme: bool) -> RunLayer {
    let font = |slot: &str| match ThemeFont::parse(slot) {
        Some(font) if has_theme => Some(FontName::Theme(font)),
        _ => Some(FontName::Named("Calibri".into())),
    };
    RunLayer {
        ascii: font("minorHAnsi"),
        h_ansi: font("minorHAnsi"),
        east_asia: font("minorEastAsia"),
        cs: font("minorBidi"),
        size: Some(CHART_TEXT),
        size_cs: Some(CHART_TEXT),
        ..RunLayer::default()
    }
}

impl<'a> Reader<'a> {
    /// The text properties of an element (`c:txPr`, `c:rich`) over `base`, and its rotation.
    pub(super) fn chart_text(
        &mut self,
        element: Option<Element<'a>>,
        base: &RunLayer,
    ) -> (RunLayer, Option<f64>) {
        let Some(element) = element else { return (base.clone(), None) };
        let mut layer = base.clone();
        let own = element.child("p").and_then(|p| p.child("pPr")).and_then(|p| p.child("defRPr"));
        if let Some(own) = own {
            layer.lay(&self.run_properties(own));
        }
        let turn = element.child("bodyPr").and_then(|body| {
            let upright = match body.attr("vert").as_deref() {
                Some("vert270") => -QUARTER_TURN,
                Some("vert" | "eaVert") => QUARTER_TURN,
                _ => 0.0,
            };
            match body.int("rot") {
                // 1000 degrees: as it fits.
                Some(rotation) if rotation.abs() >= 21_600_000 => (upright != 0.0).then_some(upright),
                Some(rotation) => Some(rotation as f64 / PARTS_PER_DEGREE + upright),
                None => (upright != 0.0).then_some(upright),
            }
        });
        (layer, turn)
    }

    pub(super) fn chart_style(&self, layer: &RunLayer) -> Arc<RunStyle> {
        Arc::new(RunStyle::new(layer, self.theme))
    }

    /// The lines of a `c:rich`.
    pub(super) fn chart_rich(&mut self, element: Element<'a>, base: &RunLayer) -> Vec<Rich> {
        let mut lines = Vec::new();
        let own = element.child("p").and_then(|p| p.child("pPr")).and_then(|p| p.child("defRPr"));
        let mut outer = base.clone();
        if let Some(own) = own {
            outer.lay(&self.run_properties(own));
        }
        for paragraph in element.children().into_iter().filter(|p| p.name() == "p").take(MAX_PIECES) {
            let mut layer = outer.clone();
            if let Some(own) = paragraph.child("pPr").and_then(|p| p.child("defRPr")) {
                layer.lay(&self.run_properties(own));
            }
            let mut line = Rich::new();
            for piece in paragraph.children().into_iter().take(MAX_PIECES) {
                match piece.name() {
                    "r" | "fld" => {
                        let mut layer = layer.clone();
                        if let Some(own) = piece.child("rPr") {
                            layer.lay(&self.run_properties(own));
                        }
                        let text = piece.child("t").map(|text| short(&text.text())).unwrap_or_default();
                        line.push((text, self.chart_style(&layer)));
                    }
                    "br" => lines.push(std::mem::take(&mut line)),
                    _ => {}
                }
            }
            lines.push(line);
        }
        lines.retain(|line| line.iter().any(|(text, _)| !text.trim().is_empty()));
        lines
    }

    /// A `c:title`, or `auto` if it is empty.
    pub(super) fn chart_title(
        &mut self,
        element: Element<'a>,
        base: &RunLayer,
        auto: Option<&str>,
    ) -> Option<Title> {
        let text = element.child("tx");
        let rich = text.and_then(|text| text.child("rich"));
        let (layer, rotation) = self.chart_text(rich.or_else(|| element.child("txPr")), base);
        let lines = match (rich, text) {
            (Some(rich), _) => self.chart_rich(rich, base),
            (None, text) => {
                let saved = text.and_then(|text| text.find("v")).map(|value| short(&value.text()));
                let text = saved.or_else(|| auto.map(str::to_owned))?;
                vec![vec![(text, self.chart_style(&layer))]]
            }
        };
        let area = self.chart_area(element.child("spPr"), Default::default());
        let is_over = element.child("overlay").is_some_and(Element::on);
        (!lines.is_empty()).then(|| Title { lines, layout: manual(element), is_over, area, rotation })
    }
}

/// Text that is no longer than a chart can show.
pub(super) fn short(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(MAX_LENGTH).collect()
}

/// The place in an element.
pub(super) fn manual(element: Element<'_>) -> Option<Manual> {
    let own = element.child("layout")?.child("manualLayout")?;
    let number = |name: &str| {
        let value: f64 = own.child(name)?.val()?.trim().parse().ok()?;
        value.is_finite().then(|| value.clamp(-FARTHEST_MOVE, FARTHEST_MOVE))
    };
    let is = |name: &str, value: &str| own.child(name).and_then(Element::val).as_deref() == Some(value);
    let (width, height) = (number("w"), number("h"));
    let (x, y) = (number("x"), number("y"));
    Some(Manual {
        is_inner: is("layoutTarget", "inner"),
        x,
        y,
        is_edge: (is("xMode", "edge"), is("yMode", "edge")),
        width: width.map(|own| if is("wMode", "edge") { own - x.unwrap_or(0.0) } else { own }),
        height: height.map(|own| if is("hMode", "edge") { own - y.unwrap_or(0.0) } else { own }),
    })
}
