//! From AWS Lambda to the service's handlers and back. A function's `main` calls [`serve_http`] or [`serve_events`]
//! with its handler; everything else of a Lambda function is here.
//!
//! The runtime has one thread: an instance gets one event at a time, and what takes the processor (rendering) runs on
//! tokio's blocking threads anyhow. The PDF engine is told where fonts are before any thread starts.

mod events;
mod http_api;
mod start;

use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;

use start::Pdf;

/// What a handler returns: boxed, since an answer may borrow the service.
pub type Answer<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A handler of one operation of the HTTP API.
pub type HttpHandler = for<'a> fn(&'a Service, Request) -> Answer<'a, Response, Problem>;

/// A handler of an event that is no HTTP request, given as its JSON. The text of an error goes to Lambda, which
/// delivers the event again or puts it aside.
pub type EventHandler = for<'a> fn(&'a Service, serde_json::Value) -> Answer<'a, serde_json::Value, String>;

/// Answers requests of API Gateway (HTTP API, payload format 2.0) for one operation until Lambda ends the process.
/// Returns only when the function cannot start or loses its runtime; the reason is logged.
pub fn serve_http(operation: RouteId, handler: HttpHandler) -> ExitCode {
    let pdf = if operation == RouteId::GenerateDocument { Pdf::Often } else { Pdf::Rarely };
    start::run(pdf, |service| async move { http_api::serve(service, operation, handler).await })
}

/// Works off events until Lambda ends the process. Returns as [`serve_http`] does.
pub fn serve_events(handler: EventHandler) -> ExitCode {
    start::run(Pdf::Rarely, |service| async move { events::serve(service, handler).await })
}
