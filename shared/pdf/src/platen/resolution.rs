//! Reduces pictures to the pixels that print shows, and photographs to JPEG, which makes PDFs small.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, GenericImageView, ImageDecoder, ImageReader};
use platen_layout::{Item, Page, Paint};

/// Pixels to the inch that are kept: as many as Word keeps by default (File, Options, Advanced, Image Size and Quality).
const DENSITY: f64 = 220.0;

/// A picture of less than a tenth more pixels each way is not resampled: that would blur it and save little.
const WORTH: f64 = 0.9;

/// Quality of JPEG, at which the loss is not seen in print.
const QUALITY: u8 = 85;

/// How many times larger a picture has to be without loss to pass for a photograph. Drawings and screenshots are not: JPEG
/// would blur their edges.
const PHOTOGRAPH: usize = 3;

/// Bytes of a file from which on it is tried whether JPEG makes it smaller.
const LARGE: usize = 64 << 10;

/// Attack: a picture whose decoder asks for more memory than its pixels are worth.
const MOST_DECODED: u64 = 256 << 20;

/// Attack: 50 million pixels of four channels in 200 KB. A picture is held up to four times while it is made smaller, split
/// into colours and opacity, and packed.
pub(super) const MOST_HELD: u64 = 128 << 20;

/// The most pixels of a picture that print shows, each way.
pub(super) type Most = (u32, u32);

/// A picture of which nothing may be left out: of its pixels depends how large it is drawn.
pub(super) const ALL: Most = (u32::MAX, u32::MAX);

/// The pixels that print shows of each picture, where it stands largest.
pub(super) fn printed(pages: &[Page]) -> HashMap<Arc<str>, Most> {
    let mut out = HashMap::new();
    pages.iter().for_each(|page| collect(&page.items, DENSITY / 72.0, &mut out));
    out
}

/// `scale`: pixels for a point. Groups are not nested deeper than the layout's own bound.
fn collect(items: &[Item], scale: f64, out: &mut HashMap<Arc<str>, Most>) {
    let pixels = |width: f64, height: f64| ((width * scale).ceil() as u32, (height * scale).ceil() as u32);
    for item in items {
        match item {
            Item::Picture(own) => {
                let [left, top, right, bottom] = own.crop;
                add(
                    out,
                    &own.part,
                    pixels(own.rect.width / (1.0 - left - right), own.rect.height / (1.0 - top - bottom)),
                );
            }
            Item::Drawing(drawing) => {
                for fill in drawing.paths.iter().filter_map(|path| path.fill.as_ref()) {
                    let Paint::Picture(own) = fill else { continue };
                    add(
                        out,
                        &own.part,
                        if own.tile.is_some() { ALL } else { pixels(own.rect.width, own.rect.height) },
                    );
                }
            }
            Item::Group(group) => {
                let [a, b, c, d, ..] = group.transform;
                collect(&group.items, scale * a.hypot(b).max(c.hypot(d)), out);
            }
            _ => {}
        }
    }
}

fn add(out: &mut HashMap<Arc<str>, Most>, part: &Arc<str>, (wide, high): Most) {
    let most = out.entry(Arc::clone(part)).or_default();
    *most = (most.0.max(wide), most.1.max(high));
}

/// A picture's file in another form.
pub(super) struct Reduced {
    pub(super) bytes: Vec<u8>,
    pub(super) is_jpeg: bool,
}

/// A smaller file that prints the same. `None`: there is none, and the picture stays as it is; so do those that are not
/// opaque, those in the colours of a press, and those whose pixels take too much memory.
pub(super) fn reduced(bytes: &[u8], is_jpeg: bool, size: (u32, u32), most: Most) -> Option<Reduced> {
    let fitted = fitted(size, most);
    if fitted.is_none() && (is_jpeg || bytes.len() < LARGE) || is_jpeg && inks(bytes) == Some(4) {
        return None;
    }
    let picture = opaque(DynamicImage::from_decoder(decoder(bytes)?).ok()?)?;
    let picture = match fitted {
        Some(size) => resampled(&picture, size),
        None => picture,
    };
    let jpeg = jpeg(&picture);
    if is_jpeg {
        return jpeg.filter(|own| own.len() < bytes.len()).map(|bytes| Reduced { bytes, is_jpeg });
    }
    let png = png(&picture)?;
    match jpeg.filter(|jpeg| jpeg.len() < png.len().min(bytes.len()) / PHOTOGRAPH) {
        Some(bytes) => Some(Reduced { bytes, is_jpeg: true }),
        None => (png.len() < bytes.len()).then_some(Reduced { bytes: png, is_jpeg: false }),
    }
}

/// A picture's pixels, no more than print shows. `None`: it is damaged, or all of them take too much memory.
pub(super) fn decoded(bytes: &[u8], most: Most) -> Option<DynamicImage> {
    let picture = DynamicImage::from_decoder(decoder(bytes)?).ok()?;
    Some(match fitted(picture.dimensions(), most) {
        Some(size) => resampled(&picture, size),
        None => picture,
    })
}

/// Whether a picture's pixels take more memory than there is for one picture, by its header.
pub(super) fn is_heavy(bytes: &[u8]) -> bool {
    reader(bytes)
        .and_then(|reader| reader.into_decoder().ok())
        .is_some_and(|decoder| decoder.total_bytes() > MOST_HELD)
}

/// What reads a picture's pixels, if they are not too many. No decoder reads fewer: they are all held before they are averaged.
fn decoder(bytes: &[u8]) -> Option<impl ImageDecoder> {
    let decoder = reader(bytes)?.into_decoder().ok()?;
    (decoder.total_bytes() <= MOST_HELD).then_some(decoder)
}

fn reader(bytes: &[u8]) -> Option<ImageReader<Cursor<&[u8]>>> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_DECODED);
    reader.limits(limits);
    Some(reader)
}

/// The size to which a picture is resampled, its proportions kept.
fn fitted((width, height): (u32, u32), (wide, high): Most) -> Option<(u32, u32)> {
    let (width, height) = (f64::from(width), f64::from(height));
    let share = (f64::from(wide) / width).max(f64::from(high) / height);
    let side = |pixels: f64| (pixels * share).round().max(1.0) as u32;
    (share < WORTH).then(|| (side(width), side(height)))
}

/// From much larger pictures a rough average first: all of a filter's work on them would not show.
fn resampled(picture: &DynamicImage, (width, height): (u32, u32)) -> DynamicImage {
    let (rough_width, rough_height) = (width.saturating_mul(2), height.saturating_mul(2));
    if picture.width() > rough_width && picture.height() > rough_height {
        picture.thumbnail_exact(rough_width, rough_height).resize_exact(width, height, FilterType::Triangle)
    } else {
        picture.resize_exact(width, height, FilterType::Triangle)
    }
}

/// The picture with a byte a channel. `None`: something shines through it.
fn opaque(picture: DynamicImage) -> Option<DynamicImage> {
    let colour = picture.color();
    if colour.has_alpha() && picture.pixels().any(|(_, _, pixel)| pixel.0[3] != u8::MAX) {
        return None;
    }
    Some(if colour.has_color() { picture.into_rgb8().into() } else { picture.into_luma8().into() })
}

fn jpeg(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    picture.write_with_encoder(JpegEncoder::new_with_quality(&mut out, QUALITY)).ok()?;
    Some(out)
}

fn png(picture: &DynamicImage) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut out)).ok()?;
    Some(out)
}

/// Channels of a JPEG file: the frame header says it (ITU T.81, B.2.2).
pub(super) fn inks(jpeg: &[u8]) -> Option<u8> {
    let mut at = 2;
    loop {
        let [0xff, marker, high, low] = *jpeg.get(at..at + 4)? else { return None };
        match marker {
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => return jpeg.get(at + 9).copied(),
            _ => at += 2 + usize::from(u16::from_be_bytes([high, low])),
        }
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, RgbaImage};

    use super::*;

    /// Colours that run into one another, with noise: what a camera sees.
    fn photograph(width: u32, height: u32) -> DynamicImage {
        let noise = |x: u32, y: u32| {
            let mixed = x.wrapping_mul(73_856_093) ^ y.wrapping_mul(19_349_663);
            (mixed ^ mixed >> 13).wrapping_mul(0x5bd1_e995) >> 24 & 7
        };
        let colour = |x, y| [x * 200 / width, y * 200 / height, 90].map(|own| (own + noise(x, y)) as u8);
        RgbImage::from_fn(width, height, |x, y| Rgb(colour(x, y))).into()
    }

    /// Black lines on white.
    fn drawing(width: u32, height: u32) -> DynamicImage {
        let colour = |x: u32, y: u32| if (x / 8 + y / 8).is_multiple_of(9) { [0; 3] } else { [255; 3] };
        RgbImage::from_fn(width, height, |x, y| Rgb(colour(x, y))).into()
    }

    fn size(reduced: &Reduced) -> (u32, u32) {
        decoded(&reduced.bytes, ALL).unwrap().dimensions()
    }

    #[test]
    fn photographs_become_jpeg_of_the_pixels_that_print_shows() {
        let own = png(&photograph(1200, 900)).unwrap();
        let small = reduced(&own, false, (1200, 900), (440, 330)).unwrap();
        assert_eq!((small.is_jpeg, size(&small)), (true, (440, 330)));
        let whole = reduced(&own, false, (1200, 900), (1200, 900)).unwrap();
        assert_eq!((whole.is_jpeg, size(&whole)), (true, (1200, 900)));
        let own = jpeg(&photograph(1200, 900)).unwrap();
        let small = reduced(&own, true, (1200, 900), (300, 330)).unwrap();
        assert_eq!((small.is_jpeg, size(&small)), (true, (440, 330)), "the larger share counts");
        assert!(small.bytes.len() < own.len() / 4);
    }

    #[test]
    fn pictures_stay_as_they_are_where_little_would_be_saved_or_something_lost() {
        let own = jpeg(&photograph(1200, 900)).unwrap();
        assert!(reduced(&own, true, (1200, 900), (1200, 900)).is_none());
        assert!(reduced(&own, true, (1200, 900), (1150, 800)).is_none(), "nearly as many pixels");
        let mut clear = photograph(1200, 900).into_rgba8();
        clear.get_pixel_mut(600, 450).0[3] = 100;
        let own = png(&RgbaImage::into(clear)).unwrap();
        assert!(reduced(&own, false, (1200, 900), (440, 330)).is_none(), "something shines through");
    }

    #[test]
    fn drawings_keep_their_edges() {
        let own = png(&drawing(2400, 1800)).unwrap();
        assert!(reduced(&own, false, (2400, 1800), (1200, 900)).is_none_or(|small| !small.is_jpeg));
    }

    /// The header of a BMP file of 24 bits a pixel, and no pixels: only what is said beforehand counts.
    fn header(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = b"BM".to_vec();
        let words = [54, 0, 54, 40, width, height, 1 | 24 << 16, 0, 0, 0, 0, 0, 0];
        bytes.extend(words.into_iter().flat_map(u32::to_le_bytes));
        bytes
    }

    #[test]
    fn a_picture_is_weighed_by_its_header() {
        assert!(is_heavy(&header(7000, 7000)));
        assert!(!is_heavy(&header(6000, 7000)), "126 million bytes");
        assert!(!is_heavy(b"no picture"));
    }

    /// A JPEG file whose header tells of more pixels than there are.
    fn boastful(width: u16, height: u16) -> Vec<u8> {
        let mut bytes = jpeg(&photograph(16, 16)).unwrap();
        let frame = bytes.windows(2).position(|two| two == [0xff, 0xc0]).unwrap();
        bytes[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        bytes[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        bytes
    }

    #[test]
    fn a_heavy_photograph_goes_into_the_file_as_it_is() {
        let (heavy, light) = (boastful(7000, 7000), boastful(2000, 2000));
        assert!(is_heavy(&heavy) && !is_heavy(&light));
        assert!(reduced(&heavy, true, (7000, 7000), (70, 70)).is_none());
        assert!(decoded(&heavy, (70, 70)).is_none(), "its colours stay as they are");
        // What tells that the pixels are what it is about: the same file, which says to have fewer.
        assert!(decoded(&light, (70, 70)).is_some());
    }

    #[test]
    fn the_frame_header_tells_the_inks_of_a_jpeg_file() {
        assert_eq!(inks(&jpeg(&photograph(16, 16)).unwrap()), Some(3));
        assert_eq!(inks(&[0xff, 0xd8, 0xff, 0xc2, 0, 20, 8, 0, 1, 0, 1, 4]), Some(4));
        assert_eq!([inks(&[]), inks(&[0xff, 0xd8, 0xff]), inks(&[0xff, 0xd8, 0, 0, 0, 0])], [None; 3]);
    }
}
