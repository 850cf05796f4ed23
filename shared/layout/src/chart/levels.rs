//! Outer levels of categories (21.2.2.115): the names of groups of categories, below or beside those of the categories.

use std::sync::Arc;

use super::canvas::{At, Canvas, Text};
use super::room;
use crate::error::LayoutError;
use crate::model::run::RunStyle;
use crate::model::shape_look::Line;
use crate::model::story::charted::Group;
use crate::units::QUARTER_TURN;

/// Share of its group that a name may take before it breaks. A guess: neighbors do not touch.
const FULL_GROUP: f64 = 0.98;

/// Space around the names of a level, in heights of a line. A guess.
const AROUND: f64 = 0.2;

/// Bound: levels, and groups of one, that are drawn.
const MAX_LEVELS: usize = 8;
const MAX_GROUPS: usize = 400;

/// The levels of an axis, from the one at the categories on.
#[derive(Default)]
pub(super) struct Levels(Vec<Level>);

struct Level {
    /// Where each group begins and ends, as shares of the axis, and the lines of its name.
    groups: Vec<((f64, f64), Vec<Text>)>,
    /// Its size across the axis, and the space around its names in that.
    size: f64,
    space: f64,
}

/// An axis as its levels see it.
pub(super) struct Side<'p> {
    /// The place of a share of it.
    pub place: &'p dyn Fn(f64) -> f64,
    pub is_upright: bool,
    /// Where the plot ends, and where the labels of the categories do: levels follow, away from the plot.
    pub edge: f64,
    pub from: f64,
}

impl Levels {
    /// The levels of an axis with a number of categories, of a length.
    pub fn of(
        levels: &[Vec<Group>],
        (count, length, is_upright): (f64, f64, bool),
        style: &Arc<RunStyle>,
        canvas: &Canvas<'_, '_>,
    ) -> Result<Levels, LayoutError> {
        let mut out = Vec::new();
        for level in levels.iter().take(MAX_LEVELS) {
            let ends = level.iter().skip(1).map(|next| next.from as f64).chain([count]);
            let mut groups = Vec::new();
            for (group, end) in level.iter().zip(ends).take(MAX_GROUPS) {
                let (from, to) = ((group.from as f64 / count).min(1.0), (end / count).min(1.0));
                let most = (to - from) * length * FULL_GROUP;
                let lines = match is_upright {
                    true => vec![canvas.text(&group.name, style)?],
                    false => room::wrapped(&group.name, style, most, canvas)?,
                };
                groups.push(((from, to), lines));
            }
            let height = groups.iter().map(|(_, lines)| room::size(lines).1).fold(0.0, f64::max);
            let space = canvas.text("0", style)?.height() * AROUND;
            out.push(Level { groups, size: height + 2.0 * space, space });
        }
        Ok(Levels(out))
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What they take beside the labels of the categories.
    pub fn thickness(&self) -> f64 {
        self.0.iter().map(|level| level.size).sum()
    }

    /// Draws them, with lines between the groups.
    pub fn draw(
        &self,
        side: &Side<'_>,
        line: Option<&Line>,
        canvas: &mut Canvas<'_, '_>,
    ) -> Result<(), LayoutError> {
        let outward = if side.from < side.edge { -1.0 } else { 1.0 };
        let point = |along: f64, across: f64| if side.is_upright { (across, along) } else { (along, across) };
        let mut from = side.from;
        for Level { groups, size, space } in &self.0 {
            let to = from + outward * size;
            let ends = groups.iter().map(|((begin, _), _)| *begin);
            let ends = ends.chain(groups.last().map(|((_, end), _)| *end));
            let pairs = ends.map(|share| {
                let along = (side.place)(share);
                (point(along, side.edge), point(along, to))
            });
            canvas.lines(pairs, line);
            for ((begin, end), lines) in groups {
                let middle = (side.place)((begin + end) / 2.0);
                if side.is_upright {
                    for text in lines {
                        canvas.turn(
                            text,
                            ((from + to) / 2.0, middle),
                            -QUARTER_TURN,
                            (At::Middle, At::Middle),
                        )?;
                    }
                    continue;
                }
                let mut y = from.min(to) + space;
                for text in lines {
                    canvas.put(text, (middle, y), (At::Middle, At::Start))?;
                    y += text.height();
                }
            }
            from = to;
        }
        Ok(())
    }
}
