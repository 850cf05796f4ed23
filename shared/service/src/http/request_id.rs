//! Ids of requests that clients send.

use http::HeaderMap;

use super::reply::REQUEST_ID;

/// Longest id that is taken over.
const MAX_BYTES: usize = 128;

/// The client's own id of its request (`x-request-id`), so that its log and ours can be laid side by side. One that could
/// forge a line of the log (spaces, control characters), be taken for markup where it is shown (`<`, `"`), or flood the log is
/// not taken: the home makes one instead. Letters, digits and `-_.:/+=@` stand in the ids of all tracers in use.
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
