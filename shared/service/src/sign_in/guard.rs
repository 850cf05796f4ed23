//! Checks that a request with a cookie is the person's own: other sites can make a browser send one (cross-site request
//! forgery).
//!
//! There are two defenses in addition to `SameSite=Lax`. A session counts only with a header that only scripts of this
//! origin can set: forms, pictures and links of other sites do not carry it, and nothing allows it across origins (CORS).
//! Requests that can change something must also come from this very origin.

use http::Method;

use super::cookies::{Cookie, Cookies};
use crate::http::Head;
use crate::links::BaseUrl;
use crate::problem::{Code, Problem};

/// The request header that the service's own pages send in place of a key. Its value does not matter beside the cookie; the pane in
/// Word, which no cookie of ours reaches, sends the session's secret.
pub const SESSION_HEADER: &str = "x-platen-session";

/// How the secret of a session begins, as that of a key.
const SECRET: &str = "plk_";

/// The pages that may use a browser's cookie, and the cookies.
#[derive(Debug, Clone)]
pub(crate) struct OwnPages {
    pub(crate) address: BaseUrl,
    pub(crate) cookies: Cookies,
}

/// A request's claim to be let in without a key.
#[derive(Debug)]
pub(crate) enum Claim {
    /// The value of the browser's cookie: the secret of a session, or a key that its person asked to remember.
    Cookie(String),
    /// The secret of a session, which a pane in Word keeps itself.
    Pane(String),
}

impl Claim {
    pub(crate) fn secret(&self) -> &str {
        match self {
            Claim::Cookie(secret) | Claim::Pane(secret) => secret,
        }
    }
}

impl OwnPages {
    /// The pages at the service's own address.
    pub(crate) fn at(address: BaseUrl) -> OwnPages {
        let secure = address.join("").starts_with("https://");
        OwnPages { address, cookies: Cookies { secure } }
    }

    /// The claim of a request from such a page; `None` if it claims nothing.
    ///
    /// # Errors
    /// `session-ended` when the browser's session has ended, `cross-site-request` when the request comes from elsewhere.
    pub(crate) fn claimed(&self, head: &Head) -> Result<Option<Claim>, Problem> {
        let Some(given) = head.header(SESSION_HEADER) else { return Ok(None) };
        if is_unsafe(head.method()) && !self.is_of_this_origin(head) {
            return Err(Problem::new(
                Code::CrossSiteRequest,
                "The request does not come from a page of this service, so its session does not count. Use the console at \
                 the service's own address.",
            ));
        }
        if given.starts_with(SECRET) {
            return Ok(Some(Claim::Pane(given.to_owned())));
        }
        let secret = self.cookies.read(head, Cookie::Session).ok_or_else(session_ended)?;
        Ok(Some(Claim::Cookie(secret)))
    }

    /// Whether the browser says that a page of the console sent it. Browsers say so with every request that is no GET.
    fn is_of_this_origin(&self, head: &Head) -> bool {
        let own = self.address.join("");
        // An origin is scheme and authority (RFC 6454, 6.1): a base may have a path.
        let authority = own.find("://").map_or(0, |start| start + 3);
        let end = own[authority..].find('/').map_or(own.len(), |path| authority + path);
        head.header("origin").is_some_and(|origin| origin == &own[..end])
    }
}

/// The answer to a session that is over, or never was.
pub(crate) fn session_ended() -> Problem {
    Problem::new(Code::SessionEnded, "Your session has ended. Sign in again.")
}

/// Whether a method may change something (RFC 9110, 9.2.1).
fn is_unsafe(method: &Method) -> bool {
    !matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS)
}
