//! Converts one document and prints the milliseconds: `convert embedded|platen IN.docx OUT.pdf [TIMES]`.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

#[path = "support/engine.rs"]
mod engine;

use std::error::Error;
use std::time::Instant;

use platen_pdf::{Converted, PdfOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(name), Some(input), Some(output)) = (arguments.next(), arguments.next(), arguments.next())
    else {
        // A child has no arguments.
        return Ok(platen_pdf::serve()?);
    };
    let times: u32 = arguments.next().map_or(Ok(1), |times| times.parse())?;
    let engine = engine::of(&name)?;
    let docx = std::fs::read(input)?;
    for warning in &engine.check(&docx, &PdfOptions::default())? {
        eprintln!("found: {warning}");
    }
    for _ in 0..times {
        let start = Instant::now();
        let Converted { pdf, warnings } = engine.convert(&docx, &PdfOptions::default())?;
        eprintln!("convert {:.1} ms, {} bytes", start.elapsed().as_secs_f64() * 1e3, pdf.len());
        for warning in &warnings {
            eprintln!("warning: {warning}");
        }
        std::fs::write(&output, pdf)?;
    }
    Ok(())
}
