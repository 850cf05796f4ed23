//! The hand-written manifests of the packages.

use std::fs;
use std::path::Path;

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
