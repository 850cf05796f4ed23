//! From AWS Lambda to the service's handlers and back. A function's `main` calls one of the `serve` functions with its
//! handler; everything else of a Lambda function is here.
//!
//! The runtime has one thread: an instance gets one event at a time, and what takes the processor (rendering) runs on
//! tokio's blocking threads anyhow.
//!
//! [`serve_http_with_pdf`] and [`serve_messages_with_pdf`] make, check and join PDFs by the program `convert-pdf`, which has
//! to lie beside the function's own. It has the engine and the fonts; the functions start without them.
//!
//! After each event the service's figures go out as lines of CloudWatch's embedded metric format.

mod ends;
mod engine;
mod events;
mod figures;
mod home;
mod http_api;
mod large;
mod messages;
mod start;

use std::future::Future;
use std::pin::Pin;
use std::process::ExitCode;
use std::sync::Arc;

use platen_service::Service;
use platen_service::http::routes::RouteId;
use platen_service::http::{Request, Response};
use platen_service::problem::Problem;
use platen_service::sign_in::{IdentityProvider, SignInSettings};
use platen_service::trace::Trace;
use platen_store_aws::work::{Handler, Worker};

pub use ends::{ends, ends_and_messages};

use home::Home;

/// What a handler returns: boxed, since an answer may borrow the service.
pub type Answer<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// A handler of one operation of the HTTP API.
pub type HttpHandler = for<'a> fn(&'a Service, Request) -> Answer<'a, Response, Problem>;

/// Makes the identity provider of a configuration.
pub type MakeProvider = fn(&SignInSettings) -> Arc<dyn IdentityProvider>;

/// A handler of an event that is no HTTP request, given as its JSON. The text of an error goes to Lambda, which
/// delivers the event again or puts it aside.
pub type EventHandler = fn(Arc<Worker>, serde_json::Value) -> Answer<'static, serde_json::Value, String>;

/// Answers requests of API Gateway (HTTP API, payload format 2.0) for these operations until Lambda ends the process.
/// Returns only when the function cannot start or loses its runtime; the reason is logged.
pub fn serve_http(operations: &'static [RouteId], handler: HttpHandler) -> ExitCode {
    start::run(engine::none, None, |home| http_api::serve(home, operations, handler))
}

/// The same for operations that sign people in, through the provider that `make_provider` makes of the configuration.
pub fn serve_http_with_sign_in(
    make_provider: MakeProvider,
    operations: &'static [RouteId],
    handler: HttpHandler,
) -> ExitCode {
    start::run(engine::none, Some(make_provider), |home| http_api::serve(home, operations, handler))
}

/// The same for operations that make PDFs, or say what a PDF of a template would lack.
pub fn serve_http_with_pdf(operations: &'static [RouteId], handler: HttpHandler) -> ExitCode {
    start::run(engine::whole, None, |home| http_api::serve(home, operations, handler))
}

/// Works off events until Lambda ends the process. Returns as [`serve_http`] does.
pub fn serve_events(handler: EventHandler) -> ExitCode {
    start::run(engine::none, None, |home| events::serve(home, handler))
}

/// Works off messages of SQS until Lambda ends the process. Returns as [`serve_http`] does.
pub fn serve_messages(handler: Handler) -> ExitCode {
    start::run(engine::none, None, |home| messages::serve(home, handler))
}

/// The same for messages whose work makes PDFs, or joins them.
pub fn serve_messages_with_pdf(handler: Handler) -> ExitCode {
    start::run(engine::whole, None, |home| messages::serve(home, handler))
}

/// The trace that Lambda has for an event.
fn trace_of(context: &lambda_runtime::Context) -> Option<Trace> {
    context.xray_trace_id.as_deref().and_then(Trace::parse)
}
