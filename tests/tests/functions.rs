//! Each Lambda function's real binary on AWS's stores, driven with its recorded event, and compared with the one-machine home.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use base64::Engine;
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use platen_samples::sample;
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::page::Page;
use platen_tests::client::{Reply, send};
use platen_tests::deployment::{Deployment, Working};
use platen_tests::event_source::Fate;
use platen_tests::function::{Ended, Function};
use platen_tests::runtime_api::Outcome;
use platen_tests::seed::{self, RECORDED_KEY, RECORDED_SUBSCRIPTION};
use platen_tests::server::Server;
use platen_tests::{binaries, snapshot};
use serde_json::{Value, json};
use uuid::Uuid;

use platen_tests::fixtures::{docx, entry, event, with_picture};

const HTTP_FUNCTIONS: [&str; 8] = [
    "get-templates",
    "generate-template-metadata",
    "generate-model",
    "generate-document",
    "get-subscription",
    "manage-access",
    "manage-templates",
    "manage-webhooks",
];

/// A deployment with what the recorded events ask for.
fn seeded() -> Deployment {
    let deployment = Deployment::start("");
    deployment.template("letter.docx", letter());
    deployment
}

fn letter() -> Vec<u8> {
    (sample("letter.docx").unwrap().docx)()
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
    let deployment = seeded();
    for name in HTTP_FUNCTIONS {
        let answer = response(deployment.function(name).invoke(event(name)));
        let (multi, base64) = (&answer["multiValueHeaders"], &answer["isBase64Encoded"]);
        let shown = format!("isBase64Encoded: {base64}, {multi}\n{}", snapshot::answer(&reply(&answer)));
        insta::assert_snapshot!(format!("event_{name}"), shown);
    }
}

#[test]
fn both_homes_answer_alike() {
    let server = Server::start();
    seed::tenant(&server.data(), RECORDED_SUBSCRIPTION, RECORDED_KEY, true);
    seed::template(&server.data(), RECORDED_SUBSCRIPTION, "letter.docx", letter());
    let deployment = seeded();
    for name in HTTP_FUNCTIONS {
        let event = event(name);
        let mut lambda = reply(&response(deployment.function(name).invoke(event.clone())));

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
        for reply in [&mut local, &mut lambda] {
            // Each leads to its own address.
            if let Some((_, path)) =
                reply.headers.get("location").and_then(|place| place.to_str().unwrap().split_once("/api/"))
            {
                let path = path.parse().unwrap();
                reply.headers.insert("location", path);
            }
        }
        // The server's own: the clock, and the length that a gateway adds too.
        local.headers.remove("date");
        local.headers.remove("content-length");
        assert_eq!((local.status, &local.headers), (lambda.status, &lambda.headers), "{name}");
        if local.header("content-type").ends_with("json") {
            // The homes got the template at different times.
            let [mut local, mut lambda] = [local.json(), lambda.json()];
            snapshot::redact(&mut local);
            snapshot::redact(&mut lambda);
            assert_eq!(local, lambda, "{name}");
        } else {
            assert_eq!(local.body, lambda.body, "{name}");
        }
    }
}

/// The event of `generate-document`, with this body and `Prefer: respond-async`.
fn asking_for_later(body: &Value) -> String {
    let mut event: Value = serde_json::from_str(&event("generate-document")).unwrap();
    event["body"] = body.to_string().into();
    event["headers"]["prefer"] = "respond-async".into();
    event.to_string()
}

#[test]
fn a_document_that_nobody_waits_for_becomes_a_job() {
    let deployment = Deployment::start("");
    let template = deployment.template("letter.docx", docx(&["Dear {{ name }}"]));
    let mut function = deployment.function("generate-document");
    let mut ask = |data: Value| {
        let body =
            json!({ "templateId": template, "format": ".docx", "data": data, "fileName": "For {{ name }}" });
        reply(&response(function.invoke(asking_for_later(&body))))
    };
    let answer = ask(json!({ "name": "Ada" }));
    assert_eq!((answer.status, answer.header("preference-applied")), (StatusCode::ACCEPTED, "respond-async"));
    let job: Uuid = answer.json()["jobId"].as_str().unwrap().parse().unwrap();
    let place = answer.header("location");
    assert!(
        place.starts_with("http") && place.ends_with(&format!("/api/bulkGenerationJobs/{job}")),
        "{place}"
    );
    deployment.work(JobId(job), Working::default(), |_| Fate::Fair);
    let read = deployment.stores().jobs.read_archive(JobId(job), 0, 1 << 20);
    let document = deployment.block_on(read).unwrap().unwrap();
    assert!(entry(&document, "word/document.xml").contains("Dear Ada"));
    assert_eq!(deployment.job(JobId(job)).settings.template_name, "For Ada");
    // What is wrong with its name is told now.
    assert_eq!(ask(json!({})).json()["code"], "invalid-data");
}

/// Lambda returns 6 MB at most.
#[test]
fn a_document_of_twenty_megabytes_leaves_by_a_link() {
    let deployment = Deployment::start("");
    let large = with_picture(&docx(&["Dear {{ name }}"]), 20 << 20);
    let template = deployment.template("large.docx", large);
    let mut event: Value = serde_json::from_str(&event("generate-document")).unwrap();
    let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "Ada" } });
    event["body"] = body.to_string().into();
    let answer = reply(&response(deployment.function("generate-document").invoke(event.to_string())));
    assert_eq!((answer.status, answer.body.len()), (StatusCode::SEE_OTHER, 0));
    let (address, path) = answer.header("location").strip_prefix("http://").unwrap().split_once('/').unwrap();
    let lent = send(address, Method::GET, &format!("/{path}"), &[], Vec::new());
    assert_eq!(lent.status, StatusCode::OK);
    assert!(lent.header("content-disposition").contains("large.docx"));
    assert!(lent.body.len() > 20 << 20, "{} bytes", lent.body.len());
}

/// An event of Lambda has 6 MB at most: one that is nearly as large becomes a document, one that is larger and came from
/// elsewhere is refused as it is anywhere.
#[test]
fn a_request_as_large_as_an_event_may_be_is_answered() {
    let deployment = Deployment::start("");
    let template = deployment.template("letter.docx", docx(&["Dear {{ name }}"]));
    let mut function = deployment.function("generate-document");
    let mut send = |bytes: usize, is_base64: bool| {
        let mut event: Value = serde_json::from_str(&event("generate-document")).unwrap();
        let data = json!({ "name": "Ada", "unused": "x".repeat(bytes) });
        let body = json!({ "templateId": template, "format": ".docx", "data": data }).to_string();
        event["body"] = match is_base64 {
            true => base64::engine::general_purpose::STANDARD.encode(body).into(),
            false => body.into(),
        };
        event["isBase64Encoded"] = is_base64.into();
        reply(&response(function.invoke(event.to_string())))
    };
    for (bytes, is_base64) in [(5_900_000, false), (4_300_000, true)] {
        let answer = send(bytes, is_base64);
        assert_eq!(answer.status, StatusCode::OK, "{bytes}");
        assert!(entry(&answer.body, "word/document.xml").contains("Dear Ada"));
    }
    let refused = send(10 << 20, false);
    assert_eq!((refused.status.as_u16(), &refused.json()["code"]), (413, &json!("payload-too-large")));
}

#[test]
fn an_arrived_object_is_registered_once() {
    let deployment = Deployment::start("");
    let mut function = deployment.function("register-template");
    let gone = json!([{ "path": "letters/Welcome aboard.docx", "status": "gone" }]);
    assert_eq!(response(function.invoke(event("register-template"))), gone);

    let aws = deployment.aws();
    let arrives = aws.s3().put_object().bucket(&aws.settings().templates_bucket).body(letter().into());
    let key = format!("incoming/{RECORDED_SUBSCRIPTION}/letters/Welcome aboard.docx");
    deployment.block_on(arrives.key(key).send()).unwrap();
    let once = response(function.invoke(event("register-template")));
    let id = platen_service::ids::TemplateId::of_path(
        platen_service::ids::SubscriptionId(RECORDED_SUBSCRIPTION),
        "letters/Welcome aboard.docx",
    );
    let registered =
        json!([{ "path": "letters/Welcome aboard.docx", "templateId": id, "version": 1, "status": "ready" }]);
    assert_eq!(once, registered);
    assert_eq!(response(function.invoke(event("register-template"))), once);

    let listed = reply(&response(deployment.function("get-templates").invoke(event("get-templates"))));
    assert_eq!(listed.json()["items"][0]["name"], "Welcome aboard");
    assert_eq!(listed.json()["totalCount"], 1);
}

#[test]
fn a_template_is_registered_replaced_and_removed_by_one_function() {
    let deployment = seeded();
    let mut function = deployment.function("manage-templates");
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
    let file = letter();
    let made = send("POST", "/api/templates?fileName=new/letter.docx", &file);
    assert_eq!((made.status.as_u16(), made.json()["status"].as_str()), (201, Some("ready")));
    let place = made.headers["location"].to_str().unwrap();
    let place = format!("/api/{}", place.split_once("/api/").unwrap().1);
    let other = docx(&["Dear {{ name }}"]);
    assert_eq!(send("PUT", &format!("{place}?name=Renamed"), &other).json()["version"], 2);
    for (query, wanted) in [("", &other), ("?version=1", &file)] {
        let found = send("GET", &format!("{place}/file{query}"), b"");
        assert_eq!((found.status.as_u16(), &found.body[..]), (200, &wanted[..]), "{query}");
    }
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
    let deployment = Deployment::start("");
    let mut function = deployment.function("register-template");
    let wrong = r#"{ "Records": 7 }"#.to_owned();
    let Ended::Settled(Outcome::Error { body, .. }) = function.invoke(wrong) else { panic!("no error") };
    let error: Value = serde_json::from_slice(&body).unwrap();
    let message = error["errorMessage"].as_str().unwrap();
    assert!(message.contains("is not an S3 notification"), "{message}");
    // Nothing is wrong with the service where an object lies elsewhere.
    let stray = event("register-template").replace("incoming/", "outgoing/");
    let answer = response(function.invoke(stray));
    assert_eq!(answer[0]["status"], "ignored");
    assert!(answer[0]["reason"].as_str().unwrap().contains("incoming/{subscriptionId}/{path}"), "{answer}");
    assert_eq!(response(function.invoke(event("register-template")))[0]["status"], "gone");
}

#[test]
fn the_key_is_checked_before_the_body() {
    let deployment = seeded();
    let mut function = deployment.function("generate-document");
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
    let deployment = seeded();
    let mut function = deployment.function("generate-document");
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
    let deployment = seeded();
    let mut function = deployment.function("get-templates");
    let before = response(function.invoke(event("get-templates")));
    function.kill();
    assert!(matches!(function.invoke(event("get-templates")), Ended::Exited(..)));
    function.restart();
    // The event that the dead one never fetched is still queued, and comes first; its invocation nobody awaits.
    assert_eq!(response(function.invoke(event("get-templates"))), before);
}

#[test]
fn a_wrong_configuration_stops_the_start_and_says_why() {
    let mut function =
        Function::start("get-templates", &[("PLATEN_STORE", "redis"), ("PLATEN_SANDBOX", "maybe")]);
    assert!(!function.wait().success());
    let log = function.log();
    assert!(log.contains("PLATEN_STORE is `redis`") && log.contains("PLATEN_SANDBOX is `maybe`"), "{log}");
    assert_eq!(log.lines().count(), 1, "{log}");
}

/// The job that the recorded request starts: its id follows from the subscription, the body and the `Idempotency-Key`.
const RECORDED_JOB: &str = "97598c52-ae55-5e90-aaf2-4ef45e24ea6e";

fn http(deployment: &Deployment, name: &str) -> Reply {
    reply(&response(deployment.function(name).invoke(event(name))))
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

/// A deployment on which the recorded job is started.
fn started_job() -> Deployment {
    let deployment = seeded();
    let accepted = http(&deployment, "generate-documents-bulk");
    assert_eq!((accepted.status.as_u16(), accepted.json()["jobId"].as_str()), (202, Some(RECORDED_JOB)));
    deployment
}

#[test]
fn a_job_goes_from_function_to_function() {
    let deployment = started_job();
    let mut renderer = deployment.function("render-chunk");
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    let mut assembler = deployment.function("assemble-archive");
    assert_eq!(response(assembler.invoke(event("assemble-archive"))), no_failures());
    let job = http(&deployment, "get-bulk-generation-job").json();
    assert_eq!(
        (job["status"].as_str(), job["completedCount"].as_u64()),
        (Some("Completed"), Some(1)),
        "{job}"
    );
    assert!(job["zipUrl"].is_string() && job["zipSizeBytes"].as_u64() > Some(1_000), "{job}");

    // Messages come more than once; what is done stays as it is.
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    assert_eq!(response(assembler.invoke(event("assemble-archive"))), no_failures());
    let cancelled = http(&deployment, "cancel-bulk-generation-job").json();
    assert_eq!(cancelled["status"], "Completed");
    let listed = http(&deployment, "list-bulk-generation-jobs").json();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["jobId"]), (1, &RECORDED_JOB.into()));
    assert_eq!(listed[0]["endTime"], job["endTime"]);
    let mut all: Value = serde_json::from_str(&event("list-bulk-generation-jobs")).unwrap();
    (all["rawPath"], all["rawQueryString"]) =
        ("/api/bulkGenerationJobs".into(), "pageNumber=1&pageSize=9".into());
    let mut lister = deployment.function("list-bulk-generation-jobs");
    let all = reply(&response(lister.invoke(all.to_string())));
    assert_eq!((all.json().as_array().unwrap().len(), &all.json()[0]["jobId"]), (1, &RECORDED_JOB.into()));
    assert!(all.header("link").contains("rel=\"last\""), "{:?}", all.headers);
    let again = http(&deployment, "generate-documents-bulk");
    assert_eq!((again.status.as_u16(), again.json()["jobId"].as_str()), (202, Some(RECORDED_JOB)));
}

#[test]
fn a_bad_message_fails_alone() {
    let deployment = started_job();
    let good = format!(r#"{{"jobId":"{RECORDED_JOB}","task":"render","chunk":0}}"#);
    let assembly = format!(r#"{{"jobId":"{RECORDED_JOB}","task":"assemble"}}"#);
    let unknown = r#"{"jobId":"00000000-0000-4000-8000-000000000000","task":"dispatch"}"#;
    let mut renderer = deployment.function("render-chunk");
    let answer = response(renderer.invoke(messages(&["no JSON", &assembly, &good, unknown, "{}"])));
    let failed: Vec<&str> = answer["batchItemFailures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|failure| failure["itemIdentifier"].as_str().unwrap())
        .collect();
    assert_eq!(failed, ["0", "1", "3", "4"]);
    let job = http(&deployment, "get-bulk-generation-job").json();
    assert_eq!(job["completedCount"], 1, "{job}");
    assert_eq!(renderer.log().matches("message failed and comes again").count(), 4);
}

#[test]
fn without_time_a_message_is_handed_back_and_nothing_is_lost() {
    let deployment = started_job();
    let mut renderer = deployment.function("render-chunk");
    // Warm: the time of the start is not the message's.
    assert_eq!(response(renderer.invoke(messages(&[]))), no_failures());
    let id =
        serde_json::from_str::<Value>(&event("render-chunk")).unwrap()["Records"][0]["messageId"].clone();
    let answer = response(renderer.invoke_within(event("render-chunk"), Duration::from_millis(500)));
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": id }] }));
    let job = http(&deployment, "get-bulk-generation-job").json();
    assert_eq!((job["status"].as_str(), job["completedCount"].as_u64()), (Some("Pending"), Some(0)), "{job}");
    assert_eq!(response(renderer.invoke(event("render-chunk"))), no_failures());
    assert_eq!(http(&deployment, "get-bulk-generation-job").json()["completedCount"], 1);
}

#[test]
fn a_dead_letter_ends_as_a_failed_item_and_its_job_ends_too() {
    let deployment = started_job();
    let mut settler = deployment.function("settle-dead-letters");
    assert_eq!(response(settler.invoke(messages(&["no JSON", "{}"]))), no_failures());
    assert_eq!(settler.log().matches("a dead letter names no work").count(), 2);
    assert_eq!(response(settler.invoke(event("settle-dead-letters"))), no_failures());
    assert_eq!(
        response(deployment.function("assemble-archive").invoke(event("assemble-archive"))),
        no_failures()
    );
    let job = http(&deployment, "get-bulk-generation-job").json();
    assert_eq!((job["status"].as_str(), job["failedGenerationCount"].as_u64()), (Some("Completed"), Some(1)));
    let reason = job["failedGenerations"][0]["error"].as_str().unwrap();
    assert!(reason.contains("storage failed"), "{reason}");
}

#[test]
fn an_end_is_put_on_the_bus_and_queued_for_who_waits() {
    let deployment = Deployment::start("");
    let mut publisher = deployment.function("publish-ends");
    assert_eq!(response(publisher.invoke(event("publish-ends"))), json!({ "published": [RECORDED_JOB] }));
    let detail = json!({
        "stack": "platen", "jobId": RECORDED_JOB, "templateId": "6b7d1a52-0f3c-5d8e-9a41-3c2b1e0f7a96", "status": "Completed",
        "totalCount": 1, "failedGenerationCount": 0,
    });
    assert_eq!(deployment.aws().told(), [detail]);
    assert_eq!(deployment.callback_queue().count(), 0);
    let mut queuer = deployment.function("queue-callbacks");
    assert_eq!(
        response(queuer.invoke(event("queue-callbacks"))),
        json!({ "queued": [RECORDED_JOB], "messages": [] })
    );
    let queued = deployment.callback_queue().receive().unwrap();
    assert_eq!(queued.body, json!({ "jobId": RECORDED_JOB }).to_string());
    assert_eq!(deployment.aws().told().len(), 1, "each does its own");
    // The stream gives a batch again that fails.
    let wrong = r#"{ "Records": [{ "dynamodb": {} }] }"#;
    let Ended::Settled(Outcome::Error { body, .. }) = queuer.invoke(wrong) else { panic!("no error") };
    assert!(String::from_utf8_lossy(&body).contains("no event of the table's stream"), "{body:?}");
}

#[test]
fn an_end_that_nobody_asked_to_be_told_is_dropped() {
    let deployment = started_job();
    let mut function = deployment.function("deliver-callback");
    // Of jobs that run on, that do not exist, and that are none.
    assert_eq!(response(function.invoke(event("deliver-callback"))), no_failures());
    let unknown = r#"{"jobId":"00000000-0000-4000-8000-000000000000"}"#;
    assert_eq!(response(function.invoke(messages(&["no JSON", "{}", unknown]))), no_failures());
    assert_eq!(function.log().matches("a message without an event was dropped").count(), 4);
}

#[test]
fn a_queued_request_may_ask_for_a_link_in_its_callback() {
    let deployment = seeded();
    let recorded: Value = serde_json::from_str(&event("start-queued-job")).unwrap();
    let mut request: Value = serde_json::from_str(recorded["Records"][0]["body"].as_str().unwrap()).unwrap();
    (request["callbackUrl"], request["callbackLink"]) = (json!("https://example.com/told"), json!(true));
    let text = request.to_string();
    let mut unaware = deployment.function("start-queued-job");
    assert_eq!(response(unaware.invoke(messages(&[&text]))), no_failures());
    assert!(unaware.log().contains("message refused"), "{}", unaware.log());
    let known = [("PUBLIC_URL", "https://documents.example.com")];
    let mut function = deployment.function_with("start-queued-job", &known);
    assert_eq!(response(function.invoke(messages(&[&text]))), no_failures());
    let jobs =
        deployment.stores().jobs.jobs(SubscriptionId(RECORDED_SUBSCRIPTION), Page { number: 1, size: 9 });
    let settings = deployment.block_on(jobs).unwrap().items.remove(0).settings;
    assert_eq!(settings.callback_base.as_deref(), Some("https://documents.example.com"));
}

#[test]
fn a_queued_request_starts_its_job_once_and_a_wrong_one_none() {
    let deployment = seeded();
    let mut function = deployment.function("start-queued-job");
    for _ in 0..2 {
        assert_eq!(response(function.invoke(event("start-queued-job"))), no_failures());
    }
    let listed = http(&deployment, "list-bulk-generation-jobs").json();
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
    let queue = deployment.aws().settings().intake_dead_letters_url.clone().unwrap();
    assert_eq!(deployment.block_on(deployment.aws().drain(&queue)).len(), bodies.len());
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
    assert_eq!(http(&deployment, "list-bulk-generation-jobs").json(), listed);
}

#[test]
fn the_service_describes_itself_to_anybody() {
    let deployment = Deployment::start("");
    let ask = |path: &str| {
        let mut event: Value = serde_json::from_str(&event("describe-service")).unwrap();
        event["rawPath"] = path.into();
        reply(&response(deployment.function("describe-service").invoke(event.to_string())))
    };
    assert_eq!(ask("/api/health").json()["status"], "ok");
    assert_eq!(&ask("/api/openapi.json").json(), platen_openapi::document());
    let page = ask("/api/docs");
    assert_eq!(page.status, 200);
    assert!(String::from_utf8_lossy(&page.body).contains("id=\"invalid-data\""));
}

#[test]
fn a_converter_that_wants_more_memory_than_the_instance_has_ends_alone() {
    let deployment = seeded();
    // Too little for the converter's stack.
    let mut function =
        deployment.function_with("generate-document", &[("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "128")]);
    for (format, status) in [(".pdf", 422), (".docx", 200)] {
        let event = event("generate-document").replace(".docx", format);
        assert_eq!(reply(&response(function.invoke(event))).status, status, "{}", function.log());
    }
}

#[test]
fn a_function_without_its_converter_says_so_at_its_start() {
    let (deployment, function) = (seeded(), binaries::binary("generate-document"));
    let folder = tempfile::tempdir_in(function.parent().unwrap()).unwrap();
    // A link and not a copy: a file that was just written may still be open in a process that another test forked.
    let alone = folder.path().join("generate-document");
    std::fs::hard_link(&function, &alone).unwrap();
    let environment = deployment.aws().environment("http://127.0.0.1:9");
    let output = Command::new(&alone).envs(environment).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        !output.status.success() && said.contains("/convert-pdf, which makes the PDFs, is missing"),
        "{said}"
    );
}

/// The lines of CloudWatch's embedded metric format in a log.
fn figures(log: &str) -> Vec<Value> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["_aws"].is_object()).collect()
}

#[test]
fn functions_write_their_figures_into_the_log() {
    let deployment = started_job();
    let mut renderer = deployment.function("render-chunk");
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

    let mut function = deployment.function("generate-document");
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
    let deployment = started_job();
    let mut renderer = deployment.function("render-chunk");
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
    let deployment = seeded();
    let ticket = http(&deployment, "create-bulk-upload");
    assert_eq!(ticket.status, 201);
    let ticket = ticket.json();
    let url = ticket["uploadUrl"].as_str().unwrap();
    assert!(url.contains("/platen-jobs/uploads/") && url.contains("X-Amz-Signature="), "{url}");
}
