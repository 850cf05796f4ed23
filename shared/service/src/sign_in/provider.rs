//! The interface to an identity provider. `platen-oidc` calls a real one.

use async_trait::async_trait;

use super::Attempt;
use crate::keys::Person;

/// The person who signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The person.
    pub person: Person,
    /// The groups that the provider tells of.
    pub groups: Vec<String>,
}

/// Why nobody signed in.
#[derive(Debug, Clone, thiserror::Error)]
pub enum SignInError {
    /// The provider does not answer; it may later.
    #[error("the identity provider is unavailable: {0}")]
    Unavailable(String),
    /// Its answer cannot be trusted, or it refused.
    #[error("the identity provider's answer is refused: {0}")]
    Refused(String),
}

/// An identity provider.
#[async_trait]
pub trait IdentityProvider: Send + Sync {
    /// The address at which a browser signs in.
    async fn authorization_url(&self, attempt: &Attempt, redirect_uri: &str) -> Result<String, SignInError>;

    /// The address at which a browser signs out at the provider, which then leads it back to `back` (OpenID Connect
    /// RP-Initiated Logout 1.0). `None` if the provider does not offer that.
    async fn sign_out_url(&self, back: &str) -> Result<Option<String>, SignInError>;

    /// The person of an access token that the provider signed for one of these audiences (RFC 9068).
    async fn recognize(&self, token: &str, audiences: &[String]) -> Result<Identity, SignInError>;

    /// The person who came back with a code. A code can be used once.
    async fn identify(
        &self,
        code: &str,
        attempt: &Attempt,
        redirect_uri: &str,
    ) -> Result<Identity, SignInError>;
}
