//! poppler-utils read the PDFs: programs that share no code with the engine.

use std::io::Write;
use std::process::Command;

/// Runs `program` on the PDF and gives what it prints.
fn run(program: &str, before: &[&str], pdf: &[u8], after: &[&str]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(pdf).unwrap();
    let mut command = Command::new(program);
    command.args(before).arg(file.path()).args(after);
    let output = command.output().expect("the programs of the package poppler-utils");
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The text in reading order.
pub(crate) fn text(pdf: &[u8]) -> String {
    run("pdftotext", &[], pdf, &["-"])
}

/// Each word with its box, as XHTML.
pub(crate) fn positions(pdf: &[u8]) -> String {
    run("pdftotext", &["-bbox"], pdf, &["-"])
}

/// Named places, a line each: page, what is shown, name.
pub(crate) fn destinations(pdf: &[u8]) -> String {
    run("pdfinfo", &["-dests"], pdf, &[])
}

/// Count of pages.
pub(crate) fn pages(pdf: &[u8]) -> usize {
    let info = run("pdfinfo", &[], pdf, &[]);
    let pages = info.lines().find_map(|line| line.strip_prefix("Pages:")).unwrap();
    pages.trim().parse().unwrap()
}

/// A line for each page with its width and height in points, among others.
pub(crate) fn sizes(pdf: &[u8]) -> String {
    run("pdfinfo", &["-l", "-1"], pdf, &[])
}

/// One line per font: name, type, encoding, whether embedded.
pub(crate) fn fonts(pdf: &[u8]) -> Vec<String> {
    run("pdffonts", &[], pdf, &[]).lines().skip(2).map(ToOwned::to_owned).collect()
}

/// The structure with its text.
pub(crate) fn structure(pdf: &[u8]) -> String {
    run("pdfinfo", &["-struct-text"], pdf, &[])
}

/// Page, kind and address of each link.
pub(crate) fn links(pdf: &[u8]) -> String {
    run("pdfinfo", &["-url"], pdf, &[])
}

/// Width, height and filter of each picture.
pub(crate) fn pictures(pdf: &[u8]) -> Vec<(u32, u32, String)> {
    let of = |row: Vec<String>| (row[3].parse().unwrap(), row[4].parse().unwrap(), row[8].clone());
    listed(pdf).map(of).collect()
}

/// The color space of each picture: `icc` if it has a profile.
pub(crate) fn colors(pdf: &[u8]) -> Vec<String> {
    listed(pdf).map(|row| row[5].clone()).collect()
}

fn listed(pdf: &[u8]) -> impl Iterator<Item = Vec<String>> {
    let list = run("pdfimages", &["-list"], pdf, &[]);
    let rows = list.lines().skip(2).map(|line| line.split_whitespace().map(str::to_owned).collect());
    rows.collect::<Vec<_>>().into_iter()
}
