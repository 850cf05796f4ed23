//! A caller's preferences (RFC 7240).

use crate::http::Head;

const PREFER: &str = "prefer";
/// The preference not to wait (RFC 7240, 4.1).
pub(super) const RESPOND_ASYNC: &str = "respond-async";

/// Whether the caller prefers not to wait.
pub(super) fn is_preferred(head: &Head) -> bool {
    let values = head.headers().get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
    let mut names = values
        .flat_map(|value| value.split(','))
        .map(|preference| preference.split([';', '=']).next().unwrap_or_default().trim());
    names.any(|name| name.eq_ignore_ascii_case(RESPOND_ASYNC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_is_found_among_others() {
        for (values, expected) in [
            (&["respond-async"][..], true),
            (&["wait=10, Respond-Async"], true),
            (&["return=minimal", "respond-async; foo"], true),
            (&["respond-asynchronous"], false),
            (&["x=respond-async"], false),
            (&[], false),
        ] {
            let mut request = http::Request::builder();
            for value in values {
                request = request.header(PREFER, *value);
            }
            let head = Head::new(&request.body(()).unwrap().into_parts().0, "1");
            assert_eq!(is_preferred(&head), expected, "{values:?}");
        }
    }
}
