//! Fills lines one after the other, first fit, as Word does.

use std::ops::Range;

use platen_docx::Budget;

use super::height::Height;
use super::hyphen;
use super::justify::{self, Stretchable};
use super::tabs::{Following, Pending, Tabs};
use super::{End, Line, height};
use crate::LayoutError;
use crate::model::Suffix;
use crate::model::paragraph::{Align, Leader, ParagraphStyle, TabAlign};
use crate::model::settings::Settings;
use crate::shape::{Cluster, Kind, Run, Shaped, east_asian};

/// Widths are sums of fractions: a line that is exactly full fits.
const TOLERANCE: f64 = 0.01;

/// The widest line: 22 inches.
const WIDEST: f64 = 1584.0;

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

/// A line while it is filled.
struct Filling {
    pen: f64,
    limit: f64,
    /// Width since the last resolved tab, where one is pending.
    pending: Option<Pending>,
    /// Whether a stop beyond the margin has widened the line.
    is_widened: bool,
    /// What fills the last tab.
    leader: Leader,
}

impl Filling {
    fn end(&self) -> f64 {
        match &self.pending {
            Some(pending) => pending.end(self.limit),
            None => self.pen,
        }
    }

    fn settle(&mut self) {
        if let Some(pending) = self.pending.take() {
            self.pen = pending.end(self.limit);
        }
    }
}

/// What a tab does to the line.
enum TabStep {
    Goes,
    /// It stands at the limit: a break may follow it.
    AtLimit,
    /// The line is full before it.
    Wraps,
}

impl Breaker<'_> {
    /// All lines of the paragraph; at least one.
    pub fn lines(&self) -> Result<Vec<Line>, LayoutError> {
        let clusters = &self.shaped.clusters;
        let mut lines: Vec<Line> = Vec::new();
        let (mut at, mut top, mut hyphens) = (0, 0.0, 0);
        loop {
            self.budget.spend(64)?;
            // Page breaks before all text leave the first line to what follows them.
            let is_first = lines.iter().all(|line| {
                let own = clusters.get(line.clusters.clone()).unwrap_or_default();
                line.end == End::Page
                    && own.iter().all(|c| matches!(c.kind, Kind::PageBreak | Kind::Anchor(_)))
            });
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
        let limit = (self.width - self.style.end).min(room.to).max(start + 1.0);
        let tabs = Tabs::of(self.style, self.settings.default_tab, self.settings.no_tab_hanging_indent);
        let (label_at, pen) = if is_first { self.after_label(start, &tabs) } else { (start, start) };
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
        let mut filling = Filling { pen, limit, pending: None, is_widened: false, leader: Leader::None };
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
            if cluster.kind != Kind::Space {
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

    /// Width of a cluster in the line.
    fn advance(&self, cluster: &Cluster, filling: &Filling) -> f64 {
        match cluster.kind {
            Kind::Separator { is_continuation: false } => 144.0_f64.min(filling.limit - filling.pen).max(0.0),
            Kind::Separator { is_continuation: true } => (filling.limit - filling.pen).max(0.0),
            _ => cluster.width,
        }
    }

    fn add(&self, cluster: &Cluster, width: f64, filling: &mut Filling) {
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

    fn is_decimal(&self, cluster: &Cluster) -> bool {
        let text = self.shaped.text.get(cluster.text.start as usize..cluster.text.end as usize);
        let comma =
            self.shaped.run(cluster).and_then(|run| run.style.language.as_deref()).is_some_and(|language| {
                !language.starts_with("en") && !language.starts_with("zh") && !language.starts_with("ja")
            });
        matches!((text, comma), (Some(","), true) | (Some("."), false))
    }

    /// Takes a tab into the line.
    fn tab(&self, at: usize, cluster: &Cluster, filling: &mut Filling, tabs: &Tabs<'_>) -> TabStep {
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
                if from >= filling.limit - TOLERANCE {
                    return TabStep::Wraps;
                }
                filling.pen = filling.limit;
                return TabStep::AtLimit;
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

    /// Decides where a line ends that is full.
    fn overflow(&self, full: &Full<'_>, tabs: &Tabs<'_>) -> (usize, End) {
        let clusters = &self.shaped.clusters;
        let Some((end, content)) = full.last_break else {
            // A word wider than the line is divided, or else cut at the last character that fits.
            return match self.hyphenated(full.from, full.pen, full) {
                Some(end) => (end, End::Hyphen),
                None => (full.at, End::Full),
            };
        };
        let limit = full.filling.limit;
        if self.style.align == Align::Both && self.settings.mode >= 15 && !full.filling.is_widened {
            let next = (full.at..clusters.len()).find(|at| {
                clusters.get(*at).is_some_and(|cluster| cluster.may_break || is_break(cluster.kind))
            });
            // The last line squeezes too, where its last word would else stand alone.
            let next = next.unwrap_or(clusters.len().saturating_sub(1));
            if clusters.get(next).is_some_and(|cluster| !is_break(cluster.kind)) {
                let short = (content - full.pen, self.stretchable(full.from, end));
                let long_end = self.content(full.from..next + 1, full.pen, limit, tabs);
                let long = (long_end - full.pen, self.stretchable(full.from, next + 1));
                if justify::takes_longer(limit - full.pen, short, long) {
                    return (next + 1, End::Full);
                }
            }
        }
        if let Some(end) = self.hyphenated(end, content, full) {
            return (end, End::Hyphen);
        }
        let is_soft =
            end > 0 && clusters.get(end - 1).is_some_and(|cluster| cluster.kind == Kind::SoftHyphen);
        (end, if is_soft { End::Hyphen } else { End::Full })
    }

    /// The place within the next word at which it is divided.
    fn hyphenated(&self, from: usize, content: f64, full: &Full<'_>) -> Option<usize> {
        let settings = self.settings;
        let limit = full.filling.limit;
        let allowed = settings.consecutive_hyphens == 0 || full.hyphens < settings.consecutive_hyphens;
        // A gap within the zone is left as it is.
        if !settings.hyphenate
            || self.style.no_hyphens
            || !allowed
            || limit - content <= settings.hyphenation_zone
        {
            return None;
        }
        let clusters = &self.shaped.clusters;
        let is_letter = |cluster: &Cluster| {
            cluster.kind == Kind::Text && self.text(cluster).chars().all(char::is_alphabetic)
        };
        let first =
            (from..clusters.len().min(full.at + 1)).find(|at| clusters.get(*at).is_some_and(is_letter))?;
        let word: Vec<&Cluster> =
            clusters.get(first..)?.iter().take(80).take_while(|c| is_letter(c)).collect();
        let run = self.shaped.run(word.first()?)?;
        let language = run.style.language.as_deref().filter(|_| !run.style.no_proof)?;
        let start = word.first()?.text.start;
        let text = self.shaped.text.get(start as usize..word.last()?.text.end as usize)?;
        let hyphen = self.hyphen_width(word.first()?);
        let mut pen = self.content(
            full.from..first,
            full.pen,
            limit,
            &Tabs { stops: &self.style.tabs, default: settings.default_tab, hanging: None },
        );
        // Spaces before the word count: they no longer hang.
        pen += clusters
            .get(full.from..first)?
            .iter()
            .rev()
            .take_while(|c| c.kind == Kind::Space)
            .map(|c| c.width)
            .sum::<f64>();
        let mut best = None;
        let places = hyphen::places(text, language, settings.hyphenate_caps);
        for (offset, cluster) in word.iter().enumerate() {
            pen += cluster.width;
            let is_place = places.contains(&(cluster.text.end.saturating_sub(start) as usize));
            if is_place && pen + hyphen <= limit + TOLERANCE {
                best = Some(first + offset + 1);
            }
        }
        best
    }

    /// How much of a cluster may lie past the end of the line: closing East Asian marks hang whole up to 2010
    /// (17.3.1.21); from 2013 on they stay within (two Chinese documents).
    fn hang(&self, cluster: &Cluster) -> f64 {
        let hangs = self.style.overflow_punctuation && self.settings.mode <= 14;
        let is_mark =
            cluster.kind == Kind::Ideograph && self.text(cluster).chars().all(east_asian::is_closing);
        if hangs && is_mark { cluster.width } else { 0.0 }
    }

    fn text(&self, cluster: &Cluster) -> &str {
        self.shaped.text.get(cluster.text.start as usize..cluster.text.end as usize).unwrap_or_default()
    }

    fn hyphen_width(&self, cluster: &Cluster) -> f64 {
        let run = self.shaped.run(cluster);
        run.and_then(|run| Some(run.hyphen?.1 * run.size * run.style.scale)).unwrap_or(0.0)
    }

    fn stretchable(&self, from: usize, to: usize) -> Stretchable {
        justify::stretchable(self.shaped, from..self.without_spaces(from, to), self.settings.mode >= 15)
    }

    /// The end of a line without the spaces, and what takes no room, at it.
    fn without_spaces(&self, from: usize, to: usize) -> usize {
        let own = self.shaped.clusters.get(from..to).unwrap_or_default();
        let hangs =
            |kind: Kind| matches!(kind, Kind::Space | Kind::Nothing | Kind::Anchor(_)) || is_break(kind);
        from + own.iter().rposition(|cluster| !hangs(cluster.kind)).map_or(0, |at| at + 1)
    }

    /// Where the content of a line ends at natural widths.
    fn content(&self, range: Range<usize>, pen: f64, limit: f64, tabs: &Tabs<'_>) -> f64 {
        let end = self.without_spaces(range.start, range.end);
        let mut filling = Filling { pen, limit, pending: None, is_widened: false, leader: Leader::None };
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
    fn set(&self, range: Range<usize>, pen: f64, limit: f64, tabs: &Tabs<'_>, how: End) -> Line {
        let mut widths = Vec::with_capacity(range.len());
        let mut filling = Filling { pen, limit, pending: None, is_widened: false, leader: Leader::None };
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
            content -= self.hang(last).min(content - filling.limit).max(0.0);
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
            skip: 0.0,
            end: how,
            leaders,
            content_end: end,
            has_label: false,
            label_at: start,
        }
    }

    fn settle(&self, filling: &mut Filling, first: usize, widths: &mut [f64]) {
        if let Some(pending) = &filling.pending
            && let Some(width) = widths.get_mut(pending.cluster - first)
        {
            *width = pending.tab_width(filling.limit);
        }
        filling.settle();
    }

    #[expect(clippy::too_many_arguments, reason = "the line as it stands, each part once")]
    fn align(
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
                if is_spread || everywhere || (free < 0.0 && self.settings.mode >= 15) {
                    let own = widths.get_mut(..end - range.start).unwrap_or_default();
                    let nbsp = self.settings.mode >= 15;
                    justify::spread(self.shaped, range.start..end, own, free, nbsp, everywhere);
                }
                pen
            }
        }
    }
}

/// A line that is full: what is known of it.
struct Full<'f> {
    from: usize,
    pen: f64,
    /// The cluster that does not fit.
    at: usize,
    last_break: Option<(usize, f64)>,
    filling: &'f Filling,
    hyphens: usize,
}

fn is_break(kind: Kind) -> bool {
    matches!(kind, Kind::LineBreak | Kind::PageBreak | Kind::ColumnBreak)
}
