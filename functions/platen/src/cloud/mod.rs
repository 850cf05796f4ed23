//! A store that speaks S3, DynamoDB and SQS, as `platen serve` serves it: the engines keep everything, and any number of processes answer
//! requests and work on jobs.

mod periodic;
mod pool;

use std::sync::Arc;

use async_trait::async_trait;
use platen_pdf::Engine;
use platen_service::config::{AwsSettings, Config};
use platen_service::{Service, Stores};
use platen_store_aws::AwsStore;
use platen_store_aws::work::Worker;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::background::{Background, Role};
use crate::failure::Failure;

/// A store, and what this process is to do with it.
pub struct Cloud {
    settings: AwsSettings,
    config: Config,
    role: Role,
}

impl Cloud {
    /// The store of these settings, which are the configuration's.
    pub fn new(settings: AwsSettings, config: Config, role: Role) -> Cloud {
        Cloud { settings, config, role }
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Finds the store, and puts the service together.
    ///
    /// # Errors
    /// It does not answer, or lacks a queue.
    pub async fn open(self, engine: Arc<dyn Engine>) -> Result<(Service, Box<dyn Background>), Failure> {
        let aws = AwsStore::connect(&self.settings).await.map_err(|error| {
            Failure::Input(format!("the store: {error}; `platen store check` says what is missing"))
        })?;
        let aws = Arc::new(aws);
        let service = Service::new(Stores::all_in_one(aws.clone()), engine, self.config.limits.clone());
        let crew = Crew { aws, role: self.role, stop: watch::channel(false).0, tasks: JoinSet::new() };
        Ok((service.with_public_url(self.config.public_url.clone()), Box::new(crew)))
    }
}

/// What this process does beside answering requests.
struct Crew {
    aws: Arc<AwsStore>,
    role: Role,
    stop: watch::Sender<bool>,
    tasks: JoinSet<()>,
}

#[async_trait]
impl Background for Crew {
    async fn start(&mut self, service: &Arc<Service>) -> Result<(), Failure> {
        if self.role == Role::Api {
            return Ok(());
        }
        let worker = Arc::new(Worker::new(service.clone(), self.aws.clone()));
        for pool in pool::all(&worker) {
            self.tasks.spawn(pool.run(self.stop.subscribe()));
        }
        for task in periodic::ALL {
            self.tasks.spawn(task.run(worker.clone(), self.stop.subscribe()));
        }
        Ok(())
    }

    async fn drain(&mut self) {
        self.stop.send_replace(true);
        while self.tasks.join_next().await.is_some() {}
    }
}
