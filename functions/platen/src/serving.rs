//! What `platen serve` serves: a data folder, or a store that many processes share; and who works in the background.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use async_trait::async_trait;
use platen_pdf::Engine;
use platen_service::Service;
use platen_service::config::{Config, Store};
use platen_store_embedded::{EmbeddedStore, ServeLock};
use tokio::task::JoinSet;

use crate::background::{Background, Role};
#[cfg(feature = "aws")]
use crate::cloud::Cloud;
use crate::failure::Failure;
use crate::home::{DataFolder, Home};
use crate::{callbacks, workers};

/// What is said of `--store aws` by a program that was built for one machine.
#[cfg(not(feature = "aws"))]
pub(crate) const WITHOUT_AWS: &str =
    "this program was built without AWS; build it with `make release`, or install a package";

/// Where records, bytes and queues are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum StoreKind {
    /// A data folder of this machine
    Embedded,
    /// S3, DynamoDB and SQS, of AWS or of others; any number of processes serve the same
    Aws,
}

impl StoreKind {
    /// The word that `PLATEN_STORE` has for it.
    pub fn word(self) -> &'static str {
        match self {
            StoreKind::Embedded => "embedded",
            StoreKind::Aws => "aws",
        }
    }
}

/// What is served.
pub enum Served {
    /// A data folder, by this process alone.
    Folder(Box<Home>, Option<ServeLock>),
    /// A store, by this process among others.
    #[cfg(feature = "aws")]
    Store(Box<Cloud>),
}

impl Served {
    /// What the arguments and the environment name.
    ///
    /// # Errors
    /// The configuration is wrong, or the arguments do not fit it.
    pub fn of(store: Option<StoreKind>, role: Role, data: DataFolder) -> Result<Served, Failure> {
        let named = store.or(data.is_named().then_some(StoreKind::Embedded));
        let config = Config::from_env_with(named.map(StoreKind::word))?;
        match &config.store {
            Store::Embedded { .. } if role != Role::All => Err(Failure::Input(
                "a data folder is served by one process, which does everything; `--role` is for `--store aws`".to_owned(),
            )),
            Store::Embedded { .. } => Ok(Served::Folder(Box::new(data.served_with(config)?), None)),
            Store::Aws(_) if data.is_named() => {
                Err(Failure::Input("`--data` names a folder, and `--store aws` has none".to_owned()))
            }
            #[cfg(feature = "aws")]
            Store::Aws(settings) => {
                Ok(Served::Store(Box::new(Cloud::new(settings.as_ref().clone(), config, role))))
            }
            #[cfg(not(feature = "aws"))]
            Store::Aws(_) => Err(Failure::Input(WITHOUT_AWS.to_owned())),
        }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        match self {
            Served::Folder(home, _) => home.config(),
            #[cfg(feature = "aws")]
            Served::Store(cloud) => cloud.config(),
        }
    }

    /// Whether other processes serve the same.
    pub fn is_shared(&self) -> bool {
        !matches!(self, Served::Folder(..))
    }

    /// The option by which commands find it.
    pub fn option(&self) -> Vec<String> {
        match self {
            Served::Folder(home, _) => vec!["--data".to_owned(), home.path().display().to_string()],
            #[cfg(feature = "aws")]
            Served::Store(_) => vec!["--aws".to_owned()],
        }
    }

    /// Where bodies wait on disk that are too large for memory.
    pub fn spool(&self) -> PathBuf {
        match self {
            Served::Folder(home, _) => home.path().to_owned(),
            #[cfg(feature = "aws")]
            Served::Store(_) => std::env::temp_dir(),
        }
    }

    /// Takes the right to serve it, where one process alone may.
    ///
    /// # Errors
    /// Another process serves it, or it cannot be used.
    pub fn hold(&mut self, address: Option<SocketAddr>) -> Result<(), Failure> {
        match self {
            Served::Folder(home, held) => {
                let mut lock = home.lock()?;
                lock.listens_on(&address.map(|address| address.to_string()).unwrap_or_default());
                *held = Some(lock);
                Ok(())
            }
            #[cfg(feature = "aws")]
            Served::Store(_) => Ok(()),
        }
    }

    /// Puts the service together, and who works in the background.
    ///
    /// # Errors
    /// What is there is no storage of ours, or cannot be used.
    pub async fn open(self, engine: Arc<dyn Engine>) -> Result<(Service, Box<dyn Background>), Failure> {
        match self {
            Served::Folder(home, held) => {
                let lock = held.map_or_else(|| home.lock(), Ok)?;
                let (service, queue) = home.service_with(lock, engine)?;
                Ok((service, Box::new(FolderWork { queue, running: JoinSet::new() })))
            }
            #[cfg(feature = "aws")]
            Served::Store(cloud) => cloud.open(engine).await,
        }
    }
}

/// The workers and the callbacks of a data folder. They end with the process: what is at work, or on its way, comes again at the next
/// start.
struct FolderWork {
    queue: Arc<EmbeddedStore>,
    running: JoinSet<()>,
}

#[async_trait]
impl Background for FolderWork {
    async fn start(&mut self, service: &Arc<Service>) -> Result<(), Failure> {
        self.running = workers::start(service, &self.queue).await?;
        self.running.spawn(callbacks::run(service.clone(), self.queue.clone()));
        Ok(())
    }

    async fn drain(&mut self) {}
}
