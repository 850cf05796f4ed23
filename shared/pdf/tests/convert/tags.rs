//! What the engine says of a document's structure, as poppler reads it.

use docx_rs::{Docx, Header, Paragraph, Run};
use platen_pdf::{Engine, PdfOptions};
use uuid::Uuid;

use crate::documents::{pack, part, with_body, with_parts};
use crate::platen::engine;
use crate::poppler;

/// A paragraph of a style, with a text.
fn styled(properties: &str, text: &str) -> String {
    format!("<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>")
}

fn cell(properties: &str, text: &str) -> String {
    format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", styled("", text))
}

fn converted(docx: &[u8], options: &PdfOptions) -> Vec<u8> {
    engine().convert(docx, options).unwrap().pdf
}

/// The structure without blank lines, attributes and poppler's notes on layout.
fn structure(body: &str) -> String {
    let header = Header::new().add_paragraph(Paragraph::new().add_run(Run::new().add_text("Running head")));
    let docx = with_body(&pack(Docx::new().header(header)), body);
    let found = poppler::structure(&converted(&docx, &PdfOptions::default()));
    let lines = found.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('/'));
    lines.map(|line| line.replace(" (block)", "").replace(" (inline)", "").replace(':', "") + "\n").collect()
}

#[test]
fn headings_skip_no_level_and_headers_are_no_content() {
    let level = |level: usize, text: &str| styled(&format!("<w:outlineLvl w:val='{level}'/>"), text);
    let body = level(1, "First") + &styled("", "Text") + &level(3, "Deep") + &level(0, "Second");
    let wanted = "Document\n  H1 \"First\"\n    \"First\"\n  P\n    \"Text\"\n  H2 \"Deep\"\n    \"Deep\"\n  H1 \"Second\"\n    \"Second\"\n";
    assert_eq!(structure(&body), wanted);
}

#[test]
fn equations_stand_where_they_are_read_and_say_what_they_are() {
    let half = "<m:oMath xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'><m:f><m:num><m:r>\
                <m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath>";
    let body = format!("<w:p><w:r><w:t>before</w:t></w:r>{half}<w:r><w:t>behind</w:t></w:r></w:p>");
    let found = structure(&body);
    let wanted = "Document\n  P\n    \"before\"\n    Formula\n      \"𝑥\"\n      \"2\"\n    \"behind\"\n";
    assert_eq!(found, wanted);
}

#[test]
fn header_rows_repeat_once_in_the_structure() {
    let row = |properties: &str, cells: String| format!("<w:tr><w:trPr>{properties}</w:trPr>{cells}</w:tr>");
    let spanning = |text: &str| cell("<w:gridSpan w:val='2'/>", text);
    let head = row("<w:tblHeader/>", spanning("Both"));
    let merged = cell("<w:vMerge w:val='restart'/>", "Tall") + &cell("", "0");
    let below = cell("<w:vMerge/>", "") + &cell("", "1");
    let rows = (2..80).map(|number| row("", cell("", "n") + &cell("", &number.to_string())));
    let table = format!(
        "<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w='2000'/><w:gridCol w:w='2000'/></w:tblGrid>{head}{}{}{}</w:tbl>",
        row("", merged),
        row("", below),
        rows.collect::<String>()
    );
    let found = structure(&(table + "<w:p/>"));
    assert_eq!(found.matches("\"Both\"").count(), 1, "{found}");
    assert_eq!(found.matches("THead").count(), 1, "{found}");
    assert_eq!(found.matches("TR").count(), 81, "{found}");
    // One header cell; the tall cell once; the rest in pairs.
    assert_eq!(
        (found.matches("TH\n").count(), found.matches("TD\n").count()),
        (1, 2 + 1 + 2 * 78),
        "{found}"
    );
}

#[test]
fn links_and_pictures_stand_where_they_are_read() {
    let body = "<w:p><w:r><w:t xml:space='preserve'>See </w:t></w:r><w:hyperlink w:anchor='here'><w:r><w:t>that place</w:t></w:r>\
        </w:hyperlink><w:r><w:t xml:space='preserve'> or not.</w:t></w:r></w:p>\
        <w:p><w:bookmarkStart w:id='1' w:name='here'/><w:r><w:t>There.</w:t></w:r><w:bookmarkEnd w:id='1'/></w:p>";
    let found = structure(body);
    let places =
        ["\"See", "Link", "\"that place\"", "Object", "or not.\"", "\"There.\""].map(|text| found.find(text));
    assert!(places.is_sorted() && places.iter().all(Option::is_some), "{found}");
}

/// Two children, each in a process of its own: nothing in a PDF comes from hashes or addresses.
#[test]
fn another_process_gives_the_same_bytes() {
    let docx = (platen_samples::SAMPLES[2].docx)();
    let of_tenant =
        || converted(&docx, &PdfOptions { tenant: Some(Uuid::new_v4()), ..PdfOptions::default() });
    assert_eq!(of_tenant(), of_tenant());
}

/// An obfuscated font of the document, for a family that is nowhere else (ECMA-376 part 1, 17.8.1).
#[test]
fn fonts_of_the_document_draw_its_text() {
    const KEY: [u8; 16] = *b"\x1d\xeb\0\0\x12\x34\x56\x78\x9a\xbc\xde\xf0\x12\x34\x56\x78";
    let face = platen_faces::FILES.iter().find(|file| file.family == "Liberation Mono").unwrap();
    let mut font = face.data.to_vec();
    font.iter_mut().take(32).zip(KEY.iter().rev().cycle()).for_each(|(byte, key)| *byte ^= key);
    let drawn = |font: &[u8]| {
        let docx =
            pack(Docx::new().add_paragraph(crate::documents::paragraph("Handgloves", Some("House Face"))));
        let types = part(&docx, "[Content_Types].xml").replace(
            "<Override",
            "<Default Extension=\"odttf\" ContentType=\"application/vnd.openxmlformats-officedocument.obfuscatedFont\"/><Override",
        );
        let table = "<w:fonts xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
            xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><w:font w:name='House Face'>\
            <w:embedRegular r:id='rId1' w:fontKey='{1DEB0000-1234-5678-9ABC-DEF012345678}'/></w:font></w:fonts>";
        let relationships = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>\
            <Relationship Id='rId1' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/font' \
            Target='fonts/font1.odttf'/></Relationships>";
        let docx = with_parts(
            &docx,
            &[
                ("[Content_Types].xml", types.as_bytes()),
                ("word/fontTable.xml", table.as_bytes()),
                ("word/_rels/fontTable.xml.rels", relationships.as_bytes()),
                ("word/fonts/font1.odttf", font),
            ],
        );
        let made = engine().convert(&docx, &PdfOptions::default()).unwrap();
        (poppler::fonts(&made.pdf).join("\n"), format!("{:?}", made.warnings))
    };
    let (fonts, warnings) = drawn(&font);
    assert!(fonts.contains("LiberationMono"), "{fonts} {warnings}");
    // Attack: bytes that are no font cost the font, not the document.
    let (fonts, warnings) = drawn(&font[..300]);
    assert!(!fonts.contains("LiberationMono") && warnings.contains("it is damaged"), "{fonts} {warnings}");
}

#[test]
fn word_pictures_of_old_are_drawn() {
    let picture = docx_rs::Pic::new_with_dimensions(crate::pictures::png(8, png::ColorType::Rgb), 8, 8);
    let docx = pack(Docx::new().add_paragraph(Paragraph::new().add_run(Run::new().add_image(picture))));
    let package =
        platen_ooxml::package::Package::open(docx.clone(), &platen_ooxml::Limits::default()).unwrap();
    let media =
        package.parts().iter().find(|part| part.name().starts_with("word/media/")).unwrap().name().to_owned();
    // Two by two pixels of 24 bits, rows padded to four bytes (BITMAPINFOHEADER).
    let mut bmp =
        b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0\0\0\0\0\x10\0\0\0"
            .to_vec();
    bmp.extend([0; 16]);
    bmp.extend(b"\0\0\xff\xff\xff\xff\0\0\xff\0\0\0\xff\0\0\0");
    let made = engine().convert(&with_parts(&docx, &[(&media, &bmp)]), &PdfOptions::default()).unwrap();
    assert_eq!(
        poppler::pictures(&made.pdf).first().map(|(width, height, _)| (*width, *height)),
        Some((2, 2))
    );
    let emf = [&[1, 0, 0, 0][..], &[0; 36], b" EMF", &[0; 64]].concat();
    let made = engine().convert(&with_parts(&docx, &[(&media, &emf)]), &PdfOptions::default()).unwrap();
    assert!(
        format!("{:?}", made.warnings).contains("the format EMF is not supported"),
        "{:?}",
        made.warnings
    );
    // Attack: more points than there is room for. It is told once, with the reason.
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let header = [1, 88, 0, 0, 100, 100, 0, 0, 1000, 1000, 0x464D_4520, 0x10000, 0, 0, 0, 0, 0, 0];
    let points = vec![0; 8 * 1_000_001];
    let polygon = words(&[3, 8 + u32::try_from(points.len()).unwrap()]);
    let emf = [words(&header), words(&[1000, 1000, 100, 100]), polygon, points].concat();
    let renamed =
        [&media, &part(&docx, "word/_rels/document.xml.rels")].map(|text| text.replace(".png", ".emf"));
    let parts = [(renamed[0].as_str(), &emf[..]), ("word/_rels/document.xml.rels", renamed[1].as_bytes())];
    let made = engine().convert(&with_parts(&docx, &parts), &PdfOptions::default()).unwrap();
    let told = format!("{:?}", made.warnings);
    assert!(told.contains("over 1000000 points") && told.matches("left out").count() == 1, "{told}");
}
