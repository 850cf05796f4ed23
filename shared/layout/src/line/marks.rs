//! East Asian punctuation that gives up blank halves, so that a justified line fits one more character (17.15.1.18:
//! punctuation is compressed). Found on 26 lines of a Chinese document. Lines that are not justified keep their punctuation
//! whole (two documents). Unlike two adjacent marks, this does not depend on kerning.

use std::ops::Range;

use super::breaker::{Breaker, TOLERANCE};
use crate::model::paragraph_properties::Align;
use crate::shape::{Cluster, east_asian};

/// The blank that a mark can give up.
pub(super) struct Blank {
    /// The cluster that becomes narrower: the mark, or the one before a mark that opens.
    at: usize,
    width: f64,
}

impl Breaker<'_> {
    /// The blank half of a mark, and whether it lies before the mark.
    fn blank_half(&self, cluster: &Cluster) -> Option<(f64, bool)> {
        if !self.settings.compress_punctuation || self.style.align != Align::Both {
            return None;
        }
        let run = self.shaped.run(cluster)?;
        let size = run.size * run.style.scale;
        let mut text = self.text(cluster).chars();
        let mark =
            text.next().filter(|_| text.next().is_none() && cluster.width > size * east_asian::FULL_WIDTH)?;
        let opens = east_asian::is_opening(mark) || matches!(mark, '“' | '‘');
        (opens || east_asian::is_closing(mark) || matches!(mark, '”' | '’')).then_some((size / 2.0, opens))
    }

    /// The blank half of a mark that may lie past the end of a line.
    pub(super) fn blank_end(&self, cluster: &Cluster) -> f64 {
        self.blank_half(cluster).map_or(0.0, |(width, opens)| if opens { 0.0 } else { width })
    }

    /// The blanks that a line's marks can give up, except for the one at its end.
    fn blanks(&self, line: Range<usize>) -> Vec<Blank> {
        let last = line.end.saturating_sub(1);
        let found = (line.start..last).filter_map(|at| {
            let (width, opens) = self.blank_half(self.shaped.clusters.get(at)?)?;
            let at = if opens { at.checked_sub(1).filter(|before| *before >= line.start)? } else { at };
            Some(Blank { at, width })
        });
        found.collect()
    }

    /// Whether the marks of `line`, which is too long by `over`, give enough, and less than the shorter line, with `free` points
    /// left, would be spread by. What the marks at the end give counts for nothing.
    pub(super) fn marks_give(&self, line: Range<usize>, over: f64, free: f64) -> bool {
        let own = self.shaped.clusters.get(line.clone()).unwrap_or_default();
        let at_end: f64 = own.iter().rev().map(|c| self.blank_end(c)).take_while(|blank| *blank > 0.0).sum();
        let all: f64 = self.blanks(line).iter().map(|blank| blank.width).sum();
        all > 0.0 && over <= all + TOLERANCE && over - at_end < free
    }

    /// Takes `over` points away from the marks of `line`, whose widths are `widths`. `false`: they have not as much.
    pub(super) fn squeeze_marks(&self, line: Range<usize>, widths: &mut [f64], over: f64) -> bool {
        let start = line.start;
        let blanks = self.blanks(line);
        let all: f64 = blanks.iter().map(|blank| blank.width).sum();
        if all <= 0.0 || over > all + TOLERANCE {
            return false;
        }
        for blank in blanks {
            if let Some(width) = widths.get_mut(blank.at - start) {
                *width -= over * blank.width / all;
            }
        }
        true
    }
}
