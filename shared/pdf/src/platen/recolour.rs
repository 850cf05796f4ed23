//! Changes of pictures' colours (ECMA-376 part 1, 20.1.8).

use image::RgbaImage;
use platen_layout::Recolour;

/// Changes the colours of a picture, in the order of the changes.
pub(super) fn change(pixels: &mut RgbaImage, changes: &[Recolour]) {
    for pixel in pixels.pixels_mut() {
        pixel.0 = changes.iter().fold(pixel.0, |own, change| changed(own, *change));
    }
}

fn changed([red, green, blue, alpha]: [u8; 4], change: Recolour) -> [u8; 4] {
    let own = [red, green, blue];
    let [r, g, b] = own.map(f64::from);
    let light = 0.299 * r + 0.587 * g + 0.114 * b;
    let with = |[red, green, blue]: [u8; 3]| [red, green, blue, alpha];
    match change {
        Recolour::Grey => with([light.round() as u8; 3]),
        Recolour::BlackWhite(from) => with([if light >= from * 255.0 { 255 } else { 0 }; 3]),
        Recolour::Light { bright, contrast } => {
            // Half the brightness is what VML calls the black level. A contrast of 1 leaves only black and white, one of -1 only grey.
            let slope = if contrast >= 1.0 {
                255.0
            } else if contrast > 0.0 {
                1.0 / (1.0 - contrast)
            } else {
                1.0 + contrast
            };
            let value = |channel: u8| (f64::from(channel) - 127.5) * slope + 127.5 + bright * 127.5;
            with(own.map(|channel| value(channel).round().clamp(0.0, 255.0) as u8))
        }
        Recolour::Duotone(dark, bright) => {
            let share = light / 255.0;
            let between = |at: usize| f64::from(dark[at]) * (1.0 - share) + f64::from(bright[at]) * share;
            with([0, 1, 2].map(|at| between(at).round() as u8))
        }
        Recolour::Opacity(share) => [red, green, blue, (f64::from(alpha) * share).round() as u8],
        Recolour::Clear(colour) if colour == own => [red, green, blue, 0],
        Recolour::Clear(_) => [red, green, blue, alpha],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_change() {
        assert_eq!(changed([255, 0, 0, 9], Recolour::Grey), [76, 76, 76, 9]);
        assert_eq!(changed([200, 200, 200, 9], Recolour::BlackWhite(0.5)), [255, 255, 255, 9]);
        assert_eq!(changed([0, 0, 0, 9], Recolour::Duotone([1, 2, 3], [9, 9, 9])), [1, 2, 3, 9]);
        assert_eq!(changed([5, 6, 7, 200], Recolour::Opacity(0.5)), [5, 6, 7, 100]);
        assert_eq!(changed([5, 6, 7, 200], Recolour::Clear([5, 6, 7])), [5, 6, 7, 0]);
        let washed = Recolour::Light { bright: 0.7, contrast: -0.7 };
        // Word's own washed out pictures: from seven tenths of white to white.
        let [red, green, ..] = changed([0, 255, 0, 255], washed);
        assert!((178..=179).contains(&red) && green == 255, "{red} {green}");
    }
}
