//! Lines of borders.

use crate::model::border::{Border, BorderStyle, THIN_LINE};
use crate::pages::{Dash, Item, Rule};

/// The places of a thick and a thin line beside the middle of their border.
const THIN_THICK: [f64; 2] = [-THIN_LINE / 2.0, THIN_LINE / 2.0];

/// A border from one point to another, drawn on the line between them.
pub(crate) fn draw(border: &Border, from: (f64, f64), to: (f64, f64), out: &mut Vec<Item>) {
    let colour = border.colour.or_black();
    let is_flat = (from.1 - to.1).abs() < (from.0 - to.0).abs();
    let dash = match border.style {
        BorderStyle::Dotted => Dash::Dotted,
        BorderStyle::Dashed => Dash::Dashed,
        BorderStyle::DotDash => Dash::DotDash,
        BorderStyle::DotDotDash => Dash::DotDotDash,
        _ => Dash::Solid,
    };
    let shifts: &[f64] = match border.style {
        BorderStyle::Nil | BorderStyle::None => return,
        BorderStyle::Double | BorderStyle::Wave => &[-1.0, 1.0],
        BorderStyle::Triple => &[-2.0, 0.0, 2.0],
        BorderStyle::ThinThick => &THIN_THICK,
        _ => &[0.0],
    };
    for shift in shifts {
        let by = shift * border.width;
        let moved = |(x, y): (f64, f64)| if is_flat { (x, y + by) } else { (x + by, y) };
        out.push(Item::Rule(Rule { from: moved(from), to: moved(to), width: border.width, colour, dash }));
    }
}

/// A line across a page or column.
pub(crate) fn plain(from: (f64, f64), to: (f64, f64), width: f64) -> Item {
    Item::Rule(Rule { from, to, width, colour: [0; 3], dash: Dash::Solid })
}
