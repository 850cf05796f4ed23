//! The GitHub Action `infra/platen-render`: its script, called with what `action.yml` hands it; and the workflows of this repository,
//! as zizmor judges them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use platen_tests::binaries::binary;
use platen_tests::fixtures::docx;
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../infra/platen-render").canonicalize().unwrap()
}

/// `action.yml` as JSON.
fn action() -> Value {
    let program = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let python = folder().join("../../.work/infra/bin/python");
    let read = Command::new(python).args(["-c", program]).arg(folder().join("action.yml")).output().unwrap();
    assert!(read.status.success(), "{}", String::from_utf8_lossy(&read.stderr));
    serde_json::from_slice(&read.stdout).unwrap()
}

/// Runs the step that makes documents as a runner does: its variables hold the inputs, or what they are by default. Returns what it
/// said, and the documents that it told.
fn run(place: &Path, inputs: &[(&str, &str)]) -> (Output, Vec<String>) {
    let action = action();
    let given: BTreeMap<&str, &str> = inputs.iter().copied().collect();
    let step = action["runs"]["steps"].as_array().unwrap().last().unwrap();
    let output = place.join("github-output");
    _ = fs::remove_file(&output);
    let mut command = Command::new("bash");
    command.current_dir(place).env("GITHUB_OUTPUT", &output).env("GITHUB_ACTION_PATH", folder());
    let programs = binary("platen").parent().unwrap().display().to_string();
    command.env("PATH", format!("{programs}:{}", std::env::var_os("PATH").unwrap().display()));
    for (name, value) in step["env"].as_object().unwrap() {
        let input = value.as_str().unwrap().strip_prefix("${{ inputs.").unwrap().strip_suffix(" }}").unwrap();
        let default = action["inputs"][input]["default"].as_str();
        command.env(
            name,
            given.get(input).copied().or(default).unwrap_or_else(|| panic!("{input} is not declared")),
        );
    }
    let said = command.args(["-c", step["run"].as_str().unwrap()]).output().unwrap();
    let told = fs::read_to_string(&output).unwrap_or_default();
    let told = told.lines().filter(|line| !line.contains("END_OF_DOCUMENTS")).map(str::to_owned).collect();
    (said, told)
}

#[test]
fn a_workflow_makes_documents() {
    let place = tempfile::tempdir().unwrap();
    let place = place.path();
    fs::create_dir(place.join("letters")).unwrap();
    fs::write(place.join("letter.docx"), docx(&["Dear {{ name }}, note {{ number }}"])).unwrap();
    fs::write(place.join("letters/ada.json"), r#"{"name": "Ada", "number": 17}"#).unwrap();
    let one = [("template", "letter.docx"), ("data", "letters/ada.json"), ("output", "new/ada.pdf")];
    let (said, told) = run(place, &one);
    assert!(said.status.success(), "{said:?}");
    assert_eq!(told, ["new/ada.pdf"]);
    assert!(fs::read(place.join("new/ada.pdf")).unwrap().starts_with(b"%PDF"));

    // One file of data of two does not fit: the other document is made, and the file has an annotation.
    fs::write(place.join("letters/grace.json"), r#"{"name": "Grace 100 %"}"#).unwrap();
    let many =
        [("template", "letter.docx"), ("data", "letters/*.json"), ("output", "all/"), ("format", ".docx")];
    let (said, told) = run(place, &many);
    let text = String::from_utf8_lossy(&said.stdout);
    assert!(!said.status.success() && told == ["all/ada.docx"], "{said:?}");
    assert!(
        text.starts_with("::error file=letters/grace.json,title=No document::") && text.lines().count() == 1,
        "{text}"
    );
    let (said, told) = run(place, &[&many[..], &[("missing", "empty")]].concat());
    assert!(said.status.success(), "{said:?}");
    assert_eq!(told, ["all/ada.docx", "all/grace.docx"]);

    for (wrong, why) in
        [(("output", "all.pdf"), "write a slash"), (("data", "none/*.json"), "no file of data")]
    {
        let (said, _) = run(place, &[&many[..], &[wrong]].concat());
        assert!(!said.status.success() && String::from_utf8_lossy(&said.stdout).contains(why), "{said:?}");
    }
}

#[test]
fn the_action_installs_its_own_version() {
    assert_eq!(action()["inputs"]["version"]["default"], env!("CARGO_PKG_VERSION"));
}

/// It reads them by GitHub's schema, too.
#[test]
fn workflows_hold_what_zizmor_asks() {
    let root = folder().join("../..");
    let mut zizmor = Command::new(root.join(".work/packages/bin/zizmor"));
    zizmor.current_dir(&root).args(["--offline", "--no-progress", "--config", ".github/zizmor.yml"]);
    let judged = zizmor.args([".github/workflows", "infra/platen-render/action.yml"]).output().unwrap();
    let said = String::from_utf8_lossy(&judged.stdout);
    assert!(judged.status.success(), "{said}{}", String::from_utf8_lossy(&judged.stderr));
}
