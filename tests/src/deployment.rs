//! A deployment on loopback, without its gateway: the stores' servers, a tenant, and the workers' real binaries on their
//! queues, as `infra/template.yaml` puts them together.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::types::AttributeValue;
use bytes::Bytes;
use platen_service::config::Config;
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::{JobRecord, Task};
use platen_service::plan::Plan;
use platen_service::service::registry::Registration;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_aws::{AwsStore, Message};
use serde_json::{Value, json};
use tokio::runtime::Runtime;
use uuid::Uuid;

use crate::aws::Aws;
use crate::calls;
use crate::event_source::{Delivery, Fate, Instance, Queue};
use crate::fault_proxy::{FaultProxy, Faults};
use crate::function::{Ended, Function};
use crate::meter::Meter;
use crate::random::Random;
use crate::runtime_api::Outcome;
use crate::seed::{self, RECORDED_KEY, RECORDED_SUBSCRIPTION};
use crate::stream;
use crate::template::template;
use crate::watcher::{self, Watcher};

/// Between two looks into an empty queue.
const IDLE: Duration = Duration::from_millis(20);

/// `PLATEN_CALLBACKS`: receivers of tests are on loopback.
const CALLBACKS: &str = "anywhere";

/// `PLATEN_SMTP_RECIPIENTS`.
pub const RECIPIENTS: &str = "example.com";

/// How a job's messages are worked off.
#[derive(Debug, Clone, Copy)]
pub struct Working {
    /// Instances of the function that renders. Of each other there is one, and two that assemble.
    pub renderers: usize,
    /// How long a function has for a message.
    pub time: Duration,
    /// How long all of it may take.
    pub patience: Duration,
}

impl Default for Working {
    fn default() -> Working {
        Working { renderers: 2, time: Duration::from_secs(60), patience: Duration::from_secs(300) }
    }
}

/// What happened on the way.
#[derive(Debug, Default)]
pub struct Tally {
    /// Messages handed to a function.
    pub deliveries: AtomicU32,
    /// Functions that were killed over one.
    pub killed: AtomicU32,
    /// The most memory that a function had, in bytes.
    pub most_memory: AtomicU64,
    /// How often the poller looked.
    pub looks: AtomicU32,
}

/// Servers, the tenant of the recorded events, and what the functions are told.
pub struct Deployment {
    runtime: Runtime,
    aws: Arc<Aws>,
    proxy: Option<FaultProxy>,
    service: Arc<Service>,
    subscription: Subscription,
    /// `PLATEN_LIMITS`.
    limits: String,
}

impl Deployment {
    /// Starts a deployment with limits as `PLATEN_LIMITS` has them.
    pub fn start(limits: &str) -> Deployment {
        Deployment::with(limits, |_| None)
    }

    /// The same, with the stores as far away from the functions as they are in a region of AWS.
    pub fn distant(limits: &str) -> Deployment {
        Deployment::with(limits, |aws| Some(FaultProxy::distant(aws.address(), Random::new())))
    }

    /// The same, with a network that fails between the functions and the stores.
    pub fn behind_faults(limits: &str, faults: Faults) -> Deployment {
        Deployment::with(limits, |aws| Some(FaultProxy::start(aws.address(), faults, Random::new())))
    }

    fn with(limits: &str, proxy: impl FnOnce(&Aws) -> Option<FaultProxy>) -> Deployment {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let aws = Arc::new(Aws::start());
        let proxy = proxy(&aws);
        let stores = Stores::all_in_one(Arc::new(AwsStore::new(aws.config(), aws.settings())));
        let config = Config::read(|name| match name {
            "PLATEN_LIMITS" => Some(limits.to_owned()),
            "PLATEN_CALLBACKS" => Some(CALLBACKS.to_owned()),
            _ => None,
        });
        let config = config.unwrap();
        let limits_set = Limits { recipients: RECIPIENTS.parse().unwrap(), ..config.limits };
        let service = Service::new(stores, Arc::new(NoEngine), limits_set);
        let subscription = Subscription {
            id: SubscriptionId(RECORDED_SUBSCRIPTION),
            name: "test".to_owned(),
            active: true,
            plan: Plan::default(),
        };
        runtime.block_on(async {
            service.stores().subscriptions.put_subscription(&subscription).await.unwrap();
            seed::put_key(service.stores(), subscription.id, RECORDED_KEY).await;
        });
        let redrive = &template()["Resources"]["RenderQueue"]["Properties"]["RedrivePolicy"];
        let deliveries = redrive["maxReceiveCount"].as_u64().unwrap();
        runtime.block_on(aws.redrive_after(u32::try_from(deliveries).unwrap()));
        let limits = limits.to_owned();
        Deployment { runtime, aws, proxy, service: Arc::new(service), subscription, limits }
    }

    /// The servers.
    pub fn aws(&self) -> &Aws {
        &self.aws
    }

    /// The stores, reached without faults.
    pub fn stores(&self) -> &Stores {
        self.service.stores()
    }

    /// Runs what is asynchronous.
    pub fn block_on<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Requests that went through the network that fails, and those that met a fault.
    pub fn met(&self) -> (u32, u32) {
        self.proxy.as_ref().map_or((0, 0), FaultProxy::met)
    }

    /// What was asked of distant stores.
    pub fn meter(&self) -> &Meter {
        self.proxy.as_ref().and_then(FaultProxy::meter).unwrap()
    }

    /// The tenant.
    pub fn subscription(&self) -> SubscriptionId {
        self.subscription.id
    }

    /// Changes what the tenant may use.
    pub fn set_plan(&self, plan: Plan) {
        let changed = Subscription { plan, ..self.subscription.clone() };
        self.block_on(self.stores().subscriptions.put_subscription(&changed)).unwrap();
    }

    /// Registers a template.
    pub fn template(&self, path: &str, docx: Vec<u8>) -> TemplateId {
        self.template_of(self.subscription.id, path, docx)
    }

    fn template_of(&self, subscription: SubscriptionId, path: &str, docx: Vec<u8>) -> TemplateId {
        let registered = self.service.templates().register(subscription, Registration::new(path, docx));
        self.block_on(registered).unwrap().template_id
    }

    /// Starts a job with the body of a request.
    pub fn start_job(&self, body: &str) -> JobId {
        self.start_job_of(&self.subscription, body)
    }

    fn start_job_of(&self, subscription: &Subscription, body: &str) -> JobId {
        let wanted =
            GenerateDocumentsBulk::parse(&Bytes::from(body.to_owned()), self.service.limits()).unwrap();
        let started = self.service.jobs().start_as(subscription, JobId(Uuid::new_v4()), wanted);
        self.block_on(started).unwrap().job_id
    }

    /// Starts a job of a new tenant, with a template of its own and the items of a request.
    pub fn start_neighbors_job(&self, docx: Vec<u8>, mut body: serde_json::Value) -> JobId {
        let neighbor = Subscription { id: SubscriptionId(Uuid::new_v4()), ..self.subscription.clone() };
        self.block_on(self.stores().subscriptions.put_subscription(&neighbor)).unwrap();
        body["templateId"] = serde_json::json!(self.template_of(neighbor.id, "template.docx", docx));
        self.start_job_of(&neighbor, &body.to_string())
    }

    /// A job as it is now.
    pub fn job(&self, job: JobId) -> JobRecord {
        self.block_on(self.stores().jobs.any_job(job)).unwrap().unwrap()
    }

    /// The archive's entries of a complete job.
    pub fn entries(&self, job: &JobRecord) -> Vec<(String, Bytes)> {
        self.block_on(watcher::entries(self.stores(), job, watcher::bytes))
    }

    /// The names of its entries alone, all of which were read.
    pub fn entry_names(&self, job: &JobRecord) -> Vec<String> {
        let read = |entry: &mut dyn io::Read| io::copy(entry, &mut io::sink()).unwrap();
        let entries = self.block_on(watcher::entries(self.stores(), job, read));
        entries.into_iter().map(|(name, _)| name).collect()
    }

    /// Starts a function as it is deployed.
    pub fn function(&self, name: &str) -> Function {
        self.function_with(name, &[])
    }

    /// The same with variables of its own.
    pub fn function_with(&self, name: &str, variables: &[(&str, &str)]) -> Function {
        let endpoint = match &self.proxy {
            Some(proxy) => proxy.endpoint(),
            None => format!("http://{}", self.aws.address()),
        };
        let mut environment = self.aws.environment(&endpoint);
        environment.push(("PLATEN_LIMITS", self.limits.clone()));
        environment.push(("PLATEN_CALLBACKS", CALLBACKS.to_owned()));
        environment.push(("AWS_ACCESS_KEY_ID", calls::access_key(name)));
        let environment = environment.iter().map(|(name, value)| (*name, value.as_str()));
        let environment: Vec<_> = environment.chain(variables.iter().copied()).collect();
        Function::start(name, &environment)
    }

    /// Notes that the work of a delivery began, as a function does that dies of it then.
    pub fn note_try(&self, delivery: &Delivery) {
        let Message { job_id, .. } = serde_json::from_str(&delivery.body).unwrap();
        let store = AwsStore::new(self.aws.config(), self.aws.settings());
        self.block_on(store.begin_try(job_id, &delivery.id, delivery.attempt)).unwrap();
    }

    /// Has the end of a job queued for its callbacks, as the deployment does: the filter of the table's stream chooses the change of its
    /// record, and the function queues it. `false` where the filter leaves it out.
    pub fn queue_callback(&self, job: JobId) -> bool {
        let client = aws_sdk_dynamodb::Client::new(self.aws.config());
        let get = client.get_item().table_name(&self.aws.settings().table);
        let get =
            get.key("pk", AttributeValue::S(format!("JOB#{job}"))).key("sk", AttributeValue::S("JOB".into()));
        let now = self.block_on(get.send()).unwrap().item.unwrap();
        let mut before = now.clone();
        before.insert("status".to_owned(), AttributeValue::S("Running".to_owned()));
        let change = stream::modified(&before, &now);
        assert!(stream::chooses("PublishEndsMapping", &change), "{change}");
        assert!(!stream::chooses("PublishEndsMapping", &stream::modified(&now, &now)), "an end is told once");
        if !stream::chooses("QueueCallbacksMapping", &change) {
            return false;
        }
        let mut function = self.function("queue-callbacks");
        let queued = function.invoke(json!({ "Records": [change] }).to_string());
        assert!(matches!(queued, Ended::Settled(Outcome::Response(_))), "{}", function.log());
        true
    }

    /// Has the messages to a webhook that are due queued in the same way; tells how many they are.
    pub fn queue_messages(&self, webhook: &str) -> usize {
        let client = aws_sdk_dynamodb::Client::new(self.aws.config());
        let query =
            client.query().table_name(&self.aws.settings().table).key_condition_expression("pk = :pk");
        let query =
            query.expression_attribute_values(":pk", AttributeValue::S(format!("MESSAGES#{webhook}")));
        let found = self.block_on(query.send()).unwrap().items.unwrap_or_default();
        let changes = found.iter().map(stream::inserted);
        let due: Vec<_> = changes.filter(|change| stream::chooses("QueueCallbacksMapping", change)).collect();
        assert!(due.iter().all(|change| !stream::chooses("PublishEndsMapping", change)));
        let queued = self.function("queue-callbacks").invoke(json!({ "Records": due }).to_string());
        assert!(matches!(queued, Ended::Settled(Outcome::Response(_))), "{queued:?}");
        due.len()
    }

    /// The queue of ends that are to be told.
    pub fn callback_queue(&self) -> Queue {
        self.queue(self.aws.settings().callback_queue_url.as_ref().unwrap())
    }

    /// A queue by the URL that the settings have for it.
    pub fn queue(&self, url: &str) -> Queue {
        Queue::new(aws_sdk_sqs::Client::new(self.aws.config()), url, self.runtime.handle().clone())
    }

    /// The queue of chunks.
    pub fn render_queue(&self) -> Queue {
        self.queue(&self.aws.settings().render_queue_url)
    }

    /// Takes the messages that wait to be rendered, and puts each of them in two to five times, in any order.
    /// A job whose chunks a worker is to queue gets them queued first.
    pub fn duplicate_messages(&self, random: &mut Random) -> (usize, usize) {
        let drain = || self.block_on(self.aws.drain(&self.aws.settings().render_queue_url));
        let (first, mut waiting): (Vec<_>, Vec<_>) = drain().into_iter().partition(|message| {
            let message: Message = serde_json::from_str(message.body.as_ref().unwrap()).unwrap();
            message.task == Task::Dispatch
        });
        for message in first {
            let Message { job_id, task } = serde_json::from_str(&message.body.unwrap()).unwrap();
            self.block_on(self.stores().jobs.queue_next(job_id, task)).unwrap();
            waiting.extend(drain());
        }
        let mut bodies = Vec::new();
        for message in &waiting {
            let body = message.body.clone().unwrap();
            bodies.extend(std::iter::repeat_n(body, 2 + random.below(4)));
        }
        random.shuffle(&mut bodies);
        self.render_queue().send(&bodies);
        (waiting.len(), bodies.len())
    }

    /// Works a job's messages off until it is over and none is left, a poller beside it. `fate` decides what happens to each
    /// delivery.
    pub fn work(&self, job: JobId, working: Working, fate: impl Fn(&Delivery) -> Fate + Sync) -> Tally {
        let watcher = Watcher::start(self.stores().clone(), job);
        let (tally, settings, dead) = (Tally::default(), self.aws.settings(), self.aws.dead_letters());
        let mut mappings = vec![("assemble-archive", &settings.assemble_queue_url); 2];
        mappings.push(("assemble-archive", &settings.cut_queue_url));
        mappings.extend(dead.map(|queue| ("settle-dead-letters", queue)));
        mappings.extend(vec![("render-chunk", &settings.render_queue_url); working.renderers]);
        let end = Instant::now() + working.patience;
        std::thread::scope(|scope| {
            for (name, queue) in mappings {
                let (tally, fate) = (&tally, &fate);
                let work = move || {
                    let mut instance = Instance::new(self.queue(queue), self.function(name), working.time);
                    self.work_off(&mut instance, job, end, tally, fate);
                };
                scope.spawn(work);
            }
        });
        tally.looks.store(watcher.end().looks, Ordering::Relaxed);
        tally
    }

    fn work_off(
        &self,
        instance: &mut Instance,
        job: JobId,
        end: Instant,
        tally: &Tally,
        fate: impl Fn(&Delivery) -> Fate,
    ) {
        loop {
            match instance.work(&fate) {
                Some(met) => {
                    tally.deliveries.fetch_add(1, Ordering::Relaxed);
                    let killed = matches!(met, Fate::Killed(_) | Fate::Hangs);
                    tally.killed.fetch_add(u32::from(killed), Ordering::Relaxed);
                    tally.most_memory.fetch_max(instance.most_memory(), Ordering::Relaxed);
                }
                None if self.job(job).progress.status.is_over() => return,
                None => std::thread::sleep(IDLE),
            }
            assert!(Instant::now() < end, "the job does not end: {:?}", self.job(job));
        }
    }
}

/// The text of a message, taken apart: its task, its chunk, and its item where a chunk was split.
pub fn task_of(delivery: &Delivery) -> (String, Option<u64>, Option<u64>) {
    let body: Value = serde_json::from_str(&delivery.body).unwrap();
    (body["task"].as_str().unwrap().to_owned(), body["chunk"].as_u64(), body["item"].as_u64())
}
