//! Pictures become parts of the package.

use serde_json::json;

use crate::{WORDS, base64, fault, pack, part, render};

/// A picture of one colour.
fn picture(width: u32, shade: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, 1);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![shade; width as usize]).unwrap();
    writer.finish().unwrap();
    bytes
}

#[test]
fn the_same_picture_is_stored_once_and_as_it_came() {
    let (one, other) = (picture(300, 7), picture(300, 8));
    let image = |bytes: &[u8]| json!({"$image": format!("data:image/png;base64,{}", base64(bytes))});
    let body = format!("{WORDS}<w:p><w:r><w:t>{{{{ y }}}}{{{{ z }}}}{{{{ x }}}}</w:t></w:r></w:p>");
    let package = pack::package(&pack::document(&body), &[("header1", WORDS.to_owned())]);
    let data = json!({"x": image(&one), "y": image(&other), "z": image(&one)});
    let document = render(package.clone(), &data).unwrap();
    let entries = pack::entries(&document);
    let media: Vec<_> = entries.iter().filter(|e| e.name.starts_with("word/media/")).collect();
    assert_eq!(
        media.iter().map(|e| e.name.as_str()).collect::<Vec<_>>(),
        ["word/media/platen1.png", "word/media/platen2.png"]
    );
    assert_eq!(
        (media[0].content.as_slice(), media[1].content.as_slice()),
        (one.as_slice(), other.as_slice())
    );
    assert!(
        part(&document, "[Content_Types].xml")
            .contains("<Default Extension=\"png\" ContentType=\"image/png\"/>")
    );
    // The header had no relationships.
    let of_header = part(&document, "word/_rels/header1.xml.rels");
    assert_eq!(of_header.matches("Target=\"/word/media/platen1.png\"").count(), 1, "{of_header}");
    let of_document = part(&document, "word/_rels/document.xml.rels");
    assert_eq!(of_document.matches("/word/media/").count(), 2, "{of_document}");
    assert_eq!(document, render(package, &data).unwrap());
}

#[test]
fn a_picture_in_a_text_only_place_is_its_alt_text() {
    let core = "<dc:title xmlns:dc=\"http://purl.org/dc/elements/1.1/\">{{ x }}</dc:title>";
    let core = format!(
        "<cp:coreProperties xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\">{core}</cp:coreProperties>"
    );
    let package = pack::package(&pack::document(WORDS), &[("core", core)]);
    let data = json!({"x": {"$image": base64(&picture(3, 0)), "alt": "Tom & Co"}});
    let document = render(package, &data).unwrap();
    let core = part(&document, "docProps/core.xml");
    assert!(core.contains(">Tom &amp; Co</dc:title>"), "{core}");
    assert!(!part(&document, "word/document.xml").contains('\u{2}'));
}

/// The picture that a document has, and its size in EMU.
fn made(bytes: &[u8]) -> (pack::Entry, u64, u64) {
    let document =
        render(pack::package(&pack::document(WORDS), &[]), &json!({"x": {"$image": base64(bytes)}}));
    let document = document.unwrap();
    let text = part(&document, "word/document.xml");
    let extent = |name: &str| {
        let rest = text.split(&format!("{name}=\"")).nth(1).unwrap();
        rest.split('"').next().unwrap().parse().unwrap()
    };
    let media = pack::entries(&document).into_iter().find(|e| e.name.starts_with("word/media/")).unwrap();
    (media, extent("cx"), extent("cy"))
}

/// A picture of 20 x 10 pixels, dark but for its upper left quarter.
fn quarter() -> image::DynamicImage {
    image::DynamicImage::ImageRgb8(image::RgbImage::from_fn(20, 10, |x, y| {
        image::Rgb(if x < 10 && y < 5 { [250, 250, 250] } else { [200, 0, 0] })
    }))
}

fn encoded(picture: &image::DynamicImage, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// The notes of a camera that was held so.
fn exif(orientation: u8) -> Vec<u8> {
    [b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0", &[orientation][..], b"\0\0\0\0\0\0"].concat()
}

/// Whether the pixel in this quarter of a picture is light.
fn is_light(picture: &image::DynamicImage, right: bool, below: bool) -> bool {
    use image::GenericImageView;
    let (width, height) = picture.dimensions();
    let at = |side: u32, far: bool| if far { side * 3 / 4 } else { side / 4 };
    picture.get_pixel(at(width, right), at(height, below)).0[1] > 150
}

#[test]
fn photographs_stand_upright() {
    let jpeg = encoded(&quarter(), image::ImageFormat::Jpeg);
    // Where the light quarter comes to stand: right, below (EXIF 2.32, 4.6.4).
    for (orientation, right, below) in [
        (1, false, false),
        (2, true, false),
        (3, true, true),
        (4, false, true),
        (5, false, false),
        (6, true, false),
        (7, true, true),
        (8, false, true),
    ] {
        let body = [b"Exif\0\0", &exif(orientation)[..]].concat();
        let length = (body.len() as u16 + 2).to_be_bytes();
        let bytes = [&jpeg[..2], b"\xFF\xE1", &length, &body, &jpeg[2..]].concat();
        let (media, width, height) = made(&bytes);
        assert_eq!(media.name, "word/media/platen1.jpeg");
        let turned = orientation > 4;
        assert_eq!((width > height, width.max(height)), (!turned, 190_500), "{orientation}");
        let picture = image::load_from_memory(&media.content).unwrap();
        assert!(is_light(&picture, right, below), "{orientation}");
        assert_eq!(picture.width() > picture.height(), !turned, "{orientation}");
        // Only what has to be is written anew.
        assert_eq!(media.content == bytes, orientation == 1, "{orientation}");
    }
}

#[test]
fn a_png_with_the_notes_of_a_camera_stands_upright() {
    let mut bytes = Vec::new();
    let mut info = png::Info::with_size(20, 10);
    info.color_type = png::ColorType::Rgb;
    info.exif_metadata = Some(exif(6).into());
    let mut writer = png::Encoder::with_info(&mut bytes, info).unwrap().write_header().unwrap();
    writer.write_image_data(quarter().as_bytes()).unwrap();
    writer.finish().unwrap();
    let (media, width, height) = made(&bytes);
    assert_eq!((media.name.as_str(), width, height), ("word/media/platen1.png", 95_250, 190_500));
    assert!(is_light(&image::load_from_memory(&media.content).unwrap(), true, false));
}

#[test]
fn kinds_that_not_every_program_shows_are_written_anew() {
    use image::ImageFormat::{Bmp, Tiff, WebP};
    for format in [WebP, Bmp, Tiff] {
        let (media, width, height) = made(&encoded(&quarter(), format));
        assert_eq!(
            (media.name.as_str(), width, height),
            ("word/media/platen1.png", 190_500, 95_250),
            "{format:?}"
        );
        let picture = image::load_from_memory(&media.content).unwrap();
        assert_eq!(picture.into_rgb8(), quarter().into_rgb8(), "{format:?}");
    }
    // A photograph of a WebP file: 16 x 16 pixels of one gray, as libwebp writes it.
    let photograph = base64_decoded("UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoQABAAAUAmJaQAA3AA/vBPwAA=");
    let (media, ..) = made(&photograph);
    assert_eq!(media.name, "word/media/platen1.jpeg");
}

fn base64_decoded(text: &str) -> Vec<u8> {
    use base64::Engine;
    base64::engine::general_purpose::STANDARD.decode(text).unwrap()
}

#[test]
fn pictures_that_cannot_be_shown_are_refused_by_their_kind() {
    let package = || pack::package(&pack::document(WORDS), &[]);
    let said = |bytes: &[u8]| fault(package(), &json!({"x": {"$image": base64(bytes)}}));
    let avif = b"\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf\0\0\0\0meta";
    assert_eq!(
        said(avif),
        "is a picture of the kind AVIF; pictures are PNG, JPEG, GIF, WebP, BMP, TIFF or SVG"
    );
    let mut broken = encoded(&quarter(), image::ImageFormat::Tiff);
    broken.truncate(broken.len() / 2);
    assert!(said(&broken).starts_with("is a broken picture"), "{}", said(&broken));
}
