//! `GET /metrics`: the service's figures as Prometheus reads them (text format 0.0.4). They are totals of this process since
//! its start, and name no tenant.

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderValue, Method, header};
use metrics::{Unit, describe_gauge, gauge};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use platen_service::Service;
use platen_service::http::{Head, Response};
use platen_service::problem::Problem;

use crate::failure::Failure;

/// Where Prometheus looks.
const PATH: &str = "/metrics";

const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

const BACKLOG: &str = "platen_backlog_items";

/// Upper bounds of the histograms' buckets, in seconds: a .docx takes a fraction of a millisecond, a PDF some tens of them, a
/// message of a large job minutes.
const BUCKETS: [f64; 15] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0, 120.0, 600.0];

/// Between two times at which recorded values are added up, whether anybody asks for them or not.
const UPKEEP: Duration = Duration::from_secs(5);

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

    /// The answer, where a request asks for the figures.
    pub(super) async fn answer(&self, service: &Service, head: &Head) -> Option<Result<Response, Problem>> {
        if head.path() != PATH || *head.method() != Method::GET {
            return None;
        }
        Some(self.figures(service).await)
    }

    async fn figures(&self, service: &Service) -> Result<Response, Problem> {
        let backlog = service.stores().jobs.backlog().await?;
        gauge!(BACKLOG).set(backlog as f64);
        let mut response = Response::new(Bytes::from(self.0.render()));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        Ok(response)
    }
}
