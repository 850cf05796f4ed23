//! The clusters of a broken line: their widths, and the line's place.

use std::ops::Range;

use super::breaker::{Breaker, TOLERANCE};
use super::filling::Filling;
use super::justify::Stretchable;
use super::tabs::Tabs;
use super::{End, Line, justify, kashida};
use crate::model::paragraph_properties::{Align, Leader};
use crate::shape::{Cluster, Kind, east_asian};

impl Breaker<'_> {
    /// How much of a cluster may lie past the end of the line: closing East Asian marks hang whole up to 2010
    /// (17.3.1.21); from 2013 on they stay within (two Chinese documents), but for what they give.
    pub(super) fn hang(&self, cluster: &Cluster) -> f64 {
        if !self.style.overflow_punctuation || self.settings.mode > 14 {
            return self.blank_end(cluster);
        }
        let hangs = match cluster.kind {
            Kind::Ideograph => self.text(cluster).chars().all(east_asian::is_closing),
            Kind::Text => matches!(self.text(cluster), "." | ",") && self.sets_as_east_asian(cluster),
            _ => false,
        };
        if hangs { cluster.width } else { 0.0 }
    }

    /// Whether Latin text too is set by East Asian rules: `useFELayout`, in a run whose East Asian language is one. Two documents,
    /// Portuguese and English, have such marks past the margin; in 20 that lack either they stay within.
    fn sets_as_east_asian(&self, cluster: &Cluster) -> bool {
        let language = || self.shaped.run(cluster)?.style.language_east_asia.as_deref();
        self.settings.east_asian_layout
            && language().is_some_and(|tag| ["ja", "zh", "ko"].iter().any(|own| tag.starts_with(own)))
    }

    pub(super) fn text(&self, cluster: &Cluster) -> &str {
        self.shaped.text.get(cluster.text.start as usize..cluster.text.end as usize).unwrap_or_default()
    }

    pub(super) fn hyphen_width(&self, cluster: &Cluster) -> f64 {
        let run = self.shaped.run(cluster);
        run.and_then(|run| Some(run.hyphen?.1 * run.size * run.style.scale)).unwrap_or(0.0)
    }

    pub(super) fn stretchable(&self, from: usize, to: usize) -> Stretchable {
        justify::stretchable(self.shaped, from..self.without_spaces(from, to), self.settings.mode >= 15)
    }

    /// The end of a line without the spaces, and what takes no room, at it.
    pub(super) fn without_spaces(&self, from: usize, to: usize) -> usize {
        let own = self.shaped.clusters.get(from..to).unwrap_or_default();
        let hangs = |kind: Kind| {
            matches!(kind, Kind::Space | Kind::Gap(_) | Kind::Nothing | Kind::Anchor(_)) || ends_line(kind)
        };
        from + own.iter().rposition(|cluster| !hangs(cluster.kind)).map_or(0, |at| at + 1)
    }

    /// The end of a line's content at natural widths.
    pub(super) fn content(&self, range: Range<usize>, pen: f64, limit: f64, tabs: &Tabs<'_>) -> f64 {
        let end = self.without_spaces(range.start, range.end);
        let mut filling = Filling::new(pen, limit);
        for at in range.start..end {
            let Some(cluster) = self.shaped.clusters.get(at) else { break };
            if matches!(cluster.kind, Kind::Tab | Kind::AlignedTab(_)) {
                self.tab(at, cluster, &mut filling, tabs);
            } else {
                let width = self.advance(cluster, &filling);
                self.add(cluster, width, &mut filling);
            }
        }
        filling.end()
    }

    /// Gives every cluster of a line its width, and the line its place.
    pub(super) fn set(&self, range: Range<usize>, pen: f64, limit: f64, tabs: &Tabs<'_>, how: End) -> Line {
        let mut widths = Vec::with_capacity(range.len());
        let mut filling = Filling::new(pen, limit);
        let end = self.without_spaces(range.start, range.end);
        let mut content = pen;
        let mut leaders = Vec::new();
        for at in range.clone() {
            let Some(cluster) = self.shaped.clusters.get(at) else { break };
            if matches!(cluster.kind, Kind::Tab | Kind::AlignedTab(_)) {
                self.settle(&mut filling, range.start, &mut widths);
                let before = filling.pen;
                self.tab(at, cluster, &mut filling, tabs);
                widths.push(if filling.pending.is_some() { 0.0 } else { filling.pen - before });
                if filling.leader != Leader::None {
                    leaders.push((at, filling.leader));
                }
            } else {
                let width = self.advance(cluster, &filling);
                if at < end {
                    self.add(cluster, width, &mut filling);
                }
                widths.push(width);
            }
            if at < end {
                content = filling.end();
            }
        }
        self.settle(&mut filling, range.start, &mut widths);
        if let Some(last) = end.checked_sub(1).and_then(|last| self.shaped.clusters.get(last)) {
            // A mark that other marks make room for stays within.
            let (hang, over) = (self.hang(last), content - filling.limit);
            if over <= hang + TOLERANCE || self.settings.mode <= 14 {
                content -= hang.min(over).max(0.0);
            }
        }
        if how == End::Hyphen {
            content += self
                .shaped
                .clusters
                .get(range.end.saturating_sub(1))
                .map_or(0.0, |last| self.hyphen_width(last));
        }
        let start = self.align(range.clone(), end, pen, content, &filling, &mut widths, how);
        Line {
            clusters: range,
            start,
            widths,
            baseline: 0.0,
            height: 0.0,
            hang: 0.0,
            above: 0.0,
            skip: 0.0,
            is_beside: false,
            end: how,
            leaders,
            content_end: end,
            has_label: false,
            label_at: start,
        }
    }

    pub(super) fn settle(&self, filling: &mut Filling, first: usize, widths: &mut [f64]) {
        if let Some(pending) = &filling.pending
            && let Some(width) = widths.get_mut(pending.cluster - first)
        {
            *width = pending.tab_width(filling.limit);
        }
        filling.settle();
    }

    #[expect(clippy::too_many_arguments, reason = "the line as it stands, each part once")]
    pub(super) fn align(
        &self,
        range: Range<usize>,
        end: usize,
        pen: f64,
        content: f64,
        filling: &Filling,
        widths: &mut [f64],
        how: End,
    ) -> f64 {
        let free = filling.limit - content;
        if filling.is_widened {
            return pen;
        }
        // A displayed equation of several lines fills the column.
        let fills = self.style.wrap_indent.is_some() && how == End::Full;
        if fills || self.goes_on(range.start) {
            return pen;
        }
        match self.style.align {
            Align::Start => pen,
            Align::Center => pen + (free / 2.0).max(0.0),
            Align::End => pen + free.max(0.0),
            Align::Both | Align::Distribute => {
                let is_last = range.end >= self.shaped.clusters.len() && how != End::Hyphen;
                let is_spread = match how {
                    End::Full | End::Hyphen => !is_last,
                    End::Line => !self.settings.do_not_expand_shift_return,
                    _ => false,
                };
                let everywhere = self.style.align == Align::Distribute;
                let own = widths.get_mut(..end - range.start).unwrap_or_default();
                if free < 0.0 && self.squeeze_marks(range.start..end, own, -free) {
                    return pen;
                }
                if is_spread || everywhere || (free < 0.0 && self.settings.mode >= 15) {
                    let own = widths.get_mut(..end - range.start).unwrap_or_default();
                    let nbsp = self.settings.mode >= 15;
                    let free = match self.style.kashida {
                        most if most > 0.0 && free > 0.0 => {
                            kashida::lengthen(self.shaped, range.start..end, own, free, most)
                        }
                        _ => free,
                    };
                    justify::spread(self.shaped, range.start..end, own, free, nbsp, everywhere);
                }
                pen
            }
        }
    }
}

/// Whether the author ended the line here.
pub(super) fn ends_line(kind: Kind) -> bool {
    matches!(kind, Kind::LineBreak | Kind::ClearBreak(_) | Kind::PageBreak | Kind::ColumnBreak)
}
