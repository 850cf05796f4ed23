//! The pictures of one PDF, each embedded once however often it is drawn.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

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
    left_out: BTreeSet<Arc<str>>,
}

impl<'a> Pictures<'a> {
    pub(super) fn new(making: &'a Making<'a>, damaged: &'a [Image]) -> Pictures<'a> {
        Pictures { making, damaged, known: HashMap::new(), left_out: BTreeSet::new() }
    }

    /// The picture in the part of this name.
    pub(super) fn get(&mut self, part: &Arc<str>) -> Option<Image> {
        if let Some(known) = self.known.get(part) {
            return known.clone();
        }
        let image = self.read(part).filter(|image| !self.damaged.contains(image));
        if image.is_none() {
            self.left_out.insert(Arc::clone(part));
        }
        self.known.insert(Arc::clone(part), image.clone());
        image
    }

    /// What the pages lack.
    pub(super) fn left_out(self) -> Vec<Undrawn> {
        let undrawn = |part: Arc<str>| Undrawn {
            code: "picture",
            detail: "a picture is left out: it is damaged, too large, or in a format that is not drawn"
                .to_owned(),
            part: part.to_string(),
            text: String::new(),
            count: 1,
        };
        self.left_out.into_iter().map(undrawn).collect()
    }

    fn read(&self, name: &str) -> Option<Image> {
        let Making { package, limits, budget, conformance, .. } = self.making;
        let bytes = package.read_within(package.part(name)?, budget).ok()?;
        let size = imagesize::blob_size(&bytes).ok()?;
        // Attack: a picture of a few kilobytes that says to have a hundred thousand pixels each way.
        let pixels = u64::try_from(size.width.checked_mul(size.height)?).ok()?;
        if pixels > limits.picture_pixels {
            return None;
        }
        let data = bytes.as_slice();
        let of = match imagesize::image_type(data).ok()? {
            imagesize::ImageType::Png => Image::from_png,
            imagesize::ImageType::Jpeg => Image::from_jpeg,
            imagesize::ImageType::Gif => Image::from_gif,
            imagesize::ImageType::Webp => Image::from_webp,
            _ => return None,
        };
        // Archives draw every pixel as it is (ISO 19005-2, 6.2.8).
        of(bytes.into(), conformance.is_none()).ok()
    }
}
