//! What PDFs cost: warm in a child process, cold on the command line, and in memory.
//!
//! Each row has the best and the median of some runs, and what this process had of the processor for each: on a machine
//! with other work, that is nearest to what the work takes by itself. What children take is not in it.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

mod documents;

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use platen_pdf::{ChildSettings, Engine, PdfOptions, Platen};

const PLATEN: &str = env!("CARGO_BIN_EXE_platen");

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let scratch = tempfile::tempdir()?;
    let settings = ChildSettings::of_this_program(vec!["convert-worker".into()])?;
    let environment = vec![("MIMALLOC_ARENA_RESERVE", "32MiB")];
    let settings = ChildSettings { program: PLATEN.into(), environment, ..settings };
    let engine = Platen::new(Vec::new(), settings);

    let (letter, sample) = (documents::letter()?, documents::sample_letter()?);
    let (report, long) = (documents::report()?, documents::pages(46)?);
    println!("{:<44} {:>10} {:>10} {:>10} {:>10}", "", "best", "median", "processor", "promised");
    times(60, || finished(&engine, &letter))?.row("letter, warm", "0.5 ms");
    times(60, || another_tenants(&engine, &letter))?.row("  each for another tenant", "");
    times(60, || finished(&engine, &sample))?.row("the sample letter, with a logo, warm", "1.3 ms");
    times(20, || finished(&engine, &report))?.row("5 pages, tables and pictures, warm", "8 ms");
    let pages = times(20, || finished(&engine, &long))?;
    pages.row("46 pages, warm", "22 ms");
    pages.by(46).row("  each page of these", "1 ms");

    let input = scratch.path().join("letter.docx");
    fs::write(&input, &letter)?;
    times(20, || Ok(convert(scratch.path(), &input)?.wait().map(|_| ())?))?
        .row("letter, cold `platen convert`", "10 ms");

    fs::write(&input, &long)?;
    memory(peak_kib(convert(scratch.path(), &input)?)?, "`platen convert`, 46 pages", "100 MiB");
    fs::write(&input, documents::pages(200)?)?;
    memory(peak_kib(convert(scratch.path(), &input)?)?, "`platen convert`, 200 pages", "60 MiB");
    Ok(())
}

fn memory(peak: u64, of: &str, promised: &str) {
    println!("memory of {of:<34} {:>6} MiB {promised:>32}", peak / 1024);
}

/// In a child that has read nobody's bytes.
fn another_tenants(engine: &dyn Engine, docx: &[u8]) -> Outcome {
    engine.convert(docx, &PdfOptions { tenant: Some(uuid::Uuid::new_v4()), ..PdfOptions::default() })?;
    Ok(())
}

fn finished(engine: &dyn Engine, docx: &[u8]) -> Outcome {
    engine.convert(docx, &PdfOptions::default())?;
    Ok(())
}

/// The times of some runs.
struct Times {
    best: Duration,
    median: Duration,
    processor: Duration,
}

impl Times {
    /// The times of one part of several.
    fn by(&self, parts: u32) -> Times {
        let Times { best, median, processor } = *self;
        Times { best: best / parts, median: median / parts, processor: processor / parts }
    }

    fn row(&self, name: &str, promised: &str) {
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let (best, median, processor) = (ms(self.best), ms(self.median), ms(self.processor));
        println!("{name:<44} {best:>7.2} ms {median:>7.2} ms {processor:>7.2} ms {promised:>10}");
    }
}

/// Times some runs, after three that are not counted.
fn times(runs: usize, mut run: impl FnMut() -> Outcome) -> Result<Times, Box<dyn Error>> {
    let mut times = Vec::with_capacity(runs);
    let mut before = Duration::ZERO;
    for number in 0..runs + 3 {
        if number == 3 {
            before = processor_time();
        }
        let start = Instant::now();
        run()?;
        if number >= 3 {
            times.push(start.elapsed());
        }
    }
    let processor = processor_time().saturating_sub(before) / u32::try_from(runs)?;
    times.sort();
    let at = |place: usize| times.get(place).copied().unwrap_or_default();
    Ok(Times { best: at(0), median: at(runs / 2), processor })
}

/// What all threads of this process that still run had of the processor (`schedstat` of proc(5), in nanoseconds).
fn processor_time() -> Duration {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let times = threads.filter_map(|thread| {
        let line = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        line.split(' ').next()?.parse::<u64>().ok()
    });
    Duration::from_nanos(times.sum())
}

fn convert(home: &Path, input: &Path) -> Result<Child, Box<dyn Error>> {
    let mut command = Command::new(PLATEN);
    command.arg("convert").arg(input).arg("-o").arg(input.with_extension("pdf")).env("HOME", home);
    Ok(command.spawn()?)
}

/// The most memory that the process or a child of it had at once, in KiB.
fn peak_kib(mut process: Child) -> Result<u64, Box<dyn Error>> {
    let mut peak = 0;
    while process.try_wait()?.is_none() {
        let own = process.id();
        peak = children(own).into_iter().chain([own]).map(high_water).fold(peak, u64::max);
        std::thread::sleep(Duration::from_micros(200));
    }
    Ok(peak)
}

/// `VmHWM` of proc(5); it only grows, so the last look counts.
fn high_water(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}

/// Those that its threads started.
fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
}
