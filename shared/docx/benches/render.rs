//! Time of compiling and of rendering to .docx, warm and in process, on the sample templates.
//!
//! What to reach per document in a release build: letter 0.2 ms, invoice of 50 rows 0.3 ms, of 1,000 rows 3 ms, a table of
//! 50 rows with a picture each 3 ms.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "as in tests")]

#[path = "../tests/language/pack.rs"]
#[expect(dead_code, reason = "shared with the tests of the language")]
mod pack;

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use platen_docx::{Limits, RenderOptions, Template};
use platen_samples::{invoice_data, sample};
use serde_json::{Value, json};

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
    render(c, "render/letter", docx("letter.docx"), &(letter.data)());
    render(c, "render/invoice 50 rows", docx("invoice.docx"), &invoice_data(50));
    render(c, "render/invoice 1000 rows", docx("invoice.docx"), &invoice_data(1_000));
    let rows: Vec<Value> =
        (0..50).map(|i| json!({"name": format!("Product {i}"), "photo": photo(i)})).collect();
    render(c, "render/50 rows with pictures", catalogue(), &json!({"rows": rows}));
}

fn render(c: &mut Criterion, name: &str, docx: Vec<u8>, data: &Value) {
    let template = Template::compile(docx, &Limits::default()).expect("a template compiles");
    let options = RenderOptions::default();
    c.bench_function(name, |b| {
        b.iter(|| template.render(black_box(data), &options).expect("a sample renders"))
    });
}

fn docx(file_name: &str) -> Vec<u8> {
    (sample(file_name).expect("a sample").docx)()
}

/// A table of names and pictures.
fn catalogue() -> Vec<u8> {
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let row = |left: &str, right: &str| format!("<w:tr>{}{}</w:tr>", cell(left), cell(right));
    let grid = "<w:tblPr/><w:tblGrid><w:gridCol w:w=\"4000\"/><w:gridCol w:w=\"4000\"/></w:tblGrid>";
    let rows = row("{{ row.name }}", "{{ row.photo }}");
    let rows = format!("{}{rows}{}", row("{%tr for row in rows %}", ""), row("{%tr endfor %}", ""));
    pack::package(&pack::document(&format!("<w:tbl>{grid}{rows}</w:tbl><w:p/>")), &[])
}

/// A picture of 200 x 150 pixels that no other row has, of about 12 KB.
fn photo(seed: u32) -> Value {
    use base64::Engine;
    let (width, height) = (200, 150);
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    // Noise does not shrink, as photographs do not.
    let noise = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 24) as u8
    });
    let pixels: Vec<u8> = noise.take(width * height).map(|pixel| pixel & 0xE0).collect();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("pixels");
    writer.finish().expect("an end");
    json!({"$image": base64::engine::general_purpose::STANDARD.encode(bytes), "width": "40mm"})
}

criterion_group!(benches, compiling, rendering);
criterion_main!(benches);
