//! Compiles and renders one template, as a worker thread of a server would, and writes down what came of it and what it
//! cost. Arguments: the template, the data, and where the report goes.
#![expect(clippy::unwrap_used, reason = "a panic here is told by the test that started this")]

use std::fs;

use platen_docx::{Limits, RenderOptions, Template};
use rustix::process::{Resource, Rlimit, setrlimit};

/// The stack of a server's worker thread.
const STACK: usize = 2 << 20;

/// Address space, so that a case gone wrong does not take the machine's memory.
const SPACE: u64 = 2 << 30;

fn main() {
    let mut args = std::env::args_os().skip(1);
    let (template, data, report) = (args.next().unwrap(), args.next().unwrap(), args.next().unwrap());
    setrlimit(Resource::As, Rlimit { current: Some(SPACE), maximum: Some(SPACE) }).unwrap();
    let (template, data) = (fs::read(template).unwrap(), fs::read(data).unwrap());
    let work = std::thread::Builder::new().stack_size(STACK).spawn(move || made(template, &data)).unwrap();
    let what = work.join().unwrap();
    fs::write(report, format!("{}\n{}\n{what}", milliseconds(), peak())).unwrap();
}

fn made(template: Vec<u8>, data: &[u8]) -> String {
    let data = match serde_json::from_slice(data) {
        Ok(data) => data,
        Err(error) => return format!("refused: data: {error}"),
    };
    let template = match Template::compile(template, &Limits::default()) {
        Ok(template) => template,
        Err(error) => return format!("refused: {error}"),
    };
    match template.render(&data, &RenderOptions::default()) {
        Ok(document) => format!("rendered: {} bytes", document.len()),
        Err(error) => format!("refused: {error}"),
    }
}

/// Processor time of this process.
fn milliseconds() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program, in parentheses, may hold anything; utime and stime are the 14th and 15th fields (proc(5)).
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    ticks * 1000 / rustix::param::clock_ticks_per_second()
}

/// Most resident memory of this process, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}
