//! Finds the stop for a tab, and its effect on the text after it.

use crate::model::ParagraphStyle;
use crate::model::paragraph_properties::{Align, Leader, TabAlign, TabStop};
use crate::units::TWIPS_PER_POINT;

/// The stops of a paragraph.
pub(crate) struct Tabs<'s> {
    pub stops: &'s [TabStop],
    /// Interval of default stops; 0: none.
    pub default: f64,
    /// The hanging indent, as a stop.
    pub hanging: Option<f64>,
}

impl<'s> Tabs<'s> {
    pub fn of(style: &'s ParagraphStyle, default: f64, no_hanging: bool) -> Tabs<'s> {
        let hanging = (style.first_line < 0.0 && !no_hanging).then_some(style.start);
        Tabs { stops: &style.tabs, default, hanging }
    }

    /// The next stop after `pen`; for a label's tab also one at it.
    pub fn next(&self, pen: f64, is_label: bool) -> TabStop {
        // Positions compare in whole twips: two of them that should be equal differ in their last bits.
        let twips = |points: f64| (points * TWIPS_PER_POINT).round();
        let is_behind = |at: f64| if is_label { twips(at) >= twips(pen) } else { twips(at) > twips(pen) };
        let custom =
            self.stops.iter().find(|stop| stop.align != TabAlign::Bar && is_behind(stop.at)).copied();
        let plain = |at: f64| TabStop { at, align: TabAlign::Start, leader: Leader::None };
        let implied =
            [self.hanging, (pen < 0.0).then_some(0.0)].into_iter().flatten().filter(|at| is_behind(*at));
        let implied = implied.min_by(f64::total_cmp).map(plain);
        match (custom, implied) {
            (Some(custom), Some(implied)) if implied.at < custom.at => implied,
            (Some(custom), _) => custom,
            (None, Some(implied)) => implied,
            (None, None) => plain(self.default_after(pen)),
        }
    }

    fn default_after(&self, pen: f64) -> f64 {
        if self.default <= 0.0 {
            return pen;
        }
        let next = ((pen * TWIPS_PER_POINT).round() / (self.default * TWIPS_PER_POINT).round().max(1.0))
            .floor()
            + 1.0;
        next * self.default
    }
}

/// A tab whose width depends on what follows it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pending {
    /// Cluster of the tab.
    pub cluster: usize,
    /// Pen before it.
    pub from: f64,
    pub stop: f64,
    pub align: Following,
    /// Width of the text after it.
    pub width: f64,
    /// Width of the text after it up to its decimal separator.
    pub before_decimal: Option<f64>,
}

/// How the text after a tab is aligned at the stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Following {
    Center,
    End,
    Decimal,
}

impl Following {
    pub fn of(align: TabAlign) -> Option<Following> {
        match align {
            TabAlign::Center => Some(Following::Center),
            TabAlign::End => Some(Following::End),
            TabAlign::Decimal => Some(Following::Decimal),
            _ => None,
        }
    }

    /// The one for a tab to an alignment.
    pub fn of_aligned(align: Align) -> Option<Following> {
        match align {
            Align::Center => Some(Following::Center),
            Align::End => Some(Following::End),
            _ => None,
        }
    }
}

impl Pending {
    /// Width of the tab: it shrinks as the text after it grows, down to nothing.
    pub fn tab_width(&self, limit: f64) -> f64 {
        let room = self.stop - self.from;
        let taken = match self.align {
            Following::End => self.width,
            Following::Center => {
                // What does not fit on the right side pushes the text to the left.
                let right = (limit - self.stop).max(0.0);
                (self.width / 2.0).max(self.width - right)
            }
            Following::Decimal => self.before_decimal.unwrap_or(self.width),
        };
        (room - taken).max(0.0)
    }

    /// The end of the text after the tab.
    pub fn end(&self, limit: f64) -> f64 {
        self.from + self.tab_width(limit) + self.width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(at: f64) -> TabStop {
        TabStop { at, align: TabAlign::Start, leader: Leader::None }
    }

    #[test]
    fn a_tab_goes_to_the_next_stop() {
        let stops = [stop(50.0), stop(100.0)];
        let tabs = Tabs { stops: &stops, default: 36.0, hanging: Some(20.0) };
        let next = |pen: f64| tabs.next(pen, false).at;
        assert_eq!(
            [next(0.0), next(20.0), next(50.0), next(99.99), next(100.0)],
            [20.0, 50.0, 100.0, 108.0, 108.0]
        );
        assert_eq!(tabs.next(50.0, true).at, 50.0);
        assert_eq!(Tabs { stops: &[], default: 0.0, hanging: None }.next(7.0, false).at, 7.0);
        assert_eq!(Tabs { stops: &[], default: 36.0, hanging: None }.next(-10.0, false).at, 0.0);
    }
}
