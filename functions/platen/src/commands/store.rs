//! `platen store`: the tables, buckets and queues that several processes share, and what moves into them and back.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, Method, header};
use http_body_util::BodyExt;
use platen_service::config::{AwsSettings, Config, Store};
use platen_service::moving::{MoveError, Moved, copy};
use platen_service::{NoEngine, Service};
use platen_store_aws::setup::{Engine, Finding, Made, Reach, SetUp, Without};

use crate::failure::Failure;
use crate::home::{self, DataFolder, Home};
use crate::remote::{Call, Http, Transport};
use crate::welcome::{self, Welcome};
use crate::{files, logging, place, report};

/// How long an engine has to answer a link.
const PATIENCE: Duration = Duration::from_secs(30);

const ENGINES: [Engine; 3] = [Engine::DynamoDb, Engine::S3, Engine::Sqs];

/// Arguments of `platen store`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Make what is not there yet, check the engines, and make the first key
    Create {
        /// Make no first key and no samples: what a folder holds is to be imported
        #[arg(long)]
        empty: bool,
    },
    /// Try each feature that the service asks of the engines, and tell what they lack
    Check,
    /// Move what a data folder holds into the store
    Import {
        #[command(flatten)]
        data: DataFolder,
    },
    /// Move what the store holds into a data folder, which is made if there is none
    Export {
        #[command(flatten)]
        data: DataFolder,
    },
}

/// Runs the command.
///
/// # Errors
/// The environment names no store, an engine does not answer or lacks what a promise needs, or both ends differ after a move.
pub fn run(args: Args) -> Result<(), Failure> {
    let config = Config::from_env()?;
    let Store::Aws(settings) = &config.store else {
        return Err(Failure::Input(
            "the environment names no store; set PLATEN_STORE=aws and PLATEN_STORE_NAME, and for engines that are not AWS's \
             AWS_ENDPOINT_URL_DYNAMODB, AWS_ENDPOINT_URL_S3 and AWS_ENDPOINT_URL_SQS"
                .to_owned(),
        ));
    };
    logging::warnings();
    home::block_on(async {
        match args.command {
            Command::Create { empty } => create(&config, settings, empty).await,
            Command::Check => check(&SetUp::ambient(settings).await).await,
            Command::Import { data } => exchange(&config, settings, &data.existing()?, true).await,
            Command::Export { data } => exchange(&config, settings, &data.served()?, false).await,
        }
    })
}

async fn create(config: &Config, settings: &AwsSettings, empty: bool) -> Result<(), Failure> {
    let set_up = SetUp::ambient(settings).await;
    for part in set_up.create().await? {
        match part.made {
            Made::New => report::note(&format!("made   {}", part.name)),
            Made::Known => report::note(&format!("found  {}", part.name)),
            Made::Lacking(said) => report::note(&format!("none   {}: {said}", part.name)),
        }
    }
    check(&set_up).await?;
    if empty {
        return Ok(());
    }
    let stores = place::distant(settings).await?;
    let service = Service::new(stores, Arc::new(NoEngine), config.limits.clone());
    if let Welcome::New(key) = welcome::prepare(&service).await? {
        report::note("The first key, shown only now:");
        files::print(format!("{}\n", key.reveal()).as_bytes())?;
    }
    Ok(())
}

async fn check(set_up: &SetUp) -> Result<(), Failure> {
    let findings = set_up.check(&Links).await?;
    for finding in &findings {
        report::note(&told(finding));
    }
    let refusals: Vec<_> =
        ENGINES.into_iter().filter_map(|engine| refusal(set_up, &findings, engine)).collect();
    if refusals.is_empty() { Ok(()) } else { Err(Failure::Input(refusals.join("\n"))) }
}

/// Of each engine of a store, that it has what is asked of it, or why it cannot be used.
///
/// # Errors
/// One does not answer, or holds no store.
pub(super) async fn engines(settings: &AwsSettings) -> Result<Vec<Result<String, Failure>>, Failure> {
    let set_up = SetUp::ambient(settings).await;
    let findings = set_up.check(&Links).await?;
    let told = |engine| match refusal(&set_up, &findings, engine) {
        Some(refusal) => Err(Failure::Input(refusal)),
        None => Ok(format!("{engine} at {} has what is asked of it", set_up.place(engine))),
    };
    Ok(ENGINES.map(told).into())
}

/// Why an engine cannot be used.
fn refusal(set_up: &SetUp, findings: &[Finding], engine: Engine) -> Option<String> {
    let lacking = findings.iter().filter(|finding| finding.is_refused() && finding.feature.engine == engine);
    let names: Vec<_> = lacking.map(|finding| finding.feature.name).collect();
    (!names.is_empty()).then(|| {
        format!(
            "{engine} at {} cannot be used: it lacks {}; take another engine, or a version of it that has this",
            set_up.place(engine),
            names.join("; ")
        )
    })
}

fn told(finding: &Finding) -> String {
    let feature = finding.feature;
    let name = format!("{:<9}{}", feature.engine.to_string(), feature.name);
    match (&finding.lacks, feature.without) {
        (None, _) => format!("has    {name}"),
        (Some(said), Without::Refused(promise)) => format!("NEEDS  {name} ({said}), since {promise}"),
        (Some(said), Without::Costs(cost)) => format!("lacks  {name} ({said}): {cost}"),
    }
}

/// Moves a folder into the store, or the other way.
async fn exchange(config: &Config, settings: &AwsSettings, folder: &Home, into: bool) -> Result<(), Failure> {
    // Nobody serves the folder meanwhile.
    let (service, _) = folder.service_with(folder.lock()?, Arc::new(NoEngine))?;
    let (here, there) = (service.stores(), &place::distant(settings).await?);
    let (from, to) = if into { (here, there) } else { (there, here) };
    let moved = copy(from, to, config.limits.audit_life).await.map_err(|error| match error {
        MoveError::Store(error) => Failure::from(error),
        error => Failure::Input(error.to_string()),
    })?;
    let Moved { subscriptions, keys, templates, versions, bytes, webhooks, events } = moved;
    report::note(&format!(
        "moved {subscriptions} subscriptions, {keys} keys, {templates} templates in {versions} versions ({} MiB), \
         {webhooks} webhooks and {events} events; both ends are the same",
        bytes.div_ceil(1 << 20)
    ));
    Ok(())
}

/// Signed links, called as anybody calls them.
struct Links;

impl Links {
    async fn call(method: Method, url: &str, body: Bytes) -> Result<(http::response::Parts, Bytes), String> {
        let call = Call { method, path: url.to_owned(), headers: HeaderMap::new(), body };
        let said = |failure: Failure| failure.to_string();
        let engine = Http::new(url.to_owned(), None).map_err(said)?;
        let answer = async {
            let (parts, body) = engine.begin(&call).await.map_err(said)?.into_parts();
            let body = body.collect().await.map_err(said)?;
            Ok::<_, String>((parts, body.to_bytes()))
        };
        let late = |_| format!("no answer within {} seconds", PATIENCE.as_secs());
        tokio::time::timeout(PATIENCE, answer).await.map_err(late)?
    }
}

#[async_trait]
impl Reach for Links {
    async fn put(&self, url: &str, bytes: &'static [u8]) -> Result<u16, String> {
        let (parts, _) = Links::call(Method::PUT, url, Bytes::from_static(bytes)).await?;
        Ok(parts.status.as_u16())
    }

    async fn get(&self, url: &str) -> Result<(u16, String, Vec<u8>), String> {
        let (parts, body) = Links::call(Method::GET, url, Bytes::new()).await?;
        let disposition = parts.headers.get(header::CONTENT_DISPOSITION);
        let disposition = disposition.and_then(|value| value.to_str().ok()).unwrap_or_default();
        Ok((parts.status.as_u16(), disposition.to_owned(), body.to_vec()))
    }
}
