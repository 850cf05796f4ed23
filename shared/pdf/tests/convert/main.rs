//! Documents built with docx-rs, converted by the engine and read by poppler's programs.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, reason = "tests")]

mod documents;
mod fonts;
mod generated;
mod hostile;
mod joined;
mod libreoffice;
mod pictures;
mod platen;
mod poppler;
mod printed;
mod tags;

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use docx_rs::{BreakType, Comment, Delete, Docx, Insert, Paragraph, Run};
use platen_pdf::{ChildSettings, Engine, PdfError, PdfLimits, PdfOptions, Platen};

use documents::{letter, pack, paragraph};

/// The engine of this process, whose children all tests share.
pub(crate) fn engine() -> &'static Platen {
    static ENGINE: OnceLock<Platen> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let store = Path::new(env!("CARGO_TARGET_TMPDIR"));
        // The operator's folder, with files that are no fonts: every test meets them first.
        let folder = store.join("fonts-of-the-operator");
        std::fs::create_dir_all(&folder).unwrap();
        let font = platen_faces::FILES[0].data;
        for (name, bytes) in [("no.ttf", &b"no font"[..]), ("cut.otf", &font[..2_000])] {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
        let children = ChildSettings::of(env!("CARGO_BIN_EXE_convert-pdf").into());
        Platen::new(vec![folder], children)
    })
}

pub(crate) fn pdf(docx: &[u8]) -> Vec<u8> {
    engine().convert(docx, &PdfOptions::default()).unwrap().pdf
}

#[test]
fn text_comes_out_in_order() {
    let text = poppler::text(&pdf(&letter("Ada Lovelace")));
    assert!(text.starts_with("Dear Ada Lovelace,"), "{text}");
    assert!(text.contains("Grüße – “quoted” – € 1’234.50"), "{text}");
}

#[test]
fn pages_break_where_the_document_says() {
    let page = || Paragraph::new().add_run(Run::new().add_text("Page").add_break(BreakType::Page));
    let docx =
        pack(Docx::new().add_paragraph(page()).add_paragraph(page()).add_paragraph(paragraph("Last", None)));
    assert_eq!(poppler::pages(&pdf(&docx)), 3);
}

#[test]
fn comments_are_not_printed_and_leave_the_page_its_width() {
    let body = |comment: bool| {
        let run = Run::new().add_text("Reviewed text");
        let note = Comment::new(1).author("Reviewer").add_paragraph(paragraph("Please rephrase", None));
        let line = Paragraph::new();
        let line = if comment {
            line.add_comment_start(note).add_run(run).add_comment_end(1)
        } else {
            line.add_run(run)
        };
        pdf(&pack(Docx::new().add_paragraph(line)))
    };
    let (plain, commented) = (poppler::positions(&body(false)), poppler::positions(&body(true)));
    assert!(commented.contains("Reviewed"), "{commented}");
    assert_eq!(plain, commented);
}

#[test]
fn tracked_changes_print_as_accepted() {
    let line = Paragraph::new()
        .add_run(Run::new().add_text("Pay "))
        .add_delete(Delete::new().add_run(Run::new().add_delete_text("ten")))
        .add_insert(Insert::new(Run::new().add_text("twenty")))
        .add_run(Run::new().add_text(" euros"));
    let text = poppler::text(&pdf(&pack(Docx::new().add_paragraph(line))));
    assert_eq!(text.trim(), "Pay twenty euros");
}

#[test]
fn a_body_under_another_name_is_found() {
    let docx = documents::renamed_body(&letter("Grace Hopper"));
    assert!(poppler::text(&pdf(&docx)).contains("Dear Grace Hopper"));
}

#[test]
fn a_hundred_conversions_on_eight_threads_equal_the_serial_ones() {
    let docx: Vec<Vec<u8>> = (0..100).map(|number| letter(&format!("Customer {number}"))).collect();
    let serial: Vec<Vec<u8>> = docx.iter().map(|docx| pdf(docx)).collect();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (docx, serial) = (&docx, &serial);
            scope.spawn(move || {
                for number in (thread..100).step_by(8) {
                    assert_eq!(pdf(&docx[number]), serial[number], "document {number}");
                }
            });
        }
    });
}

#[test]
fn a_conversion_past_its_time_is_an_error_and_the_next_one_works() {
    let limits = PdfLimits { time: Duration::ZERO, ..PdfLimits::default() };
    let error =
        engine().convert(&letter("Ada"), &PdfOptions { limits, ..PdfOptions::default() }).unwrap_err();
    assert!(matches!(error, PdfError::Exhausted(_)), "{error}");
    assert!(!pdf(&letter("Ada")).is_empty());
}
