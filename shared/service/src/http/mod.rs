//! The words of HTTP that both homes share, on the `http` crate: the head of a request, which is all that is needed to
//! say no, and the request with its body, which a handler gets.

pub(crate) mod body;
mod compress;
mod query;
mod reply;
mod request_id;
pub mod routes;

pub use query::Query;
pub(crate) use query::invalid as invalid_query;
pub use reply::{Streamed, accepted, created, file, finish, json, no_content, streamed, with_links};
pub use request_id::request_id;

use bytes::Bytes;
use http::{HeaderMap, Method, request::Parts};
use serde_json::Value;

use crate::Limits;
use crate::problem::{Code, Problem};
use crate::subscriptions::Caller;
use routes::{BodyKind, Params, Route};

/// An answer, held in memory but for archives ([`Streamed`]).
pub type Response = http::Response<Bytes>;

/// The part of a request that comes before its body.
#[derive(Debug, Clone)]
pub struct Head {
    method: Method,
    path: String,
    query: String,
    headers: HeaderMap,
    request_id: String,
    secure: bool,
}

impl Head {
    /// Takes the head of a request. `request_id` is the home's: it finds the log line.
    pub fn new(parts: &Parts, request_id: impl Into<String>) -> Head {
        Head {
            method: parts.method.clone(),
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().unwrap_or_default().to_owned(),
            headers: parts.headers.clone(),
            request_id: request_id.into(),
            secure: false,
        }
    }

    /// The same, having come over TLS.
    #[must_use]
    pub fn over_tls(self) -> Head {
        Head { secure: true, ..self }
    }

    /// Whether it came over TLS that ends in this process.
    pub fn is_secure(&self) -> bool {
        self.secure
    }

    /// The method.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// The path, percent-encoded as it came.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// The query, parsed.
    pub fn query(&self) -> Query {
        Query::parse(&self.query)
    }

    /// The id of this request.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// A header's value; `None` when it is absent or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// A request whose route and key are right, and whose body was not read yet.
#[derive(Debug)]
pub struct Admitted {
    pub(crate) route: &'static Route,
    pub(crate) params: Params,
    pub(crate) caller: Option<Caller>,
    pub(crate) body_limit: u64,
}

impl Admitted {
    /// The operation.
    pub fn route(&self) -> &'static Route {
        self.route
    }

    /// What stands in the path at `{name}`.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }

    /// How many bytes of body may be read; 0 when the operation takes none and what comes may be dropped. A home that
    /// sees more answers [`Admitted::too_large`].
    pub fn body_limit(&self) -> u64 {
        self.body_limit
    }

    /// The answer to a body over [`Admitted::body_limit`].
    pub fn too_large(&self) -> Problem {
        let limit = match self.route.body {
            BodyKind::Bulk => "bulk_request_bytes",
            BodyKind::Upload => "upload_bytes",
            BodyKind::Template => "package_bytes",
            _ => "request_bytes",
        };
        Problem::payload_too_large(limit, self.body_limit)
    }

    /// Adds the body as it arrived, and undoes its content encoding.
    ///
    /// # Errors
    /// `payload-too-large` over a bound, `invalid-body` when it is not the gzip that it says.
    pub fn request(self, head: &Head, body: Bytes, limits: &Limits) -> Result<Request, Problem> {
        let body = match self.route.body {
            BodyKind::None => Bytes::new(),
            // Kept as it came: its encoding is undone when it is read.
            BodyKind::Upload if body.len() as u64 <= self.body_limit => body,
            BodyKind::Upload => return Err(self.too_large()),
            BodyKind::Empty | BodyKind::Json | BodyKind::Bulk | BodyKind::Template => {
                // A home that forgot the bound, or a gateway that hands over whole bodies, must not pass it by.
                if body.len() as u64 > self.body_limit {
                    return Err(self.too_large());
                }
                let expanded = match self.route.body {
                    BodyKind::Bulk => limits.bulk_request_bytes,
                    BodyKind::Template => self.body_limit,
                    _ => limits.request_expanded_bytes,
                };
                body::decode(head, body, expanded)?
            }
        };
        if self.route.body == BodyKind::Empty && !body.is_empty() {
            return Err(Problem::new(
                Code::InvalidBody,
                "This operation takes no body. Leave it out; the parameters belong into the query.",
            ));
        }
        Ok(Request { head: head.clone(), route: self.route, params: self.params, caller: self.caller, body })
    }
}

/// A whole request, for a handler.
#[derive(Debug)]
pub struct Request {
    head: Head,
    route: &'static Route,
    params: Params,
    caller: Option<Caller>,
    body: Bytes,
}

impl Request {
    /// The operation, for a home to choose the handler by.
    pub fn route(&self) -> &'static Route {
        self.route
    }

    /// The head.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Who asks.
    ///
    /// # Errors
    /// `missing-key` on a route that asks for no key: a handler of tenant data that was put on one by mistake refuses.
    pub fn caller(&self) -> Result<&Caller, Problem> {
        self.caller.as_ref().ok_or_else(crate::admit::missing_key)
    }

    /// The query, parsed.
    pub fn query(&self) -> Query {
        self.head.query()
    }

    /// What stands in the path at `{name}`.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }

    /// The body's bytes, decompressed.
    pub fn body(&self) -> &Bytes {
        &self.body
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// `invalid-body` with line and column, or when it holds more than [`Limits::json_values`] values.
    pub fn json(&self, limits: &Limits) -> Result<Value, Problem> {
        body::parse_json(&self.body, limits.json_values)
    }
}
