//! Justification: when to squeeze spaces to fit one more word, and how to spread a line.

use crate::shape::{Cluster, Kind, Shaped};

/// Word squeezes a space to three quarters of its width at most, and only where that spares the line a stretch of at
/// least twice the squeeze (206 of 210 lines of six documents obey; fitted).
const LEAST_SPACE: f64 = 0.75;
const GAIN: f64 = 2.0;

/// The part of a line that can be stretched: the clusters after its last tab, without the spaces at its beginning and its end.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Stretchable {
    pub spaces: usize,
    /// Natural width of these spaces.
    pub width: f64,
    /// Gaps beside ideographs.
    pub gaps: usize,
}

/// Looks at the clusters of a line, whose trailing spaces are left out.
pub(crate) fn stretchable(
    shaped: &Shaped<'_>,
    clusters: std::ops::Range<usize>,
    nbsp_stretches: bool,
) -> Stretchable {
    let mut found = Stretchable::default();
    let mut before: Option<Kind> = None;
    let own = shaped.clusters.get(clusters).unwrap_or_default();
    for cluster in own.get(start(own)..).unwrap_or_default() {
        match cluster.kind {
            Kind::Space => {
                found.spaces += 1;
                found.width += cluster.width;
            }
            Kind::NoBreakSpace if nbsp_stretches => {
                found.spaces += 1;
                found.width += cluster.width;
            }
            _ => {}
        }
        if before.is_some_and(Kind::is_ideographic)
            && (cluster.kind == Kind::Text || cluster.kind.is_ideographic())
        {
            found.gaps += 1;
        }
        before = Some(cluster.kind);
    }
    found
}

/// The start of the part of a line that can be stretched. Spaces at the line's beginning keep their width, and so do
/// non-breaking ones (six lines of one of Word's PDFs, indented by eleven of them).
fn start(own: &[Cluster]) -> usize {
    let is_tab = |own: &Cluster| matches!(own.kind, Kind::Tab | Kind::AlignedTab(_));
    let from = own.iter().rposition(is_tab).map_or(0, |at| at + 1);
    let is_blank = |own: &&Cluster| matches!(own.kind, Kind::Space | Kind::NoBreakSpace);
    from + own.iter().skip(from).take_while(is_blank).count()
}

/// Whether the longer of two lines is taken. `short` and `long` are their contents' natural widths, without the spaces at
/// their ends.
pub(crate) fn takes_longer(limit: f64, short: (f64, Stretchable), long: (f64, Stretchable)) -> bool {
    if long.1.width <= 0.0 {
        return false;
    }
    let squeezed = 1.0 - (long.0 - limit) / long.1.width;
    if squeezed < LEAST_SPACE {
        return false;
    }
    if short.1.width <= 0.0 {
        return true;
    }
    let stretched = 1.0 + (limit - short.0) / short.1.width;
    stretched - 1.0 >= GAIN * (1.0 - squeezed)
}

/// Spreads or squeezes a line by `extra` points in all. `widths` are those of `clusters`.
pub(crate) fn spread(
    shaped: &Shaped<'_>,
    clusters: std::ops::Range<usize>,
    widths: &mut [f64],
    extra: f64,
    nbsp_stretches: bool,
    everywhere: bool,
) {
    let own = shaped.clusters.get(clusters).unwrap_or_default();
    let from = start(own);
    let is_space = |kind: Kind| kind == Kind::Space || (nbsp_stretches && kind == Kind::NoBreakSpace);
    let mut places = Vec::new();
    let last = own.len().saturating_sub(1);
    for (at, cluster) in own.iter().enumerate().skip(from) {
        let next = own.get(at + 1).map(|next| next.kind);
        let next_is_ideographic = next.is_some_and(Kind::is_ideographic);
        let is_gap = cluster.kind.is_ideographic() && (next_is_ideographic || next == Some(Kind::Text))
            || cluster.kind == Kind::Text && next_is_ideographic;
        if is_space(cluster.kind) || (is_gap && extra > 0.0) || (everywhere && at < last) {
            places.push(at);
        }
    }
    if places.is_empty() {
        return;
    }
    let each = extra / places.len() as f64;
    for at in places {
        if let Some(width) = widths.get_mut(at) {
            *width = (*width + each).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spaces(spaces: usize, width: f64) -> Stretchable {
        Stretchable { spaces, width, gaps: 0 }
    }

    #[test]
    fn one_more_word_is_taken_where_the_squeeze_spares_twice_its_stretch() {
        let long = |over: f64| (100.0 + over, spaces(11, 33.0));
        let short = |under: f64| (100.0 - under, spaces(10, 30.0));
        assert!(takes_longer(100.0, short(20.0), long(8.0)));
        assert!(!takes_longer(100.0, short(20.0), long(8.5)), "below three quarters");
        assert!(!takes_longer(100.0, short(6.0), long(5.0)), "a short word is left for the next line");
    }
}
