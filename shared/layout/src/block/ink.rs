//! A line as what is drawn: glyphs, lines under and through them, grounds, leaders, pictures.

use std::ops::Range;
use std::sync::Arc;

use platen_fonts::visual_order;

use super::emphasis::emphasis;
use super::layouter::Layouter;
use super::lines::{borders, grounds, lines, links};
use crate::LayoutError;
use crate::Rgb;
use crate::line::{End, Line};
use crate::model::colour::Colour;
use crate::model::paragraph::Leader;
use crate::model::run::RunStyle;
use crate::model::story::{Picture, Target};
use crate::pages::{Dash, GlyphRun, Group, Item, PlacedGlyph, PlacedPicture, Rect, Rule};
use crate::shape::{Composite, Kind, Part, Run, Shaped, arabic, em_middle};

/// What is added to a letter (em) from which on poppler's programs take it for a word (`minWordBreakSpace`).
const SPACED: f64 = 0.1;

/// Glyphs that lengthen one join.
const MAX_KASHIDAS: f64 = 200.0;

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
    pub cluster: usize,
    pub x: f64,
    pub width: f64,
    /// Whether it hangs past the end of the line.
    pub hangs: bool,
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
        // Most lines have nothing but text, and need no further look at each letter.
        let runs = shaped.runs_of(&line.clusters);
        let has = |what: fn(&RunStyle) -> bool| runs.iter().any(|run| what(&run.style));
        if has(|style| style.ground.is_some()) {
            grounds(shaped, &placed, baseline, out);
        }
        let mut at = 0;
        while let Some(first) = placed.get(at) {
            let Some(cluster) = shaped.clusters.get(first.cluster) else { break };
            let Some(run) = shaped.run(cluster) else { break };
            match cluster.kind {
                Kind::Object(place) => {
                    if let Some(picture) = shaped.pictures.get(place as usize) {
                        let y = baseline - run.rise;
                        let link = run.link.clone();
                        if run.is_turned {
                            let item = picture_item(picture, 0.0, 0.0, link);
                            out.push(turned_back(item.into_iter().collect(), (first.x, y)));
                        } else {
                            let y = y - picture.height - picture.effect[3];
                            out.extend(picture_item(picture, first.x + picture.effect[0], y, link));
                        }
                    }
                }
                Kind::Equation(place) => {
                    if let Some(piece) = shaped.equations.get(place as usize) {
                        self.budget.spend(piece.items.len() as u64)?;
                        let y = baseline - run.rise;
                        let ink = colour(&run.style, paper.ground);
                        out.extend(piece.items.iter().map(|item| {
                            let mut item = item.clone().shifted(first.x, y);
                            // Automatic text is set in black, before its ground is known.
                            match &mut item {
                                Item::Glyphs(own) if own.colour == [0; 3] => own.colour = ink,
                                Item::Rule(own) if own.colour == [0; 3] => own.colour = ink,
                                _ => {}
                            }
                            item
                        }));
                    }
                }
                Kind::Composite(place) => {
                    if let Some(own) = shaped.composites.get(place as usize) {
                        self.composite(own, (first.x, baseline), paper.ground, out)?;
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
                        shaped.clusters.get(next.cluster).is_some_and(|next| {
                            is_text(next.kind) && (next.run == cluster.run || is_alike(run, shaped.run(next)))
                        })
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
        if has(|style| style.underline.is_some() || style.strike || style.double_strike) {
            lines(shaped, &placed, baseline, paper, out);
        }
        if has(|style| style.emphasis.is_some()) {
            emphasis(shaped, &placed, baseline, paper, out);
        }
        if has(|style| style.border.is_some()) {
            borders(shaped, &placed, baseline, out);
        }
        if runs.iter().any(|run| run.link.is_some()) {
            links(shaped, &placed, paper.top, line.height, out);
        }
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

impl Layouter<'_> {
    /// A text on a line of its own, from `x` to the right.
    pub(crate) fn text_ink(
        &self,
        shaped: &Shaped<'_>,
        (x, baseline): (f64, f64),
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        self.stretch_ink(shaped, 0..shaped.clusters.len(), (x, baseline), None, out)
    }

    /// Text that is set as one.
    fn composite(
        &self,
        own: &Composite<'_>,
        (x, y): (f64, f64),
        ground: Option<Rgb>,
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let mut items = Vec::new();
        let (left, top) = if own.is_turned { (0.0, 0.0) } else { (x, y) };
        for Part { shaped, clusters, at } in &own.parts {
            let place = (left + at.0, top + at.1);
            self.stretch_ink(shaped, clusters.clone(), place, ground, &mut items)?;
        }
        if own.is_turned {
            out.push(turned_back(items, (x, y)));
        } else {
            out.append(&mut items);
        }
        Ok(())
    }

    /// Clusters on a line of their own, from `x` to the right.
    fn stretch_ink(
        &self,
        shaped: &Shaped<'_>,
        clusters: Range<usize>,
        (x, baseline): (f64, f64),
        ground: Option<Rgb>,
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let own = shaped.clusters.get(clusters.clone()).unwrap_or_default();
        let line = Line {
            start: x,
            widths: own.iter().map(|cluster| cluster.width).collect(),
            baseline: 0.0,
            height: 0.0,
            hang: 0.0,
            skip: 0.0,
            is_beside: false,
            end: End::Paragraph,
            leaders: Vec::new(),
            content_end: clusters.end,
            clusters,
            has_label: false,
            label_at: 0.0,
        };
        let paper = Paper { width: 0.0, top: baseline, is_rtl: false, ground, page_left: 0.0 };
        self.ink(shaped, &line, paper, out, &mut |_, _| {})
    }
}

/// Puts the clusters of a line into their visual order and places.
fn place(shaped: &Shaped<'_>, line: &Line, paper: Paper) -> Vec<Placed> {
    let base = u8::from(paper.is_rtl);
    let own = shaped.clusters.get(line.clusters.clone()).unwrap_or_default();
    let hangs = |at: usize| line.clusters.start + at >= line.content_end;
    let levels = own.iter().enumerate().map(|(at, cluster)| {
        let is_equation = matches!(cluster.kind, Kind::Equation(_) | Kind::Composite(_) | Kind::Gap(_));
        let is_plain = (is_text(cluster.kind) || is_equation) && !hangs(at);
        if is_plain { shaped.run(cluster).map_or(base, |run| run.level) } else { base }
    });
    // Most lines run from left to right as a whole.
    let is_mixed = base != 0 || shaped.runs_of(&line.clusters).iter().any(|run| run.level != 0);
    let order = is_mixed.then(|| levels.collect::<Vec<u8>>()).map(|levels| visual_order(&levels));
    let total: f64 = line.widths.iter().sum();
    let mut x = if paper.is_rtl { paper.width - line.start - total } else { line.start };
    let mut out = Vec::with_capacity(own.len());
    for place in 0..own.len() {
        let at = order.as_ref().map_or(place, |order| order.get(place).copied().unwrap_or(place));
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
        out.is_spaced |= is_letter && is_apart;
        is_apart = is_letter && own.width - natural > SPACED * run.size;
        let mut free = own.width - natural;
        let text = cluster.text.start.saturating_sub(from)..cluster.text.end.saturating_sub(from);
        if is_letter && run.kashida.is_some() && free > 0.0 && is_joined(shaped, own.cluster) {
            kashida(run, std::mem::take(&mut free), &text, &mut out);
        }
        for (at, glyph) in glyphs.iter().enumerate() {
            let extra = if at == last { free } else { 0.0 };
            out.glyphs.push(PlacedGlyph {
                id: glyph.id,
                advance: (f64::from(glyph.advance) * em + extra) as f32,
                x_offset: (f64::from(glyph.x_offset) * em) as f32,
                y_offset: (f64::from(glyph.y_offset) * run.size) as f32,
                text: text.clone(),
            });
        }
    }
    if out.glyphs.is_empty() {
        return None;
    }
    shaped.text.get(from as usize..to as usize)?.clone_into(&mut out.text);
    Some(Item::Glyphs(out))
}

/// Whether upright text of a run goes on in the next: scripts part runs.
fn is_alike(run: &Run, next: Option<&Run>) -> bool {
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
fn kashida(run: &Run, width: f64, text: &Range<u32>, out: &mut GlyphRun) {
    let Some((id, natural)) = run.kashida else { return };
    let natural = natural * run.size * run.style.scale;
    let count = if natural > 0.0 { (width / natural).ceil().clamp(1.0, MAX_KASHIDAS) } else { 1.0 };
    for _ in 0..count as usize {
        let advance = (width / count) as f32;
        out.glyphs.push(PlacedGlyph { id, advance, x_offset: 0.0, y_offset: 0.0, text: text.clone() });
    }
}

/// Items turned anticlockwise: what they draw to the right goes up, and what they draw below each other to the right.
fn turned_back(items: Vec<Item>, (x, y): (f64, f64)) -> Item {
    Item::Group(Group { transform: [0.0, -1.0, 1.0, 0.0, x, y], clip: None, opacity: 1.0, items })
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
        glyphs: vec![PlacedGlyph::new(id, advance, (0.0, 0.0), 0..1)],
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
        flip: picture.flip,
        recolour: picture.recolour.clone(),
        vector: picture.vector.clone(),
        alt: picture.alt.clone(),
        link,
        element: None,
    }))
}
