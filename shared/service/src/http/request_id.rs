//! Ids of requests that clients send.

use http::HeaderMap;

use super::reply::REQUEST_ID;

/// Longest id that is taken over.
const MAX_BYTES: usize = 128;

/// The client's own id of its request (`x-request-id`), so that its log can be compared with ours. An id that could forge a
/// line of the log (spaces, control characters), be taken for markup when shown (`<`, `"`), or flood the log is refused: the
/// home creates one instead. All tracers in use have only letters, digits and `-_.:/+=@` in their ids.
pub fn request_id(headers: &HeaderMap) -> Option<&str> {
    let id = headers.get(REQUEST_ID)?.to_str().ok()?;
    let harmless = (1..=MAX_BYTES).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:/+=@".contains(&byte));
    harmless.then_some(id)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    #[test]
    fn a_clients_id_is_kept_when_it_can_do_no_harm() {
        let taken = |id: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_bytes(id.as_bytes()).unwrap());
            request_id(&headers).is_some()
        };
        assert!(taken("order-17/a") && taken("1-67891233:ab_c.d+e=@f") && taken(&"x".repeat(128)));
        for harmful in ["", "two words", "tab\tbed", "umlaut-ä", "<script>", "a\"b", "a;b", &"x".repeat(129)]
        {
            assert!(!taken(harmful), "{harmful:?}");
        }
        assert_eq!(request_id(&HeaderMap::new()), None);
    }
}
