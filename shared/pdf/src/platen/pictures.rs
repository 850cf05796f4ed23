//! The pictures of one PDF, each embedded once however often it is drawn.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use krilla::image::Image;
use platen_layout::{Page, Recolour, Undrawn};

use super::kept::weighed;
use super::making::Making;
use super::recolour;
use super::resolution::{self, Most, Reduced};

/// Pictures by part; `None` for those that cannot be drawn.
pub(super) struct Pictures<'a> {
    making: &'a Making<'a>,
    /// Those that no part holds.
    inner: &'a BTreeMap<Arc<str>, Arc<[u8]>>,
    /// The pixels that print shows of them.
    printed: HashMap<Arc<str>, Most>,
    known: HashMap<Arc<str>, Option<Image>>,
    /// Those whose colours are changed, and how.
    changed: HashMap<(Arc<str>, String), Option<Image>>,
    /// Those that cannot be drawn as they were asked for.
    lacks: BTreeMap<Arc<str>, Lack>,
}

/// Why a picture is not drawn, or not as it should be.
#[derive(Clone, Copy)]
enum Lack {
    Missing,
    Damaged,
    TooLarge,
    TooHeavy,
    Format(&'static str),
    /// It is drawn, but its colours are not changed.
    OwnColours,
}

impl Lack {
    fn detail(self) -> String {
        match self {
            Lack::Missing => "a picture is left out: the document does not contain it".to_owned(),
            Lack::Damaged => "a picture is left out: it is damaged".to_owned(),
            Lack::TooLarge => "a picture is left out: it has too many pixels".to_owned(),
            Lack::TooHeavy => format!(
                "a picture is left out: its pixels take more than {} MiB; save it with fewer, or as JPEG",
                resolution::MOST_HELD >> 20
            ),
            Lack::Format(name) => format!("a picture is left out: the format {name} is not supported"),
            Lack::OwnColours => format!(
                "a picture is drawn in its own colors, without the changes that the document makes to them: its pixels \
                 take more than {} MiB, or are damaged; save it with fewer",
                resolution::MOST_HELD >> 20
            ),
        }
    }
}

impl<'a> Pictures<'a> {
    /// Those of `pages`.
    pub(super) fn new(
        making: &'a Making<'a>,
        inner: &'a BTreeMap<Arc<str>, Arc<[u8]>>,
        pages: &[Page],
    ) -> Pictures<'a> {
        Pictures {
            making,
            inner,
            printed: resolution::printed(pages),
            known: HashMap::new(),
            changed: HashMap::new(),
            lacks: BTreeMap::new(),
        }
    }

    /// The picture in the part of this name.
    pub(super) fn get(&mut self, part: &Arc<str>) -> Option<Image> {
        if let Some(known) = self.known.get(part) {
            return known.clone();
        }
        let image = self.read(part).map_err(|lack| self.lacks.insert(Arc::clone(part), lack)).ok();
        self.known.insert(Arc::clone(part), image.clone());
        image
    }

    /// The picture with its colours changed; as it is, with a warning, where its pixels cannot be held or read.
    pub(super) fn recoloured(&mut self, part: &Arc<str>, changes: &[Recolour]) -> Option<Image> {
        if changes.is_empty() {
            return self.get(part);
        }
        let key = (Arc::clone(part), format!("{changes:?}"));
        if let Some(known) = self.changed.get(&key) {
            return known.clone();
        }
        let plain = self.get(part);
        let changed = plain.as_ref().and_then(|_| self.changed(part, changes));
        if plain.is_some() && changed.is_none() {
            self.lacks.insert(Arc::clone(part), Lack::OwnColours);
        }
        let image = changed.or(plain);
        self.changed.insert(key, image.clone());
        image
    }

    fn changed(&self, part: &Arc<str>, changes: &[Recolour]) -> Option<Image> {
        let Making { package, budget, .. } = self.making;
        let own = match self.inner.get(part) {
            Some(own) => Cow::Borrowed(&**own),
            None => Cow::Owned(package.read_within(package.part(part)?, budget).ok()?),
        };
        let mut pixels = resolution::decoded(&own, self.most(part))?.into_rgba8();
        recolour::change(&mut pixels, changes);
        let (width, height) = pixels.dimensions();
        Some(Image::from_rgba8(pixels.into_raw(), width, height))
    }

    /// What the pages lack.
    pub(super) fn lacks(self) -> Vec<Undrawn> {
        let undrawn = |(part, lack): (Arc<str>, Lack)| Undrawn {
            code: "picture",
            detail: lack.detail(),
            part: part.to_string(),
            text: String::new(),
            count: 1,
        };
        self.lacks.into_iter().map(undrawn).collect()
    }

    fn read(&self, name: &str) -> Result<Image, Lack> {
        let Making { package, kept, conformance, budget, .. } = self.making;
        // Archives draw every pixel as it is (ISO 19005-2, 6.2.8).
        let is_smooth = conformance.is_none();
        let most = self.most(name);
        if let Some(bytes) = self.inner.get(name) {
            return self.image(bytes.to_vec(), is_smooth, most);
        }
        let part = package.part(name).ok_or(Lack::Missing)?;
        let known = kept.picture(part, is_smooth, most);
        if let Some(image) = known.filter(|image| self.is_small(image.size())) {
            return Ok(image);
        }
        let bytes = package.read_within(part, budget).map_err(|_| Lack::Damaged)?;
        let image = self.image(bytes, is_smooth, most)?;
        let bytes = weighed(&image).ok_or(Lack::Damaged)?;
        kept.keep_picture(part, is_smooth, most, &image, bytes);
        Ok(image)
    }

    fn most(&self, name: &str) -> Most {
        self.printed.get(name).copied().unwrap_or(resolution::ALL)
    }

    /// Attack: a picture of a few kilobytes that says to have a hundred thousand pixels each way.
    fn is_small(&self, (width, height): (u32, u32)) -> bool {
        u64::from(width) * u64::from(height) <= self.making.limits.picture_pixels
    }

    fn image(&self, bytes: Vec<u8>, is_smooth: bool, most: Most) -> Result<Image, Lack> {
        let format = imagesize::image_type(&bytes).map_err(|_| unread(&bytes))?;
        let size = imagesize::blob_size(&bytes).map_err(|_| Lack::Damaged)?;
        let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
        let size = (side(size.width), side(size.height));
        if !self.is_small(size) {
            return Err(Lack::TooLarge);
        }
        let is_jpeg = format == imagesize::ImageType::Jpeg;
        // JPEG files go into the PDF as they are, whatever their pixels take.
        if !is_jpeg && resolution::is_heavy(&bytes) {
            return Err(Lack::TooHeavy);
        }
        let small = match resolution::reduced(&bytes, is_jpeg, size, most) {
            Some(Reduced { bytes, is_jpeg: true }) => {
                return of_jpeg(bytes, is_smooth);
            }
            Some(Reduced { bytes, .. }) => Image::from_png(bytes.into(), is_smooth).ok(),
            None => None,
        };
        let whole = whole(bytes, format, is_smooth, most)?;
        // New colours between the old ones can take more room in the PDF than fewer pixels save.
        Ok(small.filter(|small| weighed(small) < weighed(&whole)).unwrap_or(whole))
    }
}

/// All of a picture.
fn whole(bytes: Vec<u8>, format: imagesize::ImageType, is_smooth: bool, most: Most) -> Result<Image, Lack> {
    let image = match format {
        imagesize::ImageType::Png => Image::from_png(without_profile(bytes).into(), is_smooth),
        imagesize::ImageType::Jpeg => return of_jpeg(bytes, is_smooth),
        imagesize::ImageType::Gif => Image::from_gif(bytes.into(), is_smooth),
        imagesize::ImageType::Webp => Image::from_webp(bytes.into(), is_smooth),
        imagesize::ImageType::Bmp | imagesize::ImageType::Tiff => return unpacked(&bytes, most),
        _ => return Err(unread(&bytes)),
    };
    image.map_err(|_| Lack::Damaged)
}

/// A JPEG file. Word takes no notice of the color profiles of pictures (those of Apple's "Generic RGB", of a display, and of a
/// monitor in PDFs of Word 2007, 2010 and 365); what it does with those of a press is not known.
fn of_jpeg(bytes: Vec<u8>, is_smooth: bool) -> Result<Image, Lack> {
    let image = match resolution::inks(&bytes) {
        Some(4) => Image::from_jpeg(bytes.into(), is_smooth),
        _ => Image::from_jpeg_with_icc(bytes.into(), None, is_smooth),
    };
    image.map_err(|_| Lack::Damaged)
}

/// A PNG file without its color profile, which stands before the pixels (PNG, third edition, 5.6 and 11.3.2.3).
fn without_profile(mut png: Vec<u8>) -> Vec<u8> {
    let mut at = 8;
    while let Some([a, b, c, d, kind @ ..]) = png.get(at..at + 8)
        && kind != b"IDAT"
    {
        // Length, name and checksum beside the data.
        let end = at.saturating_add(u32::from_be_bytes([*a, *b, *c, *d]) as usize).saturating_add(12);
        if kind == b"iCCP" && end <= png.len() {
            png.drain(at..end);
            return png;
        }
        at = end;
    }
    png
}

/// A picture in a format that krilla does not know, as its pixels.
fn unpacked(bytes: &[u8], most: Most) -> Result<Image, Lack> {
    let pixels = resolution::decoded(bytes, most).ok_or(Lack::Damaged)?.into_rgba8();
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
