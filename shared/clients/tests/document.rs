//! The generated files against the committed ones.

use std::fs;
use std::path::Path;

/// With `PLATEN_BLESS` set, the files are written again instead.
#[test]
fn the_committed_files_are_what_the_code_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in platen_clients::files().unwrap() {
        let path = root.join(&file.path);
        if std::env::var_os("PLATEN_BLESS").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, &file.text).unwrap();
        }
        let committed = fs::read_to_string(&path).unwrap_or_default();
        assert!(committed == file.text, "{} is old: run `make openapi`, and look at what changed", file.path);
    }
}

/// The other packages' versions are generated.
#[test]
fn every_package_has_the_version_of_the_server() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (toml, json) = ("version = ", "\"version\": ");
    for (path, member) in
        [("python/pyproject.toml", toml), ("typescript/package.json", json), ("n8n/package.json", json)]
    {
        let manifest = fs::read_to_string(root.join(path)).unwrap();
        let version = format!("{member}\"{}\"", env!("CARGO_PKG_VERSION"));
        assert!(manifest.contains(&version), "{path} does not say {version}");
    }
}
