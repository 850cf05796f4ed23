//! Groups glyphs into clusters.

use platen_fonts::{Glyph, Item};

use super::{Cluster, Kind, Shaped, opportunity};

/// Spreads or squeezes text to a width (17.3.2.14): each character takes the same share.
pub(super) fn fit(clusters: &mut [Cluster], width: f64) {
    let natural: f64 = clusters.iter().map(|cluster| cluster.width).sum();
    let share = (width - natural) / clusters.len().max(1) as f64;
    for cluster in clusters {
        cluster.width = (cluster.width + share).max(0.0);
    }
}

/// Cuts an item's glyphs into clusters, in reading order. `text` is its stretch's, with its place; `spacing` comes after each.
pub(super) fn cut(
    (text, offset): (&str, usize),
    item: &Item,
    mut glyphs: Vec<Glyph>,
    spacing: f64,
    shaped: &mut Shaped<'_>,
) {
    let run_index = shaped.runs.len() as u32 - 1;
    let Some(run) = shaped.runs.last() else { return };
    let (size, scale, is_turned) = (run.size, run.style.scale, run.is_turned);
    let is_rtl = item.is_right_to_left();
    if is_rtl {
        glyphs.reverse();
    }
    shaped.glyphs.reserve(glyphs.len());
    shaped.clusters.reserve(glyphs.len());
    let start_of = |own: &[Glyph]| own.first().map_or(item.range.end, |glyph| glyph.cluster as usize);
    let mut rest = glyphs.chunk_by_mut(|a, b| a.cluster == b.cluster).peekable();
    while let Some(own) = rest.next() {
        let start = start_of(own);
        let end = rest.peek().map_or(item.range.end, |next| start_of(next));
        let from = shaped.glyphs.len();
        let piece = text.get(start..end).unwrap_or_default();
        if is_rtl {
            own.reverse();
        }
        let advance: f64 = own.iter().map(|glyph| f64::from(glyph.advance)).sum();
        shaped.glyphs.extend_from_slice(own);
        let kind = kind_of(piece);
        // A soft hyphen shows only at the end of a line.
        let width = match kind {
            Kind::SoftHyphen | Kind::Nothing => 0.0,
            // What is turned takes the height of its em box.
            _ if is_turned => size + spacing,
            _ => advance * size * scale + spacing,
        };
        shaped.clusters.push(Cluster {
            run: run_index,
            kind,
            width,
            text: (offset + start) as u32..(offset + end) as u32,
            glyphs: from as u32..shaped.glyphs.len() as u32,
            may_break: false,
            note: None,
        });
    }
}

fn kind_of(text: &str) -> Kind {
    match text.chars().next() {
        // Most of most texts.
        Some('!'..='~') => Kind::Text,
        Some(' ' | '\u{3000}') => Kind::Space,
        Some('\u{A0}') => Kind::NoBreakSpace,
        Some('\u{AD}') => Kind::SoftHyphen,
        // Joiners, marks of direction and the separators of lines and paragraphs.
        Some(
            '\u{200B}'..='\u{200F}'
            | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{2069}'
            | '\u{61C}'
            | '\u{FEFF}',
        ) => Kind::Nothing,
        Some(c) if opportunity::is_ideograph(c) => Kind::Ideograph,
        _ => Kind::Text,
    }
}
