//! Passwords: AES-256, security handler revision 6 (ISO 32000-2, 7.6.4).

use std::collections::BTreeMap;
use std::sync::Arc;

use lopdf::encryption::crypt_filters::{Aes256CryptFilter, CryptFilter};
use lopdf::{Dictionary, Document, EncryptionState, EncryptionVersion, Permissions};
use secrecy::{ExposeSecret, SecretString};

/// Longest password in bytes of UTF-8 (ISO 32000-2, 7.6.4.3.3); readers cut longer ones.
const MOST_PASSWORD_BYTES: usize = 127;

/// A password of a PDF. Its `Debug` prints nothing of it.
#[derive(Debug, Clone)]
pub struct Password(SecretString);

impl Password {
    /// Takes a password of 1 to 127 bytes of UTF-8, without control characters. `None` for any other.
    #[must_use]
    pub fn new(text: String) -> Option<Password> {
        let fits = !text.is_empty() && text.len() <= MOST_PASSWORD_BYTES;
        // SASLprep (RFC 4013), which readers apply, forbids control characters.
        (fits && !text.chars().any(char::is_control)).then(|| Password(text.into()))
    }

    /// The text, for the process that encrypts.
    pub(crate) fn reveal(&self) -> &str {
        self.0.expose_secret()
    }
}

/// What a reader of the PDF may do with it. Readers keep to it by courtesy: only the password itself protects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Permission {
    /// Print it.
    Print,
    /// Copy text and pictures out of it.
    Copy,
    /// Change its content and its pages.
    Edit,
    /// Add comments and fill in forms.
    Annotate,
}

impl Permission {
    /// Every permission with its name in options.
    pub const ALL: [(&'static str, Permission); 4] = [
        ("print", Permission::Print),
        ("copy", Permission::Copy),
        ("edit", Permission::Edit),
        ("annotate", Permission::Annotate),
    ];

    fn bits(self) -> Permissions {
        match self {
            Permission::Print => Permissions::PRINTABLE | Permissions::PRINTABLE_IN_HIGH_QUALITY,
            Permission::Copy => Permissions::COPYABLE,
            Permission::Edit => Permissions::MODIFIABLE | Permissions::ASSEMBLABLE,
            Permission::Annotate => Permissions::ANNOTABLE | Permissions::FILLABLE,
        }
    }
}

/// How a PDF is encrypted.
#[derive(Debug, Clone)]
pub struct Protection {
    /// Opens the PDF; without one it opens by itself, and the permissions alone hold.
    pub password: Option<Password>,
    /// Opens the PDF and lifts the permissions. Without one nobody can lift them: it is random, and kept by nobody.
    pub owner: Option<Password>,
    /// What its reader may do; `None` is everything.
    pub permissions: Option<Vec<Permission>>,
}

impl Protection {
    /// Encrypts all strings and streams.
    pub(super) fn encrypt(&self, document: &mut Document) -> lopdf::Result<()> {
        let permissions = match &self.permissions {
            None => Permissions::all(),
            // Screen readers may always read (ISO 32000-2, table 22).
            Some(granted) => {
                granted.iter().fold(Permissions::COPYABLE_FOR_ACCESSIBILITY, |all, one| all | one.bits())
            }
        };
        let key: [u8; 32] = random()?;
        let unknown: [u8; 32] = random()?;
        let unknown = hex::encode(unknown);
        let text = |password: &Option<Password>| password.as_ref().map(|password| password.0.clone());
        let (user, owner) = (text(&self.password), text(&self.owner));
        let filter: Arc<dyn CryptFilter> = Arc::new(Aes256CryptFilter);
        let state = EncryptionState::try_from(EncryptionVersion::V5 {
            encrypt_metadata: true,
            crypt_filters: BTreeMap::from([(b"StdCF".to_vec(), filter)]),
            file_encryption_key: &key,
            stream_filter: b"StdCF".to_vec(),
            string_filter: b"StdCF".to_vec(),
            owner_password: owner.as_ref().map_or(&unknown, |owner| owner.expose_secret()),
            user_password: user.as_ref().map_or("", |user| user.expose_secret()),
            permissions,
        })?;
        announce(document)?;
        document.encrypt(&state)
    }
}

/// Revision 6 came to PDF 1.7 as Adobe's extension level 8, before PDF 2.0 took it in.
fn announce(document: &mut Document) -> lopdf::Result<()> {
    let mut level = Dictionary::new();
    level.set("BaseVersion", lopdf::Object::Name(b"1.7".to_vec()));
    level.set("ExtensionLevel", 8);
    let mut extensions = Dictionary::new();
    extensions.set("ADBE", level);
    document.version = "1.7".to_owned();
    document.catalog_mut()?.set("Extensions", extensions);
    Ok(())
}

fn random<const N: usize>() -> lopdf::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)
        .map_err(|error| lopdf::Error::IO(std::io::Error::other(error.to_string())))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_have_bounds_and_no_debug() {
        assert!(Password::new(String::new()).is_none());
        assert!(Password::new("a\nb".to_owned()).is_none());
        assert!(Password::new("ä".repeat(64)).is_none());
        let password = Password::new("correct horse".to_owned()).unwrap();
        let protection = Protection { password: Some(password), owner: None, permissions: None };
        assert!(!format!("{protection:?}").contains("horse"));
    }
}
