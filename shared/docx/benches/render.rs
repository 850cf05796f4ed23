//! Time of compiling and of rendering to .docx, warm and in process, on the sample templates.
//!
//! What to reach per document in a release build: letter 0.2 ms, invoice of 50 rows 0.3 ms, of 1,000 rows 3 ms.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use platen_docx::{Limits, RenderOptions, Template};
use platen_samples::{invoice_data, sample};
use serde_json::Value;

fn compiling(c: &mut Criterion) {
    let bytes = docx("invoice.docx");
    c.bench_function("compile/invoice", |b| {
        b.iter(|| {
            Template::compile(black_box(bytes.clone()), &Limits::default()).expect("a sample compiles")
        });
    });
}

fn rendering(c: &mut Criterion) {
    let letter = sample("letter.docx").expect("a sample");
    render(c, "render/letter", "letter.docx", &(letter.data)());
    render(c, "render/invoice 50 rows", "invoice.docx", &invoice_data(50));
    render(c, "render/invoice 1000 rows", "invoice.docx", &invoice_data(1_000));
}

fn render(c: &mut Criterion, name: &str, file_name: &str, data: &Value) {
    let template = Template::compile(docx(file_name), &Limits::default()).expect("a sample compiles");
    let options = RenderOptions::default();
    c.bench_function(name, |b| {
        b.iter(|| template.render(black_box(data), &options).expect("a sample renders"))
    });
}

fn docx(file_name: &str) -> Vec<u8> {
    (sample(file_name).expect("a sample").docx)()
}

criterion_group!(benches, compiling, rendering);
criterion_main!(benches);
