//! One function a target. Each panics when a promise does not hold; errors are answers.

use std::sync::OnceLock;
use std::time::Duration;

use flate2::Crc;
use platen_docx::package::Package;
use platen_docx::{Limits, Missing, Pattern, RenderOptions, Template};
use platen_pdf::{Embedded, Engine, FontSettings, PdfLimits, PdfOptions};
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

/// The body of a document that is laid out.
pub fn pdf(data: &[u8]) {
    static ENGINE: OnceLock<Embedded> = OnceLock::new();
    let engine = ENGINE.get_or_init(|| {
        let store = std::env::temp_dir().join("platen-fuzz-fonts");
        Embedded::new(&FontSettings::new(store)).expect("the fonts can be written")
    });
    let limits = PdfLimits { time: Duration::from_secs(5), ..PdfLimits::default() };
    let _ = engine.convert(&docx(data), &PdfOptions { limits, ..PdfOptions::default() });
}

/// Compiles a template and fills it from its own model. The same data gives the same bytes, which open.
fn filled(template: Vec<u8>, limits: &Limits) {
    let Ok(template) = Template::compile(template, limits) else { return };
    let model = template.discovery().model();
    for missing in [Missing::Error, Missing::Keep] {
        let options = RenderOptions { missing, locale: None };
        if let Ok(document) = template.render(&model, &options) {
            Package::open(document.clone(), &Limits::default()).expect("a document opens");
            let again = template.render(&model, &options).expect("what was rendered once renders again");
            assert!(document == again, "the same input gives the same bytes");
        }
    }
}

fn body(text: &str) -> String {
    let paragraphs = text.lines().map(|line| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;").replace(|c: char| c < ' ', " ");
        format!("<w:p><w:r><w:t>{line}</w:t></w:r></w:p>")
    });
    format!(
        "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{}</w:body></w:document>",
        paragraphs.collect::<String>()
    )
}

/// A package of one part, stored: the fuzzer's bytes stay as they are.
fn docx(main: &[u8]) -> Vec<u8> {
    const TYPES: &str = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Override PartName=\"/word/document.xml\" ContentType=\"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    const RELATIONSHIPS: &str = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">\
        <Relationship Id=\"a\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument\" Target=\"word/document.xml\"/></Relationships>";
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in [
        ("[Content_Types].xml", TYPES.as_bytes()),
        ("_rels/.rels", RELATIONSHIPS.as_bytes()),
        ("word/document.xml", main),
    ] {
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
    file.extend(b"PK\x05\x06\0\0\0\0\x03\0\x03\0");
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}
