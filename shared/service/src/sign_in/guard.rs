//! Whether a request by cookie is the person's own: other sites can make a browser send one (cross-site request forgery).
//!
//! Two defenses beside `SameSite=Lax`. A session counts only beside a header that scripts of this origin alone can set: no
//! form, picture or link of another site carries it, and nothing allows it across origins (CORS). What may change something
//! must come from this very origin as well.

use http::Method;

use super::SignIn;
use super::cookies::Cookie;
use crate::http::Head;
use crate::problem::{Code, Problem};

/// The request header that the console sends in place of a key; its value does not matter.
pub const SESSION_HEADER: &str = "x-platen-session";

impl SignIn {
    /// The secret of the session that a request claims; `None` when it claims none.
    ///
    /// # Errors
    /// `session-ended` when the browser's session has ended, `cross-site-request` when the request comes from elsewhere.
    pub(crate) fn claimed(&self, head: &Head) -> Result<Option<String>, Problem> {
        if !head.headers().contains_key(SESSION_HEADER) {
            return Ok(None);
        }
        if is_unsafe(head.method()) && !self.is_of_this_origin(head) {
            return Err(Problem::new(
                Code::CrossSiteRequest,
                "The request does not come from a page of this service, so its session does not count. Use the console at \
                 the service's own address.",
            ));
        }
        self.cookies.read(head, Cookie::Session).map(Some).ok_or_else(session_ended)
    }

    /// Whether the browser says that a page of the console sent it. Browsers say so with every request that is no GET.
    fn is_of_this_origin(&self, head: &Head) -> bool {
        let own = self.pages.join("");
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
