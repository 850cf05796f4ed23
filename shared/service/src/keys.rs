//! API keys (`x-functions-key`): how they are created, recognized and stored.
//!
//! A key is `plk_` + 32 random characters + 6 characters of checksum, all of base 62. It is shown once, when it is created;
//! only its SHA-256 is stored and looked up. A plain hash is enough: 190 random bits cannot be guessed, unlike a password.
//! The checksum lets people and secret scanners tell a key from any other string.
//!
//! A session of a person who signed in is also a key: created by the service, sent as a cookie, and gone after some hours
//! ([`crate::sign_in`]). So everything that holds for keys (scopes, expiry, last use, removal) holds for sessions.

use std::fmt;

use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::form_links::FormLink;
use crate::ids::SubscriptionId;
use crate::plan::RequestRate;
use crate::reach::Labels;

/// The request header that carries a key.
pub const KEY_HEADER: &str = "x-functions-key";

const PREFIX: &str = "plk_";
const RANDOM_CHARS: usize = 32;
const CHECKSUM_CHARS: usize = 6;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// A key in clear. It has no `Display`, its `Debug` prints nothing of it, and it is wiped from memory when dropped.
pub struct ApiKey(SecretString);

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey([redacted])")
    }
}

impl ApiKey {
    /// Makes a new key.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn generate() -> Result<ApiKey, getrandom::Error> {
        let mut text = String::with_capacity(PREFIX.len() + RANDOM_CHARS + CHECKSUM_CHARS);
        text.push_str(PREFIX);
        let mut byte = [0u8; 1];
        while text.len() < PREFIX.len() + RANDOM_CHARS {
            getrandom::fill(&mut byte)?;
            // Bytes from 248 on are thrown away: 62 does not divide 256, and the first letters would come more often.
            if byte[0] < 248 {
                text.push(char::from(ALPHABET[usize::from(byte[0] % 62)]));
            }
        }
        let checksum = checksum(&text);
        text.push_str(&checksum);
        Ok(ApiKey(SecretString::from(text)))
    }

    /// Wraps what a caller sent. Any text is taken: whether it is a key is for the look-up to say.
    pub fn from_header(text: &str) -> ApiKey {
        ApiKey(SecretString::from(text))
    }

    /// Whether prefix, length and checksum are those of a key of ours: catches a key that was copied in part, before any
    /// look-up. The HTTP interface does not use it, since its answer to a wrong key takes the same time for all of them.
    pub fn is_well_formed(&self) -> bool {
        let text = self.0.expose_secret();
        text.is_ascii()
            && text.starts_with(PREFIX)
            && text.len() == PREFIX.len() + RANDOM_CHARS + CHECKSUM_CHARS
            && text
                .split_at_checked(PREFIX.len() + RANDOM_CHARS)
                .is_some_and(|(body, sum)| checksum(body) == sum)
    }

    /// The key in clear, for the one place that shows it.
    pub fn reveal(&self) -> &str {
        self.0.expose_secret()
    }

    /// What is stored of it.
    pub fn hash(&self) -> KeyHash {
        KeyHash(Sha256::digest(self.0.expose_secret().as_bytes()).into())
    }
}

fn checksum(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().take(CHECKSUM_CHARS).map(|byte| char::from(ALPHABET[usize::from(byte % 62)])).collect()
}

/// The SHA-256 of a key. Compared in constant time.
#[derive(Clone, Copy)]
pub struct KeyHash([u8; 32]);

impl KeyHash {
    /// A hash read back from a store.
    pub fn from_bytes(bytes: [u8; 32]) -> KeyHash {
        KeyHash(bytes)
    }

    /// The place of somebody who may not sign in. No text that anybody could send has this hash: what is hashed is a hash.
    pub fn of_blocked(subscription: SubscriptionId, subject: &str) -> KeyHash {
        let who = Sha256::new().chain_update(subscription.0).chain_update(subject).finalize();
        KeyHash(Sha256::digest(who).into())
    }

    /// The 32 bytes, for a store to look up.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl PartialEq for KeyHash {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for KeyHash {}

impl fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyHash([redacted])")
    }
}

/// What a key may do. Each scope includes the ones before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// Fill in the form of one template: what a link to a form is let in by ([`crate::form_links`]).
    Fill,
    /// Read templates and make documents.
    Generate,
    /// That, and make documents of files that come with the request: templates, and documents to convert.
    Compose,
    /// That, and administer templates.
    Manage,
    /// That, and administer keys, and read who did what.
    Administer,
}

impl Scope {
    /// All scopes, the least one first.
    pub const ALL: [Scope; 5] =
        [Scope::Fill, Scope::Generate, Scope::Compose, Scope::Manage, Scope::Administer];

    /// The word under which it is stored and shown.
    pub fn as_str(self) -> &'static str {
        match self {
            Scope::Fill => "fill",
            Scope::Generate => "generate",
            Scope::Compose => "compose",
            Scope::Manage => "manage",
            Scope::Administer => "administer",
        }
    }

    /// The scope of a word.
    pub fn parse(word: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.as_str() == word)
    }
}

/// What is stored of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    /// Its id, which logs and lists carry in its place.
    pub id: Uuid,
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// SHA-256 of the key.
    pub hash: KeyHash,
    /// What it may do.
    pub scope: Scope,
    /// The labels that templates have one of that it reaches; `None` reaches all templates.
    pub template_labels: Option<Labels>,
    /// What people call it.
    pub label: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// From when on it is refused; `None` never expires.
    pub expires_at: Option<Timestamp>,
    /// Since when it is refused, because its operator disabled it.
    pub disabled_at: Option<Timestamp>,
    /// When it was last used, to within some minutes.
    pub last_used_at: Option<Timestamp>,
    /// Requests that may be sent with it, beside the bound of its subscription; `None` is without one of its own.
    pub requests: Option<RequestRate>,
    /// Whose session it is; `None` for a key that programs and people send themselves.
    pub person: Option<Person>,
    /// What it is for, if it is a link to a form; `None` for any other.
    pub form: Option<FormLink>,
}

/// A person who signed in, as the identity provider names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// The provider's id of the person, which never changes (`sub`, OpenID Connect Core 1.0, 2).
    pub subject: String,
    /// What people call them.
    pub name: String,
    /// Their e-mail address, where the provider tells it.
    pub email: Option<String>,
}

impl KeyRecord {
    /// A new key and what is stored of it.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn generate(
        subscription: SubscriptionId,
        label: String,
        scope: Scope,
        expires_at: Option<Timestamp>,
    ) -> Result<(ApiKey, KeyRecord), getrandom::Error> {
        let key = ApiKey::generate()?;
        let record = KeyRecord {
            id: Uuid::new_v4(),
            subscription,
            hash: key.hash(),
            scope,
            template_labels: None,
            label,
            created_at: Timestamp::now(),
            expires_at,
            disabled_at: None,
            last_used_at: None,
            requests: None,
            person: None,
            form: None,
        };
        Ok((key, record))
    }

    /// The record of somebody who may not sign in: a session without an end that nobody can use.
    pub fn blocked(subscription: SubscriptionId, person: Person) -> KeyRecord {
        let now = Timestamp::now();
        KeyRecord {
            id: Uuid::new_v4(),
            subscription,
            hash: KeyHash::of_blocked(subscription, &person.subject),
            scope: Scope::Fill,
            template_labels: None,
            label: person.name.clone(),
            created_at: now,
            expires_at: None,
            disabled_at: Some(now),
            last_used_at: None,
            requests: None,
            person: Some(person),
            form: None,
        }
    }

    /// Whether it is a session or a link to a form: those are forgotten some time after they expired, and say when they were last
    /// used wherever they are read.
    pub fn passes(&self) -> bool {
        self.person.is_some() || self.form.is_some()
    }

    /// Whether requests with the key are let in at `now`: it is neither disabled nor expired.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.disabled_at.is_none() && self.expires_at.is_none_or(|end| now < end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_keys_are_well_formed_and_differ() {
        let (one, two) = (ApiKey::generate().unwrap(), ApiKey::generate().unwrap());
        assert!(one.is_well_formed() && two.is_well_formed());
        assert_ne!(one.reveal(), two.reveal());
        assert_eq!(one.reveal().len(), 42);
        assert_ne!(one.hash(), two.hash());
        assert_eq!(one.hash(), ApiKey::from_header(one.reveal()).hash());
    }

    #[test]
    fn damaged_keys_are_told_apart() {
        let key = ApiKey::generate().unwrap();
        let text = key.reveal();
        let other = if text.ends_with('0') { '1' } else { '0' };
        for wrong in
            ["", "plk_", &text[..41], &format!("{text}0"), &format!("{}{other}", &text[..41]), "plk_é"]
        {
            assert!(!ApiKey::from_header(wrong).is_well_formed(), "{wrong}");
        }
    }

    #[test]
    fn debug_prints_nothing_of_a_key() {
        let key = ApiKey::generate().unwrap();
        let shown = format!("{key:?} {:?}", key.hash());
        assert_eq!(shown, "ApiKey([redacted]) KeyHash([redacted])");
    }

    #[test]
    fn scopes_read_back() {
        for scope in Scope::ALL {
            assert_eq!(Scope::parse(scope.as_str()), Some(scope));
        }
        assert_eq!(Scope::parse("admin"), None);
    }
}
