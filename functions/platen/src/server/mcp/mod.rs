//! `POST /mcp`: the tools for agents by streamable HTTP (MCP 2025-11-25, "Transports"). There are no sessions: each call stands
//! alone, and what it asks for is asked of this service with the caller's own key, as if it had come over the network. It is answered with
//! JSON; one that asks to be told of its progress, with events.

mod fault;
mod message;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, Method, Request, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Body;
use platen_service::http::{Head, Response, json};
use platen_service::keys::KEY_HEADER;
use platen_service::problem::{Code, Problem};
use platen_service::sign_in::{ResourceMetadata, is_private_to_this_machine};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};

use self::message::Message;
use super::Home;
use crate::failure::Failure;
use crate::mcp::Tools;
use crate::remote::{self, Call, Client, Transport};

/// Where agents call.
const PATH: &str = "/mcp";

/// The media type of events.
const EVENTS: &str = "text/event-stream";

/// A body that is sent as it is made. It goes with its response, whose own body is empty.
#[derive(Clone)]
pub(super) struct Live(Arc<Mutex<Option<LiveBody>>>);

/// See [`Live`].
pub(super) type LiveBody = BoxBody<Bytes, Infallible>;

impl Live {
    fn new(body: LiveBody) -> Live {
        Live(Arc::new(Mutex::new(Some(body))))
    }

    /// The body, once.
    pub(super) fn take(&self) -> Option<LiveBody> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// What a caller's request and those that a tool makes of it have in common: who asks, and the address that links begin with.
const PASSED_ON: [HeaderName; 3] = [HeaderName::from_static(KEY_HEADER), header::AUTHORIZATION, header::HOST];

/// Whether a request asks where to sign in, before it calls the tools. It asks for the description of the tools' address, or of the
/// only one that there is.
pub(super) fn asks_where_to_sign_in(head: &Head) -> bool {
    head.path().strip_prefix(ResourceMetadata::PATH).is_some_and(|rest| rest.is_empty() || rest == PATH)
}

/// The answer to that.
///
/// # Errors
/// `unknown-route` where nobody signs in, `method-not-allowed`.
pub(super) fn where_to_sign_in(home: &Home, head: &Head) -> Result<Response, Problem> {
    if *head.method() != Method::GET {
        let detail = "This description is read with GET.";
        return Err(Problem::new(Code::MethodNotAllowed, detail).allow("GET".to_owned()));
    }
    let metadata = home.setup.service.resource().ok_or_else(|| {
        let detail = format!("The operator has configured no identity provider. Call {PATH} with a key.");
        Problem::new(Code::UnknownRoute, detail)
    })?;
    json(&metadata)
}

/// Whether a request is one for the tools.
pub(super) fn is_asked_for(head: &Head) -> bool {
    head.path() == PATH
}

/// How a request from within is answered: as one from the network is.
pub(super) type Respond =
    fn(Arc<Home>, IpAddr, Request<Full<Bytes>>) -> BoxFuture<'static, http::Response<remote::Body>>;

/// Answers a message of the protocol, whose tools call the service by `respond`.
///
/// # Errors
/// `method-not-allowed`, `cross-site-request`, `missing-key`, `invalid-key`, `subscription-inactive`, `rate-limited`, `payload-too-large`,
/// `invalid-body`, `unavailable`. What a tool cannot do is no error here, but its result.
pub(super) async fn answer<B>(
    home: &Arc<Home>,
    head: &Head,
    body: B,
    respond: Respond,
) -> Result<Response, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    if *head.method() != Method::POST {
        let detail = format!("{PATH} is called with POST; it has no sessions and no streams.");
        return Err(Problem::new(Code::MethodNotAllowed, detail).allow("POST".to_owned()));
    }
    check_origin(home, head)?;
    let read = message::read(home, head, body).await;
    let Message { envelope, arguments } = read.map_err(|problem| home.setup.service.challenged(problem))?;
    if let Some(fault) = fault::of(&envelope) {
        return Ok(fault);
    }
    let mut request = Request::new(Full::new(envelope));
    *request.method_mut() = Method::POST;
    *request.headers_mut() = head.headers().clone();
    let inside = Inside::of(home, head, respond);
    let arguments = Arc::new(Mutex::new(arguments));
    let tools = move || {
        let tools = Tools::new(Client::through(inside.clone(), "this service"), None);
        let arguments = arguments.lock().unwrap_or_else(PoisonError::into_inner).take();
        Ok(match arguments {
            Some((arguments, memory)) => tools.called_with(arguments, memory),
            None => tools,
        })
    };
    // Where a request comes from was looked at above; by which name it came does not matter then.
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .disable_allowed_hosts()
        .with_max_request_body_bytes(usize::MAX);
    let service = StreamableHttpService::new(tools, Arc::new(NeverSessionManager::default()), config);
    let (mut parts, body) = service.handle(request).await.into_parts();
    if parts.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == EVENTS) {
        parts.extensions.insert(Live::new(body));
        return Ok(Response::from_parts(parts, Bytes::new()));
    }
    let bytes = body.collect().await.unwrap_or_else(|never| match never {}).to_bytes();
    Ok(fault::told(head, Response::from_parts(parts, bytes)))
}

/// Lets programs pass, which name no origin, and pages of this service, of this machine, and of the sites that the configuration
/// lets in (MCP 2025-11-25, "Transports", security warning).
///
/// # Errors
/// `cross-site-request`.
fn check_origin(home: &Home, head: &Head) -> Result<(), Problem> {
    let Some(origin) = head.headers().get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().unwrap_or_default();
    let own = home.setup.service.public_url().map(|url| url.origin());
    let is_own = own.is_some_and(|own| own.eq_ignore_ascii_case(origin));
    if is_own || is_private_to_this_machine(origin) || home.setup.origins.holds(origin) {
        return Ok(());
    }
    let detail = format!(
        "Pages of `{origin}` may not call {PATH}. Add that origin to PLATEN_CORS_ORIGINS to let them."
    );
    Err(Problem::new(Code::CrossSiteRequest, detail))
}

/// The way from a tool to the service that this process is.
#[derive(Clone)]
struct Inside {
    home: Arc<Home>,
    client: IpAddr,
    headers: HeaderMap,
    respond: Respond,
}

impl Inside {
    fn of(home: &Arc<Home>, head: &Head, respond: Respond) -> Inside {
        let mut headers = HeaderMap::new();
        for name in PASSED_ON {
            // One that came twice comes twice again: which of two keys counts is not decided here.
            for value in head.headers().get_all(&name) {
                headers.append(&name, value.clone());
            }
        }
        let client = head.client().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
        Inside { home: home.clone(), client, headers, respond }
    }
}

#[async_trait]
impl Transport for Inside {
    async fn begin(&self, call: &Call) -> Result<http::Response<remote::Body>, Failure> {
        let uri = call.path.parse().map_err(|error| Failure::Internal(format!("{}: {error}", call.path)))?;
        let mut request = Request::new(Full::new(call.body.clone()));
        *request.method_mut() = call.method.clone();
        *request.uri_mut() = uri;
        *request.headers_mut() = self.headers.clone();
        request.headers_mut().extend(call.headers.clone());
        Ok((self.respond)(self.home.clone(), self.client, request).await)
    }
}
