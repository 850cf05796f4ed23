//! Telling a caller's own server that a job ended: the request's `callbackUrl`, and what is sent there.
//!
//! The form is that of Standard Webhooks (standardwebhooks.com, 1.0), so that receivers verify it with a library of theirs:
//! `webhook-signature` is `v1,` and the HMAC-SHA256, in base64, of `{webhook-id}.{webhook-timestamp}.{body}`.

mod networks;

use std::net::IpAddr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use http::Uri;
use jiff::Timestamp;
use serde_json::json;
use sha2::Sha256;

pub use networks::is_public;

use super::JobRecord;
use crate::subscriptions::SubscriptionId;

/// Bytes of an address.
const MAX_URL_BYTES: usize = 2_000;

/// Which addresses may be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callbacks {
    /// Those of the public internet, over TLS.
    Public,
    /// All, also without TLS: for a service whose callers are its operator's own.
    Anywhere,
}

/// Where a job's end is told.
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
        let url = CallbackUrl { uri };
        // Names are looked up when they are called; a number needs no looking up.
        match url.host().parse::<IpAddr>() {
            Ok(address) if allowed == Callbacks::Public && !is_public(address) => {
                Err("leads to an address that is not public")
            }
            _ => Ok(url),
        }
    }

    /// The host: a name, or an address without brackets.
    pub fn host(&self) -> &str {
        let host = self.uri.host().unwrap_or_default();
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.uri.port_u16().unwrap_or(if self.is_encrypted() { 443 } else { 80 })
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

/// The secret that a subscription's callbacks are signed with.
#[derive(Clone)]
pub struct CallbackSecret([u8; 32]);

impl CallbackSecret {
    /// The secret of a subscription, which follows from a secret of the home.
    pub fn of(home: &[u8; 32], subscription: SubscriptionId) -> CallbackSecret {
        CallbackSecret(hmac(home, &[subscription.0.as_bytes()]))
    }

    /// As receivers' libraries take it, for the one place that shows it.
    pub fn reveal(&self) -> String {
        format!("whsec_{}", STANDARD.encode(self.0))
    }
}

/// One message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Callback {
    /// The same at each try, so that a receiver knows a second delivery.
    pub id: String,
    /// Seconds since 1970, of this try.
    pub timestamp: String,
    /// `v1,` and the signature.
    pub signature: String,
    /// The event.
    pub body: String,
}

impl Callback {
    /// Tells of a job that ended.
    pub fn of(job: &JobRecord, secret: &CallbackSecret, now: Timestamp) -> Callback {
        let body = json!({
            "jobId": job.job_id,
            "templateId": job.template_id,
            "status": job.progress.status,
            "totalCount": job.progress.total,
            "failedGenerationCount": job.progress.failed,
        })
        .to_string();
        let (id, timestamp) = (job.job_id.to_string(), now.as_second().to_string());
        let signed = hmac(&secret.0, &[id.as_bytes(), b".", timestamp.as_bytes(), b".", body.as_bytes()]);
        Callback { signature: format!("v1,{}", STANDARD.encode(signed)), id, timestamp, body }
    }
}

fn hmac(secret: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
    block[..32].copy_from_slice(secret);
    let mut mac = <Hmac<Sha256> as hmac::digest::KeyInit>::new(&block);
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
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
            "https://exa mple.com/",
            "https://example.com/\r\nx: y",
        ] {
            assert!(CallbackUrl::parse(wrong, Callbacks::Public).is_err(), "{wrong}");
        }
        let long = format!("https://example.com/{}", "x".repeat(2_000));
        assert!(CallbackUrl::parse(&long, Callbacks::Public).is_err());
        for good in ["https://example.com/jobs?x=1", "https://1.1.1.1:8443", "https://[2606:4700::1111]/"] {
            assert!(CallbackUrl::parse(good, Callbacks::Public).is_ok(), "{good}");
        }
        assert!(CallbackUrl::parse("http://127.0.0.1:9/", Callbacks::Anywhere).is_ok());
        assert!(CallbackUrl::parse("http://a@127.0.0.1:9/", Callbacks::Anywhere).is_err());
    }

    #[test]
    fn an_address_comes_apart() {
        let url = CallbackUrl::parse("https://[2606:4700::1111]:8443/a?b=c", Callbacks::Public).unwrap();
        assert_eq!((url.host(), url.port(), url.path()), ("2606:4700::1111", 8443, "/a?b=c"));
        assert_eq!(url.authority(), "[2606:4700::1111]:8443");
        let url = CallbackUrl::parse("https://example.com", Callbacks::Public).unwrap();
        assert_eq!((url.host(), url.port(), url.path()), ("example.com", 443, "/"));
    }

    /// The example of the specification's libraries. Its secret is shorter, which HMAC fills up with zeros.
    #[test]
    fn the_signature_is_that_of_standard_webhooks() {
        let mut secret = [0; 32];
        secret[..24].copy_from_slice(&STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap());
        let parts: [&[u8]; 5] =
            [b"msg_p5jXN8AQM9LWM0D4loKWxJek", b".", b"1614265330", b".", br#"{"test": 2432232314}"#];
        assert_eq!(STANDARD.encode(hmac(&secret, &parts)), "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
