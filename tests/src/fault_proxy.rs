//! A network that fails: a proxy between AWS clients and servers that knows HTTP. It refuses, cuts, stalls, and loses
//! answers after the write is done. Which request meets what follows from a seed and the request's number. Or a network on which
//! nothing fails, and each request takes as long as it does in a region of AWS, and is noted.

use std::convert::Infallible;
use std::fmt;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::client::conn::http1 as client;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::{TcpListener, TcpStream};

use crate::meter::{Call, Meter};
use crate::random::Random;

/// What happens to a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The server says that it is asked too much: `SlowDown`, `ProvisionedThroughputExceededException`, `ThrottlingException`.
    Throttled,
    /// The connection breaks before the request arrives.
    Cut,
    /// Nothing happens for a while; then the connection breaks.
    Stalled,
    /// The request is done, and its answer lost.
    AnswerLost,
}

/// Stalls are rarer: each costs seconds.
const FAULTS: [Fault; 10] = [
    Fault::Stalled,
    Fault::Throttled,
    Fault::Throttled,
    Fault::Throttled,
    Fault::Cut,
    Fault::Cut,
    Fault::Cut,
    Fault::AnswerLost,
    Fault::AnswerLost,
    Fault::AnswerLost,
];

/// What an engine answers by itself that does not know what it was asked for: status and body. Nothing, where it knows.
pub type Lack = fn(&Asked<'_>) -> Option<(u16, &'static str)>;

/// A request, as far as an engine is told by it.
pub struct Asked<'a> {
    /// The operation of DynamoDB or SQS; empty for S3.
    pub target: &'a str,
    /// The method and the path with its query, for S3.
    pub line: String,
    /// The body as text.
    pub body: std::borrow::Cow<'a, str>,
}

/// How much fails.
#[derive(Debug, Clone, Copy)]
pub struct Faults {
    /// Requests of a thousand that meet a fault.
    pub per_mille: usize,
    /// How long a stall lasts.
    pub stall: Duration,
}

/// A running proxy.
pub struct FaultProxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    // Ends the proxy, and with it all connections.
    _runtime: tokio::runtime::Runtime,
}

struct Shared {
    server: SocketAddr,
    faults: Faults,
    random: Mutex<Random>,
    /// The distance to the services, where it matters.
    meter: Option<Meter>,
    /// What the server does not know, where it is made to know less.
    lack: Option<Lack>,
    requests: AtomicU32,
    met: AtomicU32,
}

/// A connection that ends without an answer.
#[derive(Debug)]
struct Broken;

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a fault")
    }
}

impl std::error::Error for Broken {}

impl FaultProxy {
    /// Stands before a server.
    pub fn start(server: SocketAddr, faults: Faults, random: Random) -> FaultProxy {
        FaultProxy::with(server, faults, random, None, None)
    }

    /// Stands before a server as if that were an engine which does not know something.
    pub fn lacking(server: SocketAddr, lack: Lack) -> FaultProxy {
        let none = Faults { per_mille: 0, stall: Duration::ZERO };
        FaultProxy::with(server, none, Random::with_seed(0), None, Some(lack))
    }

    /// Stands before a server as if that were AWS: nothing fails.
    pub fn distant(server: SocketAddr, random: Random) -> FaultProxy {
        let none = Faults { per_mille: 0, stall: Duration::ZERO };
        FaultProxy::with(server, none, random, Some(Meter::default()), None)
    }

    fn with(
        server: SocketAddr,
        faults: Faults,
        random: Random,
        meter: Option<Meter>,
        lack: Option<Lack>,
    ) -> FaultProxy {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            server,
            faults,
            random: Mutex::new(random),
            meter,
            lack,
            requests: AtomicU32::new(0),
            met: AtomicU32::new(0),
        });
        runtime.spawn(accept(listener, shared.clone()));
        FaultProxy { address, shared, _runtime: runtime }
    }

    /// Where clients find it, as `AWS_ENDPOINT_URL` names it.
    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was asked of a distant server.
    pub fn meter(&self) -> Option<&Meter> {
        self.shared.meter.as_ref()
    }

    /// Requests so far, and those that met a fault.
    pub fn met(&self) -> (u32, u32) {
        (self.shared.requests.load(Ordering::Relaxed), self.shared.met.load(Ordering::Relaxed))
    }
}

impl<'a> Asked<'a> {
    fn of(parts: &'a http::request::Parts, body: &'a [u8]) -> Asked<'a> {
        let line =
            format!("{} {}", parts.method, parts.uri.path_and_query().map_or("", |path| path.as_str()));
        Asked { target: target(&parts.headers), line, body: String::from_utf8_lossy(body) }
    }
}

impl Shared {
    fn draw(&self) -> Option<Fault> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        let mut random = self.random.lock().unwrap();
        if random.below(1000) >= self.faults.per_mille {
            return None;
        }
        self.met.fetch_add(1, Ordering::Relaxed);
        Some(FAULTS[random.below(FAULTS.len())])
    }

    async fn answer(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Broken> {
        match self.draw() {
            None => self.forward(request).await,
            Some(Fault::Throttled) => Ok(throttled(&request)),
            Some(Fault::Cut) => Err(Broken),
            Some(Fault::Stalled) => {
                tokio::time::sleep(self.faults.stall).await;
                Err(Broken)
            }
            Some(Fault::AnswerLost) => {
                self.forward(request).await?;
                Err(Broken)
            }
        }
    }

    /// One connection per request: what breaks on one side does not break another request.
    async fn forward(&self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Broken> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map_err(|_| Broken)?.to_bytes();
        if let Some((status, said)) = self.lack.and_then(|lack| lack(&Asked::of(&parts, &body))) {
            let kind = if said.starts_with('<') { "application/xml" } else { "application/x-amz-json-1.0" };
            let answer = Response::builder().status(status).header("content-type", kind);
            return Ok(answer.body(Full::new(Bytes::from_static(said.as_bytes()))).unwrap());
        }
        let call = Call::of(&parts.method, target(&parts.headers));
        if let Some(meter) = &self.meter {
            let time = meter.time(&call, &mut self.random.lock().unwrap());
            tokio::time::sleep(time).await;
        }
        let sent = body.clone();
        let stream = TcpStream::connect(self.server).await.map_err(|_| Broken)?;
        let (mut sender, connection) = client::handshake(TokioIo::new(stream)).await.map_err(|_| Broken)?;
        tokio::spawn(connection);
        let answer =
            sender.send_request(Request::from_parts(parts, Full::new(body))).await.map_err(|_| Broken)?;
        let (parts, body) = answer.into_parts();
        let body = body.collect().await.map_err(|_| Broken)?.to_bytes();
        if let Some(meter) = &self.meter {
            meter.note(call, &sent, body.len());
        }
        Ok(Response::from_parts(parts, Full::new(body)))
    }
}

/// Which operation a request of DynamoDB or SQS is for.
pub(crate) fn target(headers: &http::HeaderMap) -> &str {
    headers.get("x-amz-target").and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// What the service that was asked says when it is asked too much.
fn throttled(request: &Request<Incoming>) -> Response<Full<Bytes>> {
    let target = target(request.headers());
    let json = |code: &str| {
        let body = format!("{{\"__type\":\"com.amazonaws#{code}\",\"message\":\"asked too much\"}}");
        (400, "application/x-amz-json-1.0", body)
    };
    let (status, kind, body) = match target {
        _ if target.starts_with("DynamoDB") => json("ProvisionedThroughputExceededException"),
        _ if target.starts_with("AmazonSQS") => json("ThrottlingException"),
        _ => {
            let xml = "<?xml version=\"1.0\"?><Error><Code>SlowDown</Code><Message>asked too much</Message></Error>";
            (503, "application/xml", xml.to_owned())
        }
    };
    Response::builder().status(status).header("content-type", kind).body(Full::new(body.into())).unwrap()
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) -> Infallible {
    loop {
        let Ok((socket, _)) = listener.accept().await else { continue };
        let shared = shared.clone();
        tokio::spawn(async move {
            let serve = service_fn(|request| shared.answer(request));
            // That it breaks is the point.
            let _ = http1::Builder::new().serve_connection(TokioIo::new(socket), serve).await;
        });
    }
}
