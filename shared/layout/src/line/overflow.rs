//! Where a full line ends: at its last break, one word later if squeezed, or within a word.

use super::breaker::{Breaker, TOLERANCE};
use super::filling::Filling;
use super::set::ends_line;
use super::tabs::Tabs;
use super::{End, hyphen, justify};
use crate::model::paragraph_properties::Align;
use crate::shape::{Cluster, Kind};

/// The hyphens that a word may have of its own.
const HYPHENS: [char; 2] = ['-', '\u{2010}'];

/// A line that is full: what is known of it.
pub(super) struct Full<'f> {
    pub from: usize,
    pub pen: f64,
    /// The cluster that does not fit.
    pub at: usize,
    pub last_break: Option<(usize, f64)>,
    pub filling: &'f Filling,
    pub hyphens: usize,
}

impl Breaker<'_> {
    /// Decides where a line ends that is full.
    pub(super) fn overflow(&self, full: &Full<'_>, tabs: &Tabs<'_>) -> (usize, End) {
        let clusters = &self.shaped.clusters;
        let Some((end, content)) = full.last_break else {
            // A word wider than the line is divided, or else cut at the last character that fits.
            return match self.hyphenated(full.from, full) {
                Some(end) => (end, End::Hyphen),
                None => (full.at, End::Full),
            };
        };
        let limit = full.filling.limit;
        let squeezes = self.settings.mode >= 15 || self.settings.compress_punctuation;
        if squeezes && self.style.align == Align::Both && !full.filling.is_widened {
            let next = (full.at..clusters.len()).find(|at| {
                clusters.get(*at).is_some_and(|cluster| cluster.may_break || ends_line(cluster.kind))
            });
            // The last line squeezes too, where its last word would else stand alone.
            let next = next.unwrap_or(clusters.len().saturating_sub(1));
            if clusters.get(next).is_some_and(|cluster| !ends_line(cluster.kind)) {
                let long_end = self.content(full.from..next + 1, full.pen, limit, tabs);
                let long_line = full.from..self.without_spaces(full.from, next + 1);
                if self.marks_give(long_line, long_end - limit, limit - content) {
                    return (next + 1, End::Full);
                }
                let short = (content - full.pen, self.stretchable(full.from, end));
                let long = (long_end - full.pen, self.stretchable(full.from, next + 1));
                if self.settings.mode >= 15 && justify::takes_longer(limit - full.pen, short, long) {
                    return (next + 1, End::Full);
                }
            }
        }
        if let Some(end) = self.hyphenated(end, full) {
            return (end, End::Hyphen);
        }
        let is_soft =
            end > 0 && clusters.get(end - 1).is_some_and(|cluster| cluster.kind == Kind::SoftHyphen);
        (end, if is_soft { End::Hyphen } else { End::Full })
    }

    /// The place within the next word at which it is divided.
    pub(super) fn hyphenated(&self, from: usize, full: &Full<'_>) -> Option<usize> {
        let settings = self.settings;
        let limit = full.filling.limit;
        let allowed = settings.consecutive_hyphens == 0 || full.hyphens < settings.consecutive_hyphens;
        if !settings.hyphenate || self.style.no_hyphens || !allowed {
            return None;
        }
        let clusters = &self.shaped.clusters;
        let before = clusters.get(full.from..from)?;
        // A word that may break at a hyphen of its own has no other (in two of Word's PDFs, none of 347 words has).
        if before.last().is_some_and(|cluster| self.text(cluster).ends_with(HYPHENS)) {
            return None;
        }
        let tabs = Tabs { stops: &self.style.tabs, default: settings.default_tab, hanging: None };
        let mut pen = self.content(full.from..from, full.pen, limit, &tabs);
        // Spaces before the word count: they no longer hang.
        pen += before.iter().rev().take_while(|c| c.kind == Kind::Space).map(|c| c.width).sum::<f64>();
        // A gap within the zone is left as it is: what the word itself would have (in two of Word's PDFs, a word with 23.6 pt
        // before its space is not divided and one with 23.8 pt is, for a zone of 21.25 pt and a space of 2.5 pt).
        if limit - pen <= settings.hyphenation_zone {
            return None;
        }
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
        pen += clusters.get(from..first)?.iter().map(|cluster| cluster.width).sum::<f64>();
        let mut best = None;
        let places = hyphen::places(text, language, settings);
        for (offset, cluster) in word.iter().enumerate() {
            pen += cluster.width;
            let is_place = places.contains(&(cluster.text.end.saturating_sub(start) as usize));
            // Up to Word 2010, the place is before the letter that the line has no room for (13 words of two of Word's PDFs
            // would else be divided later, none earlier; in another of mode 15 three would be divided too early).
            let next = word.get(offset + 1).filter(|_| settings.mode <= 14).map_or(0.0, |next| next.width);
            if is_place && pen + hyphen.max(next) <= limit + TOLERANCE {
                best = Some(first + offset + 1);
            }
        }
        best
    }
}
