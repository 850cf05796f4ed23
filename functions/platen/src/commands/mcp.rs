//! `platen mcp`: tools for agents, over stdin and stdout; on a service, or on a data folder that no process serves.

use std::path::PathBuf;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use platen_service::Stores;
use platen_service::audit::{self, Destination};
use platen_service::http::Origins;
use platen_service::keys::Scope;
use rmcp::ServiceExt;
use rmcp::transport::stdio;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::key;
use crate::failure::Failure;
use crate::home::{DataFolder, Home, SUBSCRIPTION};
use crate::mcp::{Folder, Tools};
use crate::remote::{Client, RemoteArgs};
use crate::server::{self, Bounds, Setup};
use crate::{callbacks, logging, workers};

/// What the key is called that the tools use on a folder.
const KEY: &str = "platen mcp";

/// When such a key ends whose process was killed, so that it could not delete it.
const KEY_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

/// Arguments of `platen mcp`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder whose files the tools may read and write; without it documents are part of the answers
    #[arg(long, value_name = "FOLDER")]
    files: Option<PathBuf>,
    #[command(flatten)]
    data: DataFolder,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// Answers until the client closes stdin.
///
/// # Errors
/// Neither a service nor a folder is named, the folder is served by another process, or stdin speaks no MCP.
pub fn run(args: Args) -> Result<(), Failure> {
    logging::warnings();
    let files = args.files.as_deref().map(Folder::open).transpose()?;
    let client = if args.data.is_named() { None } else { args.remote.client()? };
    if client.is_none() && !args.data.is_named() {
        let text = "name a service with `--url` or a profile, and its key with PLATEN_KEY; or a data folder with `--data`";
        return Err(Failure::Input(text.to_owned()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::Internal(format!("no runtime: {error}")))?;
    let done = runtime.block_on(async {
        match client {
            Some(client) => converse(Tools::new(client, files)).await,
            None => {
                let (client, own) = Own::start(&args.data.existing()?).await?;
                let done = converse(Tools::new(client, files)).await;
                own.end().await?;
                done
            }
        }
    });
    // A job in work goes on when the folder is served again.
    runtime.shutdown_background();
    done
}

async fn converse(tools: Tools) -> Result<(), Failure> {
    let running = tools.serve(stdio()).await;
    let running = running.map_err(|error| Failure::Input(format!("stdin speaks no MCP: {error}")))?;
    running.waiting().await.map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(())
}

/// A service of this process's own, on an address of this machine alone, so that links in answers can be opened. It does what
/// `platen serve` does, and ends with the process.
struct Own {
    stores: Stores,
    key: Uuid,
    _workers: JoinSet<()>,
}

impl Own {
    async fn start(home: &Home) -> Result<(Client, Own), Failure> {
        // Refuses a folder that has no store; serving would make one.
        home.stores()?;
        let (service, queue) = home.service_and_queue()?;
        let service = Arc::new(service);
        let unusable =
            |error: std::io::Error| Failure::Internal(format!("no address of this machine: {error}"));
        let listener = TcpListener::bind("127.0.0.1:0").await.map_err(unusable)?;
        let base = format!("http://{}", listener.local_addr().map_err(unusable)?);
        let _workers = workers::start(&service, &queue).await?;
        tokio::spawn(callbacks::run(service.clone(), queue));
        let stores = service.stores().clone();
        let end = Timestamp::now() + KEY_LIFE;
        let (key, record) = key::make(&stores, SUBSCRIPTION, KEY, Scope::Manage, None, Some(end)).await?;
        let audit = audit::Log::open(&Destination::Off).map_err(unusable)?;
        let setup = Setup {
            tls: None,
            service,
            metrics: None,
            audit: Arc::new(audit),
            bounds: Bounds::of(home.config(), home.path().to_owned()),
            origins: Origins::default(),
        };
        tokio::spawn(server::serve(listener, setup, std::future::pending()));
        Ok((Client::new(&base, Some(key.reveal()))?, Own { stores, key: record.id, _workers }))
    }

    async fn end(self) -> Result<(), Failure> {
        self.stores.subscriptions.delete_key(SUBSCRIPTION, self.key).await?;
        Ok(())
    }
}
