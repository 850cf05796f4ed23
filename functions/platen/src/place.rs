//! Where an administrative command works: on a data folder, or on a deployment on AWS; and on which subscription there.

use std::sync::Arc;

use platen_service::config::Config;
use platen_service::config::{AwsSettings, Store};
use platen_service::ids::SubscriptionId;
use platen_service::plan::Plan;
use platen_service::subscriptions::Subscription;
use platen_service::{Limits, NoEngine, Service, Stores};
use uuid::Uuid;

use crate::failure::Failure;
use crate::home::{self, DataFolder, SUBSCRIPTION};
use crate::remote::{Client, RemoteArgs};
use crate::{logging, operator};

/// The arguments that name the place.
#[derive(Debug, clap::Args)]
pub struct Place {
    #[command(flatten)]
    data: DataFolder,
    /// Work on the deployment on AWS that the environment names (its stack's output `Environment`)
    #[arg(long, conflicts_with = "data")]
    aws: bool,
    #[command(flatten)]
    remote: RemoteArgs,
}

/// The arguments that name a subscription in its place.
#[derive(Debug, clap::Args)]
pub struct TenantArgs {
    #[command(flatten)]
    place: Place,
    /// The subscription, as `platen subscription list` prints it [default: the first one]
    #[arg(long, value_name = "ID", value_parser = home::parse_id)]
    subscription: Option<Uuid>,
}

/// One thing of a subscription.
#[derive(Debug, clap::Args)]
pub struct OneArgs {
    /// Its id, as `list` prints it
    #[arg(value_parser = home::parse_id)]
    pub id: Uuid,
    #[command(flatten)]
    pub place: TenantArgs,
}

/// One thing of a subscription that is to go.
#[derive(Debug, clap::Args)]
pub struct RemoveArgs {
    #[command(flatten)]
    pub one: OneArgs,
    /// Do not ask; without a terminal nobody is asked
    #[arg(short, long)]
    pub yes: bool,
}

/// A home that was opened.
pub struct Opened {
    /// The storage.
    pub stores: Stores,
    limits: Limits,
    is_aws: bool,
}

/// A subscription in its place.
pub struct Tenant {
    /// The storage.
    pub stores: Stores,
    /// The subscription, which is there.
    pub subscription: Subscription,
    /// Its id.
    pub id: SubscriptionId,
    limits: Limits,
}

impl Place {
    /// The service to call instead, if one is named and no folder or deployment is.
    ///
    /// # Errors
    /// The profile is wrong, or the key can be no header.
    pub fn client(&self) -> Result<Option<Client>, Failure> {
        if self.aws || self.data.is_named() { Ok(None) } else { self.remote.client() }
    }

    /// Opens the storage that is there.
    ///
    /// # Errors
    /// There is none, or the configuration is wrong.
    pub async fn open(self) -> Result<Opened, Failure> {
        if self.client()?.is_some() {
            return Err(Failure::Input(
                "a service does not do this over HTTP; run the command where its folder is, and name it with `--data`"
                    .to_owned(),
            ));
        }
        if !self.aws {
            logging::warnings();
            let home = self.data.existing()?;
            return Ok(Opened {
                stores: home.stores()?,
                limits: home.config().limits.clone(),
                is_aws: false,
            });
        }
        let config = Config::from_env()?;
        let Store::Aws(settings) = &config.store else {
            return Err(Failure::Input(
                "the environment does not name a deployment; set the variables that the stack's output `Environment` lists"
                    .to_owned(),
            ));
        };
        Ok(Opened { stores: distant(settings).await?, limits: config.limits, is_aws: true })
    }
}

/// The stores of a deployment.
///
/// # Errors
/// An engine does not answer, or lacks what `platen store create` makes.
#[cfg(feature = "aws")]
pub async fn distant(settings: &AwsSettings) -> Result<Stores, Failure> {
    Ok(Stores::all_in_one(Arc::new(platen_store_aws::AwsStore::connect(settings).await?)))
}

#[cfg(not(feature = "aws"))]
async fn distant(_: &AwsSettings) -> Result<Stores, Failure> {
    let reason = "this program was built without AWS; build it with `make release`, or install a package";
    Err(Failure::Input(reason.to_owned()))
}

impl TenantArgs {
    /// The service to call instead, as [`Place::client`] says; its key names the subscription.
    ///
    /// # Errors
    /// As [`Place::client`], and when a subscription is named.
    pub fn client(&self) -> Result<Option<Client>, Failure> {
        let client = self.place.client()?;
        if client.is_some() && self.subscription.is_some() {
            let text = "a key belongs to one subscription; leave `--subscription` out with `--url`";
            return Err(Failure::Input(text.to_owned()));
        }
        Ok(client)
    }

    /// Opens the storage, and finds the subscription. An id that nobody has is an error: what a command is to do for one
    /// tenant must never be done for another.
    ///
    /// # Errors
    /// The place or subscription does not exist, or the configuration is wrong.
    pub async fn open(self) -> Result<Tenant, Failure> {
        let opened = self.place.open().await?;
        find(opened, self.subscription).await
    }

    /// The same, for the commands that may be the first on a deployment, which make its first subscription. A data folder has
    /// its own since its first start.
    ///
    /// # Errors
    /// As [`TenantArgs::open`].
    pub async fn open_or_first(self) -> Result<Tenant, Failure> {
        let opened = self.place.open().await?;
        if opened.is_aws && self.subscription.is_none() {
            ensure_first(&opened.stores).await?;
        }
        find(opened, self.subscription).await
    }
}

async fn find(opened: Opened, subscription: Option<Uuid>) -> Result<Tenant, Failure> {
    let Opened { stores, limits, .. } = opened;
    let id = subscription.map_or(SUBSCRIPTION, SubscriptionId);
    let subscription = stores.subscriptions.subscription(id).await?.ok_or_else(|| {
        Failure::Input(format!(
            "subscription {id} not found; `platen subscription list` shows all, `platen subscription create` adds one"
        ))
    })?;
    Ok(Tenant { stores, subscription, id, limits })
}

impl Tenant {
    /// The service, without what makes PDFs.
    pub fn service(&self) -> Service {
        Service::new(self.stores.clone(), Arc::new(NoEngine), self.limits.clone())
    }

    /// Notes in the subscription's history what a command did: `action` as an operation of the HTTP interface is called.
    pub async fn note(&self, action: &str, target: Uuid, name: &str) {
        let name = Some(name.to_owned()).filter(|name| !name.is_empty());
        self.service().events().note_operator(self.id, &operator::name(), action, target, name).await;
    }
}

/// Makes the first subscription of a home if there is none yet.
///
/// # Errors
/// The store does not answer.
pub async fn ensure_first(stores: &Stores) -> Result<(), Failure> {
    if stores.subscriptions.subscription(SUBSCRIPTION).await?.is_none() {
        let first = Subscription {
            id: SUBSCRIPTION,
            name: "default".to_owned(),
            active: true,
            plan: Plan::default(),
        };
        // Another process may be first: then it is made all the same.
        stores.subscriptions.create_subscription(&first).await?;
    }
    Ok(())
}
