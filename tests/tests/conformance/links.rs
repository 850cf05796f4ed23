//! Links to objects in S3: whoever has one needs no key, for that one object, method and time.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use aws_sdk_s3::config::{Credentials, SharedCredentialsProvider};
use http::Method;
use jiff::{SignedDuration, Timestamp};
use platen_service::config::AwsSettings;
use platen_service::format::Format;
use platen_service::ids::UploadId;
use platen_service::jobs::{ArchiveKind, Part, Task};
use platen_service::links::BaseUrl;
use platen_service::uploads::{Upload, UploadStore};
use platen_store_aws::AwsStore;
use platen_tests::aws::{ACCESS_KEY, Aws, SECRET_KEY};
use platen_tests::client::{Reply, send};
use uuid::Uuid;

use crate::home::{Home, at, on_aws, run, template, tenant};
use crate::jobs::{job_id, record, settle, start};

fn base() -> BaseUrl {
    BaseUrl::parse("https://nobody.example").unwrap()
}

/// Uses a link as any program would that speaks HTTP.
async fn follow(method: Method, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let (address, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let (address, path, body) = (address.to_owned(), format!("/{path}"), body.to_vec());
    let headers: Vec<(String, String)> =
        headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let sent = move || {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(n, v)| (n.as_str(), v.as_str())).collect();
        send(&address, method, &path, &headers, body)
    };
    tokio::task::spawn_blocking(sent).await.unwrap()
}

async fn complete_job(home: &Home) {
    let jobs = &home.stores.jobs;
    assert!(start(home, record(job_id(1), tenant(1), template(1), 1, 5)).await);
    assert!(settle(home, job_id(1), Part::chunk(0), &[0], &[]).await);
    jobs.queue_next(job_id(1), Task::Render(Part::chunk(0))).await.unwrap();
    let mut archive = jobs.new_archive(job_id(1), ArchiveKind::Zip).await.unwrap();
    archive.write("PK archive".into()).await.unwrap();
    assert!(archive.complete(at(70), at(1_000)).await.unwrap());
}

/// Callers may know S3 by another address than the processes do: links lead there, and are signed for it.
#[test]
fn links_lead_to_the_address_that_callers_reach() {
    let aws = Aws::start();
    let near = aws.address().to_string();
    let public = near.replace("127.0.0.1", "localhost");
    let settings =
        AwsSettings { s3_public_url: BaseUrl::parse(&format!("http://{public}")), ..aws.settings().clone() };
    let store = AwsStore::new(aws.config(), &settings);
    run(async {
        let (upload, until) = (UploadId(Uuid::from_u128(9)), Timestamp::now() + SignedDuration::from_mins(1));
        let ticket = store.new_upload(tenant(1), upload, &base(), until, 100).await.unwrap();
        assert!(ticket.url.starts_with(&format!("http://{public}/")), "{}", ticket.url);
        assert_eq!(follow(Method::PUT, &ticket.url, &[], b"[]").await.status.as_u16(), 200);
        let elsewhere = ticket.url.replace(&public, &near);
        assert_eq!(follow(Method::PUT, &elsewhere, &[], b"[]").await.status.as_u16(), 403, "it is signed");
    });
}

#[test]
fn a_link_opens_its_archive_and_nothing_else_and_not_for_long() {
    on_aws(|home| async move {
        complete_job(&home).await;
        let jobs = &home.stores.jobs;
        let job = jobs.any_job(job_id(1)).await.unwrap().unwrap();
        let link_for = async |seconds| {
            let until = Timestamp::now() + SignedDuration::from_secs(seconds);
            (jobs.archive_link(&job, "Žofie.zip", &base(), until).await.unwrap(), until)
        };
        let (link, until) = link_for(600).await;
        assert!(link.expires_at <= until && link.expires_at > until - SignedDuration::from_secs(30));
        let (_, life) = link.url.split_once("X-Amz-Expires=").unwrap();
        let life: u32 = life.split('&').next().unwrap().parse().unwrap();
        assert!((570..=600).contains(&life), "{}", link.url);
        assert!(link.url.contains("response-content-disposition=attachment"), "{}", link.url);

        let good = follow(Method::GET, &link.url, &[], b"").await;
        assert_eq!((good.status.as_u16(), &good.body[..]), (200, &b"PK archive"[..]));
        let part = follow(Method::GET, &link.url, &[("range", "bytes=3-")], b"").await;
        assert_eq!((part.status.as_u16(), &part.body[..]), (206, &b"archive"[..]), "a download can go on");
        for method in [Method::PUT, Method::DELETE] {
            assert_eq!(follow(method, &link.url, &[], b"").await.status.as_u16(), 403);
        }
        let other_job = link.url.replace(&job_id(1).to_string(), &job_id(2).to_string());
        let longer = link.url.replace("X-Amz-Expires=", "X-Amz-Expires=9");
        let shown = link.url.replace("attachment", "inline");
        let unsigned = link.url.split('?').next().unwrap().to_owned();
        let mut forged = link.url.clone().into_bytes();
        let digit = link.url.find("X-Amz-Signature=").unwrap() + 20;
        forged[digit] = if forged[digit] == b'0' { b'1' } else { b'0' };
        for changed in [other_job, longer, shown, unsigned, String::from_utf8(forged).unwrap()] {
            assert_ne!(changed, link.url);
            assert_eq!(follow(Method::GET, &changed, &[], b"").await.status.as_u16(), 403, "{changed}");
        }

        let (brief, _) = link_for(1).await;
        tokio::time::sleep(Duration::from_millis(2_100)).await;
        assert_eq!(follow(Method::GET, &brief.url, &[], b"").await.status.as_u16(), 403, "it has run out");
    });
}

/// A link dies with the session that signed it, whatever it says of itself.
#[test]
fn a_link_is_promised_no_longer_than_the_session_of_its_credentials() {
    let aws = Arc::new(Aws::start());
    let hours = |hours| SignedDuration::from_hours(hours);
    // The end of the session, whether there is one, and how long a link of ten hours may be promised.
    for (session, has_token, most) in [
        (Some(SignedDuration::from_mins(2)), true, SignedDuration::from_mins(2)),
        (Some(hours(5)), true, hours(5)),
        (None, true, hours(1)),
        (None, false, hours(10)),
    ] {
        let now = Timestamp::now();
        let token = has_token.then(|| "token".to_owned());
        let end = session.map(|session| SystemTime::from(now + session));
        let credentials = Credentials::new(ACCESS_KEY, SECRET_KEY, token, end, "tests");
        let provider = SharedCredentialsProvider::new(credentials);
        let config = aws.config().to_builder().credentials_provider(provider).build();
        let store = AwsStore::new(&config, aws.settings());
        run(async move {
            let upload = UploadId(Uuid::from_u128(9));
            let link = store.new_upload(tenant(1), upload, &base(), now + hours(10), 100).await.unwrap();
            let promised = link.expires_at.duration_since(now);
            assert!(
                promised < most + SignedDuration::from_secs(1)
                    && promised > most - SignedDuration::from_secs(30),
                "{promised} of {most}"
            );
            let (_, life) = link.url.split_once("X-Amz-Expires=").unwrap();
            let life: i64 = life.split('&').next().unwrap().parse().unwrap();
            assert!(SignedDuration::from_secs(life) <= most, "{life} s of {most}");
        });
    }
}

#[test]
fn the_archive_of_a_job_that_merges_is_a_pdf() {
    on_aws(|home| async move {
        let jobs = &home.stores.jobs;
        let mut merging = record(job_id(1), tenant(1), template(1), 1, 5);
        (merging.settings.merge, merging.settings.format) = (true, Format::Pdf);
        assert!(start(&home, merging).await);
        assert!(settle(&home, job_id(1), Part::chunk(0), &[0], &[]).await);
        // One that is put whole, and one that comes in parts.
        for bytes in [8, 9 << 20] {
            let mut archive = jobs.new_archive(job_id(1), ArchiveKind::Merged(Format::Pdf)).await.unwrap();
            archive.write(vec![b'%'; bytes].into()).await.unwrap();
            archive.complete(at(70), at(1_000)).await.unwrap();
            let job = jobs.any_job(job_id(1)).await.unwrap().unwrap();
            let until = Timestamp::now() + SignedDuration::from_secs(60);
            let link = jobs.archive_link(&job, "Letter.pdf", &base(), until).await.unwrap();
            let reply = follow(Method::GET, &link.url, &[], b"").await;
            assert_eq!((reply.header("content-type"), reply.body.len()), ("application/pdf", bytes));
            assert!(reply.header("content-disposition").contains("Letter.pdf"));
            assert_eq!(jobs.read_archive(job_id(1), 0, 1).await.unwrap().unwrap(), "%");
        }
    });
}

#[test]
fn an_upload_arrives_by_its_ticket() {
    on_aws(|home| async move {
        let uploads = &home.stores.uploads;
        let upload = UploadId(Uuid::from_u128(9));
        assert_eq!(uploads.upload(tenant(1), upload).await.unwrap(), None);
        let until = Timestamp::now() + SignedDuration::from_secs(60);
        let link = uploads.new_upload(tenant(1), upload, &base(), until, 100).await.unwrap();
        let headers = [("content-type", "application/jsonl"), ("content-encoding", "gzip")];
        let put = follow(Method::PUT, &link.url, &headers, b"{}\n{}\n").await;
        assert_eq!(put.status.as_u16(), 200, "{:?}", put.body);
        assert_eq!(follow(Method::GET, &link.url, &[], b"").await.status.as_u16(), 403, "it only takes");
        let found = uploads.upload(tenant(1), upload).await.unwrap();
        let arrived = Upload {
            bytes: 6,
            content_type: Some("application/jsonl".to_owned()),
            content_encoding: Some("gzip".to_owned()),
        };
        assert_eq!(found, Some(arrived));
        assert_eq!(uploads.upload(tenant(2), upload).await.unwrap(), None);
        let read = |offset, most| uploads.read_upload(tenant(1), upload, offset, most);
        assert_eq!(read(0, 100).await.unwrap(), "{}\n{}\n");
        assert_eq!(read(3, 2).await.unwrap(), "{}");
        assert_eq!(read(6, 5).await.unwrap(), "");
        assert!(uploads.receive(upload, None, None).await.unwrap().is_none(), "S3 takes the bytes in");
    });
}

#[test]
fn a_lent_reply_is_fetched_by_its_link() {
    let aws = Arc::new(Aws::start());
    let store = AwsStore::new(aws.config(), aws.settings());
    run(async move {
        let url =
            store.lend("%PDF".into(), "application/pdf", Some("attachment; filename=a.pdf")).await.unwrap();
        let reply = follow(Method::GET, &url, &[], b"").await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/pdf"));
        assert_eq!(&reply.body[..], b"%PDF");
        let other = store.lend("%PDF".into(), "application/pdf", None).await.unwrap();
        assert_ne!(url.split('?').next(), other.split('?').next());
    });
}

#[test]
fn a_refused_message_is_kept_with_the_reason() {
    let aws = Arc::new(Aws::start());
    let store = AwsStore::new(aws.config(), aws.settings());
    run(async {
        store.refuse_intake("{not json", &"ü".repeat(2_000)).await.unwrap();
        let queue = aws.settings().intake_dead_letters_url.clone().unwrap();
        let kept = aws.drain(&queue).await;
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].body.as_deref(), Some("{not json"));
        let reason = kept[0].message_attributes.as_ref().unwrap()["reason"].string_value.clone().unwrap();
        assert_eq!(reason, "ü".repeat(500));
        let bare = AwsStore::new(
            aws.config(),
            &platen_service::config::AwsSettings { intake_dead_letters_url: None, ..aws.settings().clone() },
        );
        bare.refuse_intake("x", "y").await.unwrap();
        assert!(aws.drain(&queue).await.is_empty());
    });
}
