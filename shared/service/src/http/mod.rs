//! HTTP types that both homes share, on the `http` crate: the head of a request, which is enough to refuse it, and the
//! request with its body, which a handler gets.

pub(crate) mod body;
mod compress;
mod conditional;
pub(crate) mod form;
mod networks;
mod origins;
pub(crate) mod outline;
mod pages;
mod path;
mod query;
mod ranges;
pub(crate) mod rates;
mod refusal;
mod reply;
mod request_id;
pub mod routes;
mod trail;
pub(crate) mod weight;
mod words;

pub use body::RawBody;
pub use compress::accepts_gzip;
pub use conditional::revalidated;
pub use form::SentFile;
pub use networks::Networks;
pub use origins::Origins;
pub(crate) use pages::Stretch;
pub(crate) use path::linked_id;
pub use query::Query;
pub(crate) use query::invalid as invalid_query;
pub use ranges::{Streamed, part_of};
pub(crate) use reply::accepted;
pub use reply::{BYTES, created, file, finish, json, long_json, no_content, with_links};
pub use request_id::request_id;
pub use trail::Trail;
pub(crate) use words::{NO_GUID, digits, guid};

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use crate::problem::Problem;
use crate::subscriptions::Caller;
use crate::trace::Parent;
use crate::work::{Budgets, HeldMemory, Received, Turn, Work};
use bytes::Bytes;
use http::request::Parts;
use http::{HeaderMap, Method};
use routes::{Params, Route};

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
    time_left: Option<Duration>,
    client: Option<IpAddr>,
    base: Option<Base>,
    trail: Arc<Trail>,
}

/// The address of the service, without a slash at its end.
#[derive(Debug, Clone)]
struct Base {
    address: Arc<str>,
    is_public: bool,
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
            time_left: None,
            client: None,
            base: None,
            trail: Arc::default(),
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

    /// The same, to be answered within this time: what works on it is ended by then, as a function is.
    #[must_use]
    pub fn within(self, time_left: Duration) -> Head {
        Head { time_left: Some(time_left), ..self }
    }

    /// The time until the home ends the request by force, where it does.
    pub fn time_left(&self) -> Option<Duration> {
        self.time_left
    }

    /// The same, sent by a client at this address.
    #[must_use]
    pub fn from_client(self, address: IpAddr) -> Head {
        Head { client: Some(address), ..self }
    }

    /// The client's address, where the home knows it.
    pub fn client(&self) -> Option<IpAddr> {
        self.client
    }

    /// The same, sent to a service at this address, which has no slash at its end. `is_public` where the configuration says so, and
    /// not the request.
    #[must_use]
    pub fn known_as(self, address: &str, is_public: bool) -> Head {
        Head { base: Some(Base { address: address.into(), is_public }), ..self }
    }

    /// The address of a path of the service: absolute where the service's own is known.
    pub(crate) fn absolute(&self, path: &str) -> String {
        let base = self.base.as_ref().map_or("", |base| &base.address);
        format!("{base}{path}")
    }

    /// The same where the configuration tells the address; else the path. For what is quoted and read elsewhere.
    pub(crate) fn public(&self, path: &str) -> String {
        let base = self.base.as_ref().filter(|base| base.is_public).map_or("", |base| &base.address);
        format!("{base}{path}")
    }

    /// The request's trail for the audit log. Clones of a head share it.
    pub fn trail(&self) -> &Trail {
        &self.trail
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

    /// The query as it was sent.
    pub(crate) fn query_text(&self) -> &str {
        &self.query
    }

    /// The id of this request.
    pub fn request_id(&self) -> &str {
        &self.request_id
    }

    /// The trace that the client brought along.
    pub fn trace_parent(&self) -> Option<Parent> {
        self.header("traceparent").and_then(Parent::parse)
    }

    /// A header's value; `None` when it is absent or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
}

/// How large a body may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BodyBound {
    /// The limit that says so.
    pub(crate) limit: &'static str,
    /// Bytes as they come; 0 when the operation takes no body and what comes may be dropped.
    pub(crate) bytes: u64,
    /// Bytes once its content encoding is undone.
    pub(crate) expanded: u64,
}

/// A request whose route and key are right, and whose body was not read yet.
#[derive(Debug)]
pub struct Admitted {
    pub(crate) route: &'static Route,
    pub(crate) params: Params,
    pub(crate) caller: Option<Caller>,
    pub(crate) bound: BodyBound,
    pub(crate) budgets: Budgets,
    pub(crate) received: Option<Received>,
}

impl Admitted {
    /// The operation.
    pub fn route(&self) -> &'static Route {
        self.route
    }

    /// The value at `{name}` in the path.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }

    /// How many bytes of body may be read; 0 when the operation takes none and what comes may be dropped. A home that
    /// sees more answers [`Admitted::too_large`].
    pub fn body_limit(&self) -> u64 {
        self.bound.bytes
    }

    /// The answer to a body over [`Admitted::body_limit`].
    pub fn too_large(&self) -> Problem {
        Problem::payload_too_large(self.bound.limit, self.bound.bytes)
    }

    /// The limits on the work for it.
    pub fn budgets(&self) -> &Budgets {
        &self.budgets
    }

    /// Counts bytes of the body that came, for as long as the request lasts.
    ///
    /// # Errors
    /// `unavailable` when the subscription, or all of them together, are sending more than may be held.
    pub fn count_received(&mut self, bytes: u64) -> Result<(), Problem> {
        self.received.as_mut().map_or(Ok(()), |received| received.add(bytes))
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
    work: Option<Work>,
    /// Kept to the end: the body is in memory until then.
    _held: (Option<Turn>, Option<Received>),
}

impl Request {
    /// An admitted request, with its body, the turn that it was read under, and the memory that its values will take.
    pub(crate) fn new(
        head: &Head,
        admitted: Admitted,
        body: Bytes,
        (turn, memory): (Option<Turn>, Option<HeldMemory>),
    ) -> Request {
        let Admitted { route, params, caller, budgets, received, .. } = admitted;
        let work = caller.as_ref().map(|caller| Work::new(caller.reach.clone(), budgets));
        if let (Some(work), Some(memory)) = (&work, memory) {
            work.hold(memory);
        }
        Request { head: head.clone(), route, params, caller, body, work, _held: (turn, received) }
    }

    /// The operation, for a home to choose the handler by.
    pub fn route(&self) -> &'static Route {
        self.route
    }

    /// The head.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The caller.
    ///
    /// # Errors
    /// `missing-key` on a route that asks for no key: a handler of tenant data that was put on one by mistake refuses.
    pub fn caller(&self) -> Result<&Caller, Problem> {
        self.caller.as_ref().ok_or_else(Problem::missing_key)
    }

    /// The work on this request: its account, its budget, its turn.
    ///
    /// # Errors
    /// `missing-key` on a route that asks for no key, as [`Request::caller`]: nobody's work has no turn.
    pub fn work(&self) -> Result<&Work, Problem> {
        self.work.as_ref().ok_or_else(Problem::missing_key)
    }

    /// The query, parsed.
    pub fn query(&self) -> Query {
        self.head.query()
    }

    /// The value at `{name}` in the path.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.get(name)
    }

    /// The body's bytes, decompressed.
    pub fn body(&self) -> &Bytes {
        &self.body
    }
}
