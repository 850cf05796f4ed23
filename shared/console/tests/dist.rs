//! That what is committed is what the source makes, with the tools of `package-lock.json` (`tests/set-up.sh` installs them).
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What all files together may have, packed.
const MOST_BYTES: usize = 150_000;

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
    for entry in fs::read_dir(folder).unwrap().chain(fs::read_dir(folder.join("console")).unwrap()) {
        let path = entry.unwrap().path();
        if path.is_file() {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace("index.html", "");
            files.insert(format!("/{name}"), fs::read(&path).unwrap());
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
    assert!(served == read(&here().join("dist")));
}

#[test]
fn types_are_right() {
    run("node", &["node_modules/typescript/bin/tsc", "--noEmit"]);
}

#[test]
fn the_page_is_small_and_asks_no_other_host() {
    let packed: usize = platen_console::files().iter().map(|file| file.packed.as_ref().unwrap().len()).sum();
    assert!(packed <= MOST_BYTES, "{packed} bytes of {MOST_BYTES}");
    for file in platen_console::files().iter().filter(|file| !file.path.ends_with("licences.txt")) {
        let text = std::str::from_utf8(&file.bytes).unwrap();
        // Names of XML namespaces and the examples' addresses are no requests; what the browser would load is.
        for outside in ["src=\"http", "href=\"http", "url(http", "@import", "import(\"http", "from\"http"] {
            assert!(!text.contains(outside), "{}: {outside}", file.path);
        }
    }
}
