//! `platen bulk`: an archive from a template and a file of items.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Output, Stdio};
use std::time::Duration;

use platen_tests::binaries::command;
use platen_tests::witnesses::{office_texts, pdf_text};

use platen_tests::fixtures::{docx, entry, with_part};

/// The words of a run in a folder that holds `letter.docx`.
fn bulk(folder: &Path, items: &str, more: &[&str]) -> std::process::Command {
    let mut run = command("platen");
    run.current_dir(folder).args(["bulk", "letter.docx", items, "-o", "out.zip"]).args(more);
    run
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.docx"), docx(&["Dear {{ name }}"])).unwrap();
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(fs::File::open(folder.join("out.zip")).unwrap()).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            entry.read_to_end(&mut Vec::new()).unwrap();
            entry.name().unwrap().into_owned()
        })
        .collect()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn three_ways_to_write_items_give_the_same_archive() {
    let folder = folder();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("items.json"), r#"[{"name":"Ada"},{"name":"Bo"}]"#).unwrap();
    fs::write(at("items.jsonl"), "{\"name\":\"Ada\"}\n{\"name\":\"Bo\"}\n").unwrap();
    fs::write(at("items.csv"), "name\r\nAda\r\nBo\r\n").unwrap();
    let mut archives = Vec::new();
    for items in ["items.json", "items.jsonl", "items.csv"] {
        let output = bulk(folder.path(), items, &["--file-name", "Letter to {{ name }}"]).output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
        assert!(said(&output).contains("2 of 2 documents"), "{}", said(&output));
        assert!(output.stdout.is_empty());
        archives.push(fs::read(at("out.zip")).unwrap());
    }
    assert_eq!(names(folder.path()), ["Letter to Ada.docx", "Letter to Bo.docx"]);
    assert!(archives.windows(2).all(|two| two[0] == two[1]));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 5, "nothing else is left");
}

#[test]
fn items_come_from_stdin() {
    let folder = folder();
    let run = |input: &str, more: &[&str]| {
        let mut run = bulk(folder.path(), "-", more);
        let mut child =
            run.stdin(Stdio::piped()).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        // A command that refuses its arguments reads nothing.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        child.wait_with_output().unwrap()
    };
    let named = ["--file-name", "Letter to {{ name }}", "--items-type"];
    let output = run("name\r\nAda\r\nBo\r\n", &[&named[..], &["csv"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(names(folder.path()), ["Letter to Ada.docx", "Letter to Bo.docx"]);
    let output = run("{\"name\": \"Cy\"}\n", &[&named[..], &["jsonl"]].concat());
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(names(folder.path()), ["Letter to Cy.docx"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left");
    let output = run("{", &["--items-type", "json"]);
    assert!(output.status.code() == Some(1) && said(&output).contains("stdin: "), "{}", said(&output));
    let output = run("", &[]);
    assert!(output.status.code() == Some(1) && said(&output).contains("`--items-type`"), "{}", said(&output));
    let output = bulk(folder.path(), "items.csv", &["--items-type", "csv"]).output().unwrap();
    assert!(said(&output).contains("its own type"), "{}", said(&output));
}

#[test]
fn failed_items_are_named_and_the_others_are_there() {
    let folder = folder();
    fs::write(folder.path().join("items.jsonl"), "{\"name\":\"Ada\"}\n{\"nam\":1}\n").unwrap();
    let output = bulk(folder.path(), "items.jsonl", &[]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("item 1: /name") && said(&output).contains("1 of 2 items failed"),
        "{}",
        said(&output)
    );
    assert_eq!(names(folder.path()), ["letter.docx", "errors.json"]);
}

#[test]
fn documents_are_joined_into_one_pdf() {
    let folder = folder();
    fs::write(folder.path().join("items.jsonl"), "{\"name\":\"Ada\"}\n{\"nam\":1}\n{\"name\":\"Bo\"}\n")
        .unwrap();
    let words = ["--format", ".pdf", "--merge", "--file-name", "{{ name }}"];
    let output = bulk(folder.path(), "items.jsonl", &words).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("1 of 3 items failed; the file holds the others"), "{}", said(&output));
    assert_eq!(pdf_text(&fs::read(folder.path().join("out.zip")).unwrap()), "Dear Ada Dear Bo");
}

#[test]
fn documents_are_joined_into_one_word_document() {
    let folder = folder();
    fs::write(folder.path().join("items.jsonl"), "{\"name\":\"Ada\"}\n{\"name\":\"Bo\"}\n").unwrap();
    let output = bulk(folder.path(), "items.jsonl", &["--merge"]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    let joined = fs::read(folder.path().join("out.zip")).unwrap();
    let texts = office_texts(&[("joined".to_owned(), joined)].into());
    assert_eq!(texts["joined"], "Dear Ada Dear Bo");
}

#[test]
fn wrong_input_is_named_and_leaves_nothing() {
    let folder = folder();
    fs::write(folder.path().join("items.jsonl"), "{\"name\":\"Ada\"}\n{\n").unwrap();
    for (items, more, words) in [
        ("items.jsonl", &[][..], "items.jsonl: line 2, column 1: EOF"),
        ("items.jsonl", &["--file-name", "{{ name"], "never closed"),
        ("items.md", &[], "must end in .csv, .xlsx, .json or .jsonl"),
        ("none.csv", &[], "cannot read the items"),
    ] {
        let output = bulk(folder.path(), items, more).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", said(&output));
        assert!(said(&output).contains(words), "{words}: {}", said(&output));
    }
    fs::write(folder.path().join("items.jsonl"), "{\"name\":\"Ada\"}\n").unwrap();
    let output = bulk(folder.path(), "items.jsonl", &["--file-name", "{{ nam }}"]).output().unwrap();
    assert!(said(&output).contains("did you mean `name`?"), "{}", said(&output));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "the template and the items");
}

#[test]
fn a_killed_run_goes_on_where_it_was() {
    let folder = folder();
    let lines: String = (0..4_000).map(|n| format!("{{\"name\":\"N{n}\"}}\n")).collect();
    fs::write(folder.path().join("items.jsonl"), lines).unwrap();
    let words = ["--file-name", "{{ name }}"];
    for round in 1..=4u64 {
        let mut child = bulk(folder.path(), "items.jsonl", &words).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(400 * round));
        child.kill().unwrap();
        child.wait().unwrap();
        for entry in fs::read_dir(folder.path()).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let known = ["letter.docx", "items.jsonl", "out.zip", ".out.zip.platen", ".out.zip.platen.old"];
            assert!(known.contains(&name.as_str()), "{name} is left behind");
        }
    }
    let output = bulk(folder.path(), "items.jsonl", &words).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("4000 of 4000 documents"), "{}", said(&output));
    let wanted: Vec<String> = (0..4_000).map(|n| format!("N{n}.docx")).collect();
    assert_eq!(names(folder.path()), wanted);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
}

/// The text of each document of the archive, by its name.
fn texts(folder: &Path) -> Vec<String> {
    let mut archive = zip::ZipArchive::new(fs::File::open(folder.join("out.zip")).unwrap()).unwrap();
    let mut texts = Vec::new();
    for index in 0..archive.len() {
        let mut bytes = Vec::new();
        archive.by_index(index).unwrap().read_to_end(&mut bytes).unwrap();
        let xml = entry(&bytes, "word/document.xml");
        let text: String =
            xml.split('<').filter_map(|tag| tag.split_once('>')).map(|(_, text)| text).collect();
        texts.push(text.trim().to_owned());
    }
    texts
}

#[test]
fn cells_of_csv_become_what_the_template_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let template = docx(&["{{ name }} {% if qty > 3 %}big{% else %}small{% endif %} \
                           {% if paid %}PAID{% else %}OPEN{% endif %} {{ amt|currency(\"EUR\") }}"]);
    fs::write(folder.path().join("letter.docx"), template).unwrap();
    fs::write(folder.path().join("rows.csv"), "name,qty,paid,amt\nA,2,false,3.5\nB,10,true,4\nC,,,\n")
        .unwrap();
    let output = bulk(folder.path(), "rows.csv", &[]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(texts(folder.path()), ["A small OPEN €3.50", "B big PAID €4.00", "C small OPEN"]);
    fs::write(folder.path().join("rows.csv"), "name;qty;paid;amt\nA;2;ja;1.234\n").unwrap();
    let output = bulk(folder.path(), "rows.csv", &[]).output().unwrap();
    let wanted =
        "rows.csv: row 2, column \"amt\": is \"1.234\", which may mean 1234 or 1.234; set the locale";
    assert!(said(&output).contains(wanted), "{}", said(&output));
    let output = bulk(folder.path(), "rows.csv", &["--locale", "de"]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(texts(folder.path()), ["A small PAID 1.234,00\u{a0}€"]);
    let output =
        bulk(folder.path(), "rows.csv", &["--locale", "de", "--rows-locale", "en"]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(texts(folder.path()), ["A small PAID 1,23\u{a0}€"]);
}

#[test]
fn a_sheet_that_inspect_writes_is_filled_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let template = docx(&[
        "{{ number }} of {{ customer.name }}, {{ date|date(\"d MMMM yyyy\") }}",
        "{% if paid %}PAID{% endif %}{% for item in items %} {{ item.name }} {{ item.price|currency(\"EUR\") }}{% endfor %}",
    ]);
    fs::write(folder.path().join("letter.docx"), template).unwrap();
    let sheet = folder.path().join("rows.xlsx");
    let mut inspect = command("platen");
    let output = inspect
        .current_dir(folder.path())
        .args(["inspect", "letter.docx", "--sheet", "rows.xlsx"])
        .output()
        .unwrap();
    assert!(output.status.success() && output.stdout.is_empty(), "{}", said(&output));
    let part = "xl/worksheets/sheet1.xml";
    // As Excel writes what is typed into the cells.
    let row = |row: u32, cells: [&str; 6]| {
        let cells = cells.iter().zip('A'..).map(|(cell, column)| match cell.parse::<f64>() {
            Ok(number) if column != 'C' => format!("<c r=\"{column}{row}\"><v>{number}</v></c>"),
            Ok(date) => format!("<c r=\"C{row}\" s=\"DATE\"><v>{date}</v></c>"),
            Err(_) => format!("<c r=\"{column}{row}\" t=\"inlineStr\"><is><t>{cell}</t></is></c>"),
        });
        format!("<row r=\"{row}\">{}</row>", cells.collect::<String>())
    };
    let rows = [
        row(2, ["A-1", "Ada", "46143", "yes", "Desk", "10"]),
        row(3, ["A-1", "Ada", "46143", "yes", "Lamp", "2.5"]),
        row(4, ["A-2", "Bo", "46144", "no", "Chair", "5"]),
    ];
    let bytes = fs::read(&sheet).unwrap();
    let mut package = zip::ZipArchive::new(std::io::Cursor::new(bytes.clone())).unwrap();
    let mut xml = String::new();
    package.by_name(part).unwrap().read_to_string(&mut xml).unwrap();
    // The third column has the format of dates.
    let column = xml.split("<col ").find(|column| column.starts_with("min=\"3\"")).unwrap();
    let date = column.split("style=\"").nth(1).unwrap().split('"').next().unwrap();
    let filled = format!("{}</sheetData>", rows.concat().replace("DATE", date));
    fs::write(&sheet, with_part(&bytes, (part, "</sheetData>", &filled), "filled", b"")).unwrap();
    let output = bulk(folder.path(), "rows.xlsx", &["--group-by", "number"]).output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(
        texts(folder.path()),
        ["A-1 of Ada, 1 May 2026PAID Desk €10.00 Lamp €2.50", "A-2 of Bo, 2 May 2026 Chair €5.00"]
    );
}
