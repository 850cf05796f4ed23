//! Jobs of a hundred thousand items and a thousand workers on one small machine: the service's own code over the stores of the tests, in
//! virtual time. Waiting for a store, or for another try, takes no time here: tokio's clock goes on by itself as soon as
//! nobody computes. So what a time says depends on the distance to the stores, on what they refuse, and on the order of
//! the work, and not on this machine.
//!
//! Modeled are: the latency of each call ([`crate::meter`]), a busy DynamoDB (`crate::busy`), the order of fair queues
//! (`fair_queue`), what S3 takes in a second (`s3_rate`), how Lambda adds workers by and by ([`Region::employ_by_and_by`]), and
//! what a worker computes, [`CHUNK_TIME`] for a chunk. Not modeled are bandwidth and cold starts. The PDFs are a few bytes: no
//! engine runs.

mod fair_queue;
mod network;
mod s3_rate;

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::process::Command;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_config::SdkConfig;
use bytes::Bytes;
use platen_pdf::{Converted, Engine, PdfError, PdfOptions};
use platen_service::config::{AwsSettings, Config};
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{Deadline, JobRecord, Progress, Step};
use platen_service::plan::Plan;
use platen_service::problem::Problem;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, Service, Stores};
use platen_store_aws::{AwsStore, Message};
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use self::fair_queue::{Queue, Queues};
use self::network::Network;
use crate::aws::{self, Servers};
use crate::fixtures::smallest_docx;
use crate::folder::Folder;
use crate::meter::Meter;

/// What a worker computes on a chunk: 25 documents of 8 ms, or 5 PDFs of 40 ms.
pub const CHUNK_TIME: Duration = Duration::from_millis(200);

/// Archives that are assembled at once.
const ASSEMBLERS: usize = 2;

/// Workers that a queue's mapping begins with, and how many more it adds in a minute while messages wait (AWS Lambda Developer Guide,
/// "Configuring scaling behavior for SQS event source mappings").
const AT_FIRST: u32 = 5;
const A_MINUTE: u32 = 300;

/// Between two looks at a job.
const LOOK: Duration = Duration::from_millis(100);

/// Longer than any of the work. Deadlines are of this machine's time.
const LONG: Duration = Duration::from_secs(24 * 3600);

/// Threads that render and touch files.
const THREADS: usize = 4;

/// Runs a simulation. Time is real until [`Region::employ`].
pub fn run<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().max_blocking_threads(THREADS).build().unwrap().block_on(work)
}

/// A deployment in a region.
pub struct Region {
    servers: Arc<Servers>,
    queues: Arc<Queues>,
    settings: AwsSettings,
    limits: Limits,
    /// What the workers ask over.
    network: Network,
    /// Of those who look from outside, whose calls are not counted.
    outside: Worker,
    _folder: Folder,
}

/// A tenant with a template.
pub struct Tenant {
    subscription: Subscription,
    template: TemplateId,
}

/// What the workers did.
#[derive(Debug, Default)]
pub struct Tally {
    /// Messages that were done.
    pub done: AtomicU32,
    /// The workers' time for them, in milliseconds.
    pub busy_ms: AtomicU64,
    /// Why messages came again.
    pub failed: Mutex<Vec<String>>,
}

/// Workers. They stop when this is dropped.
pub struct Workers {
    began: Instant,
    tally: Arc<Tally>,
    _all: JoinSet<()>,
}

/// A process of a function.
struct Worker {
    service: Service,
    store: Arc<AwsStore>,
}

/// Makes no PDF of anything.
struct BlankPdfs;

impl Engine for BlankPdfs {
    fn convert(&self, _docx: &[u8], _options: &PdfOptions) -> Result<Converted, PdfError> {
        Ok(Converted { pdf: b"%PDF-1.7\n%%EOF\n".to_vec(), warnings: Default::default() })
    }
}

impl Worker {
    fn new(config: &SdkConfig, settings: &AwsSettings, limits: &Limits) -> Worker {
        let store = Arc::new(AwsStore::new(config, settings));
        let stores = Stores::all_in_one(store.clone());
        Worker { service: Service::new(stores, Arc::new(BlankPdfs), limits.clone()), store }
    }

    /// Does what a message says, as the functions of the queues do.
    async fn work(&self, message: &fair_queue::Message) -> Result<Step, Problem> {
        let Message { job_id, task } = serde_json::from_str(&message.body).unwrap();
        let attempt = self.store.begin_try(job_id, &message.id, message.received).await?;
        self.service.jobs().step(job_id, task, attempt, Deadline::after(LONG)).await
    }

    async fn serve(self, queue: Arc<Queue>, tally: Arc<Tally>) {
        loop {
            let message = queue.receive().await;
            let began = Instant::now();
            tokio::time::sleep(CHUNK_TIME).await;
            match self.work(&message).await {
                Ok(Step::Done) => {
                    queue.delete(&message);
                    tally.done.fetch_add(1, Ordering::Relaxed);
                    let busy_ms = u64::try_from(began.elapsed().as_millis()).unwrap();
                    tally.busy_ms.fetch_add(busy_ms, Ordering::Relaxed);
                }
                other => {
                    let why = match other {
                        Ok(step) => format!("{step:?}"),
                        Err(problem) => problem.cause().unwrap_or(problem.detail()).to_owned(),
                    };
                    tally.failed.lock().unwrap().push(why);
                    queue.show_after(message, Duration::from_secs(5));
                }
            }
        }
    }
}

impl Region {
    /// Deploys, with limits as `PLATEN_LIMITS` has them.
    pub async fn deploy(limits: &str) -> Region {
        Region::deploy_at(limits, None).await
    }

    /// The same, and each call takes so long.
    pub async fn deploy_at(limits: &str, distance: Option<Duration>) -> Region {
        let folder = Folder::new();
        // Nothing listens there.
        let servers = Arc::new(Servers::new(SocketAddr::from((Ipv4Addr::LOCALHOST, 1)), &folder));
        let queues = Arc::new(Queues::default());
        let limits = |name: &str| (name == "PLATEN_LIMITS").then(|| limits.to_owned());
        let mut limits = Config::read(limits).unwrap().limits;
        limits.chunk_threads = 1;
        let config = aws::sdk_config_over(
            "http://region.invalid",
            Network::new(servers.clone(), queues.clone(), distance).http_client(),
        );
        let settings = aws::deploy(&config).await;
        let outside = Worker::new(&config, &settings, &limits);
        let network = Network::new(servers.clone(), queues.clone(), distance);
        Region { servers, queues, settings, limits, network, outside, _folder: folder }
    }

    /// A new tenant.
    pub async fn tenant(&self) -> Tenant {
        let id = SubscriptionId(Uuid::new_v4());
        let subscription =
            Subscription { id, name: "tenant".to_owned(), active: true, plan: Plan::default() };
        let service = &self.outside.service;
        service.stores().subscriptions.put_subscription(&subscription).await.unwrap();
        let registration = Registration::new("template.docx", smallest_docx("Number {{ n }}"));
        let template = service.templates().register(id, registration).await.unwrap().template_id;
        Tenant { subscription, template }
    }

    /// Starts a job of so many items.
    pub async fn start_job(&self, tenant: &Tenant, format: &str, items: usize) -> JobId {
        let items: Vec<Value> = (0..items).map(|n| json!({ "n": n })).collect();
        self.start(tenant, format, json!({ "items": items })).await
    }

    /// Starts a job of so many items that were uploaded, and cuts it. While time is real.
    pub async fn start_uploaded(&self, tenant: &Tenant, format: &str, items: usize) -> JobId {
        let lines: String = (0..items).map(|n| format!("{{\"n\":{n}}}\n")).collect();
        let upload = Uuid::new_v4();
        let key = format!("uploads/{}/{upload}", tenant.subscription.id);
        let s3 = aws::s3_client(&self.config());
        let put = s3.put_object().bucket(&self.settings.jobs_bucket).key(key);
        put.content_type("application/jsonl").body(lines.into_bytes().into()).send().await.unwrap();
        let job = self.start(tenant, format, json!({ "itemsUploadId": upload })).await;
        let queue = self.queues.queue(&self.settings.cut_queue_url);
        while let Some(message) = queue.receive_now() {
            assert_eq!(self.outside.work(&message).await.unwrap(), Step::Done);
            queue.delete(&message);
        }
        job
    }

    /// Starts a job with the body of a request, but for template and format.
    pub async fn start(&self, tenant: &Tenant, format: &str, mut body: Value) -> JobId {
        body["templateId"] = json!(tenant.template);
        body["format"] = json!(format);
        let wanted = GenerateDocumentsBulk::parse(&Bytes::from(body.to_string()), &self.limits).unwrap();
        let started =
            self.outside.service.jobs().start_as(&tenant.subscription, JobId(Uuid::new_v4()), wanted);
        started.await.unwrap().job_id
    }

    /// Lets so many workers render, and two assemble. From now on time is virtual.
    pub fn employ(&self, renderers: usize) -> Workers {
        self.employ_each(renderers, |_| Duration::ZERO)
    }

    /// The same, and renderers come as a queue's mapping adds them.
    pub fn employ_by_and_by(&self, renderers: usize) -> Workers {
        self.employ_each(renderers, |worker| {
            Duration::from_mins(1) * worker.saturating_sub(AT_FIRST) / A_MINUTE
        })
    }

    /// The same, and each renderer comes after a while.
    fn employ_each(&self, renderers: usize, after: impl Fn(u32) -> Duration) -> Workers {
        let (mut all, tally, config) = (JoinSet::new(), Arc::new(Tally::default()), self.config());
        let AwsSettings { render_queue_url, assemble_queue_url, .. } = &self.settings;
        for (queue, workers) in [(render_queue_url, renderers), (assemble_queue_url, ASSEMBLERS)] {
            let queue = self.queues.queue(queue);
            for number in (0..).take(workers) {
                let worker = Worker::new(&config, &self.settings, &self.limits);
                let (queue, tally, after) = (queue.clone(), tally.clone(), after(number));
                all.spawn(async move {
                    tokio::time::sleep(after).await;
                    worker.serve(queue, tally).await;
                });
            }
        }
        tokio::time::pause();
        Workers { began: Instant::now(), tally, _all: all }
    }

    /// Waits until a job is so far.
    pub async fn wait(&self, job: JobId, is_there: impl Fn(Progress) -> bool) {
        while !is_there(self.job(job).await.progress) {
            tokio::time::sleep(LOOK).await;
        }
    }

    /// A job as it is now.
    pub async fn job(&self, job: JobId) -> JobRecord {
        self.outside.service.stores().jobs.any_job(job).await.unwrap().unwrap()
    }

    /// Has `unzip` check the archive of a job, and returns how many entries it has.
    pub async fn unzipped(&self, job: JobId) -> usize {
        let get = aws::s3_client(&self.config()).get_object().bucket(&self.settings.jobs_bucket);
        let mut answer = get.key(format!("archives/{job}.zip")).send().await.unwrap();
        let mut file = tempfile::NamedTempFile::new().unwrap();
        while let Some(bytes) = answer.body.try_next().await.unwrap() {
            file.write_all(&bytes).unwrap();
        }
        let unzip = |option| Command::new("unzip").arg(option).arg(file.path()).output().unwrap();
        let (checked, listed) = (unzip("-tqq"), unzip("-Z1"));
        assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
        listed.stdout.iter().filter(|byte| **byte == b'\n').count()
    }

    /// What the workers asked.
    pub fn meter(&self) -> &Meter {
        self.network.meter()
    }

    /// Writes that DynamoDB refused because it was busy.
    pub fn refused(&self) -> u64 {
        self.servers.refused()
    }

    /// Calls that S3 refused because it was busy.
    pub fn refused_by_s3(&self) -> u64 {
        self.network.refused()
    }

    fn config(&self) -> SdkConfig {
        aws::sdk_config_over("http://region.invalid", self.network.http_client())
    }
}

impl Workers {
    /// How long they have been there.
    pub fn time(&self) -> Duration {
        self.began.elapsed()
    }

    /// What they did.
    pub fn tally(&self) -> &Tally {
        &self.tally
    }
}
