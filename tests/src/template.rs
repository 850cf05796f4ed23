//! `infra/template.yaml` in CloudFormation's own words, as AWS has it translated from SAM.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::Value;

/// The template.
pub fn template() -> &'static Value {
    static TEMPLATE: OnceLock<Value> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut python = Command::new(root.join(".work/infra/bin/python"));
        let output = python.current_dir(root).args(["infra/translate.py", "code"]).output();
        let output = output.unwrap_or_else(|error| panic!("{error}; run `make setup-test`"));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    })
}
