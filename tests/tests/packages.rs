//! What `make dist` packs, of the tests' own program: installed from its file into an empty place, it makes a document.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use platen_tests::binaries::binary;
use platen_tests::fixtures::docx;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn output(command: &mut Command) -> String {
    let output =
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; run `make setup-test`"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// The packages, made once for all tests.
static DIST: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = binary("platen").with_file_name("dist");
    output(
        Command::new("python3")
            .arg(root().join("infra/dist/dist.py"))
            .arg(binary("platen"))
            .arg(&folder)
            .arg("--fast"),
    );
    folder
});

fn check(script: &str, kind: &str) {
    let folder = tempfile::tempdir().unwrap();
    // Users without rights work in it.
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join("note.docx"), docx(&["Dear {{ name }}"])).unwrap();
    let said = output(
        Command::new(root().join(".work/packages/bin/python"))
            .arg(root().join("tests/packages").join(script))
            .arg(kind)
            .arg(DIST.as_path())
            .arg(folder.path())
            .env("PLATEN", binary("platen")),
    );
    println!("{said}");
}

#[test]
fn the_tarball() {
    check("check.py", "tarball");
}

#[test]
fn the_debian_package() {
    check("check.py", "deb");
}

#[test]
fn the_python_package() {
    check("check.py", "wheel");
}

#[test]
fn the_npm_packages() {
    check("check.py", "npm");
}

#[test]
fn the_image() {
    check("check.py", "image");
}

#[test]
fn the_bill_of_materials() {
    check("check.py", "sbom");
}

#[test]
fn the_helm_chart() {
    check("deployed.py", "chart");
}

#[test]
fn the_compose_file() {
    check("deployed.py", "compose");
}

#[test]
fn the_examples_of_proxies() {
    check("deployed.py", "proxies");
}

#[test]
fn the_same_program_makes_the_same_packages() {
    let again = tempfile::tempdir().unwrap();
    let to = again.path().join("dist");
    output(
        Command::new("python3")
            .arg(root().join("infra/dist/dist.py"))
            .arg(binary("platen"))
            .arg(&to)
            .arg("--fast"),
    );
    let sums = |folder: &Path| fs::read_to_string(folder.join("SHA256SUMS")).unwrap();
    assert_eq!(sums(&DIST), sums(&to));
}
