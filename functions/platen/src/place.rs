//! Where an administrative command works: on a data folder, or on a deployment on AWS.

use std::sync::Arc;

use platen_service::config::Store;
use platen_service::plan::Plan;
use platen_service::subscriptions::{Subscription, SubscriptionId};
use platen_service::{Limits, NoEngine, Service, Stores};
use platen_store_aws::AwsStore;
use uuid::Uuid;

use crate::failure::Failure;
use crate::home::{self, DataFolder, SUBSCRIPTION};

/// The arguments that name the place.
#[derive(Debug, clap::Args)]
pub struct Place {
    #[command(flatten)]
    data: DataFolder,
    /// Work on the deployment on AWS that the environment names (its stack's output `Environment`)
    #[arg(long, conflicts_with = "data")]
    aws: bool,
    /// The subscription, where a deployment has more than the first
    #[arg(long, value_name = "ID", requires = "aws", value_parser = home::parse_id)]
    subscription: Option<Uuid>,
}

/// A subscription in its place.
pub struct Tenant {
    /// The storage.
    pub stores: Stores,
    /// The subscription.
    pub id: SubscriptionId,
    limits: Limits,
}

impl Place {
    /// The place of a command that reads what is there. A mistyped name must not become a new, empty folder.
    ///
    /// # Errors
    /// There is no such folder, or the configuration is wrong.
    pub async fn existing(self) -> Result<Tenant, Failure> {
        if self.aws {
            return self.deployment().await;
        }
        Tenant::of_folder(&self.data.existing()?)
    }

    /// The place of a command that may make the folder and the subscription.
    ///
    /// # Errors
    /// The configuration is wrong, or the store does not answer.
    pub async fn existing_or_new(self) -> Result<Tenant, Failure> {
        let tenant = if self.aws {
            self.deployment().await?
        } else {
            Tenant::of_folder(&self.data.existing_or_new()?)?
        };
        ensure_subscription(&tenant.stores, tenant.id).await?;
        Ok(tenant)
    }

    async fn deployment(self) -> Result<Tenant, Failure> {
        let config = home::configuration()?;
        let Store::Aws(settings) = &config.store else {
            return Err(Failure::Input(
                "the environment names no deployment; set the variables that the stack's output `Environment` lists"
                    .to_owned(),
            ));
        };
        Ok(Tenant {
            stores: Stores::all_in_one(Arc::new(AwsStore::connect(settings).await)),
            id: self.subscription.map_or(SUBSCRIPTION, SubscriptionId),
            limits: config.limits,
        })
    }
}

impl Tenant {
    fn of_folder(home: &home::Home) -> Result<Tenant, Failure> {
        Ok(Tenant { stores: home.stores()?, id: SUBSCRIPTION, limits: home.config().limits.clone() })
    }

    /// The service, without what makes PDFs.
    pub fn service(&self) -> Service {
        Service::new(self.stores.clone(), Arc::new(NoEngine), self.limits.clone())
    }
}

/// Makes the subscription if there is none yet.
///
/// # Errors
/// The store does not answer.
pub async fn ensure_subscription(stores: &Stores, id: SubscriptionId) -> Result<(), Failure> {
    if stores.subscriptions.subscription(id).await?.is_none() {
        let made = Subscription { id, name: "default".to_owned(), active: true, plan: Plan::default() };
        stores.subscriptions.put_subscription(&made).await?;
    }
    Ok(())
}
