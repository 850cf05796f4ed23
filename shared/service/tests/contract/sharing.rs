//! How workers are shared by the jobs of several subscriptions, and what a job's work gives way to.

use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use platen_service::Limits;
use platen_service::ids::{JobId, SubscriptionId};
use platen_service::jobs::{Deadline, GiveWay, JobStore, Part, Step, Task};
use platen_service::service::registry::Registration;
use platen_service::work::Shares;
use platen_store_embedded::{Delivery, Suspicion};
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, docx};

const OTHER: SubscriptionId = SubscriptionId(Uuid::from_u128(2));

fn items(count: usize) -> Vec<Value> {
    (0..count).map(|number| json!({ "name": format!("N{number}") })).collect()
}

fn a_minute() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

impl Home {
    /// A job of the home's own subscription.
    async fn own(&self, format: &str, count: usize) -> String {
        let template = self.register("greeting.docx", docx(&["Dear {{ name }}"])).await.template_id;
        self.start(&json!({ "templateId": template, "format": format, "items": items(count) })).await
    }

    /// A job of another subscription, and one of a single document if that is asked.
    async fn of_another(&self, count: usize, single: bool) -> Vec<JobId> {
        let key = self.tenant(OTHER).await;
        let registration = Registration::new("note.docx", docx(&["{{ name }}"]));
        let template = self.service.templates().register(OTHER, registration).await.unwrap().template_id;
        let body = json!({ "templateId": template, "format": ".docx", "items": items(count) });
        let mut started = vec![self.bulk(&body).key(Some(&key)).send().await];
        if single {
            let body = json!({ "templateId": template, "format": ".docx", "data": { "name": "N" } });
            let later = self.generate(&body).key(Some(&key)).header("prefer", "respond-async");
            started.push(later.send().await);
        }
        started
            .iter()
            .map(|reply| super::json(reply)["jobId"].as_str().unwrap().parse().unwrap())
            .map(JobId)
            .collect()
    }

    async fn take(&self) -> Option<Delivery> {
        let now = Timestamp::now();
        self.store.take(Suspicion::Ordinary, now, now + SignedDuration::from_secs(600)).await.unwrap()
    }
}

#[tokio::test]
async fn a_small_job_passes_by_a_large_one() {
    let home = Home::new().await;
    let large = home.own(".docx", 500).await;
    let small = home.of_another(60, false).await[0];
    let mut steps = 0;
    while !home.store.any_job(small).await.unwrap().unwrap().progress.status.is_over() {
        assert!(home.step(a_minute()).await.is_some());
        steps += 1;
    }
    // Three chunks and the archive of the small job; the large job has twenty chunks, and as much time meanwhile.
    assert!((4..=14).contains(&steps), "{steps}");
    home.work().await;
    assert_eq!(home.job(&large).await["completedCount"], 500);
}

#[tokio::test]
async fn nobody_has_all_workers_and_a_single_document_is_first() {
    let home = Home::new().await;
    home.own(".docx", 500).await;
    let others = home.of_another(500, true).await;
    home.store.share_workers(Shares::of_workers(2));
    // Two for any work, of which one subscription may have both, and one more for work that is short.
    let taken = [home.take().await.unwrap(), home.take().await.unwrap(), home.take().await.unwrap()];
    assert_eq!(home.take().await, None);
    let others_taken: Vec<_> = taken.iter().filter(|taken| taken.subscription == OTHER).collect();
    assert!((1..=2).contains(&others_taken.len()), "{taken:?}");
    assert_eq!(others_taken[0].job, others[1], "the single document goes before the parts of a job");
    let own = taken.iter().find(|taken| taken.subscription != OTHER).unwrap();
    assert!(home.store.others_wait(own, Timestamp::now()).unwrap());
    for delivery in taken {
        home.store.hand_back(delivery, Timestamp::now()).await.unwrap();
    }
    let again = home.take().await.unwrap();
    assert_eq!(again.attempt, 1, "what was handed back was not tried");
}

#[tokio::test]
async fn work_gives_way_and_keeps_what_it_has_made() {
    let home = Home::with(Limits::default(), Engine::Slow(Duration::from_millis(200))).await;
    let job = home.own(".pdf", 5).await;
    let give_way = GiveWay::default();
    let asked = give_way.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(300)).await;
        asked.ask();
    });
    let (delivery, step) = home.step(a_minute().or_when(&give_way)).await.unwrap();
    assert_eq!((delivery.task, step.unwrap()), (Task::Render(Part::chunk(0)), Step::Done));
    let made = home.job(&job).await["completedCount"].as_u64().unwrap();
    assert!((1..5).contains(&made), "{made}");
    assert!(!home.store.has_suspects(Timestamp::now()).unwrap(), "nobody died of it");
    let (rest, step) = home.step(a_minute().or_when(&give_way)).await.unwrap();
    assert!(matches!(rest.task, Task::Render(Part { item: Some(_), .. })));
    assert_eq!(step.unwrap(), Step::HandBack);
    home.work().await;
    let job = home.job(&job).await;
    assert_eq!((job["completedCount"].as_u64(), job["status"].as_str()), (Some(5), Some("Completed")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cancelling_ends_the_work_that_runs() {
    let (began, begun) = channel();
    let (go_on, told) = channel();
    let home = Arc::new(Home::with(Limits::default(), Engine::Waits(Mutex::new((began, told)))).await);
    let job = home.own(".pdf", 5).await;
    let working = tokio::spawn({
        let home = home.clone();
        async move { home.step(a_minute()).await.unwrap().1.unwrap() }
    });
    tokio::task::spawn_blocking(move || begun.recv().unwrap()).await.unwrap();
    home.post(&format!("/api/bulkGenerationJobs/{job}/cancel"), "").send().await;
    // The engine still waits: without the cancel the step would, too.
    assert_eq!(working.await.unwrap(), Step::Done);
    go_on.send(()).unwrap();
    assert_eq!(home.job(&job).await["completedCount"], 0);
    assert!(home.step(a_minute()).await.is_none());
}

#[tokio::test]
async fn an_engine_that_is_busy_costs_a_document_a_wait() {
    let busy =
        |times| Engine::IsBusyAfterTheFirst { made: AtomicUsize::new(0), busy: AtomicUsize::new(times) };
    // It is free again before the wait is over.
    let home = Home::with(Limits::default(), busy(1)).await;
    let job = home.own(".pdf", 5).await;
    assert_eq!(home.step(a_minute()).await.unwrap().1.unwrap(), Step::Done);
    assert_eq!(home.job(&job).await["completedCount"], 5);

    // It is not: what is made is kept, nothing is suspected, and nothing counts as tried.
    let limits = Limits { item_time: Duration::from_millis(600), ..Limits::default() };
    let home = Home::with(limits, busy(11)).await;
    let job = home.own(".pdf", 5).await;
    assert_eq!(home.step(a_minute()).await.unwrap().1.unwrap(), Step::Done);
    assert_eq!(home.job(&job).await["completedCount"], 1);
    for _ in 0..4 {
        let (delivery, step) = home.step(a_minute()).await.unwrap();
        assert_eq!((delivery.attempt, step.unwrap()), (1, Step::HandBack));
    }
    assert!(!home.store.has_suspects(Timestamp::now()).unwrap());
    home.work().await;
    let job = home.job(&job).await;
    assert_eq!((job["completedCount"].as_u64(), job["status"].as_str()), (Some(5), Some("Completed")));
}

#[tokio::test]
async fn a_job_whose_documents_all_take_too_long_ends_early() {
    let mut limits = Limits { job_overruns: 7, ..Limits::default() };
    limits.pdf.time = Duration::from_millis(400);
    let home = Home::with(limits, Engine::NeverEnds).await;
    let job = home.own(".pdf", 40).await;
    home.work().await;
    let job = home.job(&job).await;
    assert_eq!((&job["failedGenerationCount"], &job["completedCount"]), (&json!(40), &json!(0)), "{job}");
    let failures = job["failedGenerations"].as_array().unwrap();
    let tried = failures.iter().filter(|failure| failure["error"].as_str().unwrap().contains("pdf_time"));
    assert_eq!(tried.count(), 7, "{failures:?}");
    let ended = failures[39]["error"].as_str().unwrap();
    assert!(ended.contains("too many documents in a row took too long (limit `job_overruns`)"), "{ended}");
}
