//! Times the start of functions against AWS's stores on this machine: from starting the binary to its first answer, through
//! the Runtime API; and says how large all of them are. `make bench` builds it and the functions, and says where these are:
//! cold_start FOLDER.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::path::Path;
use std::time::{Duration, Instant};

use platen_tests::aws::Aws;
use platen_tests::binaries;
use platen_tests::function::{Ended, Function};

/// Starts of each function.
const RUNS: usize = 21;

/// A function, and an event that asks its store one question.
const FUNCTIONS: [(&str, &str); 4] = [
    ("get-templates", include_str!("../../events/get-templates.json")),
    ("get-bulk-generation-job", include_str!("../../events/get-bulk-generation-job.json")),
    ("render-chunk", include_str!("../../events/render-chunk.json")),
    ("assemble-archive", include_str!("../../events/assemble-archive.json")),
];

fn main() {
    binaries::take_from(std::env::args_os().nth(1).unwrap().into());
    let aws = Aws::start();
    let environment = aws.environment(&format!("http://{}", aws.address()));
    let environment: Vec<_> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    println!("{:28} {:>10} {:>10}", "from start to answer", "median", "slowest");
    for (name, event) in FUNCTIONS {
        let mut times: Vec<Duration> = (0..RUNS)
            .map(|_| {
                let began = Instant::now();
                let mut function = Function::start(name, &environment);
                let ended = function.invoke(event);
                assert!(matches!(ended, Ended::Settled(_)), "{ended:?}\n{}", function.log());
                began.elapsed()
            })
            .collect();
        // The first start reads the binary from the disk, and the fonts are put in place by one.
        times.remove(0);
        times.sort();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name:28} {median:>10.1?} {slowest:>10.1?}");
    }
    sizes();
}

/// Every function has a recorded event; the converter is started by functions.
fn sizes() {
    let events = Path::new(env!("CARGO_MANIFEST_DIR")).join("../events");
    let names = std::fs::read_dir(events).unwrap().map(|event| event.unwrap().path());
    let mut names: Vec<_> =
        names.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.push("convert-pdf".to_owned());
    names.sort();
    println!("{:28} {:>10} {:>14}", "size", "binary", "without fonts");
    for name in names {
        let binary = std::fs::read(binaries::binary(&name)).unwrap();
        let mib = |bytes: usize| bytes as f64 / f64::from(1 << 20);
        let (all, bare) = (mib(binary.len()), mib(binary.len() - fonts_in(&binary)));
        println!("{name:28} {all:>6.1} MiB {bare:>10.1} MiB");
    }
}

/// Bytes of the bundled fonts in a program.
fn fonts_in(binary: &[u8]) -> usize {
    // No two of them begin alike: the head has checksums of all that follows.
    let is_in = |font: &[u8]| binary.windows(256).any(|window| window == &font[..256]);
    platen_faces::FILES.iter().map(|file| file.data).filter(|font| is_in(font)).map(<[u8]>::len).sum()
}
