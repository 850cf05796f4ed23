//! Draws around a line's glyphs: backgrounds, underlines and strikethroughs, borders of runs, areas of links.

use std::sync::Arc;

use super::border_line::{self, Side};
use super::glyphs::colour;
use super::{Paper, Placed};
use crate::bounds::HAIR;
use crate::model::border::Border;
use crate::model::colour::Colour;
use crate::model::run::UnderlineStyle;
use crate::pages::{Dash, Item, Rect, Rule, Target};
use crate::shape::{Kind, Run, Shaped};

/// Half a wave of a wavy line, along and across it, in points. A guess.
const WAVE: (f64, f64) = (1.5, 0.6);

/// Pieces of one wavy line.
const MAX_WAVES: usize = 1000;

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
        match out.last_mut().filter(|(last, _, end)| *last == picked && (own.x - *end).abs() < HAIR) {
            Some((_, _, end)) => *end = own.x + own.width,
            None => out.push((picked, own.x, own.x + own.width)),
        }
    }
    out
}

/// As [`groups`]. Text that is set as one draws what is around it itself.
fn groups_of_text<'s, T: PartialEq>(
    shaped: &'s Shaped<'_>,
    placed: &[Placed],
    pick: impl Fn(&'s Run, &Placed, Kind) -> Option<T>,
) -> Vec<(T, f64, f64)> {
    groups(shaped, placed, |run, own, kind| match kind {
        Kind::Composite(_) => None,
        _ => pick(run, own, kind),
    })
}

pub(super) fn grounds(shaped: &Shaped<'_>, placed: &[Placed], baseline: f64, out: &mut Vec<Item>) {
    let found = groups_of_text(shaped, placed, |run, _, _| {
        Some((run.style.ground?, run.ascent, run.descent, run.rise))
    });
    for ((colour, ascent, descent, rise), from, to) in found {
        let rect = Rect { x: from, y: baseline - rise - ascent, width: to - from, height: ascent + descent };
        out.push(Item::Fill { rect, colour });
    }
}

/// Lines under and through text.
pub(super) fn lines(
    shaped: &Shaped<'_>,
    placed: &[Placed],
    baseline: f64,
    paper: Paper,
    out: &mut Vec<Item>,
) {
    let under = groups_of_text(shaped, placed, |run, own, kind| {
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
            UnderlineStyle::DotDotDash => Dash::DotDotDash,
            _ => Dash::Solid,
        };
        if style == UnderlineStyle::Wave {
            wave((from, to), baseline + position, thickness / 2.0, colour, out);
            continue;
        }
        let mut rule = |y: f64| {
            out.push(Item::Rule(Rule { from: (from, y), to: (to, y), width, colour, dash }));
        };
        rule(baseline + position);
        if style == UnderlineStyle::Double {
            rule(baseline + position + 2.0 * thickness);
        }
    }
    let through = groups_of_text(shaped, placed, |run, own, _| {
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

/// A wavy line, in straight pieces.
fn wave((from, to): (f64, f64), y: f64, width: f64, colour: crate::Rgb, out: &mut Vec<Item>) {
    let (along, across) = WAVE;
    let count = (((to - from) / along).ceil().max(0.0) as usize).min(MAX_WAVES);
    let at = |place: usize| {
        let x = (from + place as f64 * along).min(to);
        (x, if place.is_multiple_of(2) { y + across } else { y - across })
    };
    out.extend((0..count).map(|place| {
        Item::Rule(Rule { from: at(place), to: at(place + 1), width, colour, dash: Dash::Solid })
    }));
}

/// Boxes around runs (17.3.2.4): neighbours of one border are in one box.
pub(super) fn borders(shaped: &Shaped<'_>, placed: &[Placed], baseline: f64, out: &mut Vec<Item>) {
    let found = groups_of_text(shaped, placed, |run, own, _| {
        let border: Border = run.style.border.filter(|_| !own.hangs)?;
        Some((border, run.ascent, run.descent, run.rise))
    });
    for ((border, ascent, descent, rise), from, to) in found {
        let aside = border.space + border.width / 2.0;
        let (left, right) = (from - aside, to + aside);
        let (top, bottom) =
            (baseline - rise - ascent - border.space, baseline - rise + descent + border.space);
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        let sides = [Side::Before, Side::Behind, Side::Behind, Side::Before];
        for (place, side) in sides.into_iter().enumerate() {
            border_line::draw(&border, side, corners[place], corners[(place + 1) % 4], out);
        }
    }
}

pub(super) fn links(shaped: &Shaped<'_>, placed: &[Placed], top: f64, height: f64, out: &mut Vec<Item>) {
    let found = groups(shaped, placed, |run, own, _| {
        let target: &Arc<Target> = run.link.as_ref().filter(|_| !own.hangs)?;
        Some(target.clone())
    });
    for (target, from, to) in found {
        let rect = Rect { x: from, y: top, width: to - from, height };
        out.push(Item::Link { rect, target, element: None });
    }
}
