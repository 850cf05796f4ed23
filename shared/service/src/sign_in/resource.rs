//! Metadata for programs that people use with an account of the provider: a hosted assistant asks the service where to sign
//! in (OAuth 2.0 Protected Resource Metadata, RFC 9728), gets an access token there, and sends it.

use serde::Serialize;

use super::SignIn;

/// The path that programs call which sign in so.
const RESOURCE: &str = "/mcp";

/// The service's metadata for a program that has no token yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ResourceMetadata {
    resource: String,
    resource_name: &'static str,
    authorization_servers: Vec<String>,
    scopes_supported: Vec<String>,
    bearer_methods_supported: Vec<&'static str>,
}

impl ResourceMetadata {
    /// Its path (RFC 9728, 3.1), below the service's address.
    pub const PATH: &'static str = "/.well-known/oauth-protected-resource";
}

impl SignIn {
    /// The description; `None` where tokens are not read.
    pub(crate) fn resource(&self) -> Option<ResourceMetadata> {
        self.provider.as_ref()?;
        Some(ResourceMetadata {
            resource: self.base.join(RESOURCE),
            resource_name: "Platen",
            authorization_servers: vec![self.settings.issuer.clone()],
            scopes_supported: self.settings.scopes.split_whitespace().map(str::to_owned).collect(),
            bearer_methods_supported: vec!["header"],
        })
    }

    /// The address of the description, for a program without a token.
    pub(crate) fn resource_url(&self) -> String {
        self.base.join(&format!("{}{RESOURCE}", ResourceMetadata::PATH))
    }

    /// For whom a token may be issued that lets a program in: the address of this service, as the standard wants it (RFC 8707), or
    /// what the provider calls it.
    pub(crate) fn audiences(&self) -> Vec<String> {
        let own = [self.base.join(RESOURCE), self.base.join(""), self.base.join("/")];
        own.into_iter().chain(self.settings.audience.clone()).collect()
    }
}
