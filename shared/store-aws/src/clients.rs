//! The three clients, created once per process, with retries and timeouts that fit the service.

use std::time::Duration;

use aws_config::environment::EnvironmentVariableCredentialsProvider;
use aws_config::retry::RetryConfig;
use aws_config::timeout::TimeoutConfig;
use aws_config::{BehaviorVersion, Region, SdkConfig};
use aws_sdk_s3::config::{SharedCredentialsProvider, SharedHttpClient};
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};

/// Tries of one call, the first included. At one fault in twenty, all five fail once in three million calls; what still
/// fails then is put back on the queue, or told to the caller as `unavailable`.
const TRIES: u32 = 5;

/// The first pause before a try; it doubles, with jitter. A throttled partition or prefix needs some hundred milliseconds.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// The longest pause. The SDK's own 20 s would outlast the request that waits.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// In a region a connection stands within milliseconds; a lost packet is sent again after one second.
const CONNECT: Duration = Duration::from_millis(2_500);

/// A record or a message is answered in single milliseconds: a silent connection is given up soon.
const ANSWER: Duration = Duration::from_secs(3);

/// An object's first byte; 8 MiB of a part have to be sent before it. Stalled bodies are the SDK's to notice.
const FIRST_BYTE: Duration = Duration::from_secs(15);

/// All tries of a record or message together: well below the 29 s after which API Gateway answers by itself.
const RECORD_CALL: Duration = Duration::from_secs(12);

/// All tries of an object's call together: within a worker's time.
const OBJECT_CALL: Duration = Duration::from_secs(60);

/// Joining the parts of an upload: with gigabytes S3 takes minutes for it. Within the time of the function that assembles.
const JOIN: Duration = Duration::from_secs(300);

/// What a call that joins an upload's parts is made with.
pub(crate) fn joining() -> aws_sdk_s3::config::Builder {
    let patient =
        TimeoutConfig::builder().connect_timeout(CONNECT).read_timeout(JOIN).operation_timeout(JOIN);
    aws_sdk_s3::Config::builder().timeout_config(patient.build())
}

/// The clients. Cloning shares their connections.
#[derive(Debug, Clone)]
pub(crate) struct Clients {
    pub(crate) dynamodb: aws_sdk_dynamodb::Client,
    pub(crate) s3: aws_sdk_s3::Client,
    pub(crate) sqs: aws_sdk_sqs::Client,
}

/// Region, credentials and endpoints as every AWS tool finds them (`AWS_REGION`, `AWS_PROFILE`, `AWS_ENDPOINT_URL`,
/// `AWS_ENDPOINT_URL_SQS` ...).
pub(crate) async fn ambient() -> SdkConfig {
    aws_config::defaults(behavior()).http_client(https()).load().await
}

/// The same as Lambda has them for a function: in the environment alone. Without the search for files, roles and other
/// services a function is smaller by a megabyte and starts with nothing to look up.
pub(crate) fn of_function() -> SdkConfig {
    let credentials = EnvironmentVariableCredentialsProvider::new();
    let mut config = SdkConfig::builder()
        .behavior_version(behavior())
        .http_client(https())
        .region(variable("AWS_REGION").map(Region::new))
        .credentials_provider(SharedCredentialsProvider::new(credentials));
    config.set_endpoint_url(variable("AWS_ENDPOINT_URL"));
    config.build()
}

/// Where an engine is that is not AWS: the address of one service (`S3`), or that of all.
pub(crate) fn endpoint(config: &SdkConfig, service: &str) -> Option<String> {
    let own = variable(&format!("AWS_ENDPOINT_URL_{}", service.to_ascii_uppercase()));
    own.or_else(|| config.endpoint_url().map(str::to_owned))
}

#[expect(clippy::disallowed_methods, reason = "variables of the SDK's, not of the service's configuration")]
fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn behavior() -> BehaviorVersion {
    BehaviorVersion::v2026_01_12()
}

fn https() -> SharedHttpClient {
    let tls = Provider::Rustls(CryptoMode::Ring);
    aws_smithy_http_client::Builder::new().tls_provider(tls).build_https()
}

/// Tries of one call, as they are made of records, messages and objects alike.
fn retries() -> RetryConfig {
    RetryConfig::standard()
        .with_max_attempts(TRIES)
        .with_initial_backoff(FIRST_PAUSE)
        .with_max_backoff(LONGEST_PAUSE)
}

/// What a call is made with that waits so long for something to come.
pub(crate) fn waiting(time: Duration) -> aws_sdk_sqs::config::Builder {
    let patient = TimeoutConfig::builder()
        .connect_timeout(CONNECT)
        .operation_attempt_timeout(time + ANSWER)
        .operation_timeout(time + RECORD_CALL);
    aws_sdk_sqs::Config::builder().timeout_config(patient.build())
}

/// Times of calls whose answers are short.
fn short() -> TimeoutConfig {
    TimeoutConfig::builder()
        .connect_timeout(CONNECT)
        .operation_attempt_timeout(ANSWER)
        .operation_timeout(RECORD_CALL)
        .build()
}

/// The client of the event bus, which one function needs: the others are smaller without it.
pub(crate) fn events(config: &SdkConfig) -> aws_sdk_eventbridge::Client {
    let config =
        aws_sdk_eventbridge::config::Builder::from(config).retry_config(retries()).timeout_config(short());
    aws_sdk_eventbridge::Client::from_conf(config.build())
}

impl Clients {
    /// Builds the clients on what [`ambient`] found, or on what a test gives.
    pub(crate) fn new(config: &SdkConfig) -> Clients {
        let objects = TimeoutConfig::builder()
            .connect_timeout(CONNECT)
            .read_timeout(FIRST_BYTE)
            .operation_timeout(OBJECT_CALL)
            .build();
        let dynamodb =
            aws_sdk_dynamodb::config::Builder::from(config).retry_config(retries()).timeout_config(short());
        let sqs = aws_sdk_sqs::config::Builder::from(config).retry_config(retries()).timeout_config(short());
        let s3 = aws_sdk_s3::config::Builder::from(config)
            .retry_config(retries())
            .timeout_config(objects)
            // Servers other than AWS know buckets by path only.
            .force_path_style(endpoint(config, "S3").is_some());
        Clients {
            dynamodb: aws_sdk_dynamodb::Client::from_conf(dynamodb.build()),
            s3: aws_sdk_s3::Client::from_conf(s3.build()),
            sqs: aws_sdk_sqs::Client::from_conf(sqs.build()),
        }
    }
}
