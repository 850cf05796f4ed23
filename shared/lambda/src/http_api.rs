//! HTTP requests as API Gateway hands them over (HTTP API, payload format 2.0), and answers as it takes them.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::uri::{PathAndQuery, Uri};
use http::{Method, header};
use lambda_http::aws_lambda_events::encodings::Body;
use lambda_http::request::RequestContext;
use lambda_http::{RequestExt, service_fn};
use platen_service::http::routes::RouteId;
use platen_service::http::{Head, Response, finish, request_id};
use platen_service::problem::Problem;
use platen_service::trace::{Parent, Trace};
use tracing::Instrument;

use crate::{Home, HttpHandler, large, trace_of};

/// What is left to write an answer in.
const LAST: Duration = Duration::from_secs(1);

/// What the check of a front before the gateway says of a request that came through it (`FrontCheck` of infra/template.yaml).
const FRONT: &str = "front";

/// The header in which the front names the client: the gateway sees the front's own address.
const CLIENT: &str = "x-platen-client";

/// Answers requests until Lambda ends the process.
pub(crate) async fn serve(
    home: Arc<Home>,
    operations: &'static [RouteId],
    handler: HttpHandler,
) -> Result<(), lambda_runtime::Error> {
    lambda_http::run(service_fn(move |request: lambda_http::Request| {
        let home = home.clone();
        async move { Ok::<_, std::convert::Infallible>(answer(&home, operations, handler, request).await) }
    }))
    .await
}

async fn answer(
    home: &Home,
    operations: &'static [RouteId],
    handler: HttpHandler,
    request: lambda_http::Request,
) -> http::Response<Body> {
    let trace = request.lambda_context_ref().and_then(trace_of);
    let (head, body) = read(request);
    let head = home.service().addressed(head);
    let line = home.audit().begin(&head);
    head.trail().received(body.len() as u64);
    let trace_id = trace.as_ref().map(Trace::id);
    let span = tracing::info_span!("request", request_id = head.request_id(), trace_id);
    let work = Parent::scope(head.trace_parent(), exchange(home, operations, handler, &head, body));
    let work = Trace::scope(trace.clone(), work);
    let result = work.instrument(span).await;
    let response = finish(&head, result);
    line.answered(response.status(), response.body().len() as u64);
    let response = write(response);
    home.publish_figures();
    response
}

/// The same order as in the other home: route and key are checked before anything looks at the body, which the gateway
/// hands over whole.
async fn exchange(
    home: &Home,
    operations: &'static [RouteId],
    handler: HttpHandler,
    head: &Head,
    body: Bytes,
) -> Result<Response, Problem> {
    let service = home.service();
    let admitted = service.admit(head).await?;
    let asked = admitted.route().id;
    if !operations.contains(&asked) {
        let cause = format!("the gateway routes {asked:?} to the function of {operations:?}");
        return Err(Problem::internal(cause));
    }
    let request = service.receive(admitted, head, body.into()).await?;
    let result = service.templates().told(head, handler(service, request).await).await;
    service.events().record(head, &result).await;
    large::fitting(home, result?).await
}

/// Takes a request apart into the service's head and its bytes.
fn read(request: lambda_http::Request) -> (Head, Bytes) {
    let (route, client) = match request.request_context_ref() {
        Some(RequestContext::ApiGatewayV2(context)) => {
            // Only who came through the front was let in by its check; anyone else could send the header.
            let front = context.authorizer.as_ref().is_some_and(|check| check.fields.contains_key(FRONT));
            let told = request.headers().get(CLIENT).filter(|_| front).and_then(|told| told.to_str().ok());
            (context.route_key.clone(), told.map(str::to_owned).or_else(|| context.http.source_ip.clone()))
        }
        _ => (None, None),
    };
    let client = client.and_then(|address| address.parse::<IpAddr>().ok());
    // A host that sets no deadline sends 0.
    let context = request.lambda_context_ref().filter(|context| context.deadline > 0);
    let time_left = context.map(|context| time_left(context.deadline()));
    let path = of_route(request.raw_http_path(), route.as_deref());
    let uri = relative(path, request.uri().query());
    let fallback = request.lambda_context_ref().map(|context| context.request_id.clone());
    let (mut parts, body) = request.into_parts();
    parts.uri = uri;
    if parts.method == Method::HEAD {
        parts.method = Method::GET;
    }
    // The client's own id; Lambda's otherwise.
    let id = request_id(&parts.headers).map(str::to_owned).or(fallback).unwrap_or_default();
    let bytes = match body {
        Body::Empty => Bytes::new(),
        Body::Text(text) => text.into(),
        Body::Binary(bytes) => bytes.into(),
        // A kind of body that the gateway does not have today holds nothing that is known here.
        _ => Bytes::new(),
    };
    let mut head = Head::new(&parts, id);
    if let Some(address) = client {
        head = head.from_client(address);
    }
    if let Some(left) = time_left {
        head = head.within(left);
    }
    (head, bytes)
}

/// The time that a request's work may take, so that it ends with an answer before Lambda ends the function without one.
fn time_left(deadline: SystemTime) -> Duration {
    deadline.duration_since(SystemTime::now()).unwrap_or_default().saturating_sub(LAST)
}

/// The path as routes know it. What the gateway's own settings put before it (a named stage, `/prod/api/getTemplates`; the base path
/// of a host name that several APIs share) is what its route, `GET /api/getTemplates`, does not name.
fn of_route<'a>(path: &'a str, route: Option<&str>) -> &'a str {
    let Some((_, route)) = route.and_then(|route| route.split_once(' ')) else { return path };
    let Some((last, _)) = path.rmatch_indices('/').take(route.matches('/').count()).last() else {
        return path;
    };
    let rest = &path[last..];
    let alike =
        rest.split('/').zip(route.split('/')).all(|(own, named)| own == named || named.starts_with('{'));
    if alike { rest } else { path }
}

fn relative(path: &str, query: Option<&str>) -> Uri {
    let text = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    // What is no path is a route that nobody has.
    PathAndQuery::try_from(text).map(Uri::from).unwrap_or_default()
}

/// JSON goes out as text; everything else, compressed JSON too, as bytes, which lambda_http writes in base64.
fn write(response: Response) -> http::Response<Body> {
    let (parts, bytes) = response.into_parts();
    let json = parts
        .headers
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind == "application/json" || kind.ends_with("+json"));
    let plain = json && !parts.headers.contains_key(header::CONTENT_ENCODING);
    let body = match String::from_utf8(bytes.into()) {
        Ok(text) if text.is_empty() => Body::Empty,
        Ok(text) if plain => Body::Text(text),
        Ok(text) => Body::Binary(text.into_bytes()),
        Err(error) => Body::Binary(error.into_bytes()),
    };
    http::Response::from_parts(parts, body)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    fn recorded(name: &str) -> String {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../events");
        fs::read_to_string(folder.join(name)).unwrap()
    }

    fn event(change: impl Fn(&mut serde_json::Value)) -> lambda_http::Request {
        let mut event: serde_json::Value = serde_json::from_str(&recorded("get-templates.json")).unwrap();
        change(&mut event);
        lambda_http::request::from_str(&event.to_string()).unwrap()
    }

    #[test]
    fn the_client_is_told_by_the_front_alone() {
        let client = |front: bool| {
            let (head, _) = read(event(|event| {
                event["headers"]["x-platen-client"] = "203.0.113.9".into();
                event["requestContext"]["http"]["sourceIp"] = "198.51.100.1".into();
                if front {
                    event["requestContext"]["authorizer"]["lambda"]["front"] = "cloudfront".into();
                }
            }));
            head.client().unwrap().to_string()
        };
        assert_eq!((client(true).as_str(), client(false).as_str()), ("203.0.113.9", "198.51.100.1"));
    }

    #[test]
    fn a_recorded_event_becomes_a_request() {
        let (head, body) = read(event(|_| {}));
        assert_eq!((head.method(), head.path()), (&Method::GET, "/api/getTemplates"));
        assert!(head.header("x-functions-key").unwrap().starts_with("plk_"));
        assert!(body.is_empty());
    }

    #[test]
    fn a_stage_or_base_path_is_no_part_of_the_path() {
        let (head, _) = read(event(|event| event["rawPath"] = "/prod/api/getTemplates".into()));
        assert_eq!(head.path(), "/api/getTemplates");
        let template = Some("GET /api/templates/{templateId}");
        for (path, route, own) in [
            ("/api/templates/7", template, "/api/templates/7"),
            ("/letters/v1/api/templates/7", template, "/api/templates/7"),
            ("/api/api/templates/api", template, "/api/templates/api"),
            ("/letters/api/model/7", template, "/letters/api/model/7"),
            ("/7", template, "/7"),
            ("/prod/api/x", Some("$default"), "/prod/api/x"),
            ("/prod/api/x", None, "/prod/api/x"),
        ] {
            assert_eq!(of_route(path, route), own, "{path} {route:?}");
        }
    }

    #[test]
    fn bodies_in_base64_are_decoded() {
        let (_, body) = read(event(|event| {
            event["body"] = "eyJhIjoxfQ==".into();
            event["isBase64Encoded"] = true.into();
        }));
        assert_eq!(body, r#"{"a":1}"#);
    }

    #[test]
    fn the_clients_request_id_is_taken_over_when_it_can_do_no_harm() {
        let id_for = |id: &str| {
            let (head, _) = read(event(|event| event["headers"]["x-request-id"] = id.into()));
            head.request_id().to_owned()
        };
        assert_eq!(id_for("order-17"), "order-17");
        assert_eq!(id_for("order 17"), "");
    }

    #[test]
    fn documents_leave_as_bytes_and_json_as_text() {
        let body = |kind: &'static str, coding: Option<&'static str>| {
            let mut response = http::Response::builder().header(header::CONTENT_TYPE, kind);
            if let Some(coding) = coding {
                response = response.header(header::CONTENT_ENCODING, coding);
            }
            write(response.body(Bytes::from_static(b"{}")).unwrap()).into_body()
        };
        assert!(matches!(body("application/json", None), Body::Text(_)));
        assert!(matches!(body("application/problem+json", None), Body::Text(_)));
        assert!(matches!(body("application/json", Some("gzip")), Body::Binary(_)));
        assert!(matches!(body("application/pdf", None), Body::Binary(_)));
    }
}
