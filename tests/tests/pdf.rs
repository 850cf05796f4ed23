//! The samples' PDFs as they were looked at: pages, the places of their words, fonts, size, and what qpdf says of the
//! file.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use platen_samples::SAMPLES;
use platen_tests::binaries::command;
use platen_tests::server::Server;
use serde_json::{Value, json};

/// Most bytes of a PDF of one or two pages without pictures, its fonts included.
const MOST_BYTES: usize = 60 << 10;

fn printed(program: &str, arguments: &[&str], file: &Path) -> String {
    let after: &[&str] = if program == "pdftotext" { &["-"] } else { &[] };
    let output = Command::new(program).args(arguments).arg(file).args(after).output();
    let output = output.unwrap_or_else(|error| panic!("{program} (`make setup-test` installs it): {error}"));
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A line per word: page, left and bottom edge in points, and the word.
fn words(pdf: &Path) -> String {
    let (mut words, mut page) = (String::new(), 0);
    for line in printed("pdftotext", &["-bbox"], pdf).lines() {
        page += usize::from(line.contains("<page "));
        let parts: Vec<&str> = line.trim().split(['"', '<', '>']).collect();
        // <word xMin="1" yMin="2" xMax="3" yMax="4">text</word>
        if let ["", "word xMin=", x, " yMin=", _, " xMax=", _, " yMax=", y, "", text, ..] = parts.as_slice() {
            let (x, y): (f64, f64) = (x.parse().unwrap(), y.parse().unwrap());
            writeln!(words, "{page} {x:.0} {y:.0} {text}").unwrap();
        }
    }
    words
}

#[test]
fn samples_look_as_they_did() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for sample in SAMPLES {
        let name = sample.file_name.trim_end_matches(".docx");
        fs::write(folder.join("template.docx"), (sample.docx)()).unwrap();
        fs::write(folder.join("data.json"), (sample.data)().to_string()).unwrap();
        let mut render = command("platen");
        render.current_dir(folder).args(["render", "template.docx", "data.json", "-o", "out.pdf"]);
        let output = render.output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{name}: {output:?}");

        let pdf = folder.join("out.pdf");
        insta::assert_snapshot!(format!("words_of_{name}"), words(&pdf));
        printed("qpdf", &["--check"], &pdf);
        for font in printed("pdffonts", &[], &pdf).lines().skip(2) {
            assert!(font.contains("CID TrueType") && font.contains(" yes "), "{name}: {font}");
        }
        let size = fs::metadata(&pdf).unwrap().len();
        assert!(size <= MOST_BYTES as u64, "{name}: {size} bytes");
    }
}

/// The command line makes what the service makes, byte for byte.
#[test]
fn options_are_the_same_as_over_http() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("in.docx"), (SAMPLES[0].docx)()).unwrap();
    fs::write(folder.join("password"), "open sesame\n").unwrap();
    let run = |arguments: &[&str]| {
        let output = command("platen").current_dir(folder).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, error) =
        run(&["convert", "in.docx", "-o", "out.pdf", "--watermark", "Draft", "--password-file", "password"]);
    assert_eq!(code, Some(0), "{error}");
    let check = |arguments: &[&str]| {
        Command::new("qpdf").args(arguments).arg(folder.join("out.pdf")).output().unwrap().status.success()
    };
    assert!(check(&["--check", "--password=open sesame"]) && !check(&["--check"]));

    // Put behind itself, with numbers on all pages but the first.
    let (code, error) = run(&["convert", "in.docx", "-o", "terms.pdf"]);
    assert_eq!(code, Some(0), "{error}");
    let joined = ["convert", "in.docx", "-o", "out.pdf", "--append", "terms.pdf=1", "--prepend", "terms.pdf"];
    let more = [
        "--stamp",
        "No. {page} of {pages}",
        "--stamp-position",
        "top-left",
        "--stamp-skip-first",
        "--pages=-2-",
    ];
    let (code, error) = run(&[&joined[..], &more, &["--forms"]].concat());
    assert_eq!(code, Some(0), "{error}");
    assert!(check(&["--check"]));
    let text = Command::new("pdftotext").args(["out.pdf", "-"]).current_dir(folder).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("No. 2 of 2") && !text.contains("No. 1 of"), "{text}");

    // Each mistake is told, with what to do.
    for (arguments, told) in [
        (
            &["render", "in.docx", "password", "-o", "out.docx", "--watermark", "x"][..],
            "for a .docx leave them out",
        ),
        (&["convert", "in.docx", "-o", "out.pdf", "--watermark", ""], "--watermark"),
        (&["convert", "in.docx", "-o", "out.pdf", "--password-file", "in.docx"], "must be a password"),
        (&["convert", "in.docx", "-o", "out.pdf", "--append", "in.docx"], "`append/0` cannot be joined"),
        (&["convert", "in.docx", "-o", "out.pdf", "--append", "terms.pdf=x"], "must name pages"),
        (&["convert", "in.docx", "-o", "out.pdf", "--stamp", "{x}"], "--stamp"),
        (&["convert", "in.docx", "-o", "out.pdf", "--pages", "999"], "none of the"),
        (&["convert", "in.docx", "-o", "out.png", "--forms"], "picture"),
    ] {
        let (code, error) = run(arguments);
        assert!(code != Some(0) && error.contains(told), "{arguments:?}: {error}");
    }
}

/// A character that no font of any machine has.
fn with_rare_character(mut data: Value) -> Value {
    fn first_text(value: &mut Value) -> Option<&mut String> {
        match value {
            Value::String(text) => Some(text),
            Value::Object(members) => members.values_mut().find_map(first_text),
            _ => None,
        }
    }
    first_text(&mut data).unwrap().push('\u{10fffd}');
    data
}

#[test]
fn a_character_that_no_font_has_is_told() {
    let sample = SAMPLES.iter().find(|sample| sample.file_name == "letter.docx").unwrap();
    let data = with_rare_character((sample.data)());
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("template.docx"), (sample.docx)()).unwrap();
    fs::write(folder.path().join("data.json"), data.to_string()).unwrap();
    let mut render = command("platen");
    render.current_dir(folder.path()).args(["render", "template.docx", "data.json", "-o", "out.pdf"]);
    let output = render.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && told.starts_with("warning: ") && told.contains("U+10FFFD"), "{told}");

    let server = Server::start();
    let templates = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let items = templates["items"].as_array().unwrap();
    let id = &items.iter().find(|item| item["fileName"] == sample.file_name).unwrap()["templateId"];
    let body = json!({ "templateId": id, "format": ".pdf", "data": data });
    let reply = server.post("/api/generateDocument", body.to_string());
    assert_eq!(reply.status, 200);
    let told = |told: &str| server.log().lines().any(|line| line.contains("U+10FFFD") && line.contains(told));
    assert!(told("request_id"), "{}", server.log());

    let body = json!({ "templateId": id, "format": ".pdf", "items": [(sample.data)(), data] });
    let job = server.post("/api/generateDocumentsBulk", body.to_string()).json()["jobId"].clone();
    assert_eq!(server.ended(server.key(), job.as_str().unwrap())["completedCount"], 2);
    assert!(told("index=1") && told(job.as_str().unwrap()), "{}", server.log());
}

/// A collection that says to have four billion faces: it is passed over, and costs no time.
#[test]
fn a_font_that_lies_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in.docx"), (SAMPLES[0].docx)()).unwrap();
    fs::create_dir(folder.path().join("fonts")).unwrap();
    fs::write(folder.path().join("fonts/lies.ttc"), b"ttcf\0\x01\0\0\xff\xff\xff\xff").unwrap();
    let mut convert = command("platen");
    convert.current_dir(folder.path()).env("PLATEN_FONTS", folder.path().join("fonts"));
    let output = convert.args(["convert", "in.docx", "-o", "out.pdf"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}
