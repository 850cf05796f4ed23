//! Schemathesis, which makes requests from the OpenAPI document, right ones and wrong ones, and holds the answers of the
//! running server against it; and likewise from the Swagger 2.0 document.

use std::process::Command;

use platen_tests::random::Random;
use platen_tests::server::Server;
use serde_json::Value;

/// What must hold of every answer. Not asked: that each request which the document allows is a good one. Some rules bind
/// several members (`items` or `itemsUploadId`), and `data` has to fit a template.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,\
    response_headers_conformance,response_schema_conformance,negative_data_rejection,missing_required_header,\
    unsupported_method,allow_header_conformance,ignored_auth";

/// Seconds of a run; `PLATEN_SCHEMATHESIS_SECONDS` makes it longer.
const SECONDS: &str = "40";

/// The same of Swagger 2.0, which cannot say all that a request must be: what it allows may be refused, and what it does not
/// know may be right. It names media types for an operation, not for each answer, so that an empty answer has one as well.
const SWAGGER_CHECKS: &str = "not_a_server_error,status_code_conformance,response_schema_conformance,\
    unsupported_method,allow_header_conformance,ignored_auth";

/// Requests that know nothing of each other.
const ALONE: &str = "examples,coverage,fuzzing";

#[test]
fn answers_are_those_of_the_document() {
    run("/api/openapi.json", ALONE, CHECKS, &[]);
}

/// Requests that go on with what the ones before answered, along the document's links: a job that was started is looked at, a template
/// that was registered is read.
#[test]
fn answers_lead_to_further_ones() {
    run("/api/openapi.json", "stateful", CHECKS, &[]);
}

#[test]
fn answers_are_those_of_the_swagger_document() {
    // Its files are any text, of which few are what a header or a form may hold.
    run("/api/swagger.json", ALONE, SWAGGER_CHECKS, &["--suppress-health-check", "filter_too_much"]);
}

fn run(document: &str, phases: &str, checks: &str, options: &[&str]) {
    // It tries wrong keys on every route, and what a rate of them answers is not what it is here for.
    let server = Server::configured(&[("PLATEN_LIMITS", "wrong_keys_per_minute=1000000")]);
    let seed = Random::new().below(1 << 31).to_string();
    let seconds = std::env::var_os("PLATEN_SCHEMATHESIS_SECONDS");
    let seconds =
        seconds.map_or_else(|| SECONDS.to_owned(), |seconds| seconds.to_string_lossy().into_owned());
    let folder = server.scratch();
    std::fs::write(folder.join("schemathesis.toml"), settings(&server)).unwrap();
    std::fs::write(folder.join("hooks.py"), include_str!("schemathesis.py")).unwrap();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../.work/schemathesis/bin/schemathesis");
    let output = Command::new(tool)
        .current_dir(folder)
        .args(["run", &format!("http://{}{document}", server.address())])
        .args(["--header", &format!("x-functions-key: {}", server.key())])
        .args(["--phases", phases, "--checks", checks, "--warnings", "off"])
        .args(options)
        .args(["--seed", &seed, "--max-time", &seconds, "--continue-on-failure", "--no-color"])
        .output()
        .unwrap_or_else(|error| panic!("schemathesis (`make setup-test` installs it): {error}"));
    let report = String::from_utf8_lossy(&output.stdout);
    let figures = report.lines().filter(|line| line.contains("generated") || line.contains("Links"));
    println!("seed {seed}; {}", figures.collect::<String>());
    assert!(
        output.status.success(),
        "PLATEN_SEED={seed}\n{report}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(server.get("/api/health").status, 200);
    let log = server.log();
    assert!(!log.contains("panicked") && !log.contains("ERROR"), "{log}");
}

/// Lets the tool find a template, so that its requests come past the look-up.
fn settings(server: &Server) -> String {
    let templates = server.get("/api/getTemplates?pageNumber=1&pageSize=100").json();
    let ids: Vec<&str> = templates["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|template: &Value| template["templateId"].as_str().unwrap())
        .collect();
    format!(
        "hooks = \"hooks\"\n[parameters]\n\"query.templateId\" = \"{}\"\n\"body.templateId\" = \"{}\"\n",
        ids[0], ids[1]
    )
}
