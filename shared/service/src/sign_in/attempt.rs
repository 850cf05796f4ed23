//! One attempt to sign in, on its way through the provider and back.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use secrecy::{ExposeSecret, SecretString};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

const SECRET_CHARS: usize = 43;

/// An attempt. All that belongs to it is derived from a secret of 256 random bits, which the browser keeps in a cookie.
#[derive(Debug)]
pub struct Attempt(SecretString);

impl Attempt {
    /// Begins one.
    ///
    /// # Errors
    /// When the operating system gives no random bytes.
    pub fn begin() -> Result<Attempt, getrandom::Error> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Attempt(SecretString::from(URL_SAFE_NO_PAD.encode(bytes))))
    }

    /// The attempt that a cookie holds.
    pub(crate) fn of_cookie(text: &str) -> Option<Attempt> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        (text.len() == SECRET_CHARS && text.bytes().all(fits)).then(|| Attempt(SecretString::from(text)))
    }

    /// What the cookie holds.
    pub(crate) fn secret(&self) -> &str {
        self.0.expose_secret()
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

    /// `code_verifier` (RFC 7636, 4.1): whoever sees the code cannot redeem it.
    pub fn verifier(&self) -> String {
        self.derived("verifier")
    }

    /// `code_challenge` by S256 (RFC 7636, 4.2).
    pub fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    fn derived(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(format!("{purpose}:{}", self.secret())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_an_attempt_differs_and_is_found_again_by_its_cookie() {
        let attempt = Attempt::begin().unwrap();
        let again = Attempt::of_cookie(attempt.secret()).unwrap();
        assert!(again.has_state(&attempt.state()) && !again.has_state(&attempt.nonce()));
        let all = [attempt.state(), attempt.nonce(), attempt.verifier(), attempt.challenge()];
        assert!(all.iter().all(|one| all.iter().filter(|other| one == *other).count() == 1));
        assert!(!Attempt::begin().unwrap().has_state(&attempt.state()));
        for wrong in ["", "short", &format!("{}=", &attempt.secret()[1..]), &"é".repeat(21)] {
            assert!(Attempt::of_cookie(wrong).is_none(), "{wrong}");
        }
    }
}
