//! Every code block of the documents works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_samples::SAMPLES;
use platen_tests::binaries;

use platen_tests::fixtures::docx;

/// What is between back quotes, in one line.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn every_test_that_the_documents_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut named = 0;
    for page in ["SECURITY.md", "docs/reliability.md", "COMPATIBILITY.md", "docs/pdf.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        for word in quoted(&text) {
            let (path, name) = word.split_once("::").unwrap_or((word, ""));
            if !["tests/", "shared/", "functions/"].iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            let Ok(source) = fs::read_to_string(root.join(path)) else {
                assert!(root.join(path).is_dir(), "{page} names {path}, which does not exist");
                continue;
            };
            let there = source.contains(&format!("fn {name}("));
            assert!(name.is_empty() || there, "{page} names {word}, which does not exist");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

#[test]
fn every_code_block_of_the_documents_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let fixtures = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(fixtures.path().join(name), bytes).unwrap();
    for sample in SAMPLES {
        write(sample.file_name, &(sample.docx)());
        let data = serde_json::to_vec_pretty(&(sample.data)()).unwrap();
        write(&sample.file_name.replace(".docx", ".json"), &data);
    }
    write("note.docx", &docx(&["Dear {{ name }},", "your number is {{ number }}."]));
    write("broken.docx", &docx(&["Dear {{ name }},", "{% if paid %}thank you."]));
    write("report.docx", &docx(&["A report without any placeholder."]));
    let mut files: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "COMPATIBILITY.md", "SECURITY.md"]
            .map(|name| root.join(name))
            .into();
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    files.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    files.sort();
    let binaries = binaries::binary("platen");
    let output = Command::new("python3")
        .arg(root.join("tests/docs/run.py"))
        .args([binaries.parent().unwrap(), fixtures.path()])
        .args(&files)
        .env_remove("PLATEN_DATA")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().count(), files.len());
}
