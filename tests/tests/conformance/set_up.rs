//! A store is made twice and checked, on the servers as they are, and on engines that know less: each feature is missing once.

use async_trait::async_trait;
use platen_service::config::AwsSettings;
use platen_store_aws::setup::{Engine, Made, Reach, SetUp, Without};
use platen_tests::aws::{Aws, sdk_config};
use platen_tests::client;
use platen_tests::fault_proxy::{Asked, FaultProxy, Lack};

use crate::home::run;

/// Links are called as a browser calls them.
struct Plain;

fn call(method: http::Method, url: &str, body: &'static [u8]) -> client::Reply {
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let (address, path) = (address.to_owned(), format!("/{path}"));
    // The client has a runtime of its own.
    std::thread::spawn(move || client::send(&address, method, &path, &[], body)).join().unwrap()
}

#[async_trait]
impl Reach for Plain {
    async fn put(&self, url: &str, bytes: &'static [u8]) -> Result<u16, String> {
        Ok(call(http::Method::PUT, url, bytes).status.as_u16())
    }

    async fn get(&self, url: &str) -> Result<(u16, String, Vec<u8>), String> {
        let reply = call(http::Method::GET, url, b"");
        Ok((reply.status.as_u16(), reply.header("content-disposition").to_owned(), reply.body.to_vec()))
    }
}

fn named(aws: &Aws, name: &str) -> AwsSettings {
    let queue = |end: &str| format!("{name}-{end}");
    AwsSettings {
        table: name.to_owned(),
        secrets_table: Some(format!("{name}-secrets")),
        templates_bucket: format!("{name}-templates"),
        jobs_bucket: format!("{name}-jobs"),
        render_queue_url: queue("render"),
        assemble_queue_url: queue("assemble"),
        cut_queue_url: queue("cut"),
        intake_queue_url: Some(queue("intake")),
        callback_queue_url: Some(queue("callbacks")),
        render_dead_letters_url: Some(queue("render-dead-letters")),
        assemble_dead_letters_url: Some(queue("assemble-dead-letters")),
        intake_dead_letters_url: Some(queue("intake-dead-letters")),
        callback_dead_letters_url: Some(queue("callback-dead-letters")),
        ..aws.settings().clone()
    }
}

#[test]
fn a_store_is_made_once_and_has_what_the_service_needs() {
    let aws = Aws::start();
    let set_up = SetUp::new(aws.config(), &named(&aws, "several"));
    run(async {
        let first = set_up.create().await.unwrap();
        let of = |what: &str| first.iter().filter(|part| part.name.starts_with(what)).count();
        assert_eq!((of("table "), of("bucket "), of("queue ")), (2, 2, 9));
        let essential =
            |name: &str| ["table ", "bucket ", "queue "].iter().any(|what| name.starts_with(what));
        assert!(
            first.iter().filter(|part| essential(&part.name)).all(|part| part.made == Made::New),
            "{first:?}"
        );
        let again = set_up.create().await.unwrap();
        assert!(
            again.iter().filter(|part| essential(&part.name)).all(|part| part.made == Made::Known),
            "{again:?}"
        );
        let findings = set_up.check(&Plain).await.unwrap();
        let refused: Vec<_> = findings.iter().filter(|finding| finding.is_refused()).collect();
        assert!(refused.is_empty(), "{refused:?}");
        let place = set_up.place(Engine::S3);
        assert_eq!(place, format!("http://{}", aws.address()));
    });
}

#[test]
fn a_store_that_was_not_made_is_told_from_one_that_lacks_something() {
    let aws = Aws::start();
    let set_up = SetUp::new(aws.config(), &named(&aws, "nowhere"));
    run(async {
        let error = set_up.check(&Plain).await.unwrap_err().to_string();
        assert!(error.contains("nowhere") || error.contains("ResourceNotFound"), "{error}");
    });
}

const UNKNOWN: (u16, &str) =
    (400, r#"{"__type":"com.amazonaws#UnknownOperationException","message":"this engine does not know it"}"#);
const NOT_IMPLEMENTED: (u16, &str) =
    (501, "<Error><Code>NotImplemented</Code><Message>this engine does not know it</Message></Error>");
const FORBIDDEN: (u16, &str) =
    (403, "<Error><Code>SignatureDoesNotMatch</Code><Message>it does not</Message></Error>");

fn is(asked: &Asked<'_>, operation: &str) -> bool {
    asked.target.ends_with(&format!(".{operation}"))
}

fn s3(asked: &Asked<'_>, method: &str, within: &str) -> bool {
    asked.target.is_empty() && asked.line.starts_with(method) && asked.line.contains(within)
}

/// An engine that lacks one feature, and the feature's name.
const ENGINES: [(&str, Lack); 12] = [
    ("writes by a condition, and the record that refused one", |asked| {
        (is(asked, "PutItem") && asked.body.contains("ConditionExpression")).then_some((200, "{}"))
    }),
    ("consistent reads in the order of keys", |asked| {
        (is(asked, "Query") && asked.body.contains("BETWEEN")).then_some((200, r#"{"Items":[],"Count":0}"#))
    }),
    ("transactions of 100 records, each counted once", |asked| {
        is(asked, "TransactWriteItems").then_some(UNKNOWN)
    }),
    ("sets of numbers", |asked| {
        (is(asked, "UpdateItem") && asked.body.contains("ADD begun")).then_some(UNKNOWN)
    }),
    ("time to live of records", |asked| is(asked, "DescribeTimeToLive").then_some(UNKNOWN)),
    ("objects with metadata, ranges of them, and lists", |asked| {
        s3(asked, "GET", "list-type=2").then_some(NOT_IMPLEMENTED)
    }),
    ("uploads in parts", |asked| s3(asked, "POST", "uploads").then_some(NOT_IMPLEMENTED)),
    ("signed links to fetch under a name", |asked| {
        s3(asked, "GET", "response-content-disposition").then_some(FORBIDDEN)
    }),
    ("signed links to write, with headers", |asked| s3(asked, "PUT", "X-Amz-Signature").then_some(FORBIDDEN)),
    ("messages that are hidden, shown again and counted", |asked| {
        is(asked, "ChangeMessageVisibility").then_some(UNKNOWN)
    }),
    ("group ids on standard queues", |asked| {
        (is(asked, "SendMessageBatch") && asked.body.contains("MessageGroupId")).then_some(UNKNOWN)
    }),
    ("dead letters after some deliveries", |asked| is(asked, "SetQueueAttributes").then_some((200, "{}"))),
];

#[test]
fn an_engine_that_lacks_a_feature_is_refused_by_its_name() {
    let aws = Aws::start();
    let settings = named(&aws, "several");
    run(async {
        SetUp::new(aws.config(), &settings).create().await.unwrap();
        let checks = ENGINES.map(|(name, lack)| {
            let (address, settings) = (aws.address(), settings.clone());
            tokio::spawn(async move {
                let proxy =
                    tokio::task::spawn_blocking(move || FaultProxy::lacking(address, lack)).await.unwrap();
                let set_up = SetUp::new(&sdk_config(&proxy.endpoint()), &settings);
                let findings = set_up.check(&Plain).await.unwrap();
                // A runtime does not end within another one.
                tokio::task::spawn_blocking(move || drop(proxy)).await.unwrap();
                (name, findings)
            })
        });
        for check in checks {
            let (name, findings) = check.await.unwrap();
            let found = findings.iter().find(|finding| finding.feature.name == name).unwrap();
            assert!(found.lacks.is_some(), "{name} is taken for granted");
            assert_eq!(found.is_refused(), matches!(found.feature.without, Without::Refused(_)));
            let engine = found.feature.engine;
            let others = findings.iter().filter(|other| other.is_refused() && other.feature.engine != engine);
            assert_eq!(others.count(), 0, "{name}: another engine is blamed: {findings:?}");
        }
    });
}
