//! The data folder of the one-machine home. The server and the administrative commands open the same folder at the same
//! time; what a command changes, the server sees with its next request.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use platen_pdf::Engine;
use platen_service::config::{Config, Store};
use platen_service::ids::SubscriptionId;
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_service::{Service, Stores};
use platen_store_embedded::{EmbeddedStore, OpenError, ServeLock, Settings};
use uuid::{Uuid, uuid};

use crate::failure::Failure;
use crate::pdf;
use crate::umask;

/// The first subscription of a home, which commands work on unless `--subscription` names another. It is the same everywhere, so that the same
/// path gives the same template id on every machine.
pub const SUBSCRIPTION: SubscriptionId = SubscriptionId(uuid!("9d2c5f0e-7a34-4b1c-8f5e-2b7c60a1d3e4"));

/// The argument that names the data folder.
#[derive(Debug, clap::Args)]
pub struct DataFolder {
    /// The data folder [default: $PLATEN_DATA, or `platen-data` here]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataFolder {
    /// Whether the argument is given.
    pub fn is_named(&self) -> bool {
        self.data.is_some()
    }

    /// The folder, from the argument or the configuration.
    fn path(self, config: &Config) -> Result<PathBuf, Failure> {
        match (self.data, &config.store) {
            (Some(data), _) => Ok(data),
            (None, Store::Embedded { data }) => Ok(data.clone()),
            (None, Store::Aws(_)) => Err(Failure::Input(
                "PLATEN_STORE is `aws`, and this command works on a data folder; `--data` names one"
                    .to_owned(),
            )),
        }
    }

    /// The folder of a command that administers it. A mistyped name must not become a new, empty folder.
    ///
    /// # Errors
    /// The folder does not exist, or the configuration is wrong.
    pub fn existing(self) -> Result<Home, Failure> {
        let config = Config::from_env()?;
        let path = self.path(&config)?;
        if !path.is_dir() {
            return Err(Failure::Input(format!(
                "data folder {} not found; `--data` must name a folder that `platen serve` created",
                path.display()
            )));
        }
        Ok(Home { path, config })
    }

    /// The folder of a command that makes it if there is none.
    ///
    /// # Errors
    /// The configuration is wrong.
    pub fn served(self) -> Result<Home, Failure> {
        self.served_with(Config::from_env()?)
    }

    /// The same with a configuration that was read.
    ///
    /// # Errors
    /// It names no folder.
    pub fn served_with(self, config: Config) -> Result<Home, Failure> {
        Ok(Home { path: self.path(&config)?, config })
    }
}

/// A data folder and the configuration around it.
pub struct Home {
    path: PathBuf,
    config: Config,
}

impl Home {
    /// A folder of a command's own, for as many items as there are.
    ///
    /// # Errors
    /// The configuration is wrong.
    pub fn of_its_own(path: PathBuf) -> Result<Home, Failure> {
        let mut config = Config::from_env()?;
        config.limits.job_items = u32::MAX as usize;
        // It goes with the command: nobody has to open it later, and its user decides what the disk is for.
        config.secret_keys = Vec::new();
        config.limits.disk_reserve_bytes = Some(0);
        Ok(Home { path, config })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Opens the storage to administer it, beside the process that serves it.
    ///
    /// # Errors
    /// There is no storage of ours in the folder, or it cannot be used.
    pub fn stores(&self) -> Result<Stores, Failure> {
        umask::make_private();
        let store = EmbeddedStore::administer(&self.path, &self.settings());
        Ok(Stores::all_in_one(Arc::new(store.map_err(|error| self.failure(&error))?)))
    }

    /// Takes the right to serve the folder, which is made if there is none.
    ///
    /// # Errors
    /// Another process serves it, or it cannot be used.
    pub fn lock(&self) -> Result<ServeLock, Failure> {
        umask::make_private();
        ServeLock::take(&self.path).map_err(|error| self.failure(&error))
    }

    /// Puts the service of a command's own folder together, and gives the storage as the queue that its workers take from.
    ///
    /// # Errors
    /// As [`Home::service_with`], and when the PDF engine cannot work.
    pub fn service_and_queue(&self) -> Result<(Service, Arc<EmbeddedStore>), Failure> {
        let lock = self.lock()?;
        let engine = pdf::engine(&self.config)?;
        self.service_with(lock, engine)
    }

    /// Puts the service together on a folder that this process may serve.
    ///
    /// # Errors
    /// What the folder holds is no storage of ours, or cannot be used.
    pub fn service_with(
        &self,
        lock: ServeLock,
        engine: Arc<dyn Engine>,
    ) -> Result<(Service, Arc<EmbeddedStore>), Failure> {
        let store = EmbeddedStore::serve(lock, &self.settings());
        let store = Arc::new(store.map_err(|error| self.failure(&error))?);
        let stores = Stores::all_in_one(store.clone());
        let service = Service::new(stores, engine, self.config.limits.clone());
        Ok((service.with_public_url(self.config.public_url.clone()), store))
    }

    fn settings(&self) -> Settings {
        Settings {
            secret_keys: self.config.secret_keys.clone(),
            disk_reserve_bytes: self.config.limits.disk_reserve_bytes,
        }
    }

    /// What the operator is told. Most of it is theirs to fix.
    fn failure(&self, error: &OpenError) -> Failure {
        let text = format!("the data folder {}: {error}", self.path.display());
        match error {
            OpenError::Folder { .. } | OpenError::Store(_) => Failure::Internal(text),
            OpenError::Absent { .. } | OpenError::Exposed { .. } => Failure::Input(error.to_string()),
            _ => Failure::Input(text),
        }
    }
}

/// Runs the work of an administrative command on this thread.
///
/// # Errors
/// Those of the work, and when the operating system gives no runtime.
pub fn block_on<T>(work: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|error| Failure::Internal(format!("no runtime: {error}")))?.block_on(work)
}

/// Reads a GUID argument.
///
/// # Errors
/// It is none.
pub fn parse_id(text: &str) -> Result<Uuid, String> {
    Uuid::try_parse(text)
        .map_err(|_| "an id is a GUID such as 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071".to_owned())
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        Failure::Internal(error.to_string())
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        if problem.code().status().is_server_error() {
            Failure::Internal(problem.cause().unwrap_or(problem.detail()).to_owned())
        } else {
            Failure::Input(problem.detail().to_owned())
        }
    }
}
