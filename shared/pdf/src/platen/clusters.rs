//! Clusters of several glyphs or characters, as programs that read the text of PDFs expect them.
//!
//! A cluster of several glyphs gets an `ActualText` (ISO 32000-1, 14.9.4). Poppler and PDFium take its place from its first and
//! its last glyph, and see a gap where the first one is a mark that stands further right, or the last one a mark of no width.
//! Both turn the characters of right-to-left lines around one by one, also those that one glyph stands for.

use std::borrow::Cow;

use platen_layout::{GlyphRun, PlacedGlyph};

/// Glyphs and text to write for a run.
pub(super) struct Written<'a> {
    pub(super) glyphs: Cow<'a, [PlacedGlyph]>,
    pub(super) text: Cow<'a, str>,
}

/// Whether some cluster has several glyphs, so that a blank one may be needed.
pub(super) fn has_clusters(glyphs: &[PlacedGlyph]) -> bool {
    glyphs.windows(2).any(|pair| matches!(pair, [a, b] if a.range() == b.range()))
}

/// The run as it is written; `blank` gives a glyph of its face without ink and width.
pub(super) fn written(run: &GlyphRun, blank: impl FnOnce() -> Option<u16>) -> Written<'_> {
    let mut out = Written { glyphs: Cow::Borrowed(&run.glyphs), text: Cow::Borrowed(&run.text) };
    if run.is_rtl {
        turn(run, &mut out);
    }
    if has_clusters(&out.glyphs)
        && let Some(blank) = blank()
    {
        out.glyphs = Cow::Owned(clusters(&out.glyphs).flat_map(|(_, own)| spread(own, blank)).collect());
    }
    out
}

/// Gives each glyph of a right-to-left cluster its own character where there are as many: a letter and its marks. PDFium
/// puts an `ActualText` into the wrong place of such a line. Turns the characters of single glyphs around.
fn turn(run: &GlyphRun, out: &mut Written<'_>) {
    for (number, own) in clusters(&run.glyphs) {
        let Some(range) = own.first().map(PlacedGlyph::range) else { continue };
        let Some(text) = run.text.get(range.clone()) else { continue };
        let count = text.chars().count();
        if count > 1 && own.len() == 1 {
            let turned: String = text.chars().rev().collect();
            out.text.to_mut().replace_range(range, &turned);
        } else if count > 1 && own.len() == count {
            let glyphs = out.glyphs.to_mut().get_mut(number..number + count).unwrap_or_default();
            for (glyph, (place, character)) in glyphs.iter_mut().rev().zip(text.char_indices()) {
                let start = range.start + place;
                *glyph = glyph.of(start..start + character.len_utf8());
            }
        }
    }
}

/// The clusters of glyphs that share their text, with the number of the first.
fn clusters(glyphs: &[PlacedGlyph]) -> impl Iterator<Item = (usize, &[PlacedGlyph])> {
    let mut number = 0;
    glyphs.chunk_by(|a, b| a.range() == b.range()).map(move |own| {
        number += own.len();
        (number - own.len(), own)
    })
}

/// The glyphs of a cluster, in the same places: those without width first, behind a blank one at its left edge.
fn spread(own: &[PlacedGlyph], blank: u16) -> Vec<PlacedGlyph> {
    let is_wide = |glyph: &&PlacedGlyph| glyph.advance > 0.0;
    let is_even = own.first().is_some_and(|first| first.x_offset.abs() < 0.01);
    if own.len() < 2
        || (is_even && own.last().as_ref().is_some_and(is_wide))
        || !own.iter().any(|glyph| glyph.advance > 0.0)
    {
        return own.to_vec();
    }
    let text = own.first().map_or(0..0, PlacedGlyph::range);
    let (mut marks, mut wide) = (Vec::new(), Vec::new());
    marks.push(PlacedGlyph::new(blank, 0.0, (0.0, 0.0), text));
    let mut pen = 0.0;
    for glyph in own {
        if is_wide(&glyph) {
            wide.push(*glyph);
        } else {
            let mut mark = *glyph;
            (mark.advance, mark.x_offset) = (0.0, pen + glyph.x_offset);
            marks.push(mark);
        }
        pen += glyph.advance;
    }
    marks.append(&mut wide);
    marks
}

/// The words of a run and the spaces between them, each a run of its own.
pub(super) fn words(run: &GlyphRun) -> Vec<GlyphRun> {
    let is_space =
        |glyph: &PlacedGlyph| run.text.get(glyph.range()).is_some_and(|text| text.trim().is_empty());
    let mut x = run.x;
    let mut words = Vec::new();
    for own in run.glyphs.chunk_by(|a, b| is_space(a) == is_space(b)) {
        let start = own.iter().map(|glyph| glyph.range().start).min().unwrap_or_default();
        let end = own.iter().map(|glyph| glyph.range().end).max().unwrap_or_default();
        let moved = |glyph: &PlacedGlyph| {
            let text = glyph.range();
            glyph.of(text.start - start..text.end - start)
        };
        let word = GlyphRun {
            x,
            glyphs: own.iter().map(moved).collect(),
            text: run.text.get(start..end).unwrap_or_default().to_owned(),
            link: run.link.clone(),
            ..*run
        };
        x += word.width();
        words.push(word);
    }
    words
}
