//! Fills lines one after the other, first fit, as Word does.

use std::ops::Range;

use platen_docx::Budget;

use super::filling::{Filling, TabStep};
use super::height::Height;
use super::overflow::Full;
use super::tabs::Tabs;
use super::{End, Line, height};
use crate::LayoutError;
use crate::model::Suffix;
use crate::model::paragraph::{Align, ParagraphStyle};
use crate::model::settings::Settings;
use crate::shape::{Kind, Run, Shaped, east_asian};

/// Widths are sums of fractions: a line that is exactly full fits.
pub(super) const TOLERANCE: f64 = 0.01;

/// What floating objects leave of a column: a band of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Room {
    /// Edges of the band, from the column's starting edge.
    pub from: f64,
    pub to: f64,
    /// Space to leave above the line.
    pub skip: f64,
}

/// Breaks one paragraph.
pub(crate) struct Breaker<'a> {
    pub shaped: &'a Shaped<'a>,
    pub label: Option<(&'a Shaped<'a>, Suffix, Align)>,
    pub style: &'a ParagraphStyle,
    pub mark: &'a Run,
    /// Width of the column.
    pub width: f64,
    pub settings: &'a Settings,
    pub grid: Option<f64>,
    pub budget: &'a Budget,
    /// The room beside floating objects for a line at a distance from the paragraph's top and of a height.
    pub room: &'a dyn Fn(f64, f64) -> Room,
}

impl Breaker<'_> {
    /// All lines of the paragraph; at least one.
    pub fn lines(&self) -> Result<Vec<Line>, LayoutError> {
        let clusters = &self.shaped.clusters;
        let mut lines: Vec<Line> = Vec::new();
        let (mut at, mut top, mut hyphens) = (0, 0.0, 0);
        // Page breaks before all text leave the first line to what follows them.
        let mut is_first = true;
        loop {
            self.budget.spend(64)?;
            let is_bare = clusters.get(at).is_some_and(|cluster| cluster.kind == Kind::PageBreak)
                && at + 1 < clusters.len();
            let mut line = self.line(at, is_first && !is_bare, top, hyphens)?;
            hyphens = if line.end == End::Hyphen { hyphens + 1 } else { 0 };
            at = line.clusters.end;
            top += line.skip + line.height;
            if at >= clusters.len() && matches!(line.end, End::Full | End::Hyphen) {
                line.end = End::Paragraph;
            }
            let end = line.end;
            let own = clusters.get(line.clusters.clone()).unwrap_or_default();
            is_first &=
                end == End::Page && own.iter().all(|c| matches!(c.kind, Kind::PageBreak | Kind::Anchor(_)));
            lines.push(line);
            let is_over = at >= clusters.len();
            match end {
                End::Paragraph => break,
                // A line break at the end opens an empty line; a page break leaves its mark behind.
                End::Page | End::Column if is_over => break,
                _ => {}
            }
        }
        Ok(lines)
    }

    fn line(&self, from: usize, is_first: bool, top: f64, hyphens: usize) -> Result<Line, LayoutError> {
        let guess = self.height(from..(from + 1).min(self.shaped.clusters.len()), is_first).height;
        let room = (self.room)(top, guess);
        let indent = if is_first { self.style.first_line } else { 0.0 };
        let start = match room.from {
            from if from > 0.0 => (self.style.start + indent).max(from + indent.max(0.0)),
            _ => self.style.start + indent,
        };
        let start = start + if self.goes_on(from) { self.style.wrap_indent.unwrap_or(0.0) } else { 0.0 };
        let limit = (self.width - self.style.end).min(room.to).max(start + 1.0);
        let tabs = Tabs::of(self.style, self.settings.default_tab, self.settings.no_tab_hanging_indent);
        let (label_at, pen) = if is_first { self.after_label(start, &tabs) } else { (start, start) };
        let pen = pen - self.top_blank(from);
        let (end, how) = self.fill(from, pen, limit, &tabs, hyphens)?;
        let mut line = self.set(from..end, pen, limit, &tabs, how);
        line.skip = room.skip;
        if is_first && self.label.is_some() {
            line.has_label = true;
            line.label_at = label_at + (line.start - pen);
        }
        let Height { baseline, height, hang } = self.height(from..end, is_first);
        (line.baseline, line.height, line.hang) = (baseline, height, hang);
        Ok(line)
    }

    /// Whether a line goes on with a displayed equation, before one of its operators.
    pub(super) fn goes_on(&self, from: usize) -> bool {
        let before = from.checked_sub(1).and_then(|last| self.shaped.clusters.get(last));
        self.style.wrap_indent.is_some() && before.is_some_and(|last| matches!(last.kind, Kind::Gap(_)))
    }

    /// The blank half of an opening mark that the line begins with, where the paragraph has it given up (17.3.1.43).
    fn top_blank(&self, from: usize) -> f64 {
        let first = self.shaped.clusters.get(from).filter(|_| self.style.top_line_punctuation);
        let mark = first.filter(|first| first.kind == Kind::Ideograph);
        let run = mark.and_then(|first| self.shaped.run(first));
        match (mark, run) {
            (Some(first), Some(run)) if self.text(first).chars().all(east_asian::is_opening) => {
                let size = run.size * run.style.scale;
                if first.width > size * 0.9 { size / 2.0 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    fn height(&self, clusters: Range<usize>, is_first: bool) -> Height {
        let label = self.label.as_ref().filter(|_| is_first).map(|(label, _, _)| *label);
        let grid = self.grid.filter(|_| self.style.snap_to_grid);
        height::of(self.shaped, clusters, self.mark, label, self.style.line, grid)
    }

    /// Where the label begins, and where the text behind it does.
    fn after_label(&self, start: f64, tabs: &Tabs<'_>) -> (f64, f64) {
        let Some((label, suffix, align)) = &self.label else { return (start, start) };
        let width = label.width();
        let at = match align {
            Align::End => start - width,
            Align::Center => start - width / 2.0,
            _ => start,
        };
        let end = at + width;
        let pen = match suffix {
            Suffix::Nothing => end,
            Suffix::Space => {
                let run = label.runs.last().unwrap_or(self.mark);
                end + run.size * 0.25
            }
            // A label that is not there takes its tab all the same.
            Suffix::Tab => tabs.next(end, true).at.max(end),
        };
        (at, pen)
    }

    /// How far a line that begins at `from` goes.
    fn fill(
        &self,
        from: usize,
        pen: f64,
        limit: f64,
        tabs: &Tabs<'_>,
        hyphens: usize,
    ) -> Result<(usize, End), LayoutError> {
        let clusters = &self.shaped.clusters;
        let mut filling = Filling::new(pen, limit);
        // The last place at which the line may end, and where its content would.
        let mut last_break: Option<(usize, f64)> = None;
        let mut content = pen;
        for (at, cluster) in clusters.iter().enumerate().skip(from) {
            self.budget.spend(2)?;
            match cluster.kind {
                Kind::LineBreak => return Ok((at + 1, End::Line)),
                Kind::PageBreak => return Ok((at + 1, End::Page)),
                Kind::ColumnBreak => return Ok((at + 1, End::Column)),
                Kind::Tab | Kind::AlignedTab(_) => match self.tab(at, cluster, &mut filling, tabs) {
                    TabStep::Wraps if at > from => return Ok((at, End::Full)),
                    TabStep::AtLimit => {
                        content = filling.end();
                        last_break = Some((at + 1, content));
                        continue;
                    }
                    _ => {
                        // The tab may wrap together with the word behind it.
                        if at > from {
                            last_break = Some((at, content));
                        }
                        content = filling.end();
                        continue;
                    }
                },
                Kind::Separator { .. } => {}
                _ => {}
            }
            let width = self.advance(cluster, &filling);
            self.add(cluster, width, &mut filling);
            if !matches!(cluster.kind, Kind::Space | Kind::Gap(_)) {
                let end = filling.end();
                let hyphen = if cluster.kind == Kind::SoftHyphen { self.hyphen_width(cluster) } else { 0.0 };
                if end - self.hang(cluster) > filling.limit + TOLERANCE && at > from {
                    let full = Full { from, pen, at, last_break, filling: &filling, hyphens };
                    return Ok(self.overflow(&full, tabs));
                }
                content = end;
                // A soft hyphen is a place to end only where its hyphen fits.
                if cluster.kind == Kind::SoftHyphen && end + hyphen > filling.limit + TOLERANCE {
                    continue;
                }
            }
            if cluster.may_break {
                last_break = Some((at + 1, content));
            }
        }
        Ok((clusters.len(), End::Paragraph))
    }
}
