//! Draws a line: glyphs, underlines and strikethroughs, backgrounds, leaders, pictures.

pub(crate) mod border_line;
mod emphasis;
mod glyphs;
mod leader;
mod picture_items;
mod run_lines;

pub(crate) use picture_items::picture_items;

use std::ops::Range;

use platen_fonts::visual_order;

use crate::drawing::Rgb;
use crate::error::LayoutError;
use crate::line::{End, Line};
use crate::model::paragraph_properties::Leader;
use crate::model::run::RunStyle;
use crate::model::story::Picture;
use crate::pages::{Dash, Item, Rect, Rule};
use crate::shape::{Composite, Kind, Part, Shaped, Shaper};
use emphasis::emphasis;
use glyphs::{colour, glyph_run, hyphen, is_alike, is_text, turned_back};
use run_lines::{borders, grounds, lines, links};

/// Thickness of the line above notes, in points: measured in PDFs of Word.
const SEPARATOR: f64 = 0.72;

/// How far above the baseline of its paragraph it runs, in em. A guess.
const SEPARATOR_RISE: f64 = 0.3;

/// Draws lines of text.
pub(crate) struct Pen<'p, 'a>(pub &'p Shaper<'a>);

/// The place and background of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paper {
    /// Width of the column.
    pub width: f64,
    /// Top of the line.
    pub top: f64,
    pub is_rtl: bool,
    /// Background colour of the text.
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

impl Pen<'_, '_> {
    /// Draws a line; calls `anchors` with the place of each floating object's anchor.
    pub fn line(
        &self,
        shaped: &Shaped<'_>,
        line: &Line,
        paper: Paper,
        out: &mut Vec<Item>,
        anchors: &mut dyn FnMut(u32, f64),
    ) -> Result<(), LayoutError> {
        let placed = place(shaped, line, paper);
        let baseline = paper.top + line.baseline;
        self.0.budget.spend(placed.len() as u64 * 4)?;
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
                            out.push(turned_back(
                                picture_items(picture, sized(picture, 0.0, 0.0), link),
                                (first.x, y),
                            ));
                        } else {
                            let (width, height) = picture.upright();
                            let x = first.x + picture.effect[0] + (width - picture.width) / 2.0;
                            let y = y - picture.effect[3] - (height + picture.height) / 2.0;
                            let rect = sized(picture, x, y);
                            out.extend(picture_items(picture, rect, link));
                        }
                    }
                }
                Kind::Equation(place) => {
                    if let Some(piece) = shaped.equations.get(place as usize) {
                        self.0.budget.spend(piece.items.len() as u64)?;
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
                    let y = baseline - run.size * SEPARATOR_RISE;
                    let colour = [0; 3];
                    let (from, to) = ((first.x, y), (first.x + first.width, y));
                    out.push(Item::Rule(Rule { from, to, width: SEPARATOR, colour, dash: Dash::Solid }));
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
    pub fn label(
        &self,
        label: &Shaped<'_>,
        at: f64,
        baseline: f64,
        paper: Paper,
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        let x = if paper.is_rtl { paper.width - at - label.width() } else { at };
        self.clusters(label, 0..label.clusters.len(), (x, baseline), paper.ground, out)
    }

    /// A text on a line of its own, from `x` to the right.
    pub fn text(
        &self,
        shaped: &Shaped<'_>,
        (x, baseline): (f64, f64),
        out: &mut Vec<Item>,
    ) -> Result<(), LayoutError> {
        self.clusters(shaped, 0..shaped.clusters.len(), (x, baseline), None, out)
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
            self.clusters(shaped, clusters.clone(), place, ground, &mut items)?;
        }
        if own.is_turned {
            out.push(turned_back(items, (x, y)));
        } else {
            out.append(&mut items);
        }
        Ok(())
    }

    /// Clusters on a line of their own, from `x` to the right.
    fn clusters(
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
            above: 0.0,
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
        self.line(shaped, &line, paper, out, &mut |_, _| {})
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

/// A picture's own size at a place.
fn sized(picture: &Picture, x: f64, y: f64) -> Rect {
    Rect { x, y, width: picture.width, height: picture.height }
}
