//! Pictures that are encoded again as PNG or JPEG: formats that not every program shows, and rotated photographs. Cameras note their
//! orientation (EXIF 2.32, 4.6.4); Word and browsers respect it, but other programs do not. An upright picture is right in all of them.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::metadata::Orientation;
use image::{
    ColorType, DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageFormat, ImageReader,
};
use imagesize::ImageType;

use platen_ooxml::Bounds;

/// A picture that was written again.
pub(super) struct Redrawn {
    pub bytes: Vec<u8>,
    pub extension: &'static str,
    /// In pixels.
    pub width: u32,
    pub height: u32,
}

/// Quality of a photograph that is written again: no eye sees a difference.
const QUALITY: u8 = 92;
/// Steps of a pixel, which is read, perhaps turned, and written.
const PIXEL: u64 = 8;
/// Where files say that they have notes of a camera, if they do.
const HEAD: usize = 64 << 10;

/// Kinds that documents hold as they came; the others are written again.
pub(super) fn extension(kind: ImageType) -> Option<&'static str> {
    match kind {
        ImageType::Png => Some("png"),
        ImageType::Jpeg => Some("jpeg"),
        ImageType::Gif => Some("gif"),
        _ => None,
    }
}

fn format(kind: ImageType) -> Option<ImageFormat> {
    Some(match kind {
        ImageType::Png => ImageFormat::Png,
        ImageType::Jpeg => ImageFormat::Jpeg,
        ImageType::Webp => ImageFormat::WebP,
        ImageType::Bmp => ImageFormat::Bmp,
        ImageType::Tiff => ImageFormat::Tiff,
        _ => return None,
    })
}

/// The picture written again, if it has to be; of several pages or frames the first.
///
/// # Errors
/// It cannot be read, in words for its sender, or the budget has ended.
pub(super) fn redrawn(bytes: &[u8], kind: ImageType, bounds: Bounds<'_>) -> Result<Option<Redrawn>, String> {
    let stays = extension(kind).is_some();
    let Some(format) = format(kind).filter(|_| !stays || mentions_camera(bytes)) else { return Ok(None) };
    let broken = |error: image::ImageError| format!("is a broken picture ({error})");
    let reader = ImageReader::with_format(Cursor::new(bytes), format);
    let mut decoder = match reader.into_decoder() {
        // Other programs may read it all the same.
        Err(_) if stays => return Ok(None),
        decoder => decoder.map_err(broken)?,
    };
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    if stays && orientation == Orientation::NoTransforms {
        return Ok(None);
    }
    let (width, height) = decoder.dimensions();
    let (pixels, allowed) = (u64::from(width) * u64::from(height), bounds.limits.image_pixels);
    // What the file's head told otherwise.
    if pixels > allowed {
        return Err(format!("has more pixels than the limit image_pixels ({allowed})"));
    }
    bounds.budget.spend(PIXEL * pixels)?;
    // A profile of inks says nothing of the colors that they were turned into.
    let is_of_inks = decoder.original_color_type() == ExtendedColorType::Cmyk8;
    let profile = decoder
        .icc_profile()
        .ok()
        .flatten()
        .filter(|_| !is_of_inks && decoder.color_type() != ColorType::La8);
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    image.apply_orientation(orientation);
    let is_photograph = format == ImageFormat::Jpeg || is_lossy(bytes);
    let image = match (image.color().has_alpha(), image.color().has_color()) {
        (true, _) => DynamicImage::ImageRgba8(image.into_rgba8()),
        (false, true) => DynamicImage::ImageRgb8(image.into_rgb8()),
        (false, false) => DynamicImage::ImageLuma8(image.into_luma8()),
    };
    let (mut written, extension) =
        (Vec::new(), if is_photograph && !image.color().has_alpha() { "jpeg" } else { "png" });
    if extension == "jpeg" {
        write(JpegEncoder::new_with_quality(&mut written, QUALITY), &image, profile)
    } else {
        write(
            PngEncoder::new_with_quality(&mut written, CompressionType::Fast, FilterType::Adaptive),
            &image,
            profile,
        )
    }
    .map_err(broken)?;
    Ok(Some(Redrawn { bytes: written, extension, width: image.width(), height: image.height() }))
}

fn write(
    mut encoder: impl ImageEncoder,
    image: &DynamicImage,
    profile: Option<Vec<u8>>,
) -> image::ImageResult<()> {
    if let Some(profile) = profile {
        // A kind that holds none shows the colors as they are.
        let _ = encoder.set_icc_profile(profile);
    }
    encoder.write_image(image.as_bytes(), image.width(), image.height(), image.color().into())
}

/// Whether a PNG or JPEG file may hold notes of a camera.
fn mentions_camera(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(HEAD)];
    let mark: &[u8] = if head.starts_with(b"\x89PNG") { b"eXIf" } else { b"Exif\0\0" };
    head.windows(mark.len()).any(|window| window == mark)
}

/// Whether a WebP file is a photograph, which PNG would make ten times as large: its chunks (RFC 9649, 2.5).
fn is_lossy(bytes: &[u8]) -> bool {
    let mut at = 12;
    while let Some(head) = bytes.get(at..at + 8).filter(|_| bytes.starts_with(b"RIFF")) {
        if &head[..4] == b"VP8 " {
            return true;
        }
        let size = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        at = at.saturating_add(8).saturating_add(size).saturating_add(size % 2);
    }
    false
}
