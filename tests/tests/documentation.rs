//! Every code block of the documents works.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_samples::SAMPLES;
use platen_tests::binaries;

use crate::fixtures::docx;

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
