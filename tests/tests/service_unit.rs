//! The systemd unit of docs/self-hosting.md: the page shows the file, systemd knows all of its settings, and it leaves a
//! service little to do harm with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The exposure of 10 that `systemd-analyze security` may find at most; 1.2 with systemd 252.
const EXPOSURE: f64 = 1.5;

fn unit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/platen.service")
}

/// `None`, said in a line, on a machine without systemd.
fn analyze(arguments: &[&str]) -> Option<Output> {
    match Command::new("systemd-analyze").args(arguments).arg(unit()).output() {
        Ok(output) => Some(output),
        Err(error) => {
            println!("NOT CHECKED: systemd-analyze {arguments:?}: {error}");
            None
        }
    }
}

#[test]
fn the_page_shows_the_unit_as_it_is() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/self-hosting.md");
    let (page, unit) = (fs::read_to_string(page).unwrap(), fs::read_to_string(unit()).unwrap());
    assert!(page.contains(&format!("```text\n{unit}```\n")), "docs/self-hosting.md shows another unit");
}

#[test]
fn systemd_knows_every_setting() {
    let Some(output) = analyze(&["verify"]) else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    // Platen need not be installed where its tests run.
    let faults: Vec<&str> = said.lines().filter(|line| !line.contains("is not executable")).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_service_is_exposed_little() {
    let Some(output) = analyze(&["security", "--offline=true", "--no-pager"]) else { return };
    let said = String::from_utf8_lossy(&output.stdout);
    let overall = said.lines().find(|line| line.contains("Overall exposure level")).unwrap();
    println!("{overall}");
    let level = overall.split_whitespace().find_map(|word| word.parse::<f64>().ok()).unwrap();
    assert!(level <= EXPOSURE, "{said}");
}
