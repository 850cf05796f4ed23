//! Links that need no key: absolute, signed, each for one object, one method and a time.

use hmac::{Hmac, Mac};
use http::uri::{Authority, Uri};
use jiff::Timestamp;
use sha2::Sha256;
use uuid::Uuid;

use crate::http::{Head, Query};
use crate::ids::{JobId, UploadId};

/// The address of the service, as its callers know it: `https://host`, or with a path, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BaseUrl(String);

impl BaseUrl {
    /// Reads an absolute address of HTTP. `None` for any other, and for one with a query.
    pub fn parse(text: &str) -> Option<BaseUrl> {
        let uri: Uri = text.parse().ok()?;
        let authority = uri.authority().filter(|authority| is_plain(authority))?;
        let scheme = uri.scheme_str().filter(|scheme| ["http", "https"].contains(scheme))?;
        uri.query()
            .is_none()
            .then(|| BaseUrl(format!("{scheme}://{authority}{}", uri.path().trim_end_matches('/'))))
    }

    /// The address that a request was sent to. Behind a proxy that is not what callers know: it then stands in the
    /// configuration (`PUBLIC_URL`), since headers that tell it can be sent by anybody.
    pub fn of(head: &Head) -> Option<BaseUrl> {
        let authority: Authority = head.header("host")?.parse().ok()?;
        let scheme = if head.is_secure() { "https" } else { "http" };
        is_plain(&authority).then(|| BaseUrl(format!("{scheme}://{authority}")))
    }

    /// Its scheme, its host with the port, and its path: `/` stands for none.
    pub fn parts(&self) -> (&str, &str, &str) {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("https", &self.0));
        let host = rest.find('/').unwrap_or(rest.len());
        (scheme, &rest[..host], if host == rest.len() { "/" } else { &rest[host..] })
    }

    /// Its origin, as browsers use it: without its path (RFC 6454, 6.2).
    pub fn origin(&self) -> &str {
        let path =
            self.0.find("://").and_then(|scheme| self.0[scheme + 3..].find('/').map(|at| scheme + 3 + at));
        &self.0[..path.unwrap_or(self.0.len())]
    }

    /// The address of a path, which begins with a slash.
    pub fn join(&self, path: &str) -> String {
        format!("{}{path}", self.0)
    }
}

/// `user:password@host` shows one name and leads to another.
fn is_plain(authority: &Authority) -> bool {
    !authority.as_str().contains('@') && !authority.host().is_empty()
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Its address, absolute.
    pub url: String,
    /// Until when it holds.
    pub expires_at: Timestamp,
}

/// The target of a link to the service's own address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// GET of a job's archive.
    Archive(JobId),
    /// PUT of an upload.
    Upload(UploadId),
}

impl Target {
    fn path(self) -> String {
        match self {
            Target::Archive(job) => format!("/api/archives/{job}"),
            Target::Upload(upload) => format!("/api/uploads/{upload}"),
        }
    }

    /// The signed bytes. Fields have fixed lengths: no other target and time have the same bytes.
    fn message(self, expires: u32) -> [u8; 21] {
        let (kind, id): (u8, Uuid) = match self {
            Target::Archive(job) => (1, job.0),
            Target::Upload(upload) => (2, upload.0),
        };
        let mut message = [kind; 21];
        message[1..17].copy_from_slice(id.as_bytes());
        message[17..].copy_from_slice(&expires.to_be_bytes());
        message
    }
}

/// Signs links to the service's own address, and verifies them (HMAC-SHA-256).
#[derive(Clone)]
pub struct LinkSigner(Hmac<Sha256>);

impl LinkSigner {
    /// A signer with this secret, which lasts longer than any link.
    pub fn new(secret: &[u8; 32]) -> LinkSigner {
        let mut block = hmac::digest::Key::<Hmac<Sha256>>::default();
        block[..32].copy_from_slice(secret);
        LinkSigner(<Hmac<Sha256> as hmac::digest::KeyInit>::new(&block))
    }

    /// A link that holds until `until` (whole seconds).
    pub fn sign(&self, base: &BaseUrl, target: Target, until: Timestamp) -> Link {
        let expires = u32::try_from(until.as_second()).unwrap_or(u32::MAX);
        let signature = hex::encode(self.mac(target, expires).finalize().into_bytes());
        Link {
            url: base.join(&format!("{}?expires={expires}&signature={signature}", target.path())),
            expires_at: expires_at(expires),
        }
    }

    /// Whether the query is that of a link to this target which was signed here and still holds.
    pub fn verifies(&self, target: Target, mut query: Query, now: Timestamp) -> bool {
        let expires = query.number("expires", 0, u32::MAX);
        let signature = query.text("signature").and_then(|text| unhex(&text));
        let Some((expires, signature)) = expires.zip(signature) else { return false };
        // Compared in constant time: the time of the answer must not tell how much of a guess is right.
        self.mac(target, expires).verify_slice(&signature).is_ok() && expires_at(expires) > now
    }

    fn mac(&self, target: Target, expires: u32) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        mac.update(&target.message(expires));
        mac
    }
}

fn expires_at(seconds: u32) -> Timestamp {
    Timestamp::from_second(i64::from(seconds)).unwrap_or(Timestamp::MAX)
}

/// The bytes of a signature: as it was written and in no other way, so that one link has one form.
fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    hex::decode_to_slice(text, &mut bytes).ok().filter(|()| hex::encode(bytes) == text)?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_link_itself_opens_and_only_in_time() {
        let signer = LinkSigner::new(&[7; 32]);
        let archive = |id| Target::Archive(JobId(Uuid::from_u128(id)));
        let now: Timestamp = "2026-11-21T12:00:00Z".parse().unwrap();
        let soon: Timestamp = "2026-11-21T13:00:00.5Z".parse().unwrap();
        let base = BaseUrl::parse("https://docs.example/v1/").unwrap();
        let link = signer.sign(&base, archive(5), soon);
        assert_eq!(link.expires_at.to_string(), "2026-11-21T13:00:00Z");
        assert!(link.url.starts_with("https://docs.example/v1/api/archives/"), "{}", link.url);
        let query = link.url.split_once('?').unwrap().1;
        let opens =
            |target, query: &str, signer: &LinkSigner, at| signer.verifies(target, Query::parse(query), at);
        assert!(opens(archive(5), query, &signer, now));
        assert!(!opens(archive(5), query, &signer, soon), "expired");
        assert!(!opens(archive(6), query, &signer, now), "another object");
        assert!(!opens(Target::Upload(UploadId(Uuid::from_u128(5))), query, &signer, now), "another kind");
        assert!(!opens(archive(5), query, &LinkSigner::new(&[8; 32]), now), "another secret");
        assert!(!opens(archive(5), &query.replace("expires=1", "expires=2"), &signer, now), "later");
        for at in 0..64 {
            let mut changed = query.as_bytes().to_vec();
            let place = changed.len() - 1 - at;
            changed[place] = if changed[place] == b'0' { b'1' } else { b'0' };
            assert!(!opens(archive(5), std::str::from_utf8(&changed).unwrap(), &signer, now));
        }
        let (times, signature) = query.split_once("signature=").unwrap();
        let forms =
            [signature.to_uppercase(), signature.replacen('0', "+", 1), format!("{} ", &signature[..63])];
        for form in forms.iter().filter(|form| *form != signature) {
            assert!(!opens(archive(5), &format!("{times}signature={form}"), &signer, now), "{form}");
        }
        for wrong in ["", "expires=1", &format!("{query}0"), "expires=4000000000&signature=zz"] {
            assert!(!opens(archive(5), wrong, &signer, now), "{wrong}");
        }
    }

    #[test]
    fn addresses_are_absolute_and_plain() {
        for (text, joined) in [
            ("https://a.example", "https://a.example/x"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/x"),
            ("https://a.example/docs/", "https://a.example/docs/x"),
        ] {
            assert_eq!(BaseUrl::parse(text).unwrap().join("/x"), joined);
        }
        for wrong in
            ["", "a.example", "/api", "ftp://a.example", "https://u:p@a.example", "https://a.example?x=1"]
        {
            assert_eq!(BaseUrl::parse(wrong), None, "{wrong}");
        }
    }
}
