//! The command line: what it prints where, and its exit codes.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use platen_samples::sample;
use platen_tests::binaries::command;
use platen_tests::seed;
use serde_json::{Value, json};
use tempfile::TempDir;

use platen_tests::fixtures::{compound_file, docm, docx, entry};

fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
    write("note.docx", &docx(&["Dear {{ name }},", "{% if urgent %}Hurry!{% endif %}"]));
    write("broken.docx", &docx(&["{% for x in xs %}{{ x }}", "{{ a | nosuch }}"]));
    write("data.json", br#"{"name": "Ada", "urgent": true}"#);
    write("old.doc", &compound_file("WordDocument"));
    write("secret.docx", &compound_file("EncryptedPackage"));
    write("text.docx", b"just text");
    write("macros.docm", &docm());
    folder
}

fn platen(folder: &Path, words: &[&str]) -> Output {
    command("platen").current_dir(folder).args(words).stdin(Stdio::null()).output().unwrap()
}

/// Exit code, stdout and stderr, for a snapshot.
fn shown(output: &Output) -> String {
    format!(
        "exit code {}\n--- stdout\n{}--- stderr\n{}",
        output.status.code().unwrap(),
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

#[test]
fn mistakes_are_named_with_their_remedy() {
    let folder = folder();
    fs::write(folder.path().join("malformed.json"), "{\n  \"name\": Ada\n}").unwrap();
    fs::write(folder.path().join("list.json"), "[1]").unwrap();
    fs::write(folder.path().join("empty.json"), "{}").unwrap();
    let mut table = String::new();
    for words in [
        &["render", "none.docx", "data.json", "-o", "out.docx"][..],
        &["render", "note.docx", "none.json", "-o", "out.docx"],
        &["render", "note.docx", "malformed.json", "-o", "out.docx"],
        &["render", "note.docx", "list.json", "-o", "out.docx"],
        &["render", "note.docx", "empty.json", "-o", "out.docx"],
        &["render", "note.docx", "data.json", "-o", "none/out.docx"],
        &["render", "broken.docx", "data.json", "-o", "out.docx"],
        &["render", "text.docx", "data.json", "-o", "out.docx"],
        &["render", "old.doc", "data.json", "-o", "out.docx"],
        &["render", "secret.docx", "data.json", "-o", "out.docx"],
        &["render", "macros.docm", "data.json", "-o", "out.docx"],
        &["render", "-", "-", "-o", "out.docx"],
        &["convert", "text.docx", "-o", "out.pdf"],
        &["inspect", "broken.docx", "--model"],
        &["check", "note.docx", "broken.docx", "none.docx"],
        &["template", "list", "--data", "none"],
        &["key", "disable", "00000000-0000-4000-8000-000000000000", "--data", "none"],
        &["restore", "none", "--data", "none"],
    ] {
        let output = platen(folder.path(), words);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {}", shown(&output));
        assert!(output.stdout.is_empty(), "{words:?}");
        table.push_str(&format!(
            "$ platen {}\n{}\n",
            words.join(" "),
            String::from_utf8(output.stderr).unwrap()
        ));
    }
    insta::assert_snapshot!(table);
    for left in ["out.docx", "out.pdf", "none"] {
        assert!(!folder.path().join(left).exists(), "{left}");
    }
}

#[test]
fn wrong_usage_has_its_own_exit_code() {
    let folder = folder();
    for words in [
        &[][..],
        &["rendr"],
        &["render", "note.docx"],
        &["render", "note.docx", "data.json", "-o", "out.odt"],
        &["render", "note.docx", "data.json", "-o", "out.docx", "--missing", "ignore"],
        &["inspect", "note.docx", "--model", "--schema"],
        &["convert", "note.docx", "-o", "out.docx"],
        &["template", "show", "no-guid"],
        &["key", "create", "--label", "k", "--scope", "all"],
        &["key", "create"],
        &["inspect", "note.docx", "--sheet", "rows.pdf"],
        &["check"],
    ] {
        let output = platen(folder.path(), words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", shown(&output));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{words:?}");
    }
}

#[test]
fn check_is_silent_on_stdout_and_has_no_colours_in_a_pipe() {
    let folder = folder();
    insta::assert_snapshot!(shown(&platen(folder.path(), &["check", "note.docx"])));
    let output = platen(folder.path(), &["check", "broken.docx"]);
    assert!(!output.stderr.contains(&0x1b), "{}", shown(&output));
}

#[test]
fn inspect_prints_json_alone() {
    let folder = folder();
    let json = |words: &[&str]| -> Value {
        let output = platen(folder.path(), words);
        assert!(output.status.success() && output.stderr.is_empty(), "{}", shown(&output));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    insta::assert_json_snapshot!(json(&["inspect", "note.docx"]));
    insta::assert_json_snapshot!(json(&["inspect", "note.docx", "--model"]));
    let schema = json(&["inspect", "note.docx", "--schema"]);
    assert_eq!(schema, json(&["inspect", "note.docx"])["schema"]);
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
}

#[test]
fn standard_streams_stand_in_for_files() {
    let folder = folder();
    let file = platen(folder.path(), &["render", "note.docx", "data.json", "-o", "out.docx"]);
    assert_eq!(shown(&file), "exit code 0\n--- stdout\n--- stderr\n");
    let written = fs::read(folder.path().join("out.docx")).unwrap();

    for (words, input) in [
        (["render", "-", "data.json", "-o", "-"], "note.docx"),
        (["render", "note.docx", "-", "-o", "-"], "data.json"),
    ] {
        let mut child = command("platen")
            .current_dir(folder.path())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(&fs::read(folder.path().join(input)).unwrap()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stdout == written, "{words:?}");
    }
}

#[test]
fn missing_and_locale_reach_the_renderer() {
    let folder = folder();
    fs::write(folder.path().join("empty.json"), "{}").unwrap();
    for missing in ["empty", "keep"] {
        let words = [
            "render",
            "note.docx",
            "empty.json",
            "-o",
            "out.docx",
            "--missing",
            missing,
            "--locale",
            "de-CH",
        ];
        let output = platen(folder.path(), &words);
        assert!(output.status.success(), "{}", shown(&output));
    }
}

#[test]
fn rejected_templates_are_recorded_with_their_errors() {
    let folder = folder();
    seed::folder(&folder.path().join("data"));
    let data = ["--data", "data"];
    let add = |file: &str| platen(folder.path(), &["template", "add", file, data[0], data[1]]);
    for file in ["broken.docx", "old.doc", "secret.docx", "text.docx", "macros.docm"] {
        let output = add(file);
        assert_eq!(output.status.code(), Some(1), "{}", shown(&output));
        let added: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(added[0]["status"], "rejected");
        assert_ne!(added[0]["diagnostics"], Value::Array(Vec::new()));
        assert!(!output.stderr.is_empty());
    }
    let listed = platen(folder.path(), &["template", "list", data[0], data[1]]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed.as_array().unwrap().len(), 5);
    insta::assert_snapshot!(String::from_utf8(add("old.doc").stderr).unwrap());
}

#[test]
fn a_template_comes_back_as_it_was_added() {
    let folder = folder();
    seed::folder(&folder.path().join("data"));
    let path = folder.path();
    let run = |words: &[&str]| platen(path, &[&["template"], words, &["--data", "data"]].concat());
    let [first, second] = [(sample("letter.docx").unwrap().docx)(), docx(&["Dear {{ name }}"])];
    let mut id = String::new();
    for version in [&first, &second] {
        fs::write(path.join("letter.docx"), version).unwrap();
        let added: Value = serde_json::from_slice(&run(&["add", "letter.docx"]).stdout).unwrap();
        id = added[0]["templateId"].as_str().unwrap().to_owned();
    }
    let output = run(&["download", &id, "-o", "again.docx"]);
    assert!(output.status.success(), "{}", shown(&output));
    assert_eq!(fs::read(path.join("again.docx")).unwrap(), second);
    assert_eq!(run(&["download", &id, "--version", "1", "-o", "-"]).stdout, first);
    for (words, told) in [
        (
            ["download", &id, "--version", "3", "-o", "x"].as_slice(),
            "The template has no version 3; the newest is 2.",
        ),
        (
            &["download", "00000000-0000-4000-8000-000000000000", "-o", "x"],
            "`platen template list` shows all templates",
        ),
        (&["download", &id, "-o", "no/such/x"], "check the path"),
    ] {
        let output = run(words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        assert!(shown(&output).contains(told), "{}", shown(&output));
    }
    assert!(!path.join("x").exists());
}

#[test]
fn convert_makes_a_pdf() {
    let folder = folder();
    fs::write(folder.path().join("letter.docx"), (sample("letter.docx").unwrap().docx)()).unwrap();
    let output = platen(folder.path(), &["convert", "letter.docx", "-o", "letter.pdf"]);
    assert!(output.status.success(), "{}", shown(&output));
    assert!(fs::read(folder.path().join("letter.pdf")).unwrap().starts_with(b"%PDF-"));
    let piped = platen(folder.path(), &["convert", "letter.docx", "-o", "-"]);
    assert_eq!(piped.stdout, fs::read(folder.path().join("letter.pdf")).unwrap());
}

#[test]
fn files_go_along_in_a_pdf() {
    let folder = folder();
    let (path, invoices) =
        (folder.path(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/einvoice/tests/invoices"));
    let xml = fs::read_to_string(invoices.join("en16931.xml")).unwrap();
    fs::write(path.join("invoice.xml"), &xml).unwrap();
    fs::write(path.join("wrong.xml"), xml.replacen("EUR", "EUX", 1)).unwrap();
    let render =
        |words: &[&str]| platen(path, &[&["render", "note.docx", "data.json", "-o"], words].concat());
    let output = render(&["note.pdf", "--attach", "data.json", "--e-invoice", "invoice.xml"]);
    assert!(output.status.success(), "{}", shown(&output));
    for (name, content) in
        [("factur-x.xml", xml.as_bytes()), ("data.json", &fs::read(path.join("data.json")).unwrap())]
    {
        let shown = Command::new("qpdf")
            .current_dir(path)
            .arg("note.pdf")
            .arg(format!("--show-attachment={name}"))
            .output();
        assert_eq!(shown.unwrap().stdout, content, "{name}");
    }
    for (words, reason) in [
        (&["x.pdf", "--e-invoice", "wrong.xml"][..], "BR-CL-"),
        (&["x.pdf", "--e-invoice", "missing.xml"], "missing.xml"),
        (&["x.pdf", "--e-invoice", "invoice.xml", "--conformance", "a-2b"], "a-3"),
        (&["x.pdf", "--attach", "data.json", "--conformance", "a-2b"], "a-3"),
        (&["x.docx", "--attach", "data.json"], "for a .docx leave them out"),
    ] {
        let output = render(words);
        assert!(!output.status.success() && shown(&output).contains(reason), "{words:?}: {}", shown(&output));
        assert!(!path.join(words[0]).exists(), "{words:?}");
    }
}

#[test]
fn one_template_makes_letters_in_several_languages() {
    let folder = folder();
    let path = folder.path();
    fs::write(path.join("letter.docx"), docx(&["{% trans %}Dear {{ name }}, good day{% endtrans %}"]))
        .unwrap();
    let output = platen(path, &["inspect", "letter.docx", "--translations", "de,fr"]);
    let starter: Value = serde_json::from_slice(&output.stdout).unwrap();
    let empty = json!({"Dear {{ name }}, good day": ""});
    assert_eq!(starter, json!({"de": empty, "fr": empty}));
    fs::write(path.join("starter.json"), starter.to_string()).unwrap();
    let output = platen(path, &["check", "letter.docx", "--translations", "starter.json"]);
    assert!(
        !output.status.success() && shown(&output).contains("it is empty: write the translation"),
        "{}",
        shown(&output)
    );
    let filled = json!({
        "de": {"Dear {{ name }}, good day": "Guten Tag, {{ name }}"},
        "fr": {"Dear {{ name }}, good day": "Bonjour {{ name }}"}
    });
    fs::write(path.join("texts.json"), filled.to_string()).unwrap();
    for (language, words) in
        [("de-CH", "Guten Tag, Ada"), ("fr", "Bonjour Ada"), ("es", "Dear Ada, good day")]
    {
        let render =
            ["render", "letter.docx", "data.json", "-o", "letter.pdf", "--translations", "texts.json"];
        let output = platen(path, &[&render[..], &["--locale", language]].concat());
        assert!(output.status.success(), "{}", shown(&output));
        assert_eq!(
            shown(&output).contains("no translation into \"es\""),
            language == "es",
            "{}",
            shown(&output)
        );
        let text = Command::new("pdftotext").current_dir(path).args(["letter.pdf", "-"]).output().unwrap();
        assert_eq!(String::from_utf8(text.stdout).unwrap().trim(), words);
    }
}

#[test]
fn convert_draws_a_page() {
    let folder = folder();
    fs::write(folder.path().join("letter.docx"), (sample("letter.docx").unwrap().docx)()).unwrap();
    let convert =
        |words: &[&str]| platen(folder.path(), &[&["convert", "letter.docx", "-o"], words].concat());
    let output = convert(&["letter.png", "--dpi", "48", "--watermark", "DRAFT"]);
    assert!(output.status.success(), "{}", shown(&output));
    let png = fs::read(folder.path().join("letter.png")).unwrap();
    // The picture's width and height follow its signature and the name of its first part.
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((&png[1..4], side(16), side(20)), (&b"PNG"[..], 396, 561));
    for (words, reason) in [
        (&["letter.png", "--page", "9"][..], "page 9 does not exist"),
        (&["letter.pdf", "--page", "1"], "name a .png file with --output"),
        (&["letter.png", "--conformance", "a-2b"], "cannot follow a PDF standard"),
        (&["letter.png", "--dpi", "201"], "it must be a whole number from 10 to 200"),
    ] {
        let output = convert(words);
        assert!(!output.status.success() && shown(&output).contains(reason), "{words:?}: {}", shown(&output));
    }
}

#[test]
fn a_subscription_is_changed_and_keeps_what_is_not_named() {
    let folder = folder();
    seed::folder(&folder.path().join("data"));
    let set = |words: &[&str]| {
        let all = [&["subscription", "set", "--data", "data"], words].concat();
        let output = platen(folder.path(), &all);
        let shown: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code(), shown, String::from_utf8(output.stderr).unwrap())
    };
    let (_, made, _) = set(&["--name", "Example Ltd", "--monthly-documents", "500"]);
    assert_eq!(
        (&made["name"], &made["active"], &made["monthlyDocuments"]),
        (&"Example Ltd".into(), &true.into(), &500.into())
    );
    assert!(made["requestsPerMinute"].is_null());
    let (_, bounded, _) = set(&["--requests-per-minute", "60", "--request-burst", "5"]);
    assert_eq!((&bounded["requestsPerMinute"], &bounded["requestBurst"]), (&60.into(), &5.into()));
    assert_eq!(bounded["monthlyDocuments"], 500);
    let (_, other, _) =
        set(&["--requests-per-minute", "30", "--active", "false", "--monthly-documents", "none"]);
    assert_eq!(
        (&other["requestBurst"], &other["active"]),
        (&30.into(), &false.into()),
        "as many as per minute"
    );
    assert!(other["monthlyDocuments"].is_null());
    let listed = platen(folder.path(), &["subscription", "list", "--data", "data"]);
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    assert_eq!(listed, Value::Array(vec![other]));
    let (_, stored, _) = set(&["--storage-bytes", "1000"]);
    assert_eq!((&stored["storageBytes"], &stored["active"]), (&1_000.into(), &false.into()));
    assert!(set(&["--storage-bytes", "none"]).1["storageBytes"].is_null());
    assert_eq!(set(&["--requests-per-minute", "0"]).0, Some(1));
    assert_eq!(set(&["--requests-per-minute", "many"]).0, Some(2));
    assert_eq!(set(&["--request-burst", "5"]).0, Some(2), "a burst of no rate");
    let (code, _, said) = set(&["--requests-per-minute", "none", "--request-burst", "5"]);
    assert!(code == Some(1) && said.contains("leave it out"), "{said}");
}

#[test]
fn limits_of_the_environment_bind_the_commands_too() {
    let folder = folder();
    for (limits, words) in [
        ("package_bytes=1000", &["check", "note.docx"][..]),
        ("package_bytes=1000", &["inspect", "note.docx"]),
        ("expanded_bytes=1000", &["render", "note.docx", "data.json", "-o", "out.docx"]),
        ("package_bytes=1000", &["convert", "note.docx", "-o", "out.pdf"]),
    ] {
        let run = |limits: &str| {
            let mut run = command("platen");
            let output =
                run.current_dir(folder.path()).env("PLATEN_LIMITS", limits).args(words).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        let (code, said) = run(limits);
        assert!(code == Some(1) && said.contains(limits.split('=').next().unwrap()), "{words:?}: {said}");
        assert_eq!(run("").0, Some(0), "{words:?}");
    }
}

#[test]
fn every_command_helps_with_examples() {
    let folder = folder();
    let help = platen(folder.path(), &["--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let commands = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.map(|line| line.split_whitespace().next().unwrap()).collect();
    assert!(names.len() > 10 && names.contains(&"serve"), "{help}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let help = platen(folder.path(), &[name, "--help"]);
        let text = String::from_utf8(help.stdout).unwrap();
        let examples = text.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{name}: {text}"));
        assert!(examples.lines().all(|line| line.contains("platen ")), "{name}: {examples}");
    }
}

#[test]
fn shells_and_man_take_what_is_written_for_them() {
    let folder = folder();
    let script = platen(folder.path(), &["completions", "bash"]).stdout;
    fs::write(folder.path().join("completions"), script).unwrap();
    let read = std::process::Command::new("bash").arg("-n").arg(folder.path().join("completions")).output();
    let read = read.unwrap();
    assert!(read.status.success() && read.stderr.is_empty(), "{}", String::from_utf8_lossy(&read.stderr));
    for (shell, mark) in [
        ("zsh", "#compdef platen"),
        ("fish", "complete -c platen"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = platen(folder.path(), &["completions", shell]).stdout;
        assert!(String::from_utf8(script).unwrap().contains(mark), "{shell}");
    }
    let page = String::from_utf8(platen(folder.path(), &["man"]).stdout).unwrap();
    assert!(page.contains(".TH platen 1") && page.contains("platen\\-render"), "{page}");
    assert!(platen(folder.path(), &["man", "pages"]).status.success());
    assert!(folder.path().join("pages/platen-bulk.1").is_file());
}

#[test]
fn watching_makes_the_document_anew_and_outlives_mistakes() {
    let folder = folder();
    let words = ["render", "note.docx", "data.json", "-o", "out.docx", "--watch"];
    let mut watching = command("platen");
    let mut watching = watching
        .current_dir(folder.path())
        .args(words)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = std::io::BufRead::lines(std::io::BufReader::new(watching.stderr.take().unwrap()));
    let mut next = |wanted: &str| {
        let line = lines.find(|line| line.as_ref().unwrap().contains(wanted));
        assert!(line.is_some(), "{wanted}");
        fs::read(folder.path().join("out.docx")).unwrap()
    };
    let first = next("out.docx made in");
    fs::write(folder.path().join("data.json"), "{").unwrap();
    assert_eq!(next("the data is not valid JSON"), first);
    fs::write(folder.path().join("data.json"), r#"{"name": "Grace", "urgent": false}"#).unwrap();
    assert_ne!(next("out.docx made in"), first);
    watching.kill().unwrap();
    watching.wait().unwrap();
    let streams = platen(folder.path(), &["render", "note.docx", "-", "-o", "out.docx", "--watch"]);
    assert_eq!(streams.status.code(), Some(1));
}

#[test]
fn templates_of_one_folder_include_one_another() {
    let folder = folder();
    let write = |name: &str, texts: &[&str]| fs::write(folder.path().join(name), docx(texts)).unwrap();
    write("letter.docx", &["{% include \"note\" %}", "end"]);
    write("outside.docx", &["{% include \"../note\" %}", "{% include \"gone\" %}"]);
    let words = ["render", "letter.docx", "data.json", "--controls", "remove", "-o", "out.docx"];
    let output = platen(folder.path(), &words);
    assert!(output.status.success(), "{}", shown(&output));
    let text = entry(&fs::read(folder.path().join("out.docx")).unwrap(), "word/document.xml");
    assert!(text.find("Ada").unwrap() < text.find("Hurry!").unwrap(), "{text}");
    let refused = shown(&platen(folder.path(), &["check", "outside.docx"]));
    assert!(refused.contains("a template can include only files in its own folder"), "{refused}");
    assert!(refused.contains("the template \"gone\" was not found"), "{refused}");
    let pdf =
        platen(folder.path(), &["render", "letter.docx", "data.json", "--controls", "lock", "-o", "out.pdf"]);
    assert!(shown(&pdf).contains("`--controls` applies to .docx files only"), "{}", shown(&pdf));
}
