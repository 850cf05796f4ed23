//! What a provider says of itself (OpenID Connect Discovery 1.0) and its keys (RFC 7517).

use jsonwebtoken::jwk::JwkSet;
use platen_service::sign_in::{SignInError, is_private_to_this_machine};
use serde::Deserialize;

use crate::fetch::Client;
use crate::refused;

/// A provider's description and keys.
pub(crate) struct Known {
    pub(crate) metadata: Metadata,
    pub(crate) keys: JwkSet,
}

/// The part of the description (Discovery, 3) that is needed here.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    issuer: String,
    pub(crate) authorization_endpoint: String,
    pub(crate) token_endpoint: String,
    jwks_uri: String,
    /// RP-Initiated Logout 1.0, 2.1.
    pub(crate) end_session_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

impl Metadata {
    /// Whether the token endpoint takes the client's secret in a header, as it does unless it says otherwise.
    pub(crate) fn takes_basic(&self) -> bool {
        let methods = self.token_endpoint_auth_methods_supported.as_ref();
        methods.is_none_or(|methods| methods.iter().any(|method| method == "client_secret_basic"))
    }
}

/// Asks the provider.
pub(crate) async fn ask(client: &Client, issuer: &str) -> Result<Known, SignInError> {
    let url = format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'));
    let metadata: Metadata = read(&client.get(&url).await?, "description")?;
    // Discovery, 4.3: else the keys of one provider would vouch for another.
    if metadata.issuer != issuer {
        return Err(refused(
            "its description names another issuer; PLATEN_OIDC_ISSUER must be the same text",
        ));
    }
    let endpoints = [&metadata.authorization_endpoint, &metadata.token_endpoint, &metadata.jwks_uri];
    for endpoint in endpoints.into_iter().chain(&metadata.end_session_endpoint) {
        // Browsers, a code and a secret go there, and keys come from there.
        if !endpoint.starts_with("https://") && !is_private_to_this_machine(endpoint) {
            return Err(refused("one of its endpoints is not https"));
        }
    }
    let keys = read(&client.get(&metadata.jwks_uri).await?, "set of keys")?;
    Ok(Known { metadata, keys })
}

fn read<'a, T: Deserialize<'a>>(json: &'a [u8], what: &str) -> Result<T, SignInError> {
    serde_json::from_slice(json).map_err(|error| refused(&format!("its {what} does not parse: {error}")))
}
