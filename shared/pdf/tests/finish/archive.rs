//! PDF/A-2b and PDF/UA-1, with Preflight of Apache PDFBox as the judge of the former.
//!
//! Preflight knows PDF/A-1b. What part 2 allows beyond part 1 is left out of its answer; all else holds for both. No
//! validator of part 2 is in a public registry.

use std::process::Command;

use platen_pdf::finish::{Conformance, Finish, Password, Protection, Watermark};
use platen_pdf::merge::Merger;
use platen_pdf::{Engine, PdfError, PdfOptions};

use super::{docx, platen, printed, with_parts};

/// Places that an outline refers to as objects of their own, which any value may be (ISO 32000-1, 7.3.10) and Preflight does
/// not follow; and what PDF/A-2 allows and PDF/A-1 does not: cross-reference streams, transparency, subsets without a list of their
/// glyphs (ISO 19005-2, 6.2.11.4.2), profiles of ICC's version 4 (6.2.4.2), and its own number.
const ALLOWED: [&str; 9] = [
    "1.2.3 : Body Syntax error, Error: can't convert to Destination COSObject",
    "2.1.6 : Invalid graphics object, Invalid version of the ICCProfile",
    "1.4 : Trailer Syntax error, /XRef cross reference streams are not allowed",
    "4.1.2 : Transparency error",
    "2.2.1 : Invalid graphics transparency",
    "2.2.2 : Invalid graphics transparency",
    "2.2.3 : Invalid graphics transparency",
    "3.1.11 : Invalid Font definition",
    "7.11.2 : Error on MetaData, part must be 1",
];

/// What Preflight says against the PDF.
pub fn faults(pdf: &[u8]) -> Vec<String> {
    let file = tempfile::Builder::new().suffix(".pdf").tempfile().unwrap();
    std::fs::write(file.path(), pdf).unwrap();
    let jars = [
        "preflight",
        "pdfbox2",
        "fontbox2",
        "xmpbox",
        "commons-logging",
        "commons-io",
        "javax.activation",
        "jaxb-api",
    ];
    let jars = jars.map(|jar| format!("/usr/share/java/{jar}.jar")).join(":");
    let output = Command::new("java")
        .args(["-cp", &jars, "org.apache.pdfbox.preflight.Validator_A1b"])
        .arg(file.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    // It never calls a part 2 a part 1: an answer without its verdict is no answer.
    assert!(
        said.contains("is not a valid PDF/A-1b file"),
        "{said} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = said.lines().filter(|line| line.starts_with(|first: char| first.is_ascii_digit()));
    lines.filter(|line| !ALLOWED.iter().any(|allowed| line.starts_with(allowed))).map(str::to_owned).collect()
}

fn made(engine: &dyn Engine, docx: &[u8], finish: &Finish) -> Result<Vec<u8>, PdfError> {
    let options = PdfOptions { finish: finish.clone(), ..PdfOptions::default() };
    engine.convert(docx, &options).map(|converted| converted.pdf)
}

fn level(conformance: Conformance) -> Finish {
    Finish { conformance: Some(conformance), ..Finish::default() }
}

#[test]
fn samples_become_archives_alone_and_together() {
    let engine = platen();
    let mut merger = Merger::new(Vec::new()).unwrap();
    for sample in platen_samples::SAMPLES {
        let docx = (sample.docx)();
        assert_ne!(
            faults(&made(engine, &docx, &Finish::default()).unwrap()),
            [""; 0],
            "an ordinary PDF is none"
        );
        let archive = made(engine, &docx, &level(Conformance::A2b)).unwrap();
        assert_eq!(faults(&archive), [""; 0], "{}", sample.file_name);
        printed("qpdf", &["--check"], &archive, &[]);
        assert_eq!(archive, made(engine, &docx, &level(Conformance::A2b)).unwrap(), "the same each time");
        merger.add(sample.file_name, &archive).unwrap();
    }
    let merged = merger.finish(Some("All samples")).unwrap();
    assert_eq!(faults(&merged), [""; 0]);
    assert!(String::from_utf8_lossy(&merged).contains("<pdfaid:part>2<"));
}

#[test]
fn a_watermarked_archive_is_one_still() {
    let engine = platen();
    let watermark = Some(Watermark::new("DRAFT").unwrap());
    let archive = made(engine, &docx("Hello"), &Finish { watermark, ..level(Conformance::A2b) }).unwrap();
    assert_eq!(faults(&archive), [""; 0]);
}

#[test]
fn archives_of_part_3_keep_what_those_of_part_2_keep() {
    let engine = platen();
    let sample = (platen_samples::SAMPLES[0].docx)();
    for (standard, letter) in [(Conformance::A3b, "B"), (Conformance::A3u, "U"), (Conformance::A3a, "A")] {
        let archive = made(engine, &sample, &level(standard)).unwrap();
        let mut found = faults(&archive);
        // Part 1 has no level U.
        found.retain(|fault| {
            letter != "U" || !fault.starts_with("7.11.1 : Error on MetaData, conformance level")
        });
        assert_eq!(found, [""; 0], "{standard:?}");
        printed("qpdf", &["--check"], &archive, &[]);
        let info = printed("pdfinfo", &["-meta"], &archive, &[]);
        let claim = format!("<pdfaid:part>3</pdfaid:part><pdfaid:conformance>{letter}</pdfaid:conformance>");
        assert!(info.contains(&claim), "{info}");
        let mut merger = Merger::new(Vec::new()).unwrap();
        merger.add("One", &archive).unwrap();
        merger.add("Two", &archive).unwrap();
        let merged = merger.finish(None).unwrap();
        // Tags are not merged, and level A is about tags.
        assert_eq!(String::from_utf8_lossy(&merged).contains(&claim), letter != "A");
    }
    let silent = with_parts(&docx("Hello"), &[("word/styles.xml", "<w:styles xmlns:w='w'/>")]);
    let error = made(engine, &silent, &level(Conformance::A3a)).unwrap_err().to_string();
    assert!(error.contains("PDF/A-3a: it names no language"), "{error}");
}

#[test]
fn what_no_archive_can_have_is_named() {
    let engine = platen();
    let refused = |docx: &[u8], finish: &Finish| match made(engine, docx, finish).unwrap_err() {
        PdfError::Unsupported(sentence) => sentence,
        other => panic!("{other}"),
    };
    // No bundled font draws the script of Linear A.
    let sentence = refused(&docx("\u{10600}\u{10601}"), &level(Conformance::A2b));
    assert!(sentence.contains("no font has "), "{sentence}");
    let password = Password::new("secret".to_owned());
    let protection = Some(Protection { password, owner: None, permissions: None });
    let sentence = refused(&docx("Hello"), &Finish { protection, ..level(Conformance::A2b) });
    assert!(sentence.contains("cannot have a password"), "{sentence}");
}

#[test]
fn accessible_is_what_has_a_title_and_its_structure() {
    let engine = platen();
    let sample = (platen_samples::SAMPLES[0].docx)();
    let pdf = made(engine, &sample, &level(Conformance::Ua1)).unwrap();
    printed("qpdf", &["--check"], &pdf, &[]);
    let info = printed("pdfinfo", &["-meta"], &pdf, &[]);
    assert!(info.contains("<pdfuaid:part>1<"), "{info}");
    assert!(printed("pdfinfo", &["-struct"], &pdf, &[]).contains("Document"), "tagged");

    let untitled = with_parts(&docx("Hello"), &[("docProps/core.xml", "<cp:coreProperties xmlns:cp='c'/>")]);
    let error = made(engine, &untitled, &level(Conformance::Ua1)).unwrap_err().to_string();
    assert!(error.contains("it has no title"), "{error}");

    let parts = [
        ("docProps/core.xml", "<cp:coreProperties xmlns:cp='c'/>"),
        (
            "word/styles.xml",
            "<w:styles xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:docDefaults>\
             <w:rPrDefault><w:rPr><w:lang w:val='en-US'/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>",
        ),
        (
            "word/document.xml",
            "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:pPr>\
             <w:outlineLvl w:val='0'/></w:pPr><w:r><w:t>Annual report</w:t></w:r></w:p></w:body></w:document>",
        ),
    ];
    let options = PdfOptions { finish: level(Conformance::Ua1), ..PdfOptions::default() };
    let lent = engine.convert(&with_parts(&docx("Hello"), &parts), &options).unwrap();
    assert!(printed("pdfinfo", &[], &lent.pdf, &[]).contains("Annual report"));
    let [told] = lent.warnings.as_slice() else { panic!("{:?}", lent.warnings) };
    assert!(told.detail.contains("first heading"), "{told:?}");
}
