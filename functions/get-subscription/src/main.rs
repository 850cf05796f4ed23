//! The Lambda function of `GET /api/getSubscription`.

use std::process::ExitCode;

use platen_service::http::routes::RouteId;

fn main() -> ExitCode {
    platen_lambda::serve_http(&[RouteId::GetSubscription], |service, request| {
        Box::pin(get_subscription::handle(service, request))
    })
}
