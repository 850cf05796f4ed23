//! People sign in through an identity provider (OpenID Connect), and work with a session instead of a key.
//!
//! `GET /api/sign-in` sends the browser to the provider, `GET /api/sign-in/callback` takes the response. The parts of an
//! attempt (state, nonce, PKCE verifier) are derived from a secret that only the browser's cookie has, so attempts cost the
//! service nothing: a stranger who begins a million of them fills no store. The way back leads only to the console's first
//! screen; no address is taken from a request.
//!
//! A session is a key with a person ([`crate::keys::KeyRecord::person`]): looked up by its hash, with a scope and an end.
//! The cookie can contain a key instead, if somebody asked to be remembered: whatever ends the key ends that.
//!
//! Word shows the add-in in its own frame, which the cookie does not reach. An attempt that began there leads back to the
//! add-in's page, with the session's secret after the `#` of the address, which browsers send to nobody.

mod attempt;
mod cookies;
mod guard;
mod provider;
mod resource;
mod roles;
mod settings;

pub use attempt::Attempt;
pub use guard::SESSION_HEADER;
pub(crate) use guard::{Claim, OwnPages, session_ended};
pub use provider::{Identity, IdentityProvider, SignInError};
pub use resource::ResourceMetadata;
pub use roles::{Role, Roles};
pub use settings::{ClientSecret, SignInSettings, is_private_to_this_machine};

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::ids::SubscriptionId;
use crate::links::BaseUrl;
pub(crate) use cookies::{Cookie, Cookies};

/// The path to which the provider sends the browser back.
const CALLBACK: &str = "/api/sign-in/callback";

/// Attempts that wait for the provider at once. Anybody can begin one, and each is a request to the provider.
const WAITING: usize = 32;

/// How people sign in to a service.
pub struct SignIn {
    pub(crate) settings: SignInSettings,
    base: BaseUrl,
    /// The addresses of the console's pages, and their cookies.
    pub(crate) pages: OwnPages,
    pub(crate) first: Option<SubscriptionId>,
    pub(crate) provider: Option<Arc<dyn IdentityProvider>>,
    pub(crate) waiting: Semaphore,
}

impl SignIn {
    /// Puts it together. `base` is the address that callers know the service by, `first` the subscription of groups that
    /// name none. A function that signs nobody in, and only knows sessions, has no provider.
    ///
    /// # Errors
    /// What is missing or cannot be used, as a sentence.
    pub fn new(
        settings: SignInSettings,
        base: Option<BaseUrl>,
        first: Option<SubscriptionId>,
        provider: Option<Arc<dyn IdentityProvider>>,
    ) -> Result<SignIn, String> {
        let base = base.ok_or(
            "PLATEN_OIDC_ISSUER is set, so PUBLIC_URL is required too: the provider sends people back to that address.",
        )?;
        let own = base.join("");
        let secure = own.starts_with("https://");
        if !secure && !is_private_to_this_machine(&own) {
            return Err(format!(
                "PLATEN_OIDC_ISSUER is set, and PUBLIC_URL is `{own}`: sign-in needs an https address, since anybody on the \
                 way could take over a session."
            ));
        }
        if let Some(group) = settings.roles.without_subscription().filter(|_| first.is_none()) {
            return Err(format!(
                "PLATEN_OIDC_GROUPS gives the group `{group}` no subscription; write `{group}=operator@SUBSCRIPTION-ID`."
            ));
        }
        let waiting = Semaphore::new(WAITING);
        let address = settings.console.clone().unwrap_or_else(|| base.clone());
        let pages = OwnPages { address, cookies: Cookies { secure } };
        Ok(SignIn { settings, base, pages, first, provider, waiting })
    }

    /// The address to which the provider sends people back.
    pub(crate) fn redirect_uri(&self) -> String {
        self.base.join(CALLBACK)
    }
}
