//! The requests that receivers get.

use bytes::Bytes;
use http::{Method, Request};
use http_body_util::Full;
use platen_outbound::request;
use platen_service::callback::CallbackUrl;
use platen_service::jobs::{Callback, Deliver};

/// A callback.
pub(crate) fn post(url: &CallbackUrl, callback: Callback) -> Request<Full<Bytes>> {
    let headers = [
        ("content-type", "application/json"),
        ("webhook-id", &callback.id),
        ("webhook-timestamp", &callback.timestamp),
        ("webhook-signature", &callback.signature),
    ];
    let trace = callback.trace.as_ref().map(|trace| ("traceparent", trace.as_str()));
    request(Method::POST, url, headers.into_iter().chain(trace), Full::new(Bytes::from(callback.body)))
}

/// A result of so many bytes, with the headers that its address wants.
pub(crate) fn put<B>(url: &CallbackUrl, deliver: &Deliver, kind: &str, bytes: u64, body: B) -> Request<B> {
    let length = bytes.to_string();
    let own = [("content-type", kind), ("content-length", &length)];
    // Those of the caller come last: a signature may hold for another content type.
    let asked = deliver.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    request(Method::PUT, url, own.into_iter().chain(asked), body)
}
