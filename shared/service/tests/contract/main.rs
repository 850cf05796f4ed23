//! The contract, over the handlers and the embedded store: whole answers as snapshots, the table of errors row by row.

#![expect(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod answers;
mod at_end;
mod attached;
mod bodies;
mod damage;
mod departments;
mod doubles;
mod emails;
mod errors;
mod form_links;
mod idempotency;
mod including;
mod invoiced;
mod isolation;
mod jobs;
mod joined;
mod keys;
mod later;
mod lenient;
mod lifecycle;
mod logs;
mod machine;
mod managing;
mod mixed;
mod overload;
mod pictures;
mod registering;
mod sent;
mod sharing;
mod signing_in;
mod starting;
mod translated;
mod uploads;
mod warnings;
mod webhooks;

use std::io::{Cursor, Read};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use docx_rs::{Docx, Paragraph, Run};
use http::Method;
use http::request::Builder;
use jiff::{SignedDuration, Timestamp};
use platen::dispatch;
use platen_service::http::{Head, Response, finish};
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::{Deadline, JobStore, Step};
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use platen_service::plan::Plan;
use platen_service::problem::Problem;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::templates::TemplateRecord;
use platen_service::{Limits, Service, Stores};
use platen_store_embedded::{Delivery, EmbeddedStore, Suspicion};
use serde_json::Value;
use tempfile::TempDir;
use uuid::Uuid;

use doubles::Engine;

/// A service on a folder of its own, with one tenant and its key.
struct Home {
    service: Service,
    store: Arc<EmbeddedStore>,
    key: String,
    folder: TempDir,
}

/// A part of a form: its disposition and its content.
type Part<'a> = (&'a str, &'a [u8]);

const DOCX: &str = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const TENANT: SubscriptionId = SubscriptionId(Uuid::from_u128(1));

impl Home {
    async fn new() -> Home {
        Home::with(Limits::default(), Engine::Works).await
    }

    async fn with(limits: Limits, engine: Engine) -> Home {
        let folder = TempDir::new().unwrap();
        let store = Arc::new(EmbeddedStore::open(folder.path()).unwrap());
        let service = Service::new(Stores::all_in_one(store.clone()), Arc::new(engine), limits);
        let home = Home { service, store, key: String::new(), folder };
        let key = home.tenant(TENANT).await;
        Home { key, ..home }
    }

    /// Adds a tenant, and returns a key of its.
    async fn tenant(&self, id: SubscriptionId) -> String {
        let subscription =
            Subscription { id, name: "Example Ltd".to_owned(), active: true, plan: Plan::default() };
        self.service.stores().subscriptions.put_subscription(&subscription).await.unwrap();
        self.new_key(0xce << 64 | id.0.as_u128(), id, Scope::Administer).await
    }

    async fn new_key(&self, id: u128, subscription: SubscriptionId, scope: Scope) -> String {
        self.labelled_key(id, subscription, scope, "").await
    }

    /// A key that has a name.
    async fn named_key(&self, label: &str) -> String {
        self.labelled_key(0xd0, TENANT, Scope::Manage, label).await
    }

    async fn labelled_key(
        &self,
        id: u128,
        subscription: SubscriptionId,
        scope: Scope,
        label: &str,
    ) -> String {
        let key = ApiKey::generate().unwrap();
        let record = KeyRecord {
            id: Uuid::from_u128(id),
            subscription,
            hash: key.hash(),
            scope,
            label: label.to_owned(),
            created_at: Timestamp::now(),
            expires_at: None,
            disabled_at: None,
            last_used_at: None,
            requests: None,
            person: None,
            template_labels: None,
            form: None,
        };
        self.service.stores().subscriptions.put_key(&record).await.unwrap();
        key.reveal().to_owned()
    }

    async fn register(&self, path: &str, docx: Vec<u8>) -> TemplateRecord {
        let registration = Registration::new(path, docx);
        self.service.templates().register(TENANT, registration).await.unwrap()
    }

    /// A key that may send files of its own, and not manage.
    async fn composing_key(&self) -> String {
        self.new_key(0xd1, TENANT, Scope::Compose).await
    }

    fn get(&self, uri: &str) -> Call<'_> {
        self.call(Method::GET, uri)
    }

    fn post(&self, uri: &str, body: impl Into<Bytes>) -> Call<'_> {
        Call { body: body.into(), ..self.call(Method::POST, uri) }
    }

    /// A template's file as the body.
    fn send_file(&self, method: Method, uri: &str, docx: Vec<u8>) -> Call<'_> {
        Call { body: docx.into(), ..self.call(method, uri) }.header("content-type", DOCX)
    }

    /// A request with a JSON body.
    fn send_json(&self, method: Method, uri: &str, body: &Value) -> Call<'_> {
        Call { body: body.to_string().into(), ..self.call(method, uri) }
            .header("content-type", "application/json")
    }

    /// A form with these parts.
    fn form(&self, uri: &str, parts: &[Part<'_>]) -> Call<'_> {
        let mut body = Vec::new();
        for (disposition, bytes) in parts {
            body.extend(
                format!("--b0undary\r\nContent-Disposition: form-data; {disposition}\r\n\r\n").bytes(),
            );
            body.extend(*bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--b0undary--\r\n");
        self.post(uri, body).header("content-type", "multipart/form-data; boundary=b0undary")
    }

    /// A key of the tenant that may do less.
    async fn generating_key(&self) -> String {
        self.new_key(0xcf, TENANT, Scope::Generate).await
    }

    /// `generateDocument` with a JSON body.
    fn generate(&self, body: &Value) -> Call<'_> {
        self.post("/api/generateDocument", body.to_string()).header("content-type", "application/json")
    }

    /// `generateDocumentsBulk` with a JSON body.
    fn bulk(&self, body: &Value) -> Call<'_> {
        self.post("/api/generateDocumentsBulk", body.to_string()).header("content-type", "application/json")
    }

    /// Works off the next message of the queue, as a worker does. `None` when there is none.
    async fn step(&self, deadline: Deadline) -> Option<(Delivery, Result<Step, Problem>)> {
        let now = Timestamp::now();
        let later = now + SignedDuration::from_secs(600);
        let mut taken = self.store.take(Suspicion::Ordinary, now, later).await.unwrap();
        if taken.is_none() {
            taken = self.store.take(Suspicion::Suspect, now, later).await.unwrap();
        }
        let delivery = taken?;
        let step = self.service.jobs().step(delivery.job, delivery.task, delivery.attempt, deadline).await;
        match step {
            Ok(Step::Done) => self.store.finish(delivery).await.unwrap(),
            Ok(Step::HandBack) => self.store.hand_back(delivery, now).await.unwrap(),
            _ => self.store.put_back(delivery, now).await.unwrap(),
        }
        Some((delivery, step))
    }

    /// Works off the whole queue.
    async fn work(&self) {
        while self.step(Deadline::after(Duration::from_secs(60))).await.is_some() {}
    }

    /// Starts a job, which must be accepted.
    async fn start(&self, body: &Value) -> String {
        let reply = self.bulk(body).send().await;
        assert_eq!(reply.status(), 202, "{:?}", reply.body());
        json(&reply)["jobId"].as_str().unwrap().to_owned()
    }

    /// A job as its caller sees it.
    async fn job(&self, id: &str) -> Value {
        json(&self.get(&format!("/api/bulkGenerationJobs/{id}")).header("host", "docs.example").send().await)
    }

    /// The names and bytes of the entries of a job's archive.
    async fn entries(&self, id: &str) -> Vec<(String, Vec<u8>)> {
        let id = JobId(id.parse().unwrap());
        let bytes = self.store.read_archive(id, 0, 100 << 20).await.unwrap().unwrap();
        let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        (0..archive.len())
            .map(|index| {
                let mut entry = archive.by_index(index).unwrap();
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).unwrap();
                (entry.name().unwrap().into_owned(), bytes)
            })
            .collect()
    }

    fn call(&self, method: Method, uri: &str) -> Call<'_> {
        let builder = http::Request::builder().method(method).uri(uri).header("x-functions-key", &self.key);
        Call { service: &self.service, builder, body: Bytes::new() }
    }
}

/// A request on its way.
struct Call<'a> {
    service: &'a Service,
    builder: Builder,
    body: Bytes,
}

impl Call<'_> {
    fn header(self, name: &str, value: &str) -> Self {
        Call { builder: self.builder.header(name, value), ..self }
    }

    /// Sends another key, or none.
    fn key(mut self, key: Option<&str>) -> Self {
        let headers = self.builder.headers_mut().unwrap();
        headers.remove("x-functions-key");
        if let Some(key) = key {
            headers.insert("x-functions-key", key.parse().unwrap());
        }
        self
    }

    /// Goes the way that a home goes.
    async fn send(self) -> Response {
        let (parts, ()) = self.builder.body(()).unwrap().into_parts();
        let (service, body) = (self.service, self.body);
        let head = service.addressed(Head::new(&parts, "request-1"));
        let made = async {
            let admitted = service.admit(&head).await?;
            let request = service.receive(admitted, &head, body.into()).await?;
            let result = service.templates().told(&head, dispatch(service, request).await).await;
            service.events().record(&head, &result).await;
            result
        };
        // On the heap: a test that sends many requests holds the state of each.
        let result = Box::pin(made).await;
        finish(&head, result)
    }

    /// What is decided before the body is read.
    async fn admit(self) -> Result<(), Problem> {
        let (parts, ()) = self.builder.body(()).unwrap().into_parts();
        self.service.admit(&Head::new(&parts, "request-1")).await.map(|_| ())
    }
}

/// A small document with one paragraph for each text.
fn docx(texts: &[&str]) -> Vec<u8> {
    let mut document = Docx::new();
    for text in texts {
        document = document.add_paragraph(Paragraph::new().add_run(Run::new().add_text(*text)));
    }
    let mut file = Cursor::new(Vec::new());
    document.build().pack(&mut file).unwrap();
    file.into_inner()
}

/// The text of an entry of a package.
fn entry_text(package: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(package)).unwrap();
    let mut text = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

fn json(response: &Response) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

/// The `code` of a problem.
fn code(response: &Response) -> String {
    json(response)["code"].as_str().unwrap().to_owned()
}

/// A whole answer as text: status, headers, body; times taken out.
fn whole(response: &Response) -> String {
    let mut text = format!("{}\n", response.status());
    // What all answers tell browsers alike is no part of any one of them.
    let alike = ["content-security-policy", "referrer-policy"];
    for (name, value) in response.headers().iter().filter(|(name, _)| !alike.contains(&name.as_str())) {
        // A template's state holds the time at which it was made.
        let value = if name == "etag" { "[state]" } else { value.to_str().unwrap() };
        text += &format!("{name}: {value}\n");
    }
    text.push('\n');
    match serde_json::from_slice::<Value>(response.body()) {
        Ok(mut body) => {
            redact(&mut body);
            text += &serde_json::to_string_pretty(&body).unwrap();
        }
        Err(_) => text += &format!("({} ...)", String::from_utf8_lossy(&response.body()[..4]).escape_debug()),
    }
    text
}

fn redact(value: &mut Value) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                match name.as_str() {
                    "createdAt" | "updatedAt" => {
                        value.as_str().unwrap().parse::<Timestamp>().unwrap();
                        *value = "[time]".into();
                    }
                    "month" => *value = "[month]".into(),
                    "storageBytes" if value.is_number() => *value = "[bytes]".into(),
                    _ => redact(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(redact),
        _ => {}
    }
}
