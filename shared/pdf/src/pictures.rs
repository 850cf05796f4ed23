//! Pictures as the engine wants them, made once per process: a letterhead's logo is the same in every letter.
//!
//! The engine keeps 192 pixels to the inch, as Word does when it exports, and packs each opaque picture both as JPEG and
//! with Deflate to take the smaller. That costs it more than the rest of a letter. A picture that has its final size,
//! and is a JPEG already where that is smaller, costs a fraction, and is what the engine would have made: the same
//! filter, the same quality.

use std::collections::HashMap;
use std::io::{Cursor, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::codecs::jpeg::{JpegDecoder, JpegEncoder};
use image::codecs::png::{PngDecoder, PngEncoder};
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageFormat, ImageResult, Limits};
use sha2::{Digest, Sha256};

/// Pixels to the inch that the engine keeps.
const RESOLUTION: f32 = 192.0;
/// What the engine compresses with.
const JPEG_QUALITY: u8 = 75;
/// Bytes that are remembered; then all are forgotten.
const MOST_BYTES: usize = 16 << 20;
/// Pictures that are remembered, those among them that are best left as they are.
const MOST_PICTURES: usize = 4096;

/// Width and height on the page, in points.
pub(crate) type Size = (f32, f32);

/// A picture's hash, and the pixels that it was made for.
type Key = ([u8; 32], Option<(u32, u32)>);

/// The pictures of this process.
#[derive(Debug, Default)]
pub(crate) struct Pictures(Mutex<Remembered>);

#[derive(Debug, Default)]
struct Remembered {
    /// `None` for a picture that is best left as it is.
    made: HashMap<Key, Option<Arc<[u8]>>>,
    bytes: usize,
}

impl Pictures {
    /// The picture as the engine shall get it, when it is drawn in this size alone; `None` to leave it as it is.
    ///
    /// It depends on its arguments alone: the same document gives the same PDF, remembered or not.
    pub(crate) fn prepared(&self, picture: &[u8], drawn: Size) -> Option<Arc<[u8]>> {
        let pixels = imagesize::blob_size(picture).ok()?;
        let pixels = (u32::try_from(pixels.width).ok()?, u32::try_from(pixels.height).ok()?);
        let target = target(pixels, drawn);
        let key: Key = (Sha256::digest(picture).into(), target);
        if let Some(found) = self.remembered().made.get(&key) {
            return found.clone();
        }
        // What a decoder panics on is left to the engine, whose panics are caught.
        let made = catch_unwind(AssertUnwindSafe(|| made(picture, target))).unwrap_or_default();
        let made: Option<Arc<[u8]>> = made.map(Arc::from);
        let mut remembered = self.remembered();
        let length = made.as_ref().map_or(0, |made| made.len());
        if remembered.bytes + length > MOST_BYTES || remembered.made.len() >= MOST_PICTURES {
            *remembered = Remembered::default();
        }
        if length <= MOST_BYTES {
            remembered.bytes += length;
            remembered.made.insert(key, made.clone());
        }
        made
    }

    /// No code panics while it holds the lock.
    fn remembered(&self) -> std::sync::MutexGuard<'_, Remembered> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pixels that the engine would keep; `None` for all.
fn target((width, height): (u32, u32), (drawn_width, drawn_height): Size) -> Option<(u32, u32)> {
    let inches = (drawn_width / 72.0, drawn_height / 72.0);
    let resolution = (width as f32 / inches.0).max(height as f32 / inches.1);
    if !resolution.is_finite() || resolution <= RESOLUTION {
        return None;
    }
    let target = ((inches.0 * RESOLUTION).round() as u32, (inches.1 * RESOLUTION).round() as u32);
    (target.0 < width && target.1 < height && target.0 >= 4 && target.1 >= 4).then_some(target)
}

fn made(picture: &[u8], target: Option<(u32, u32)>) -> Option<Vec<u8>> {
    let format = image::guess_format(picture).ok()?;
    let is_jpeg = match format {
        // The engine keeps black and white at one bit.
        ImageFormat::Png => {
            const BIT_DEPTH: usize = 24;
            if picture.get(BIT_DEPTH) == Some(&1) {
                return None;
            }
            false
        }
        // It compresses a JPEG anew in any case.
        ImageFormat::Jpeg if target.is_some() => true,
        _ => return None,
    };
    // Each format by its name: what asks for any brings those that are not drawn into the program.
    let decoded = match is_jpeg {
        true => JpegDecoder::new(Cursor::new(picture)).and_then(decoded),
        false => PngDecoder::new(Cursor::new(picture)).and_then(decoded),
    };
    let decoded = decoded.ok()?;
    let sized = match target {
        Some((width, height)) => decoded.resize_exact(width, height, FilterType::Lanczos3),
        None => decoded,
    };
    if is_opaque(&sized) {
        let rgb = sized.to_rgb8();
        let mut jpeg = Vec::new();
        JpegEncoder::new_with_quality(&mut jpeg, JPEG_QUALITY).encode_image(&rgb).ok()?;
        if is_jpeg || jpeg.len() < deflated_length(rgb.as_raw())? {
            return Some(jpeg);
        }
    }
    target?;
    let mut png = Vec::new();
    sized.write_with_encoder(PngEncoder::new(&mut png)).ok()?;
    Some(png)
}

fn decoded(mut decoder: impl ImageDecoder) -> ImageResult<DynamicImage> {
    // Attack: a picture whose decoder wants more memory than its pixels have.
    decoder.set_limits(Limits::default())?;
    DynamicImage::from_decoder(decoder)
}

fn is_opaque(picture: &DynamicImage) -> bool {
    !picture.color().has_alpha() || picture.to_rgba8().pixels().all(|pixel| pixel.0[3] == u8::MAX)
}

fn deflated_length(bytes: &[u8]) -> Option<usize> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).ok()?;
    Some(encoder.finish().ok()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{RgbImage, RgbaImage};

    fn png(picture: impl Into<DynamicImage>) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        picture.into().write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    /// Pixels without a pattern, which Deflate makes no smaller.
    fn noise(side: u32) -> RgbImage {
        RgbImage::from_fn(side, side, |x, y| {
            let hash = (x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(40_503)).wrapping_mul(2_246_822_519);
            image::Rgb([(hash >> 24) as u8, (hash >> 16) as u8, (hash >> 8) as u8])
        })
    }

    fn kind(made: Option<Arc<[u8]>>) -> Option<(ImageFormat, u32, u32)> {
        let made = made?;
        let decoded = image::load_from_memory(&made).unwrap();
        Some((image::guess_format(&made).unwrap(), decoded.width(), decoded.height()))
    }

    #[test]
    fn pictures_get_the_size_and_format_that_the_engine_would_choose() {
        let pictures = Pictures::default();
        let clear = RgbaImage::from_pixel(400, 400, image::Rgba([9, 9, 9, 100]));
        let flat = RgbImage::from_pixel(400, 400, image::Rgb([9, 9, 9]));
        let inch = (72.0, 72.0);
        assert_eq!(kind(pictures.prepared(&png(noise(400)), inch)), Some((ImageFormat::Jpeg, 192, 192)));
        assert_eq!(kind(pictures.prepared(&png(clear), inch)), Some((ImageFormat::Png, 192, 192)));
        assert_eq!(kind(pictures.prepared(&png(flat.clone()), inch)), Some((ImageFormat::Png, 192, 192)));
        // Drawn large, none of its pixels are too many.
        let page = (500.0, 500.0);
        assert_eq!(kind(pictures.prepared(&png(noise(400)), page)), Some((ImageFormat::Jpeg, 400, 400)));
        assert_eq!(kind(pictures.prepared(&png(flat), page)), None);
    }

    #[test]
    fn what_cannot_be_read_or_drawn_stays_as_it_is() {
        let pictures = Pictures::default();
        let whole = png(noise(400));
        for (picture, drawn) in [
            (&b"no picture"[..], (72.0, 72.0)),
            (&whole[..whole.len() / 2], (72.0, 72.0)),
            (&png(RgbImage::new(40, 40)), (0.0, 0.0)),
            (&png(RgbImage::new(40, 40)), (f32::NAN, 72.0)),
        ] {
            assert_eq!(kind(pictures.prepared(picture, drawn)), None);
        }
    }

    #[test]
    fn a_picture_is_made_once() {
        let pictures = Pictures::default();
        let picture = png(noise(400));
        let first = pictures.prepared(&picture, (72.0, 72.0)).unwrap();
        assert!(Arc::ptr_eq(&first, &pictures.prepared(&picture, (72.0, 72.0)).unwrap()));
        assert_ne!(first, pictures.prepared(&picture, (36.0, 36.0)).unwrap());
    }
}
