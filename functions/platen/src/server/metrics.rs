//! `GET /metrics`: the service's figures as Prometheus reads them (text format 0.0.4). They are totals of this process since
//! its start, and name no tenant.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::{HeaderValue, Method, StatusCode, header};
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use platen_service::Service;
use platen_service::http::{Head, Response, finish};
use platen_service::problem::{Code, Problem};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::{dispatch, process};
use crate::failure::Failure;

/// Where Prometheus looks.
const PATH: &str = "/metrics";

/// What tells whether the process is up, and whether it should be sent work.
const HEALTH: &str = "/api/health";
const READY: &str = "/api/health/ready";

const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

const BACKLOG: &str = "platen_backlog_items";
const REQUESTS: &str = "platen_requests_total";
const REQUEST: &str = "platen_request_seconds";
const RUNNING: &str = "platen_requests_in_flight";

/// Upper bounds of the histograms' buckets, in seconds: a .docx takes a fraction of a millisecond, a PDF some tens of them, a
/// message of a large job minutes.
const BUCKETS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0];

/// Connections at the address for metrics alone.
const MOST_SCRAPERS: usize = 16;

/// How long such a connection may be silent.
const SCRAPE: Duration = Duration::from_secs(120);

/// Between two times at which recorded values are added up, whether anybody asks for them or not.
const UPKEEP: Duration = Duration::from_secs(5);

/// A request that is being answered.
pub(super) struct Running;

impl Drop for Running {
    fn drop(&mut self) {
        gauge!(RUNNING).decrement(1.0);
    }
}

/// The figures of this process.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    /// Begins to record. Call it once per process, on a runtime.
    ///
    /// # Errors
    /// Somebody else records already.
    pub fn install() -> Result<Metrics, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::Internal(format!("no metrics: {error}"));
        let builder =
            PrometheusBuilder::new().set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &BUCKETS);
        let handle = builder.and_then(PrometheusBuilder::install_recorder).map_err(|error| failed(&error))?;
        platen_service::figures::describe();
        describe_counter!(REQUESTS, Unit::Count, "Requests that were answered, by method, route and status");
        describe_histogram!(
            REQUEST,
            Unit::Seconds,
            "From the head of a request to the head of its answer, by route"
        );
        process::describe();
        describe_gauge!(RUNNING, Unit::Count, "Requests that are being answered");
        describe_gauge!(BACKLOG, Unit::Count, "Items of bulk jobs without a result");
        let upkeep = handle.clone();
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(UPKEEP).await;
                upkeep.run_upkeep();
            }
        });
        Ok(Metrics(handle))
    }

    /// Counts a request as running until this is dropped, also where its client goes before it is answered.
    pub(super) fn running() -> Running {
        gauge!(RUNNING).increment(1.0);
        Running
    }

    /// Counts a request that was answered, and how long that took. What is no operation is `other`: its path is anybody's choice.
    pub(super) fn answered(&self, head: &Head, status: StatusCode, began: Instant) {
        let route = head.trail().route_path();
        let method = route.map_or("other", |_| head.method().as_str()).to_owned();
        let route = route.unwrap_or("other");
        counter!(REQUESTS, "method" => method, "route" => route, "status" => status.as_str().to_owned())
            .increment(1);
        histogram!(REQUEST, "route" => route).record(began.elapsed().as_secs_f64());
    }

    /// Whether a request asks for the figures.
    pub(super) fn is_asked_for(&self, head: &Head) -> bool {
        head.path() == PATH && *head.method() == Method::GET
    }

    /// Answers anybody at an address that is for this alone, until it is dropped.
    pub async fn serve(self, listener: TcpListener, service: Arc<Service>) {
        // Whoever scrapes is one program; a handful of connections is a bound that only an attacker sees.
        let places = Arc::new(Semaphore::new(MOST_SCRAPERS));
        while let Ok(place) = places.clone().acquire_owned().await {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(UPKEEP).await;
                continue;
            };
            let (metrics, service) = (self.clone(), service.clone());
            tokio::spawn(async move {
                let _place = place;
                let exchange = service_fn(move |request: http::Request<Incoming>| {
                    let (metrics, service) = (metrics.clone(), service.clone());
                    async move { Ok::<_, Infallible>(metrics.answer(&service, request).await) }
                });
                let connection = http1::Builder::new()
                    .timer(TokioTimer::new())
                    .header_read_timeout(SCRAPE)
                    .serve_connection(TokioIo::new(stream), exchange);
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection for metrics ended");
                }
            });
        }
    }

    async fn answer(
        &self,
        service: &Service,
        request: http::Request<Incoming>,
    ) -> http::Response<Full<Bytes>> {
        let head = Head::new(&request.into_parts().0, Uuid::new_v4().to_string());
        let result = match head.path() {
            _ if self.is_asked_for(&head) => self.figures(service).await,
            // Of a process that only works on jobs, this is the only address.
            HEALTH | READY => health(service, &head).await,
            _ => Err(Problem::new(
                Code::UnknownRoute,
                "This address answers only GET /metrics, /api/health and /api/health/ready.",
            )),
        };
        finish(&head, result).map(Full::new)
    }

    /// The figures, as Prometheus reads them.
    pub(super) async fn figures(&self, service: &Service) -> Result<Response, Problem> {
        let backlog = service.stores().jobs.backlog().await?;
        gauge!(BACKLOG).set(backlog as f64);
        process::look();
        let mut response = Response::new(Bytes::from(self.0.render()));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        Ok(response)
    }
}

async fn health(service: &Service, head: &Head) -> Result<Response, Problem> {
    let admitted = service.admit(head).await?;
    let request = service.receive(admitted, head, Bytes::new().into()).await?;
    dispatch(service, request).await
}
