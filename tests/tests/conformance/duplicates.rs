//! PROMISES 8 on one machine: the same messages several times, out of order and at once.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::JobId;
use platen_service::jobs::{Deadline, Status, Step, Task};
use platen_service::plan::Plan;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_embedded::{EmbeddedStore, Suspicion};
use platen_tests::random::Random;
use platen_tests::watcher::{Watcher, bytes, entries};
use serde_json::json;

use crate::home::{run, tenant};
use crate::pipeline::register;

const ITEMS: usize = 300;

/// Each message two to five times, by four workers.
#[test]
fn messages_that_come_several_times_make_each_document_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(EmbeddedStore::open(folder.path()).unwrap());
    let limits = Limits { chunk_items_docx: 1, ..Limits::default() };
    let service = Arc::new(Service::new(Stores::all_in_one(store.clone()), Arc::new(NoEngine), limits));
    run(async move {
        let job = start(&service).await;
        let watcher = Watcher::start(service.stores().clone(), job);
        let mut random = Random::new();
        let mut tasks = Vec::new();
        for task in taken(&store).await {
            tasks.extend(std::iter::repeat_n(task, 2 + random.below(4)));
        }
        assert!(tasks.len() >= 2 * ITEMS);
        random.shuffle(&mut tasks);
        work(&service, job, tasks).await;
        // The assembly, twice at once.
        let assemblies = taken(&store).await;
        assert!(assemblies.contains(&Task::Assemble));
        work(&service, job, [assemblies.clone(), assemblies].concat()).await;
        watcher.end();

        let record = service.stores().jobs.any_job(job).await.unwrap().unwrap();
        let progress = record.progress;
        assert_eq!((progress.status, progress.done as usize, progress.failed), (Status::Completed, ITEMS, 0));
        let names: Vec<String> =
            entries(service.stores(), &record, bytes).await.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, (0..ITEMS).map(|n| format!("{n}.docx")).collect::<Vec<_>>());
    });
}

async fn start(service: &Service) -> JobId {
    let subscription =
        Subscription { id: tenant(1), name: "Tenant".to_owned(), active: true, plan: Plan::default() };
    let template = register(service, subscription.id).await.unwrap();
    let items: Vec<_> = (0..ITEMS).map(|n| json!({ "n": n })).collect();
    let body = json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items });
    let wanted = GenerateDocumentsBulk::parse(&Bytes::from(body.to_string()), service.limits()).unwrap();
    let id = JobId(uuid::Uuid::from_u128(77));
    service.jobs().start_as(&subscription, id, wanted).await.unwrap().job_id
}

/// Takes what waits off the queue, for good.
async fn taken(store: &EmbeddedStore) -> Vec<Task> {
    let now = Timestamp::now();
    let mut tasks = Vec::new();
    while let Some(delivery) =
        store.take(Suspicion::Ordinary, now, now + SignedDuration::from_secs(600)).await.unwrap()
    {
        tasks.push(delivery.task);
        store.finish(delivery).await.unwrap();
    }
    tasks
}

async fn work(service: &Arc<Service>, job: JobId, tasks: Vec<Task>) {
    let tasks = Arc::new(Mutex::new(tasks));
    let workers: Vec<_> = (0..4)
        .map(|_| {
            let (service, tasks) = (service.clone(), tasks.clone());
            tokio::spawn(async move {
                loop {
                    let Some(task) = tasks.lock().unwrap().pop() else { return };
                    let deadline = Deadline::after(Duration::from_secs(60));
                    assert_eq!(
                        service.jobs().step(job, task, 1, deadline).await.unwrap(),
                        Step::Done,
                        "{task:?}"
                    );
                }
            })
        })
        .collect();
    for worker in workers {
        worker.await.unwrap();
    }
}
