//! Two tenants that the command line made, on one server: what each may do, and that neither meets the other.

use http::Method;
use platen_service::http::routes::{Auth, Route, RouteId, routes};
use platen_tests::client::{self, Reply};
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::{Value, json};

const UNKNOWN: &str = "00000000-0000-4000-8000-000000000000";

/// A tenant as its operator made it.
struct Tenant {
    id: String,
    key: String,
    template: String,
    job: String,
}

/// Runs a command on the server's folder, which must end well, and reads what it prints.
fn command(server: &Server, words: &[&str]) -> Value {
    let output = server.command(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

/// Runs a command that must be refused with exit code 1, and returns what it says.
fn refused(server: &Server, words: &[&str]) -> String {
    let output = server.command(words).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{words:?}: {said}");
    said
}

fn text<'a>(value: &'a Value, member: &str) -> &'a str {
    value[member].as_str().unwrap()
}

/// A subscription, its id and a key that may manage.
fn subscribe(server: &Server, name: &str) -> (String, String) {
    let made = command(server, &["subscription", "create", "--name", name]);
    let id = text(&made, "subscriptionId").to_owned();
    let key = command(server, &["key", "create", "--label", "k", "--scope", "manage", "--subscription", &id]);
    assert_eq!(text(&key, "subscriptionId"), id, "the key is the named subscription's");
    (id, text(&key, "key").to_owned())
}

fn tenant(server: &Server, name: &str) -> Tenant {
    let (id, key) = subscribe(server, name);
    let path = server.scratch().join(format!("{name}.docx"));
    std::fs::write(&path, docx(&["Dear {{ name }}"])).unwrap();
    let added = command(server, &["template", "add", path.to_str().unwrap(), "--subscription", &id]);
    let template = text(&added[0], "templateId").to_owned();
    let body = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let started = post(server, &key, "/api/generateDocumentsBulk", &body);
    assert_eq!(started.status, 202, "{:?}", started.body);
    let job = text(&started.json(), "jobId").to_owned();
    assert_eq!(server.ended(&key, &job)["status"], "Completed");
    Tenant { id, key, template, job }
}

fn get(server: &Server, key: &str, path: &str) -> Reply {
    server.send(Method::GET, path, &[("x-functions-key", key)], "")
}

fn post(server: &Server, key: &str, path: &str, body: &Value) -> Reply {
    let headers = [("x-functions-key", key), ("content-type", "application/json")];
    server.send(Method::POST, path, &headers, body.to_string())
}

fn generate(server: &Server, key: &str, template: &str) -> Reply {
    let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "A" } });
    post(server, key, "/api/generateDocument", &body)
}

/// A problem without what differs from one request to the next, and without the id that the request named.
fn problem(reply: &Reply, id: &str) -> (u16, Value) {
    let mut body = reply.json();
    body.as_object_mut().unwrap().remove("requestId");
    let body = body.to_string().replace(id, "[id]");
    (reply.status.as_u16(), serde_json::from_str(&body).unwrap())
}

/// What an operation is upon: the id of whose thing it takes. `None` where it takes none.
#[derive(Clone, Copy, PartialEq)]
enum Upon {
    Template,
    Job,
    Nothing,
}

fn upon(route: &Route) -> Upon {
    match route.id {
        RouteId::GenerateTemplateMetadata
        | RouteId::GenerateModel
        | RouteId::GenerateDocument
        | RouteId::GenerateDocumentsBulk => Upon::Template,
        _ if route.path.contains("{templateId}") => Upon::Template,
        _ if route.path.contains("{jobId}") => Upon::Job,
        _ => Upon::Nothing,
    }
}

/// Calls an operation upon a template or a job.
fn call(server: &Server, route: &Route, key: &str, id: &str) -> Reply {
    let path = route.path.replace("{templateId}", id).replace("{jobId}", id);
    let (path, content_type, body) = match route.id {
        RouteId::GenerateTemplateMetadata | RouteId::GenerateModel => {
            (format!("{path}?templateId={id}"), "application/json", Vec::new())
        }
        RouteId::GenerateDocument => {
            let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
            (path, "application/json", body.to_string().into_bytes())
        }
        RouteId::GenerateDocumentsBulk => {
            let body = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }] });
            (path, "application/json", body.to_string().into_bytes())
        }
        RouteId::ReplaceTemplate => (path, "application/octet-stream", docx(&["{{ stolen }}"])),
        RouteId::GetArchive => (
            format!("{path}?expires=4000000000&signature={}", "0".repeat(64)),
            "application/json",
            Vec::new(),
        ),
        _ => (path, "application/json", Vec::new()),
    };
    let headers = [("x-functions-key", key), ("content-type", content_type)];
    server.send(route.method.clone(), &path, &headers, body)
}

#[test]
fn every_route_keeps_two_tenants_apart() {
    let server = Server::start();
    let (one, two) = (tenant(&server, "one"), tenant(&server, "two"));
    let mut crossed = 0;
    for route in routes().iter().filter(|route| upon(route) != Upon::Nothing) {
        for (own, other) in [(&one, &two), (&two, &one)] {
            let foreign = if upon(route) == Upon::Job { &other.job } else { &other.template };
            let (theirs, nobodys) =
                (call(&server, route, &own.key, foreign), call(&server, route, &own.key, UNKNOWN));
            assert!(theirs.status.is_client_error(), "{}: {:?}", route.path, theirs.body);
            assert_eq!(problem(&theirs, foreign), problem(&nobodys, UNKNOWN), "{}", route.path);
            crossed += 1;
        }
    }
    assert!(crossed >= 24, "{crossed}");
    // Nothing of it did anything, and lists and counts are each tenant's own.
    for tenant in [&one, &two] {
        assert_eq!(generate(&server, &tenant.key, &tenant.template).status, 200);
        let templates = get(&server, &tenant.key, "/api/templates?pageNumber=1&pageSize=9").json();
        assert_eq!((&templates["totalCount"], &templates["items"][0]["version"]), (&json!(1), &json!(1)));
        let jobs = get(&server, &tenant.key, "/api/bulkGenerationJobs?pageNumber=1&pageSize=9").json();
        assert_eq!(jobs.as_array().unwrap().len(), 1);
        let usage = get(&server, &tenant.key, "/api/getSubscription").json();
        assert_eq!((text(&usage, "subscriptionId"), &usage["usage"]["documents"]), (&*tenant.id, &json!(2)));
    }
    for (words, list) in [(["template", "list"], "templateId"), (["job", "list"], "jobId")] {
        let listed = |tenant: &Tenant| command(&server, &[words[0], words[1], "--subscription", &tenant.id]);
        assert_ne!(listed(&one)[0][list], listed(&two)[0][list]);
        assert_eq!(listed(&one).as_array().unwrap().len(), 1);
    }
    let (id, key) = (&two.template, &one.id);
    assert!(refused(&server, &["template", "show", id, "--subscription", key]).contains("not found"));
    assert!(refused(&server, &["job", "show", &two.job, "--subscription", key]).contains("not found"));
}

#[test]
fn keys_that_expired_or_were_disabled_or_deleted_answer_like_wrong_ones() {
    // One address may make a few calls with a wrong key; here it makes many.
    let server = Server::configured(&[("PLATEN_LIMITS", "wrong_keys_per_minute=100000")]);
    let (id, manager) = subscribe(&server, "keys");
    let make = |expires: &str| {
        let words = ["key", "create", "--label", "k", "--subscription", &id, "--expires", expires];
        let made = command(&server, &words);
        (text(&made, "id").to_owned(), text(&made, "key").to_owned())
    };
    let (disabled, deleted, short) = (make("90d"), make("90d"), make("8s"));
    let path = "/api/getSubscription";
    for (_, key) in [&short, &disabled, &deleted] {
        assert_eq!(get(&server, key, path).status, 200);
    }
    let used = std::time::Instant::now();
    command(&server, &["key", "disable", &disabled.0, "--subscription", &id]);
    command(&server, &["key", "delete", &deleted.0, "--subscription", &id]);
    std::thread::sleep(std::time::Duration::from_secs(8).saturating_sub(used.elapsed()));
    let wrong = get(&server, "plk_wrong", path);
    assert_eq!((wrong.status.as_u16(), text(&wrong.json(), "code")), (401, "invalid-key"));
    let headers = |reply: &Reply| {
        let mut names: Vec<String> = reply.headers.keys().map(ToString::to_string).collect();
        names.sort();
        names
    };
    for route in routes().iter().filter(|route| route.auth != Auth::Public) {
        let wrong = call(&server, route, "plk_wrong", UNKNOWN);
        for (_, key) in [&short, &disabled, &deleted] {
            let reply = call(&server, route, key, UNKNOWN);
            assert_eq!(problem(&reply, UNKNOWN), problem(&wrong, UNKNOWN), "{}", route.path);
            assert_eq!(headers(&reply), headers(&wrong), "{}", route.path);
        }
    }
    command(&server, &["key", "enable", &disabled.0, "--subscription", &id]);
    assert_eq!(get(&server, &disabled.1, path).status, 200, "enabled again");
    command(&server, &["key", "enable", &short.0, "--subscription", &id]);
    assert_eq!(get(&server, &short.1, path).status, 401, "expired stays expired");

    let listed = command(&server, &["key", "list", "--subscription", &id]);
    let ids: Vec<&str> = listed.as_array().unwrap().iter().map(|key| text(key, "id")).collect();
    assert!(!ids.contains(&deleted.0.as_str()) && ids.contains(&short.0.as_str()), "{ids:?}");
    let shown = |key: &str| command(&server, &["key", "show", key, "--subscription", &id]);
    assert!(shown(&short.0)["expiresAt"].is_string() && shown(&disabled.0)["disabledAt"].is_null());
    // Written within a second or two of the first use.
    let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while shown(&disabled.0)["lastUsedAt"].is_null() {
        assert!(std::time::Instant::now() < end, "{}", shown(&disabled.0));
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    for words in [
        &["key", "disable", UNKNOWN, "--subscription", &id][..],
        // Another tenant's key.
        &["key", "delete", &disabled.0],
        &["key", "enable", &disabled.0],
        &["key", "show", &disabled.0],
    ] {
        assert!(refused(&server, words).contains("has no key"), "{words:?}");
    }
    assert_eq!(get(&server, &disabled.1, path).status, 200);
    assert_eq!(get(&server, &manager, path).status, 200);
}

#[test]
fn a_subscription_that_nobody_has_is_named_by_every_command() {
    let server = Server::start();
    for words in [
        &["key", "create", "--label", "k"][..],
        &["key", "list"],
        &["key", "webhook"],
        &["key", "disable", UNKNOWN],
        &["subscription", "show"],
        &["subscription", "set", "--active", "false"],
        &["template", "list"],
        &["template", "remove", UNKNOWN],
        &["job", "list"],
    ] {
        let said = refused(&server, &[words, &["--subscription", UNKNOWN]].concat());
        assert!(said.contains(&format!("subscription {UNKNOWN} not found")), "{words:?}: {said}");
    }
    // Named by the environment, the folder takes the same words.
    let (id, _) = subscribe(&server, "by name");
    let mut list = platen_tests::binaries::command("platen");
    let listed = list.args(["key", "list", "--subscription", &id]).env("PLATEN_DATA", server.data()).output();
    let listed: Value = serde_json::from_slice(&listed.unwrap().stdout).unwrap();
    assert_eq!(listed[0]["subscriptionId"], id.as_str());

    let changed = command(&server, &["subscription", "set", "--active", "false", "--subscription", &id]);
    assert_eq!((text(&changed, "subscriptionId"), &changed["active"]), (&*id, &json!(false)));
    assert_eq!(server.get("/api/getSubscription").status, 200, "the first one is as it was");
    let again = ["subscription", "create", "--name", "again", "--id", &id];
    assert!(refused(&server, &again).contains("already"));
    assert_eq!(command(&server, &["subscription", "list"]).as_array().unwrap().len(), 2);
}

#[test]
fn a_full_storage_is_told_with_its_figures_and_has_room_again() {
    let server = Server::start();
    let (id, key) = subscribe(&server, "small");
    let file = docx(&["Dear {{ name }}"]);
    let allowed = (file.len() * 2 + 100).to_string();
    command(&server, &["subscription", "set", "--storage-bytes", &allowed, "--subscription", &id]);
    let register = |name: &str| {
        let headers = [("x-functions-key", key.as_str()), ("content-type", "application/octet-stream")];
        server.send(Method::POST, &format!("/api/templates?fileName={name}"), &headers, file.clone())
    };
    let first = register("one.docx").json();
    let template = text(&first, "templateId");
    assert_eq!(register("two.docx").status, 201);
    let full = register("three.docx");
    assert_eq!((full.status.as_u16(), text(&full.json(), "code")), (422, "limit-exceeded"));
    let detail = full.json()["detail"].as_str().unwrap().to_owned();
    assert!(detail.contains("storage_bytes") && detail.contains(&allowed), "{detail}");
    let shown = command(&server, &["subscription", "show", "--subscription", &id]);
    let seen = get(&server, &key, "/api/getSubscription").json();
    assert_eq!(shown["storageBytes"].to_string(), allowed);
    assert_eq!(seen["limits"]["storageBytes"], shown["storageBytes"]);
    assert_eq!(seen["usage"]["storageBytes"], shown["usage"]["storageBytes"]);
    assert!(shown["usage"]["storage"]["templates"].as_u64().unwrap() >= file.len() as u64 * 2);
    // A job needs room for its items and its template; a single document needs none.
    let job = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let refused = post(&server, &key, "/api/generateDocumentsBulk", &job);
    assert_eq!((refused.status.as_u16(), text(&refused.json(), "code")), (422, "limit-exceeded"));
    assert_eq!(generate(&server, &key, template).status, 200);
    // Room for the job, and not for its documents: it fails with the reason.
    let enough = (file.len() * 3 + 200).to_string();
    command(&server, &["subscription", "set", "--storage-bytes", &enough, "--subscription", &id]);
    let started = post(&server, &key, "/api/generateDocumentsBulk", &job).json();
    let ended = server.ended(&key, text(&started, "jobId"));
    assert_eq!(ended["status"], "Failed");
    assert!(ended["errorMessage"].as_str().unwrap().contains("storage_bytes"), "{ended}");
    command(&server, &["subscription", "set", "--storage-bytes", "none", "--subscription", &id]);
    let started = post(&server, &key, "/api/generateDocumentsBulk", &job).json();
    assert_eq!(server.ended(&key, text(&started, "jobId"))["status"], "Completed");
    assert_eq!(register("three.docx").status, 201);
}

#[test]
fn a_count_survives_kill_9() {
    let mut server = Server::start();
    let (id, key) = subscribe(&server, "counted");
    command(&server, &["subscription", "set", "--monthly-documents", "10", "--subscription", &id]);
    let file = server.scratch().join("note.docx");
    std::fs::write(&file, docx(&["Dear {{ name }}"])).unwrap();
    let added = command(&server, &["template", "add", file.to_str().unwrap(), "--subscription", &id]);
    let template = text(&added[0], "templateId").to_owned();
    for made in 1..=10 {
        assert_eq!(generate(&server, &key, &template).status, 200, "{made}");
        if made % 5 == 0 {
            server.kill_and_restart();
        }
    }
    let over = generate(&server, &key, &template);
    assert_eq!((over.status.as_u16(), text(&over.json(), "code")), (429, "quota-exceeded"));
    let seen =
        client::send(server.address(), Method::GET, "/api/getSubscription", &[("x-functions-key", &key)], "");
    assert_eq!(seen.json()["usage"]["documents"], 10);
}
