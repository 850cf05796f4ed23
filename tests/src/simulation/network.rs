//! What is between the SDKs' clients and the stores: each request takes as long as in a region, and never leaves the process.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use aws_sdk_s3::config::SharedHttpClient;
use aws_sdk_s3::primitives::SdkBody;
use aws_smithy_runtime_api::client::http::{
    HttpConnector, HttpConnectorFuture, SharedHttpConnector, http_client_fn,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use bytes::Bytes;
use http::header::HOST;
use http::{Request, Response, Uri};
use http_body_util::{BodyExt, Full};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;

use super::fair_queue::Queues;
use super::s3_rate::S3Rate;
use crate::aws::Servers;
use crate::fault_proxy::target;
use crate::meter::{Call, Meter};
use crate::random::Random;

/// Bytes that are on their way in each direction of a connection.
const BUFFER: usize = 256 << 10;

/// A network. Cloning shares it.
#[derive(Clone)]
pub(super) struct Network(Arc<Inner>);

struct Inner {
    servers: Arc<Servers>,
    queues: Arc<Queues>,
    s3: S3Rate,
    meter: Meter,
    random: Mutex<Random>,
    /// How far all stores are, if not as far as in a region.
    distance: Option<Duration>,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Network")
    }
}

impl Network {
    pub(super) fn new(servers: Arc<Servers>, queues: Arc<Queues>, distance: Option<Duration>) -> Network {
        // Runs are alike but for what threads do at once.
        let random = Mutex::new(Random::with_seed(18));
        let (s3, meter) = (S3Rate::default(), Meter::default());
        Network(Arc::new(Inner { servers, queues, s3, meter, random, distance }))
    }

    /// What was asked over it.
    pub(super) fn meter(&self) -> &Meter {
        &self.0.meter
    }

    /// Calls that S3 was too busy for.
    pub(super) fn refused(&self) -> u64 {
        self.0.s3.refused()
    }

    /// What clients of the SDKs send requests with.
    pub(super) fn http_client(&self) -> SharedHttpClient {
        let connector = SharedHttpConnector::new(self.clone());
        http_client_fn(move |_, _| connector.clone())
    }
}

impl HttpConnector for Network {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let inner = self.0.clone();
        HttpConnectorFuture::new(async move { Ok(inner.answer(request).await) })
    }
}

impl Inner {
    async fn answer(&self, request: HttpRequest) -> HttpResponse {
        let (parts, body) = request.try_into_http1x().unwrap().into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        let call = Call::of(&parts.method, target(&parts.headers));
        let time = self.distance.unwrap_or_else(|| self.meter.time(&call, &mut self.random.lock().unwrap()));
        tokio::time::sleep(time).await;
        let answer = match &call {
            Call::Sqs(operation) => Response::new(self.queues.answer(operation, &body)),
            _ if !self.s3.takes(&call) => slow_down(),
            _ => self.exchange(Request::from_parts(parts, Full::new(body.clone()))).await,
        };
        self.meter.note(call, &body, answer.body().len());
        answer.map(SdkBody::from).try_into().unwrap()
    }

    /// Asks the servers over a connection of its own.
    async fn exchange(&self, mut request: Request<Full<Bytes>>) -> Response<Bytes> {
        let (near, far) = tokio::io::duplex(BUFFER);
        tokio::spawn(self.servers.clone().serve(far));
        let (mut sender, connection) = http1::handshake(TokioIo::new(near)).await.unwrap();
        tokio::spawn(connection);
        let uri = request.uri().clone();
        request.headers_mut().entry(HOST).or_insert(uri.host().unwrap().parse().unwrap());
        *request.uri_mut() = Uri::from(uri.into_parts().path_and_query.unwrap());
        let (parts, body) = sender.send_request(request).await.unwrap().into_parts();
        Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
    }
}

/// What S3 answers when it is asked too much.
fn slow_down() -> Response<Bytes> {
    let body = "<?xml version=\"1.0\"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>";
    Response::builder().status(503).body(Bytes::from_static(body.as_bytes())).unwrap()
}
