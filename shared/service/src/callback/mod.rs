//! The address to notify of a job's end (`callbackUrl`), and the secrets that sign the messages.

mod host;
mod look_up;
mod public_addresses;
mod secret;

use http::Uri;
use http::uri::Authority;

pub(crate) use look_up::leads_inside;
pub use public_addresses::is_public;
pub use secret::{CallbackSecret, CallbackSecrets};

/// Bytes of an address.
const MAX_URL_BYTES: usize = 2_000;

/// Bytes of one with a signature: S3's hold a whole session token.
const MAX_PRESIGNED_BYTES: usize = 8_000;

const HTTP: u16 = 80;

const HTTPS: u16 = 443;

/// Ports below it are those of known services (RFC 6335, 6).
const FIRST_FREE_PORT: u16 = 1024;

/// The addresses that can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callbacks {
    /// Those of the public internet, over TLS, at port 443 or one from 1024 on.
    Public,
    /// All, at any port, also without TLS: for a service whose callers are its operator's own.
    Anywhere,
}

/// The address to notify of a job's end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallbackUrl {
    uri: Uri,
}

impl CallbackUrl {
    /// Reads an address.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow its name.
    pub fn parse(text: &str, allowed: Callbacks) -> Result<CallbackUrl, &'static str> {
        if text.len() > MAX_URL_BYTES {
            return Err("has more than 2000 bytes");
        }
        CallbackUrl::read(text, allowed)
    }

    /// Reads an address that carries a signature, which may be long.
    ///
    /// # Errors
    /// As [`CallbackUrl::parse`].
    pub fn presigned(text: &str, allowed: Callbacks) -> Result<CallbackUrl, &'static str> {
        if text.len() > MAX_PRESIGNED_BYTES {
            return Err("has more than 8000 bytes");
        }
        CallbackUrl::read(text, allowed)
    }

    fn read(text: &str, allowed: Callbacks) -> Result<CallbackUrl, &'static str> {
        let uri: Uri =
            text.parse().map_err(|_| "must be an absolute address such as https://example.com/jobs")?;
        let authority =
            uri.authority().ok_or("must be an absolute address such as https://example.com/jobs")?;
        match (uri.scheme_str(), allowed) {
            (Some("https"), _) | (Some("http"), Callbacks::Anywhere) => {}
            _ => return Err("must begin with https://"),
        }
        // `https://name@host`: a password would be logged and shown, and a reader takes the name for the host.
        if authority.as_str().contains('@') || authority.host().is_empty() {
            return Err("must not have a user or password before its host");
        }
        let port = port(authority).map_err(|()| "must have a port from 1 to 65535, or none")?;
        let url = CallbackUrl { uri };
        if allowed == Callbacks::Public {
            host::check(url.host())?;
            // Whoever names the port 22 or 25 wants to talk to something else than a receiver of callbacks.
            if port.is_some_and(|port| port != HTTPS && port < FIRST_FREE_PORT) {
                return Err("must have the port 443, or one from 1024 on");
            }
        }
        Ok(url)
    }

    /// The host: a name, or an address without brackets.
    pub fn host(&self) -> &str {
        let host = self.uri.host().unwrap_or_default();
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.uri.port_u16().unwrap_or(if self.is_encrypted() { HTTPS } else { HTTP })
    }

    /// Whether it is called over TLS.
    pub fn is_encrypted(&self) -> bool {
        self.uri.scheme_str() == Some("https")
    }

    /// The value of the request's `Host`.
    pub fn authority(&self) -> &str {
        self.uri.authority().map(http::uri::Authority::as_str).unwrap_or_default()
    }

    /// The path with its query.
    pub fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str)
    }
}

/// The port that stands in an address. One that is no port is not passed over: 443 would be called in its place.
fn port(authority: &Authority) -> Result<Option<u16>, ()> {
    match authority.as_str().strip_prefix(authority.host()) {
        Some("") => Ok(None),
        _ => authority.port_u16().filter(|port| *port > 0).map(Some).ok_or(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_lead_inside_are_refused() {
        for wrong in [
            "",
            "/jobs",
            "example.com/jobs",
            "ftp://example.com/",
            "http://example.com/",
            "https://",
            "https:///x",
            "https://user@example.com/",
            "https://example.com@10.0.0.1/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://[::ffff:192.168.0.1]/",
            "https://169.254.169.254/latest/meta-data",
            "https://0.0.0.0/",
            "https://127.1/",
            "https://0x7f000001/",
            "https://2130706433/",
            "https://0177.0.0.1/",
            "https://localhost/",
            "https://jobs.localhost./",
            "https://intranet/",
            "https://printer.local/",
            "https://db.internal/",
            "https://nas.home.arpa/",
            "https://127.0.0.1.nip.io/",
            "https://10-0-0-1.sslip.io/",
            "https://vcap.me/",
            "https://10.0.0.1.traefik.me/",
            "https://[fe80::1%25eth0]/",
            "https://a..example.com/",
            "https://example.com:0/",
            "https://example.com:/",
            "https://example.com:65536/",
            "https://example.com:4294967739/",
            "https://[2606:4700::1111]:65979/",
            "https://example.com:22/",
            "https://example.com:25/",
            "https://example.com:80/",
            "https://example.com:1023/",
            "https://exa mple.com/",
            "https://example.com/\r\nx: y",
        ] {
            assert!(CallbackUrl::parse(wrong, Callbacks::Public).is_err(), "{wrong}");
        }
        let long = format!("https://example.com/{}", "x".repeat(2_000));
        assert!(CallbackUrl::parse(&long, Callbacks::Public).is_err());
        for good in [
            "https://example.com/jobs?x=1",
            "https://example.com./",
            "https://a.xn--p1ai/",
            "https://1and1.example.com/",
            "https://1.1.1.1:8443",
            "https://example.com:443/",
            "https://example.com:1024/",
            "https://example.com:65535/",
            "https://[2606:4700::1111]/",
        ] {
            assert!(CallbackUrl::parse(good, Callbacks::Public).is_ok(), "{good}");
        }
        assert!(CallbackUrl::parse("http://127.0.0.1:9/", Callbacks::Anywhere).is_ok());
        assert!(CallbackUrl::parse("http://a@127.0.0.1:9/", Callbacks::Anywhere).is_err());
        assert!(CallbackUrl::parse("http://127.0.0.1:65536/", Callbacks::Anywhere).is_err());
    }

    #[test]
    fn an_address_comes_apart() {
        let url = CallbackUrl::parse("https://[2606:4700::1111]:8443/a?b=c", Callbacks::Public).unwrap();
        assert_eq!((url.host(), url.port(), url.path()), ("2606:4700::1111", 8443, "/a?b=c"));
        assert_eq!(url.authority(), "[2606:4700::1111]:8443");
        let url = CallbackUrl::parse("https://example.com", Callbacks::Public).unwrap();
        assert_eq!((url.host(), url.port(), url.path()), ("example.com", 443, "/"));
    }
}
