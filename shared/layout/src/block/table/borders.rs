//! Borders of cells that meet: the heavier one wins (17.4.66, [MS-OI29500] 2.1.169).

use crate::model::border::Border;
use crate::model::colour::Colour;

/// The border to draw of two at one place. `none` yields; of equal ones, the first in reading order stays.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::border::BorderStyle;

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
