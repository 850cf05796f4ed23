//! Measures how the time of reading a table grows with its size, for one shape in each row: at n, 2n and 4n. Nothing counts the steps
//! of a spreadsheet's readers, so that the time on the processor stands for them. Four times the table may take eight times as
//! long, where a search of all rows for each row would take sixteen times as long; the exit code is 1 where one takes more.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a program for the terminal")]

use std::fmt::Write;
use std::ops::ControlFlow;
use std::process::ExitCode;

use platen_tables::{Choices, Format, Limits, Plan, read};
use rust_xlsxwriter::Workbook;
use serde_json::json;

/// A table of a size, and how it is read.
struct Shape {
    name: &'static str,
    /// The smallest size: large enough to take tens of milliseconds, since Linux counts by its clock's ticks of some.
    n: u32,
    format: Format,
    group_by: Option<&'static str>,
    make: fn(u32) -> Vec<u8>,
}

/// How much longer four times as much may take.
const SLOWEST: f64 = 8.0;

fn lines(head: &str, count: u32, line: impl Fn(u32) -> String) -> Vec<u8> {
    let mut text = format!("{head}\n");
    for at in 0..count {
        writeln!(text, "{}", line(at)).unwrap();
    }
    text.into_bytes()
}

fn sheet(fill: impl FnOnce(&mut rust_xlsxwriter::Worksheet)) -> Vec<u8> {
    let mut workbook = Workbook::new();
    fill(workbook.add_worksheet());
    workbook.save_to_buffer().unwrap()
}

/// A workbook of one column.
fn column(rows: u32, text: impl Fn(u32) -> String) -> Vec<u8> {
    sheet(|sheet| {
        for row in 0..=rows {
            sheet.write(row, 0, text(row)).unwrap();
        }
    })
}

const SHAPES: &[Shape] = &[
    Shape {
        name: "rows of a workbook",
        n: 5_000,
        format: Format::Xlsx,
        group_by: None,
        make: |n| column(n, |row| format!("c{row}")),
    },
    Shape {
        name: "rows that share one text",
        n: 2_000,
        format: Format::Xlsx,
        group_by: None,
        make: |n| column(n, |_| "x".repeat(500)),
    },
    Shape {
        name: "rows with a blank in the last column",
        n: 5_000,
        format: Format::Xlsx,
        group_by: None,
        make: |n| {
            sheet(|sheet| {
                for row in 0..=n {
                    sheet.write(row, 0, "c").unwrap();
                    if row > 0 {
                        sheet.write(row, 16_383, " ").unwrap();
                    }
                }
            })
        },
    },
    Shape {
        name: "columns of a workbook",
        n: 1_000,
        format: Format::Xlsx,
        group_by: None,
        make: |n| {
            sheet(|sheet| {
                for row in 0..10 {
                    for column in 0..u16::try_from(n).unwrap() {
                        sheet.write(row, column, format!("c{column}")).unwrap();
                    }
                }
            })
        },
    },
    Shape {
        name: "rows of CSV",
        n: 10_000,
        format: Format::CSV,
        group_by: None,
        make: |n| lines("name,total", n, |at| format!("Ada {at},{at}")),
    },
    Shape {
        name: "columns of CSV",
        n: 2_000,
        format: Format::CSV,
        group_by: None,
        make: |n| {
            let row = |value: &str| (0..n).map(|at| format!("{value}{at}")).collect::<Vec<_>>().join(",");
            lines(&row("c"), 10, |_| row(""))
        },
    },
    Shape {
        name: "rows that belong together",
        n: 20_000,
        format: Format::CSV,
        group_by: Some("name"),
        make: |n| lines("name,items[].total", n, |at| format!("Ada,{at}")),
    },
    Shape {
        name: "groups whose rows come in turn",
        n: 10_000,
        format: Format::CSV,
        group_by: Some("name"),
        make: |n| lines("name,items[].total", n, |at| format!("Ada {},{at}", at % (n / 2))),
    },
    Shape {
        name: "lines of JSON",
        n: 50_000,
        format: Format::JsonLines,
        group_by: None,
        make: |n| lines("", n, |at| json!({ "name": at, "items": [at] }).to_string()),
    },
];

/// Nanoseconds that this thread had of the processor (proc(5)).
fn time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

/// What reading takes, the least of some tries.
fn cost(shape: &Shape, n: u32) -> u64 {
    let bytes = (shape.make)(n);
    let schema = json!({ "properties": {
        "name": {}, "items": { "type": "array", "items": { "properties": { "total": {} } } }
    } });
    let choices = Choices { group_by: shape.group_by.map(str::to_owned), ..Choices::default() };
    let plan = Plan::new(&schema, choices, false).unwrap();
    let tries = (0..5).map(|_| {
        let (before, mut items) = (time(), 0);
        let mut taken = |_| {
            items += 1;
            ControlFlow::Continue(())
        };
        read(bytes.as_slice(), shape.format, &plan, &Limits::default(), &mut taken).unwrap();
        assert!(items > 0, "{}", shape.name);
        time() - before
    });
    tries.min().unwrap().max(1)
}

fn main() -> ExitCode {
    let mut is_slow = false;
    for shape in SHAPES {
        let [few, more, many] = [1, 2, 4].map(|times| cost(shape, times * shape.n));
        let growth = many as f64 / few as f64;
        let (name, n) = (shape.name, shape.n);
        println!("{name:<40} n = {n:>6}: {few:>10} {more:>10} {many:>10} ns  x {growth:.1}");
        is_slow |= growth > SLOWEST;
    }
    ExitCode::from(u8::from(is_slow))
}
