//! An operator's settings of sign-in: `PLATEN_OIDC_*`.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::Uri;
use secrecy::{ExposeSecret, SecretString};

use super::Roles;
use crate::links::BaseUrl;

const NAMES: &str = "PLATEN_OIDC_CLIENT_ID and PLATEN_OIDC_GROUPS";

/// The longest session, in hours.
const MOST_HOURS: u64 = 24 * 31;

/// The shortest time without use, in minutes: stores note a use once in ten of them.
const LEAST_IDLE: u64 = 15;

/// How to reach the identity provider, and what its groups may do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInSettings {
    /// `PLATEN_OIDC_ISSUER`: the provider's issuer, exactly as it calls itself. Its description is at
    /// `/.well-known/openid-configuration` below it.
    pub issuer: String,
    /// `PLATEN_OIDC_NAME`: what people call the provider, for the console's button. Default: its host.
    pub name: String,
    /// `PLATEN_OIDC_CLIENT_ID`: what the provider calls this service.
    pub client_id: String,
    /// `PLATEN_OIDC_CLIENT_SECRET`, or the content of the file that `PLATEN_OIDC_CLIENT_SECRET_FILE` names. A public client
    /// has none.
    pub client_secret: Option<ClientSecret>,
    /// `PLATEN_OIDC_SCOPES`: what the provider is asked for. Default `openid profile email`.
    pub scopes: String,
    /// `PLATEN_OIDC_GROUPS_CLAIM`: the member of the ID token that lists groups. Default `groups`.
    pub groups_claim: String,
    /// `PLATEN_OIDC_AUDIENCE`: what the provider calls this service in access tokens, where that is not its address (Entra ID:
    /// `api://platen`).
    pub audience: Option<String>,
    /// `PLATEN_OIDC_GROUPS`: the roles of groups, such as `docs-admins=administrator; office=operator`.
    pub roles: Roles,
    /// `PLATEN_CONSOLE_URL`: where the console is, if it has an address of its own: people come back there, and sessions count
    /// from its pages alone. Default: `PUBLIC_URL`.
    pub console: Option<BaseUrl>,
    /// `PLATEN_OIDC_SESSION_HOURS`: how long a session lasts. Default 10: a working day.
    pub session_life: Duration,
    /// `PLATEN_OIDC_IDLE_MINUTES`: how long a session lasts that nobody uses. Default 120: longer than a meeting or lunch.
    pub idle: Duration,
}

/// The secret that the provider gave this service. Its `Debug` prints nothing of it.
#[derive(Clone)]
pub struct ClientSecret(Arc<SecretString>);

impl ClientSecret {
    /// The secret, for the provider alone.
    pub fn expose(&self) -> &SecretString {
        &self.0
    }
}

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret([redacted])")
    }
}

impl PartialEq for ClientSecret {
    fn eq(&self, other: &Self) -> bool {
        self.0.expose_secret() == other.0.expose_secret()
    }
}

impl Eq for ClientSecret {}

impl SignInSettings {
    /// Reads them; `None` where no provider is named. Every fault is added to `errors`.
    pub(crate) fn read(
        get: impl Fn(&str) -> Option<String>,
        errors: &mut Vec<String>,
    ) -> Option<SignInSettings> {
        let Some(issuer) = get("PLATEN_OIDC_ISSUER") else {
            let others = ["PLATEN_OIDC_CLIENT_ID", "PLATEN_OIDC_CLIENT_SECRET", "PLATEN_OIDC_GROUPS"];
            if let Some(name) = others.into_iter().find(|name| get(name).is_some()) {
                errors
                    .push(format!("{name} is set without PLATEN_OIDC_ISSUER, the address of the provider."));
            }
            return None;
        };
        let host = issuer.parse::<Uri>().ok().and_then(|uri| uri.host().map(str::to_owned));
        if host.is_none() || !(issuer.starts_with("https://") || is_private_to_this_machine(&issuer)) {
            errors.push(format!(
                "PLATEN_OIDC_ISSUER is `{issuer}`; it must be an https address such as `https://login.example.org`."
            ));
        }
        let client_id = get("PLATEN_OIDC_CLIENT_ID");
        let groups = get("PLATEN_OIDC_GROUPS");
        if client_id.is_none() || groups.is_none() {
            errors.push(format!("PLATEN_OIDC_ISSUER is set, so {NAMES} are required too."));
        }
        let roles = Roles::parse(groups.as_deref().unwrap_or_default()).unwrap_or_else(|wrong| {
            errors.push(format!(
                "PLATEN_OIDC_GROUPS has `{wrong}`; an entry is `GROUP=ROLE`, `GROUP=ROLE@SUBSCRIPTION-ID` or \
                 `GROUP=ROLE:LABEL,LABEL`, the roles are `operator`, `author` and `administrator` (without labels), and semicolons \
                 separate entries."
            ));
            Roles::default()
        });
        let hours = get("PLATEN_OIDC_SESSION_HOURS").unwrap_or_else(|| "10".to_owned());
        let session_hours = hours.parse().ok().filter(|hours| (1..=MOST_HOURS).contains(hours));
        if session_hours.is_none() {
            errors.push(format!(
                "PLATEN_OIDC_SESSION_HOURS is `{hours}`; it is a whole number from 1 to {MOST_HOURS}."
            ));
        }
        let idle = get("PLATEN_OIDC_IDLE_MINUTES").unwrap_or_else(|| "120".to_owned());
        let idle_minutes =
            idle.parse().ok().filter(|minutes| (LEAST_IDLE..=MOST_HOURS * 60).contains(minutes));
        if idle_minutes.is_none() {
            errors.push(format!(
                "PLATEN_OIDC_IDLE_MINUTES is `{idle}`; it is a whole number from {LEAST_IDLE} to {}.",
                MOST_HOURS * 60
            ));
        }
        let scopes = get("PLATEN_OIDC_SCOPES").unwrap_or_else(|| "openid profile email".to_owned());
        if !scopes.split(' ').any(|scope| scope == "openid") {
            errors.push(format!("PLATEN_OIDC_SCOPES is `{scopes}`; `openid` must be one of them."));
        }
        let console = get("PLATEN_CONSOLE_URL").and_then(|text| {
            let address = BaseUrl::parse(&text);
            if address.is_none() {
                errors.push(format!(
                    "PLATEN_CONSOLE_URL is `{text}`; it must be an address such as `https://console.example.org`."
                ));
            }
            address
        });
        Some(SignInSettings {
            console,
            name: get("PLATEN_OIDC_NAME").or(host).unwrap_or_default(),
            issuer,
            client_id: client_id.unwrap_or_default(),
            client_secret: client_secret(&get, errors),
            scopes,
            groups_claim: get("PLATEN_OIDC_GROUPS_CLAIM").unwrap_or_else(|| "groups".to_owned()),
            audience: get("PLATEN_OIDC_AUDIENCE"),
            roles,
            session_life: Duration::from_secs(session_hours.unwrap_or(1) * 3600),
            idle: Duration::from_secs(idle_minutes.unwrap_or(LEAST_IDLE) * 60),
        })
    }
}

fn client_secret(get: impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<ClientSecret> {
    let secret = |text: &str| Some(ClientSecret(Arc::new(SecretString::from(text.trim()))));
    match (get("PLATEN_OIDC_CLIENT_SECRET"), get("PLATEN_OIDC_CLIENT_SECRET_FILE")) {
        (None, None) => None,
        (Some(_), Some(_)) => {
            let both = "PLATEN_OIDC_CLIENT_SECRET and PLATEN_OIDC_CLIENT_SECRET_FILE are both set; set one.";
            errors.push(both.to_owned());
            None
        }
        (Some(text), None) => secret(&text),
        (None, Some(file)) => match std::fs::read_to_string(&file) {
            Ok(text) => secret(&text),
            Err(error) => {
                errors.push(format!(
                    "PLATEN_OIDC_CLIENT_SECRET_FILE is `{file}`, which cannot be read: {error}."
                ));
                None
            }
        },
    }
}

/// Whether an address leads to this machine and can be called without TLS: nobody is on the way.
pub fn is_private_to_this_machine(address: &str) -> bool {
    let Ok(uri) = address.parse::<Uri>() else { return false };
    let host = uri.host().unwrap_or_default();
    let is_loopback = host
        .trim_matches(['[', ']'])
        .parse::<std::net::IpAddr>()
        .map_or(host == "localhost", |address| address.is_loopback());
    uri.scheme_str() == Some("http") && is_loopback
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> (Option<SignInSettings>, Vec<String>) {
        let mut errors = Vec::new();
        let get = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        (SignInSettings::read(get, &mut errors), errors)
    }

    #[test]
    fn little_is_needed_and_the_rest_has_defaults() {
        let (settings, errors) = read(&[
            ("PLATEN_OIDC_ISSUER", "https://login.example.org/realms/office"),
            ("PLATEN_OIDC_CLIENT_ID", "platen"),
            ("PLATEN_OIDC_CLIENT_SECRET", "s3cret\n"),
            ("PLATEN_OIDC_GROUPS", "office=operator"),
        ]);
        let settings = settings.unwrap();
        assert_eq!(errors, [""; 0]);
        assert_eq!((settings.name.as_str(), settings.groups_claim.as_str()), ("login.example.org", "groups"));
        assert_eq!(settings.client_secret.as_ref().unwrap().expose().expose_secret(), "s3cret");
        assert!(!format!("{settings:?}").contains("s3cret"));
        assert_eq!(read(&[]), (None, Vec::new()));
    }

    #[test]
    fn every_fault_is_named() {
        let (_, errors) = read(&[
            ("PLATEN_OIDC_ISSUER", "http://login.example.org"),
            ("PLATEN_OIDC_GROUPS", "office=king"),
            ("PLATEN_OIDC_SESSION_HOURS", "0"),
            ("PLATEN_OIDC_IDLE_MINUTES", "5"),
            ("PLATEN_OIDC_SCOPES", "email"),
            ("PLATEN_OIDC_CLIENT_SECRET_FILE", "/nonexistent"),
        ]);
        let names = [
            "ISSUER is `http",
            "CLIENT_ID and",
            "GROUPS has `office=king`",
            "SESSION_HOURS",
            "IDLE_MINUTES",
            "SCOPES",
            "SECRET_FILE",
        ];
        assert_eq!(errors.len(), names.len(), "{errors:?}");
        assert!(names.iter().all(|name| errors.iter().any(|error| error.contains(name))), "{errors:?}");
        let (_, errors) = read(&[("PLATEN_OIDC_CLIENT_ID", "platen")]);
        assert_eq!(
            errors,
            ["PLATEN_OIDC_CLIENT_ID is set without PLATEN_OIDC_ISSUER, the address of the provider."]
        );
    }

    #[test]
    fn plain_http_is_for_this_machine() {
        for own in ["http://localhost:8080", "http://127.0.0.1/x", "http://[::1]:9"] {
            assert!(is_private_to_this_machine(own), "{own}");
        }
        for other in [
            "https://localhost",
            "http://localhost.example.org",
            "http://10.0.0.1",
            "http://127.0.0.1.nip.io",
            "x",
        ] {
            assert!(!is_private_to_this_machine(other), "{other}");
        }
    }
}
