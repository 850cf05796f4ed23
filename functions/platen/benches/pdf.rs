//! What PDFs cost: warm in process, cold on the command line, in memory, and beside a warm LibreOffice, in one run.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

mod documents;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use platen_pdf::finish::{Finish, convert_and_finish};
use platen_pdf::{ChildSettings, Embedded, Engine, FontSettings, LibreOffice, PdfOptions};

const PLATEN: &str = env!("CARGO_BIN_EXE_platen");

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let scratch = tempfile::tempdir()?;
    let engine = Embedded::new(&FontSettings::new(scratch.path().join("fonts")))?;
    let settings = ChildSettings::of_this_program(vec!["convert-worker".into()])?;
    let office = LibreOffice::new(Vec::new(), ChildSettings { program: PLATEN.into(), ..settings })?;

    let (letter, report, long) = (documents::letter()?, documents::report()?, documents::long()?);
    println!("{:<44} {:>10} {:>10}", "median", "measured", "promised");
    for (name, docx, promised) in [
        ("letter", &letter, "5 ms"),
        ("5 pages, tables and pictures", &report, "60 ms"),
        ("46 pages", &long, "250 ms"),
    ] {
        row(&format!("{name}, warm"), median(20, || made(&engine, docx))?, promised);
    }
    let plain = median(40, || made(&engine, &letter))?;
    let whole = median(40, || finished(&engine, &letter))?;
    row("of the letter: properties and identifier", whole.saturating_sub(plain), "");

    let input = scratch.path().join("letter.docx");
    fs::write(&input, &letter)?;
    // The first one puts the fonts in place.
    convert(scratch.path(), &input)?.wait()?;
    row(
        "letter, cold `platen convert`",
        median(20, || Ok(convert(scratch.path(), &input)?.wait().map(|_| ())?))?,
        "60 ms",
    );

    let ours = median(20, || finished(&engine, &letter))?;
    office.warm_up()?;
    let theirs = median(20, || finished(&office, &letter))?;
    row("letter, warm LibreOffice", theirs, "");
    println!(
        "{:<44} {:>9.1}x {:>10}",
        "quicker than warm LibreOffice",
        theirs.as_secs_f64() / ours.as_secs_f64(),
        "20x"
    );

    fs::write(&input, &long)?;
    let peak = peak_kib(convert(scratch.path(), &input)?)?;
    println!("{:<44} {:>6} MiB {:>10}", "memory of `platen convert`, 46 pages", peak / 1024, "100 MiB");
    Ok(())
}

fn row(name: &str, time: Duration, promised: &str) {
    println!("{name:<44} {:>7.2} ms {promised:>10}", time.as_secs_f64() * 1e3);
}

fn made(engine: &dyn Engine, docx: &[u8]) -> Outcome {
    engine.convert(docx, &PdfOptions::default())?;
    Ok(())
}

fn finished(engine: &dyn Engine, docx: &[u8]) -> Outcome {
    convert_and_finish(engine, docx, &PdfOptions::default(), &Finish::default())?;
    Ok(())
}

/// The median time of some runs, after three that are not counted.
fn median(runs: usize, mut run: impl FnMut() -> Outcome) -> Result<Duration, Box<dyn Error>> {
    let mut times = Vec::with_capacity(runs);
    for number in 0..runs + 3 {
        let start = Instant::now();
        run()?;
        if number >= 3 {
            times.push(start.elapsed());
        }
    }
    times.sort();
    Ok(times.get(runs / 2).copied().unwrap_or_default())
}

fn convert(home: &Path, input: &Path) -> Result<Child, Box<dyn Error>> {
    let mut command = Command::new(PLATEN);
    command.arg("convert").arg(input).arg("-o").arg(input.with_extension("pdf")).env("HOME", home);
    Ok(command.spawn()?)
}

/// The most memory that the process had at once, in KiB (`VmHWM` of proc(5)); it only grows, so the last look counts.
fn peak_kib(mut process: Child) -> Result<u64, Box<dyn Error>> {
    let status = format!("/proc/{}/status", process.id());
    let mut peak = 0;
    while process.try_wait()?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        peak = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or(peak);
        std::thread::sleep(Duration::from_micros(200));
    }
    Ok(peak)
}
