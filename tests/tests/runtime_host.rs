//! The Lambda Runtime API host itself, seen from a function.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::{Method, StatusCode};
use platen_tests::client::{Reply, send};
use platen_tests::runtime_api::{FUNCTION_ARN, Outcome, RuntimeApi};

const SOON: Duration = Duration::from_secs(5);

fn next(api: &RuntimeApi) -> Reply {
    send(&api.address(), Method::GET, "/2018-06-01/runtime/invocation/next", &[], "")
}

fn post(api: &RuntimeApi, what: &str, headers: &[(&str, &str)], body: &'static str) -> StatusCode {
    send(&api.address(), Method::POST, &format!("/2018-06-01/runtime/{what}"), headers, body).status
}

#[test]
fn events_come_with_lambdas_headers_and_in_order() {
    let api = RuntimeApi::start();
    let invocations = [api.submit("1", Duration::from_secs(3)), api.submit("2", Duration::from_secs(60))];
    for (invocation, payload, seconds) in [(&invocations[0], "1", 3), (&invocations[1], "2", 60)] {
        let event = next(&api);
        assert_eq!((event.status, event.body.as_ref()), (StatusCode::OK, payload.as_bytes()));
        assert_eq!(event.header("lambda-runtime-aws-request-id"), invocation.id);
        assert_eq!(event.header("lambda-runtime-invoked-function-arn"), FUNCTION_ARN);
        let deadline: u64 = event.header("lambda-runtime-deadline-ms").parse().unwrap();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let latest = now + Duration::from_secs(seconds);
        assert!(deadline <= u64::try_from(latest.as_millis()).unwrap());
    }
}

#[test]
fn an_outcome_is_taken_once() {
    let api = RuntimeApi::start();
    let (good, bad) = (api.submit("{}", SOON), api.submit("{}", SOON));
    let response = format!("invocation/{}/response", good.id);
    assert_eq!(post(&api, &response, &[], "done"), StatusCode::ACCEPTED);
    assert_eq!(post(&api, &response, &[], "again"), StatusCode::BAD_REQUEST);
    assert_eq!(good.wait(SOON), Some(Outcome::Response("done".into())));

    let kind = [("lambda-runtime-function-error-type", "Runtime.Unknown")];
    assert_eq!(post(&api, &format!("invocation/{}/error", bad.id), &kind, "{}"), StatusCode::ACCEPTED);
    assert_eq!(bad.wait(SOON), Some(Outcome::Error { kind: "Runtime.Unknown".into(), body: "{}".into() }));
    assert_eq!(post(&api, "invocation/none/response", &[], ""), StatusCode::BAD_REQUEST);
}

#[test]
fn an_error_of_the_start_is_kept() {
    let api = RuntimeApi::start();
    assert_eq!(api.take_init_error(), None);
    assert_eq!(post(&api, "init/error", &[], "{\"errorMessage\":\"no\"}"), StatusCode::ACCEPTED);
    assert_eq!(api.take_init_error().unwrap(), "{\"errorMessage\":\"no\"}");
    assert_eq!(api.take_init_error(), None);
    assert_eq!(post(&api, "elsewhere", &[], ""), StatusCode::NOT_FOUND);
}
