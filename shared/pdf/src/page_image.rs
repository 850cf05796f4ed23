//! Pages as pictures, drawn from the finished PDF: they show what it shows, whatever engine made it.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};
use png::{BitDepth, ColorType, Compression, Encoder};
use serde::{Deserialize, Serialize};

use crate::{PdfError, PdfLimits};

/// Which page is drawn, and how fine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PageImage {
    page: u32,
    dpi: u32,
}

impl PageImage {
    /// Pixels to the inch that can be asked for: from a thumbnail of an A4 page 83 pixels wide to a fine print.
    pub const DPI: RangeInclusive<u32> = 10..=200;

    /// What screens take for an inch (CSS).
    pub const USUAL_DPI: u32 = 96;

    /// The first page, as screens show it.
    pub const FIRST: PageImage = PageImage { page: 1, dpi: PageImage::USUAL_DPI };

    /// A page, counted from 1. `None`: there is no page 0, or the resolution is not among [`PageImage::DPI`].
    #[must_use]
    pub fn new(page: u32, dpi: u32) -> Option<PageImage> {
        (page > 0 && PageImage::DPI.contains(&dpi)).then_some(PageImage { page, dpi })
    }

    /// The page, counted from 1.
    #[must_use]
    pub fn page(self) -> u32 {
        self.page
    }

    /// Draws the page of a PDF that has no password, as a PNG on white; with the number of its pages.
    ///
    /// # Errors
    /// [`PdfError::NoPage`]; [`PdfError::Limit`]: it has too many pixels; [`PdfError::Engine`]: it cannot be drawn.
    pub(crate) fn draw(self, pdf: Vec<u8>, limits: &PdfLimits) -> Result<(Vec<u8>, u32), PdfError> {
        let drawn = catch_unwind(AssertUnwindSafe(|| self.drawn(pdf, limits)));
        drawn.unwrap_or(Err(PdfError::Engine))
    }

    fn drawn(self, pdf: Vec<u8>, limits: &PdfLimits) -> Result<(Vec<u8>, u32), PdfError> {
        let pdf = Pdf::new(pdf).map_err(|_| PdfError::Engine)?;
        let pages = pdf.pages();
        let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        let place = usize::try_from(self.page - 1).unwrap_or(usize::MAX);
        let page = pages.get(place).ok_or(PdfError::NoPage { page: self.page, pages: count })?;
        let scale = self.dpi as f32 / 72.0;
        let (width, height) = page.render_dimensions();
        // Attack: paper of a square mile.
        let pixels = f64::from(width * scale) * f64::from(height * scale);
        let most = limits.page_pixels;
        if pixels.is_nan() || pixels > most as f64 || width.max(height) * scale > f32::from(u16::MAX) {
            return Err(PdfError::limit("page_pixels", most.to_string()));
        }
        // Every font of the PDF is in it.
        let settings = InterpreterSettings { font_resolver: Arc::new(|_| None), ..Default::default() };
        let paper = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
        let drawing = render(page, &RenderCache::new(), &settings, &RenderSettings::default(), &paper);
        let size = (drawing.width().into(), drawing.height().into());
        let png = packed(drawing.data_as_u8_slice(), size).ok_or(PdfError::Engine)?;
        Ok((png, count))
    }
}

/// Opaque pixels (RGBA) as a PNG: in shades of grey, where it has no colours.
fn packed(pixels: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let (pixels, _) = pixels.as_chunks::<4>();
    let is_grey = pixels.iter().all(|[red, green, blue, _]| red == green && green == blue);
    let bytes: Vec<u8> = match is_grey {
        true => pixels.iter().map(|[grey, ..]| *grey).collect(),
        false => pixels.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect(),
    };
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(if is_grey { ColorType::Grayscale } else { ColorType::Rgb });
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&bytes).ok()?;
    writer.finish().ok()?;
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Typesetter;
    use crate::finish::Finish;

    fn image(page: u32, dpi: u32) -> PageImage {
        PageImage::new(page, dpi).unwrap()
    }

    fn letter(finish: &Finish) -> Vec<u8> {
        let sample = platen_samples::sample("letter.docx").unwrap();
        Typesetter::new(Vec::new())
            .convert(&(sample.docx)(), &PdfLimits::default(), finish, None)
            .unwrap()
            .pdf
    }

    /// Width, height, and the share of pixels that are not white.
    fn read(png: &[u8]) -> (u32, u32, f64) {
        let picture = image::load_from_memory(png).unwrap().into_rgb8();
        let (width, height) = picture.dimensions();
        let dark = picture.pixels().filter(|pixel| pixel.0.iter().any(|value| *value < 250)).count();
        (width, height, dark as f64 / f64::from(width * height))
    }

    #[test]
    fn a_page_has_its_size_and_its_ink() {
        let limits = PdfLimits::default();
        let plain = letter(&Finish::default());
        let (width, height, ink) = read(&image(1, 96).draw(plain.clone(), &limits).unwrap().0);
        assert_eq!((width, height), (793, 1122));
        assert!((0.01..0.3).contains(&ink), "{ink}");
        let (width, height, _) = read(&image(1, 48).draw(plain.clone(), &limits).unwrap().0);
        assert_eq!((width, height), (396, 561));
        let watermark = Some(crate::finish::Watermark::new("PREVIEW").unwrap());
        let marked = letter(&Finish { watermark, ..Finish::default() });
        let (.., more) = read(&image(1, 96).draw(marked, &limits).unwrap().0);
        assert!(more > ink + 0.01, "{more} {ink}");
    }

    #[test]
    fn what_is_not_there_or_too_large_is_named() {
        assert_eq!([(0, 96), (1, 9), (1, 201)].map(|(page, dpi)| PageImage::new(page, dpi)), [None; 3]);
        let pdf = letter(&Finish::default());
        let usual = PdfLimits::default();
        let limits = PdfLimits { page_pixels: 1_000, ..PdfLimits::default() };
        let refused = |page, limits| image(page, 96).draw(pdf.clone(), limits).unwrap_err().to_string();
        let beyond = refused(9, &usual);
        assert!(
            beyond.starts_with("the document has ") && beyond.ends_with("; page 9 does not exist"),
            "{beyond}"
        );
        assert_eq!(
            refused(1, &limits),
            "the document exceeds the limit page_pixels (1000); choose a lower resolution (dpi)"
        );
        let damaged = image(1, 96).draw(b"%PDF-1.7 nothing".to_vec(), &limits).unwrap_err();
        assert!(matches!(damaged, PdfError::Engine), "{damaged}");
    }
}
