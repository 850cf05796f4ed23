//! Converts and finishes one document and prints the milliseconds of each run:
//! `finish IN.docx OUT.pdf [none|a-2b|a-3b|a-3u|a-3a|ua-1] [WATERMARK]`.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::error::Error;
use std::time::Instant;

use platen_pdf::finish::{Conformance, Finish, Watermark};
use platen_pdf::{ChildSettings, Engine, PdfOptions, Platen};

const TIMES: u32 = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        // A child has no arguments.
        return Ok(platen_pdf::serve()?);
    };
    let conformance = arguments.next().as_deref().and_then(Conformance::parse);
    let watermark = arguments.next().map(|text| Watermark::new(&text)).transpose()?;
    let finish = Finish { conformance, watermark, ..Finish::default() };

    let engine = Platen::new(Vec::new(), ChildSettings::of_this_program(Vec::new())?);
    let options = PdfOptions { finish, ..PdfOptions::default() };
    let docx = std::fs::read(input)?;
    let mut pdf = engine.convert(&docx, &options)?.pdf;
    let start = Instant::now();
    for _ in 0..TIMES {
        pdf = engine.convert(&docx, &options)?.pdf;
    }
    let ms = start.elapsed().as_secs_f64() * 1e3 / f64::from(TIMES);
    eprintln!("{ms:.2} ms, {} bytes", pdf.len());
    std::fs::write(output, pdf)?;
    Ok(())
}
