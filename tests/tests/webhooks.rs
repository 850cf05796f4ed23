//! Callbacks of jobs, over real sockets: a receiver of the test's own, which answers as it is told.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use platen_tests::receiver::{ERROR, OK, Receiver, SILENCE, until};
use platen_tests::server::Server;
use platen_tests::{certificate, seed};
use serde_json::{Value, json};

use platen_tests::fixtures::{docx, entry};

/// Callbacks to loopback, tried again soon.
const HERE: &[(&str, &str)] =
    &[("PLATEN_CALLBACKS", "anywhere"), ("PLATEN_LIMITS", "callback_retry=1,callback_tries=3")];

/// A template whose second item fails.
fn template(server: &Server) -> String {
    let home = uuid::uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4");
    seed::template(&server.data(), home, "note.docx", docx(&["Dear {{ name }}"])).to_string()
}

fn body(template: &str, callback: &str) -> Value {
    json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }, {}], "callbackUrl": callback })
}

fn start(server: &Server, template: &str, callback: &str) -> String {
    let reply = server.post("/api/generateDocumentsBulk", body(template, callback).to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    reply.json()["jobId"].as_str().unwrap().to_owned()
}

fn secret(server: &Server, rotate: &[&str]) -> String {
    let printed = server.command(&[&["key", "webhook"], rotate].concat()).output().unwrap();
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    String::from_utf8(printed.stdout).unwrap().trim().to_owned()
}

#[test]
fn an_end_is_told_once_signed_and_not_again_after_a_2xx() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let job = start(&server, &template, &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert_eq!(told.line, "POST /jobs?from=platen HTTP/1.1");
    assert_eq!(told.header("host"), format!("127.0.0.1:{}", receiver.port));
    assert_eq!(told.header("content-type"), "application/json");
    let expected = json!({
        "type": "job.ended", "jobId": job, "templateId": template, "status": "Completed", "totalCount": 2,
        "failedGenerationCount": 1,
    });
    assert_eq!((told.event(), told.header("webhook-id")), (expected, job.as_str()));
    assert!(told.is_genuine(&secret(&server, &[])));
    assert!(!told.is_genuine("whsec_c29tZWJvZHkgZWxzZSdzIHNlY3JldCwgMzIgYnl0ZXM="));
    until(|| server.log().contains("callback delivered").then_some(()));
    // One more look of the sender.
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(receiver.received().len(), 1);
}

/// The job, once its delivery is over.
fn delivered(server: &Server, job: &str) -> Value {
    until(|| {
        let job = server.get(&format!("/api/bulkGenerationJobs/{job}")).json();
        (job["delivery"]["status"] != "Pending").then_some(job)
    })
}

#[test]
fn a_document_is_put_where_its_caller_wants_it_and_then_its_end_is_told_with_a_link() {
    let server = Server::configured(HERE);
    let (store, receiver) = (Receiver::new(&[ERROR, OK]), Receiver::new(&[OK]));
    let body = json!({
        "templateId": template(&server), "format": ".docx", "data": { "name": "Ada" },
        "callbackUrl": receiver.url(), "callbackLink": true,
        "deliver": { "url": store.url(), "headers": { "x-ms-blob-type": "BlockBlob" } },
    });
    let headers = [
        ("x-functions-key", server.key()),
        ("content-type", "application/json"),
        ("prefer", "respond-async"),
    ];
    let send = |headers: &[(&str, &str)]| {
        server.send(http::Method::POST, "/api/generateDocument", headers, body.to_string())
    };
    let started = send(&headers);
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = delivered(&server, started.json()["jobId"].as_str().unwrap());
    assert_eq!(job["delivery"], json!({ "status": "Delivered", "tries": 2 }));
    let put = store.received().remove(1);
    assert_eq!(put.line, "PUT /jobs?from=platen HTTP/1.1");
    assert_eq!(
        (put.header("x-ms-blob-type"), put.bytes.len()),
        ("BlockBlob", put.header("content-length").parse().unwrap())
    );
    assert!(put.header("content-type").ends_with("wordprocessingml.document"));
    let event = receiver.wait_for(1).remove(0).event();
    assert_eq!((&event["status"], &event["delivery"]), (&json!("Completed"), &json!("Delivered")));
    let link = event["zipUrl"].as_str().unwrap().split_once("/api/").unwrap().1.to_owned();
    assert_eq!(server.send(http::Method::GET, &format!("/api/{link}"), &[], "").body, put.bytes);
    // The address lets whoever has it write: neither answers nor the log show it.
    assert!(!job.to_string().contains("from=platen") && !server.log().contains("from=platen"));
    let at_once = send(&headers[..2]);
    assert_eq!(
        (at_once.status.as_u16(), at_once.json()["errors"][1]["pointer"].clone()),
        (400, json!("/deliver"))
    );
}

#[test]
fn documents_of_a_job_are_put_and_told_one_by_one() {
    let server = Server::configured(HERE);
    let (store, told, whole) = (Receiver::new(&[OK]), Receiver::new(&[OK]), Receiver::new(&[OK]));
    let deliver = |receiver: &Receiver| json!({ "url": receiver.url() });
    let body = json!({
        "templateId": template(&server), "format": ".docx", "deliver": deliver(&whole), "documents": [
            { "data": { "name": "Ada" } },
            { "data": { "name": "Grace" }, "deliver": deliver(&store), "callbackUrl": told.url() },
            { "data": {}, "callbackUrl": told.url() },
        ],
    });
    let started = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(started.status, 202, "{:?}", started.body);
    let id = started.json()["jobId"].as_str().unwrap().to_owned();
    told.wait_for(2);
    let is_over = |job: &Value| {
        let all = job["documentDeliveries"].as_array().unwrap().iter();
        all.flat_map(|each| [&each["delivery"], &each["callback"]]).all(|each| each["status"] != "Pending")
    };
    let job = until(|| Some(server.get(&format!("/api/bulkGenerationJobs/{id}")).json()).filter(is_over));
    let done = json!({ "status": "Delivered", "tries": 1 });
    assert_eq!(
        job["documentDeliveries"],
        json!([{ "index": 1, "delivery": done, "callback": done }, { "index": 2, "callback": done }])
    );
    let archive = whole.wait_for(1).remove(0).bytes;
    let document = store.wait_for(1).remove(0);
    let text = entry(&document.bytes, "word/document.xml");
    assert!(text.contains("Dear Grace") && archive.windows(9).any(|bytes| bytes == b"note (2)."), "{text}");
    assert!(document.header("content-type").ends_with("wordprocessingml.document"));
    let mut events: Vec<Value> = told.received().iter().map(|told| told.event()).collect();
    events.sort_by_key(|event| event["index"].as_u64());
    assert_eq!(
        events[0],
        json!({
            "type": "document.ended", "jobId": id, "index": 1, "status": "Completed", "fileName": "note (2).docx",
            "delivery": "Delivered",
        })
    );
    assert_eq!((&events[1]["status"], &events[1]["delivery"]), (&json!("Failed"), &Value::Null));
    let message = told.received().remove(0);
    assert!(message.is_genuine(&secret(&server, &[])) && message.header("webhook-id").starts_with(&id));
    let listed = server.get("/api/bulkGenerationJobs?pageNumber=1&pageSize=10").json();
    assert_eq!(listed["items"][0].get("documentDeliveries"), None, "{listed}");
    // The addresses let whoever has them write: nothing shows or keeps them in clear.
    let database = std::fs::read(server.data().join("platen.db")).unwrap();
    let log = std::fs::read(server.data().join("platen.db-wal")).unwrap_or_default();
    let address = format!(":{}/jobs", store.port);
    for bytes in [&database, &log, job.to_string().as_bytes(), server.log().as_bytes()] {
        assert!(!bytes.windows(address.len()).any(|text| text == address.as_bytes()));
    }
}

/// Makes a webhook, and returns where it is.
fn subscribe(server: &Server, url: &str) -> String {
    subscribed(server, url).0
}

/// The same with its secret.
fn subscribed(server: &Server, url: &str) -> (String, String) {
    let made = server.post("/api/webhooks", json!({ "url": url }).to_string());
    assert_eq!(made.status, 201, "{:?}", made.body);
    let place = made.header("location").split_once("/api/").unwrap().1.to_owned();
    (place, made.json()["secret"].as_str().unwrap().to_owned())
}

/// The job, once its webhooks are told or given up.
fn told(server: &Server, job: &str) -> Value {
    until(|| {
        let job = server.get(&format!("/api/bulkGenerationJobs/{job}")).json();
        let mut webhooks = job["webhooks"].as_array().unwrap().iter();
        webhooks.all(|told| told["status"] != "Pending").then_some(job)
    })
}

#[test]
fn webhooks_are_told_of_each_job_until_they_are_deleted_or_gone() {
    let mut server = Server::configured(HERE);
    let template = template(&server);
    let gone = "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n";
    let (good, fails, leaves) =
        (Receiver::new(&[ERROR, OK]), Receiver::new(&[ERROR]), Receiver::new(&[gone]));
    let (place, own) = subscribed(&server, &good.url());
    let [_, left] = [&fails, &leaves].map(|receiver| subscribe(&server, &receiver.url()));
    let first = start(&server, &template, "");
    let job = told(&server, &first);
    let mut ends: Vec<(&str, u64)> = (job["webhooks"].as_array().unwrap().iter())
        .map(|told| (told["status"].as_str().unwrap(), told["tries"].as_u64().unwrap()))
        .collect();
    ends.sort_unstable();
    assert_eq!(ends, [("Delivered", 2), ("Failed", 1), ("Failed", 3)], "{job}");
    let event = good.received().remove(1);
    let expected = json!({
        "type": "job.ended", "jobId": first, "templateId": template, "status": "Completed", "totalCount": 2,
        "failedGenerationCount": 1,
    });
    // An id of its own: a receiver of several knows its messages apart.
    let id = format!("{first}.{}", place.rsplit('/').next().unwrap());
    assert_eq!((event.event(), event.header("webhook-id")), (expected, id.as_str()));
    assert!(event.is_genuine(&own) && event.is_genuine(&secret(&server, &[])));
    let rotated = server.post(&format!("/api/{place}/rotate"), "").json();
    let new = rotated["secret"].as_str().unwrap();
    assert!(new != own && !event.is_genuine(new), "{rotated}");
    let listed = server.get("/api/webhooks?pageNumber=1&pageSize=10").json().to_string();
    let left = left.rsplit('/').next().unwrap();
    assert!(
        !listed.contains(left) && listed.contains("\"totalCount\":2"),
        "who is gone is deleted: {listed}"
    );

    // What keeps it keeps it sealed.
    let address = format!(":{}/jobs", good.port);
    for file in ["platen.db", "platen.db-wal"] {
        let bytes = std::fs::read(server.data().join(file)).unwrap_or_default();
        assert!(!bytes.windows(address.len()).any(|text| text == address.as_bytes()), "{file}");
    }
    start(&server, &template, "");
    assert_eq!(good.wait_for(3)[2].event()["status"], "Completed");

    let key = [("x-functions-key", server.key())];
    // Deleted while a job runs, it is not told of that either.
    let mut many = body(&template, "");
    many["items"] = Value::Array(vec![json!({ "name": "A" }); 20_000]);
    let running = server.post("/api/generateDocumentsBulk", many.to_string()).json()["jobId"].clone();
    let running = running.as_str().unwrap();
    assert_eq!(server.send(http::Method::DELETE, &format!("/api/{place}"), &key, "").status, 204);
    server.post(&format!("/api/bulkGenerationJobs/{running}/cancel"), "");
    let job = told(&server, running);
    assert!(job["webhooks"].to_string().contains("the webhook was deleted"), "{job}");
    assert_eq!((good.received().len(), leaves.received().len()), (3, 1));

    // One that is there outlives the process.
    subscribe(&server, &good.url());
    let last = server.post("/api/generateDocumentsBulk", many.to_string()).json()["jobId"].clone();
    let (last, key) = (last.as_str().unwrap(), server.key().to_owned());
    server.kill_and_restart();
    let cancel = format!("/api/bulkGenerationJobs/{last}/cancel");
    server.send(http::Method::POST, &cancel, &[("x-functions-key", &key)], "");
    assert_eq!(good.wait_for(4)[3].event()["jobId"], last);
    assert!(!server.log().contains("from=platen"), "the addresses are secrets");
}

#[test]
fn a_trace_that_a_client_brings_along_goes_to_whoever_is_told() {
    let server = Server::configured(HERE);
    let (callback, webhook) = (Receiver::new(&[OK]), Receiver::new(&[OK]));
    subscribe(&server, &webhook.url());
    let body = body(&template(&server), &callback.url()).to_string();
    let parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    let headers =
        [("x-functions-key", server.key()), ("content-type", "application/json"), ("traceparent", parent)];
    assert_eq!(server.send(http::Method::POST, "/api/generateDocumentsBulk", &headers, body).status, 202);
    for receiver in [&callback, &webhook] {
        assert_eq!(receiver.wait_for(1)[0].header("traceparent"), parent);
    }
    let told =
        until(|| server.log().lines().find(|line| line.contains("callback delivered")).map(str::to_owned));
    assert!(told.contains("4bf92f3577b34da6a3ce929d0e0e4736"), "{told}");
}

/// The messages of a webhook, once none is pending.
fn settled(server: &Server, place: &str) -> Vec<Value> {
    until(|| {
        let listed = server.get(&format!("/api/{place}/messages?pageSize=50")).json();
        let items = listed["items"].as_array().unwrap().clone();
        items.iter().all(|message| message["delivery"]["status"] != "Pending").then_some(items)
    })
}

#[test]
fn a_test_message_arrives_and_what_failed_is_sent_again() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK, ERROR, ERROR, ERROR, ERROR, ERROR, ERROR, OK]);
    let (place, own) = subscribed(&server, &receiver.url());
    let test = server.post(&format!("/api/{place}/test"), "").json();
    let first = receiver.wait_for(1).remove(0);
    let webhook = place.rsplit('/').next().unwrap();
    assert_eq!(first.event(), json!({ "type": "webhook.test", "webhookId": webhook }));
    assert!(first.is_genuine(&own) && first.header("webhook-id") == test["webhookMessageId"], "{test}");

    // The end of a job and another test fail for good, and arrive when they are sent again.
    let job = start(&server, &template(&server), "");
    told(&server, &job);
    server.post(&format!("/api/{place}/test"), "");
    let failed = settled(&server, &place);
    let states: Vec<&Value> = failed.iter().map(|message| &message["delivery"]["status"]).collect();
    assert_eq!(states, ["Failed", "Failed", "Delivered"], "{failed:?}");
    let since = json!({ "since": failed[2]["createdAt"] }).to_string();
    let again = server.post(&format!("/api/{place}/redeliver"), since.clone()).json();
    assert_eq!(again, json!({ "count": 2, "hasMore": false }));
    let mut events: Vec<_> = receiver
        .wait_for(9)
        .split_off(7)
        .iter()
        .map(|each| (each.event()["type"].clone(), each.header("webhook-id").to_owned()))
        .collect();
    events.sort_by_key(|(kind, _)| kind.to_string());
    assert_eq!(
        events,
        [
            (json!("job.ended"), format!("{job}.{webhook}")),
            (json!("webhook.test"), failed[0]["webhookMessageId"].as_str().unwrap().to_owned())
        ]
    );
    assert!(settled(&server, &place).iter().all(|message| message["delivery"]["status"] == "Delivered"));
    assert_eq!(server.post(&format!("/api/{place}/redeliver"), since).json()["count"], 0);

    // One that arrived is sent again on demand.
    let one = test["messageId"].as_str().unwrap();
    let again = server.post(&format!("/api/{place}/messages/{one}/redeliver"), "").json();
    assert_eq!(again["delivery"], json!({ "status": "Pending", "tries": 0 }));
    assert_eq!(receiver.wait_for(10)[9].header("webhook-id"), test["webhookMessageId"]);
}

#[test]
fn quotas_that_are_nearly_used_and_keys_that_end_soon_are_told_of_once() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let events = json!({ "url": receiver.url(), "events": ["quota.nearly_used", "key.expiring"] });
    assert_eq!(server.post("/api/webhooks", events.to_string()).status, 201);
    let plan = server.command(&["subscription", "set", "--monthly-documents", "5"]).output().unwrap();
    assert!(plan.status.success(), "{}", String::from_utf8_lossy(&plan.stderr));
    let one = json!({ "templateId": template, "format": ".docx", "data": { "name": "A" } }).to_string();
    let make = |count: usize| {
        for _ in 0..count {
            assert_eq!(server.post("/api/generateDocument", one.clone()).status, 200);
        }
    };
    make(3);
    assert_eq!(receiver.received().len(), 0);
    make(2);
    let told = receiver.wait_for(1).remove(0).event();
    assert_eq!(
        (&told["type"], &told["documents"], &told["monthlyDocuments"]),
        (&json!("quota.nearly_used"), &json!(4), &json!(5))
    );

    let key = |words: &[&str]| {
        let made = server.command(&[&["key", "create", "--label", "shop"], words].concat()).output().unwrap();
        let made: Value = serde_json::from_slice(&made.stdout).unwrap();
        made["key"].as_str().unwrap().to_owned()
    };
    for key in [key(&["--expires", "1y"]), key(&["--expires", "6d"])] {
        for _ in 0..2 {
            let answer =
                server.send(http::Method::GET, "/api/getSubscription", &[("x-functions-key", &key)], "");
            assert_eq!(answer.status, 200, "{:?}", answer.body);
        }
    }
    let told = receiver.wait_for(2).remove(1).event();
    assert_eq!((&told["type"], &told["name"]), (&json!("key.expiring"), &json!("shop")));
    // One more look of the sender.
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(receiver.received().len(), 2);
}

#[test]
fn a_delivery_that_fails_is_given_up_and_recorded() {
    let server = Server::configured(HERE);
    let store = Receiver::new(&[ERROR]);
    let mut body = body(&template(&server), "");
    body["deliver"] = json!({ "url": store.url() });
    let started = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = delivered(&server, started.json()["jobId"].as_str().unwrap());
    assert_eq!(
        job["delivery"],
        json!({ "status": "Failed", "tries": 3, "error": "the receiver answered 500 Internal Server Error" })
    );
    assert_eq!((job["status"].clone(), store.received().len()), (json!("Completed"), 3));
    assert!(store.received()[0].bytes.starts_with(b"PK"));
}

#[test]
fn after_a_rotation_the_secret_before_holds_until_receivers_changed_over() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let first = secret(&server, &[]);
    assert_eq!(secret(&server, &[]), first, "it is made once");
    let second = secret(&server, &["--rotate"]);
    assert_eq!(secret(&server, &[]), second);
    start(&server, &template, &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert_eq!(told.header("webhook-signature").split(' ').count(), 2);
    assert!(told.is_genuine(&second) && told.is_genuine(&first));

    // Once more, and the first is forgotten.
    let third = secret(&server, &["--rotate"]);
    start(&server, &template, &receiver.url());
    let told = receiver.wait_for(2).remove(1);
    assert_eq!([&third, &second, &first].map(|secret| told.is_genuine(secret)), [true, true, false]);
}

#[test]
fn the_time_to_change_over_ends() {
    let limits = ("PLATEN_LIMITS", "callback_secret_overlap=1");
    let server = Server::configured(&[("PLATEN_CALLBACKS", "anywhere"), limits]);
    let receiver = Receiver::new(&[OK]);
    let (before, now) = (secret(&server, &[]), secret(&server, &["--rotate"]));
    std::thread::sleep(Duration::from_millis(1_100));
    start(&server, &template(&server), &receiver.url());
    let told = receiver.wait_for(1).remove(0);
    assert!(told.is_genuine(&now) && !told.is_genuine(&before));
}

#[test]
fn a_receiver_that_fails_is_asked_again_and_given_up_in_the_end() {
    let server = Server::configured(HERE);
    let template = template(&server);
    let recovers = Receiver::new(&[ERROR, "no HTTP at all\r\n\r\n", OK]);
    // A redirect is followed by nobody: it would lead where no check was.
    let trap = Receiver::new(&[OK]);
    let redirect = format!("HTTP/1.1 302 Found\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", trap.url());
    let redirects = Receiver::new(&[&redirect]);
    start(&server, &template, &recovers.url());
    start(&server, &template, &redirects.url());
    let tries = recovers.wait_for(3);
    assert!(tries.iter().all(|each| each.header("webhook-id") == tries[0].header("webhook-id")));
    until(|| server.log().contains("callback given up").then_some(()));
    assert_eq!((redirects.received().len(), trap.received().len()), (3, 0));
    assert!(server.log().contains("the receiver answered 302"), "{}", server.log());
}

#[test]
fn a_callback_outlives_the_process_that_owes_it() {
    let mut server = Server::configured(HERE);
    let template = template(&server);
    let receiver = Receiver::new(&[SILENCE, OK]);
    let job = start(&server, &template, &receiver.url());
    receiver.wait_for(1);
    // It dies while it waits for the answer: the next process sends at once what this one had taken.
    server.kill_and_restart();
    assert_eq!(receiver.wait_for(2)[1].header("webhook-id"), job);
}

#[test]
fn a_cancelled_job_is_told_too() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let template = template(&server);
    let mut many = body(&template, &receiver.url());
    many["items"] = Value::Array(vec![json!({ "name": "A" }); 20_000]);
    let job = server.post("/api/generateDocumentsBulk", many.to_string()).json()["jobId"].clone();
    let job = job.as_str().unwrap();
    let cancelled = server.post(&format!("/api/bulkGenerationJobs/{job}/cancel"), "").json();
    assert_eq!(cancelled["status"], "Canceled");
    let told = receiver.wait_for(1)[0].event();
    assert_eq!((&told["status"], &told["totalCount"]), (&json!("Canceled"), &json!(20_000)));
}

#[test]
fn the_log_leads_from_a_request_to_its_job_and_to_its_callback() {
    let server = Server::configured(HERE);
    let receiver = Receiver::new(&[OK]);
    let body = body(&template(&server), &receiver.url()).to_string();
    let headers = [
        ("x-functions-key", server.key()),
        ("content-type", "application/json"),
        ("x-request-id", "order-17"),
    ];
    let started = server.send(http::Method::POST, "/api/generateDocumentsBulk", &headers, body);
    assert_eq!(started.headers["x-request-id"], "order-17");
    let job = started.json()["jobId"].as_str().unwrap().to_owned();
    until(|| server.log().contains("callback delivered").then_some(()));
    let log = server.log();
    let line = |words: &str| log.lines().find(|line| line.contains(words)).unwrap_or_else(|| panic!("{log}"));
    assert!(line("job started").contains("order-17") && line("job started").contains(&job), "{log}");
    assert!(line("callback delivered").contains(&job), "{log}");
}

#[test]
fn nothing_inside_is_called() {
    let server = Server::start();
    let template = template(&server);
    let trap = Receiver::new(&[OK]);
    for inside in [
        format!("http://example.com:{}/", trap.port),
        format!("https://127.0.0.1:{}/", trap.port),
        format!("https://[::ffff:127.0.0.1]:{}/", trap.port),
        "https://10.0.0.1/".to_owned(),
        "https://169.254.169.254/latest/meta-data/".to_owned(),
        "https://user:password@example.com/".to_owned(),
        // Names that can only lead inside, and numbers that a resolver reads in its own way.
        format!("https://localhost:{}/", trap.port),
        format!("https://127.1:{}/", trap.port),
        format!("https://2130706433:{}/", trap.port),
        "not an address".to_owned(),
    ] {
        let reply = server.post("/api/generateDocumentsBulk", body(&template, &inside).to_string());
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["errors"][0]["pointer"]),
            (400, &json!("/callbackUrl")),
            "{inside}"
        );
    }
    assert!(trap.received().is_empty());
}

/// Answers 204 over TLS on a free port, which it prints; then each request's path.
const TLS_RECEIVER: &str = r#"
import http.server, ssl, sys
class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
        print(self.path, flush=True)
    def log_message(self, *_):
        pass
server = http.server.HTTPServer(("127.0.0.1", 0), Receiver)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
"#;

/// A receiver that ends with the test, and the lines that it prints.
struct TlsReceiver(Child, BufReader<std::process::ChildStdout>);

impl TlsReceiver {
    fn start(folder: &Path) -> TlsReceiver {
        let [certificate, key] = certificate::make(folder, "DNS:localhost");
        let mut receiver = Command::new("python3");
        let receiver = receiver.args(["-c", TLS_RECEIVER]).arg(certificate).arg(key).stdout(Stdio::piped());
        let mut receiver = receiver.spawn().unwrap();
        let lines = BufReader::new(receiver.stdout.take().unwrap());
        TlsReceiver(receiver, lines)
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.1.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for TlsReceiver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn over_tls_only_who_is_trusted_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut receiver = TlsReceiver::start(folder.path());
    let port = receiver.line();
    let trusted = folder.path().join("cert.pem");
    let trusting = [("PLATEN_CALLBACKS", "anywhere"), ("SSL_CERT_FILE", trusted.to_str().unwrap()), HERE[1]];
    let (server, doubting) = (Server::configured(&trusting), Server::configured(HERE));
    for server in [&doubting, &server] {
        start(server, &template(server), &format!("https://localhost:{port}/end"));
    }
    assert_eq!(receiver.line(), "/end");
    until(|| doubting.log().contains("callback given up").then_some(()));
    assert!(doubting.log().contains("certificate"), "{}", doubting.log());
    // The same receiver under a name that its certificate does not have.
    start(&server, &template(&server), &format!("https://127.0.0.1:{port}/end"));
    until(|| server.log().contains("callback given up").then_some(()));
}
