//! A letter of one page, warm.

use std::io::Cursor;

use criterion::{criterion_group, criterion_main, Criterion};
use docx_rs::{Docx, Paragraph, Run, RunFonts};
use platen_pdf::{Embedded, Engine, FontSettings, PdfOptions};

fn letter() -> Vec<u8> {
    let paragraph = |text: String| {
        let fonts = RunFonts::new().ascii("Times New Roman").hi_ansi("Times New Roman");
        Paragraph::new().add_run(Run::new().add_text(text).fonts(fonts))
    };
    let letter = (1..=20).fold(Docx::new(), |letter, number| {
        letter.add_paragraph(paragraph(format!(
            "{number}. Thank you for your order, which left our house today."
        )))
    });
    let mut file = Cursor::new(Vec::new());
    letter.build().pack(&mut file).expect("docx-rs packs what it built");
    file.into_inner()
}

fn convert(criterion: &mut Criterion) {
    let store = std::env::temp_dir().join("platen-bench");
    let engine = Embedded::new(&FontSettings::new(store)).expect("the temporary folder is writable");
    let (letter, options) = (letter(), PdfOptions::default());
    criterion.bench_function("pdf/letter", |bencher| {
        bencher.iter(|| engine.convert(&letter, &options).expect("the letter converts"));
    });
}

criterion_group!(benches, convert);
criterion_main!(benches);
