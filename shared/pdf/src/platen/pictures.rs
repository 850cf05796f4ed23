//! The pictures of one PDF, each embedded once however often it is drawn.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::sync::Arc;

use image::ImageReader;

use krilla::image::Image;
use platen_layout::Undrawn;

use super::write::Making;

/// Pictures by part; `None` for those that cannot be drawn.
pub(super) struct Pictures<'a> {
    making: &'a Making<'a>,
    /// Pictures whose pixels turned out to be damaged.
    damaged: &'a [Image],
    known: HashMap<Arc<str>, Option<Image>>,
    /// Those that were asked for and cannot be drawn.
    left_out: BTreeMap<Arc<str>, Lack>,
}

/// Why a picture is not drawn.
#[derive(Clone, Copy)]
enum Lack {
    Missing,
    Damaged,
    TooLarge,
    Format(&'static str),
}

impl Lack {
    fn detail(self) -> String {
        match self {
            Lack::Missing => "a picture is left out: the document does not hold it".to_owned(),
            Lack::Damaged => "a picture is left out: it is damaged".to_owned(),
            Lack::TooLarge => "a picture is left out: it has too many pixels".to_owned(),
            Lack::Format(name) => format!("a picture is left out: the format {name} is not drawn"),
        }
    }
}

impl<'a> Pictures<'a> {
    pub(super) fn new(making: &'a Making<'a>, damaged: &'a [Image]) -> Pictures<'a> {
        Pictures { making, damaged, known: HashMap::new(), left_out: BTreeMap::new() }
    }

    /// The picture in the part of this name.
    pub(super) fn get(&mut self, part: &Arc<str>) -> Option<Image> {
        if let Some(known) = self.known.get(part) {
            return known.clone();
        }
        let read = match self.read(part) {
            Ok(image) if self.damaged.contains(&image) => Err(Lack::Damaged),
            read => read,
        };
        let image = read.map_err(|lack| self.left_out.insert(Arc::clone(part), lack)).ok();
        self.known.insert(Arc::clone(part), image.clone());
        image
    }

    /// What the pages lack.
    pub(super) fn left_out(self) -> Vec<Undrawn> {
        let undrawn = |(part, lack): (Arc<str>, Lack)| Undrawn {
            code: "picture",
            detail: lack.detail(),
            part: part.to_string(),
            text: String::new(),
            count: 1,
        };
        self.left_out.into_iter().map(undrawn).collect()
    }

    fn read(&self, name: &str) -> Result<Image, Lack> {
        let Making { package, limits, budget, conformance, .. } = self.making;
        let part = package.part(name).ok_or(Lack::Missing)?;
        let bytes = package.read_within(part, budget).map_err(|_| Lack::Damaged)?;
        let format = imagesize::image_type(&bytes).map_err(|_| unread(&bytes))?;
        let size = imagesize::blob_size(&bytes).map_err(|_| Lack::Damaged)?;
        // Attack: a picture of a few kilobytes that says to have a hundred thousand pixels each way.
        let pixels = size.width.checked_mul(size.height).and_then(|pixels| u64::try_from(pixels).ok());
        if pixels.is_none_or(|pixels| pixels > limits.picture_pixels) {
            return Err(Lack::TooLarge);
        }
        let of = match format {
            imagesize::ImageType::Png => Image::from_png,
            imagesize::ImageType::Jpeg => Image::from_jpeg,
            imagesize::ImageType::Gif => Image::from_gif,
            imagesize::ImageType::Webp => Image::from_webp,
            imagesize::ImageType::Bmp | imagesize::ImageType::Tiff => return unpacked(bytes),
            _ => return Err(unread(&bytes)),
        };
        // Archives draw every pixel as it is (ISO 19005-2, 6.2.8).
        of(bytes.into(), conformance.is_none()).map_err(|_| Lack::Damaged)
    }
}

/// Attack: a picture whose decoder asks for more memory than its pixels are worth.
const MOST_DECODED: u64 = 256 << 20;

/// A picture in a format that krilla does not know, as its pixels.
fn unpacked(bytes: Vec<u8>) -> Result<Image, Lack> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| Lack::Damaged)?;
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_DECODED);
    reader.limits(limits);
    let pixels = reader.decode().map_err(|_| Lack::Damaged)?.into_rgba8();
    let (width, height) = pixels.dimensions();
    Ok(Image::from_rgba8(pixels.into_raw(), width, height))
}

/// What is said of bytes that no decoder knows: Windows' metafiles by their first bytes ([MS-WMF] 2.3.2.3, 2.3.2.2;
/// [MS-EMF] 2.3.4.2), PICT and vector formats by none.
fn unread(bytes: &[u8]) -> Lack {
    let is_emf = bytes.starts_with(&[1, 0, 0, 0]) && bytes.get(40..44) == Some(b" EMF");
    let is_wmf = bytes.starts_with(&[0xd7, 0xcd, 0xc6, 0x9a]) || bytes.starts_with(&[1, 0, 9, 0]);
    match (is_emf, is_wmf) {
        (true, _) => Lack::Format("EMF"),
        (_, true) => Lack::Format("WMF"),
        _ if bytes.starts_with(b"<?xml") || bytes.starts_with(b"<svg") => Lack::Format("SVG"),
        _ => Lack::Format("of this file"),
    }
}
