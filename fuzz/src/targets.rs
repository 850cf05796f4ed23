//! One function a target. Each panics when a promise does not hold; errors are answers.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::Duration;

use base64::Engine as _;
use flate2::Crc;
use platen_docx::{Budget, Limits, Missing, Pattern, RenderOptions, Template};
use platen_einvoice::InvoiceError;
use platen_fonts::{FontFolders, Library};
use platen_layout::{Item, LayoutOptions};
use platen_ooxml::Bounds;
use platen_ooxml::package::Package;
use platen_pdf::finish::{Finish, Joined, JoinedPdf, Position, Stamp};
use platen_pdf::{PdfLimits, Typesetter};
use platen_service::file_name::safe_file_name;

/// Bounds that are met early, so that the code behind them is run too.
fn limits() -> Limits {
    Limits {
        package_bytes: 1 << 20,
        expanded_bytes: 4 << 20,
        xml_nodes: 50_000,
        tags: 1_000,
        fuel: 100_000,
        value_bytes: 64 << 10,
        work_bytes: 4 << 20,
        output_bytes: 4 << 20,
        render_time: Duration::from_secs(1),
        ..Limits::default()
    }
}

/// A file that may be a package: what opens can be written again, and opens once more with the same parts.
pub fn package(data: &[u8]) {
    let limits = limits();
    if let Ok(package) = Package::open(data.to_vec(), &limits) {
        let written = package.write(&[], &[]).expect("what was read can be written");
        let again = Package::open(written, &Limits::default()).expect("what was written opens");
        let names =
            |package: &Package| package.parts().iter().map(|part| part.name().to_owned()).collect::<Vec<_>>();
        assert_eq!(names(&package), names(&again));
    }
    filled(data.to_vec(), &limits);
}

/// An e-invoice: it is taken, or each fault has its reason.
pub fn invoice(data: &[u8]) {
    let limits = limits();
    match platen_einvoice::read(data, Bounds { limits: &limits, budget: &Budget::of(&limits) }) {
        Ok(profile) => assert!(!profile.level().is_empty()),
        Err(InvoiceError::Faults(faults)) => {
            assert!(!faults.is_empty());
            assert!(faults.listed().iter().all(|fault| !fault.to_string().is_empty()));
        }
        Err(InvoiceError::Exhausted(_)) => {}
    }
}

/// The main part of a document.
pub fn xml(data: &[u8]) {
    filled(docx(data), &limits());
}

/// Text of a document, a paragraph a line.
pub fn tags(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    filled(docx(body(text).as_bytes()), &limits());
    if let Ok(pattern) = Pattern::compile(text.lines().next().unwrap_or_default(), &Limits::default()) {
        let _ = pattern
            .render(&serde_json::json!({"a": "x", "n": 99_999, "l": [1, 2]}), &RenderOptions::default());
    }
}

/// Tags in all kinds of parts that templates write in; parts are parted by lines of `---`. What compiles is no larger than its
/// limit, and a budget that ends ends the work.
pub fn compile(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut parts = text.split("\n---\n");
    let table = |text: &str| {
        format!(
            "<w:tbl><w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr></w:tbl>",
            paragraphs(text),
            paragraphs("")
        )
    };
    let main = parts.next().map(paragraphs).unwrap_or_default()
        + &parts.next().map(table).unwrap_or_default()
        + &parts.next().map(control).unwrap_or_default();
    let document = docx(document(&main).as_bytes());
    let limits = limits();
    let budget = Budget::of(&limits);
    let whole = Template::compile_within(document.clone(), &limits, &budget);
    let half = Budget::new("render_time", Duration::from_secs(10), budget.spent() / 2);
    if Template::compile_within(document.clone(), &limits, &half).is_ok() {
        assert!(whole.is_ok(), "what compiles with less compiles with more");
    }
    filled(document, &limits);
}

/// Rich values: the kind by the first byte, then its content. What is accepted makes a document that opens.
pub fn rich(data: &[u8]) {
    let Some((kind, content)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(content) else { return };
    let value = match kind % 6 {
        0 => serde_json::json!({ "$html": text }),
        1 => serde_json::json!({ "$markdown": text }),
        2 => serde_json::json!({ "$listing": text }),
        3 => serde_json::json!({ "$link": text, "text": text }),
        4 => serde_json::json!({ "$qr": text }),
        _ => {
            serde_json::json!({ "$richText": serde_json::from_str::<serde_json::Value>(text).unwrap_or_default() })
        }
    };
    printed(&value);
}

/// The body of a sub-document.
pub fn subdocument(data: &[u8]) {
    let body = String::from_utf8_lossy(data);
    let whole = docx(document(&body).as_bytes());
    printed(&serde_json::json!({ "$docx": base64::engine::general_purpose::STANDARD.encode(whole) }));
}

/// Prints a value in a paragraph, in the midst of one, in a cell and in a control.
fn printed(value: &serde_json::Value) {
    let places = "{{ v }}\na {{ v }} b";
    let main = paragraphs(places)
        + &format!("<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>", paragraphs("{{ v }}"))
        + &control("v");
    let template =
        Template::compile(docx(document(&main).as_bytes()), &limits()).expect("the places compile");
    let options = RenderOptions::default();
    if let Ok(document) = template.render(&serde_json::json!({ "v": value }), &options) {
        Package::open(document, &Limits::default()).expect("a document opens");
    }
}

/// A file name.
pub fn names(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for extension in [".docx", ".pdf"] {
        let name = safe_file_name(text, extension);
        assert!(name.len() <= 255 && name.ends_with(extension), "{name:?}");
        assert!(!name.starts_with(['.', ' ']) && !name.contains(['/', '\\', '\0', ':']), "{name:?}");
        assert!(!name.chars().any(char::is_control), "{name:?}");
        assert_eq!(safe_file_name(&name, extension), name, "a safe name stays as it is");
    }
}

/// The body of a document that becomes a PDF.
pub fn pdf(data: &[u8]) {
    static ENGINE: Mutex<Option<Typesetter>> = Mutex::new(None);
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = engine.get_or_insert_with(|| Typesetter::new(Vec::new()));
    let limits = PdfLimits { package: limits(), pages: 200, ..PdfLimits::default() };
    let _ = engine.convert(&docx(data), &limits, &Finish::default(), None);
}

/// A PDF that is joined to a document: what comes out can be read.
pub fn joined(data: &[u8]) {
    static ENGINE: Mutex<Option<Typesetter>> = Mutex::new(None);
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = engine.get_or_insert_with(|| Typesetter::new(Vec::new()));
    let limits = PdfLimits { package: limits(), pages: 200, ..PdfLimits::default() };
    let terms = JoinedPdf { name: None, content: data.to_vec().into(), pages: None };
    let joined = Joined { prepend: vec![terms.clone()], append: vec![terms] };
    let stamp = Stamp::new("{page}", Position::TopLeft, false).expect("it can be drawn");
    let finish = Finish { joined, stamp: Some(stamp), ..Finish::default() };
    let body = b"<w:p><w:r><w:t>Own</w:t></w:r></w:p>";
    if let Ok(made) = engine.convert(&docx(body), &limits, &finish, None) {
        let terms = JoinedPdf { name: None, content: made.pdf.into(), pages: None };
        let joined = Joined { prepend: vec![terms], append: Vec::new() };
        let again = Finish { joined, ..Finish::default() };
        assert!(engine.convert(&docx(body), &limits, &again, None).is_ok(), "what was made is a PDF");
    }
}

/// The body of a document that the PDF engine lays out, and behind lines of `---` its styles, lists and footnotes. What is
/// drawn has a place.
pub fn layout(data: &[u8]) {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| Library::new(FontFolders::default()));
    let Ok(text) = std::str::from_utf8(data) else { return };
    let limits = limits();
    let parts: Vec<&str> = text.split("\n---\n").take(PARTS.len()).collect();
    let parts: Vec<(&str, &[u8])> = PARTS.into_iter().zip(parts.iter().map(|part| part.as_bytes())).collect();
    let Ok(package) = Package::open(packed(&parts), &limits) else { return };
    let options = LayoutOptions { pages: 200, ..LayoutOptions::new(&limits) };
    if let Ok(laid) = platen_layout::layout(&package, library, &options) {
        assert!(laid.pages.iter().all(|page| are_placed(&page.items)), "{}", laid.to_text());
        assert!(
            laid.structure
                .iter()
                .enumerate()
                .all(|(at, own)| own.parent.is_none_or(|parent| parent.place() < at))
        );
    }
}

/// Drawings in a document that the PDF engine lays out: its body, and behind lines of `---` a chart (`c:chart r:id="rId1"`)
/// and the saved drawing of a diagram (`rId2`). What is drawn has a place.
pub fn draw(data: &[u8]) {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(|| Library::new(FontFolders::default()));
    let Ok(text) = std::str::from_utf8(data) else { return };
    let limits = limits();
    let parts: Vec<(&str, &[u8])> = DRAWN.into_iter().zip(text.split("\n---\n").map(str::as_bytes)).collect();
    let Ok(package) = Package::open(packed(&parts), &limits) else { return };
    let options = LayoutOptions { pages: 50, ..LayoutOptions::new(&limits) };
    if let Ok(laid) = platen_layout::layout(&package, library, &options) {
        assert!(laid.pages.iter().all(|page| are_placed(&page.items)), "{}", laid.to_text());
    }
}

/// Parts of a document with drawings.
const DRAWN: [&str; 3] = ["word/document.xml", "word/charts/chart1.xml", "word/diagrams/drawing1.xml"];

/// Whether each text has a place that is a number.
fn are_placed(items: &[Item]) -> bool {
    items.iter().all(|item| match item {
        Item::Glyphs(run) => run.x.is_finite() && run.y.is_finite() && run.width().is_finite(),
        Item::Group(group) => {
            are_placed(&group.items) && group.transform.iter().all(|number| number.is_finite())
        }
        Item::Drawing(drawing) => drawing
            .paths
            .iter()
            .flat_map(|path| &path.segments)
            .all(|segment| segment.points().all(|(x, y)| x.is_finite() && y.is_finite())),
        _ => true,
    })
}

/// Parts of a document that is laid out.
const PARTS: [&str; 4] = ["word/document.xml", "word/styles.xml", "word/numbering.xml", "word/footnotes.xml"];

/// Compiles a template and fills it from its own model. The same data gives the same bytes, which open.
fn filled(template: Vec<u8>, limits: &Limits) {
    let Ok(template) = Template::compile(template, limits) else { return };
    let model = template.discovery().model();
    for missing in [Missing::Error, Missing::Keep] {
        let options = RenderOptions { missing, ..RenderOptions::default() };
        if let Ok(document) = template.render(&model, &options) {
            Package::open(document.clone(), &Limits::default()).expect("a document opens");
            let again = template.render(&model, &options).expect("what was rendered once renders again");
            assert!(document == again, "the same input gives the same bytes");
        }
    }
}

fn body(text: &str) -> String {
    document(&paragraphs(text))
}

fn document(body: &str) -> String {
    format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    )
}

/// A rich-text control of this name.
fn control(name: &str) -> String {
    let name = name
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
        .replace(|c: char| c < ' ', " ");
    format!(
        "<w:sdt><w:sdtPr><w:tag w:val=\"{name}\"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>",
        paragraphs("old")
    )
}

/// A paragraph for each line.
fn paragraphs(text: &str) -> String {
    let lines = if text.is_empty() { " " } else { text }.lines();
    let paragraphs = lines.map(|line| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;").replace(|c: char| c < ' ', " ");
        format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>")
    });
    paragraphs.collect()
}

/// A package of one part.
fn docx(main: &[u8]) -> Vec<u8> {
    packed(&[("word/document.xml", main)])
}

/// A package of these parts, stored: the fuzzer's bytes stay as they are.
fn packed(parts: &[(&str, &[u8])]) -> Vec<u8> {
    const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    const RELATIONSHIPS: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
        <Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";
    const OWN: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
        <Relationship Id=\"s\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles\" Target=\"styles.xml\"/>\
        <Relationship Id=\"n\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering\" Target=\"numbering.xml\"/>\
        <Relationship Id=\"f\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes\" Target=\"footnotes.xml\"/>\
        <Relationship Id=\"rId1\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/chart\" Target=\"charts/chart1.xml\"/>\
        <Relationship Id=\"rId2\" Type=\"http://schemas.microsoft.com/office/2007/relationships/diagramDrawing\" Target=\"diagrams/drawing1.xml\"/></Relationships>";
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    let mut entries =
        vec![("[Content_Types].xml", TYPES.as_bytes()), ("_rels/.rels", RELATIONSHIPS.as_bytes())];
    if parts.len() > 1 {
        entries.push(("word/_rels/document.xml.rels", OWN.as_bytes()));
    }
    entries.extend(parts);
    let count = entries.len() as u16;
    for (name, bytes) in entries {
        let mut crc = Crc::new();
        crc.update(bytes);
        let mut shared: Vec<u8> = [20u16, 0, 0, 0, 33].iter().flat_map(|v| v.to_le_bytes()).collect();
        for value in [crc.sum(), bytes.len() as u32, bytes.len() as u32] {
            shared.extend(value.to_le_bytes());
        }
        shared.extend((name.len() as u16).to_le_bytes());
        shared.extend([0, 0]);
        directory.extend([b"PK\x01\x02\x14\x00".as_slice(), &shared, &[0; 10]].concat());
        directory.extend((file.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        file.extend([b"PK\x03\x04".as_slice(), &shared, name.as_bytes(), bytes].concat());
    }
    let start = file.len() as u32;
    let size = directory.len() as u32;
    file.extend(directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    file.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}
