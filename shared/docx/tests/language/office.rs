//! Every case's document before Microsoft's own judge: the validator of the Open XML SDK, which knows the schemas of all
//! parts and Word's extensions. `tests/set-up.sh` installs it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use platen_docx::Template;
use serde_json::Value;

use crate::fixture::Fixture;

fn validator() -> PathBuf {
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.work/office/node_modules/@xarsh");
    let system = if cfg!(target_os = "macos") { "darwin" } else { "linux" };
    let processor = if cfg!(target_arch = "aarch64") { "arm64" } else { "x64" };
    let program = packages.join(format!("ooxml-validator-{system}-{processor}/ooxml-validator"));
    assert!(program.is_file(), "{} is missing: run `make setup-test`", program.display());
    program
}

/// What the validator finds in a file.
pub fn errors(file: &Path) -> Vec<Value> {
    let output = Command::new(validator()).arg(file).arg("Microsoft365").output().unwrap();
    let mut answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    serde_json::from_value(answer["errors"].take()).unwrap()
}

/// What the validator finds, without the places: one finding in ten rows is one finding. Nor with what may stand there
/// instead, which differs from place to place.
fn findings(file: &Path) -> BTreeSet<String> {
    let text = |error: &Value, name: &str| error[name].as_str().unwrap_or_default().to_owned();
    errors(file)
        .iter()
        .map(|e| (text(e, "path"), text(e, "id"), text(e, "description")))
        .map(|(path, id, said)| {
            format!("{path} {id}: {}", said.split(" List of possible elements").next().unwrap_or_default())
        })
        .collect()
}

/// Findings in a document that its template does not have.
pub fn new_findings(template: &[u8], document: &[u8], folder: &Path, name: &str) -> Vec<String> {
    let file = |kind: &str, bytes: &[u8]| {
        let path = folder.join(format!("{name}.{kind}.docx"));
        fs::write(&path, bytes).unwrap();
        path
    };
    let found = findings(&file("document", document));
    if found.is_empty() {
        return Vec::new();
    }
    let known = findings(&file("template", template));
    found.difference(&known).cloned().collect()
}

/// All findings in a document.
pub fn all_findings(document: &[u8], folder: &Path, name: &str) -> BTreeSet<String> {
    let path = folder.join(format!("{name}.docx"));
    fs::write(&path, document).unwrap();
    findings(&path)
}

#[test]
fn documents_hold_to_the_schemas_of_the_open_xml_sdk() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let sub_folders =
        |folder: &Path| fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect::<Vec<_>>();
    let mut folders: Vec<PathBuf> = sub_folders(&cases).iter().flat_map(|kind| sub_folders(kind)).collect();
    folders.sort();
    let made = tempfile::tempdir().unwrap();
    let (next, judged, broken) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(folder) = folders.get(next.fetch_add(1, Ordering::Relaxed)) {
            let fixture = Fixture::read(folder);
            let Ok(template) = Template::compile(fixture.package.clone(), &fixture.limits) else { continue };
            let Ok(document) = template.render(&fixture.data, &fixture.options) else { continue };
            judged.fetch_add(1, Ordering::Relaxed);
            let name = folder.file_name().unwrap().to_string_lossy();
            let new = new_findings(&fixture.package, &document, made.path(), &name);
            if !new.is_empty() {
                broken.lock().unwrap().push(format!("{}:\n  {}", folder.display(), new.join("\n  ")));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    let broken = broken.into_inner().unwrap();
    assert!(broken.is_empty(), "{} documents break a schema:\n{}", broken.len(), broken.join("\n"));
    assert!(judged.into_inner() > 100);
}
