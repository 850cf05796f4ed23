//! A report whose numbers all move: its fields as the PDF shows them, in the .docx, and as LibreOffice and Platen read that.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Command;

use platen_samples::REPORT;
use platen_tests::binaries::command;
use platen_tests::witnesses::office_texts;
use serde_json::json;
use zip::ZipArchive;

fn platen(folder: &Path, arguments: &[&str]) {
    let output = command("platen").current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
}

/// The text of a PDF's pages, white space made single.
fn pages(folder: &Path, pdf: &str) -> Vec<String> {
    let output = Command::new("pdftotext").current_dir(folder).args(["-layout", pdf, "-"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let pages = text.trim_end_matches('\u{c}').split('\u{c}');
    pages.map(|page| page.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn numbers_are_right_in_the_pdf_and_in_the_document() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    fs::write(folder.path().join("report.docx"), (REPORT.docx)()).unwrap();
    fs::write(folder.path().join("data.json"), (REPORT.data)().to_string()).unwrap();
    platen(folder.path(), &["render", "report.docx", "data.json", "-o", "out.pdf"]);
    platen(folder.path(), &["render", "report.docx", "data.json", "-o", "out.docx"]);
    // Nobody updates anything here.
    platen(folder.path(), &["convert", "out.docx", "-o", "again.pdf"]);

    let shown = pages(folder.path(), "out.pdf");
    assert_eq!(shown, pages(folder.path(), "again.pdf"));
    let office = office_texts(&BTreeMap::from([("out".to_owned(), read("out.docx"))]));
    let (contents, pages) = (&shown[0], &shown);
    let is_on = |text: &str, page: usize| pages[page - 1].contains(text);
    let data = (REPORT.data)();
    let names = data["sites"].as_array().unwrap().iter().map(|site| site["name"].as_str().unwrap());
    let chapters: Vec<&str> = names.chain(["Summary"]).collect();
    for (place, name) in chapters.iter().enumerate() {
        let number = place + 1;
        let page_of = |text: &str| (1..=pages.len()).rev().find(|page| is_on(text, *page)).unwrap();
        let caption = match *name {
            "Summary" => format!("Figure {number}: Visitors of all sites"),
            name => format!("Figure {number}: Visitors of {name}"),
        };
        for (text, entry) in
            [(format!("{number}. {name}"), format!("{number}. {name} ")), (caption.clone(), caption + " ")]
        {
            let page = page_of(&text);
            let in_contents = contents.split(&entry).nth(1).unwrap().trim_start_matches(['.', ' ']);
            assert!(in_contents.starts_with(&page.to_string()), "{text} is on page {page}: {contents}");
            let in_office = office["out"].split(&entry).nth(1).unwrap();
            assert!(in_office.starts_with(&page.to_string()), "{text} is on page {page}: {}", office["out"]);
        }
    }
    let last = pages.len();
    let places = format!("Its summary is section 6 on page {last}; Figure 6 on page {last} has the totals.");
    assert!(contents.contains(&format!("This report has {last} pages. {places}")), "{contents}");
    // LibreOffice counts pages itself, and has none when it writes plain text.
    assert!(office["out"].contains(&places), "{}", office["out"]);
    assert!(pages.iter().any(|page| page.contains("Total 17,740")));
}

/// A job's documents are those that are made one by one.
#[test]
fn documents_of_a_job_have_their_own_numbers() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("report.docx"), (REPORT.docx)()).unwrap();
    let long = (REPORT.data)();
    let mut short = long.clone();
    short["sites"].as_array_mut().unwrap().truncate(1);
    fs::write(folder.path().join("items.json"), json!([long, short]).to_string()).unwrap();
    let bulk = ["bulk", "report.docx", "items.json", "-o", "out.zip"];
    assert!(command("platen").current_dir(folder.path()).args(bulk).output().unwrap().status.success());
    let mut archive = ZipArchive::new(fs::File::open(folder.path().join("out.zip")).unwrap()).unwrap();
    let mut texts = Vec::new();
    for (place, data) in [long, short].iter().enumerate() {
        fs::write(folder.path().join("data.json"), data.to_string()).unwrap();
        platen(folder.path(), &["render", "report.docx", "data.json", "-o", "one.docx"]);
        let mut made = Vec::new();
        archive.by_index(place).unwrap().read_to_end(&mut made).unwrap();
        assert!(made == fs::read(folder.path().join("one.docx")).unwrap(), "document {place}");
        platen(folder.path(), &["convert", "one.docx", "-o", "one.pdf"]);
        texts.push(pages(folder.path(), "one.pdf"));
    }
    let [long, short] = texts.as_slice() else { panic!("two documents") };
    assert!(long.len() > short.len());
    assert!(short[0].contains(&format!("This report has {} pages.", short.len())), "{}", short[0]);
}

#[test]
fn fields_stay_as_they_were_for_whoever_wants_that() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("report.docx"), (REPORT.docx)()).unwrap();
    fs::write(folder.path().join("data.json"), (REPORT.data)().to_string()).unwrap();
    platen(folder.path(), &["render", "report.docx", "data.json", "-o", "out.docx", "--no-update-fields"]);
    let text = &office_texts(&BTreeMap::from([(
        "out".to_owned(),
        fs::read(folder.path().join("out.docx")).unwrap(),
    )]))["out"];
    assert!(text.contains("The contents come here."), "{text}");
}
