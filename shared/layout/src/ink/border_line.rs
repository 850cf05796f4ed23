//! Lines of borders.

use crate::model::border::{Border, BorderStyle};
use crate::pages::{Dash, Item, Rule};

/// The side of a box that a border is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Above the box, or left of it.
    Before,
    /// Below the box, or right of it.
    Behind,
}

/// Draws the sides of a rectangle that have a border: above, below, left, right.
pub(crate) fn draw_sides(
    [above, below, left, right]: [Option<Border>; 4],
    from: (f64, f64),
    to: (f64, f64),
    out: &mut Vec<Item>,
) {
    let sides = [
        (above, Side::Before, from, (to.0, from.1)),
        (below, Side::Behind, (from.0, to.1), to),
        (left, Side::Before, from, (from.0, to.1)),
        (right, Side::Behind, (to.0, from.1), to),
    ];
    for (border, side, from, to) in sides {
        if let Some(border) = border {
            draw(&border, side, from, to, out);
        }
    }
}

/// A border from one point to another, drawn on the line between them.
pub(crate) fn draw(border: &Border, side: Side, from: (f64, f64), to: (f64, f64), out: &mut Vec<Item>) {
    let colour = border.colour.or_black();
    let is_flat = (from.1 - to.1).abs() < (from.0 - to.0).abs();
    let dash = match border.style {
        BorderStyle::Dotted => Dash::Dotted,
        BorderStyle::Dashed => Dash::Dashed,
        BorderStyle::DotDash => Dash::DotDash,
        BorderStyle::DotDotDash => Dash::DotDotDash,
        _ => Dash::Solid,
    };
    let middle = border.thickness() / 2.0;
    for (at, width) in border.lines() {
        let by = if side == Side::Before { middle - at } else { at - middle };
        let moved = |(x, y): (f64, f64)| if is_flat { (x, y + by) } else { (x + by, y) };
        out.push(Item::Rule(Rule { from: moved(from), to: moved(to), width, colour, dash }));
    }
}

/// A line across a page or column.
pub(crate) fn plain(from: (f64, f64), to: (f64, f64), width: f64) -> Item {
    Item::Rule(Rule { from, to, width, colour: [0; 3], dash: Dash::Solid })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::border::{Gap, Mixed};
    use crate::model::colour::Colour;

    /// Upper edge and thickness of each line of a border 3 points thick, whose middle is at 100.
    fn lines(style: BorderStyle, side: Side) -> Vec<(f64, f64)> {
        let border = Border { style, width: 3.0, space: 0.0, colour: Colour::Auto };
        let mut out = Vec::new();
        draw(&border, side, (0.0, 100.0), (50.0, 100.0), &mut out);
        let mut lines: Vec<_> = out
            .iter()
            .map(|item| match item {
                Item::Rule(rule) => (rule.from.1 - rule.width / 2.0, rule.width),
                _ => panic!("{item:?}"),
            })
            .collect();
        lines.sort_by(|a, b| a.0.total_cmp(&b.0));
        lines
    }

    /// A line above a footer, as Word draws it: 3 points, a gap of 0.75, and 0.75 points.
    #[test]
    fn thick_lines_are_outside_of_thin_ones() {
        let style = BorderStyle::Mixed(Mixed::ThinThick, Gap::Small);
        assert_eq!(lines(style, Side::Before), [(97.75, 3.0), (101.5, 0.75)]);
        assert_eq!(lines(style, Side::Behind), [(97.75, 0.75), (99.25, 3.0)]);
        let style = BorderStyle::Mixed(Mixed::ThickThin, Gap::Large);
        assert_eq!(lines(style, Side::Before), [(97.375, 0.75), (101.125, 1.5)]);
        let style = BorderStyle::Mixed(Mixed::ThinThickThin, Gap::Medium);
        assert_eq!(lines(style, Side::Behind), [(95.5, 1.5), (98.5, 3.0), (103.0, 1.5)]);
        assert_eq!(lines(BorderStyle::Double, Side::Before), [(95.5, 3.0), (101.5, 3.0)]);
    }
}
