//! Converts and finishes one document and prints the milliseconds of each step:
//! `finish IN.docx OUT.pdf [none|a-2b|ua-1] [WATERMARK]`.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::error::Error;
use std::time::Instant;

use platen_pdf::finish::{Conformance, Finish, Watermark};
use platen_pdf::{Embedded, Engine, FontSettings, PdfOptions};

const TIMES: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        return Err("usage: finish IN.docx OUT.pdf [none|a-2b|ua-1] [WATERMARK]".into());
    };
    let level = arguments.next();
    let known = Conformance::ALL.into_iter().find(|(name, _)| level.as_deref() == Some(name));
    let watermark = arguments.next().map(|text| Watermark::new(&text)).transpose()?;
    let finish = Finish { conformance: known.map(|(_, level)| level), watermark, protection: None };

    let engine = Embedded::new(&FontSettings::new(std::env::temp_dir().join("platen-example")))?;
    let options = PdfOptions::default();
    let docx = std::fs::read(input)?;
    let pdf = engine.convert(&docx, &options)?;
    let mut finished = Vec::new();
    let start = Instant::now();
    for _ in 0..TIMES {
        finished = finish.apply(&pdf, &docx, &options.limits)?;
    }
    let ms = start.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES);
    eprintln!("finish {ms:.2} ms, {} bytes of {}", finished.len(), pdf.len());
    std::fs::write(output, finished)?;
    Ok(())
}
