//! Widths of East Asian text that depend on neighbours: the space beside letters and digits (17.3.1.2, 17.3.1.3), and marks
//! that share their blank halves (17.15.1.18).

use unicode_script::{Script, UnicodeScript};

use super::{Kind, Shaped};
use crate::bounds::HAIR;
use crate::model::ParagraphStyle;

/// Width from which a character takes a whole em, in em. A guess: faces draw full-width signs 1 em wide, others 0.6 or less.
pub(crate) const FULL_WIDTH: f64 = 0.9;

/// Share of the size: a quarter (PDFs that Word made of Chinese and Japanese documents).
const SHARE: f64 = 0.25;

/// The role of a character for the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    EastAsian,
    Letter,
    Digit,
    Other,
}

fn side(c: char) -> Side {
    // Most text; a look into the table of scripts for each of its characters shows in the time of a document.
    match c {
        '0'..='9' => return Side::Digit,
        'a'..='z' | 'A'..='Z' => return Side::Letter,
        '\0'..='\x7f' => return Side::Other,
        _ => {}
    }
    match c.script() {
        Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul | Script::Bopomofo => {
            Side::EastAsian
        }
        Script::Latin | Script::Greek | Script::Cyrillic => Side::Letter,
        _ => Side::Other,
    }
}

/// Marks whose right half is blank.
const CLOSING: &str = "、。，．：；）〕］｝〉》」』】〗";

/// Marks whose left half is blank.
const OPENING: &str = "（〔［｛〈《「『【〖";

/// Whether the right half of a character is blank, so that it may lie past the end of a line.
pub(crate) fn is_closing(c: char) -> bool {
    CLOSING.contains(c)
}

/// Whether the left half of a character is blank.
pub(crate) fn is_opening(c: char) -> bool {
    OPENING.contains(c)
}

/// The document's settings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules {
    /// Marks share their blank halves.
    pub compresses: bool,
    /// Spaces beside East Asian text are half as wide as it is.
    pub balances: bool,
}

/// Lays the settings' rules over natural widths.
pub(super) fn adjust(shaped: &mut Shaped<'_>, rules: Rules) {
    if rules.compresses {
        compress(shaped);
    }
    if rules.balances {
        balance(shaped);
    }
}

/// Takes away the blank half between two marks (`compressPunctuation`); Word does so where the run kerns.
fn compress(shaped: &mut Shaped<'_>) {
    let mut before: Option<(char, usize)> = None;
    for at in 0..shaped.clusters.len() {
        let Some(cluster) = shaped.clusters.get(at) else { break };
        let run = shaped.run(cluster);
        let text =
            shaped.text.get(cluster.text.start as usize..cluster.text.end as usize).unwrap_or_default();
        let size = run.map_or(0.0, |run| run.size * run.style.scale);
        let is_wide = cluster.kind == Kind::Ideograph
            && cluster.width > size * FULL_WIDTH
            && run.is_some_and(|run| run.style.is_kerned);
        let mark = text.chars().next().filter(|_| is_wide);
        let (is_closed, is_opened) = (
            before.is_some_and(|(c, _)| CLOSING.contains(c)),
            before.is_some_and(|(c, _)| OPENING.contains(c)),
        );
        let glyphs = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
        match (mark, before) {
            (Some(c), Some((_, place))) if is_closed && (CLOSING.contains(c) || OPENING.contains(c)) => {
                if let Some(narrower) = shaped.clusters.get_mut(place) {
                    narrower.width -= size / 2.0;
                }
            }
            (Some(c), Some(_)) if is_opened && OPENING.contains(c) => {
                for glyph in shaped.glyphs.get_mut(glyphs).unwrap_or_default() {
                    glyph.x_offset -= 0.5;
                }
                if let Some(narrower) = shaped.clusters.get_mut(at) {
                    narrower.width -= size / 2.0;
                }
            }
            _ => {}
        }
        before = mark.map(|c| (c, at));
    }
}

/// Gives spaces half an em that do not stand between two words of letters (`balanceSingleByteDoubleByteWidth`; 17 spaces
/// of two Chinese documents).
fn balance(shaped: &mut Shaped<'_>) {
    if !shaped.clusters.iter().any(|cluster| cluster.kind == Kind::Ideograph) {
        return;
    }
    let is_word = |place: usize| shaped.clusters.get(place).is_some_and(|cluster| cluster.kind == Kind::Text);
    let is_space = |place: usize| {
        shaped.clusters.get(place).is_some_and(|cluster| {
            cluster.kind == Kind::Space
                && shaped.text.as_bytes().get(cluster.text.start as usize) == Some(&b' ')
        })
    };
    let mut wide = Vec::new();
    let mut at = 0;
    while at < shaped.clusters.len() {
        let end =
            (at..shaped.clusters.len()).find(|place| !is_space(*place)).unwrap_or(shaped.clusters.len());
        if end > at && !(at > 0 && is_word(at - 1) && is_word(end)) {
            wide.extend(at..end);
        }
        at = end + 1;
    }
    for place in wide {
        let half = shaped
            .clusters
            .get(place)
            .and_then(|cluster| shaped.run(cluster))
            .map(|run| run.size * run.style.scale / 2.0 + run.style.spacing);
        if let (Some(half), Some(space)) = (half, shaped.clusters.get_mut(place)) {
            space.width = space.width.max(half);
        }
    }
}

/// Puts East Asian characters into the middle of cells of a grid, and gives other text whole cells (17.6.5).
pub(super) fn snap(shaped: &mut Shaped<'_>, cell: f64) {
    if cell <= 0.0 {
        return;
    }
    let cells = |width: f64| (width / cell - HAIR).ceil().max(1.0) * cell;
    let snaps = |shaped: &Shaped<'_>, at: usize| {
        shaped.clusters.get(at).and_then(|own| shaped.run(own)).is_some_and(|run| run.style.snap_to_grid)
    };
    let mut at = 0;
    while let Some(cluster) = shaped.clusters.get(at) {
        let is_text = |kind: Kind| matches!(kind, Kind::Text | Kind::Space | Kind::NoBreakSpace);
        if cluster.kind == Kind::Ideograph && snaps(shaped, at) {
            let aside = (cells(cluster.width) - cluster.width) / 2.0;
            let run = shaped.run(cluster);
            // What is turned is centred along the line by its width alone.
            let em = run.filter(|run| !run.is_turned).map_or(f64::MAX, |run| run.size * run.style.scale);
            let glyphs = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
            for glyph in shaped.glyphs.get_mut(glyphs).unwrap_or_default() {
                glyph.x_offset += (aside / em) as f32;
            }
            if let Some(own) = shaped.clusters.get_mut(at) {
                own.width += aside * 2.0;
            }
            at += 1;
            continue;
        }
        let count = shaped.clusters.iter().skip(at).take_while(|own| is_text(own.kind)).count();
        let own = shaped.clusters.get(at..at + count).unwrap_or_default();
        let width: f64 = own.iter().map(|own| own.width).sum();
        if count == 0 {
            at += 1;
            continue;
        }
        // It stands in the middle of its cells too.
        let aside = (cells(width) - width) / 2.0;
        let before = at.checked_sub(1).and_then(|before| shaped.clusters.get_mut(before));
        let shares = before.map(|before| before.width += aside).is_some();
        if let Some(last) = shaped.clusters.get_mut(at..at + count).unwrap_or_default().last_mut() {
            last.width += if shares { aside } else { aside * 2.0 };
        }
        at += count;
    }
}

/// Widens the clusters at which text of the one kind meets text of the other.
pub(super) fn space(shaped: &mut Shaped<'_>, style: &ParagraphStyle) {
    if !style.auto_space_latin && !style.auto_space_digits || shaped.text.is_ascii() {
        return;
    }
    // The last character of the cluster before, its side, and its place.
    let mut before: Option<(Side, usize)> = None;
    for at in 0..shaped.clusters.len() {
        let Some(cluster) = shaped.clusters.get(at) else { break };
        let own = shaped.text.get(cluster.text.start as usize..cluster.text.end as usize).unwrap_or_default();
        let is_text = matches!(cluster.kind, Kind::Text | Kind::Ideograph);
        let first = own.chars().next().filter(|_| is_text).map_or(Side::Other, side);
        let last = own.chars().next_back().filter(|_| is_text).map_or(Side::Other, side);
        if let Some((left, place)) = before {
            let is_spaced = match (left, first) {
                (Side::EastAsian, Side::Letter) | (Side::Letter, Side::EastAsian) => style.auto_space_latin,
                (Side::EastAsian, Side::Digit) | (Side::Digit, Side::EastAsian) => style.auto_space_digits,
                _ => false,
            };
            if is_spaced {
                let of = if left == Side::EastAsian { place } else { at };
                let size = shaped
                    .clusters
                    .get(of)
                    .and_then(|cluster| shaped.run(cluster))
                    .map_or(0.0, |run| run.size);
                if let Some(wider) = shaped.clusters.get_mut(place) {
                    wider.width += size * SHARE;
                }
            }
        }
        before = match shaped.clusters.get(at).map(|cluster| cluster.kind) {
            Some(Kind::Anchor(_) | Kind::Nothing) => before,
            _ => Some((last, at)),
        };
    }
}
