//! A job under any order of what can happen to it: submitted again, its messages delivered, delivered again, given up, its
//! worker dead in the middle, the process restarted, its archive expired, the job canceled.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use bytes::Bytes;
use jiff::{SignedDuration, Timestamp};
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::{JobId, TemplateId};
use platen_service::jobs::{Deadline, JobRecord, JobStore, Reason, Status, Step, Task};
use platen_service::plan::Plan;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_embedded::{Delivery, EmbeddedStore, Suspicion};
use proptest::prelude::*;
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use super::{TENANT, docx};

const JOB: JobId = JobId(Uuid::from_u128(9));

/// Items of the job, in chunks of three; the data of one does not fit.
const ITEMS: u32 = 8;
const UNFIT: u32 = 4;

#[derive(Debug, Clone)]
enum Event {
    Submit,
    Deliver,
    /// A task that was delivered before, as its so manieth delivery.
    DeliverAgain(usize, u32),
    /// The next task's worker dies after so many steps.
    Die(usize),
    /// A task that was delivered before comes out of the dead letters.
    GiveUp(usize),
    /// The process ends and starts again, which removes what expired.
    Restart,
    Cancel,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        2 => Just(Event::Submit),
        12 => Just(Event::Deliver),
        6 => (0usize..40, 1u32..4).prop_map(|(which, attempt)| Event::DeliverAgain(which, attempt)),
        6 => (0usize..12).prop_map(Event::Die),
        1 => (0usize..40).prop_map(Event::GiveUp),
        2 => Just(Event::Restart),
        1 => Just(Event::Cancel),
    ]
}

/// What an item became: the checksum of its document, or nothing.
type Outcomes = BTreeMap<u32, Option<u32>>;

struct Machine {
    store: Arc<EmbeddedStore>,
    service: Service,
    template: TemplateId,
    delivered: Vec<Task>,
    last: Option<JobRecord>,
    outcomes: Outcomes,
    limits: Limits,
    folder: TempDir,
}

impl Machine {
    async fn new(limits: Limits) -> Machine {
        let folder = TempDir::new().unwrap();
        let (store, service) = open(&folder, &limits);
        service.stores().subscriptions.put_subscription(&subscription()).await.unwrap();
        let registration = Registration::new("greeting.docx", docx(&["Dear {{ name }}"]));
        let template = service.templates().register(TENANT, registration).await.unwrap().template_id;
        let (delivered, outcomes) = (Vec::new(), Outcomes::new());
        Machine { store, service, template, delivered, last: None, outcomes, limits, folder }
    }

    async fn happens(&mut self, event: Event) {
        match event {
            Event::Submit => self.submit().await,
            Event::Deliver => {
                self.deliver().await;
            }
            Event::DeliverAgain(which, attempt) => {
                if let Some(task) = self.delivered.get(which % self.delivered.len().max(1)).copied() {
                    // Whether it is tried again changes nothing here.
                    let _ = self.service.jobs().step(JOB, task, attempt, deadline()).await;
                }
            }
            Event::Die(after) => {
                if let Some(delivery) = self.take().await {
                    let step =
                        self.service.jobs().step(delivery.job, delivery.task, delivery.attempt, deadline());
                    let step = polled(step, after).await;
                    if matches!(step, Some(Ok(Step::Done))) {
                        self.store.finish(delivery).await.unwrap();
                    } else {
                        self.store.put_back(delivery, Timestamp::now()).await.unwrap();
                    }
                }
            }
            Event::GiveUp(which) => {
                if let Some(task) = self.delivered.get(which % self.delivered.len().max(1)).copied() {
                    self.service.jobs().give_up(JOB, task, Reason::Tried(3)).await.unwrap();
                }
            }
            Event::Restart => {
                // The old one ends before the new one begins.
                let (store, service) = open(&TempDir::new().unwrap(), &self.limits);
                (self.store, self.service) = (store, service);
                (self.store, self.service) = open(&self.folder, &self.limits);
                self.store.recover(Timestamp::now()).await.unwrap();
            }
            Event::Cancel => {
                self.store.cancel_job(TENANT, JOB, Timestamp::now()).await.unwrap();
            }
        }
        self.holds().await;
    }

    async fn submit(&self) {
        let items: Vec<_> = (0..ITEMS)
            .map(|index| if index == UNFIT { json!({}) } else { json!({ "name": format!("N{index}") }) })
            .collect();
        let body = json!({ "templateId": self.template, "format": ".docx", "items": items });
        let body = Bytes::from(body.to_string());
        let wanted = GenerateDocumentsBulk::parse(&body, self.service.limits()).unwrap();
        assert_eq!(self.service.jobs().start_as(&subscription(), JOB, wanted).await.unwrap().job_id, JOB);
    }

    async fn take(&mut self) -> Option<Delivery> {
        // What died with its process before is tried again after a while.
        let now = Timestamp::now() + SignedDuration::from_mins(1);
        let later = now + SignedDuration::from_secs(600);
        let mut taken = self.store.take(Suspicion::Ordinary, now, later).await.unwrap();
        if taken.is_none() {
            taken = self.store.take(Suspicion::Suspect, now, later).await.unwrap();
        }
        self.delivered.extend(taken.map(|delivery| delivery.task));
        taken
    }

    /// `false` when nothing waits.
    async fn deliver(&mut self) -> bool {
        let Some(delivery) = self.take().await else { return false };
        let step = self.service.jobs().step(delivery.job, delivery.task, delivery.attempt, deadline()).await;
        assert_eq!(step.unwrap(), Step::Done);
        self.store.finish(delivery).await.unwrap();
        true
    }

    /// What holds at any moment.
    async fn holds(&mut self) {
        let (job, seen) = loop {
            let Some(job) = self.store.any_job(JOB).await.unwrap() else {
                assert!(self.last.is_none(), "a job does not go away");
                return;
            };
            let seen = self.outcomes().await;
            // The thread that writes a result goes on when the work that asked for it was dropped.
            if self.store.any_job(JOB).await.unwrap().as_ref() == Some(&job) {
                break (job, seen);
            }
        };
        let progress = job.progress;
        assert_eq!(progress.done + progress.failed + progress.pending(), ITEMS);
        if let Some(last) = &self.last {
            assert!(last.progress.done <= progress.done && last.progress.failed <= progress.failed);
            assert!(last.progress.status != Status::Running || progress.status != Status::Pending);
            if last.progress.status.is_over() {
                assert_eq!(&job, last, "nothing happens after the end, and an archive is assembled once");
            }
        }
        for (index, outcome) in &self.outcomes {
            assert_eq!(seen.get(index), Some(outcome), "the result of item {index} changed");
        }
        let made = seen.values().filter(|outcome| outcome.is_some()).count();
        assert_eq!((made, seen.len() - made), (progress.done as usize, progress.failed as usize));
        self.outcomes = seen;
        self.last = Some(job);
    }

    async fn outcomes(&self) -> Outcomes {
        let mut outcomes = Outcomes::new();
        for chunk in 0..ITEMS.div_ceil(3) {
            let chunk = chunk..chunk + 1;
            let Some(documents) = self.store.documents_of(JOB, chunk.clone()).await.unwrap() else {
                continue;
            };
            for document in documents {
                assert_eq!(outcomes.insert(document.index, Some(document.crc32)), None);
            }
            for failure in self.store.failures_of(JOB, chunk).await.unwrap().unwrap() {
                assert_eq!(outcomes.insert(failure.index, None), None);
            }
        }
        outcomes
    }
}

fn open(folder: &TempDir, limits: &Limits) -> (Arc<EmbeddedStore>, Service) {
    let store = Arc::new(EmbeddedStore::open(folder.path()).unwrap());
    let service = Service::new(Stores::all_in_one(store.clone()), Arc::new(NoEngine), limits.clone());
    (store, service)
}

fn subscription() -> Subscription {
    Subscription { id: TENANT, name: "Example Ltd".to_owned(), active: true, plan: Plan::default() }
}

fn deadline() -> Deadline {
    Deadline::after(Duration::from_secs(60))
}

/// Goes on with work so many times, and then drops it.
async fn polled<F: Future>(work: F, times: usize) -> Option<F::Output> {
    let mut work = pin!(work);
    for _ in 0..times {
        if let Poll::Ready(done) = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await {
            return Some(done);
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    None
}

async fn lives_through(events: Vec<Event>, archive_life: Duration) {
    let mut machine = Machine::new(Limits { chunk_items_docx: 3, archive_life, ..Limits::default() }).await;
    for event in events {
        machine.happens(event).await;
    }
    machine.happens(Event::Submit).await;
    while machine.deliver().await {
        machine.holds().await;
    }
    let job = machine.store.any_job(JOB).await.unwrap().unwrap();
    assert!(job.progress.status.is_over(), "{job:?}");
    if job.progress.status == Status::Completed {
        assert_eq!(job.progress.pending(), 0);
        assert!(machine.outcomes[&UNFIT].is_none());
        let archive = machine.store.read_archive(JOB, 0, 10 << 20).await.unwrap();
        assert!(archive.is_some() || archive_life.is_zero(), "an archive that did not expire is there");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_job_lives_through_anything(
        events in prop::collection::vec(event(), 0..40),
        expires in prop::bool::weighted(0.3),
    ) {
        let life = Duration::from_secs(if expires { 0 } else { 3_600 });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(lives_through(events, life));
    }
}
