//! A line as what is drawn: glyphs, lines under and through them, grounds, leaders, pictures.

use std::sync::Arc;

use platen_fonts::visual_order;

use super::layouter::Layouter;
use crate::LayoutError;
use crate::Rgb;
use crate::line::{End, Line};
use crate::model::colour::Colour;
use crate::model::paragraph::Leader;
use crate::model::run::{RunStyle, UnderlineStyle};
use crate::model::story::{Picture, Target};
use crate::pages::{Dash, GlyphRun, Item, PlacedGlyph, PlacedPicture, Rect, Rule};
use crate::shape::{Kind, Run, Shaped};

/// Where and on what a line is drawn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paper {
    /// Width of the column.
    pub width: f64,
    /// Top of the line.
    pub top: f64,
    pub is_rtl: bool,
    /// Colour behind the text.
    pub ground: Option<Rgb>,
    /// The column's distance from the paper's left edge, where that is known.
    pub page_left: f64,
}

/// A cluster in its place.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    cluster: usize,
    pub x: f64,
    pub width: f64,
    /// Whether it hangs past the end of the line.
    hangs: bool,
}

impl Layouter<'_> {
    /// What a line draws; `anchors` is told the place of each floating object's anchor.
    pub(super) fn ink(
        &self,
        shaped: &Shaped<'_>,
        line: &Line,
        paper: Paper,
        out: &mut Vec<Item>,
        anchors: &mut dyn FnMut(u32, f64),
    ) -> Result<(), LayoutError> {
        let placed = place(shaped, line, paper);
        let baseline = paper.top + line.baseline;
        self.budget.spend(placed.len() as u64 * 4)?;
        grounds(shaped, &placed, baseline, out);
        let mut at = 0;
        while let Some(first) = placed.get(at) {
            let Some(cluster) = shaped.clusters.get(first.cluster) else { break };
            let Some(run) = shaped.run(cluster) else { break };
            match cluster.kind {
                Kind::Object(place) => {
                    if let Some(picture) = shaped.pictures.get(place as usize) {
                        let y = baseline - run.rise - picture.height - picture.effect[3];
                        out.extend(picture_item(picture, first.x + picture.effect[0], y, run.link.clone()));
                    }
                }
                Kind::Anchor(place) => anchors(place, first.x),
                Kind::Separator { .. } => {
                    let y = baseline - run.size * 0.3;
                    let colour = [0; 3];
                    let (from, to) = ((first.x, y), (first.x + first.width, y));
                    out.push(Item::Rule(Rule { from, to, width: 0.72, colour, dash: Dash::Solid }));
                }
                Kind::Tab | Kind::AlignedTab(_) => {
                    let leader = line.leaders.iter().find(|(at, _)| *at == first.cluster);
                    let leader = leader.map_or(Leader::None, |(_, leader)| *leader);
                    out.extend(self.tab(leader, first, run, baseline, paper)?);
                }
                _ => {
                    let same = |next: &&Placed| {
                        shaped
                            .clusters
                            .get(next.cluster)
                            .is_some_and(|c| c.run == cluster.run && is_text(c.kind))
                    };
                    let count = placed.get(at..).unwrap_or_default().iter().take_while(same).count().max(1);
                    let own = placed.get(at..at + count).unwrap_or_default();
                    out.extend(glyph_run(shaped, run, own, baseline, paper.ground));
                    at += count;
                    continue;
                }
            }
            at += 1;
        }
        if line.end == End::Hyphen {
            hyphen(shaped, line, &placed, baseline, paper, out);
        }
        lines(shaped, &placed, baseline, paper, out);
        links(shaped, &placed, paper.top, line.height, out);
        Ok(())
    }

    /// The label of a list item.
    pub(crate) fn label_ink(
        &self,
        label: &Shaped<'_>,
        at: f64,
        baseline: f64,
        paper: Paper,
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let mut x = if paper.is_rtl { paper.width - at - label.width() } else { at };
        let mut placed = Vec::with_capacity(label.clusters.len());
        for (cluster, own) in label.clusters.iter().enumerate() {
            placed.push(Placed { cluster, x, width: own.width, hangs: false });
            x += own.width;
        }
        self.budget.spend(placed.len() as u64)?;
        let mut at = 0;
        while let Some(first) = placed.get(at) {
            let Some(cluster) = label.clusters.get(first.cluster) else { break };
            let Some(run) = label.run(cluster) else { break };
            if let Kind::Object(_) = cluster.kind {
                let picture = label.pictures.first();
                out.extend(
                    picture
                        .and_then(|picture| picture_item(picture, first.x, baseline - picture.height, None)),
                );
                at += 1;
                continue;
            }
            let same =
                |next: &&Placed| label.clusters.get(next.cluster).is_some_and(|c| c.run == cluster.run);
            let count = placed.get(at..).unwrap_or_default().iter().take_while(same).count().max(1);
            out.extend(glyph_run(
                label,
                run,
                placed.get(at..at + count).unwrap_or_default(),
                baseline,
                paper.ground,
            ));
            at += count;
        }
        lines(label, &placed, baseline, paper, out);
        Ok(())
    }
}

/// Puts the clusters of a line into their visual order and places.
fn place(shaped: &Shaped<'_>, line: &Line, paper: Paper) -> Vec<Placed> {
    let base = u8::from(paper.is_rtl);
    let own = shaped.clusters.get(line.clusters.clone()).unwrap_or_default();
    let hangs = |at: usize| line.clusters.start + at >= line.content_end;
    let levels: Vec<u8> = own
        .iter()
        .enumerate()
        .map(|(at, cluster)| {
            let is_plain = is_text(cluster.kind) && !hangs(at);
            if is_plain { shaped.run(cluster).map_or(base, |run| run.level) } else { base }
        })
        .collect();
    let is_mixed = levels.iter().any(|level| *level != 0);
    let order: Vec<usize> = if is_mixed { visual_order(&levels) } else { (0..own.len()).collect() };
    let total: f64 = line.widths.iter().sum();
    let mut x = if paper.is_rtl { paper.width - line.start - total } else { line.start };
    let mut out = Vec::with_capacity(own.len());
    for at in order {
        let width = line.widths.get(at).copied().unwrap_or(0.0);
        out.push(Placed { cluster: line.clusters.start + at, x, width, hangs: hangs(at) });
        x += width;
    }
    out
}

fn is_text(kind: Kind) -> bool {
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
        scale: run.style.scale,
        colour: colour(&run.style, ground),
        x: 0.0,
        y: 0.0,
        glyphs: Vec::new(),
        text: String::new(),
        is_rtl: run.level % 2 == 1,
        link: run.link.clone(),
        element: None,
    }
}

/// Automatic text is white where the ground is dark.
fn colour(style: &RunStyle, ground: Option<Rgb>) -> Rgb {
    match (style.colour, style.ground.or(ground)) {
        (Colour::Rgb(rgb), _) => rgb,
        (Colour::Auto, Some([r, g, b])) => {
            let light = 0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b);
            if light < 60.0 { [255; 3] } else { [0; 3] }
        }
        (Colour::Auto, None) => [0; 3],
    }
}

/// The glyphs of clusters of one run that stand side by side.
fn glyph_run(
    shaped: &Shaped<'_>,
    run: &Run,
    placed: &[Placed],
    baseline: f64,
    ground: Option<Rgb>,
) -> Option<Item> {
    let clusters = || placed.iter().filter_map(|own| Some((own, shaped.clusters.get(own.cluster)?)));
    let from = clusters().map(|(_, cluster)| cluster.text.start).min()?;
    let to = clusters().map(|(_, cluster)| cluster.text.end).max()?;
    let mut out = GlyphRun { x: placed.first()?.x, y: baseline - run.rise, ..bare(run, ground) };
    for (own, cluster) in clusters() {
        let glyphs = match cluster.kind {
            Kind::Nothing | Kind::SoftHyphen => &[],
            _ => shaped.glyphs.get(cluster.glyphs.start as usize..cluster.glyphs.end as usize)?,
        };
        let em = run.size * run.style.scale;
        let natural: f64 = glyphs.iter().map(|glyph| f64::from(glyph.advance) * em).sum();
        let last = glyphs.len().saturating_sub(1);
        for (at, glyph) in glyphs.iter().enumerate() {
            let extra = if at == last { own.width - natural } else { 0.0 };
            out.glyphs.push(PlacedGlyph {
                id: glyph.id,
                advance: f64::from(glyph.advance) * em + extra,
                x_offset: f64::from(glyph.x_offset) * em,
                y_offset: f64::from(glyph.y_offset) * run.size,
                text: cluster.text.start.saturating_sub(from) as usize
                    ..cluster.text.end.saturating_sub(from) as usize,
            });
        }
    }
    if out.glyphs.is_empty() {
        return None;
    }
    shaped.text.get(from as usize..to as usize)?.clone_into(&mut out.text);
    Some(Item::Glyphs(out))
}

fn hyphen(
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
        glyphs: vec![PlacedGlyph { id, advance, x_offset: 0.0, y_offset: 0.0, text: 0..1 }],
        text: "-".to_owned(),
        ..bare(run, paper.ground)
    }));
}

fn picture_item(picture: &Picture, x: f64, y: f64, link: Option<Arc<Target>>) -> Option<Item> {
    let part = picture.part.clone()?;
    let rect = Rect { x, y, width: picture.width, height: picture.height };
    Some(Item::Picture(PlacedPicture {
        part,
        rect,
        crop: picture.crop,
        rotation: picture.rotation,
        alt: picture.alt.clone(),
        link,
        element: None,
    }))
}

/// Neighbours for which `pick` gives the same: where each group begins and ends.
fn groups<'s, T: PartialEq>(
    shaped: &'s Shaped<'_>,
    placed: &[Placed],
    pick: impl Fn(&'s Run, &Placed, Kind) -> Option<T>,
) -> Vec<(T, f64, f64)> {
    let mut out: Vec<(T, f64, f64)> = Vec::new();
    for own in placed {
        let Some(cluster) = shaped.clusters.get(own.cluster) else { continue };
        let Some(picked) = shaped.run(cluster).and_then(|run| pick(run, own, cluster.kind)) else { continue };
        match out.last_mut().filter(|(last, _, end)| *last == picked && (own.x - *end).abs() < 0.01) {
            Some((_, _, end)) => *end = own.x + own.width,
            None => out.push((picked, own.x, own.x + own.width)),
        }
    }
    out
}

fn grounds(shaped: &Shaped<'_>, placed: &[Placed], baseline: f64, out: &mut Vec<Item>) {
    let found =
        groups(shaped, placed, |run, _, _| Some((run.style.ground?, run.ascent, run.descent, run.rise)));
    for ((colour, ascent, descent, rise), from, to) in found {
        let rect = Rect { x: from, y: baseline - rise - ascent, width: to - from, height: ascent + descent };
        out.push(Item::Fill { rect, colour });
    }
}

/// Lines under and through text.
fn lines(shaped: &Shaped<'_>, placed: &[Placed], baseline: f64, paper: Paper, out: &mut Vec<Item>) {
    let under = groups(shaped, placed, |run, own, kind| {
        let style = run.style.underline.filter(|_| !own.hangs)?;
        if style == UnderlineStyle::Words && matches!(kind, Kind::Space | Kind::Tab) {
            return None;
        }
        let metrics = run.choice.line_metrics();
        let own_colour = match run.style.underline_colour {
            Colour::Rgb(rgb) => rgb,
            Colour::Auto => colour(&run.style, paper.ground),
        };
        let position = f64::from(metrics.underline_position) * run.size - run.style.position;
        Some((style, own_colour, position, f64::from(metrics.underline_thickness) * run.size))
    });
    for ((style, colour, position, thickness), from, to) in under {
        let width = if style == UnderlineStyle::Thick { thickness * 2.0 } else { thickness };
        let dash = match style {
            UnderlineStyle::Dotted => Dash::Dotted,
            UnderlineStyle::Dashed => Dash::Dashed,
            UnderlineStyle::DotDash => Dash::DotDash,
            _ => Dash::Solid,
        };
        let mut rule = |y: f64| {
            out.push(Item::Rule(Rule { from: (from, y), to: (to, y), width, colour, dash }));
        };
        rule(baseline + position);
        if style == UnderlineStyle::Double {
            rule(baseline + position + 2.0 * thickness);
        }
    }
    let through = groups(shaped, placed, |run, own, _| {
        let style = &run.style;
        if own.hangs || !(style.strike || style.double_strike) {
            return None;
        }
        let metrics = run.choice.line_metrics();
        let position = f64::from(metrics.strikeout_position) * run.size + run.rise;
        let thickness = f64::from(metrics.strikeout_thickness) * run.size;
        Some((style.double_strike, colour(style, paper.ground), position, thickness))
    });
    for ((is_double, colour, position, width), from, to) in through {
        let shifts: &[f64] = if is_double { &[-1.0, 1.0] } else { &[0.0] };
        for shift in shifts {
            let y = baseline - position + shift * width;
            out.push(Item::Rule(Rule { from: (from, y), to: (to, y), width, colour, dash: Dash::Solid }));
        }
    }
}

fn links(shaped: &Shaped<'_>, placed: &[Placed], top: f64, height: f64, out: &mut Vec<Item>) {
    let found = groups(shaped, placed, |run, own, _| {
        let target: &Arc<Target> = run.link.as_ref().filter(|_| !own.hangs)?;
        Some(target.clone())
    });
    for (target, from, to) in found {
        let rect = Rect { x: from, y: top, width: to - from, height };
        out.push(Item::Link { rect, target, element: None });
    }
}
