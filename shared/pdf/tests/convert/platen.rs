//! The engine, in the confined child that the service starts.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use docx_rs::Docx;
use platen_docx::{RenderOptions, Template};
use platen_ooxml::{Budget, Exhausted, Limits};
use platen_pdf::finish::Finish;
use platen_pdf::{ChildSettings, Engine, PdfError, PdfLimits, PdfOptions, Platen, SandboxMode, Warnings};

use crate::documents::{letter, pack, paragraph, with_body};
use crate::{libreoffice, poppler};

/// A family that no system has, in the operator's folder, and the bundled one that it is a copy of.
const OWN: &str = "Platen Own Font";
const COPIED: &str = "Liberation Mono";

/// The engine, with children that have to be fully confined.
pub(crate) fn engine() -> &'static Platen {
    static ENGINE: OnceLock<Platen> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fonts-of-the-operator-of-platen");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("own.ttf"), own_font()).unwrap();
        std::fs::write(folder.join("no.ttf"), b"no font").unwrap();
        let settings = ChildSettings::of(env!("CARGO_BIN_EXE_convert-pdf").into());
        Platen::new(vec![folder], ChildSettings { sandbox: SandboxMode::Required, ..settings })
    })
}

/// The names stand in UTF-16 in a font's table of names, and are of one length.
fn own_font() -> Vec<u8> {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let (old, new) = (utf16(COPIED), utf16(OWN));
    let face = platen_faces::FILES.iter().find(|file| file.family == COPIED).unwrap();
    let mut font = face.data.to_vec();
    while let Some(at) = font.windows(old.len()).position(|bytes| bytes == old) {
        font[at..at + new.len()].copy_from_slice(&new);
    }
    font
}

fn converted(docx: &[u8]) -> Vec<u8> {
    engine().convert(docx, &PdfOptions::default()).unwrap().pdf
}

/// The text with one space between words.
fn text(pdf: &[u8]) -> String {
    poppler::text(pdf).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sorted: poppler reads columns in an order, and words in pieces, that depend on small distances.
fn letters(pdf: &[u8]) -> String {
    let mut letters: Vec<char> = poppler::text(pdf).chars().filter(|c| !c.is_whitespace()).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

const PHRASES: [(&str, &[&str]); 3] = [
    (
        "letter.docx",
        &["Dear Ms Okafor, Thank you for choosing Halden & Moss", "agreed price of GBP 18450.00, delivered"],
    ),
    (
        "invoice.docx",
        &["Base cabinet 600 mm, oiled oak front", "Please transfer £4,998.17 by 5 December 2026"],
    ),
    (
        "contract.docx",
        &["☒ Preferred client", "Repairs within two working days GBP 2,300.00", "limited to GBP 250000.00"],
    ),
];

/// LibreOffice is the judge.
#[test]
fn samples_come_out_with_all_of_their_text() {
    let documents: Vec<Vec<u8>> = platen_samples::SAMPLES
        .iter()
        .map(|sample| {
            let template = Template::compile((sample.docx)(), &Limits::default()).unwrap();
            template.render(&(sample.data)(), &RenderOptions::default()).unwrap()
        })
        .collect();
    let theirs = libreoffice::pdfs(&documents);
    for ((sample, docx), theirs) in platen_samples::SAMPLES.iter().zip(&documents).zip(&theirs) {
        let pdf = converted(docx);
        assert_eq!(letters(&pdf), letters(theirs), "{}", sample.file_name);
        let (_, phrases) = PHRASES.iter().find(|(name, _)| *name == sample.file_name).unwrap();
        let text = text(&pdf);
        for phrase in *phrases {
            assert!(text.contains(phrase), "{phrase} in {}: {text}", sample.file_name);
        }
        assert_eq!(poppler::pages(&pdf), poppler::pages(theirs), "{}", sample.file_name);
        for font in poppler::fonts(&pdf) {
            assert!(font.contains(" yes yes yes "), "{}: {font}", sample.file_name);
        }
        assert_eq!(pdf, converted(docx), "{}: the same each time", sample.file_name);
    }
}

/// Letters far apart, marks beside and below letters, and two letters in one glyph from right to left.
#[test]
fn words_are_read_back_whole_and_in_order() {
    let run = |properties: &str, text: &str| {
        let font = "<w:rFonts w:ascii=\"Arial\" w:hAnsi=\"Arial\" w:cs=\"Arial\"/>";
        format!("<w:r><w:rPr>{font}{properties}</w:rPr><w:t xml:space=\"preserve\">{text}</w:t></w:r>")
    };
    let paragraph = |properties: &str, runs: String| format!("<w:p><w:pPr>{properties}</w:pPr>{runs}</w:p>");
    let body = [
        paragraph(
            "",
            run("", "before ") + &run("<w:spacing w:val=\"60\"/>", "far apart") + &run("", " behind"),
        ),
        paragraph("<w:jc w:val=\"distribute\"/>", run("", "drawn over all of the line")),
        paragraph("", run("<w:cs/>", "कृपया प्रश्न करें")),
        paragraph("<w:bidi/>", run("<w:rtl/>", "جميع الأسعار خلال ثلاثين يومًا")),
        paragraph("<w:bidi/>", run("<w:rtl/>", "מכתב ללקוח")),
    ];
    let pdf = converted(&with_body(&pack(Docx::new()), &body.concat()));
    let is_mark = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}');
    let text: String = text(&pdf).chars().filter(|c| !is_mark(*c)).collect();
    let words = ["far", "apart", "drawn", "over", "line", "कृपया", "جميع", "الأسعار", "خلال", "ثلاثين", "ללקוח"];
    for word in words {
        assert!(text.split_whitespace().any(|read| read == word), "{word} in {text}");
    }
    assert!(text.contains("جميع الأسعار خلال ثلاثين") && text.contains("מכתב ללקוח"), "{text}");
}

/// Glyphs have codes from 1 upward, so that these have every byte, those among them that end strings or lines.
#[test]
fn glyphs_of_all_codes_are_read_back() {
    // poppler reads these as two letters.
    let is_single = |c: &char| c.is_alphabetic() && !"ĲĳĿŀŉǄǅǆǇǈǉǊǋǌǱǲǳ".contains(*c);
    let letters: Vec<char> = ('\u{21}'..'\u{24f}').chain('А'..'я').filter(is_single).collect();
    assert!(letters.len() > 300);
    let words: Vec<String> = letters.chunks(7).map(|word| word.iter().collect()).collect();
    let pdf =
        converted(&pack(Docx::new().add_paragraph(paragraph(&words.join(" "), Some("Liberation Sans")))));
    let read = text(&pdf);
    assert_eq!(read.split_whitespace().collect::<Vec<_>>(), words);
}

/// Attack: what a child may read is told to it before it has read anything; the fonts have to be among that.
#[test]
fn a_confined_child_reads_the_fonts_of_the_operator() {
    let fonts = |family: &str| {
        let docx = pack(Docx::new().add_paragraph(paragraph("Handgloves 0123", Some(family))));
        poppler::fonts(&converted(&docx)).join("\n")
    };
    assert!(fonts(OWN).contains("LiberationMono"), "{}", fonts(OWN));
    assert!(
        !fonts("Platen New Font").contains("LiberationMono"),
        "a face of that name alone is drawn with it"
    );
    assert!(engine().sandbox().is_some_and(|report| report.is_whole()));
}

#[test]
fn the_pdf_is_finished_as_those_of_other_engines() {
    let watermark = platen_pdf::finish::Watermark::new("Draft").unwrap();
    let finish = Finish { watermark: Some(watermark), ..Finish::default() };
    let marked =
        engine().convert(&letter("Ada"), &PdfOptions { finish, ..PdfOptions::default() }).unwrap().pdf;
    assert_eq!(text(&marked), text(&converted(&letter("Ada"))), "a watermark is no text");
    assert_ne!(marked, converted(&letter("Ada")));
}

#[test]
fn a_job_has_its_bounds() {
    let refused = |limits: PdfLimits, budget: Option<Budget>| {
        let options = PdfOptions { limits, budget, ..PdfOptions::default() };
        engine().convert(&letter("Ada"), &options).unwrap_err()
    };
    let error = refused(PdfLimits::default(), Some(Budget::new("render_time", Duration::ZERO, u64::MAX)));
    assert!(matches!(error, PdfError::Exhausted(Exhausted::Time { limit: "render_time", .. })), "{error}");
    let few_steps = Limits { work_steps: 1_000, ..Limits::default() };
    let error = refused(PdfLimits { package: few_steps, ..PdfLimits::default() }, None);
    assert!(matches!(error, PdfError::Limit { limit: "work_steps", .. }), "{error}");
    let error = refused(PdfLimits { pages: 0, ..PdfLimits::default() }, None);
    assert!(matches!(error, PdfError::Limit { limit: "pages", .. }), "{error}");
    assert!(error.to_string().ends_with("(0); split the document"), "{error}");
    assert!(matches!(engine().convert(b"garbage", &PdfOptions::default()), Err(PdfError::Package(_))));
}

/// An equation whose roots lie so deep in one another that the innermost are left out.
fn deep_equation(text: &str) -> String {
    let (open, close) = ("<m:rad><m:e>".repeat(40), "</m:e></m:rad>".repeat(40));
    format!(
        "<m:oMath xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math'>{open}<m:r><m:t>{text}</m:t></m:r>{close}</m:oMath>"
    )
}

#[test]
fn what_is_not_drawn_is_told_with_the_pdf_and_before() {
    let text = |font: &str, text: &str| {
        format!(
            "<w:p><w:r><w:rPr><w:rFonts w:ascii='{font}' w:hAnsi='{font}'/></w:rPr><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let equation = format!("<w:p>{}</w:p>", deep_equation("x"));
    let docx = with_body(&letter("Ada"), &[&*text("Aptos", "one"), &text(OWN, "two"), &equation].concat());
    let told = |warnings: &Warnings, code: &str| -> Vec<String> {
        warnings.into_iter().filter(|it| it.code == code).map(ToString::to_string).collect()
    };
    let converted = engine().convert(&docx, &PdfOptions::default()).unwrap().warnings;
    let found = engine().check(&docx, &PdfOptions::default()).unwrap();
    for warnings in [&converted, &found] {
        let [equation] = told(warnings, "not-drawn").try_into().unwrap();
        assert!(equation.starts_with("word/document.xml: parts of an equation"), "{equation}");
    }
    assert_eq!(
        told(&converted, "substituted-font"),
        [""; 0],
        "most documents name a font that does not exist"
    );
    let fonts = told(&found, "substituted-font").join("\n");
    assert!(fonts.contains("`Aptos` isn't installed"), "{fonts}");
    assert!(!fonts.contains(OWN) && !fonts.contains(COPIED), "{fonts}");
}

/// What the subscribers of one thread wrote.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_is_not_drawn_is_warned_of() {
    let log = Written::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
    let equation = deep_equation("secret");
    let docx = pack(Docx::new().add_paragraph(paragraph("A\u{10fffd}", None)));
    let docx = with_body(&docx, &format!("<w:p>{equation}</w:p><w:p>{equation}</w:p>"));
    tracing::subscriber::with_default(subscriber, || {
        converted(&docx);
        // Other threads may have met the places that log just before this subscriber was there, which then stay silent: all are
        // known now.
        tracing::callsite::rebuild_interest_cache();
        converted(&docx);
    });
    let log = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(log.contains("U+10FFFD"), "{log}");
    let equations = log.lines().find(|line| line.contains("equation")).unwrap();
    assert!(equations.contains("count=2") && equations.contains("word/document.xml"), "{equations}");
    assert!(!log.contains("secret"), "a document's text stays out of the log: {log}");
}
