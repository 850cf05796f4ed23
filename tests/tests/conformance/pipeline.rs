//! A whole job on S3, DynamoDB and SQS: the service itself, workers that take messages off the queues as Lambda would, and a
//! network that fails. Messages come twice, late, and out of order; no document may be missing or there twice.

use std::io::{Cursor, Read};
use std::sync::Arc;
use std::time::{Duration, Instant};

use aws_sdk_sqs::types::{Message as Received, MessageSystemAttributeName};
use bytes::Bytes;
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::{SubscriptionId, TemplateId};
use platen_service::jobs::{Deadline, JobRecord, Reason, Status, Step};
use platen_service::plan::Plan;
use platen_service::problem::Problem;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_aws::{AwsStore, Message};
use platen_tests::aws::{Aws, sdk_config};
use platen_tests::fault_proxy::{FaultProxy, Faults};
use platen_tests::fixtures::entry;
use platen_tests::random::Random;
use serde_json::{Value, json};

use crate::home::{run, tenant};

const ITEMS: usize = 60;

/// Longer than the store waits for a record.
const STALL: Duration = Duration::from_millis(3_500);

/// The queues as a worker sees them, without the faults of the network.
struct Queues {
    client: aws_sdk_sqs::Client,
    urls: [String; 2],
    tries: u32,
}

impl Queues {
    async fn receive(&self) -> Vec<(String, Received)> {
        let mut found = Vec::new();
        for url in &self.urls {
            let receive = self.client.receive_message().queue_url(url).max_number_of_messages(4);
            let receive =
                receive.message_system_attribute_names(MessageSystemAttributeName::ApproximateReceiveCount);
            let messages = receive.send().await.unwrap().messages.unwrap_or_default();
            found.extend(messages.into_iter().map(|message| (url.clone(), message)));
        }
        found
    }

    /// Works one message off. `twice` shows it again, though its work is done.
    async fn work(&self, service: &Service, url: &str, message: Received, twice: bool) {
        let handle = message.receipt_handle.unwrap();
        let attributes = message.attributes.unwrap();
        let attempt: u32 = attributes[&MessageSystemAttributeName::ApproximateReceiveCount].parse().unwrap();
        let Message { job_id, task } = serde_json::from_str(&message.body.unwrap()).unwrap();
        let deadline = Deadline::after(Duration::from_secs(30));
        let done = match attempt {
            _ if attempt > self.tries => {
                service.jobs().give_up(job_id, task, Reason::Tried(self.tries)).await.map(|()| Step::Done)
            }
            _ => service.jobs().step(job_id, task, attempt, deadline).await,
        };
        if matches!(done, Ok(Step::Done)) && !twice {
            self.client.delete_message().queue_url(url).receipt_handle(handle).send().await.unwrap();
        } else {
            let again = self.client.change_message_visibility().queue_url(url).receipt_handle(handle);
            again.visibility_timeout(0).send().await.unwrap();
        }
    }
}

/// Registers a template that says an item's number.
pub async fn register(service: &Service, subscription: SubscriptionId) -> Result<TemplateId, Problem> {
    let sample = docx_rs::Docx::new()
        .add_paragraph(docx_rs::Paragraph::new().add_run(docx_rs::Run::new().add_text("Number {{ n }}")));
    let mut docx = Cursor::new(Vec::new());
    sample.build().pack(&mut docx).unwrap();
    let registration = Registration::new("number.docx", docx.into_inner());
    Ok(service.templates().register(subscription, registration).await?.template_id)
}

/// Starts a job, and works on it until it is over.
async fn job_to_its_end(
    aws: &Aws,
    store: AwsStore,
    items: &[Value],
    random: &mut Random,
) -> (Arc<Service>, JobRecord) {
    let limits = Limits { chunk_items_docx: 4, ..Limits::default() };
    let queues = Arc::new(Queues {
        client: aws_sdk_sqs::Client::new(aws.config()),
        urls: [aws.settings().render_queue_url.clone(), aws.settings().assemble_queue_url.clone()],
        tries: limits.work_tries,
    });
    let bulk = |template: String| {
        json!({ "templateId": template, "format": ".docx", "fileName": "{{ n }}", "items": items })
            .to_string()
    };
    let service = Arc::new(Service::new(Stores::all_in_one(Arc::new(store)), Arc::new(NoEngine), limits));
    let subscription =
        Subscription { id: tenant(1), name: "Tenant".to_owned(), active: true, plan: Plan::default() };
    // What a caller or an event does again when the answer is `unavailable`.
    let template = loop {
        if let Ok(made) = register(&service, subscription.id).await {
            break made;
        }
    };
    let body = Bytes::from(bulk(template.to_string()));
    let started = loop {
        let wanted = GenerateDocumentsBulk::parse(&body, service.limits()).unwrap();
        let id = platen_service::ids::JobId(uuid::Uuid::from_u128(77));
        if let Ok(started) = service.jobs().start_as(&subscription, id, wanted).await {
            break started.job_id;
        }
    };

    let end = Instant::now() + Duration::from_secs(240);
    loop {
        let mut working = Vec::new();
        for (url, message) in queues.receive().await {
            let (queues, service, twice) = (queues.clone(), service.clone(), random.below(10) == 0);
            working.push(tokio::spawn(async move { queues.work(&service, &url, message, twice).await }));
        }
        let idle = working.is_empty();
        for task in working {
            task.await.unwrap();
        }
        if let Ok(Some(record)) = service.stores().jobs.any_job(started).await
            && record.progress.status.is_over()
        {
            return (service, record);
        }
        assert!(Instant::now() < end, "the job does not end");
        if idle {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

async fn entries(service: &Service, job: &JobRecord) -> Vec<(String, Vec<u8>)> {
    let mut archive = Vec::new();
    loop {
        let read = service.stores().jobs.read_archive(job.job_id, archive.len() as u64, 1 << 20).await;
        match read {
            Ok(Some(piece)) if piece.is_empty() => break,
            Ok(piece) => archive.extend_from_slice(&piece.unwrap()),
            Err(_) => {}
        }
    }
    let mut zip = zip::ZipArchive::new(Cursor::new(archive)).unwrap();
    (0..zip.len())
        .map(|index| {
            let mut entry = zip.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn job_through_faults(per_mille: usize, items: &[Value]) -> (JobRecord, Vec<(String, Vec<u8>)>) {
    let aws = Aws::start();
    let proxy = FaultProxy::start(aws.address(), Faults { per_mille, stall: STALL }, Random::new());
    let store = AwsStore::new(&sdk_config(&proxy.endpoint()), aws.settings());
    let (sender, receiver) = std::sync::mpsc::channel();
    run(async {
        let mut random = Random::new();
        let (service, job) = job_to_its_end(&aws, store, items, &mut random).await;
        let entries = match job.progress.status {
            Status::Completed => entries(&service, &job).await,
            _ => Vec::new(),
        };
        sender.send((job, entries)).unwrap();
    });
    let (requests, met) = proxy.met();
    println!("{requests} requests, {met} met a fault");
    receiver.recv().unwrap()
}

fn numbers() -> Vec<Value> {
    (0..ITEMS).map(|n| json!({ "n": n })).collect()
}

#[test]
fn a_job_completes_though_every_twentieth_request_fails() {
    let (job, entries) = job_through_faults(50, &numbers());
    let progress = job.progress;
    assert_eq!(
        (progress.status, progress.done, progress.failed),
        (Status::Completed, 60, 0),
        "{:?}",
        job.error
    );
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, (0..ITEMS).map(|n| format!("{n}.docx")).collect::<Vec<_>>());
    for (n, (_, bytes)) in entries.iter().enumerate() {
        let text = entry(bytes, "word/document.xml");
        assert!(text.contains(&format!("Number {n}<")), "{text}");
    }
}

#[test]
fn every_item_ends_though_every_third_request_fails() {
    let mut items = numbers();
    items[7] = json!({ "m": 1 });
    let (job, entries) = job_through_faults(300, &items);
    let progress = job.progress;
    if progress.status == Status::Completed {
        assert_eq!(progress.pending(), 0);
        assert!(progress.failed >= 1);
        // The documents, and `errors.json`.
        assert_eq!(entries.len(), usize::try_from(progress.done).unwrap() + 1);
    } else {
        assert_eq!(progress.status, Status::Failed);
        assert!(job.error.is_some());
    }
}
