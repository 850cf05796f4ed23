//! Times the start of functions against AWS's stores on this machine: from starting the binary to its first answer, through
//! the Runtime API. `make bench` builds it and the functions, and says where these are: cold_start FOLDER.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

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
    println!("{:28} {:>10} {:>10} {:>10}", "function", "binary", "median", "slowest");
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
        let bytes = std::fs::metadata(binaries::binary(name)).unwrap().len();
        let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name:28} {:>6.1} MiB {median:>10.1?} {slowest:>10.1?}", bytes as f64 / f64::from(1 << 20));
    }
}
