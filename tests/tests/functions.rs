//! Each Lambda function's real binary, driven with its recorded event, and compared with the one-machine home.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use base64::Engine;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use platen_samples::sample;
use platen_tests::client::Reply;
use platen_tests::function::{Ended, Function};
use platen_tests::runtime_api::Outcome;
use platen_tests::seed::{self, RECORDED_KEY, RECORDED_SUBSCRIPTION};
use platen_tests::server::Server;
use platen_tests::snapshot;
use serde_json::{Value, json};

use crate::fixtures::event;

const HTTP_FUNCTIONS: [&str; 6] = [
    "get-templates",
    "generate-template-metadata",
    "generate-model",
    "generate-document",
    "get-subscription",
    "manage-templates",
];

fn seed(data: &Path) {
    seed::tenant(data, RECORDED_SUBSCRIPTION, RECORDED_KEY, true);
    seed::template(data, RECORDED_SUBSCRIPTION, "letter.docx", (sample("letter.docx").unwrap().docx)());
}

fn start(name: &str, data: &Path) -> Function {
    Function::start(name, &[("PLATEN_DATA", data.to_str().unwrap())])
}

fn response(ended: Ended) -> Value {
    match ended {
        Ended::Settled(Outcome::Response(body)) => serde_json::from_slice(&body).unwrap(),
        other => panic!("{other:?}"),
    }
}

/// What API Gateway makes of a function's answer.
fn reply(answer: &Value) -> Reply {
    let status =
        StatusCode::from_u16(u16::try_from(answer["statusCode"].as_u64().unwrap()).unwrap()).unwrap();
    let mut headers = HeaderMap::new();
    for (name, value) in answer["headers"].as_object().unwrap() {
        let name = HeaderName::try_from(name).unwrap();
        headers.insert(name, HeaderValue::from_str(value.as_str().unwrap()).unwrap());
    }
    let body = answer["body"].as_str().unwrap_or_default();
    let body = if answer["isBase64Encoded"] == true {
        base64::engine::general_purpose::STANDARD.decode(body).unwrap()
    } else {
        body.as_bytes().to_vec()
    };
    Reply { status, headers, body: body.into() }
}

#[test]
fn recorded_requests_are_answered() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    for name in HTTP_FUNCTIONS {
        let answer = response(start(name, data.path()).invoke(event(name)));
        let (multi, base64) = (&answer["multiValueHeaders"], &answer["isBase64Encoded"]);
        let shown = format!("isBase64Encoded: {base64}, {multi}\n{}", snapshot::answer(&reply(&answer)));
        insta::assert_snapshot!(format!("event_{name}"), shown);
    }
}

#[test]
fn both_homes_answer_alike() {
    let server = Server::start();
    seed(&server.data());
    for name in HTTP_FUNCTIONS {
        let event = event(name);
        let lambda = reply(&response(start(name, &server.data()).invoke(event.clone())));

        let event: Value = serde_json::from_str(&event).unwrap();
        let method =
            Method::from_bytes(event["requestContext"]["http"]["method"].as_str().unwrap().as_bytes())
                .unwrap();
        let path =
            format!("{}?{}", event["rawPath"].as_str().unwrap(), event["rawQueryString"].as_str().unwrap());
        let mut headers = BTreeMap::new();
        for header in ["x-functions-key", "x-request-id", "content-type"] {
            if let Some(value) = event["headers"][header].as_str() {
                headers.insert(header, value);
            }
        }
        let headers: Vec<(&str, &str)> = headers.into_iter().collect();
        let mut local =
            server.send(method, &path, &headers, event["body"].as_str().unwrap_or_default().to_owned());
        // The server's own: the clock, and the length that a gateway adds too.
        local.headers.remove("date");
        local.headers.remove("content-length");
        if name == "get-subscription" {
            // The documents made so far are counted in it.
            assert_eq!((local.status, &local.headers), (lambda.status, &lambda.headers));
            continue;
        }
        assert_eq!(local, lambda, "{name}");
    }
}

#[test]
fn an_arrived_object_is_registered_once() {
    let data = tempfile::tempdir().unwrap();
    seed::tenant(data.path(), RECORDED_SUBSCRIPTION, RECORDED_KEY, true);
    let mut function = start("register-template", data.path());
    let gone = json!([{ "path": "letters/Welcome aboard.docx", "status": "gone" }]);
    assert_eq!(response(function.invoke(event("register-template"))), gone);

    let folder = data.path().join("incoming").join(RECORDED_SUBSCRIPTION.to_string()).join("letters");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("Welcome aboard.docx"), (sample("letter.docx").unwrap().docx)()).unwrap();
    let once = response(function.invoke(event("register-template")));
    let id = platen_service::templates::TemplateId::of_path(
        platen_service::subscriptions::SubscriptionId(RECORDED_SUBSCRIPTION),
        "letters/Welcome aboard.docx",
    );
    let registered =
        json!([{ "path": "letters/Welcome aboard.docx", "templateId": id, "version": 1, "status": "ready" }]);
    assert_eq!(once, registered);
    assert_eq!(response(function.invoke(event("register-template"))), once);

    let listed = reply(&response(start("get-templates", data.path()).invoke(event("get-templates"))));
    assert_eq!(listed.json()["items"][0]["name"], "Welcome aboard");
    assert_eq!(listed.json()["totalCount"], 1);
}

#[test]
fn a_template_is_registered_replaced_and_removed_by_one_function() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let mut function = start("manage-templates", data.path());
    let mut send = |method: &str, path: &str, body: &[u8]| {
        let mut event: Value = serde_json::from_str(&event("manage-templates")).unwrap();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        (event["rawPath"], event["rawQueryString"]) = (path.into(), query.into());
        (event["requestContext"]["http"]["method"], event["queryStringParameters"]) =
            (method.into(), Value::Null);
        event["headers"]["content-type"] = "application/octet-stream".into();
        // The gateway hands bytes over in base64.
        event["body"] = base64::engine::general_purpose::STANDARD.encode(body).into();
        event["isBase64Encoded"] = true.into();
        reply(&response(function.invoke(event.to_string())))
    };
    let file = (sample("letter.docx").unwrap().docx)();
    let made = send("POST", "/api/templates?fileName=new/letter.docx", &file);
    assert_eq!((made.status.as_u16(), made.json()["status"].as_str()), (201, Some("ready")));
    let place = made.headers["location"].to_str().unwrap().to_owned();
    assert_eq!(send("PUT", &format!("{place}?name=Renamed"), &file).json()["version"], 2);
    assert_eq!(
        send("GET", "/api/templates?pageNumber=1&pageSize=9&search=renam", b"").json()["totalCount"],
        1
    );
    assert_eq!(send("POST", "/api/templates/check", b"PDF-1.7").json()["code"], "template-error");
    assert_eq!(send("DELETE", &place, b"").status, 204);
    assert_eq!(send("GET", &place, b"").json()["code"], "unknown-template");
}

#[test]
fn an_event_of_another_kind_is_an_error_of_its_invocation_alone() {
    let data = tempfile::tempdir().unwrap();
    let mut function = start("register-template", data.path());
    let wrong = event("register-template").replace("incoming/", "outgoing/");
    let Ended::Settled(Outcome::Error { body, .. }) = function.invoke(wrong) else { panic!("no error") };
    let error: Value = serde_json::from_slice(&body).unwrap();
    let message = error["errorMessage"].as_str().unwrap();
    assert!(
        message.contains("outgoing/") && message.contains("incoming/{subscriptionId}/{path}"),
        "{message}"
    );
    assert_eq!(response(function.invoke(event("register-template")))[0]["status"], "gone");
}

#[test]
fn the_key_is_checked_before_the_body() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let mut function = start("generate-document", data.path());
    let mut wrong: Value = serde_json::from_str(&event("generate-document")).unwrap();
    wrong["body"] = "{".into();
    assert_eq!(reply(&response(function.invoke(wrong.to_string()))).json()["code"], "invalid-body");
    wrong["headers"]["x-functions-key"] = "plk_wrong".into();
    assert_eq!(reply(&response(function.invoke(wrong.to_string()))).json()["code"], "invalid-key");
    wrong["headers"].as_object_mut().unwrap().remove("x-functions-key");
    assert_eq!(reply(&response(function.invoke(wrong.to_string()))).json()["code"], "missing-key");
}

#[test]
fn a_stage_and_base64_make_no_difference() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let mut function = start("generate-document", data.path());
    let plain = response(function.invoke(event("generate-document")));
    let mut wrapped: Value = serde_json::from_str(&event("generate-document")).unwrap();
    wrapped["rawPath"] = "/prod/api/generateDocument".into();
    wrapped["requestContext"]["stage"] = "prod".into();
    wrapped["body"] =
        base64::engine::general_purpose::STANDARD.encode(wrapped["body"].as_str().unwrap()).into();
    wrapped["isBase64Encoded"] = true.into();
    assert_eq!(response(function.invoke(wrapped.to_string())), plain);
}

#[test]
fn a_killed_function_starts_again_and_answers() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let mut function = start("get-templates", data.path());
    let before = response(function.invoke(event("get-templates")));
    function.kill();
    assert!(matches!(function.invoke(event("get-templates")), Ended::Exited(..)));
    function.restart();
    // The event that the dead one never fetched is still queued, and comes first; its invocation nobody awaits.
    assert_eq!(response(function.invoke(event("get-templates"))), before);
}

#[test]
fn a_wrong_configuration_stops_the_start_and_says_why() {
    let mut function = Function::start("get-templates", &[("PLATEN_STORE", "redis"), ("PDF_ENGINE", "word")]);
    assert!(!function.wait().success());
    let log = function.log();
    assert!(log.contains("PLATEN_STORE is `redis`") && log.contains("PDF_ENGINE is `word`"), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
}

/// The job that the recorded request starts: its id follows from the subscription, the body and the `Idempotency-Key`.
const RECORDED_JOB: &str = "97598c52-ae55-5e90-aaf2-4ef45e24ea6e";

fn http(name: &str, data: &Path) -> Reply {
    reply(&response(start(name, data).invoke(event(name))))
}

fn no_failures() -> Value {
    json!({ "batchItemFailures": [] })
}

/// An event of SQS with these bodies, the messages named `0`, `1` ...
fn messages(bodies: &[&str]) -> String {
    let recorded: Value = serde_json::from_str(&event("render-chunk")).unwrap();
    let records = bodies.iter().enumerate().map(|(number, body)| {
        let mut record = recorded["Records"][0].clone();
        record["messageId"] = number.to_string().into();
        record["body"] = (*body).into();
        record
    });
    json!({ "Records": records.collect::<Vec<_>>() }).to_string()
}

/// Starts the recorded job on seeded data.
fn started_job(data: &Path) {
    seed(data);
    let accepted = http("generate-documents-bulk", data);
    assert_eq!((accepted.status.as_u16(), accepted.json()["jobId"].as_str()), (202, Some(RECORDED_JOB)));
}

#[test]
fn a_job_goes_from_function_to_function() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let mut renderer = start("render-chunk", data.path());
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    let mut assembler = start("assemble-archive", data.path());
    assert_eq!(response(assembler.invoke(event("assemble-archive"))), no_failures());
    let job = http("get-bulk-generation-job", data.path()).json();
    assert_eq!(
        (job["status"].as_str(), job["completedCount"].as_u64()),
        (Some("Completed"), Some(1)),
        "{job}"
    );
    assert!(job["zipUrl"].is_string() && job["zipSizeBytes"].as_u64() > Some(1_000), "{job}");

    // Messages come more than once; what is done stays as it is.
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    assert_eq!(response(assembler.invoke(event("assemble-archive"))), no_failures());
    let cancelled = http("cancel-bulk-generation-job", data.path()).json();
    assert_eq!(cancelled["status"], "Completed");
    let listed = http("list-bulk-generation-jobs", data.path()).json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["jobId"]), (1, &RECORDED_JOB.into()));
    assert_eq!(listed[0]["endTime"], job["endTime"]);
    let again = http("generate-documents-bulk", data.path());
    assert_eq!((again.status.as_u16(), again.json()["jobId"].as_str()), (202, Some(RECORDED_JOB)));
}

#[test]
fn a_bad_message_fails_alone() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let good = format!(r#"{{"jobId":"{RECORDED_JOB}","task":"render","chunk":0}}"#);
    let assembly = format!(r#"{{"jobId":"{RECORDED_JOB}","task":"assemble"}}"#);
    let unknown = r#"{"jobId":"00000000-0000-4000-8000-000000000000","task":"dispatch"}"#;
    let mut renderer = start("render-chunk", data.path());
    let answer = response(renderer.invoke(messages(&["no JSON", &assembly, &good, unknown, "{}"])));
    let failed: Vec<&str> = answer["batchItemFailures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| failure["itemIdentifier"].as_str().unwrap())
        .collect();
    assert_eq!(failed, ["0", "1", "3", "4"]);
    let job = http("get-bulk-generation-job", data.path()).json();
    assert_eq!(job["completedCount"], 1, "{job}");
    assert_eq!(renderer.log().matches("message failed and comes again").count(), 4);
}

#[test]
fn without_time_a_message_is_handed_back_and_nothing_is_lost() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let mut renderer = start("render-chunk", data.path());
    // Warm: the time of the start is not the message's.
    assert_eq!(response(renderer.invoke(messages(&[]))), no_failures());
    let id =
        serde_json::from_str::<Value>(&event("render-chunk")).unwrap()["Records"][0]["messageId"].clone();
    let answer = response(renderer.invoke_within(event("render-chunk"), Duration::from_millis(500)));
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": id }] }));
    let job = http("get-bulk-generation-job", data.path()).json();
    assert_eq!((job["status"].as_str(), job["completedCount"].as_u64()), (Some("Pending"), Some(0)), "{job}");
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    assert_eq!(http("get-bulk-generation-job", data.path()).json()["completedCount"], 1);
}

#[test]
fn a_dead_letter_ends_as_a_failed_item_and_its_job_ends_too() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let mut settler = start("settle-dead-letters", data.path());
    assert_eq!(response(settler.invoke(messages(&["no JSON", "{}"]))), no_failures());
    assert_eq!(settler.log().matches("a dead letter names no work").count(), 2);
    assert_eq!(response(settler.invoke(event("settle-dead-letters"))), no_failures());
    assert_eq!(
        response(start("assemble-archive", data.path()).invoke(event("assemble-archive"))),
        no_failures()
    );
    let job = http("get-bulk-generation-job", data.path()).json();
    assert_eq!((job["status"].as_str(), job["failedGenerationCount"].as_u64()), (Some("Completed"), Some(1)));
    let reason = job["failedGenerations"][0]["error"].as_str().unwrap();
    assert!(reason.contains("was tried 3 times"), "{reason}");
}

#[test]
fn a_queued_request_starts_its_job_once_and_a_wrong_one_none() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let mut function = start("start-queued-job", data.path());
    for _ in 0..2 {
        assert_eq!(response(function.invoke(event("start-queued-job"))), no_failures());
    }
    let listed = http("list-bulk-generation-jobs", data.path()).json();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{listed}");

    let recorded: Value = serde_json::from_str(&event("start-queued-job")).unwrap();
    let request: Value = serde_json::from_str(recorded["Records"][0]["body"].as_str().unwrap()).unwrap();
    let wrong = |member: &str, value: Value| {
        let mut request = request.clone();
        request[member] = value;
        request.to_string()
    };
    // Without a `requestId`, which would be known already.
    let mut unknown = request.clone();
    unknown["requestId"] = Value::Null;
    unknown["templateId"] = json!("00000000-0000-4000-8000-000000000000");
    let bodies = [
        "no JSON".to_owned(),
        wrong("subscriptionId", Value::Null),
        wrong("subscriptionId", json!("00000000-0000-4000-8000-000000000000")),
        wrong("requestId", json!(7)),
        wrong("requestId", json!("")),
        wrong("items", json!([])),
        wrong("colour", json!("red")),
        unknown.to_string(),
        // Another request under a known id.
        wrong("fileName", json!("other")),
    ];
    let bodies: Vec<&str> = bodies.iter().map(String::as_str).collect();
    assert_eq!(response(function.invoke(messages(&bodies))), no_failures());
    let log = function.log();
    let refused: Vec<Value> = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["message"].as_str().is_some_and(|text| text.starts_with("message refused")))
        .map(|line| line["code"].clone())
        .collect();
    assert_eq!(
        refused,
        [
            "invalid-body",
            "invalid-body",
            "invalid-body",
            "invalid-body",
            "invalid-body",
            "invalid-body",
            "invalid-body",
            "unknown-template",
            "idempotency-mismatch"
        ]
    );
    assert!(!log.contains("Okafor"), "a request's data is in the log");
    assert_eq!(http("list-bulk-generation-jobs", data.path()).json(), listed);
}

#[test]
fn the_service_describes_itself_to_anybody() {
    let data = tempfile::tempdir().unwrap();
    let ask = |path: &str| {
        let mut event: Value = serde_json::from_str(&event("describe-service")).unwrap();
        event["rawPath"] = path.into();
        reply(&response(start("describe-service", data.path()).invoke(event.to_string())))
    };
    assert_eq!(ask("/api/health").json()["status"], "ok");
    assert_eq!(&ask("/api/openapi.json").json(), platen_openapi::document());
    let page = ask("/api/docs");
    assert_eq!(page.status, 200);
    assert!(String::from_utf8_lossy(&page.body).contains("id=\"invalid-data\""));
}

#[test]
fn fonts_are_put_in_place_with_the_first_pdf() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    http("get-templates", data.path());
    response(start("assemble-archive", data.path()).invoke(messages(&[])));
    let mut function = start("generate-document", data.path());
    for (format, is_there) in [(".docx", false), (".pdf", true)] {
        let event = event("generate-document").replace(".docx", format).replace(".pdf", format);
        assert_eq!(reply(&response(function.invoke(event))).status, 200);
        assert_eq!(data.path().join("fonts").exists(), is_there, "{format}");
    }
}

/// The lines of CloudWatch's embedded metric format in a log.
fn figures(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["_aws"].is_object()).collect()
}

#[test]
fn functions_write_their_figures_into_the_log() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let mut renderer = start("render-chunk", data.path());
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    let lines = figures(&renderer.log());
    let of = |name: &str| lines.iter().find(|line| !line[name].is_null()).unwrap_or_else(|| panic!("{name}"));
    let made = of("platen_documents_total");
    assert_eq!(
        (&made["format"], &made["outcome"], &made["platen_documents_total"]),
        (&json!("docx"), &json!("made"), &json!(1))
    );
    let directive = &made["_aws"]["CloudWatchMetrics"][0];
    assert_eq!(
        (&directive["Namespace"], &directive["Dimensions"]),
        (&json!("Platen"), &json!([["format", "outcome"]]))
    );
    assert_eq!(directive["Metrics"], json!([{ "Name": "platen_documents_total", "Unit": "Count" }]));
    assert!(of("platen_document_bytes_total")["platen_document_bytes_total"].as_u64() > Some(1_000));
    for name in ["platen_render_seconds", "platen_queue_age_seconds"] {
        assert_eq!(of(name)[name].as_array().unwrap().len(), 1, "{name}");
    }

    let mut function = start("generate-document", data.path());
    let mut wrong: Value = serde_json::from_str(&event("generate-document")).unwrap();
    let mut body: Value = serde_json::from_str(wrong["body"].as_str().unwrap()).unwrap();
    body["data"] = json!({});
    wrong["body"] = body.to_string().into();
    assert_eq!(reply(&response(function.invoke(wrong.to_string()))).json()["code"], "invalid-data");
    let lines = figures(&function.log());
    assert!(
        lines.iter().any(|line| line["outcome"] == "invalid-data" && line["platen_documents_total"] == 1)
    );
}

#[test]
fn every_log_line_of_an_invocation_has_its_request_id() {
    let data = tempfile::tempdir().unwrap();
    started_job(data.path());
    let mut renderer = start("render-chunk", data.path());
    let unknown = r#"{"jobId":"00000000-0000-4000-8000-000000000000","task":"dispatch"}"#;
    response(renderer.invoke(messages(&["no JSON", unknown])));
    response(renderer.invoke(event("render-chunk")));
    let log = renderer.log();
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let lines: Vec<Value> = lines.filter(|line| line["_aws"].is_null()).collect();
    assert!(lines.len() >= 3, "{log}");
    for line in lines {
        assert!(line["span"]["request_id"].is_string(), "{line}");
        assert!(line["span"]["message_id"].is_string(), "{line}");
    }
}

#[test]
fn every_function_has_a_recorded_event() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(root.join(folder)).unwrap();
        let names =
            entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned());
        names.collect::<std::collections::BTreeSet<_>>()
    };
    let mut functions = names("functions");
    assert!(functions.remove("platen"));
    assert_eq!(names("events"), functions);
}

#[test]
fn a_ticket_for_an_upload_is_given_out() {
    let data = tempfile::tempdir().unwrap();
    seed(data.path());
    let ticket = http("create-bulk-upload", data.path());
    assert_eq!(ticket.status, 200);
    assert!(ticket.json()["uploadUrl"].as_str().unwrap().contains("/api/uploads/"), "{:?}", ticket.body);
}
