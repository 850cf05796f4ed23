//! The numbers of a story's lists, in the order of its paragraphs.

use std::collections::{HashMap, HashSet};

use crate::model::numbering::{LEVELS, Level, Numbering};
use crate::number_format::NumberFormat;

/// Characters of one label: Word keeps 31 ([MS-OI29500] 2.1.283).
const MAX_LABEL: usize = 31;

/// Counters of one story. They belong to the abstract list: two lists made of one continue one another.
#[derive(Debug, Default, Clone)]
pub(crate) struct Counters {
    counts: HashMap<i64, [Option<i64>; LEVELS]>,
    /// Starts that have acted: each does once for a list and level.
    started: HashSet<(i64, usize)>,
}

impl Counters {
    /// Counts a paragraph at `level` of the list `num`, and gives its label.
    pub fn next(&mut self, numbering: &Numbering, num: i64, level: usize) -> Option<String> {
        let definition = numbering.level(num, level)?;
        let counts = self.counts.entry(numbering.abstract_of(num)?).or_default();
        let own_start = numbering.start_override(num, level);
        let count = match (own_start, counts.get(level).copied().flatten()) {
            (Some(start), _) if self.started.insert((num, level)) => start,
            (_, Some(count)) => count.saturating_add(1),
            (_, None) => own_start.unwrap_or(definition.start),
        };
        *counts.get_mut(level)? = Some(count);
        for (above, count) in counts.iter_mut().enumerate().take(level) {
            count.get_or_insert_with(|| numbering.level(num, above).map_or(1, |above| above.start));
        }
        for (below, count) in counts.iter_mut().enumerate().skip(level + 1) {
            let restarts_at = numbering.level(num, below).and_then(|below| below.restart).unwrap_or(below);
            // `lvlRestart` counts from one; a value above the own level means the default.
            if level < restarts_at.min(below) {
                *count = None;
            }
        }
        Some(label(definition, counts, numbering, num, level))
    }
}

fn label(
    level: &Level,
    counts: &[Option<i64>; LEVELS],
    numbering: &Numbering,
    num: i64,
    own: usize,
) -> String {
    if level.format == NumberFormat::Bullet {
        return level.text.clone();
    }
    let mut out = String::new();
    let mut rest = level.text.chars().peekable();
    while let Some(c) = rest.next() {
        let digit = (c == '%').then(|| rest.peek().and_then(|next| next.to_digit(10))).flatten();
        let Some(place) = digit.filter(|digit| *digit > 0).map(|digit| digit as usize - 1) else {
            out.push(c);
            continue;
        };
        rest.next();
        // Word drops the whole label where it names a level below its own ([MS-OI29500] 2.1.286).
        if place > own {
            return String::new();
        }
        let Some(of) = numbering.level(num, place) else { continue };
        let format = match of.format {
            padded @ NumberFormat::Padded(_) => padded,
            _ if level.is_legal => NumberFormat::Decimal,
            format => format,
        };
        out.push_str(&format.write(counts[place].unwrap_or(of.start)));
    }
    out.chars().take(MAX_LABEL).collect()
}
