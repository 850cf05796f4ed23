//! The two cookies of people: an attempt to sign in, and a session. No script can read them, and another site can only make
//! the browser send them with a link that the person follows (RFC 6265bis).

use std::time::Duration;

use http::HeaderValue;

use crate::http::Head;
use crate::problem::Problem;

/// Bytes of cookies that are looked through: other programs of the host may have set some.
const COOKIES_BYTES: usize = 16 << 10;

/// How cookies of this service are called. Over TLS their names begin with `__Host-`: browsers take such a cookie from this
/// very host over TLS only, so that no other host of the domain can slip one in. Without TLS, on one's own machine, browsers
/// take no such name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cookies {
    pub(crate) secure: bool,
}

/// A cookie.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cookie {
    Session,
    Attempt,
}

impl Cookies {
    fn name(self, cookie: Cookie) -> String {
        let prefix = if self.secure { "__Host-" } else { "" };
        let name = match cookie {
            Cookie::Session => "platen",
            Cookie::Attempt => "platen-sign-in",
        };
        format!("{prefix}{name}")
    }

    /// The value that a request carries. Of several none: which one counts, programs on the way may see differently.
    pub(crate) fn read(self, head: &Head, cookie: Cookie) -> Option<String> {
        let name = self.name(cookie);
        let lines = head.headers().get_all(http::header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let pairs = lines.filter(|line| line.len() <= COOKIES_BYTES).flat_map(|line| line.split(';'));
        let values = pairs.filter_map(|pair| pair.trim().split_once('=')).filter(|(known, _)| *known == name);
        let mut values = values.map(|(_, value)| value.to_owned());
        values.next().filter(|_| values.next().is_none())
    }

    /// The header that sets one for some time.
    pub(crate) fn set(self, cookie: Cookie, value: &str, life: Duration) -> Result<HeaderValue, Problem> {
        let (name, seconds) = (self.name(cookie), life.as_secs());
        let secure = if self.secure { "; Secure" } else { "" };
        let text = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
        HeaderValue::try_from(text).map_err(Problem::internal)
    }

    /// The header that removes one.
    pub(crate) fn remove(self, cookie: Cookie) -> Result<HeaderValue, Problem> {
        self.set(cookie, "", Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_by_its_whole_name_and_once() {
        let read = |line: &str| {
            let (parts, ()) = http::Request::builder().header("cookie", line).body(()).unwrap().into_parts();
            Cookies { secure: true }.read(&Head::new(&parts, "1"), Cookie::Session)
        };
        assert_eq!(read("a=b; __Host-platen=x; c=d").as_deref(), Some("x"));
        for none in
            ["", "platen=x", "__Host-platen-sign-in=x", "__Host-platen=x; __Host-platen=y", "__Host-platen"]
        {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn cookies_are_kept_from_scripts_and_other_sites() {
        let set = |secure| Cookies { secure }.set(Cookie::Session, "x", Duration::from_secs(60)).unwrap();
        assert_eq!(set(true), "__Host-platen=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure");
        assert_eq!(set(false), "platen=x; Path=/; Max-Age=60; HttpOnly; SameSite=Lax");
    }
}
