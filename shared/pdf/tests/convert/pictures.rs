//! Pictures are embedded once, with the pixels that print shows, and the same PDF comes again.

use docx_rs::{Docx, Paragraph, Pic, Run};
use image::ImageEncoder;

use crate::documents::{pack, part, with_parts};
use crate::{pdf, poppler};

const INCH: u32 = 914_400;

/// Pixels without a pattern, opaque or not.
pub(crate) fn png(side: u32, color: png::ColorType) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let length = side * side * color.samples() as u32;
    let scattered = |n: u32| {
        let hash = n.wrapping_mul(2_654_435_761);
        ((hash ^ (hash >> 15)).wrapping_mul(2_246_822_519) >> 24) as u8
    };
    let pixels: Vec<u8> = (0..length).map(scattered).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    bytes
}

/// A paragraph with one picture of 400 by 400 pixels for each size.
fn drawn(color: png::ColorType, sizes: &[u32]) -> Vec<u8> {
    let picture = |size: &u32| Pic::new_with_dimensions(png(400, color), 400, 400).size(*size, *size);
    let line =
        sizes.iter().fold(Paragraph::new(), |line, size| line.add_run(Run::new().add_image(picture(size))));
    pack(Docx::new().add_paragraph(line))
}

#[test]
fn opaque_pictures_keep_the_pixels_that_print_shows() {
    let large = poppler::pictures(&pdf(&drawn(png::ColorType::Rgb, &[5 * INCH])));
    assert_eq!(large, [(400, 400, "image".to_owned())]);
    let small = poppler::pictures(&pdf(&drawn(png::ColorType::Rgb, &[INCH])));
    assert_eq!(small, [(220, 220, "jpeg".to_owned())]);
    let clear = poppler::pictures(&pdf(&drawn(png::ColorType::Rgba, &[INCH])));
    assert!(clear.iter().all(|(width, ..)| *width == 400) && clear.len() == 2, "with its mask: {clear:?}");
}

/// As in Word: the numbers of the pixels are the colors that the page shows.
#[test]
fn color_profiles_are_left_out() {
    let profile = include_bytes!("../../krilla/icc/sRGB-v2-magic.icc");
    let plain = png(100, png::ColorType::Rgb);
    let plain = image::load_from_memory(&plain).unwrap();
    let (mut png, mut jpeg) = (Vec::new(), Vec::new());
    let mut encoder = image::codecs::png::PngEncoder::new(&mut png);
    encoder.set_icc_profile(profile.to_vec()).unwrap();
    plain.write_with_encoder(encoder).unwrap();
    let mut encoder = image::codecs::jpeg::JpegEncoder::new(&mut jpeg);
    encoder.set_icc_profile(profile.to_vec()).unwrap();
    plain.write_with_encoder(encoder).unwrap();
    for picture in [png, jpeg] {
        let picture = Pic::new_with_dimensions(picture, 100, 100);
        let docx = pack(Docx::new().add_paragraph(Paragraph::new().add_run(Run::new().add_image(picture))));
        assert_eq!(poppler::colors(&pdf(&docx)), ["rgb"]);
    }
}

#[test]
fn a_remembered_picture_gives_the_same_bytes() {
    let docx = drawn(png::ColorType::Rgb, &[INCH]);
    assert_eq!(pdf(&docx), pdf(&docx));
}

/// A picture in several sizes is in the file once, as the largest needs it.
#[test]
fn a_picture_is_embedded_once() {
    let one = drawn(png::ColorType::Rgb, &[INCH, 2 * INCH]);
    let body = part(&one, "word/document.xml");
    let ids: Vec<&str> = body.split("r:embed=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let body = body.replace(ids[1], ids[0]);
    let twice = pdf(&with_parts(&one, &[("word/document.xml", body.as_bytes())]));
    assert!(twice.len() < pdf(&drawn(png::ColorType::Rgb, &[2 * INCH])).len() + 2_000);
}
