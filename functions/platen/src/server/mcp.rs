//! `POST /mcp`: the tools for agents by streamable HTTP (MCP 2025-11-25, "Transports"). There are no sessions: each call stands
//! alone, and what it asks for is asked of this service with the caller's own key, as if it had come over the network. It is answered with
//! JSON; one that asks to be told of its progress, with events.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use bytes::{Bytes, BytesMut};
use futures_util::future::BoxFuture;
use http::{HeaderMap, HeaderName, Method, Request, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::Body;
use platen_service::http::{Head, Response};
use platen_service::keys::KEY_HEADER;
use platen_service::problem::{Code, Problem};
use platen_service::work::{HeldMemory, Received};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::Home;
use super::body::Arriving;
use crate::failure::Failure;
use crate::mcp::Tools;
use crate::remote::{self, Call, Client, Transport};

/// Where agents call.
const PATH: &str = "/mcp";

/// Bytes of a message beside the arguments of its tool. One that has no more at all is read as it is: its values take a megabyte
/// at most.
const ENVELOPE_BYTES: usize = 16 << 10;

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
/// `method-not-allowed`, `missing-key`, `invalid-key`, `subscription-inactive`, `rate-limited`, `payload-too-large`,
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
    let Message { envelope, arguments } = read(home, head, body).await?;
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
    // A page of another site cannot call: it has no key. So names of hosts (DNS rebinding) need no look.
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
    Ok(Response::from_parts(parts, bytes))
}

/// A message of the protocol.
struct Message {
    /// What the protocol's library reads.
    envelope: Bytes,
    /// The arguments of a tool, read here where they are more than a few, and the memory that they take. The library tries one
    /// kind of message after the other: each try builds all values, on the threads that serve all others.
    arguments: Option<(Map<String, Value>, HeldMemory)>,
}

/// Reads the message of a caller who has a key. A large one is parsed off the reactor, once there is memory for its values.
async fn read<B>(home: &Home, head: &Head, body: B) -> Result<Message, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let service = &home.setup.service;
    let (who, received) = service.authorize_sender(head).await?;
    let (body, _received) = read_bytes(home, head, body, received).await?;
    if body.len() <= ENVELOPE_BYTES {
        return Ok(Message { envelope: body, arguments: None });
    }
    let parts = tokio::task::spawn_blocking(move || split(&body)).await.map_err(Problem::internal)?;
    let invalid = |detail: String| Problem::new(Code::InvalidBody, detail);
    let (envelope, arguments) = parts.filter(|(envelope, _)| envelope.len() <= ENVELOPE_BYTES).ok_or_else(|| {
        invalid(format!(
            "A message of more than {ENVELOPE_BYTES} bytes must call a tool and have most of them in `params.arguments`."
        ))
    })?;
    match service.parse(who, arguments).await? {
        (Value::Object(arguments), memory) => Ok(Message { envelope, arguments: Some((arguments, memory)) }),
        _ => Err(invalid("`params.arguments` must be an object.".to_owned())),
    }
}

/// Takes the arguments of a tool out of a message. `None` when there are none.
fn split(message: &Bytes) -> Option<(Bytes, Bytes)> {
    let members = |text| serde_json::from_slice::<BTreeMap<String, &RawValue>>(text).ok();
    let mut outer = members(message)?;
    let mut params = members(outer.get("params")?.get().as_bytes())?;
    let arguments = message.slice_ref(params.remove("arguments")?.get().as_bytes());
    let params = serde_json::value::to_raw_value(&params).ok()?;
    outer.insert("params".to_owned(), &params);
    Some((serde_json::to_vec(&outer).ok()?.into(), arguments))
}

/// Reads the bytes of a message, and counts them until the count is dropped.
async fn read_bytes<B>(
    home: &Home,
    head: &Head,
    body: B,
    mut received: Received,
) -> Result<(Bytes, Received), Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let patience = &home.setup.bounds.patience;
    let most = home.setup.service.limits().mcp_bytes;
    let mut arriving = Arriving::new(body, patience, patience.body);
    let mut bytes = BytesMut::new();
    while let Some(data) = arriving.next().await? {
        if arriving.length() > most {
            return Err(Problem::payload_too_large("mcp_bytes", most));
        }
        received.add(data.len() as u64)?;
        head.trail().received(data.len() as u64);
        bytes.extend_from_slice(&data);
    }
    Ok((bytes.freeze(), received))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_taken_out_of_a_message() {
        let message = |text: &'static str| split(&Bytes::from_static(text.as_bytes()));
        let (envelope, arguments) =
            message(r#"{"id": 1, "params": {"name": "x", "arguments": {"z": [0]}}, "method": "tools/call"}"#)
                .unwrap();
        assert_eq!(envelope, r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#);
        assert_eq!(arguments, r#"{"z": [0]}"#);
        for other in [
            "",
            "[]",
            r#"{"id": 1}"#,
            r#"{"params": []}"#,
            r#"{"params": {}}"#,
            r#"{"params": {"arguments": }}"#,
        ] {
            assert_eq!(message(other), None, "{other}");
        }
    }
}
