//! A line while it is filled: its pen, and the effects of tabs on it.

use super::breaker::{Breaker, TOLERANCE};
use super::tabs::{Following, Pending, Tabs};
use crate::bounds::WIDEST;
use crate::model::paragraph_properties::{Align, Leader, TabAlign};
use crate::shape::{Cluster, Kind};

/// Length of the line above notes, in points: two inches, measured in PDFs of Word.
const SEPARATOR: f64 = 144.0;

/// A line while it is filled.
pub(super) struct Filling {
    pub pen: f64,
    pub limit: f64,
    /// Width since the last resolved tab, where one is pending.
    pub pending: Option<Pending>,
    /// Whether a stop beyond the margin has widened the line.
    pub is_widened: bool,
    /// The leader of the last tab.
    pub leader: Leader,
}

impl Filling {
    pub fn new(pen: f64, limit: f64) -> Filling {
        Filling { pen, limit, pending: None, is_widened: false, leader: Leader::None }
    }

    pub fn end(&self) -> f64 {
        match &self.pending {
            Some(pending) => pending.end(self.limit),
            None => self.pen,
        }
    }

    pub fn settle(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.pen = pending.end(self.limit);
        }
    }
}

/// The effect of a tab on the line.
pub(super) enum TabStep {
    Goes,
    /// It is at the limit: a break can follow it.
    AtLimit,
    /// The line is full before it.
    Wraps,
}

impl Breaker<'_> {
    /// Width of a cluster in the line.
    pub(super) fn advance(&self, cluster: &Cluster, filling: &Filling) -> f64 {
        match cluster.kind {
            Kind::Separator { is_continuation: false } => SEPARATOR.min(filling.limit - filling.pen).max(0.0),
            Kind::Separator { is_continuation: true } => (filling.limit - filling.pen).max(0.0),
            _ => cluster.width,
        }
    }

    pub(super) fn add(&self, cluster: &Cluster, width: f64, filling: &mut Filling) {
        match &mut filling.pending {
            Some(pending) => {
                if pending.align == Following::Decimal
                    && pending.before_decimal.is_none()
                    && self.is_decimal(cluster)
                {
                    pending.before_decimal = Some(pending.width);
                }
                pending.width += width;
            }
            None => filling.pen += width,
        }
    }

    pub(super) fn is_decimal(&self, cluster: &Cluster) -> bool {
        let text = self.text(cluster);
        if let Some(symbol) = self.settings.decimal_symbol {
            return text.chars().eq([symbol]);
        }
        let comma =
            self.shaped.run(cluster).and_then(|run| run.style.language.as_deref()).is_some_and(|language| {
                !language.starts_with("en") && !language.starts_with("zh") && !language.starts_with("ja")
            });
        matches!((text, comma), (",", true) | (".", false))
    }

    /// Whether a stop is between the right indent, at which the line would end, and the margin.
    fn is_at_margin(&self, stop: f64, filling: &Filling) -> bool {
        let indent = self.width - self.style.end;
        filling.limit >= indent - TOLERANCE && stop <= self.width + TOLERANCE
    }

    /// How far a cell's text without tabs moves to stand at its decimal stop: numbers in tables need no tab character (a probe of
    /// Word). Text of more than a line stays where it is.
    pub(super) fn decimal_lead(&self, pen: f64, limit: f64) -> f64 {
        let stop = self.style.tabs.iter().find(|stop| stop.align == TabAlign::Decimal);
        let Some(stop) = stop.filter(|_| self.is_in_cell && self.style.align == Align::Start) else {
            return 0.0;
        };
        let clusters = &self.shaped.clusters;
        let is_tab = |cluster: &Cluster| matches!(cluster.kind, Kind::Tab | Kind::AlignedTab(_));
        let width: f64 = clusters.iter().map(|cluster| cluster.width).sum();
        if pen + width > limit || clusters.iter().any(is_tab) {
            return 0.0;
        }
        let whole = clusters.iter().take_while(|cluster| !self.is_decimal(cluster));
        (stop.at - pen - whole.map(|cluster| cluster.width).sum::<f64>()).max(0.0)
    }

    /// Takes a tab into the line.
    pub(super) fn tab(
        &self,
        at: usize,
        cluster: &Cluster,
        filling: &mut Filling,
        tabs: &Tabs<'_>,
    ) -> TabStep {
        filling.settle();
        let from = filling.pen;
        if let Kind::AlignedTab(place) = cluster.kind {
            let Some(aligned) = self.shaped.aligned_tabs.get(place as usize) else { return TabStep::Goes };
            filling.leader = aligned.leader;
            let (left, right) = if aligned.to_margin {
                (0.0, self.width)
            } else {
                (self.style.start, self.width - self.style.end)
            };
            let (stop, align) = match Following::of_aligned(aligned.align) {
                Some(Following::Center) => ((left + right) / 2.0, Following::Center),
                Some(align) => (right, align),
                None => {
                    filling.pen = from.max(left);
                    return TabStep::Goes;
                }
            };
            filling.limit = filling.limit.max(right);
            filling.pending =
                Some(Pending { cluster: at, from, stop, align, width: 0.0, before_decimal: None });
            return TabStep::Goes;
        }
        let stop = tabs.next(from, false);
        let is_custom = tabs.stops.iter().any(|own| own.at == stop.at);
        let mut position = stop.at;
        filling.leader = stop.leader;
        if position > filling.limit + TOLERANCE {
            if is_custom && self.settings.mode <= 14 {
                // Up to 2010 a stop beyond the right indent widens the line.
                filling.limit = WIDEST;
                filling.is_widened = true;
            } else if stop.align == TabAlign::Start {
                let is_full = from >= filling.limit - TOLERANCE;
                filling.pen = filling.limit.max(from);
                // Tabs behind a full line that only the paragraph's end follows hang out of it, as spaces do (a page number at a
                // right stop, in the footer of one of Word's PDFs).
                if is_full && at >= self.blank_from {
                    return TabStep::Goes;
                }
                // From 2013 on the tab ends at the limit; before, it goes to the next line.
                let is_over = is_full || self.settings.mode <= 14;
                return if is_over { TabStep::Wraps } else { TabStep::AtLimit };
            } else if self.is_at_margin(position, filling) {
                // It holds beyond the right indent, up to the margin (23 lines of a table of contents, in three documents).
                filling.limit = position;
            } else {
                position = filling.limit;
            }
        }
        match Following::of(stop.align) {
            Some(align) => {
                filling.pending = Some(Pending {
                    cluster: at,
                    from,
                    stop: position,
                    align,
                    width: 0.0,
                    before_decimal: None,
                });
            }
            None => filling.pen = position.max(from),
        }
        TabStep::Goes
    }
}
