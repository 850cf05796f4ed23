//! The data folder of the one-machine home. The server and the administrative commands open the same folder at the same
//! time; what a command changes, the server sees with its next request.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use platen_pdf::{Embedded, Engine, FontSettings, Platen};
use platen_service::config::{Config, PdfEngine, Store};
use platen_service::problem::Problem;
use platen_service::store::StoreError;
use platen_service::subscriptions::SubscriptionId;
use platen_service::{Service, Stores};
use platen_store_embedded::EmbeddedStore;
use uuid::{Uuid, uuid};

use crate::failure::Failure;
use crate::pdf::{self, EngineChoice};

/// The one subscription of a one-machine home, and the first of a deployment. It is the same everywhere, so that the same
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

    /// The folder of a command that reads what is there. A mistyped name must not become a new, empty folder.
    ///
    /// # Errors
    /// There is no such folder, or the configuration is wrong.
    pub fn existing(self) -> Result<Home, Failure> {
        let config = configuration()?;
        let path = self.path(&config)?;
        if !path.is_dir() {
            return Err(Failure::Input(format!(
                "there is no data folder {}; `--data` names one, `platen serve` makes one",
                path.display()
            )));
        }
        Ok(Home { path, config })
    }

    /// The folder of a command that may make it.
    ///
    /// # Errors
    /// The configuration is wrong.
    pub fn existing_or_new(self) -> Result<Home, Failure> {
        let config = configuration()?;
        Ok(Home { path: self.path(&config)?, config })
    }
}

/// The configuration from the environment.
///
/// # Errors
/// It is wrong; the text names every wrong variable.
pub fn configuration() -> Result<Config, Failure> {
    Config::from_env().map_err(|error| Failure::Input(error.to_string()))
}

/// A data folder and the configuration around it.
pub struct Home {
    path: PathBuf,
    config: Config,
}

impl Home {
    /// A folder of a command's own, for as many items as there are, with the engine that was chosen for it.
    ///
    /// # Errors
    /// The configuration is wrong.
    pub fn of_its_own(path: PathBuf, engine: Option<EngineChoice>) -> Result<Home, Failure> {
        let mut config = configuration()?;
        config.pdf_engine = engine.map_or(config.pdf_engine, PdfEngine::from);
        config.limits.job_items = u32::MAX as usize;
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

    /// Opens the storage.
    ///
    /// # Errors
    /// The folder cannot be made, or what it holds is no storage of ours.
    pub fn stores(&self) -> Result<Stores, Failure> {
        Ok(Stores::all_in_one(self.store()?))
    }

    /// Opens the storage, with what is this home's alone.
    ///
    /// # Errors
    /// As [`Home::stores`].
    pub fn store(&self) -> Result<Arc<EmbeddedStore>, Failure> {
        make_private(&self.path)?;
        let store = EmbeddedStore::open(&self.path);
        let store = store.map_err(|error| {
            Failure::Internal(format!("the data folder {}: {error}", self.path.display()))
        })?;
        Ok(Arc::new(store))
    }

    /// Puts the service together, and gives the storage as the queue that its workers take from. Call it before the process
    /// has other threads: [`platen_pdf::fonts::install`] says why.
    ///
    /// # Errors
    /// As [`Home::stores`], and when the PDF engine cannot work.
    pub fn service_and_queue(&self) -> Result<(Service, Arc<EmbeddedStore>), Failure> {
        // The engine first: the store starts a thread.
        let engine = self.engine()?;
        self.service_with(engine)
    }

    /// The same with an engine that is there.
    ///
    /// # Errors
    /// As [`Home::stores`].
    pub fn service_with(&self, engine: Arc<dyn Engine>) -> Result<(Service, Arc<EmbeddedStore>), Failure> {
        let store = self.store()?;
        let stores = Stores::all_in_one(store.clone());
        let service = Service::new(stores, engine, self.config.limits.clone());
        Ok((service.with_public_url(self.config.public_url.clone()), store))
    }

    /// The PDF engine that the configuration names.
    ///
    /// # Errors
    /// It is not installed, or its folders cannot be used.
    pub fn engine(&self) -> Result<Arc<dyn Engine>, Failure> {
        make_private(&self.path)?;
        let folders = self.config.fonts.clone().into_iter().collect();
        if self.config.pdf_engine == PdfEngine::LibreOffice {
            return Ok(Arc::new(pdf::libre_office(&self.config, folders)?));
        }
        if self.config.pdf_engine == PdfEngine::Platen {
            return Ok(Arc::new(Platen::in_children(folders, pdf::children(&self.config)?)));
        }
        let fonts = FontSettings { store: self.path.join("fonts"), folders };
        let engine = Embedded::in_children(&fonts, pdf::children(&self.config)?);
        Ok(Arc::new(engine.map_err(|error| Failure::Internal(error.to_string()))?))
    }
}

/// Makes the folder, unless it is there. What it holds is no business of the machine's other users, and fonts that one
/// of them could write would be drawn.
fn make_private(folder: &Path) -> Result<(), Failure> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder
        .recursive(true)
        .create(folder)
        .map_err(|error| Failure::file("make the data folder", folder, &error))
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
        .map_err(|_| "a GUID such as 0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071 is wanted".to_owned())
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
