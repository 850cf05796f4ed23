//! A job's life in the store: whatever is delivered, doubled, killed or canceled, in any order.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_docx::{Missing, Warnings};
use platen_service::format::Format;
use platen_service::ids::{JobId, TemplateId};
use platen_service::jobs::{
    ArchiveKind, Deliveries, Failure, JobRecord, JobStore, Made, NewJob, Part, Pending, Progress, Settings,
    Status, Task,
};
use platen_store_embedded::{EmbeddedStore, QUIET, Suspicion};
use proptest::prelude::*;
use tempfile::TempDir;
use tokio::time::timeout;
use uuid::Uuid;

use super::tenant;

pub const JOB: JobId = JobId(Uuid::from_u128(9));
const CHUNKS: u32 = 3;
const CHUNK_ITEMS: u32 = 4;
const ITEMS: u32 = CHUNKS * CHUNK_ITEMS - 1;

fn record() -> JobRecord {
    JobRecord {
        job_id: JOB,
        subscription: tenant(1),
        template_id: TemplateId(Uuid::from_u128(2)),
        template_version: 1,
        settings: Settings {
            template_name: "Letter".to_owned(),
            format: Format::Docx,
            file_name: None,
            missing: Missing::Error,
            locale: None,
            today: None,
            controls: Default::default(),
            error_data: false,
            watermark: None,
            conformance: None,
            signature: None,
            stamp: None,
            pages: None,
            forms: false,
            update_fields: None,
            wraps: false,
            merge: false,
            e_invoice: false,
            single: false,
            templates: Vec::new(),
            files_bytes: None,
            callback_url: None,
            tells: false,
            labels: None,
            callback_base: None,
            trace: None,
            delivers: false,
            emails: false,
        },
        chunk_items: CHUNK_ITEMS,
        progress: Progress::new(ITEMS),
        warned: 0,
        started_at: Timestamp::UNIX_EPOCH,
        ended_at: None,
        archive_bytes: None,
        archive_expires_at: None,
        error: None,
        deliveries: Deliveries::default(),
    }
}

pub fn new_job(password: Option<&str>) -> NewJob {
    let template = Bytes::from_static(b"package");
    NewJob {
        record: record(),
        template,
        protection: password.map(|text| text.to_owned().into()),
        addresses: password.map(|text| format!("https://{text}.example").into()),
        cutting: None,
    }
}

async fn create(store: &EmbeddedStore) {
    assert!(try_create(store).await);
}

async fn try_create(store: &EmbeddedStore) -> bool {
    let mut items = store.new_items(tenant(1), JOB).await.unwrap();
    let all: Vec<Bytes> = (0..ITEMS).map(|index| format!("{{\"n\":{index}}}").into()).collect();
    for chunk in all.chunks(CHUNK_ITEMS as usize) {
        items.chunk(chunk.to_vec()).await.unwrap();
    }
    items.create(new_job(Some("sesame"))).await.unwrap()
}

fn made(index: u32, by: u8) -> Made {
    Made {
        index,
        file_name: format!("{index}.docx"),
        bytes: vec![by; 10 + index as usize].into(),
        crc32: 0,
        warnings: Warnings::default(),
    }
}

/// Renders a part as a worker does. Of its items `failing` fail and `rest` are left.
async fn render(store: &EmbeddedStore, part: Part, by: u8, failing: u32, rest: u32) -> bool {
    let Some(Pending { items, .. }) = store.pending_items(JOB, part).await.unwrap() else { return false };
    let rest = if part.item.is_some() { 0 } else { rest };
    let (mut failures, mut left) = (Vec::new(), Vec::new());
    let mut results = store.new_results(JOB, part).await.unwrap();
    for (at, (index, item)) in (0u32..).zip(&items) {
        assert_eq!(item, &format!("{{\"n\":{index}}}"), "the item of its index");
        if at < rest {
            left.push(*index);
        } else if at < rest + failing {
            failures.push(Failure { index: *index, file_name: None, error: format!("by {by}") });
        } else {
            results.put(made(*index, by)).await.unwrap();
        }
    }
    results.settle(failures, left).await.unwrap()
}

/// Every item that has a result, and what it is.
async fn results(store: &EmbeddedStore) -> BTreeMap<u32, Result<Bytes, String>> {
    let mut all = BTreeMap::new();
    for chunk in 0.. {
        let Some(documents) = store.documents_of(JOB, chunk..chunk + 1).await.unwrap() else { break };
        for entry in documents {
            let length = 10 + entry.index as usize;
            let bytes = store.read_documents(JOB, &entry, 0, length).await.unwrap();
            assert_eq!((bytes.len(), entry.bytes), (length, length as u64));
            all.insert(entry.index, Ok(bytes));
        }
        for failure in store.failures_of(JOB, chunk..chunk + 1).await.unwrap().unwrap() {
            all.insert(failure.index, Err(failure.error));
        }
    }
    all
}

#[derive(Debug, Clone)]
enum Event {
    /// A part is delivered: its chunk and, perhaps, its item; so many items fail, so many are left.
    Render(u32, Option<u32>, u32, u32),
    /// Two workers at the same part; the slower one comes to its end too.
    Twice(u32),
    Assemble,
    Crash,
    Cancel,
    Fail,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        12 => (0..CHUNKS, 0..3u32, 0..3u32).prop_map(|(chunk, failing, rest)| Event::Render(chunk, None, failing, rest)),
        12 => (0..ITEMS, 0..2u32).prop_map(|(item, failing)| Event::Render(item / CHUNK_ITEMS, Some(item), failing, 0)),
        4 => (0..CHUNKS).prop_map(Event::Twice),
        4 => Just(Event::Assemble),
        2 => Just(Event::Crash),
        1 => Just(Event::Cancel),
        1 => Just(Event::Fail),
    ]
}

async fn run(events: Vec<Event>) {
    let folder = TempDir::new().unwrap();
    let mut store = EmbeddedStore::open(folder.path()).unwrap();
    create(&store).await;
    assert!(!try_create(&store).await, "the same request twice is one job");
    let (mut known, mut completions) = (BTreeMap::new(), 0);
    let later = Timestamp::now() + SignedDuration::from_hours(1);
    for (by, event) in (0u8..).zip(events) {
        let before = store.any_job(JOB).await.unwrap().unwrap();
        match event {
            Event::Render(chunk, item, failing, rest) => {
                render(&store, Part { chunk, item }, by, failing, rest).await;
            }
            Event::Twice(chunk) => {
                let part = Part::chunk(chunk);
                if store.pending_items(JOB, part).await.unwrap().is_none() {
                    assert!(!render(&store, part, by, 0, 0).await);
                    continue;
                }
                let mut slow = store.new_results(JOB, part).await.unwrap();
                slow.put(made(chunk * CHUNK_ITEMS, 255)).await.unwrap();
                assert!(render(&store, part, by, 0, 0).await);
                assert!(!slow.settle(Vec::new(), Vec::new()).await.unwrap(), "the first one's results stay");
            }
            Event::Assemble => {
                let mut archive = store.new_archive(JOB, ArchiveKind::Zip).await;
                if let Ok(archive) = &mut archive {
                    archive.write(Bytes::from_static(b"PK")).await.unwrap();
                }
                // The folder of a job that is over may be gone.
                if let Ok(archive) = archive {
                    completions += u32::from(archive.complete(later, later).await.unwrap());
                }
            }
            Event::Crash => {
                drop(store);
                store = EmbeddedStore::open(folder.path()).unwrap();
                store.recover(Timestamp::now()).await.unwrap();
            }
            Event::Cancel => drop(store.cancel_job(tenant(1), JOB, later).await.unwrap().unwrap()),
            Event::Fail => drop(store.fail_job(JOB, "no", later).await.unwrap()),
        }
        let after = store.any_job(JOB).await.unwrap().unwrap();
        let Progress { status, total, done, failed, .. } = after.progress;
        assert_eq!((done + failed + after.progress.pending(), total), (total, ITEMS));
        if before.progress.status.is_over() {
            assert_eq!(after, before, "nothing happens after the end");
            continue;
        }
        assert!(completions == u32::from(status == Status::Completed) && completions <= 1);
        if status.is_over() {
            assert!(store.job_protection(JOB).await.unwrap().is_none(), "it goes with the job");
            assert_eq!(store.read_archive(JOB, 0, 9).await.unwrap().is_some(), status == Status::Completed);
            continue;
        }
        let found = results(&store).await;
        assert_eq!(found.values().filter(|result| result.is_ok()).count() as u32, done);
        assert_eq!(found.values().filter(|result| result.is_err()).count() as u32, failed);
        assert!(
            known.iter().all(|(index, result)| found.get(index) == Some(result)),
            "a result never changes"
        );
        known = found;
        assert_eq!(store.backlog().await.unwrap(), u64::from(ITEMS - done - failed));
    }
    // Whatever happened, the queue holds what is needed to end the job, some of it after a while.
    let at = Timestamp::now() + SignedDuration::from_mins(1);
    for by in 100..200 {
        let ordinary = store.take(Suspicion::Ordinary, at, later).await.unwrap();
        let taken = match ordinary {
            Some(taken) => Some(taken),
            None => store.take(Suspicion::Suspect, at, later).await.unwrap(),
        };
        let Some(delivery) = taken else { break };
        match delivery.task {
            Task::Render(part) => {
                render(&store, part, by, 0, 0).await;
            }
            Task::Assemble => {
                store.new_archive(JOB, ArchiveKind::Zip).await.unwrap().complete(later, later).await.unwrap();
            }
            Task::Cut | Task::Dispatch => unreachable!("nothing is cut or dispatched here"),
        }
        store.finish(delivery).await.unwrap();
    }
    let end = store.any_job(JOB).await.unwrap().unwrap();
    assert!(end.progress.status.is_over(), "{end:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_state_machine_holds(events in prop::collection::vec(event(), 0..40)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(run(events));
    }
}

#[tokio::test]
async fn items_that_are_never_recorded_leave_no_job() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let mut items = store.new_items(tenant(1), JOB).await.unwrap();
    items.chunk(vec![Bytes::from_static(b"{}")]).await.unwrap();
    drop(items);
    assert!(store.any_job(JOB).await.unwrap().is_none());
    assert_eq!(std::fs::read_dir(folder.path().join("jobs")).unwrap().count(), 0);
}

#[tokio::test]
async fn a_password_is_nowhere_once_its_job_is_over() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    create(&store).await;
    store.cancel_job(tenant(1), JOB, Timestamp::now()).await.unwrap();
    // Closing the last connection folds the log into the database.
    drop(store);
    let files = ["platen.db", "platen.db-wal"]
        .map(|name| std::fs::read(folder.path().join(name)).unwrap_or_default());
    assert!(!files.concat().windows(6).any(|bytes| bytes == b"sesame"));
}

#[tokio::test]
async fn what_was_taken_and_not_ended_is_a_suspect() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    create(&store).await;
    let (now, later) = (Timestamp::now(), Timestamp::now() + SignedDuration::from_hours(1));
    let first = store.take(Suspicion::Ordinary, now, later).await.unwrap().unwrap();
    assert_eq!((first.task, first.attempt), (Task::Render(Part::chunk(0)), 1));
    assert!(!store.has_suspects(now).unwrap(), "it is being worked on");
    drop(store);
    let store = EmbeddedStore::open(folder.path()).unwrap();
    store.recover(now).await.unwrap();
    assert!(store.has_suspects(Timestamp::now()).unwrap());
    let next = store.take(Suspicion::Ordinary, Timestamp::now(), later).await.unwrap().unwrap();
    assert_eq!(next.task, Task::Render(Part::chunk(1)));
    let again = store.take(Suspicion::Suspect, Timestamp::now(), later).await.unwrap().unwrap();
    assert_eq!((again.task, again.attempt), (first.task, 2));
    store.finish(next).await.unwrap();
    // However often the process is killed: only after it has lived for a while may the item be what it dies of.
    for restart in [now, now + SignedDuration::from_secs(1)] {
        store.recover(restart).await.unwrap();
        let quiet = restart + SignedDuration::try_from(QUIET * 2).unwrap();
        assert!(!store.has_suspects(quiet - SignedDuration::from_millis(1)).unwrap());
        assert!(store.has_suspects(quiet).unwrap());
    }
}

#[tokio::test]
async fn who_waits_for_work_is_told_of_a_job() {
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    let is_told = async || timeout(Duration::ZERO, store.work_came()).await.is_ok();
    assert!(!is_told().await);
    create(&store).await;
    assert!(is_told().await);
    assert!(!is_told().await, "it was told");
}
