//! Every sample as .docx and .pdf, over HTTP and on the command line, read by independent programs.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use jiff::civil::Date;
use platen_samples::{SAMPLES, Sample};
use platen_tests::binaries::command;
use platen_tests::server::Server;
use platen_tests::witnesses::{office_texts, pdf_text, strings};
use serde_json::{Value, json};

/// What a reader must see of each string of the data.
fn visible(data: &Value) -> Vec<String> {
    let mut seen = Vec::new();
    for text in strings(data) {
        match text.parse::<Date>() {
            // A date control writes it in its own format; those of the samples read so.
            Ok(date) if text.len() == 10 => seen.push(date.strftime("%-d %B %Y").to_string()),
            _ => seen.extend(text.lines().map(str::to_owned)),
        }
    }
    seen
}

fn assert_shows(text: &str, data: &Value, document: &str) {
    // A line may end anywhere, so white space does not count.
    let packed = |text: &str| text.split_whitespace().collect::<String>();
    let all = packed(text);
    for value in visible(data) {
        // A template writes a currency by its code, or amounts with its sign.
        let is_shown = all.contains(&packed(&value)) || value == "GBP" && all.contains('£');
        assert!(is_shown, "{document} does not show {value:?}:\n{text}");
    }
    for rest in ["{{", "}}", "{%", "%}", "undefined"] {
        assert!(!text.contains(rest), "{document} shows {rest:?}:\n{text}");
    }
}

#[test]
fn samples_over_http() {
    let server = Server::start();
    let templates = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let id = |sample: &Sample| {
        let items = templates["items"].as_array().unwrap();
        items.iter().find(|item| item["fileName"] == sample.file_name).unwrap()["templateId"].clone()
    };
    let mut documents = BTreeMap::new();
    for sample in SAMPLES {
        let data = (sample.data)();
        let generate = |format: &str| {
            let body = json!({ "templateId": id(sample), "format": format, "data": data });
            let reply = server.post("/api/generateDocument", body.to_string());
            assert_eq!(reply.status, 200, "{}: {:?}", sample.file_name, reply.body);
            reply.body
        };
        documents.insert(sample.file_name.trim_end_matches(".docx").to_owned(), generate(".docx").to_vec());
        assert_shows(&pdf_text(&generate(".pdf")), &data, &format!("{} as PDF", sample.file_name));
    }
    let texts = office_texts(&documents);
    for sample in SAMPLES {
        let text = &texts[sample.file_name.trim_end_matches(".docx")];
        assert_shows(text, &(sample.data)(), sample.file_name);
    }
}

fn run(folder: &Path, words: &[&str]) -> Vec<u8> {
    let output = command("platen").current_dir(folder).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn the_inspected_model_renders_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut documents = BTreeMap::new();
    let mut models = BTreeMap::new();
    for sample in SAMPLES {
        fs::write(folder.join("template.docx"), (sample.docx)()).unwrap();
        let model = run(folder, &["inspect", "template.docx", "--model"]);
        fs::write(folder.join("model.json"), &model).unwrap();
        run(folder, &["render", "template.docx", "model.json", "-o", "out.docx"]);
        run(folder, &["render", "template.docx", "model.json", "-o", "out.pdf"]);
        let pdf = pdf_text(&fs::read(folder.join("out.pdf")).unwrap());
        assert!(!pdf.is_empty() && !pdf.contains("{{") && !pdf.contains("{%"), "{}: {pdf}", sample.file_name);
        let name = sample.file_name.trim_end_matches(".docx").to_owned();
        documents.insert(name.clone(), fs::read(folder.join("out.docx")).unwrap());
        models.insert(name, pdf);
    }
    for (name, text) in office_texts(&documents) {
        assert!(!text.is_empty() && !text.contains("{{") && !text.contains("{%"), "{name}: {text}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes_in_other_processes() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for sample in SAMPLES {
        fs::write(folder.join("template.docx"), (sample.docx)()).unwrap();
        fs::write(folder.join("data.json"), (sample.data)().to_string()).unwrap();
        for extension in ["docx", "pdf"] {
            let (one, two) = (format!("1.{extension}"), format!("2.{extension}"));
            run(folder, &["render", "template.docx", "data.json", "-o", &one]);
            run(folder, &["render", "template.docx", "data.json", "-o", &two]);
            let (one, two) = (fs::read(folder.join(one)).unwrap(), fs::read(folder.join(two)).unwrap());
            assert!(one == two, "{} differs as {extension}", sample.file_name);
        }
    }
}
