//! Colours of DrawingML (20.1.2.3).

use super::colour::hex;
use super::theme::Theme;
use crate::drawing::{Ink, Rgb};
use crate::read::Element;
use crate::units::{CHANNEL, FULL_TURN, PARTS_PER_DEGREE, PER_CENT_THOUSANDTHS};

/// Share of each channel in the light of a colour: as sRGB has it (IEC 61966-2-1), for `a:gray` (20.1.2.3.9).
const LIGHT: [f64; 3] = [0.2126, 0.7152, 0.0722];

/// Unit: a turn in 60,000ths of a degree (20.1.10.3).
const TURN: f64 = FULL_TURN * PARTS_PER_DEGREE;

/// Unit: the curve of sRGB (IEC 61966-2-1): a line up to an end, which is another one on each side, and above it a power.
const LINE: f64 = 12.92;
const LINE_END: f64 = 0.040_45;
const LINE_END_LINEAR: f64 = 0.003_130_8;
const OFFSET: f64 = 0.055;
const FACTOR: f64 = 1.055;
const GAMMA: f64 = 2.4;

/// Mathematics: hue as sixths of a turn, in which green is 2 and blue 4; and as twelfths, at which red, green and blue begin.
const SIXTHS: f64 = 6.0;
const BLUE_SIXTH: f64 = 4.0;
const TWELFTHS: f64 = 12.0;
const BEGINS: [f64; 3] = [0.0, 8.0, 4.0];
const RISES: f64 = 3.0;
const FALLS: f64 = 9.0;

/// The colour in an element such as `a:solidFill`; `placeholder` is what a theme's own formats leave open (`phClr`).
pub(crate) fn ink(parent: Element<'_>, theme: &Theme, placeholder: Option<Ink>) -> Option<Ink> {
    parent.children().into_iter().find_map(|child| colour(child, theme, placeholder))
}

/// The colour that an element such as `a:srgbClr` is.
pub(crate) fn colour(element: Element<'_>, theme: &Theme, placeholder: Option<Ink>) -> Option<Ink> {
    let name = element.val().unwrap_or_default();
    let share = |name: &str| element.share(name).unwrap_or(0.0).clamp(0.0, 1.0);
    let opaque = |colour: Rgb| Ink { colour, opacity: 1.0 };
    let base = match element.name() {
        "srgbClr" => opaque(hex(&name)?),
        "schemeClr" if name == "phClr" => placeholder?,
        "schemeClr" => opaque(theme.colour(&name)?),
        "sysClr" => {
            let saved = element.attr("lastClr").and_then(|saved| hex(&saved));
            opaque(saved.unwrap_or(if name == "window" { [255; 3] } else { [0; 3] }))
        }
        "prstClr" => opaque(preset(&name)?),
        "scrgbClr" => opaque([share("r"), share("g"), share("b")].map(to_byte)),
        "hslClr" => {
            let hue = element.int("hue").unwrap_or(0) as f64 / TURN;
            opaque(from_hsl([hue.rem_euclid(1.0), share("sat"), share("lum")]))
        }
        _ => return None,
    };
    Some(element.children().into_iter().fold(base, changed))
}

/// A colour after one of the changes that may stand in it; they apply in their order.
fn changed(own: Ink, change: Element<'_>) -> Ink {
    let Some(amount) = change.share("val") else {
        return match change.name() {
            "gray" => {
                let [r, g, b] = own.colour.map(f64::from);
                Ink { colour: [(LIGHT[0] * r + LIGHT[1] * g + LIGHT[2] * b).round() as u8; 3], ..own }
            }
            "inv" => Ink { colour: own.colour.map(|channel| 255 - channel), ..own },
            _ => own,
        };
    };
    let [hue, saturation, light] = to_hsl(own.colour);
    let linear = own.colour.map(to_linear);
    let colour = match change.name() {
        "alpha" => return Ink { opacity: amount.clamp(0.0, 1.0), ..own },
        "alphaMod" => return Ink { opacity: (own.opacity * amount).clamp(0.0, 1.0), ..own },
        "alphaOff" => return Ink { opacity: (own.opacity + amount).clamp(0.0, 1.0), ..own },
        "lumMod" => from_hsl([hue, saturation, light * amount]),
        "lumOff" => from_hsl([hue, saturation, light + amount]),
        "lum" => from_hsl([hue, saturation, amount]),
        "satMod" => from_hsl([hue, saturation * amount, light]),
        "satOff" => from_hsl([hue, saturation + amount, light]),
        "sat" => from_hsl([hue, amount, light]),
        "hueMod" => from_hsl([(hue * amount).rem_euclid(1.0), saturation, light]),
        // An angle, read as a share.
        "hueOff" => {
            from_hsl([(hue + amount / (TURN / PER_CENT_THOUSANDTHS)).rem_euclid(1.0), saturation, light])
        }
        "shade" => linear.map(|channel| to_byte(channel * amount)),
        "tint" => linear.map(|channel| to_byte(channel * amount + 1.0 - amount)),
        _ => return own,
    };
    Ink { colour, ..own }
}

/// The curve of sRGB (IEC 61966-2-1).
fn to_linear(channel: u8) -> f64 {
    let value = f64::from(channel) / CHANNEL;
    if value <= LINE_END { value / LINE } else { ((value + OFFSET) / FACTOR).powf(GAMMA) }
}

fn to_byte(linear: f64) -> u8 {
    let linear = linear.clamp(0.0, 1.0);
    let value =
        if linear <= LINE_END_LINEAR { linear * LINE } else { FACTOR * linear.powf(1.0 / GAMMA) - OFFSET };
    (value * CHANNEL).round() as u8
}

/// Hue, saturation, lightness from 0 to 1.
fn to_hsl(colour: Rgb) -> [f64; 3] {
    let [r, g, b] = colour.map(|channel| f64::from(channel) / CHANNEL);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (light, range) = ((most + least) / 2.0, most - least);
    if range == 0.0 {
        return [0.0, 0.0, light];
    }
    let saturation = range / (1.0 - (2.0 * light - 1.0).abs());
    let sixth = if most == r {
        (g - b) / range
    } else if most == g {
        (b - r) / range + 2.0
    } else {
        (r - g) / range + BLUE_SIXTH
    };
    [(sixth / SIXTHS).rem_euclid(1.0), saturation, light]
}

fn from_hsl([hue, saturation, light]: [f64; 3]) -> Rgb {
    let (saturation, light) = (saturation.clamp(0.0, 1.0), light.clamp(0.0, 1.0));
    let reach = saturation * light.min(1.0 - light);
    BEGINS.map(|shift: f64| {
        let at = (shift + hue * TWELFTHS) % TWELFTHS;
        let value = light - reach * (at - RISES).min(FALLS - at).clamp(-1.0, 1.0);
        (value * CHANNEL).round() as u8
    })
}

/// Colours with a name (20.1.10.48): the basic ones.
fn preset(name: &str) -> Option<Rgb> {
    Some(match name {
        "black" => [0, 0, 0],
        "white" => [255, 255, 255],
        "red" => [255, 0, 0],
        "green" => [0, 128, 0],
        "lime" => [0, 255, 0],
        "blue" => [0, 0, 255],
        "yellow" => [255, 255, 0],
        "cyan" | "aqua" => [0, 255, 255],
        "magenta" | "fuchsia" => [255, 0, 255],
        "gray" | "grey" => [128, 128, 128],
        "ltGray" | "lightGray" => [211, 211, 211],
        "dkGray" | "darkGray" => [169, 169, 169],
        "silver" => [192, 192, 192],
        "maroon" => [128, 0, 0],
        "olive" => [128, 128, 0],
        "navy" => [0, 0, 128],
        "purple" => [128, 0, 128],
        "teal" => [0, 128, 128],
        "orange" => [255, 165, 0],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_to_hsl_and_back() {
        for colour in [[0x44, 0x72, 0xc4], [255, 0, 0], [0, 0, 0], [255; 3], [0x70, 0xad, 0x47], [1, 2, 250]]
        {
            assert_eq!(from_hsl(to_hsl(colour)), colour);
            assert_eq!(colour.map(|channel| to_byte(to_linear(channel))), colour);
        }
    }
}
