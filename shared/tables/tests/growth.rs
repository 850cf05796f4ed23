//! Reading a sheet is work that grows with it and no faster: each line of a table makes a sheet of a size, and the cells that are
//! counted at n, 2n and 4n, empty ones included, may grow 2.2 times each.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::ops::ControlFlow;

use platen_tables::{Choices, Format, Limits, Plan, read};
use rust_xlsxwriter::{Workbook, Worksheet};
use serde_json::json;

/// A sheet of a size.
struct Shape {
    name: &'static str,
    /// The smallest size.
    n: u16,
    fill: fn(u16, &mut Worksheet),
}

/// How much faster than its input work may grow: some of it is done once.
const FASTEST: f64 = 2.2;

/// Rows where it is the columns that grow.
const ROWS: u32 = 20;

const fn shape(name: &'static str, n: u16, fill: fn(u16, &mut Worksheet)) -> Shape {
    Shape { name, n, fill }
}

fn put(sheet: &mut Worksheet, row: u32, column: u16, text: &str) {
    sheet.write(row, column, text).unwrap();
}

const SHAPES: &[Shape] = &[
    shape("rows of a text", 200, |n, sheet| {
        (0..=u32::from(n)).for_each(|row| put(sheet, row, 0, &format!("text {row}")));
    }),
    shape("rows that share a text", 200, |n, sheet| {
        (0..=u32::from(n)).for_each(|row| put(sheet, row, 0, "the same"));
    }),
    shape("rows of eight numbers", 100, |n, sheet| {
        (0..8).for_each(|column| put(sheet, 0, column, &format!("c{column}")));
        for row in 1..=u32::from(n) {
            for column in 0..8 {
                sheet.write(row, column, row).unwrap();
            }
        }
    }),
    shape("rows far apart", 100, |n, sheet| {
        (0..=u32::from(n)).for_each(|row| put(sheet, row * 100, 0, "x"));
    }),
    shape("columns of values", 50, |n, sheet| {
        for row in 0..=ROWS {
            (0..n).for_each(|column| put(sheet, row, column, &format!("c{column}")));
        }
    }),
    shape("headings above one value", 50, |n, sheet| {
        (0..n).for_each(|column| put(sheet, 0, column, &format!("c{column}")));
        (1..=ROWS).for_each(|row| put(sheet, row, 0, "x"));
    }),
    shape("empty cells in front of a value", 50, |n, sheet| {
        (0..=ROWS).for_each(|row| put(sheet, row, n, "x"));
    }),
    shape("blank cells with a format", 50, |n, sheet| {
        let format = rust_xlsxwriter::Format::new().set_bold();
        for row in 0..=ROWS {
            put(sheet, row, 0, "x");
            for column in 1..n {
                sheet.write_blank(row, column, &format).unwrap();
            }
        }
    }),
];

/// The least bound on cells within which a sheet is read: as many were counted.
fn counted(shape: &Shape, n: u16) -> usize {
    let mut book = Workbook::new();
    (shape.fill)(n, book.add_worksheet());
    let bytes = book.save_to_buffer().unwrap();
    let plan = Plan::new(&json!({}), Choices::default(), true).unwrap();
    let fits = |cells: usize| {
        let limits = Limits { cells, ..Limits::default() };
        let found = read(&bytes[..], Format::Xlsx, &plan, &limits, &mut |_| ControlFlow::Continue(()));
        match found {
            Ok(_) => true,
            Err(error) => {
                assert!(error.to_string().contains("limit `cells`"), "{}: {error}", shape.name);
                false
            }
        }
    };
    let (mut below, mut least) = (0, 1_000_000);
    assert!(fits(least) && !fits(below), "{}", shape.name);
    while least - below > 1 {
        let middle = usize::midpoint(below, least);
        if fits(middle) { least = middle } else { below = middle }
    }
    least
}

#[test]
fn cells_grow_with_the_sheet_and_no_faster() {
    let mut table = String::new();
    let mut fast = Vec::new();
    for shape in SHAPES {
        let counts = [1, 2, 4].map(|times| counted(shape, times * shape.n));
        let growth = [counts[1] as f64 / counts[0] as f64, counts[2] as f64 / counts[1] as f64];
        if growth.iter().any(|growth| *growth > FASTEST) {
            fast.push(shape.name);
        }
        table.push_str(&format!(
            "{:<35} n = {:>4}: {:>8} {:>8} {:>8}  x {:.2} x {:.2}\n",
            shape.name, shape.n, counts[0], counts[1], counts[2], growth[0], growth[1]
        ));
    }
    println!("{table}");
    assert!(fast.is_empty(), "too fast: {fast:?}\n{table}");
}
