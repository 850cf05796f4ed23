//! Sign-in through an OpenID provider (OpenID Connect Core 1.0): the authorization code flow with PKCE (RFC 7636).
//!
//! The provider's address is the operator's, so it may lead inside. Everything that it answers is bounded, and trusted only as
//! far as its TLS certificate goes; who a person is, is told by an ID token whose signature, issuer, audience, expiry and
//! nonce are checked, or by an access token that a program brings (RFC 9068).

mod discovery;
mod fetch;
mod signatures;
mod token;

use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use platen_service::sign_in::{Attempt, Identity, IdentityProvider, SignInError, SignInSettings};
use secrecy::ExposeSecret;
use serde::Deserialize;
use tokio::sync::Mutex;

use crate::discovery::{Known, Metadata};
use crate::fetch::{Client, FetchError};

/// How long the provider's description and keys are used without asking again.
const FRESH: Duration = Duration::from_secs(3600);

/// The least time between two looks for a key that is not known: a stranger's token must not make us ask at each try.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// A provider, as the operator configured it. One per process: it holds connections and what the provider said of itself.
pub struct Provider {
    settings: SignInSettings,
    client: Client,
    known: Mutex<Option<(Instant, Arc<Known>)>>,
}

/// What the token endpoint answers (Core, 3.1.3.3). Nothing is done with the other tokens.
#[derive(Deserialize)]
struct Tokens {
    id_token: String,
}

/// What it answers when it refuses (RFC 6749, 5.2).
#[derive(Deserialize)]
struct Refusal {
    error: String,
}

/// A provider for the service.
pub fn provider(settings: &SignInSettings) -> Arc<dyn IdentityProvider> {
    signatures::install();
    Arc::new(Provider { settings: settings.clone(), client: Client::default(), known: Mutex::default() })
}

impl Provider {
    /// What the provider says of itself; asked again when it is old, or when its keys lack one that a token names.
    async fn known(&self, key: Option<&str>) -> Result<Arc<Known>, SignInError> {
        let mut held = self.known.lock().await;
        if let Some((asked, known)) = held.as_ref() {
            let has_key = key.is_none_or(|key| known.keys.find(key).is_some());
            let limit = if has_key { FRESH } else { LOOK_AGAIN };
            if asked.elapsed() < limit {
                return Ok(known.clone());
            }
        }
        let known = Arc::new(discovery::ask(&self.client, &self.settings.issuer).await?);
        *held = Some((Instant::now(), known.clone()));
        Ok(known)
    }

    /// What is sent for an ID token: a form, and a header where the secret goes there.
    fn exchange(
        &self,
        metadata: &Metadata,
        code: &str,
        attempt: &Attempt,
        redirect_uri: &str,
    ) -> (String, Option<String>) {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("grant_type", "authorization_code")
            .append_pair("code", code)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("code_verifier", &attempt.verifier())
            .append_pair("client_id", &self.settings.client_id);
        let secret = self.settings.client_secret.as_ref().map(|secret| secret.expose().expose_secret());
        let authorization = match secret {
            Some(secret) if metadata.takes_basic() => Some(basic(&self.settings.client_id, secret)),
            Some(secret) => {
                form.append_pair("client_secret", secret);
                None
            }
            None => None,
        };
        (form.finish(), authorization)
    }

    /// Exchanges a code for an ID token (Core, 3.1.3).
    async fn redeem(
        &self,
        metadata: &Metadata,
        code: &str,
        attempt: &Attempt,
        redirect_uri: &str,
    ) -> Result<String, SignInError> {
        let (form, authorization) = self.exchange(metadata, code, attempt, redirect_uri);
        match self.client.post(&metadata.token_endpoint, form, authorization).await {
            Ok(answer) => {
                let tokens: Result<Tokens, _> = serde_json::from_slice(&answer);
                tokens.map(|tokens| tokens.id_token).map_err(|_| refused("the answer has no ID token"))
            }
            Err(FetchError::Status(status, body)) if status.is_client_error() => {
                let refusal = serde_json::from_slice::<Refusal>(&body).map(|refusal| refusal.error);
                // A word of RFC 6749; anything longer is no word and none of the log's business.
                let word = refusal.ok().filter(|word| word.len() <= 40).unwrap_or_default();
                Err(refused(&format!("the token endpoint answered {status} {word:?}")))
            }
            Err(other) => Err(other.into()),
        }
    }
}

#[async_trait]
impl IdentityProvider for Provider {
    async fn authorization_url(&self, attempt: &Attempt, redirect_uri: &str) -> Result<String, SignInError> {
        let known = self.known(None).await?;
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("redirect_uri", redirect_uri)
            .append_pair("scope", &self.settings.scopes)
            .append_pair("state", &attempt.state())
            .append_pair("nonce", &attempt.nonce())
            .append_pair("code_challenge", &attempt.challenge())
            .append_pair("code_challenge_method", "S256");
        Ok(joined(&known.metadata.authorization_endpoint, &query.finish()))
    }

    async fn sign_out_url(&self, back: &str) -> Result<Option<String>, SignInError> {
        let known = self.known(None).await?;
        // Without `id_token_hint`: the ID token is not kept. The provider then asks the person, and knows by the client's id which
        // addresses it may lead back to.
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("client_id", &self.settings.client_id)
            .append_pair("post_logout_redirect_uri", back);
        let query = query.finish();
        Ok(known.metadata.end_session_endpoint.as_deref().map(|endpoint| joined(endpoint, &query)))
    }

    async fn recognize(&self, token: &str, audiences: &[String]) -> Result<Identity, SignInError> {
        let key = token::key_of(token)?;
        let known = self.known(key.as_deref()).await?;
        token::recognize(token, &known.keys, &self.settings, audiences)
    }

    async fn identify(
        &self,
        code: &str,
        attempt: &Attempt,
        redirect_uri: &str,
    ) -> Result<Identity, SignInError> {
        let known = self.known(None).await?;
        let token = self.redeem(&known.metadata, code, attempt, redirect_uri).await?;
        let key = token::key_of(&token)?;
        let known = self.known(key.as_deref()).await?;
        token::verify(&token, &known.keys, &self.settings, &attempt.nonce())
    }
}

/// An endpoint with a query. It may have one of its own (RFC 6749, 3.1).
fn joined(endpoint: &str, query: &str) -> String {
    let joint = if endpoint.contains('?') { '&' } else { '?' };
    format!("{endpoint}{joint}{query}")
}

/// The client's credentials as a header (RFC 6749, 2.3.1): each form-encoded first.
fn basic(id: &str, secret: &str) -> String {
    let encode = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!("Basic {}", STANDARD.encode(format!("{}:{}", encode(id), encode(secret))))
}

/// The answer is not the provider's.
fn refused(why: &str) -> SignInError {
    SignInError::Refused(why.to_owned())
}
