//! Bulk jobs over HTTP: start, poll, fetch the archive, compare with single documents.

use std::io::{Cursor, Read};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use http::Method;
use platen_service::Stores;
use platen_service::ids::JobId;
use platen_store_embedded::EmbeddedStore;
use platen_tests::random::Random;
use platen_tests::server::Server;
use platen_tests::watcher::Watcher;
use platen_tests::witnesses::pdf_text;
use serde_json::{Value, json};

use platen_tests::fixtures::docx;

/// Registers a small template and returns its id.
fn template(server: &Server) -> String {
    server.template("greeting.docx", &docx(&["Dear {{ name }}"]))
}

fn start(server: &Server, template: &str, items: &[Value]) -> String {
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ name }}", "items": items });
    let reply = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    let id = reply.json()["jobId"].as_str().unwrap().to_owned();
    let place = format!("http://{}/api/bulkGenerationJobs/{id}", server.address());
    assert_eq!(reply.header("location"), place, "absolute: some platforms follow no other");
    assert_eq!(reply.header("retry-after"), "1");
    id
}

fn job(server: &Server, key: &str, id: &str) -> Value {
    let path = format!("/api/bulkGenerationJobs/{id}");
    server.send(Method::GET, &path, &[("x-functions-key", key)], "").json()
}

/// The path of the archive's link, which is absolute.
fn link_of(server: &Server, job: &Value) -> String {
    let link = job["zipUrl"].as_str().unwrap();
    link.strip_prefix(&format!("http://{}", server.address())).unwrap().to_owned()
}

/// The archive's entries in order.
fn entries(server: &Server, job: &Value) -> Vec<(String, Vec<u8>)> {
    let reply = server.send(Method::GET, &link_of(server, job), &[], "");
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/zip"));
    assert!(reply.header("content-disposition").starts_with("attachment"));
    assert_eq!(reply.body.len() as u64, job["zipSizeBytes"].as_u64().unwrap());
    let mut archive = zip::ZipArchive::new(Cursor::new(reply.body.to_vec())).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

/// A download that broke goes on where it was, as from an object store.
fn parts_come_alone(server: &Server, job: &Value) {
    let link = link_of(server, job);
    let ask = |headers: &[(&str, &str)]| server.send(Method::GET, &link, headers, "");
    let whole = ask(&[]);
    let (tag, length) = (whole.header("etag").to_owned(), whole.body.len());
    assert_eq!(whole.header("accept-ranges"), "bytes");
    let rest = ask(&[("range", "bytes=100-"), ("if-range", &tag)]);
    let told = format!("bytes 100-{}/{length}", length - 1);
    assert_eq!((rest.status.as_u16(), rest.header("content-range")), (206, told.as_str()));
    assert_eq!(rest.body, whole.body[100..]);
    assert_eq!(ask(&[("range", "bytes=-7")]).body, whole.body[length - 7..]);
    let other = ask(&[("range", "bytes=100-"), ("if-range", "\"other\"")]);
    assert_eq!((other.status.as_u16(), &other.body), (200, &whole.body));
    let none = ask(&[("range", &format!("bytes={length}-"))]);
    assert_eq!(
        (none.status.as_u16(), none.header("content-range")),
        (416, format!("bytes */{length}").as_str())
    );
    assert_eq!(none.json()["code"], "range-not-satisfiable");
    assert_eq!(ask(&[("if-none-match", &tag)]).status, 304);
}

/// `unzip` and Python find the archive whole: checksums, and what each entry says of itself.
fn other_programs_read(server: &Server, job: &Value) {
    let reply = server.send(Method::GET, &link_of(server, job), &[], "");
    let path = server.scratch().join("archive.zip");
    std::fs::write(&path, &reply.body).unwrap();
    for (program, arguments) in [("unzip", ["-tqq"].as_slice()), ("python3", &["-m", "zipfile", "-t"])] {
        let output = Command::new(program).args(arguments).arg(&path).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{program}: {said}");
        // Python names a bad entry and still ends well.
        assert!(!said.contains("corrupted"), "{program}: {said}");
    }
}

#[test]
fn a_job_gives_the_documents_of_the_single_endpoint_and_lists_what_failed() {
    let server = Server::start();
    let template = template(&server);
    let mut items: Vec<Value> = (0..60).map(|n| json!({ "name": format!("N{}", n / 2) })).collect();
    items[7] = json!({ "other": 1 });
    let id = start(&server, &template, &items);
    let job = server.ended(server.key(), &id);
    assert_eq!((job["status"].as_str(), job["completedCount"].as_u64()), (Some("Completed"), Some(59)));
    assert_eq!((job["totalCount"].as_u64(), job["failedGenerationCount"].as_u64()), (Some(60), Some(1)));
    assert_eq!(job["failedGenerations"][0]["globalIndex"], "7");

    let entries = entries(&server, &job);
    assert_eq!(entries.len(), 60);
    other_programs_read(&server, &job);
    parts_come_alone(&server, &job);
    assert_eq!((entries[0].0.as_str(), entries[1].0.as_str()), ("N0.docx", "N0 (2).docx"));
    assert_eq!(entries[59].0, "errors.json");
    let errors: Value = serde_json::from_slice(&entries[59].1).unwrap();
    assert_eq!(errors, job["failedGenerations"]);
    items.remove(7);
    for (item, (name, bytes)) in items.iter().zip(&entries) {
        let body = json!({ "templateId": template, "format": ".docx", "data": item });
        assert_eq!(&server.post("/api/generateDocument", body.to_string()).body, bytes, "{name}");
    }

    // Links: one object, for a time, and nothing else.
    let link = link_of(&server, &job);
    for wrong in [
        link.replace("expires=1", "expires=2"),
        link.replace("signature=", "signature=0"),
        link.split('?').next().unwrap().to_owned(),
        format!("/api/archives/00000000-0000-4000-8000-000000000000?{}", link.split('?').nth(1).unwrap()),
    ] {
        let reply = server.send(Method::GET, &wrong, &[], "");
        assert_eq!(
            (reply.status.as_u16(), reply.json()["code"].as_str()),
            (403, Some("invalid-link")),
            "{wrong}"
        );
    }
    let listed = server.get(&format!("/api/bulkGenerationJobs/byTemplate/{template}")).json();
    assert_eq!(listed[0]["jobId"], json!(id));
}

/// `make soak` does the same with 200 kills in a job of 10,000.
#[test]
fn jobs_survive_kills_and_the_removal_of_their_template() {
    let mut server = Server::start();
    let key = server.key().to_owned();
    let template = template(&server);
    let items: Vec<Value> = (0..1_500).map(|n| json!({ "name": format!("N{n}") })).collect();
    let id = start(&server, &template, &items);
    assert!(server.command(&["template", "remove", &template]).output().unwrap().status.success());
    let store = Arc::new(EmbeddedStore::open(&server.data()).unwrap());
    let watcher = Watcher::start(Stores::all_in_one(store), JobId(id.parse().unwrap()));
    let (mut random, mut done) = (Random::new(), 0);
    for _ in 0..8 {
        std::thread::sleep(Duration::from_millis(random.below(150) as u64));
        server.kill_and_restart();
        let job = job(&server, &key, &id);
        let now = job["completedCount"].as_u64().unwrap();
        assert!(now >= done, "what is done stays done: {job}");
        done = now;
    }
    let job = server.ended(&key, &id);
    assert_eq!(
        (job["status"].as_str(), job["completedCount"].as_u64()),
        (Some("Completed"), Some(1_500)),
        "{job}"
    );
    assert!(watcher.end().documents > 0);
    let names: Vec<String> = entries(&server, &job).into_iter().map(|(name, _)| name).collect();
    let wanted: Vec<String> = (0..1_500).map(|n| format!("N{n}.docx")).collect();
    assert_eq!(names, wanted);
}

#[test]
fn uploaded_items_become_a_job() {
    let server = Server::start();
    let template = template(&server);
    let ticket = server.post("/api/bulkUploads", "").json();
    let path =
        ticket["uploadUrl"].as_str().unwrap().strip_prefix(&format!("http://{}", server.address())).unwrap();
    let lines: String = (0..5_000).map(|n| format!("{{\"name\":\"N{n}\"}}\n")).collect();
    let kind = [("content-type", "application/jsonl")];
    assert_eq!(server.send(Method::PUT, path, &kind, lines).status, 204);
    assert_eq!(server.send(Method::PUT, &path.replace("expires=1", "expires=2"), &kind, "{}").status, 403);
    assert_eq!(server.send(Method::OPTIONS, path, &[], "").header("allow"), "PUT, OPTIONS");
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ name }}",
        "itemsUploadId": ticket["uploadId"] });
    let reply = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    let job = server.ended(server.key(), reply.json()["jobId"].as_str().unwrap());
    assert_eq!((job["status"].as_str(), job["completedCount"].as_u64()), (Some("Completed"), Some(5_000)));
    assert_eq!(entries(&server, &job)[4_999].0, "N4999.docx");
    let peak = server.most_memory();
    assert!(peak <= 256 << 20, "{peak} bytes");
}

#[test]
fn a_job_that_merges_gives_one_pdf_that_other_programs_read() {
    let server = Server::start();
    let template = template(&server);
    let names = ["Žofie", "Ann", "", "Žofie"];
    let mut items = names.map(|name| json!({ "name": name }));
    items[2] = json!({});
    let body = json!({ "templateId": template, "format": ".pdf", "fileName": "{{ name }}", "merge": true,
        "items": items, "options": { "pdf": { "conformance": "a-2b" } } });
    let reply = server.post("/api/generateDocumentsBulk", body.to_string());
    assert_eq!(reply.status, 202, "{:?}", reply.body);
    let job = server.ended(server.key(), reply.json()["jobId"].as_str().unwrap());
    assert_eq!(
        (job["status"].as_str(), job["completedCount"].as_u64()),
        (Some("Completed"), Some(3)),
        "{job}"
    );

    let reply = server.send(Method::GET, &link_of(&server, &job), &[], "");
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/pdf"));
    assert!(reply.header("content-disposition").contains("greeting.pdf"));
    assert_eq!(reply.body.len() as u64, job["zipSizeBytes"].as_u64().unwrap());
    assert_eq!(pdf_text(&reply.body), "Dear Žofie Dear Ann Dear Žofie");
    assert!(String::from_utf8_lossy(&reply.body).contains("<pdfaid:part>2</pdfaid:part>"));
    let path = server.scratch().join("merged.pdf");
    std::fs::write(&path, &reply.body).unwrap();
    let qpdf = |arguments: &[&str]| {
        let output = Command::new("qpdf").args(arguments).arg(&path).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        output.stdout
    };
    qpdf(&["--check"]);
    let outlines: Value = serde_json::from_slice(&qpdf(&["--json=1", "--json-key=outlines"])).unwrap();
    let bookmarks: Vec<_> = outlines["outlines"].as_array().unwrap().iter().collect();
    let titles: Vec<_> = bookmarks.iter().map(|bookmark| bookmark["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Žofie", "Ann", "Žofie (2)"]);
    let pages: Vec<_> = bookmarks.iter().map(|bookmark| bookmark["destpageposfrom1"].as_u64()).collect();
    assert_eq!(pages, [Some(1), Some(2), Some(3)]);
}

#[test]
fn jobs_are_administered_by_the_command_line() {
    let server = Server::start();
    let template = template(&server);
    let id = start(&server, &template, &[json!({ "name": "A" }), json!({})]);
    server.ended(server.key(), &id);
    let run = |words: &[&str]| {
        let output = server.command(words).output().unwrap();
        (output.status.code(), serde_json::from_slice::<Value>(&output.stdout).unwrap_or_default())
    };
    let (code, listed) = run(&["job", "list"]);
    assert_eq!(
        (code, listed[0]["jobId"].as_str(), &listed[0]["zipUrl"]),
        (Some(0), Some(id.as_str()), &Value::Null)
    );
    let (_, shown) = run(&["job", "show", &id]);
    assert_eq!(
        (shown["status"].as_str(), shown["failedGenerations"][0]["globalIndex"].as_str()),
        (Some("Completed"), Some("1"))
    );
    assert_eq!(run(&["job", "cancel", &id]).0, Some(0), "one that is over stays as it is");
    let items: Vec<Value> = (0..3_000).map(|n| json!({ "name": n })).collect();
    let running = start(&server, &template, &items);
    assert_eq!(run(&["job", "cancel", &running]).0, Some(0));
    assert_eq!(job(&server, server.key(), &running)["status"], "Canceled", "the server sees it at once");
    assert_eq!(run(&["job", "show", "00000000-0000-4000-8000-000000000000"]).0, Some(1));
}

#[test]
fn wrong_requests_are_refused_whole_and_a_cancelled_job_stays_so() {
    let server = Server::start();
    let template = template(&server);
    for (items, pointer) in
        [(json!([]), "/items"), (json!([{}, 3]), "/items/1"), (json!("x"), "/items"), (Value::Null, "/items")]
    {
        let body = json!({ "templateId": template, "format": ".docx", "items": items });
        let reply = server.post("/api/generateDocumentsBulk", body.to_string());
        assert_eq!(
            (reply.status.as_u16(), reply.json()["errors"][0]["pointer"].as_str()),
            (400, Some(pointer))
        );
    }
    let items: Vec<Value> = (0..2_000).map(|n| json!({ "name": n })).collect();
    let id = start(&server, &template, &items);
    let reply = server.post(&format!("/api/bulkGenerationJobs/{id}/cancel"), "");
    assert_eq!(reply.json()["status"], "Canceled");
    let job = job(&server, server.key(), &id);
    assert_eq!((job["status"].as_str(), &job["zipUrl"]), (Some("Canceled"), &Value::Null));
    let unknown = server.get("/api/bulkGenerationJobs/00000000-0000-4000-8000-000000000000");
    assert_eq!((unknown.status.as_u16(), unknown.json()["code"].as_str()), (404, Some("unknown-job")));
}
