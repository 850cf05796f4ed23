//! Finished PDFs, read by qpdf and poppler.

#![expect(clippy::unwrap_used, reason = "tests")]

mod archive;
mod attached;
#[path = "../../../docx/tests/language/generated/chance.rs"]
mod chance;
mod foreign;
mod forms;
mod invoiced;
mod joined;
mod signed;

use std::process::{Command, Output};
use std::sync::{LazyLock, OnceLock};

use docx_rs::{Docx, Paragraph, Run};
use platen_pdf::finish::{Finish, Password, Permission, Protection, Watermark};
use platen_pdf::{ChildSettings, Engine, PdfOptions, Platen};

fn platen() -> &'static dyn Engine {
    static ENGINE: OnceLock<Platen> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let children = ChildSettings::of(env!("CARGO_BIN_EXE_convert-pdf").into());
        Platen::new(Vec::new(), children)
    })
}

/// A page that says `text`.
fn docx(text: &str) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let paragraph = Paragraph::new().add_run(Run::new().add_text(text));
    Docx::new().add_paragraph(paragraph).build().pack(&mut bytes).unwrap();
    bytes.into_inner()
}

fn finished(engine: &dyn Engine, finish: &Finish) -> Vec<u8> {
    // Made once: docx-rs writes the time into it.
    static HELLO: LazyLock<Vec<u8>> = LazyLock::new(|| docx("Hello there"));
    let options = PdfOptions { finish: finish.clone(), ..PdfOptions::default() };
    engine.convert(&HELLO, &options).unwrap().pdf
}

/// Runs a program on the PDF.
fn run(program: &str, before: &[&str], pdf: &[u8], after: &[&str]) -> Output {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), pdf).unwrap();
    Command::new(program).args(before).arg(file.path()).args(after).output().unwrap()
}

fn printed(program: &str, before: &[&str], pdf: &[u8], after: &[&str]) -> String {
    let output = run(program, before, pdf, after);
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn protection(permissions: Option<Vec<Permission>>) -> Option<Protection> {
    let password = Password::new("öffne dich".to_owned());
    Some(Protection { password, owner: None, permissions })
}

#[test]
fn a_plain_pdf_is_sound_and_the_same_each_time() {
    let engine = platen();
    let pdf = finished(engine, &Finish::default());
    printed("qpdf", &["--check"], &pdf, &[]);
    assert_eq!(pdf, finished(engine, &Finish::default()));
    assert!(printed("pdftotext", &[], &pdf, &["-"]).contains("Hello there"));
}

#[test]
fn a_password_is_asked_for_and_permissions_hold() {
    let engine = platen();
    let pdf = finished(
        engine,
        &Finish { protection: protection(Some(vec![Permission::Print])), ..Finish::default() },
    );
    assert!(!run("pdftotext", &[], &pdf, &["-"]).status.success());
    assert!(!run("pdftotext", &["-upw", "open sesame"], &pdf, &["-"]).status.success());
    assert!(printed("pdftotext", &["-upw", "öffne dich"], &pdf, &["-"]).contains("Hello there"));
    printed("qpdf", &["--password=öffne dich", "--check"], &pdf, &[]);

    let shown = printed("qpdf", &["--password=öffne dich", "--show-encryption"], &pdf, &[]);
    for line in [
        "R = 6",
        "Supplied password is user password",
        "extract for accessibility: allowed",
        "extract for any purpose: not allowed",
        "print high resolution: allowed",
        "modify document assembly: not allowed",
        "modify forms: not allowed",
        "modify annotations: not allowed",
        "modify anything: not allowed",
        "stream encryption method: AESv3",
        "string encryption method: AESv3",
    ] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
}

#[test]
fn a_password_alone_forbids_nothing_more() {
    let engine = platen();
    let pdf = finished(engine, &Finish { protection: protection(None), ..Finish::default() });
    let shown = printed("qpdf", &["--password=öffne dich", "--show-encryption"], &pdf, &[]);
    assert!(!shown.contains("not allowed"), "{shown}");
}

#[test]
fn the_owners_password_lifts_what_is_forbidden() {
    let engine = platen();
    let password = |text: &str| Password::new(text.to_owned());
    let protection = Protection {
        password: None,
        owner: password("mine alone"),
        permissions: Some(vec![Permission::Copy]),
    };
    let pdf = finished(engine, &Finish { protection: Some(protection), ..Finish::default() });
    // It opens by itself.
    assert!(printed("pdftotext", &[], &pdf, &["-"]).contains("Hello there"));
    let shown = printed("qpdf", &["--show-encryption"], &pdf, &[]);
    for line in [
        "extract for any purpose: allowed",
        "print low resolution: not allowed",
        "modify anything: not allowed",
    ] {
        assert!(shown.contains(line), "{line} in {shown}");
    }
    let shown = printed("qpdf", &["--password=mine alone", "--show-encryption"], &pdf, &[]);
    assert!(shown.contains("Supplied password is owner password"), "{shown}");
}

#[test]
fn a_watermark_shows_and_brings_neither_font_nor_text() {
    let engine = platen();
    let watermark = |text| Finish { watermark: Some(Watermark::new(text).unwrap()), ..Finish::default() };
    let (plain, marked) = (finished(engine, &Finish::default()), finished(engine, &watermark("DRAFT")));
    printed("qpdf", &["--check"], &marked, &[]);
    for (program, after) in [("pdffonts", &[][..]), ("pdftotext", &["-"][..])] {
        assert_eq!(printed(program, &[], &plain, after), printed(program, &[], &marked, after));
    }
    // Grey in the middle of the page, and white again near its upper left corner.
    let pixels = |pdf: &[u8]| run("pdftoppm", &["-r", "20", "-gray"], pdf, &[]).stdout;
    let (plain, marked) = (pixels(&plain), pixels(&marked));
    assert_eq!(plain.len(), marked.len());
    let changed = plain.iter().zip(&marked).filter(|(before, after)| before != after).count();
    assert!(changed * 50 > plain.len(), "{changed} of {} pixels changed", plain.len());
    assert!(marked.iter().zip(&plain).all(|(after, before)| after <= before), "nothing became lighter");
    assert_ne!(finished(engine, &watermark("DRAFT")), finished(engine, &watermark("COPY")));
}

#[test]
fn properties_and_language_come_from_the_document() {
    let engine = platen();
    let docx = with_parts(
        &docx("Hello"),
        &[
            (
                "docProps/core.xml",
                "<cp:coreProperties xmlns:cp='http://schemas.openxmlformats.org/package/2006/metadata/core-properties' \
            xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>Angebot für Ä &amp; Co</dc:title>\
            <dc:creator>Ada</dc:creator></cp:coreProperties>",
            ),
            (
                "word/styles.xml",
                "<w:styles xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'>\
            <w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val='de-AT'/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>",
            ),
        ],
    );
    let pdf = engine.convert(&docx, &PdfOptions::default()).unwrap().pdf;
    let info = printed("pdfinfo", &[], &pdf, &[]);
    assert!(info.contains("Angebot für Ä & Co") && info.contains("Ada"), "{info}");
    assert!(!info.contains("CreationDate"), "{info}");
    let catalog = printed("qpdf", &["--qdf", "--object-streams=disable"], &pdf, &["-"]);
    assert!(catalog.contains("/Lang (de-AT)"));
}

/// The package with these parts in place of its own.
fn with_parts(docx: &[u8], parts: &[(&str, &str)]) -> Vec<u8> {
    use platen_ooxml::package::{Change, Package};
    let package = Package::open(docx.to_vec(), &platen_ooxml::Limits::default()).unwrap();
    let change = |(name, text): &(&str, &'static str)| {
        (package.index(name).unwrap(), Change::Replace(text.as_bytes()))
    };
    let parts: Vec<(&str, &'static str)> =
        parts.iter().map(|(name, text)| (*name, &*Box::leak((*text).to_owned().into_boxed_str()))).collect();
    package.write(&parts.iter().map(change).collect::<Vec<_>>(), &[]).unwrap()
}
