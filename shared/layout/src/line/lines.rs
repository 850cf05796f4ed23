//! Fills lines one after the other, first fit, as Word does.

use std::ops::Range;

use super::breaker::{Breaker, Room, TOLERANCE, is_break};
use super::filling::{Filling, TabStep};
use super::height::Height;
use super::overflow::Full;
use super::tabs::Tabs;
use super::{End, Line, height};
use crate::error::LayoutError;
use crate::model::Suffix;
use crate::model::paragraph_properties::Align;
use crate::shape::{Cluster, Kind, east_asian};

/// A part of a line, between floating objects.
#[derive(Default)]
struct Part {
    /// How many parts are before it.
    number: usize,
    /// Height of the line, as far as its first part shows it.
    height: f64,
}

/// What stands in the room of a line.
struct FilledLine<'a> {
    /// Where its text begins, and where it has to end.
    pen: f64,
    limit: f64,
    label_at: f64,
    tabs: Tabs<'a>,
    /// The first cluster of the next line.
    end: usize,
    how: End,
}

impl Breaker<'_> {
    /// All lines of the paragraph; at least one.
    pub fn lines(&self) -> Result<Vec<Line>, LayoutError> {
        let clusters = &self.shaped.clusters;
        let mut lines: Vec<Line> = Vec::new();
        let (mut at, mut top, mut hyphens) = (0, 0.0, 0);
        // Parts of the line that stand beside one another, between floating objects: the first, and the next one's number.
        let (mut row, mut part) = (0, Part::default());
        // Breaks before all text leave the first line to what follows them.
        let mut is_first = true;
        loop {
            self.budget.spend(64)?;
            let is_bare =
                clusters.get(at).is_some_and(|cluster| is_break(cluster.kind)) && at + 1 < clusters.len();
            let (mut line, is_last) = self.line(at, is_first && !is_bare, top, hyphens, &mut part)?;
            let is_torn = part.number > 0 && self.is_torn(&line);
            if is_torn && is_last {
                top += self.level(lines.get_mut(row..).unwrap_or_default());
                (row, part) = (lines.len(), Part::default());
                continue;
            }
            part.number += 1;
            if is_torn {
                continue;
            }
            line.is_beside = row < lines.len();
            hyphens = if line.end == End::Hyphen { hyphens + 1 } else { 0 };
            at = line.clusters.end;
            if at >= clusters.len() && matches!(line.end, End::Full | End::Hyphen) {
                line.end = End::Paragraph;
            }
            let end = line.end;
            let own = clusters.get(line.clusters.clone()).unwrap_or_default();
            is_first &= matches!(end, End::Page | End::Column)
                && own.iter().all(|c| is_break(c.kind) || matches!(c.kind, Kind::Anchor(_)));
            lines.push(line);
            let goes_on = matches!(end, End::Full | End::Hyphen) && !is_last;
            if !goes_on {
                top += self.level(lines.get_mut(row..).unwrap_or_default());
                (row, part) = (lines.len(), Part::default());
            }
            let is_over = at >= clusters.len();
            match end {
                End::Paragraph => break,
                // A line break or a column break at the end opens an empty line (three column breaks of one of Word's PDFs); a page
                // break leaves its mark behind.
                End::Page if is_over => break,
                _ => {}
            }
        }
        Ok(lines)
    }

    /// Whether a part of a line ends within a word, which the next line may have room for.
    fn is_torn(&self, line: &Line) -> bool {
        let last = line.clusters.end.checked_sub(1).and_then(|last| self.shaped.clusters.get(last));
        line.end == End::Full && last.is_some_and(|last| !last.may_break && last.kind == Kind::Text)
    }

    /// Puts the parts of a line on one baseline; answers with its height and the space above it.
    fn level(&self, parts: &mut [Line]) -> f64 {
        if let [only] = parts {
            return only.skip + only.height;
        }
        let most = |pick: fn(&Line) -> f64| parts.iter().map(pick).fold(0.0, f64::max);
        let baseline = most(|own| own.baseline);
        let below = most(|own| own.height - own.baseline);
        let hang = parts.iter().map(|own| own.hang).fold(f64::MAX, f64::min);
        let skip = parts.first().map_or(0.0, |own| own.skip);
        for own in parts {
            (own.baseline, own.height, own.hang, own.skip) = (baseline, baseline + below, hang, skip);
        }
        skip + baseline + below
    }

    /// A part of a line, and whether it is the last one.
    fn line(
        &self,
        from: usize,
        is_first: bool,
        top: f64,
        hyphens: usize,
        part: &mut Part,
    ) -> Result<(Line, bool), LayoutError> {
        // All parts of a line stand in the room that its first one found.
        if part.number == 0 {
            // Below the text, a line's spacing may lie over an object as it may over the margin (one of Word's PDFs: 0.4 of 1.4
            // points).
            let own = self.height(from..(from + 1).min(self.shaped.clusters.len()), is_first);
            part.height = own.height - own.hang;
        }
        let clear = match from.checked_sub(1).and_then(|last| self.shaped.clusters.get(last)) {
            Some(Cluster { kind: Kind::ClearBreak(clear), .. }) => Some(*clear),
            _ => None,
        };
        let mut room = (self.room)(top, part.height, (part.number, clear));
        let mut filled = self.filled(from, is_first, room, hyphens)?;
        // Up to 2010 the last line keeps off of what stands below it with its paragraph's space (in one of Word's PDFs a caption goes
        // below its picture for want of 3 points; in another the last of three lines stands beside a picture 4 points below it).
        if self.settings.mode <= 14 && part.number == 0 && filled.end >= self.shaped.clusters.len() {
            let height = part.height + self.style.after.points();
            let lower = (self.room)(top, height, (part.number, clear));
            if lower != room {
                (room, part.height) = (lower, height);
                filled = self.filled(from, is_first, room, hyphens)?;
            }
        }
        let FilledLine { pen, limit, label_at, tabs, end, how } = filled;
        let mut line = self.set(from..end, pen, limit, &tabs, how);
        line.skip = room.skip;
        if is_first && self.label.is_some() {
            line.has_label = true;
            line.label_at = label_at + (line.start - pen);
        }
        let Height { baseline, height, hang, above } = self.height(from..end, is_first);
        (line.baseline, line.height, line.hang, line.above) = (baseline, height, hang, above);
        Ok((line, room.is_last))
    }

    /// What of the text stands in a room.
    fn filled(
        &self,
        from: usize,
        is_first: bool,
        room: Room,
        hyphens: usize,
    ) -> Result<FilledLine<'_>, LayoutError> {
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
        let pen = if is_first { pen + self.decimal_lead(pen, limit) } else { pen };
        let (end, how) = self.fill(from, pen, limit, &tabs, hyphens)?;
        Ok(FilledLine { pen, limit, label_at, tabs, end, how })
    }

    /// Whether a line continues a displayed equation, before one of its operators.
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
                if first.width > size * east_asian::FULL_WIDTH { size / 2.0 } else { 0.0 }
            }
            _ => 0.0,
        }
    }

    fn height(&self, clusters: Range<usize>, is_first: bool) -> Height {
        let label = self.label.as_ref().filter(|_| is_first).map(|(label, _, _)| *label);
        let grid = self.grid.filter(|_| self.style.snap_to_grid);
        height::of(self.shaped, clusters, self.mark, label, self.style.line, grid)
    }

    /// The start of the label, and of the text after it.
    fn after_label(&self, start: f64, tabs: &Tabs<'_>) -> (f64, f64) {
        let Some((label, (suffix, space), align)) = &self.label else { return (start, start) };
        let width = label.width();
        let at = match align {
            Align::End => start - width,
            Align::Center => start - width / 2.0,
            _ => start,
        };
        let end = at + width;
        let pen = match suffix {
            Suffix::Nothing => end,
            Suffix::Space => end + space,
            // A label that does not exist takes its tab all the same.
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
        // A tab goes to the next line with the word behind it, whatever spaces stand between (two documents of Word).
        let mut is_behind_tab = false;
        // Anchors take no room: the first thing that does stands on this line, however wide it is, with the anchors behind it.
        let takes_none = |cluster: &Cluster| matches!(cluster.kind, Kind::Anchor(_) | Kind::Nothing);
        let first = from + clusters.iter().skip(from).take_while(|own| takes_none(own)).count();
        for (at, cluster) in clusters.iter().enumerate().skip(from) {
            self.budget.spend(2)?;
            match cluster.kind {
                Kind::LineBreak | Kind::ClearBreak(_) => return Ok((at + 1, End::Line)),
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
                        is_behind_tab = at > from;
                        continue;
                    }
                },
                _ => {}
            }
            is_behind_tab &= cluster.kind == Kind::Space;
            let width = self.advance(cluster, &filling);
            self.add(cluster, width, &mut filling);
            if !matches!(cluster.kind, Kind::Space | Kind::Gap(_)) {
                let end = filling.end();
                let hyphen = if cluster.kind == Kind::SoftHyphen { self.hyphen_width(cluster) } else { 0.0 };
                if end - self.hang(cluster) > filling.limit + TOLERANCE && at > first && !takes_none(cluster)
                {
                    let full = Full { from, pen, at, last_break, filling: &filling, hyphens };
                    return Ok(self.overflow(&full, tabs));
                }
                content = end;
                // A soft hyphen is a place to end only where its hyphen fits.
                if cluster.kind == Kind::SoftHyphen && end + hyphen > filling.limit + TOLERANCE {
                    continue;
                }
            }
            if cluster.may_break && !is_behind_tab {
                last_break = Some((at + 1, content));
            }
        }
        Ok((clusters.len(), End::Paragraph))
    }
}
