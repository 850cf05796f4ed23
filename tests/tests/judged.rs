//! The OpenAPI document as independent judges see it, which integrators run on it before they trust it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// A program of the judges, with a look at docs/openapi.json.
fn judge(program: &str) -> Command {
    let place = Path::new(HERE).join("../.work/openapi/node_modules/.bin");
    let mut command = Command::new(place.join(program));
    command.arg("lint").arg(Path::new(HERE).join("../docs/openapi.json")).env("REDOCLY_TELEMETRY", "off");
    command
}

fn rules(name: &str) -> PathBuf {
    Path::new(HERE).join("npm/openapi").join(name)
}

#[test]
fn redocly_has_nothing_to_say() {
    let mut redocly = judge("redocly");
    let output = redocly.arg("--format=json").arg("--config").arg(rules("redocly.yaml")).output();
    let output = output.unwrap_or_else(|error| panic!("{error}; run `make setup-test`"));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&said["totals"]["errors"], &said["totals"]["warnings"]), (&0.into(), &0.into()), "{said:#}");
}

#[test]
fn spectral_has_nothing_to_say() {
    let mut spectral = judge("spectral");
    let output = spectral.args(["--fail-severity", "hint", "--ruleset"]).arg(rules("spectral.yaml")).output();
    let output = output.unwrap_or_else(|error| panic!("{error}; run `make setup-test`"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
