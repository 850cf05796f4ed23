//! Labels of points (21.2.2.49), for a series or for single points.

use std::collections::BTreeMap;

use super::super::Reader;
use super::axes::code;
use super::chart_text::manual;
use crate::error::LayoutError;
use crate::model::run::RunLayer;
use crate::model::story::charted::{LabelPlace, Labels, OwnLabel, Shows};
use crate::read::Element;

impl<'a> Reader<'a> {
    /// Labels of a series, or those of its plot if it has none.
    pub(super) fn chart_labels(
        &mut self,
        element: Option<Element<'a>>,
        base: &RunLayer,
        around: Option<&Labels>,
    ) -> Result<Option<Labels>, LayoutError> {
        let Some(element) = element else { return Ok(None) };
        if element.child("delete").is_some_and(Element::on) {
            return Ok(Some(Labels { shows: Shows::default(), ..self.chart_label(element, base, around) }));
        }
        let mut labels = self.chart_label(element, base, around);
        if element.child("showLeaderLines").is_some_and(Element::on) {
            let grey = self.chart_grey();
            let shape = element.child("leaderLines").and_then(|own| own.child("spPr"));
            labels.leaders = self.chart_line(shape, Some(grey.clone()), grey.width);
        }
        for own in element.children().into_iter().filter(|own| own.name() == "dLbl") {
            self.budget.spend(64)?;
            let Some(at) = own.child("idx").and_then(|idx| usize::try_from(idx.int("val")?).ok()) else {
                continue;
            };
            if own.child("delete").is_some_and(Element::on) {
                labels.own.insert(at, None);
                continue;
            }
            let plain = Labels { own: BTreeMap::new(), ..labels.clone() };
            let single = self.chart_label(own, base, Some(&plain));
            let rich = own.child("tx").and_then(|text| text.child("rich"));
            let lines = rich.map(|rich| {
                let (layer, _) = self.chart_text(element.child("txPr"), base);
                self.chart_rich(rich, &layer)
            });
            labels.own.insert(at, Some(OwnLabel { lines, layout: manual(own), labels: single }));
        }
        Ok(Some(labels))
    }

    fn chart_label(&mut self, element: Element<'a>, base: &RunLayer, around: Option<&Labels>) -> Labels {
        let before = around.map(|around| around.shows).unwrap_or_default();
        let on = |name: &str, before: bool| element.child(name).map_or(before, Element::on);
        let shows = Shows {
            series: on("showSerName", before.series),
            category: on("showCatName", before.category),
            value: on("showVal", before.value),
            percent: on("showPercent", before.percent),
            size: on("showBubbleSize", before.size),
            key: on("showLegendKey", before.key),
        };
        let place = element.child("dLblPos").and_then(Element::val).and_then(|place| label_place(&place));
        let text = element.child("txPr");
        let (layer, rotation) = self.chart_text(text, base);
        let style = match (text, around) {
            (None, Some(around)) => around.style.clone(),
            _ => self.chart_style(&layer),
        };
        let format = element.child("numFmt");
        Labels {
            shows,
            place: place.or(around.and_then(|around| around.place)),
            separator: element
                .child("separator")
                .map(|own| own.text().into_owned())
                .or_else(|| around.and_then(|around| around.separator.clone())),
            format: match format {
                Some(format) => code(format),
                None => around.and_then(|around| around.format.clone()),
            },
            style,
            area: self.chart_area(
                element.child("spPr"),
                around.map(|around| around.area.clone()).unwrap_or_default(),
            ),
            rotation: rotation.or(around.map(|around| around.rotation)).unwrap_or(0.0),
            leaders: around.and_then(|around| around.leaders.clone()),
            own: BTreeMap::new(),
        }
    }
}

fn label_place(name: &str) -> Option<LabelPlace> {
    Some(match name {
        "bestFit" => LabelPlace::BestFit,
        "b" => LabelPlace::Below,
        "ctr" => LabelPlace::Center,
        "inBase" => LabelPlace::InsideBase,
        "inEnd" => LabelPlace::InsideEnd,
        "l" => LabelPlace::Left,
        "outEnd" => LabelPlace::OutsideEnd,
        "r" => LabelPlace::Right,
        "t" => LabelPlace::Above,
        _ => return None,
    })
}
