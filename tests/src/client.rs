//! A plain HTTP/1.1 client: one connection per request, nothing followed, nothing retried, nothing decompressed.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// How long any request may take.
const TIME: Duration = Duration::from_secs(60);

/// A whole answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as it came.
    pub body: Bytes,
}

impl Reply {
    /// A header's value; empty when it is absent.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {:?}", self.body))
    }
}

/// Sends one request to `address` (`host:port`).
pub fn send(
    address: &str,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: impl Into<Bytes>,
) -> Reply {
    let mut request = Request::builder().method(method).uri(path).header("host", address);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Full::new(body.into())).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(TIME, exchange(address, request)).await.unwrap() })
}

async fn exchange(address: &str, request: Request<Full<Bytes>>) -> Reply {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.unwrap();
    // What breaks on the connection shows in the answer.
    tokio::spawn(connection);
    let (parts, body) = sender.send_request(request).await.unwrap().into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Reply { status: parts.status, headers: parts.headers, body }
}
