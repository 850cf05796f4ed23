//! Fills and lines of charts: their own, or those of the chart's style (21.2.2.227).

use super::super::Reader;
use crate::bounds::THICKEST;
use crate::drawing::{Cap, Ink, Join, Rgb};
use crate::model::paint::Fill;
use crate::model::shape_look::Line;
use crate::model::story::charted::Area;
use crate::read::Element;
use crate::units::CHANNEL;

/// From how dark to how light the shades of one colour go that tell series apart: from a share of black to the same of white.
/// Fitted to charts that are not on record, as is the range of greys.
const DARKEST: f64 = 0.7;
const SHADES: f64 = 1.4;
const DARKEST_GREY: f64 = 0.15;
const GREYS: f64 = 0.6;

/// Default width of lines, in points: measured in Excel (axes and gridlines).
pub(super) const LINE: f64 = 0.75;

/// Width of the lines of series, in points (measured in a PDF of Word).
pub(super) const SERIES_LINE: f64 = 2.25;

/// Colours by the chart's style, 1 to 48.
#[derive(Debug, Clone, Copy)]
pub(super) struct Palette {
    pub style: i64,
}

impl Palette {
    /// The colour of a series or point, one of `count`.
    pub fn colour(self, reader: &Reader<'_>, index: usize, count: usize) -> Ink {
        let theme = |name: &str| reader.theme.colour(name).unwrap_or([0; 3]);
        let of = |share: f64, base: Rgb| Ink { colour: toward(base, share), opacity: 1.0 };
        let place = (self.style - 1).rem_euclid(8);
        // Shares of black and white that tell neighbours apart, from dark to light.
        let spread = (index + 1) as f64 / (count + 1) as f64 * SHADES - DARKEST;
        match place {
            0 => of(DARKEST_GREY + GREYS * ((index + 1) as f64 / (count + 1) as f64), theme("dk1")),
            1 => {
                let base = theme(&format!("accent{}", index % 6 + 1));
                let (round, rounds) = (index / 6, count.saturating_sub(1) / 6);
                if rounds == 0 {
                    return of(0.0, base);
                }
                of((round + 1) as f64 / (rounds + 2) as f64 * SHADES - DARKEST, base)
            }
            one => of(spread, theme(&format!("accent{}", one - 1))),
        }
    }
}

/// A colour on its way to white, or with a negative share to black.
fn toward(base: Rgb, share: f64) -> Rgb {
    let goal = if share < 0.0 { 0.0 } else { CHANNEL };
    let share = share.abs().min(1.0);
    base.map(|channel| (f64::from(channel) * (1.0 - share) + goal * share).round() as u8)
}

impl<'a> Reader<'a> {
    /// The fill and line of a `c:spPr`; missing ones come from `auto`.
    pub(super) fn chart_area(&mut self, element: Option<Element<'a>>, auto: Area) -> Area {
        let Some(own) = element else { return auto };
        let fill = match self.paint(own, None) {
            Some(fill) => fill,
            None => auto.fill,
        };
        Area { fill, line: self.chart_line(element, auto.line, LINE) }
    }

    /// The line of a `c:spPr`; missing properties come from `auto`.
    pub(super) fn chart_line(
        &mut self,
        element: Option<Element<'a>>,
        auto: Option<Line>,
        width: f64,
    ) -> Option<Line> {
        let Some(own) = element.and_then(|own| own.child("ln")) else { return auto };
        let ink = match self.paint(own, None) {
            Some(paint) => paint?.ink(),
            None => auto.as_ref()?.ink,
        };
        let auto_width = auto.as_ref().map_or(width, |auto| auto.width);
        let mut line = self.stroke(own, ink);
        line.width = own.emu("w").unwrap_or(auto_width).clamp(0.0, THICKEST);
        Some(line)
    }

    /// The usual line of axes and grids: a light grey that comes from the text's colour (measured in Office: #868686).
    pub(super) fn chart_grey(&self) -> Line {
        Line::plain(LINE, Ink { colour: [0x86; 3], opacity: 1.0 })
    }
}

/// The default line of a series.
pub(super) fn series_line(ink: Ink) -> Line {
    Line { cap: Cap::Round, join: Join::Round, ..Line::plain(SERIES_LINE, ink) }
}

/// A surface of one colour.
pub(super) fn plain(ink: Ink) -> Area {
    Area { fill: Some(Fill::Plain(ink)), line: None }
}
