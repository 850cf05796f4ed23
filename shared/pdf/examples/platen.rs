//! Converts one document and prints the milliseconds: `platen IN.docx OUT.pdf [TIMES]
//! [FOLDER OF FONTS]`. For profilers, `platen here IN.docx OUT.pdf [TIMES]` does so in this process, without a bound.
#![expect(clippy::print_stderr, reason = "a program for the terminal")]

use std::error::Error;
use std::time::Instant;

use platen_pdf::finish::Finish;
use platen_pdf::{ChildSettings, Converted, Engine, PdfLimits, PdfOptions, Platen, Typesetter};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1).peekable();
    let is_here = arguments.next_if_eq("here").is_some();
    let (Some(input), Some(output)) = (arguments.next(), arguments.next()) else {
        // A child has no arguments.
        return Ok(platen_pdf::serve()?);
    };
    let times: u32 = arguments.next().map_or(Ok(1), |times| times.parse())?;
    let fonts = arguments.next().map(Into::into).into_iter().collect();
    if is_here {
        return here(&std::fs::read(input)?, &output, times);
    }
    let engine = Platen::new(fonts, ChildSettings::of_this_program(Vec::new())?);
    let docx = std::fs::read(input)?;
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

fn here(docx: &[u8], output: &str, times: u32) -> Result<(), Box<dyn Error>> {
    let mut engine = Typesetter::new(Vec::new());
    for _ in 0..times {
        let start = Instant::now();
        let Converted { pdf, .. } = engine.convert(docx, &PdfLimits::default(), &Finish::default(), None)?;
        eprintln!("convert {:.2} ms, {} bytes", start.elapsed().as_secs_f64() * 1e3, pdf.len());
        std::fs::write(output, pdf)?;
    }
    Ok(())
}
