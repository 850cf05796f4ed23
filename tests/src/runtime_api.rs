//! A host for AWS Lambda functions on loopback: the Lambda Runtime API (version 2018-06-01) as far as functions use it.
//!
//! It hands out events one by one, with the headers that Lambda sends, and collects what the function posts: a response,
//! an error of one invocation, or an error of its start. It never times out by itself; [`crate::function`] plays the
//! platform around it, which kills a function at its deadline.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use uuid::Uuid;

/// What every request's path begins with.
const VERSION: &str = "/2018-06-01/runtime";

/// The ARN that functions are told to be invoked by.
pub const FUNCTION_ARN: &str = "arn:aws:lambda:eu-central-1:123456789012:function:test";

/// What a function made of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It answered.
    Response(Bytes),
    /// It failed, or ran into a panic that its runtime caught. `kind` is the header `Lambda-Runtime-Function-Error-Type`.
    Error {
        /// The kind of error.
        kind: String,
        /// The error as JSON: `errorType`, `errorMessage`.
        body: Bytes,
    },
}

/// An event on its way.
struct Event {
    id: String,
    deadline: SystemTime,
    payload: Bytes,
}

/// An event that was handed over; its outcome arrives here.
pub struct Invocation {
    /// Its id, as the function sees it.
    pub id: String,
    outcome: Receiver<Outcome>,
}

impl Invocation {
    /// Waits for the outcome.
    pub fn wait(&self, time: Duration) -> Option<Outcome> {
        self.outcome.recv_timeout(time).ok()
    }
}

/// A running host. One function at a time must be connected to it.
pub struct RuntimeApi {
    address: SocketAddr,
    events: mpsc::UnboundedSender<Event>,
    shared: Arc<Shared>,
    // Ends the host's runtime, and with it all connections.
    _runtime: tokio::runtime::Runtime,
}

struct Shared {
    queue: AsyncMutex<mpsc::UnboundedReceiver<Event>>,
    waiting: Mutex<HashMap<String, Sender<Outcome>>>,
    init_error: Mutex<Option<Bytes>>,
    /// Whether anybody asked for an event.
    asked: AtomicBool,
}

impl RuntimeApi {
    /// Starts a host on a free port of the loopback interface.
    pub fn start() -> RuntimeApi {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (events, queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            queue: AsyncMutex::new(queue),
            waiting: Mutex::default(),
            init_error: Mutex::default(),
            asked: AtomicBool::new(false),
        });
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(accept(listener, shared.clone()));
        RuntimeApi { address, events, shared, _runtime: runtime }
    }

    /// `host:port`, the value of `AWS_LAMBDA_RUNTIME_API`.
    pub fn address(&self) -> String {
        self.address.to_string()
    }

    /// Queues an event. `time` is how long the function is told to have.
    pub fn submit(&self, payload: impl Into<Bytes>, time: Duration) -> Invocation {
        let (sender, outcome) = channel();
        let id = Uuid::new_v4().to_string();
        self.shared.waiting.lock().unwrap().insert(id.clone(), sender);
        let event = Event { id: id.clone(), deadline: SystemTime::now() + time, payload: payload.into() };
        self.events.send(event).ok().unwrap();
        Invocation { id, outcome }
    }

    /// Whether the function came through its start, and asked for its first event.
    pub fn is_ready(&self) -> bool {
        self.shared.asked.load(Ordering::Relaxed)
    }

    /// The error that the function reported of its own start, once.
    pub fn take_init_error(&self) -> Option<Bytes> {
        self.shared.init_error.lock().unwrap().take()
    }
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    while let Ok((stream, _)) = listener.accept().await {
        let shared = shared.clone();
        let service = service_fn(move |request| {
            let shared = shared.clone();
            async move { Ok::<_, Infallible>(answer(&shared, request).await) }
        });
        // A function that is killed leaves its connection in the middle of a request: that is what tests are for.
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

async fn answer(shared: &Shared, request: Request<Incoming>) -> Response<Full<Bytes>> {
    let path = request.uri().path().to_owned();
    let words: Vec<&str> = path.strip_prefix(VERSION).unwrap_or_default().split('/').skip(1).collect();
    match (request.method().clone(), words.as_slice()) {
        (Method::GET, ["invocation", "next"]) => next(shared).await,
        (Method::POST, ["invocation", id, "response"]) => match request.into_body().collect().await {
            Ok(body) => settle(shared, id, Outcome::Response(body.to_bytes())),
            Err(_) => status(StatusCode::BAD_REQUEST),
        },
        (Method::POST, ["invocation", id, "error"]) => {
            let kind = request.headers().get("lambda-runtime-function-error-type");
            let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
            match request.into_body().collect().await {
                Ok(body) => settle(shared, id, Outcome::Error { kind, body: body.to_bytes() }),
                Err(_) => status(StatusCode::BAD_REQUEST),
            }
        }
        (Method::POST, ["init", "error"]) => {
            let body = request.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default();
            *shared.init_error.lock().unwrap() = Some(body);
            status(StatusCode::ACCEPTED)
        }
        _ => status(StatusCode::NOT_FOUND),
    }
}

/// The long poll: there is no answer until there is an event.
async fn next(shared: &Shared) -> Response<Full<Bytes>> {
    shared.asked.store(true, Ordering::Relaxed);
    let Some(event) = shared.queue.lock().await.recv().await else { return status(StatusCode::GONE) };
    // Of its own for each invocation, and not sampled, as where nobody asked for traces.
    let trace = format!(
        "Root=1-69203f5e-{};Parent=53995c3f42cd8ad8;Sampled=0",
        &Uuid::new_v4().simple().to_string()[..24]
    );
    let deadline = event.deadline.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    Response::builder()
        .header("lambda-runtime-aws-request-id", &event.id)
        .header("lambda-runtime-deadline-ms", deadline.to_string())
        .header("lambda-runtime-invoked-function-arn", FUNCTION_ARN)
        .header("lambda-runtime-trace-id", trace)
        .header("content-type", "application/json")
        .body(Full::new(event.payload))
        .unwrap()
}

fn settle(shared: &Shared, id: &str, outcome: Outcome) -> Response<Full<Bytes>> {
    // Lambda takes one outcome per invocation, and none for an id that it did not hand out.
    let Some(sender) = shared.waiting.lock().unwrap().remove(id) else {
        return status(StatusCode::BAD_REQUEST);
    };
    // Nobody waits when the test gave the invocation up.
    let _ = sender.send(outcome);
    status(StatusCode::ACCEPTED)
}

fn status(code: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::default();
    *response.status_mut() = code;
    response
}
