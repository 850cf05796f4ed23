//! Conversions in child processes. Without libtest's harness, since the children are this program started anew.

#![expect(clippy::unwrap_used, reason = "tests")]

use std::ffi::OsString;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use docx_rs::{Docx, Paragraph, Pic, Run};
use platen_pdf::{ChildSettings, Embedded, Engine, FontSettings, PdfError, PdfLimits, PdfOptions};

const CHILD: &str = "child-of-the-test";

fn main() {
    if std::env::args().any(|argument| argument == CHILD) {
        platen_pdf::serve().unwrap();
        return;
    }
    let fonts = FontSettings::new(Path::new(env!("CARGO_TARGET_TMPDIR")));
    let in_process = Embedded::new(&fonts).unwrap();
    let children = |arguments: &[&str], change: fn(&mut ChildSettings)| {
        let arguments = arguments.iter().map(OsString::from).collect();
        let mut settings = ChildSettings::of_this_program(arguments).unwrap();
        change(&mut settings);
        Embedded::in_children(&fonts, settings).unwrap()
    };
    let options = PdfOptions::default();
    let letter = pack(Docx::new().add_paragraph(paragraph("Dear Ada")));
    let expected = in_process.convert(&letter, &options).unwrap();

    // Children give the same bytes, also many at once and when each is replaced after every second document.
    let engine = children(&[CHILD], |settings| settings.conversions = 2);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_eq!(engine.convert(&letter, &options).unwrap(), expected);
                }
            });
        }
    });

    // What the document is refused for in process, it is refused for in a child.
    let bodiless = in_process.convert(b"garbage", &options).unwrap_err();
    assert_eq!(engine.convert(b"garbage", &options).unwrap_err().to_string(), bodiless.to_string());

    // A conversion past its time costs one document.
    let limits = PdfLimits { time: Duration::ZERO, ..PdfLimits::default() };
    let hasty = PdfOptions { limits, ..PdfOptions::default() };
    assert!(matches!(engine.convert(&letter, &hasty), Err(PdfError::Timeout(_))));
    assert_eq!(engine.convert(&letter, &options).unwrap(), expected);

    // So does one that takes more memory than a child may have: the process aborts.
    let small = children(&[CHILD], |settings| settings.memory_bytes = 420 << 20);
    assert_eq!(small.convert(&letter, &options).unwrap(), expected);
    assert!(matches!(small.convert(&with_large_picture(), &options), Err(PdfError::Engine)));
    assert_eq!(small.convert(&letter, &options).unwrap(), expected);

    // A program that cannot be started is the operator's affair.
    let missing = children(&[], |settings| settings.program = "/nowhere/platen".into());
    assert!(matches!(missing.convert(&letter, &options), Err(PdfError::Child(_))));

    // One that speaks another language is not waited for.
    let other = children(&[], |settings| settings.program = "/bin/true".into());
    assert!(matches!(other.convert(&letter, &options), Err(PdfError::Engine)));
}

fn paragraph(text: &str) -> Paragraph {
    Paragraph::new().add_run(Run::new().add_text(text))
}

fn pack(docx: Docx) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    docx.build().pack(&mut file).unwrap();
    file.into_inner()
}

/// A few hundred kilobytes that decode to 196 MB.
fn with_large_picture() -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 7_000, 7_000);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let row: Vec<u8> = (0..7_000_u32).flat_map(|x| [(x % 251) as u8, 80, 160, 128]).collect();
    encoder.write_header().unwrap().write_image_data(&row.repeat(7_000)).unwrap();
    let picture = Pic::new_with_dimensions(png, 7_000, 7_000).size(3_000_000, 3_000_000);
    pack(Docx::new().add_paragraph(Paragraph::new().add_run(Run::new().add_image(picture))))
}
