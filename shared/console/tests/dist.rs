//! That what is committed is what the source makes, with the tools of `package-lock.json` (`tests/set-up.sh` installs them).
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What all files together may have, packed.
const MOST_BYTES: usize = 270_000;

/// What the console asks for until it can be used, in the language that takes most.
const MOST_FIRST_BYTES: usize = 70_000;

/// Pieces that come behind the first screen, or with a file of their kind.
const LATER: [&str; 4] = ["later", "csv", "json", "xlsx"];

fn here() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn run(program: &str, words: &[&str]) {
    let output = Command::new(program).args(words).current_dir(here()).output().unwrap();
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {words:?} (is `make setup-test` done?)\n{said}");
}

/// The files of a folder by the path that they are served under.
fn read(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for name in ["", "console", "console/guide", "console/languages", "addin"] {
        for entry in fs::read_dir(folder.join(name)).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace("index.html", "");
                files.insert(format!("/{name}"), fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn the_source_makes_what_is_committed() {
    let folder = tempfile::tempdir().unwrap();
    run("node", &["build.mjs", folder.path().to_str().unwrap()]);
    let (made, committed) = (read(folder.path()), read(&here().join("dist")));
    assert!(made.keys().eq(committed.keys()), "{:?} {:?}", made.keys(), committed.keys());
    for (path, bytes) in made {
        assert!(
            committed[&path] == bytes,
            "{path} is old: run `make console`, and commit `shared/console/dist`"
        );
    }
}

#[test]
fn all_that_is_committed_is_served() {
    let served: BTreeMap<String, Vec<u8>> =
        platen_console::files().iter().map(|file| (file.path.to_owned(), file.bytes.to_vec())).collect();
    let mut committed = read(&here().join("dist"));
    let manifest = committed.remove("/addin/manifest.xml").unwrap();
    assert!(served.keys().eq(committed.keys()), "{:?} {:?}", served.keys(), committed.keys());
    assert!(served == committed);
    assert!(String::from_utf8(manifest).unwrap().contains("$BASE"), "the manifest is made for each address");
}

#[test]
fn types_are_right() {
    // Those of the API are the client's.
    platen_clients::write().unwrap();
    run("node", &["node_modules/typescript/bin/tsc", "--noEmit"]);
}

/// Every text in every language, with the same placeholders, and none in the source: what it says tells what to do.
#[test]
fn texts_are_whole() {
    run("node", &["languages.mjs"]);
}

/// What the first screen takes: the page, and all that its scripts import at once.
fn first_files() -> Vec<&'static platen_console::File> {
    let find = |path: &str| platen_console::files().iter().find(|file| file.path == path).unwrap();
    let mut first =
        vec![find("/"), find("/console/app.js"), find("/console/style.css"), find("/console/icon.svg")];
    let mut seen = 0;
    while let Some(file) = first.get(seen).copied() {
        seen += 1;
        let Ok(text) = std::str::from_utf8(&file.bytes) else { continue };
        let imports = text.split("from\"./").skip(1).filter_map(|rest| rest.split('"').next());
        let imports: Vec<_> = imports.map(|name| find(&format!("/console/{name}"))).collect();
        for import in imports.into_iter().filter(|_| file.path.ends_with(".js")) {
            if !first.iter().any(|known| known.path == import.path) {
                first.push(import);
            }
        }
    }
    assert!(first.iter().any(|file| file.path == "/console/chunk.js"));
    for piece in LATER {
        assert!(!first.iter().any(|file| file.path == format!("/console/{piece}.js")), "{piece}");
    }
    first
}

#[test]
fn the_page_is_small_and_asks_no_other_host() {
    let files = platen_console::files();
    let packed = |file: &platen_console::File| file.packed.as_ref().unwrap().len();
    let all: usize = files.iter().map(packed).sum();
    assert!(all <= MOST_BYTES, "{all} bytes of {MOST_BYTES}");
    let language =
        files.iter().filter(|file| file.path.starts_with("/console/languages/")).map(packed).max().unwrap();
    let first: usize = first_files().into_iter().map(packed).sum::<usize>() + language;
    assert!(first <= MOST_FIRST_BYTES, "{first} bytes of {MOST_FIRST_BYTES}");
    for file in files.iter().filter(|file| !file.path.ends_with("licences.txt")) {
        let Ok(text) = std::str::from_utf8(&file.bytes) else { continue };
        // The add-in's page loads Office.js, which Microsoft asks to be loaded from its servers; see `ADDIN_POLICY`.
        let text = text.replace("src=\"https://appsforoffice.microsoft.com/lib/1/hosted/office.js\"", "");
        // Names of XML namespaces and the examples' addresses are no requests; what the browser would load is.
        for outside in ["src=\"http", "href=\"http", "url(http", "@import", "import(\"http", "from\"http"] {
            assert!(!text.contains(outside), "{}: {outside}", file.path);
        }
    }
}
