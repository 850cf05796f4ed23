//! What a subscription stores is counted to the byte, and bounded.

use std::fs;
use std::path::Path;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_docx::Warnings;
use platen_service::ids::{JobId, UploadId};
use platen_service::jobs::{ArchiveKind, JobStore, Made, NewJob, Part};
use platen_service::links::BaseUrl;
use platen_service::plan::Plan;
use platen_service::storage::{Storage, StoredBytes};
use platen_service::store::{StoreError, SubscriptionStore, TemplateStore};
use platen_service::subscriptions::Subscription;
use platen_service::uploads::UploadStore;
use platen_store_embedded::{EmbeddedStore, Settings};
use tempfile::TempDir;
use uuid::Uuid;

use super::jobs::{JOB, new_job};
use super::{Home, home, subscription, template, tenant, version};

/// Bytes of all files below a folder.
fn bytes_in(folder: &Path) -> u64 {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| if path.is_dir() { bytes_in(&path) } else { path.metadata().unwrap().len() })
        .sum()
}

/// What lies on the disk is what is counted; each version has two bytes of remarks, `[]`.
async fn stored(home: &Home, versions: u64) -> StoredBytes {
    let stored = home.store.stored(tenant(1)).await.unwrap();
    let lies = |name: &str| bytes_in(&home.folder.path().join(name));
    assert_eq!(
        (stored.templates, stored.uploads, stored.jobs),
        (lies("packages") + 2 * versions, lies("uploads"), lies("jobs")),
    );
    stored
}

async fn allow(store: &EmbeddedStore, storage_bytes: Option<u64>) {
    let plan = Plan { storage_bytes, ..Plan::default() };
    store.put_subscription(&Subscription { plan, ..subscription(1) }).await.unwrap();
}

/// The limit that was hit, what is in use and what more was needed.
fn limit(error: StoreError) -> (&'static str, u64, u64, u64) {
    match error {
        StoreError::Limit { limit, used, wanted, allowed } => (limit, used, wanted, allowed),
        other => panic!("{other}"),
    }
}

async fn upload(store: &EmbeddedStore, id: UploadId, bytes: usize) -> Result<(), StoreError> {
    let mut upload = store.receive(id, Some("text/csv"), None).await.unwrap().unwrap();
    upload.write(Bytes::from(vec![b'u'; bytes])).await?;
    upload.finish().await
}

async fn ticket(store: &EmbeddedStore, most_open: u32) -> Result<UploadId, StoreError> {
    let base = BaseUrl::parse("http://localhost").unwrap();
    let (id, until) = (UploadId(Uuid::new_v4()), Timestamp::now() + SignedDuration::from_hours(1));
    store.new_upload(tenant(1), id, &base, until, most_open).await.map(|_| id)
}

#[tokio::test]
async fn templates_count_by_version_until_they_are_removed() {
    let home = home();
    allow(&home.store, Some(30)).await;
    let add = async |content| home.store.add_version(tenant(1), version(template(1), "L", content)).await;
    add(Some("0123456789")).await.unwrap();
    add(Some("0123456789")).await.unwrap();
    assert_eq!(stored(&home, 1).await.total(), 12, "the same file again is nothing more");
    add(None).await.unwrap();
    assert_eq!(stored(&home, 2).await.total(), 14, "a rejected file is not kept");
    let error = add(Some("0123456789abcde")).await.unwrap_err();
    assert_eq!(limit(error), ("storage_bytes", 14, 17, 30));
    assert_eq!(stored(&home, 2).await.total(), 14, "and nothing of it");
    add(Some("0123456789abcd")).await.unwrap();
    assert_eq!(stored(&home, 3).await.total(), 30);
    // Other tenants have their own.
    home.store.add_version(tenant(2), version(template(1), "L", Some("x"))).await.unwrap();
    assert!(home.store.remove(tenant(2), template(1), None).await.unwrap());
    assert!(home.store.remove(tenant(1), template(1), None).await.unwrap());
    assert_eq!(stored(&home, 0).await, StoredBytes::default());
}

#[tokio::test]
async fn uploads_count_from_their_first_byte() {
    let home = home();
    allow(&home.store, Some(100)).await;
    let (one, two) = (ticket(&home.store, 9).await.unwrap(), ticket(&home.store, 9).await.unwrap());
    let mut coming = home.store.receive(one, None, None).await.unwrap().unwrap();
    coming.write(Bytes::from_static(&[b'u'; 60])).await.unwrap();
    assert_eq!(limit(upload(&home.store, two, 41).await.unwrap_err()), ("storage_bytes", 60, 41, 100));
    drop(coming);
    upload(&home.store, two, 100).await.unwrap();
    assert_eq!(stored(&home, 0).await.uploads, 100);
    // One that is replaced takes the room of both while it comes in.
    assert!(upload(&home.store, two, 1).await.is_err());
    allow(&home.store, None).await;
    upload(&home.store, two, 7).await.unwrap();
    assert_eq!(stored(&home, 0).await.uploads, 7);
}

#[tokio::test]
async fn open_tickets_are_bounded() {
    let home = home();
    allow(&home.store, None).await;
    let first = ticket(&home.store, 2).await.unwrap();
    ticket(&home.store, 2).await.unwrap();
    assert_eq!(limit(ticket(&home.store, 2).await.unwrap_err()), ("open_uploads", 2, 1, 2));
    upload(&home.store, first, 1).await.unwrap();
    ticket(&home.store, 2).await.unwrap();
}

/// Starts the job with this many bytes of items and a template of seven.
async fn start(store: &EmbeddedStore, job: JobId, items: usize) -> Result<bool, StoreError> {
    let mut new = store.new_items(tenant(1), job).await?;
    // An array of one item.
    new.chunk(vec![Bytes::from(vec![b'1'; items - 2])]).await?;
    let NewJob { mut record, .. } = new_job(None);
    (record.job_id, record.progress.total) = (job, 1);
    new.create(NewJob { record, ..new_job(None) }).await
}

#[tokio::test]
async fn a_job_counts_with_all_its_files() {
    let home = home();
    allow(&home.store, Some(1_000)).await;
    assert_eq!(limit(start(&home.store, JOB, 995).await.unwrap_err()), ("storage_bytes", 995, 7, 1_000));
    assert_eq!(stored(&home, 0).await.jobs, 0);
    assert!(start(&home.store, JOB, 93).await.unwrap());
    assert_eq!(stored(&home, 0).await.jobs, 100);
    let document = |bytes| Made {
        index: 0,
        file_name: "a".to_owned(),
        bytes: vec![1; bytes].into(),
        crc32: 0,
        warnings: Warnings::default(),
    };
    let mut results = home.store.new_results(JOB, Part::chunk(0)).await.unwrap();
    assert_eq!(limit(results.put(document(901)).await.unwrap_err()), ("storage_bytes", 100, 901, 1_000));
    drop(results);
    let mut results = home.store.new_results(JOB, Part::chunk(0)).await.unwrap();
    results.put(document(500)).await.unwrap();
    assert!(results.settle(Vec::new(), Vec::new()).await.unwrap());
    assert_eq!(stored(&home, 0).await.jobs, 600);
    // An archive has the size of its documents: one that cannot fit is not begun.
    let error = home.store.new_archive(JOB, ArchiveKind::Zip).await.err().unwrap();
    assert_eq!(limit(error), ("storage_bytes", 600, 500, 1_000));
    allow(&home.store, Some(1_200)).await;
    let mut archive = home.store.new_archive(JOB, ArchiveKind::Zip).await.unwrap();
    assert!(start(&home.store, JobId(Uuid::from_u128(10)), 94).await.is_err(), "its room is taken");
    archive.write(Bytes::from(vec![1; 550])).await.unwrap();
    let (now, later) = (Timestamp::now(), Timestamp::now() + SignedDuration::from_hours(1));
    assert!(archive.complete(now, later).await.unwrap());
    assert_eq!(stored(&home, 0).await.jobs, 550, "the archive alone is left");
    let other = JobId(Uuid::from_u128(10));
    assert!(start(&home.store, other, 93).await.unwrap());
    home.store.cancel_job(tenant(1), other, now).await.unwrap();
    assert_eq!(home.store.stored(tenant(1)).await.unwrap().jobs, 550, "a job that ended frees its files");
}

#[tokio::test]
async fn an_almost_full_disk_takes_nothing_new_and_gives_what_is_there() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    store.put_subscription(&subscription(1)).await.unwrap();
    assert!(store.disk().unwrap().lets_jobs_run());
    assert!(start(&store, JOB, 10).await.unwrap());
    let open = ticket(&store, 9).await.unwrap();
    drop(store);
    let reserve = Settings { disk_reserve_bytes: Some(u64::MAX), ..Settings::default() };
    let store = EmbeddedStore::open_with(folder.path(), &reserve).unwrap();
    assert!(store.disk().unwrap().is_low && !store.disk().unwrap().lets_jobs_run());
    for refused in [
        upload(&store, open, 1).await,
        start(&store, JobId(Uuid::from_u128(10)), 10).await.map(|_| ()),
        store.new_archive(JOB, ArchiveKind::Zip).await.map(|_| ()),
    ] {
        assert!(matches!(refused, Err(StoreError::DiskLow { reserve: u64::MAX, .. })), "{refused:?}");
    }
    assert_eq!(store.job_template(JOB).await.unwrap(), "package");
    store.count_documents(tenant(1), "2026-11", 1).await.unwrap();
}
