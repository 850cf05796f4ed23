//! Turns the clusters of one run into glyphs to draw.

use std::ops::Range;
use std::sync::Arc;

use super::{Paper, Placed};
use crate::drawing::Rgb;
use crate::line::Line;
use crate::model::colour::Colour;
use crate::model::em_middle;
use crate::model::run::RunStyle;
use crate::pages::{GlyphRun, Group, Item, PlacedGlyph};
use crate::shape::{Kind, Run, Shaped, arabic};

/// What is added to a letter (em) from which on poppler's programs take it for a word (`minWordBreakSpace`).
const SPACED: f64 = 0.1;

/// Share of the light of each channel (ITU-R BT.601), and the light below which Word writes white on a ground, of 255. Its limit
/// is a guess.
const LIGHT: [f64; 3] = [0.299, 0.587, 0.114];
const DARK: f64 = 60.0;

/// Bound: glyphs that lengthen one join.
const MAX_KASHIDAS: f64 = 200.0;

/// Whether a cluster is drawn as glyphs of its run.
pub(super) fn is_text(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Text | Kind::Ideograph | Kind::Space | Kind::NoBreakSpace | Kind::Nothing | Kind::SoftHyphen
    )
}

/// A run without glyphs.
pub(super) fn bare(run: &Run, ground: Option<Rgb>) -> GlyphRun {
    GlyphRun {
        face: run.choice.face,
        synthetic_bold: run.choice.synthetic_bold,
        synthetic_italic: run.choice.synthetic_italic,
        size: run.size,
        scale: run.style.scale * run.box_scale,
        colour: colour(&run.style, ground),
        x: 0.0,
        y: 0.0,
        glyphs: Vec::new(),
        text: String::new(),
        is_rtl: run.level % 2 == 1,
        is_spaced: false,
        link: run.link.clone(),
        element: None,
    }
}

/// Automatic text is white where the ground is dark.
pub(super) fn colour(style: &RunStyle, ground: Option<Rgb>) -> Rgb {
    match (style.colour, style.ground.or(ground)) {
        (Colour::Rgb(rgb), _) => rgb,
        (Colour::Auto, Some([r, g, b])) => {
            let light = LIGHT[0] * f64::from(r) + LIGHT[1] * f64::from(g) + LIGHT[2] * f64::from(b);
            if light < DARK { [255; 3] } else { [0; 3] }
        }
        (Colour::Auto, None) => [0; 3],
    }
}

/// The glyphs of adjacent clusters of one run.
pub(super) fn glyph_run(
    shaped: &Shaped<'_>,
    run: &Run,
    placed: &[Placed],
    baseline: f64,
    ground: Option<Rgb>,
) -> Option<Item> {
    let clusters = || placed.iter().filter_map(|own| Some((own, shaped.clusters.get(own.cluster)?)));
    let (mut from, mut to, mut count) = (u32::MAX, 0, 0);
    for (_, cluster) in clusters() {
        (from, to) = (from.min(cluster.text.start), to.max(cluster.text.end));
        count += cluster.glyphs.len();
    }
    if run.is_turned {
        let text = shaped.text.get(from as usize..to as usize)?;
        let out = GlyphRun { text: text.to_owned(), ..bare(run, ground) };
        return upright_run(shaped, run, placed, baseline, out);
    }
    let mut out = GlyphRun { x: placed.first()?.x, y: baseline - run.rise, ..bare(run, ground) };
    // Whether the letter before stands far from what follows.
    let mut is_apart = false;
    // A page holds thousands: what a list that grows leaves empty would show in the memory of long documents.
    out.glyphs.reserve_exact(count);
    let em = run.size * run.style.scale;
    for (own, cluster) in clusters() {
        let glyphs = match cluster.kind {
            Kind::Nothing | Kind::SoftHyphen => &[],
            _ => shaped.glyphs.get(cluster.glyphs.start as usize..cluster.glyphs.end as usize)?,
        };
        let natural: f64 = glyphs.iter().map(|glyph| f64::from(glyph.advance) * em).sum();
        let last = glyphs.len().saturating_sub(1);
        let is_letter = matches!(cluster.kind, Kind::Text | Kind::Ideograph);
        let mut free = own.width - natural;
        let text =
            cluster.text.start.saturating_sub(from) as usize..cluster.text.end.saturating_sub(from) as usize;
        if is_letter && run.kashida.is_some() && free > 0.0 && is_joined(shaped, own.cluster) {
            kashida(run, std::mem::take(&mut free), &text, &mut out);
        }
        out.is_spaced |= is_letter && is_apart;
        is_apart = is_letter && free > SPACED * run.size;
        for (at, glyph) in glyphs.iter().enumerate() {
            let extra = if at == last { free } else { 0.0 };
            let offset = (f64::from(glyph.x_offset) * em, f64::from(glyph.y_offset) * run.size);
            let advance = f64::from(glyph.advance) * em + extra;
            out.glyphs.push(PlacedGlyph::new(glyph.id, advance, offset, text.clone()));
        }
    }
    if out.glyphs.is_empty() {
        return None;
    }
    shaped.text.get(from as usize..to as usize)?.clone_into(&mut out.text);
    Some(Item::Glyphs(out))
}

/// Whether upright text of a run continues in the next: scripts separate runs.
pub(super) fn is_alike(run: &Run, next: Option<&Run>) -> bool {
    run.is_turned
        && next.is_some_and(|next| {
            next.is_turned
                && next.choice.face == run.choice.face
                && next.size == run.size
                && Arc::ptr_eq(&next.style, &run.style)
                && next.link.as_ref().map(Arc::as_ptr) == run.link.as_ref().map(Arc::as_ptr)
        })
}

/// Whether a letter joins the one that follows it.
fn is_joined(shaped: &Shaped<'_>, at: usize) -> bool {
    let ends = |at: usize| {
        let cluster = shaped.clusters.get(at).filter(|cluster| cluster.kind == Kind::Text)?;
        arabic::ends(shaped.text.get(cluster.text.start as usize..cluster.text.end as usize)?)
    };
    let joins =
        |(own, next): ((char, char), (char, char))| arabic::joins_next(own.1) && arabic::joins_before(next.0);
    ends(at).zip(ends(at + 1)).is_some_and(joins)
}

/// The glyphs that lengthen a join to the left of a letter, and are read as a part of it.
fn kashida(run: &Run, width: f64, text: &Range<usize>, out: &mut GlyphRun) {
    let Some((id, natural)) = run.kashida else { return };
    let natural = natural * run.size * run.style.scale;
    let count = if natural > 0.0 { (width / natural).ceil().clamp(1.0, MAX_KASHIDAS) } else { 1.0 };
    for _ in 0..count as usize {
        let advance = width / count;
        out.glyphs.push(PlacedGlyph::new(id, advance, (0.0, 0.0), text.clone()));
    }
}

/// Items turned anticlockwise: what they draw to the right goes up, and what they draw below each other to the right.
pub(super) fn turned_back(items: Vec<Item>, (x, y): (f64, f64)) -> Item {
    Item::Group(Group::new([0.0, -1.0, 1.0, 0.0, x, y], items))
}

/// Glyphs that stand upright in a line that runs down. Each stands for the whole text: programs read the run as one word, not
/// as a word for each character.
fn upright_run(
    shaped: &Shaped<'_>,
    run: &Run,
    placed: &[Placed],
    baseline: f64,
    mut out: GlyphRun,
) -> Option<Item> {
    let middle = em_middle(run.size);
    let em = run.size * run.style.scale;
    let first = placed.first()?.x;
    for own in placed {
        let cluster = shaped.clusters.get(own.cluster)?;
        if matches!(cluster.kind, Kind::Nothing | Kind::SoftHyphen) {
            continue;
        }
        let glyphs = shaped.glyphs.get(cluster.glyphs.start as usize..cluster.glyphs.end as usize)?;
        let natural: f64 = glyphs.iter().map(|glyph| f64::from(glyph.advance) * em).sum();
        let (mut pen, down) = (-natural / 2.0, own.x - first);
        for glyph in glyphs {
            let offset = (pen + f64::from(glyph.x_offset) * em, f64::from(glyph.y_offset) * run.size - down);
            out.glyphs.push(PlacedGlyph::new(glyph.id, 0.0, offset, 0..out.text.len()));
            pen += f64::from(glyph.advance) * em;
        }
    }
    // The em boxes' middles stand one below another, where those of text that lies are.
    (out.x, out.y) = (0.0, run.size / 2.0 + middle);
    let place = (first, baseline - run.rise - middle);
    (!out.glyphs.is_empty()).then(|| turned_back(vec![Item::Glyphs(out)], place))
}

pub(super) fn hyphen(
    shaped: &Shaped<'_>,
    line: &Line,
    placed: &[Placed],
    baseline: f64,
    paper: Paper,
    out: &mut Vec<Item>,
) {
    let last = line.clusters.end.checked_sub(1);
    let Some(own) = placed.iter().find(|own| Some(own.cluster) == last) else { return };
    let Some(run) = shaped.clusters.get(own.cluster).and_then(|cluster| shaped.run(cluster)) else { return };
    let Some((id, advance)) = run.hyphen else { return };
    let advance = advance * run.size * run.style.scale;
    out.push(Item::Glyphs(GlyphRun {
        x: own.x + own.width,
        y: baseline - run.rise,
        glyphs: vec![PlacedGlyph::new(id, advance, (0.0, 0.0), 0..1)],
        text: "-".to_owned(),
        ..bare(run, paper.ground)
    }));
}
