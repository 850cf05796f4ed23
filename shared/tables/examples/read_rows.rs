//! Times reading 100,000 rows of ten columns into items, from CSV and from Excel, and tells the memory that it takes at most.

#![expect(clippy::print_stdout, reason = "it prints its figures")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use platen_tables::{Choices, Format, Limits, Plan, read};
use rust_xlsxwriter::{Format as CellFormat, Workbook};
use serde_json::json;

const ROWS: u32 = 100_000;

const COLUMNS: [&str; 10] = [
    "number",
    "date",
    "customer.name",
    "customer.street",
    "customer.city",
    "customer.country",
    "total",
    "vat",
    "paid",
    "remark",
];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [name, path] = arguments.as_slice() {
        return measure(name, Path::new(path));
    }
    let folder = tempfile::tempdir()?;
    let (csv, xlsx) = (folder.path().join("rows.csv"), folder.path().join("rows.xlsx"));
    fs::write(&csv, rows()?)?;
    workbook(&xlsx)?;
    // A process of its own for each: what this one took to write the files is not counted.
    for (name, path) in [("CSV", csv), ("Excel", xlsx)] {
        Command::new(std::env::current_exe()?).arg(name).arg(path).status()?;
    }
    Ok(())
}

fn measure(name: &str, path: &Path) -> Result<(), Box<dyn Error>> {
    let schema = json!({ "properties": {
        "number": { "type": "string" }, "date": { "type": "string", "anyOf": [{ "format": "date" }] },
        "customer": { "properties": { "name": {}, "street": {}, "city": {}, "country": {} }, "required": ["name"] },
        "total": { "type": "number" }, "vat": { "type": "number" }, "paid": { "type": "boolean" }, "remark": {},
    }, "required": ["number", "customer"] });
    let choices = Choices { locale: Some("en".to_owned()), ..Choices::default() };
    let plan = Plan::new(&schema, choices, true).map_err(|fault| fault.to_string())?;
    let format = if name == "CSV" { Format::CSV } else { Format::Xlsx };
    let (mut items, mut bytes) = (0, 0);
    let begin = Instant::now();
    read(File::open(path)?, format, &plan, &Limits::default(), &mut |item| {
        items += 1;
        bytes += item.len();
        ControlFlow::Continue(())
    })?;
    let (seconds, peak, size) = (begin.elapsed().as_secs_f64(), peak()?, fs::metadata(path)?.len() >> 20);
    let bytes = bytes >> 20;
    println!(
        "{name}: {items} items of {bytes} MiB from {size} MiB in {seconds:.2} s, at most {peak:.0} MiB of memory"
    );
    Ok(())
}

/// The most memory that the process had, in MiB.
fn peak() -> Result<f64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no VmHWM")?;
    Ok(line.trim().trim_end_matches("kB").trim().parse::<f64>()? / 1024.0)
}

/// The texts of a row, of which most are its own.
fn texts(row: u32) -> [String; 6] {
    [
        format!("INV-{row}"),
        format!("Customer {row}, Ltd."),
        format!("{} Example Street", row % 977),
        format!("City {}", row % 311),
        "United Kingdom".to_owned(),
        format!("Remark no. {row} that is as long as remarks are"),
    ]
}

fn rows() -> Result<String, Box<dyn Error>> {
    let mut text = COLUMNS.join(",");
    text.push('\n');
    for row in 0..ROWS {
        let [number, name, street, city, country, remark] = texts(row);
        let (day, total, vat) = (row % 28 + 1, f64::from(row) / 4.0, row % 30);
        let paid = if row % 2 == 0 { "yes" } else { "no" };
        writeln!(
            text,
            "{number},2026-01-{day:02},\"{name}\",{street},{city},{country},{total},{vat},{paid},{remark}"
        )?;
    }
    Ok(text)
}

fn workbook(path: &Path) -> Result<(), Box<dyn Error>> {
    let mut book = Workbook::new();
    let day = CellFormat::new().set_num_format("yyyy-mm-dd");
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, COLUMNS)?;
    for row in 0..ROWS {
        let [number, name, street, city, country, remark] = texts(row);
        let at = row + 1;
        sheet.write(at, 0, number)?.write_with_format(at, 1, 46_023 + row % 28, &day)?;
        sheet.write_row(at, 2, [name, street, city, country])?;
        sheet.write(at, 6, f64::from(row) / 4.0)?.write(at, 7, row % 30)?;
        sheet.write(at, 8, row % 2 == 0)?.write(at, 9, remark)?;
    }
    book.save(path)?;
    Ok(())
}
