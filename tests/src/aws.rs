//! AWS on loopback, in this process: DynamoDB, S3, SQS and an event bus behind one address, as `AWS_ENDPOINT_URL` names it, with a
//! table, buckets and queues like those of the deployment. Signatures are checked, and the expiry of links.

use std::error::Error;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, KeySchemaElement, KeyType, ScalarAttributeType,
};
use aws_sdk_s3::config::{Credentials, SharedCredentialsProvider, SharedHttpClient};
use aws_sdk_sqs::types::{Message, QueueAttributeName};
use bytes::Bytes;
use http::{Request, Response, StatusCode};
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use platen_service::config::AwsSettings;
use rustack_auth::StaticCredentialProvider;
use rustack_dynamodb_core::config::DynamoDBConfig;
use rustack_dynamodb_core::handler::RustackDynamoDBHandler;
use rustack_dynamodb_core::provider::RustackDynamoDB;
use rustack_dynamodb_http::service::{DynamoDBHttpConfig, DynamoDBHttpService};
use rustack_sqs_core::config::SqsConfig;
use rustack_sqs_core::handler::RustackSqsHandler;
use rustack_sqs_core::provider::RustackSqs;
use rustack_sqs_http::service::{SqsHttpConfig, SqsHttpService};
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;

use crate::bus::Bus;
use crate::calls::{self, CALLER};
use crate::folder::Folder;
use crate::groups::Groups;
use crate::transactions::Transactions;

/// The access key of all clients.
pub const ACCESS_KEY: &str = "AKIATESTTESTTESTTEST";

/// Its secret.
pub const SECRET_KEY: &str = "a-secret-of-the-tests";

/// The region that everything is in.
pub const REGION: &str = "eu-central-1";

/// The servers, and what a deployment consists of.
pub struct Aws {
    address: SocketAddr,
    settings: AwsSettings,
    config: SdkConfig,
    bus: Bus,
    servers: Arc<Servers>,
    // Ends the servers with it.
    _runtime: tokio::runtime::Runtime,
    _folder: Folder,
}

type Body = UnsyncBoxBody<Bytes, Box<dyn Error + Send + Sync>>;

/// The stores' protocols.
pub(crate) struct Servers {
    transactions: Arc<Transactions>,
    dynamodb: DynamoDBHttpService<Transactions>,
    sqs: SqsHttpService<Groups>,
    s3: S3Service,
    bus: Bus,
    stopped: Mutex<Option<Stopped>>,
}

/// One of the servers, which is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// The table's.
    DynamoDb,
    /// The queues'.
    Sqs,
    /// The buckets'.
    S3,
}

impl Aws {
    /// Starts empty servers with the resources of a deployment.
    pub fn start() -> Aws {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let folder = Folder::new();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let servers = Arc::new(Servers::new(address, &folder));
        let bus = servers.bus.clone();
        runtime.spawn(accept(listener, servers.clone()));
        let config = sdk_config(&format!("http://{address}"));
        let settings = runtime.block_on(deploy(&config));
        Aws { address, settings, config, bus, servers, _runtime: runtime, _folder: folder }
    }

    /// Where the servers listen.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The resources.
    pub fn settings(&self) -> &AwsSettings {
        &self.settings
    }

    /// What a function is told of them, reached at an endpoint.
    pub fn environment(&self, endpoint: &str) -> Vec<(&'static str, String)> {
        let settings = self.settings.clone();
        vec![
            ("PLATEN_STORE", "aws".to_owned()),
            ("PLATEN_TABLE", settings.table),
            ("PLATEN_TEMPLATES_BUCKET", settings.templates_bucket),
            ("PLATEN_JOBS_BUCKET", settings.jobs_bucket),
            ("PLATEN_RENDER_QUEUE_URL", settings.render_queue_url),
            ("PLATEN_ASSEMBLE_QUEUE_URL", settings.assemble_queue_url),
            ("PLATEN_CUT_QUEUE_URL", settings.cut_queue_url),
            ("PLATEN_INTAKE_DEAD_LETTERS_URL", settings.intake_dead_letters_url.unwrap_or_default()),
            ("PLATEN_CALLBACK_QUEUE_URL", settings.callback_queue_url.unwrap()),
            ("PLATEN_EVENT_BUS", settings.event_bus.unwrap()),
            ("PLATEN_STACK", settings.stack.unwrap()),
            ("PLATEN_SECRETS_TABLE", settings.secrets_table.unwrap()),
            ("AWS_ENDPOINT_URL", endpoint.to_owned()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.to_owned()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.to_owned()),
        ]
    }

    /// The queues of dead letters, of chunks, and of archives and uploads.
    pub fn dead_letters(&self) -> [&String; 2] {
        let AwsSettings { render_dead_letters_url, assemble_dead_letters_url, .. } = &self.settings;
        [render_dead_letters_url, assemble_dead_letters_url].map(|queue| queue.as_ref().unwrap())
    }

    /// Has messages go to the dead letters that were delivered this often. Without it they come again forever.
    pub async fn redrive_after(&self, deliveries: u32) {
        let client = aws_sdk_sqs::Client::new(&self.config);
        let AwsSettings { render_queue_url, assemble_queue_url, cut_queue_url, .. } = &self.settings;
        let [chunks, whole] = self.dead_letters();
        for (queue, dead) in [(render_queue_url, chunks), (assemble_queue_url, whole), (cut_queue_url, whole)]
        {
            let arn =
                client.get_queue_attributes().queue_url(dead).attribute_names(QueueAttributeName::QueueArn);
            let arn =
                arn.send().await.unwrap().attributes.unwrap().remove(&QueueAttributeName::QueueArn).unwrap();
            let policy = format!(r#"{{"deadLetterTargetArn":"{arn}","maxReceiveCount":{deliveries}}}"#);
            let set = client.set_queue_attributes().queue_url(queue);
            set.attributes(QueueAttributeName::RedrivePolicy, policy).send().await.unwrap();
        }
    }

    /// Stops one of the servers, or lets all of them run again: connections to it break.
    pub fn stop(&self, server: Option<Stopped>) {
        *self.servers.stopped.lock().unwrap() = server;
    }

    /// What the event bus was told: the details of the events on it.
    pub fn told(&self) -> Vec<serde_json::Value> {
        self.bus.details()
    }

    /// A configuration for clients of the SDK.
    pub fn config(&self) -> &SdkConfig {
        &self.config
    }

    /// A client of S3, for what happens to buckets from outside.
    pub fn s3(&self) -> aws_sdk_s3::Client {
        s3_client(&self.config)
    }

    /// Takes all messages off a queue that are to be seen.
    pub async fn drain(&self, queue_url: &str) -> Vec<Message> {
        let client = aws_sdk_sqs::Client::new(&self.config);
        let mut taken = Vec::new();
        loop {
            let received = client.receive_message().queue_url(queue_url).max_number_of_messages(10);
            let received = received.message_attribute_names("All").send().await;
            let messages = received.unwrap().messages.unwrap_or_default();
            if messages.is_empty() {
                return taken;
            }
            for message in messages {
                let handle = message.receipt_handle.clone().unwrap();
                client.delete_message().queue_url(queue_url).receipt_handle(handle).send().await.unwrap();
                taken.push(message);
            }
        }
    }
}

/// A configuration for clients of the SDK that talk to this endpoint.
pub fn sdk_config(endpoint: &str) -> SdkConfig {
    sdk_config_over(endpoint, aws_smithy_http_client::Builder::new().build_http())
}

/// The same over a network of the caller's.
pub(crate) fn sdk_config_over(endpoint: &str, network: SharedHttpClient) -> SdkConfig {
    let credentials = Credentials::new(ACCESS_KEY, SECRET_KEY, None, None, "tests");
    SdkConfig::builder()
        .behavior_version(BehaviorVersion::v2026_01_12())
        .region(Region::from_static(REGION))
        .endpoint_url(endpoint)
        .credentials_provider(SharedCredentialsProvider::new(credentials))
        .http_client(network)
        .build()
}

impl Servers {
    pub(crate) fn new(address: SocketAddr, folder: &Folder) -> Servers {
        let of_functions = calls::functions().map(|function| calls::access_key(&function));
        let keys: Vec<String> = of_functions.chain([ACCESS_KEY.to_owned()]).collect();
        let pairs: Vec<_> = keys.iter().map(|key| (key.clone(), SECRET_KEY.to_owned())).collect();
        let known = Arc::new(StaticCredentialProvider::new(pairs));
        let mut knows = SimpleAuth::new();
        for key in keys {
            knows.register(key, SECRET_KEY.into());
        }
        let dynamodb = RustackDynamoDB::new(DynamoDBConfig::default());
        let sqs = RustackSqs::new(SqsConfig {
            host: address.ip().to_string(),
            port: address.port(),
            default_region: REGION.to_owned(),
            ..SqsConfig::default()
        });
        let mut s3 = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        s3.set_auth(knows);
        let transactions = Arc::new(Transactions::of(RustackDynamoDBHandler::new(Arc::new(dynamodb))));
        Servers {
            transactions: transactions.clone(),
            dynamodb: DynamoDBHttpService::new(
                transactions,
                DynamoDBHttpConfig {
                    skip_signature_validation: false,
                    region: REGION.to_owned(),
                    credential_provider: Some(known.clone()),
                },
            ),
            sqs: SqsHttpService::new(
                Arc::new(Groups::of(RustackSqsHandler::new(Arc::new(sqs)))),
                SqsHttpConfig {
                    skip_signature_validation: false,
                    region: REGION.to_owned(),
                    credential_provider: Some(known),
                },
            ),
            s3: s3.build(),
            bus: Bus::default(),
            stopped: Mutex::default(),
        }
    }

    /// Writes that DynamoDB refused because it was busy.
    pub(crate) fn refused(&self) -> u64 {
        self.transactions.refused()
    }

    /// Answers what comes over a connection.
    pub(crate) async fn serve(self: Arc<Self>, stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static) {
        let answer = service_fn(|request| async {
            match *self.stopped.lock().unwrap() {
                Some(stopped) if server_of(&request) == stopped => return Err(io::Error::other("stopped")),
                _ => {}
            }
            Ok(self.answer(request).await)
        });
        // A client that goes away in the middle is its own business.
        let _ = http1::Builder::new().serve_connection(TokioIo::new(stream), answer).await;
    }

    async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let caller = calls::caller(&parts);
        CALLER.scope(caller, self.answer_caller(Request::from_parts(parts, body))).await
    }

    async fn answer_caller(&self, request: Request<Incoming>) -> Response<Body> {
        let target = request.headers().get("x-amz-target").and_then(|value| value.to_str().ok());
        match target {
            Some(target) if target.starts_with("DynamoDB") => {
                boxed(self.dynamodb.call(request).await.unwrap_or_else(|never| match never {}))
            }
            Some(target) if target.starts_with("AmazonSQS") => {
                boxed(self.sqs.call(request).await.unwrap_or_else(|never| match never {}))
            }
            Some(target) if target.starts_with("AWSEvents") => boxed(self.bus.put(request).await),
            _ => {
                let (parts, body) = request.into_parts();
                let asked = parts.clone();
                let answer = Service::call(&self.s3, Request::from_parts(parts, body)).await.unwrap();
                calls::s3(&asked, answer.status());
                let of_upload = asked.uri.query().is_some_and(|query| query.contains("uploadId="));
                if of_upload && answer.status() == StatusCode::FORBIDDEN {
                    no_such_upload()
                } else {
                    boxed(answer)
                }
            }
        }
    }
}

/// Whose a request is.
fn server_of(request: &Request<Incoming>) -> Stopped {
    match request.headers().get("x-amz-target").and_then(|target| target.to_str().ok()) {
        Some(target) if target.starts_with("DynamoDB") => Stopped::DynamoDb,
        Some(target) if target.starts_with("AmazonSQS") => Stopped::Sqs,
        _ => Stopped::S3,
    }
}

/// What S3 says of an upload that is complete or gone (API reference, `CompleteMultipartUpload`); the server here calls it denied.
fn no_such_upload() -> Response<Body> {
    let text =
        "<Error><Code>NoSuchUpload</Code><Message>The specified upload does not exist.</Message></Error>";
    let mut answer = boxed(Response::new(Full::new(Bytes::from_static(text.as_bytes()))));
    *answer.status_mut() = StatusCode::NOT_FOUND;
    answer
}

fn boxed<B>(response: Response<B>) -> Response<Body>
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    response.map(|body| body.map_err(Into::into).boxed_unsync())
}

async fn accept(listener: TcpListener, servers: Arc<Servers>) {
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        tokio::spawn(servers.clone().serve(socket));
    }
}

/// The servers know buckets by path only.
pub(crate) fn s3_client(config: &SdkConfig) -> aws_sdk_s3::Client {
    let by_path = aws_sdk_s3::config::Builder::from(config).force_path_style(true);
    aws_sdk_s3::Client::from_conf(by_path.build())
}

/// Makes the resources that `infra/template.yaml` makes, by the names of a store that is called `platen`.
pub(crate) async fn deploy(config: &SdkConfig) -> AwsSettings {
    let sqs = aws_sdk_sqs::Client::new(config);
    let queue = async |name: &str, hidden_s: &str| {
        let made =
            sqs.create_queue().queue_name(name).attributes(QueueAttributeName::VisibilityTimeout, hidden_s);
        made.send().await.unwrap().queue_url.unwrap()
    };
    let settings = AwsSettings {
        table: "platen".to_owned(),
        templates_bucket: "platen-templates".to_owned(),
        jobs_bucket: "platen-jobs".to_owned(),
        render_queue_url: queue("platen-render", "60").await,
        assemble_queue_url: queue("platen-assemble", "60").await,
        cut_queue_url: queue("platen-cut", "60").await,
        intake_dead_letters_url: Some(queue("platen-intake-dead-letters", "60").await),
        intake_queue_url: Some(queue("platen-intake", "60").await),
        render_dead_letters_url: Some(queue("platen-render-dead-letters", "60").await),
        assemble_dead_letters_url: Some(queue("platen-assemble-dead-letters", "60").await),
        callback_dead_letters_url: Some(queue("platen-callback-dead-letters", "60").await),
        // Longer than any test: a message comes again because its function says so, or not at all.
        callback_queue_url: Some(queue("platen-callbacks", "43200").await),
        event_bus: Some("default".to_owned()),
        stack: Some("platen".to_owned()),
        secrets_table: Some("platen-secrets".to_owned()),
        outbox: false,
        s3_public_url: None,
    };

    let s3 = s3_client(config);
    for bucket in [&settings.templates_bucket, &settings.jobs_bucket] {
        s3.create_bucket().bucket(bucket).send().await.unwrap();
    }

    for name in std::iter::once(&settings.table).chain(&settings.secrets_table) {
        let mut table = aws_sdk_dynamodb::Client::new(config)
            .create_table()
            .table_name(name)
            .billing_mode(BillingMode::PayPerRequest);
        for (name, kind) in [("pk", KeyType::Hash), ("sk", KeyType::Range)] {
            let column =
                AttributeDefinition::builder().attribute_name(name).attribute_type(ScalarAttributeType::S);
            let key = KeySchemaElement::builder().attribute_name(name).key_type(kind);
            table = table.attribute_definitions(column.build().unwrap()).key_schema(key.build().unwrap());
        }
        table.send().await.unwrap();
    }
    settings
}
