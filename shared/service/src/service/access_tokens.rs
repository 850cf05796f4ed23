//! Programs that people use with an account of the identity provider: hosted assistants send an access token instead of a
//! key (OAuth 2.1 as MCP 2025-11-25, "Authorization", has it). The groups in the token decide the person's rights, as when
//! signing in.

use sha2::{Digest, Sha256};
use uuid::{Builder, Uuid};

use super::Service;
use super::sessions::NoAccess;
use crate::http::Head;
use crate::problem::{Code, Problem};
use crate::reach::Reach;
use crate::sign_in::{ResourceMetadata, SignIn, SignInError};
use crate::subscriptions::Caller;

/// How a JSON Web Token begins: `{"` in base64url. No key of ours does.
const BEGIN: &str = "eyJ";

impl Service {
    /// The service's metadata for a program that has no token yet; `None` if it accepts none.
    pub fn resource(&self) -> Option<ResourceMetadata> {
        self.sign_in.as_ref()?.resource()
    }

    /// A refusal that tells a program where to sign in (RFC 9728, 5.1), where it can.
    #[must_use]
    pub fn challenged(&self, problem: Problem) -> Problem {
        let Some(sign_in) = self.sign_in.as_ref().filter(|sign_in| sign_in.provider.is_some()) else {
            return problem;
        };
        let error = match problem.code() {
            Code::MissingKey => "",
            Code::InvalidKey => ", error=\"invalid_token\"",
            _ => return problem,
        };
        problem.challenge(format!("Bearer resource_metadata=\"{}\"{error}", sign_in.resource_url()))
    }

    /// How people sign in whose token this is, if it is one and there is a provider to ask.
    pub(super) fn signs(&self, token: &str) -> Option<&SignIn> {
        let is_token = token.starts_with(BEGIN) && token.split('.').count() == 3;
        self.sign_in.as_ref().filter(|sign_in| is_token && sign_in.provider.is_some())
    }

    /// Recognizes the sender of a token.
    ///
    /// # Errors
    /// `invalid-key`, `missing-scope`, `subscription-inactive`, `unavailable`.
    pub(super) async fn recognize(
        &self,
        head: &Head,
        sign_in: &SignIn,
        token: &str,
    ) -> Result<Caller, Problem> {
        let provider = sign_in.provider.as_ref().ok_or_else(Problem::missing_key)?;
        let audiences = sign_in.audiences();
        let identity = provider.recognize(token, &audiences).await.map_err(|error| match error {
            SignInError::Unavailable(cause) => Problem::unavailable(cause),
            SignInError::Refused(cause) => {
                tracing::info!(request_id = head.request_id(), cause, "an access token is refused");
                let detail = format!(
                    "The token in the header `Authorization` is not valid here. It has to be an access token of {} for {}, and not \
                     over.",
                    sign_in.settings.issuer,
                    audiences.first().map(String::as_str).unwrap_or_default()
                );
                Problem::new(Code::InvalidKey, detail)
            }
        })?;
        let (granted, subscription) = self.role_of(sign_in, &identity).await?.map_err(|why| match why {
            NoAccess::NoRole => Problem::new(
                Code::MissingScope,
                "The groups in your token give you no role here. Ask whoever manages your groups.",
            ),
            NoAccess::Blocked => Problem::new(
                Code::MissingScope,
                "An administrator has blocked your account here. Ask them for access.",
            ),
            NoAccess::Inactive => Problem::new(
                Code::SubscriptionInactive,
                "The subscription of your role is not active. Ask its operator to activate it.",
            ),
        })?;
        let caller = Caller {
            reach: Reach::of(subscription.id, granted.template_labels),
            subscription,
            key_id: id_of(&sign_in.settings.issuer, &identity.person.subject),
            key_name: identity.person.name.clone(),
            scope: granted.scope,
            requests: None,
            person: Some(identity.person),
            form: None,
            requests_left: None,
        };
        head.trail().caller(&caller);
        Ok(caller)
    }
}

/// The id in logs instead of a key's: always the same for one person.
fn id_of(issuer: &str, subject: &str) -> Uuid {
    let hash: [u8; 32] =
        Sha256::new().chain_update(issuer).chain_update([0]).chain_update(subject).finalize().into();
    let mut id = [0; 16];
    id.copy_from_slice(&hash[..16]);
    Builder::from_custom_bytes(id).into_uuid()
}
