//! Who is let in.

use jiff::Timestamp;
use platen_service::http::routes::{Auth, BodyKind, Route, RouteId, routes};
use platen_service::plan::{Plan, RequestRate};
use platen_service::problem::Code;
use platen_service::subscriptions::Subscription;
use uuid::Uuid;

use super::{Home, TENANT, code};

#[tokio::test]
async fn every_route_but_the_public_ones_wants_a_key() {
    let home = Home::new().await;
    for route in routes() {
        let public = route.auth == Auth::Public;
        for (key, expected) in [(None, Code::MissingKey), (Some("plk_wrong"), Code::InvalidKey)] {
            let admitted = home.call(route.method.clone(), route.path).key(key).admit().await;
            assert_eq!(
                admitted.err().map(|problem| problem.code()),
                (!public).then_some(expected),
                "{}",
                route.path
            );
        }
        assert!(home.call(route.method.clone(), route.path).admit().await.is_ok(), "{}", route.path);
    }
}

#[tokio::test]
async fn a_key_that_may_not_manage_is_refused_before_the_body_is_read() {
    let home = Home::new().await;
    let key = home.generating_key().await;
    for route in routes().iter().filter(|route| route.auth != Auth::Public) {
        let admitted = home.call(route.method.clone(), route.path).key(Some(&key)).admit().await;
        let refused = (route.auth == Auth::Manage).then_some(Code::MissingScope);
        assert_eq!(admitted.err().map(|problem| problem.code()), refused, "{} {}", route.method, route.path);
    }
    // Whoever may make documents may see what they are made from.
    let is_managed = |route: &&Route| {
        route.path.starts_with("/api/templates") && route.id != RouteId::GetTemplateThumbnail
    };
    assert!(routes().iter().filter(is_managed).all(|route| route.auth == Auth::Manage));
}

#[tokio::test]
async fn a_disabled_key_is_answered_like_an_unknown_one() {
    let home = Home::new().await;
    let call = || home.get("/api/getSubscription");
    let unknown = call().key(Some("plk_0000")).send().await;
    let key = Uuid::from_u128(0xce << 64 | TENANT.0.as_u128());
    assert_eq!(call().send().await.status(), 200);
    assert!(home.service.stores().subscriptions.disable_key(TENANT, key, Timestamp::now()).await.unwrap());
    let disabled = call().send().await;
    assert_eq!(
        (disabled.status(), disabled.headers(), disabled.body()),
        (unknown.status(), unknown.headers(), unknown.body())
    );
}

#[tokio::test]
async fn keys_that_are_no_text_are_wrong_keys() {
    let home = Home::new().await;
    let mut call = home.get("/api/getSubscription").key(None);
    let value = http::HeaderValue::from_bytes(b"plk_\xff").unwrap();
    call.builder.headers_mut().unwrap().insert("x-functions-key", value);
    assert_eq!(code(&call.send().await), "invalid-key");
    assert_eq!(code(&home.get("/api/getSubscription").key(Some("")).send().await), "invalid-key");
}

#[tokio::test]
async fn inactive_subscriptions_and_wrong_media_are_refused_before_the_body_is_read() {
    let home = Home::new().await;
    let upload = || home.post("/api/generateDocument", "");
    let problem = upload().header("content-length", "99999999999").admit().await.unwrap_err();
    assert_eq!(problem.code(), Code::PayloadTooLarge);
    let problem = upload().header("content-type", "application/zip").admit().await.unwrap_err();
    assert_eq!(problem.code(), Code::UnsupportedMediaType);
    let inactive =
        Subscription { id: TENANT, name: "Example Ltd".to_owned(), active: false, plan: Plan::default() };
    home.service.stores().subscriptions.put_subscription(&inactive).await.unwrap();
    for route in routes().iter().filter(|route| route.auth != Auth::Public) {
        let problem = home.call(route.method.clone(), route.path).admit().await.unwrap_err();
        assert_eq!(problem.code(), Code::SubscriptionInactive, "{}", route.path);
    }
    assert!(routes().iter().any(|route| route.body == BodyKind::Json));
}

#[tokio::test]
async fn every_route_of_a_key_draws_on_the_subscriptions_rate() {
    let home = Home::new().await;
    let plan = Plan { requests: RequestRate::new(1, 1), ..Plan::default() };
    let slow = Subscription { id: TENANT, name: "Example Ltd".to_owned(), active: true, plan };
    home.service.stores().subscriptions.put_subscription(&slow).await.unwrap();
    // A wrong key takes nothing from anybody.
    assert_eq!(code(&home.get("/api/getSubscription").key(Some("plk_wrong")).send().await), "invalid-key");
    let first = home.get("/api/getSubscription").send().await;
    assert_eq!(super::json(&first)["usage"]["requestsLeft"], 0);
    for route in routes() {
        let refused = home.call(route.method.clone(), route.path).admit().await.err();
        let code = refused.map(|problem| problem.code());
        assert_eq!(code, (route.auth != Auth::Public).then_some(Code::RateLimited), "{}", route.path);
    }
    let over = home.get("/api/getSubscription").send().await;
    let wait: u64 = over.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!((over.status().as_u16(), (1..=60).contains(&wait)), (429, true));
}
