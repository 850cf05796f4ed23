//! One attempt to sign in, on its way through the provider and back.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const SECRET_CHARS: usize = 43;

/// The text after the secret in the cookie of an attempt that began in Word.
const IN_WORD: &str = ".word";

/// An attempt. All that belongs to it is derived from a secret of 256 random bits, which the browser keeps in a cookie.
#[derive(Debug)]
pub struct Attempt {
    secret: SecretString,
    /// Whether it began in the add-in, and leads back there.
    in_word: bool,
}

impl Attempt {
    /// Begins one.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn begin() -> Result<Attempt, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Attempt { secret: SecretString::from(URL_SAFE_NO_PAD.encode(bytes)), in_word: false })
    }

    /// The same, begun in the add-in.
    #[must_use]
    pub(crate) fn in_word(self) -> Attempt {
        Attempt { in_word: true, ..self }
    }

    /// Whether it leads back to the add-in.
    pub(crate) fn is_in_word(&self) -> bool {
        self.in_word
    }

    /// The attempt that a cookie holds.
    pub(crate) fn of_cookie(text: &str) -> Option<Attempt> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let (secret, in_word) = text.strip_suffix(IN_WORD).map_or((text, false), |secret| (secret, true));
        let is_secret = secret.len() == SECRET_CHARS && secret.bytes().all(fits);
        is_secret.then(|| Attempt { secret: SecretString::from(secret), in_word })
    }

    /// The value of the cookie.
    pub(crate) fn cookie(&self) -> String {
        format!("{}{}", self.secret.expose_secret(), if self.in_word { IN_WORD } else { "" })
    }

    /// `state` (RFC 6749, 10.12): what comes back belongs to the browser that went.
    pub fn state(&self) -> String {
        self.derived("state")
    }

    /// Whether this state came back.
    pub(crate) fn has_state(&self, state: &str) -> bool {
        self.state().as_bytes().ct_eq(state.as_bytes()).into()
    }

    /// `nonce` (OpenID Connect Core 1.0, 15.5.2): the ID token was made for this attempt.
    pub fn nonce(&self) -> String {
        self.derived("nonce")
    }

    /// `code_verifier` (RFC 7636, 4.1): seeing the code is not enough to redeem it.
    pub fn verifier(&self) -> String {
        self.derived("verifier")
    }

    /// `code_challenge` by S256 (RFC 7636, 4.2).
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    fn derived(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(format!("{purpose}:{}", self.secret.expose_secret())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_an_attempt_differs_and_is_found_again_by_its_cookie() {
        let attempt = Attempt::begin().unwrap();
        let again = Attempt::of_cookie(&attempt.cookie()).unwrap();
        assert!(again.has_state(&attempt.state()) && !again.has_state(&attempt.nonce()));
        let all = [attempt.state(), attempt.nonce(), attempt.verifier(), attempt.challenge()];
        assert!(all.iter().all(|one| all.iter().filter(|other| one == *other).count() == 1));
        assert!(!Attempt::begin().unwrap().has_state(&attempt.state()));
        assert!(!again.is_in_word());
        let in_word = Attempt::of_cookie(&again.in_word().cookie()).unwrap();
        assert!(in_word.is_in_word() && in_word.has_state(&attempt.state()));
        for wrong in ["", "short", &format!("{}=", &attempt.cookie()[1..]), &"é".repeat(21)] {
            assert!(Attempt::of_cookie(wrong).is_none(), "{wrong}");
        }
    }
}
