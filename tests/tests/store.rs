//! `platen store`: made twice, refused by name, and filled from a folder and emptied into one by processes that are killed.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use http::Method;
use platen_tests::aws::{ACCESS_KEY, Aws, REGION, SECRET_KEY};
use platen_tests::binaries::command;
use platen_tests::fault_proxy::FaultProxy;
use platen_tests::fixtures::docx;
use platen_tests::random::Random;
use platen_tests::seed::{self, RECORDED_KEY as KEY};
use platen_tests::server::Server;
use serde_json::{Value, json};
use uuid::Uuid;

fn store(endpoint: &str, words: &[&str]) -> Command {
    platen(endpoint, &[&["store"], words].concat())
}

fn platen(endpoint: &str, words: &[&str]) -> Command {
    let mut command = command("platen");
    command.args(words).env("PLATEN_STORE", "aws").env("PLATEN_STORE_NAME", "several");
    command.env("AWS_ENDPOINT_URL", endpoint).env("AWS_REGION", REGION);
    command.env("AWS_ACCESS_KEY_ID", ACCESS_KEY).env("AWS_SECRET_ACCESS_KEY", SECRET_KEY);
    command
}

fn texts(output: &Output) -> (String, String) {
    (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn a_store_is_made_once_and_an_engine_that_lacks_something_is_refused_by_its_name() {
    let aws = Aws::start();
    let endpoint = format!("http://{}", aws.address());
    let missing = store(&endpoint, &["check"]).output().unwrap();
    assert!(!missing.status.success(), "a store that nobody made is fine");
    let first = store(&endpoint, &["create"]).output().unwrap();
    let (key, said) = texts(&first);
    assert!(first.status.success(), "{said}");
    assert!(key.starts_with("plk_") && said.contains("made   table several\n"), "{said}");
    let again = store(&endpoint, &["create"]).output().unwrap();
    let (key, said) = texts(&again);
    assert!(again.status.success() && key.is_empty(), "{said}");
    assert!(said.contains("found  table several\n") && !said.contains("made   table"), "{said}");

    let lacking = FaultProxy::lacking(aws.address(), |asked| {
        let unknown = r#"{"__type":"com.amazonaws#UnknownOperationException","message":"not here"}"#;
        asked.target.ends_with(".TransactWriteItems").then_some((400, unknown))
    });
    let refused = store(&lacking.endpoint(), &["check"]).output().unwrap();
    let (_, said) = texts(&refused);
    assert_eq!(refused.status.code(), Some(1), "{said}");
    let named =
        format!("DynamoDB at {} cannot be used: it lacks transactions of 100 records", lacking.endpoint());
    assert!(said.contains(&named), "{said}");
    assert!(said.contains("a job ends once"), "{said}");

    // The doctor looks at the same.
    let found = |endpoint: &str| {
        let output = platen(endpoint, &["doctor"]).output().unwrap();
        let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
        let engines: Vec<Value> = found.into_iter().filter(|finding| finding["what"] == "store").collect();
        let states: Vec<_> = engines.iter().map(|it| it["state"].as_str().unwrap().to_owned()).collect();
        (output.status.code(), states.join(" "), engines[0]["finding"].as_str().unwrap().to_owned())
    };
    let (code, states, said) = found(&endpoint);
    assert_eq!((code, states.as_str()), (Some(0), "ok ok ok"), "{said}");
    let (code, states, said) = found(&lacking.endpoint());
    assert_eq!((code, states.as_str()), (Some(1), "wrong ok ok"), "{said}");
    assert!(said.contains(&named), "{said}");
}

#[test]
fn nothing_moves_without_a_store() {
    let folder = tempfile::tempdir().unwrap();
    let output = command("platen").args(["store", "import", "--data"]).arg(folder.path()).output().unwrap();
    let (_, said) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("PLATEN_STORE_NAME"), "{said}");
}

/// Runs the command until it comes to its end; it is killed before, at moments that a seed gives. How often.
fn with_kills(endpoint: &str, words: &[&str], random: &mut Random) -> u32 {
    let (mut most, mut kills) = (400, 0);
    loop {
        let mut running = store(endpoint, words).stderr(Stdio::piped()).spawn().unwrap();
        let end = std::time::Instant::now() + Duration::from_millis(random.below(most) as u64);
        while std::time::Instant::now() < end && running.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        let over = running.try_wait().unwrap().is_some();
        if !over {
            running.kill().unwrap();
        }
        let output = running.wait_with_output().unwrap();
        if over {
            assert!(output.status.success(), "{}", texts(&output).1);
            return kills;
        }
        most += most / 3;
        kills += 1;
    }
}

#[test]
fn a_folder_moves_into_a_store_and_back_though_the_move_is_killed() {
    let mut random = Random::new();
    let aws = Aws::start();
    let endpoint = format!("http://{}", aws.address());
    let created = store(&endpoint, &["create", "--empty"]).output().unwrap();
    assert!(created.status.success(), "{}", texts(&created).1);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    seed::folder(&data);
    let tenant = Uuid::from_u128(0xada);
    seed::tenant(&data, tenant, KEY, true);
    let templates: Vec<_> = (0..60)
        .map(|number| {
            seed::template(&data, tenant, &format!("note{number}.docx"), docx(&["Dear {{ name }}"]))
        })
        .collect();
    let place = |path: &Path| path.to_str().unwrap().to_owned();
    let kills = with_kills(&endpoint, &["import", "--data", &place(&data)], &mut random);
    let back = tempfile::tempdir().unwrap();
    let target = back.path().join("data");
    let more = with_kills(&endpoint, &["export", "--data", &place(&target)], &mut random);
    println!("killed {kills} and {more} times");

    let server = Server::start_in(back);
    let body =
        json!({ "templateId": templates[59], "format": ".docx", "data": { "name": "Ada" } }).to_string();
    let headers = [("x-functions-key", KEY), ("content-type", "application/json")];
    let made = server.send(Method::POST, "/api/generateDocument", &headers, body);
    assert_eq!(made.status, 200, "{:?}", made.body);
}
