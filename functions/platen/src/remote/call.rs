//! A call, and the ways that it goes.

use async_trait::async_trait;
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Response, header};
use http_body_util::combinators::UnsyncBoxBody;
use serde_json::Value;
use uuid::Uuid;

use crate::failure::Failure;

/// The body of an answer, as it comes.
pub type Body = UnsyncBoxBody<Bytes, Failure>;

/// The way to a service: over the network, or within the process that serves.
#[async_trait]
pub trait Transport: Send + Sync {
    /// Sends a request with its key, and reads the head of the answer.
    async fn begin(&self, call: &Call) -> Result<Response<Body>, Failure>;
}

/// A request.
pub struct Call {
    /// The method.
    pub method: Method,
    /// The path, perhaps with a query; or a whole address, which gets no key.
    pub path: String,
    /// The headers, but for the key's.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
}

impl Call {
    /// A request without a body. The path may have a query.
    pub fn new(method: Method, path: impl Into<String>) -> Call {
        Call { method, path: path.into(), headers: HeaderMap::new(), body: Bytes::new() }
    }

    /// The same with a body.
    #[must_use]
    pub fn body(self, media_type: &'static str, body: impl Into<Bytes>) -> Call {
        Call { body: body.into(), ..self.header(header::CONTENT_TYPE, media_type) }
    }

    /// The same with a body of JSON.
    #[must_use]
    pub fn json(self, value: &Value) -> Call {
        self.body("application/json", value.to_string())
    }

    /// The same with a form of a file and other members (RFC 7578).
    #[must_use]
    pub fn form(mut self, file: (&str, &[u8]), members: &Value) -> Call {
        // Nobody can have written it into the file.
        let boundary = Uuid::new_v4().simple();
        let mut body = Vec::with_capacity(file.1.len() + 1024);
        for (name, value) in members.as_object().into_iter().flatten() {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let part =
                format!("--{boundary}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
            body.extend_from_slice(part.as_bytes());
        }
        let head = format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"{}\"; filename=\"document.docx\"\r\n\r\n",
            file.0
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(file.1);
        body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
        if let Ok(kind) = HeaderValue::try_from(format!("multipart/form-data; boundary={boundary}")) {
            self.headers.insert(header::CONTENT_TYPE, kind);
        }
        Call { body: body.into(), ..self }
    }

    /// The same with a header.
    #[must_use]
    pub fn header(mut self, name: header::HeaderName, value: &'static str) -> Call {
        self.headers.insert(name, HeaderValue::from_static(value));
        self
    }
}

/// A service that cannot be called.
pub fn unreachable(base: &str, reason: &str) -> Failure {
    Failure::Input(format!("{base} does not answer: {reason}; check the address and that the service runs"))
}
