//! The project's own binaries, built once per test run as cargo would build them.
//!
//! Cargo builds a package's binaries only for that package's own tests, so this crate builds those of the workspace
//! itself, into the same target folder and with the same profile: it takes a moment when nothing changed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The path of a binary of the workspace.
pub fn binary(name: &str) -> PathBuf {
    let path = folder().join(name);
    assert!(path.is_file(), "there is no binary {}", path.display());
    path
}

/// A command that runs a binary of the workspace.
pub fn command(name: &str) -> Command {
    prepared(&binary(name))
}

/// A command that runs the program to which a variable of the environment leads; without it the workspace's own.
pub fn command_before(name: &str, variable: &str) -> Command {
    let before = std::env::var_os(variable);
    prepared(&before.map_or_else(|| binary(name), PathBuf::from))
}

fn prepared(program: &Path) -> Command {
    let mut command = Command::new(program);
    // What the developer configured for himself must not change a test.
    for variable in [
        "PLATEN_DATA",
        "PLATEN_STORE",
        "PLATEN_STORE_NAME",
        "PLATEN_ROLE",
        "PLATEN_FONTS",
        "PLATEN_LOG",
        "PLATEN_LIMITS",
        "PLATEN_AUDIT_LOG",
        "PLATEN_METRICS_LISTEN",
        "PLATEN_TRUSTED_PROXIES",
        "PUBLIC_URL",
        "PLATEN_URL",
        "PLATEN_KEY",
        "PLATEN_PROFILE",
        "PLATEN_PROFILES",
        "PLATEN_OIDC_ISSUER",
        "PLATEN_SECRET_KEY",
        "PLATEN_SECRET_KEY_FILE",
        "PLATEN_SANDBOX",
        "RUST_LOG",
        "NO_COLOR",
    ] {
        command.env_remove(variable);
    }
    // Fonts that a command puts below the home directory stay inside the target folder, for the next run to find.
    let home = folder().join("test-home");
    std::fs::create_dir_all(&home).unwrap();
    command.env("HOME", home);
    command
}

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Takes the binaries from a folder in which they are built already, such as `target/function` for functions as they are
/// deployed. Called before the first of them is asked for.
pub fn take_from(folder: PathBuf) {
    FOLDER.set(std::path::absolute(folder).unwrap()).unwrap();
}

/// The folder of the binaries, which are built when it is first asked for.
fn folder() -> &'static Path {
    FOLDER.get_or_init(build)
}

fn build() -> PathBuf {
    // target/debug/deps/e2e-0123456789abcdef
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap().to_owned();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).args([
        "build",
        "--quiet",
        "--locked",
        "--workspace",
        "--bins",
        // With a test among what is built, cargo gives dependencies the features that `cargo test` gave them, and finds
        // them compiled.
        "--test",
        "e2e",
    ]);
    cargo.arg("--target-dir").arg(folder.parent().unwrap());
    match folder.file_name().and_then(|name| name.to_str()).unwrap() {
        "debug" => {}
        profile => {
            cargo.args(["--profile", profile]);
        }
    }
    // Set for the test's own package, and misleading for others: build scripts that look at them (ring's) would run again,
    // and half of the workspace would be compiled again each time.
    for (name, _) in std::env::vars_os() {
        let misleads = ["CARGO_BIN_", "CARGO_CRATE_", "CARGO_MANIFEST_", "CARGO_PKG_", "CARGO_PRIMARY_"];
        if name.to_str().is_some_and(|name| misleads.iter().any(|start| name.starts_with(start))) {
            cargo.env_remove(name);
        }
    }
    assert!(cargo.status().unwrap().success(), "the binaries do not build");
    folder
}
