//! Pictures become parts of the package.

use serde_json::json;

use crate::{WORDS, base64, pack, part, render};

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
