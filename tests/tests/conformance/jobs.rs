//! Jobs, step by step as their workers take them.

use bytes::Bytes;
use platen_docx::Warning;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{
    ArchiveKind, Deliveries, Delivery, DeliveryStatus, DocumentDelivery, DocumentEntry, Failure, ItemWarning,
    JobRecord, Made, NewJob, Part, Progress, Settings, Status, Task,
};
use platen_service::page::Page;
use secrecy::{ExposeSecret, SecretString};
use uuid::Uuid;

use crate::home::{Home, at, template, tenant};

/// A job's id.
pub fn job_id(number: u8) -> JobId {
    JobId(Uuid::from_u128(0x10b << 64 | u128::from(number)))
}

/// A record of a job that begins.
pub fn record(
    job: JobId,
    subscription: SubscriptionId,
    of: TemplateId,
    total: u32,
    second: i64,
) -> JobRecord {
    JobRecord {
        job_id: job,
        subscription,
        template_id: of,
        template_version: 3,
        settings: settings(),
        chunk_items: 3,
        progress: Progress::new(total),
        warned: 0,
        started_at: at(second),
        ended_at: None,
        archive_bytes: None,
        archive_expires_at: None,
        error: None,
        deliveries: Deliveries::default(),
    }
}

fn settings() -> Settings {
    serde_json::from_value(serde_json::json!({
        "template_name": "Letter", "format": ".docx", "file_name": "{{ n }}", "missing": "error", "locale": null
    }))
    .unwrap()
}

fn item(index: u32) -> Bytes {
    Bytes::from(format!("{{\"n\":{index}}}"))
}

/// Starts a job of so many items in chunks of three.
pub async fn start(home: &Home, job: JobRecord) -> bool {
    start_with(home, job, "the template", None, None).await
}

async fn start_with(
    home: &Home,
    job: JobRecord,
    template: &str,
    protection: Option<SecretString>,
    addresses: Option<SecretString>,
) -> bool {
    let mut items = home.stores.jobs.new_items(job.subscription, job.job_id).await.unwrap();
    for chunk in 0..job.chunks() {
        items.chunk(job.items_of(chunk).map(item).collect()).await.unwrap();
    }
    let template = Bytes::from(template.to_owned());
    items.create(NewJob { record: job, template, protection, addresses, cutting: None }).await.unwrap()
}

/// The document that an item becomes.
pub fn made(index: u32) -> Made {
    let bytes = Bytes::from(format!("document {index}"));
    let mut crc = flate2::Crc::new();
    crc.update(&bytes);
    // Odd ones lack something, all of them the same.
    let lacks = (index % 2 == 1).then(|| Warning::new("not-drawn", "a chart is left out"));
    let warnings = lacks.into_iter().collect();
    Made { index, file_name: format!("{index}.docx"), bytes, crc32: crc.sum(), warnings }
}

fn failure(index: u32) -> Failure {
    Failure {
        index,
        file_name: index.is_multiple_of(2).then(|| format!("{index}.docx")),
        error: format!("reason {index}"),
    }
}

/// Settles a part with these items made and those failed.
pub async fn settle(home: &Home, job: JobId, part: Part, done: &[u32], failed: &[u32]) -> bool {
    settle_some(home, job, part, done, failed, &[]).await
}

async fn settle_some(
    home: &Home,
    job: JobId,
    part: Part,
    done: &[u32],
    failed: &[u32],
    rest: &[u32],
) -> bool {
    let mut results = home.stores.jobs.new_results(job, part).await.unwrap();
    // In any order.
    for index in done.iter().rev() {
        results.put(made(*index)).await.unwrap();
    }
    results.settle(failed.iter().map(|index| failure(*index)).collect(), rest.to_vec()).await.unwrap()
}

/// The same, and what follows is queued.
async fn work_off(home: &Home, job: JobId, chunk: u32, items: &[u32]) {
    assert!(settle(home, job, Part::chunk(chunk), items, &[]).await);
    home.stores.jobs.queue_next(job, Task::Render(Part::chunk(chunk))).await.unwrap();
}

/// The messages that the home has now, once each, in an order that does not depend on it.
async fn messages(home: &Home) -> Vec<(JobId, Task)> {
    let mut all = home.outside.messages().await;
    all.sort_by_key(|(job, task)| (job.0, format!("{task:?}")));
    all.dedup();
    all
}

/// Does what a job's first message asks for, if the home gives one out.
async fn dispatch(home: &Home, job: JobId) -> Vec<(JobId, Task)> {
    let mut found = messages(home).await;
    if let Some(at) = found.iter().position(|(_, task)| *task == Task::Dispatch) {
        found.remove(at);
        home.stores.jobs.queue_next(job, Task::Dispatch).await.unwrap();
        found.extend(messages(home).await);
    }
    found
}

async fn progress(home: &Home, job: JobId) -> Progress {
    home.stores.jobs.any_job(job).await.unwrap().unwrap().progress
}

async fn write_archive(home: &Home, job: JobId, pieces: &[Bytes]) -> bool {
    let mut archive = home.stores.jobs.new_archive(job, ArchiveKind::Zip).await.unwrap();
    for piece in pieces {
        archive.write(piece.clone()).await.unwrap();
    }
    archive.complete(at(500), at(90_000)).await.unwrap()
}

pub async fn a_job_reads_back_as_it_was_recorded(home: Home) {
    let jobs = &home.stores.jobs;
    let new = record(job_id(1), tenant(1), template(1), 7, 5);
    assert!(start(&home, new.clone()).await);
    assert_eq!(jobs.job(tenant(1), job_id(1)).await.unwrap(), Some(new.clone()));
    assert_eq!(jobs.any_job(job_id(1)).await.unwrap(), Some(new));
    assert_eq!(jobs.job_template(job_id(1)).await.unwrap(), "the template");
    assert_eq!(jobs.any_job(job_id(2)).await.unwrap(), None);
    assert!(jobs.job_protection(job_id(1)).await.unwrap().is_none());
}

pub async fn files_of_all_documents_stand_behind_the_template(home: Home) {
    let jobs = &home.stores.jobs;
    let new = record(job_id(1), tenant(1), template(1), 7, 5);
    let new = JobRecord { settings: Settings { files_bytes: Some(9), ..settings() }, ..new };
    assert!(start_with(&home, new.clone(), "the templatethe files", None, None).await);
    let read = jobs.any_job(job_id(1)).await.unwrap().unwrap();
    let copy = jobs.job_template(job_id(1)).await.unwrap();
    let expected = ("the template".into(), Some("the files".into()));
    assert_eq!(read.settings.parted(&copy), Some(expected));
    let pending = jobs.pending_items(job_id(1), Part::chunk(1)).await.unwrap().unwrap();
    assert_eq!(pending.order.settings.files_bytes, Some(9));
}

pub async fn the_same_job_again_changes_nothing(home: Home) {
    let first = record(job_id(1), tenant(1), template(1), 3, 5);
    assert!(start(&home, first.clone()).await);
    let second = record(job_id(1), tenant(1), template(2), 2, 6);
    assert!(!start_with(&home, second, "another template", Some("secret".into()), None).await);
    let jobs = &home.stores.jobs;
    assert_eq!(jobs.any_job(job_id(1)).await.unwrap(), Some(first));
    assert_eq!(jobs.job_template(job_id(1)).await.unwrap(), "the template");
    assert_eq!(jobs.pending_items(job_id(1), Part::chunk(0)).await.unwrap().unwrap().items.len(), 3);
    assert!(jobs.job_protection(job_id(1)).await.unwrap().is_none());
    assert_eq!(jobs.jobs_of(tenant(1), template(2), None).await.unwrap().total, 0);
}

pub async fn items_wait_until_their_part_has_results(home: Home) {
    let jobs = &home.stores.jobs;
    assert!(start(&home, record(job_id(1), tenant(1), template(1), 7, 5)).await);
    let pending = |chunk| async move {
        jobs.pending_items(job_id(1), Part::chunk(chunk)).await.unwrap().map(|found| found.items)
    };
    assert_eq!(pending(0).await.unwrap(), [(0, item(0)), (1, item(1)), (2, item(2))]);
    assert_eq!(pending(2).await.unwrap(), [(6, item(6))], "the last chunk is shorter");
    assert_eq!(pending(3).await, None);
    let of_no_split = jobs.pending_items(job_id(1), Part::item(0, 1)).await.unwrap();
    assert_eq!(of_no_split, None);
    assert!(settle(&home, job_id(1), Part::chunk(0), &[0, 2], &[1]).await);
    assert_eq!(pending(0).await, None);
    assert!(!settle(&home, job_id(1), Part::chunk(0), &[0, 1, 2], &[]).await, "results stay");
    let progress = progress(&home, job_id(1)).await;
    assert_eq!((progress.status, progress.done, progress.failed), (Status::Running, 2, 1));
    assert_eq!(jobs.pending_items(job_id(2), Part::chunk(0)).await.unwrap(), None, "no such job");
}

pub async fn a_job_runs_from_its_first_message_to_its_archive(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 5, 5)).await);
    let render = |chunk| (job, Task::Render(Part::chunk(chunk)));
    assert_eq!(dispatch(&home, job).await, [render(0), render(1)]);
    work_off(&home, job, 1, &[3, 4]).await;
    assert_eq!(messages(&home).await, [], "there is a chunk left");
    work_off(&home, job, 0, &[0, 1, 2]).await;
    assert_eq!(messages(&home).await, [(job, Task::Assemble)]);
    jobs.queue_next(job, Task::Render(Part::chunk(0))).await.unwrap();
    assert_eq!(messages(&home).await, [], "it was queued");

    let first = jobs.documents_of(job, 0..1).await.unwrap().unwrap();
    let indices: Vec<u32> = first.iter().map(|document| document.index).collect();
    assert_eq!((indices, jobs.failures_of(job, 0..1).await.unwrap()), (vec![0, 1, 2], Some(vec![])));
    let DocumentEntry { file_name, bytes, crc32, .. } = first[1].clone();
    assert_eq!((file_name.as_str(), bytes, crc32), ("1.docx", 10, made(1).crc32));
    let read = |offset, most| jobs.read_documents(job, &first[1], offset, most);
    assert_eq!(read(0, 10).await.unwrap(), "document 1");
    assert_eq!(read(2, 3).await.unwrap(), "cum");
    let next = first.iter().find(|document| document.follows(&first[1])).unwrap();
    assert_eq!(read(9, 11).await.unwrap(), format!("1document {}", next.index), "with what follows it");
    assert_eq!(jobs.documents_of(job, 1..2).await.unwrap().unwrap().len(), 2);
    assert_eq!(jobs.documents_of(job, 2..3).await.unwrap(), None);
    assert_eq!(jobs.failures_of(job, 2..3).await.unwrap(), None);
    let outgrows = |most| jobs.outgrows(job, Part::chunk(0), most);
    assert_eq!(
        (outgrows(50).await.unwrap(), outgrows(49).await.unwrap()),
        (false, true),
        "five of ten bytes"
    );
    let warned = |warnings: Vec<ItemWarning>| -> Vec<u32> { warnings.iter().map(|it| it.index).collect() };
    let warnings = jobs.warnings(job, 10).await.unwrap();
    assert_eq!(warnings[0].warning.detail, "a chart is left out");
    assert_eq!(warned(warnings), [1, 3]);
    assert_eq!(warned(jobs.warnings(job, 1).await.unwrap()), [1], "the first ones");
    assert_eq!(jobs.any_job(job).await.unwrap().unwrap().warned, 2);

    assert_eq!(jobs.read_archive(job, 0, 10).await.unwrap(), None, "it is not complete");
    assert!(write_archive(&home, job, &["PK ".into(), "zip".into()]).await);
    assert!(!write_archive(&home, job, &["PK ".into(), "zip".into()]).await, "once");
    let complete = jobs.any_job(job).await.unwrap().unwrap();
    assert_eq!((complete.progress.status, complete.progress.done), (Status::Completed, 5));
    assert_eq!((complete.ended_at, complete.archive_bytes), (Some(at(500)), Some(6)));
    assert_eq!(complete.archive_expires_at, Some(at(90_000)));
    assert_eq!(jobs.read_archive(job, 1, 3).await.unwrap().unwrap(), "K z");
    assert_eq!(jobs.read_archive(job, 6, 3).await.unwrap().unwrap(), "");
    assert_eq!(jobs.pending_items(job, Part::chunk(0)).await.unwrap(), None);
}

pub async fn an_archive_of_several_parts_reads_back(home: Home) {
    let job = job_id(1);
    assert!(start(&home, record(job, tenant(1), template(1), 1, 5)).await);
    work_off(&home, job, 0, &[0]).await;
    // 27 MiB in pieces that divide no part: more than three parts where the home cuts it.
    let pieces: Vec<Bytes> = (0..27u8).map(|n| Bytes::from(vec![n; (1 << 20) + usize::from(n)])).collect();
    assert!(write_archive(&home, job, &pieces).await);
    let whole = pieces.concat();
    let stored = home.stores.jobs.any_job(job).await.unwrap().unwrap();
    assert_eq!(stored.archive_bytes, Some(whole.len() as u64));
    let mut read = Vec::new();
    while let Some(piece) = home.stores.jobs.read_archive(job, read.len() as u64, 5 << 20).await.unwrap() {
        if piece.is_empty() {
            break;
        }
        read.extend_from_slice(&piece);
    }
    assert!(read == whole, "{} bytes of {}", read.len(), whole.len());
}

pub async fn an_archive_that_is_given_up_leaves_none(home: Home) {
    let job = job_id(1);
    assert!(start(&home, record(job, tenant(1), template(1), 1, 5)).await);
    work_off(&home, job, 0, &[0]).await;
    let mut archive = home.stores.jobs.new_archive(job, ArchiveKind::Zip).await.unwrap();
    archive.write(Bytes::from(vec![1; 9 << 20])).await.unwrap();
    archive.abort().await;
    let mut dropped = home.stores.jobs.new_archive(job, ArchiveKind::Zip).await.unwrap();
    dropped.write("half".into()).await.unwrap();
    drop(dropped);
    assert_eq!(home.stores.jobs.read_archive(job, 0, 10).await.unwrap(), None);
    assert_eq!(progress(&home, job).await.status, Status::Running);
    assert!(write_archive(&home, job, &["whole".into()]).await, "the next worker completes it");
    assert_eq!(home.stores.jobs.read_archive(job, 0, 10).await.unwrap().unwrap(), "whole");
}

pub async fn a_split_chunk_is_settled_item_by_item(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 3, 5)).await);
    dispatch(&home, job).await;
    let (chunk, middle, last) = (Part::chunk(0), Part::item(0, 1), Part::item(0, 2));
    assert!(settle_some(&home, job, chunk, &[0], &[], &[1, 2]).await);
    assert!(!settle(&home, job, chunk, &[0, 1, 2], &[]).await, "whoever had the chunk whole comes too late");
    assert_eq!(jobs.pending_items(job, chunk).await.unwrap(), None);
    assert_eq!(jobs.pending_items(job, Part::item(0, 0)).await.unwrap(), None, "it has its result");
    assert_eq!(jobs.pending_items(job, middle).await.unwrap().unwrap().items, [(1, item(1))]);
    jobs.queue_next(job, Task::Render(chunk)).await.unwrap();
    assert_eq!(messages(&home).await, [(job, Task::Render(middle)), (job, Task::Render(last))]);

    assert!(!settle(&home, job, Part::item(0, 0), &[0], &[]).await, "it was not split off");
    assert!(settle(&home, job, last, &[2], &[]).await);
    assert!(settle(&home, job, middle, &[], &[1]).await);
    assert!(!settle(&home, job, middle, &[1], &[]).await, "results stay");
    jobs.queue_next(job, Task::Render(middle)).await.unwrap();
    assert_eq!(messages(&home).await, [(job, Task::Assemble)]);
    let documents = jobs.documents_of(job, 0..1).await.unwrap().unwrap();
    assert_eq!(documents.iter().map(|document| document.index).collect::<Vec<_>>(), [0, 2]);
    assert_eq!(jobs.failures_of(job, 0..1).await.unwrap().unwrap(), [failure(1)]);
    let progress = progress(&home, job).await;
    assert_eq!((progress.done, progress.failed, progress.pending()), (2, 1, 0));
}

pub async fn a_worker_that_dies_before_it_queues_loses_nothing(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 6, 5)).await);
    dispatch(&home, job).await;
    // Both workers died after their record. Their messages come again, and find their work done.
    assert!(settle_some(&home, job, Part::chunk(0), &[0, 1], &[], &[2]).await);
    assert!(settle(&home, job, Part::chunk(1), &[3, 4, 5], &[]).await);
    let lost = messages(&home).await;
    jobs.queue_next(job, Task::Render(Part::chunk(1))).await.unwrap();
    jobs.queue_next(job, Task::Render(Part::chunk(0))).await.unwrap();
    assert_eq!([lost, messages(&home).await].concat(), [(job, Task::Render(Part::item(0, 2)))]);
    assert!(settle(&home, job, Part::item(0, 2), &[2], &[]).await);
    let lost = messages(&home).await;
    jobs.queue_next(job, Task::Render(Part::item(0, 2))).await.unwrap();
    assert_eq!([lost, messages(&home).await].concat(), [(job, Task::Assemble)]);
}

pub async fn failures_come_in_the_order_of_the_items(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 12, 5)).await);
    assert!(settle(&home, job, Part::chunk(3), &[9], &[10, 11]).await);
    assert!(settle(&home, job, Part::chunk(1), &[], &[3, 4, 5]).await);
    assert!(settle_some(&home, job, Part::chunk(0), &[], &[1], &[0, 2]).await);
    assert!(settle(&home, job, Part::item(0, 2), &[], &[2]).await);
    assert!(settle(&home, job, Part::item(0, 0), &[], &[0]).await);
    let first = |most| async move {
        let found = jobs.failures(job, most).await.unwrap();
        assert!(found.iter().all(|found| *found == failure(found.index)));
        found.iter().map(|failure| failure.index).collect::<Vec<_>>()
    };
    assert_eq!(first(100).await, [0, 1, 2, 3, 4, 5, 10, 11]);
    assert_eq!(first(1).await, [0]);
    assert_eq!(first(4).await, [0, 1, 2, 3]);
    assert_eq!(first(0).await, [0; 0]);
    assert_eq!(jobs.failures(job_id(2), 5).await.unwrap(), []);
}

pub async fn a_canceled_job_takes_no_results(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 6, 5)).await);
    assert!(settle(&home, job, Part::chunk(0), &[0, 1, 2], &[]).await);
    let (canceled, ended) = jobs.cancel_job(tenant(1), job, at(60)).await.unwrap().unwrap();
    assert!(ended);
    assert_eq!((canceled.progress.status, canceled.ended_at), (Status::Canceled, Some(at(60))));
    let (again, ended) = jobs.cancel_job(tenant(1), job, at(70)).await.unwrap().unwrap();
    assert!(!ended);
    assert_eq!(again, canceled, "the first end stays");
    assert_eq!(jobs.pending_items(job, Part::chunk(1)).await.unwrap(), None);
    assert!(!settle(&home, job, Part::chunk(1), &[3, 4, 5], &[]).await);
    assert!(!write_archive(&home, job, &["zip".into()]).await);
    assert!(!jobs.fail_job(job, "late", at(80)).await.unwrap());
    assert_eq!(jobs.any_job(job).await.unwrap(), Some(canceled));
    messages(&home).await;
    jobs.queue_next(job, Task::Render(Part::chunk(1))).await.unwrap();
    jobs.queue_next(job, Task::Dispatch).await.unwrap();
    assert_eq!(messages(&home).await, [], "nothing follows the end");
}

pub async fn a_stopped_job_ends_with_what_it_has(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 6, 5)).await);
    assert!(settle(&home, job, Part::chunk(0), &[0, 1, 2], &[]).await);
    assert!(!jobs.pending_items(job, Part::chunk(1)).await.unwrap().unwrap().stopped);
    for _ in 0..2 {
        jobs.stop_job(job).await.unwrap();
    }
    let pending = jobs.pending_items(job, Part::chunk(1)).await.unwrap().unwrap();
    assert!(pending.stopped);
    assert_eq!(jobs.any_job(job).await.unwrap().unwrap().progress.status, Status::Running);
    // A worker that was rendering when it was stopped still counts.
    assert!(settle(&home, job, Part::chunk(1), &[3], &[4, 5]).await);
    assert!(write_archive(&home, job, &["zip".into()]).await);
    let ended = jobs.any_job(job).await.unwrap().unwrap();
    assert_eq!(
        (ended.progress.status, ended.progress.done, ended.progress.failed),
        (Status::Completed, 4, 2)
    );
    jobs.stop_job(job).await.unwrap();
    assert_eq!(jobs.any_job(job).await.unwrap(), Some(ended), "one that is over stays as it is");
    jobs.stop_job(job_id(9)).await.unwrap();
}

pub async fn a_failed_job_says_why(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    assert!(start(&home, record(job, tenant(1), template(1), 3, 5)).await);
    assert!(jobs.fail_job(job, "No archive: \u{e9}.", at(60)).await.unwrap());
    assert!(!jobs.fail_job(job, "again", at(61)).await.unwrap());
    let failed = jobs.any_job(job).await.unwrap().unwrap();
    assert_eq!(
        (failed.progress.status, failed.error.as_deref()),
        (Status::Failed, Some("No archive: \u{e9}."))
    );
    assert!(!jobs.fail_job(job_id(2), "nothing", at(61)).await.unwrap(), "no such job");
}

pub async fn a_password_goes_when_its_job_ends(home: Home) {
    let jobs = &home.stores.jobs;
    for (number, ends) in [(1, "canceled"), (2, "failed"), (3, "complete")] {
        let job = job_id(number);
        let new = record(job, tenant(1), template(1), 1, 5);
        assert!(start_with(&home, new, "t", Some(SecretString::from("s3cret".to_owned())), None).await);
        let found = jobs.job_protection(job).await.unwrap().unwrap();
        assert_eq!(found.expose_secret(), "s3cret");
        match ends {
            "canceled" => assert!(jobs.cancel_job(tenant(1), job, at(9)).await.unwrap().unwrap().1),
            "failed" => assert!(jobs.fail_job(job, "why", at(9)).await.unwrap()),
            _ => {
                work_off(&home, job, 0, &[0]).await;
                assert!(write_archive(&home, job, &["zip".into()]).await);
            }
        }
        assert!(jobs.job_protection(job).await.unwrap().is_none(), "{ends}");
    }
}

pub async fn addresses_stay_until_the_last_delivery(home: Home) {
    let (jobs, job) = (&home.stores.jobs, job_id(1));
    let mut new = record(job, tenant(1), template(1), 2, 5);
    new.settings.delivers = true;
    let pending = DocumentDelivery { delivery: Some(Delivery::default()), ..DocumentDelivery::default() };
    new.deliveries.documents = [(1, pending)].into();
    assert!(start_with(&home, new.clone(), "t", None, Some("addresses".into())).await);
    assert_eq!(jobs.any_job(job).await.unwrap().unwrap().deliveries, new.deliveries);
    work_off(&home, job, 0, &[0, 1]).await;
    assert!(write_archive(&home, job, &["zip".into()]).await);
    let kept =
        || async { jobs.job_addresses(job).await.unwrap().map(|text| text.expose_secret().to_owned()) };
    assert_eq!(kept().await.as_deref(), Some("addresses"), "the job's end leaves them");
    let mut deliveries = new.deliveries;
    let failed = Delivery {
        tries: 1,
        error: Some("busy".to_owned()),
        next_try_at: Some(at(9)),
        ..Delivery::default()
    };
    deliveries.result = Some(failed);
    jobs.record_deliveries(job, &deliveries, false).await.unwrap();
    assert_eq!(jobs.any_job(job).await.unwrap().unwrap().deliveries, deliveries);
    assert!(kept().await.is_some());
    let done = Delivery { status: DeliveryStatus::Delivered, tries: 2, error: None, next_try_at: None };
    deliveries.result = Some(done.clone());
    deliveries.documents.get_mut(&1).unwrap().delivery = Some(done);
    jobs.record_deliveries(job, &deliveries, true).await.unwrap();
    assert_eq!(jobs.any_job(job).await.unwrap().unwrap().deliveries, deliveries);
    assert_eq!(kept().await, None);
    // A message that comes twice does so again.
    jobs.record_deliveries(job, &deliveries, true).await.unwrap();
}

pub async fn jobs_are_listed_newest_first_in_pages(home: Home) {
    let jobs = &home.stores.jobs;
    for number in 1..=5u8 {
        // The even ones are of another template.
        let of = template(1 + number % 2);
        assert!(start(&home, record(job_id(number), tenant(1), of, 1, i64::from(number))).await);
    }
    assert!(settle(&home, job_id(5), Part::chunk(0), &[0], &[]).await);
    let numbers = |listed: Vec<JobRecord>| {
        listed.iter().map(|job| job.started_at.duration_since(at(0)).as_secs()).collect::<Vec<_>>()
    };
    let listed = jobs.jobs_of(tenant(1), template(2), None).await.unwrap();
    assert_eq!((listed.total, numbers(listed.items.clone())), (3, vec![5, 3, 1]));
    assert_eq!(listed.items[0].progress.done, 1, "as it is now");
    let page = Page { number: 2, size: 2 };
    let listed = jobs.jobs_of(tenant(1), template(2), Some(page)).await.unwrap();
    assert_eq!((listed.total, numbers(listed.items)), (3, vec![1]));
    let listed = jobs.jobs(tenant(1), page).await.unwrap();
    assert_eq!((listed.total, numbers(listed.items)), (5, vec![3, 2]));
    let past = Page { number: u32::MAX, size: 100 };
    assert_eq!(jobs.jobs(tenant(1), past).await.unwrap().items, []);
}

pub async fn lists_reach_over_days(home: Home) {
    let jobs = &home.stores.jobs;
    let day = 24 * 3600;
    // Two on the first day, none on the second, one and three on the next ones.
    for (number, start) in [(1, 0), (2, 1), (3, 2 * day), (4, 3 * day), (5, 3 * day + 1), (6, 3 * day + 2)] {
        let of = template(if number == 5 { 9 } else { 1 });
        assert!(start_job(&home, number, of, start).await);
    }
    let numbers = async |of: Option<TemplateId>, number, size| {
        let page = Page { number, size };
        let listed = match of {
            Some(of) => jobs.jobs_of(tenant(1), of, Some(page)).await,
            None => jobs.jobs(tenant(1), page).await,
        };
        let listed = listed.unwrap();
        (listed.total, listed.items.iter().map(|job| job.job_id).collect::<Vec<_>>())
    };
    let ids = |numbers: &[u8]| numbers.iter().map(|number| job_id(*number)).collect::<Vec<_>>();
    for (page, expected) in [(1, &[6, 5][..]), (2, &[4, 3]), (3, &[2, 1]), (4, &[])] {
        assert_eq!(numbers(None, page, 2).await, (6, ids(expected)), "{page}");
    }
    assert_eq!(numbers(None, 2, 5).await, (6, ids(&[1])));
    assert_eq!(numbers(Some(template(1)), 2, 3).await, (5, ids(&[2, 1])));
    assert_eq!(numbers(Some(template(9)), 1, 3).await, (1, ids(&[5])));
    assert_eq!(numbers(Some(template(7)), 1, 3).await, (0, Vec::new()));
    let all = jobs.jobs_of(tenant(1), template(1), None).await.unwrap();
    assert_eq!(all.items.iter().map(|job| job.job_id).collect::<Vec<_>>(), ids(&[6, 4, 3, 2, 1]));
}

async fn start_job(home: &Home, number: u8, of: TemplateId, second: i64) -> bool {
    start(home, record(job_id(number), tenant(1), of, 1, second)).await
}

pub async fn a_job_of_another_tenant_is_none(home: Home) {
    let jobs = &home.stores.jobs;
    assert!(start(&home, record(job_id(1), tenant(1), template(1), 1, 5)).await);
    assert_eq!(jobs.job(tenant(2), job_id(1)).await.unwrap(), None);
    assert_eq!(jobs.cancel_job(tenant(2), job_id(1), at(9)).await.unwrap(), None);
    assert_eq!(jobs.jobs_of(tenant(2), template(1), None).await.unwrap().total, 0);
    assert_eq!(jobs.jobs(tenant(2), Page { number: 1, size: 10 }).await.unwrap().total, 0);
    assert_eq!(progress(&home, job_id(1)).await.status, Status::Pending);
}
