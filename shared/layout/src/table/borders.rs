//! Borders of cells that meet: the heavier one is drawn (17.4.66, [MS-OI29500] 2.1.169).

use crate::model::border::{Border, BorderStyle};
use crate::model::colour::Colour;
use crate::pages::{Dash, Item, Rule};

/// Which of two borders at one place is drawn. `none` yields; of equal ones the first in reading order stays.
pub(crate) fn stronger(first: Option<Border>, second: Option<Border>) -> Option<Border> {
    let (first, second) = (first.filter(Border::is_drawn), second.filter(Border::is_drawn));
    let (Some(a), Some(b)) = (first, second) else { return first.or(second) };
    if b.weight() > a.weight() {
        return Some(b);
    }
    if a.weight() > b.weight() {
        return Some(a);
    }
    // The darker colour.
    let light = |colour: Colour| {
        let [r, g, b] = colour.or_black().map(u32::from);
        (r + b + 2 * g, b + 2 * g, g)
    };
    Some(if light(b.colour) < light(a.colour) { b } else { a })
}

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
        BorderStyle::ThinThick => &[-0.75, 0.75],
        _ => &[0.0],
    };
    for shift in shifts {
        let by = shift * border.width;
        let moved = |(x, y): (f64, f64)| if is_flat { (x, y + by) } else { (x + by, y) };
        out.push(Item::Rule(Rule { from: moved(from), to: moved(to), width: border.width, colour, dash }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn border(style: BorderStyle, width: f64, colour: Colour) -> Option<Border> {
        Some(Border { style, width, space: 0.0, colour })
    }

    #[test]
    fn the_heavier_border_wins_then_the_darker_one() {
        let thin = border(BorderStyle::Single, 0.5, Colour::Auto);
        let thick = border(BorderStyle::Single, 1.5, Colour::Rgb([255; 3]));
        let red = border(BorderStyle::Single, 0.5, Colour::Rgb([255, 0, 0]));
        let none = border(BorderStyle::None, 0.0, Colour::Auto);
        assert_eq!(stronger(thin, thick), thick);
        assert_eq!(stronger(red, thin), thin);
        assert_eq!(stronger(none, red), red);
        assert_eq!(stronger(none, None), None);
    }
}
