//! Row 2 of the promises: what the fuzz targets begin with and what they found runs through the same functions.

use std::fs;
use std::path::Path;

#[expect(clippy::expect_used, reason = "a target panics where something does not hold")]
#[path = "../../../fuzz/src/targets.rs"]
mod targets;

/// Runs a target on its seeds and findings; returns how many there were.
fn replay(name: &str, target: fn(&[u8])) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let mut count = 0;
    for folder in ["seeds", "findings"] {
        let Ok(files) = fs::read_dir(root.join(folder).join(name)) else { continue };
        for file in files {
            let path = file.unwrap().path();
            println!("{}", path.display());
            target(&fs::read(&path).unwrap());
            count += 1;
        }
    }
    count
}

#[test]
fn seeds_and_findings_do_no_harm() {
    for (name, target) in [
        ("package", targets::package as fn(&[u8])),
        ("xml", targets::xml),
        ("invoice", targets::invoice),
        ("tags", targets::tags),
        ("compile", targets::compile),
        ("rich", targets::rich),
        ("subdocument", targets::subdocument),
        ("names", targets::names),
        ("pdf", targets::pdf),
        ("joined", targets::joined),
        ("layout", targets::layout),
        ("draw", targets::draw),
    ] {
        assert!(replay(name, target) > 1, "{name} has seeds");
    }
}
