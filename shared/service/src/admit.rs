//! The door: everything that can be decided before a request's body is read.

use std::time::Duration;

use jiff::Timestamp;

use crate::Service;
use crate::http::routes::{self, Auth, BodyKind};
use crate::http::{Admitted, Head, body};
use crate::keys::{ApiKey, KEY_HEADER, Scope};
use crate::plan::{RequestRate, Taken};
use crate::problem::{Code, Problem};
use crate::subscriptions::Caller;
use crate::templates;
use crate::work::Budgets;

/// Bytes of body that an operation without one reads to find out that there is one.
const EMPTY_BODY_BYTES: u64 = 64 << 10;

/// Bytes of a form around the file of a template: its other fields, and what is between them.
const FORM_BYTES: u64 = 64 << 10;

impl Service {
    /// Finds the operation and checks the key, the subscription, the media type and the declared length.
    ///
    /// # Errors
    /// `unknown-route`, `method-not-allowed`, `missing-key`, `invalid-key`, `subscription-inactive`, `missing-scope`,
    /// `rate-limited`, `unsupported-media-type`, `payload-too-large`, `unavailable`.
    pub async fn admit(&self, head: &Head) -> Result<Admitted, Problem> {
        let (route, params) = routes::find(head.method(), head.path())?;
        head.trail().route(route);
        let caller = match route.auth {
            Auth::Public => None,
            Auth::Key => Some(self.grant(self.authenticate(head).await?).await?),
            Auth::Manage => Some(self.grant(managing(self.authenticate(head).await?)?).await?),
        };
        let body_limit = match route.body {
            BodyKind::None => 0,
            BodyKind::Empty => EMPTY_BODY_BYTES,
            BodyKind::Json => {
                body::check_media_type(head)?;
                self.limits.request_bytes
            }
            BodyKind::Upload => self.limits.upload_bytes,
            BodyKind::Template => {
                templates::check_media_type(head)?;
                self.limits.docx.package_bytes + FORM_BYTES
            }
            BodyKind::Bulk => {
                body::check_media_type(head)?;
                self.limits.bulk_request_bytes
            }
        };
        let budgets = Budgets::new(&self.limits, head.time_left());
        let received = caller.as_ref().map(|caller| self.receiving.begin(caller.subscription_id()));
        let admitted = Admitted { route, params, caller, body_limit, budgets, received };
        let declared = head.header("content-length").and_then(|length| length.parse::<u64>().ok());
        if route.body != BodyKind::None && declared.is_some_and(|length| length > body_limit) {
            return Err(admitted.too_large());
        }
        Ok(admitted)
    }

    /// Whose key it is.
    async fn authenticate(&self, head: &Head) -> Result<Caller, Problem> {
        let mut all = head.headers().get_all(KEY_HEADER).iter();
        let given = all.next();
        // Which of two keys counts, this service and a proxy before it may see differently.
        if all.next().is_some() {
            let detail = format!("The header `{KEY_HEADER}` was sent more than once. Send one key.");
            return Err(Problem::new(Code::InvalidQuery, detail));
        }
        let key = ApiKey::from_header(given.and_then(|value| value.to_str().ok()).unwrap_or_default());
        // A missing key is hashed and looked up like any other, and an unknown one runs the comparison, so that the time
        // of the answer does not tell one kind of wrong key from another.
        let hash = key.hash();
        let found = self.stores.subscriptions.key(&hash).await?;
        let now = Timestamp::now();
        let same = found.as_ref().map_or(ApiKey::from_header("").hash(), |(record, _)| record.hash) == hash;
        match found {
            Some((record, subscription)) if same && record.is_valid(now) => {
                if !subscription.active {
                    return Err(Problem::new(
                        Code::SubscriptionInactive,
                        "The subscription that this key belongs to is not active. Ask its operator to activate it.",
                    ));
                }
                self.stores.subscriptions.note_key_use(subscription.id, record.id, now);
                let caller =
                    Caller { subscription, key_id: record.id, scope: record.scope, requests_left: None };
                head.trail().caller(&caller);
                Ok(caller)
            }
            _ if given.is_none() => Err(missing_key()),
            _ => Err(Problem::new(
                Code::InvalidKey,
                format!(
                    "The key in the header `{KEY_HEADER}` is not valid. Check that it is complete, not disabled and not expired."
                ),
            )),
        }
    }

    /// Whether the request has a key that may administer: for what the operator looks at, outside of the table of routes.
    ///
    /// # Errors
    /// `missing-key`, `invalid-key`, `subscription-inactive`, `missing-scope`, `rate-limited`, `unavailable`.
    pub async fn authorize_manager(&self, head: &Head) -> Result<(), Problem> {
        self.grant(managing(self.authenticate(head).await?)?).await.map(|_| ())
    }

    /// Takes the request from what the plan allows. One client in a loop must not take the machine from its neighbours.
    async fn grant(&self, caller: Caller) -> Result<Caller, Problem> {
        let Some(rate) = caller.subscription.plan.requests else { return Ok(caller) };
        let taken =
            self.stores.subscriptions.take_request(caller.subscription_id(), rate, Timestamp::now()).await?;
        match taken {
            Taken::Granted { left } => Ok(Caller { requests_left: Some(left), ..caller }),
            Taken::Refused { wait } => Err(rate_limited(rate, wait)),
        }
    }
}

/// The answer to a request that came too soon. Seconds are rounded up: whoever waits so long is let in.
fn rate_limited(rate: RequestRate, wait: Duration) -> Problem {
    let detail = format!(
        "Too many requests for this subscription's plan (per minute: {}, at once: {}). Send this one again in time.",
        rate.per_minute(),
        rate.burst()
    );
    Problem::new(Code::RateLimited, detail).retry_after(wait.as_millis().div_ceil(1000).max(1) as u64)
}

/// Lets a caller pass whose key may administer templates.
fn managing(caller: Caller) -> Result<Caller, Problem> {
    match caller.scope {
        Scope::Manage => Ok(caller),
        Scope::Generate => Err(Problem::new(
            Code::MissingScope,
            "This key may make documents, not administer templates. Use a key with the scope `manage`.",
        )),
    }
}

/// The answer to a request without a key.
pub(crate) fn missing_key() -> Problem {
    Problem::new(Code::MissingKey, format!("Send your key in the header `{KEY_HEADER}`."))
}
