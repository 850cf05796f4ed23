//! Who is let in.

use http::Method;
use jiff::Timestamp;
use platen_service::Limits;
use platen_service::http::routes::{Auth, BodyKind, Route, RouteId, routes};
use platen_service::ids::SubscriptionId;
use platen_service::plan::{Plan, RequestRate};
use platen_service::problem::Code;
use platen_service::subscriptions::Subscription;
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, TENANT, code, docx};

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
        // A form is opened by its link alone.
        let refused = (route.auth == Auth::Form).then_some(Code::MissingScope);
        let admitted = home.call(route.method.clone(), route.path).admit().await;
        assert_eq!(admitted.err().map(|problem| problem.code()), refused, "{}", route.path);
    }
}

#[tokio::test]
async fn a_key_that_may_not_manage_is_refused_before_the_body_is_read() {
    let home = Home::new().await;
    let key = home.generating_key().await;
    for route in routes().iter().filter(|route| route.auth != Auth::Public) {
        let admitted = home.call(route.method.clone(), route.path).key(Some(&key)).admit().await;
        let refused = (route.auth != Auth::Key).then_some(Code::MissingScope);
        assert_eq!(admitted.err().map(|problem| problem.code()), refused, "{} {}", route.method, route.path);
    }
    // Whoever may make documents may see what they are made from.
    let is_managed = |route: &&Route| {
        route.path.starts_with("/api/templates") && route.id != RouteId::GetTemplateThumbnail
    };
    assert!(routes().iter().filter(is_managed).all(|route| route.auth == Auth::Manage));
}

#[tokio::test]
async fn an_administrator_makes_lists_and_removes_keys() {
    let home = Home::new().await;
    let make = |body: &Value| {
        home.post("/api/keys", body.to_string()).header("content-type", "application/json").send()
    };
    let made =
        make(&json!({ "name": " Web shop ", "scope": "manage", "expiresAt": "2090-01-01T00:00:00Z" })).await;
    assert_eq!(made.status(), 201);
    let new = super::json(&made);
    assert_eq!(
        (&new["name"], &new["scope"], &new["person"]),
        (&json!("Web shop"), &json!("manage"), &Value::Null)
    );
    let (key, id) = (new["key"].as_str().unwrap(), new["keyId"].as_str().unwrap());
    assert_eq!(made.headers()["location"], format!("/api/keys/{id}"));
    assert_eq!(home.get("/api/templates?pageNumber=1&pageSize=1").key(Some(key)).send().await.status(), 200);
    // It may administer templates, and no keys.
    assert_eq!(
        code(&home.get("/api/keys?pageNumber=1&pageSize=1").key(Some(key)).send().await),
        "missing-scope"
    );

    let page = super::json(&home.get("/api/keys?pageNumber=1&pageSize=1").send().await);
    assert_eq!(
        (&page["totalCount"], &page["items"][0]["name"]),
        (&json!(2), &json!("Web shop")),
        "newest first"
    );
    assert!(!page.to_string().contains("plk_"), "the key is shown once");
    assert_eq!(home.call(Method::DELETE, &format!("/api/keys/{id}")).send().await.status(), 204);
    assert_eq!(code(&home.get("/api/getSubscription").key(Some(key)).send().await), "invalid-key");
    assert_eq!(code(&home.call(Method::DELETE, &format!("/api/keys/{id}")).send().await), "unknown-key");
}

#[tokio::test]
async fn a_key_that_is_asked_for_wrongly_is_told_with_every_fault() {
    let home = Home::with(Limits { keys: 1, ..Limits::default() }, Engine::Works).await;
    let make = |body: &str| {
        home.post("/api/keys", body.to_owned()).header("content-type", "application/json").send()
    };
    for (body, pointers) in [
        ("{}", vec!["/name", "/scope"]),
        (r#"{"name":" ","scope":"root"}"#, vec!["/name", "/scope"]),
        (
            r#"{"name":"x","scope":"generate","expiresAt":"2020-01-01T00:00:00Z","requestsPerMinute":0,"secret":1}"#,
            vec!["/expiresAt", "/requestsPerMinute", "/secret"],
        ),
        (r#"{"name":"x","scope":"generate","expiresAt":"tomorrow"}"#, vec!["/expiresAt"]),
    ] {
        let answer = make(body).await;
        assert_eq!(code(&answer), "invalid-body", "{body}");
        let errors = super::json(&answer)["errors"].clone();
        let found: Vec<&str> =
            errors.as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
        assert_eq!(found, pointers, "{body}");
    }
    let full = make(r#"{"name":"one more","scope":"generate"}"#).await;
    assert_eq!((full.status().as_u16(), code(&full).as_str()), (422, "limit-exceeded"));
}

#[tokio::test]
async fn a_key_with_a_bound_of_its_own_leaves_the_others_alone() {
    let home = Home::new().await;
    let body = json!({ "name": "slow", "scope": "generate", "requestsPerMinute": 1 }).to_string();
    let made = home.post("/api/keys", body).header("content-type", "application/json").send().await;
    let key = super::json(&made)["key"].as_str().unwrap().to_owned();
    let call = || home.get("/api/getSubscription");
    let taken = call().key(Some(&key)).send().await;
    assert_eq!(super::json(&taken)["usage"]["requestsLeft"], 0);
    let refused = call().key(Some(&key)).send().await;
    assert_eq!(code(&refused), "rate-limited");
    for answer in [&taken, &refused] {
        assert_eq!(answer.headers()["ratelimit"], "\"key\";r=0");
        assert_eq!(answer.headers()["ratelimit-policy"], "\"key\";q=1;w=60");
    }
    assert!(refused.headers().contains_key("retry-after"));
    let unbounded = call().send().await;
    assert_eq!((unbounded.status().as_u16(), unbounded.headers().get("ratelimit")), (200, None));
}

#[tokio::test]
async fn what_was_done_can_be_read_page_by_page() {
    let home = Home::new().await;
    let template = home.register("one.docx", docx(&["{{ name }}"])).await.template_id;
    for action in ["disable", "enable"] {
        home.post(&format!("/api/templates/{template}/{action}"), "").send().await;
    }
    // Tried without the right, and upon nothing: told as well. A document is no event, and neither is reading.
    let key = home.generating_key().await;
    home.call(Method::DELETE, &format!("/api/templates/{template}")).key(Some(&key)).send().await;
    home.call(Method::DELETE, &format!("/api/templates/{}", Uuid::nil())).send().await;
    home.generate(&json!({ "templateId": template, "format": ".docx", "data": { "name": "A" } }))
        .send()
        .await;
    let read = async |path: &str| super::json(&home.get(path).send().await);
    let first = read("/api/audit?pageSize=2").await;
    let second = read(&format!("/api/audit?pageSize=2&before={}", first["next"].as_str().unwrap())).await;
    assert_eq!(second["next"], Value::Null);
    let seen: Vec<[Value; 3]> = [&first, &second]
        .iter()
        .flat_map(|page| page["items"].as_array().unwrap())
        .map(|event| ["action", "outcome", "targetId"].map(|name| event[name].clone()))
        .collect();
    let id = template.0.to_string();
    assert_eq!(
        seen,
        [
            ["deleteTemplate", "unknown-template", &Uuid::nil().to_string()],
            ["enableTemplate", "ok", &id],
            ["disableTemplate", "ok", &id],
        ]
        .map(|event| event.map(|text| json!(text)))
    );
    let names: Vec<&Value> = [&first, &second]
        .iter()
        .flat_map(|page| page["items"].as_array().unwrap())
        .map(|event| &event["targetName"])
        .collect();
    assert_eq!(names, [&Value::Null, &json!("one"), &json!("one")]);
    assert_eq!(code(&home.get("/api/audit?pageSize=2&before=yesterday").send().await), "invalid-query");
    let other = home.tenant(SubscriptionId(Uuid::from_u128(2))).await;
    let others = super::json(&home.get("/api/audit?pageSize=2").key(Some(&other)).send().await);
    assert_eq!(others, json!({ "items": [], "next": null }));
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
    for route in routes().iter().filter(|route| route.auth != Auth::Form) {
        let refused = home.call(route.method.clone(), route.path).admit().await.err();
        let code = refused.map(|problem| problem.code());
        assert_eq!(code, (route.auth != Auth::Public).then_some(Code::RateLimited), "{}", route.path);
    }
    let over = home.get("/api/getSubscription").send().await;
    let wait: u64 = over.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert_eq!((over.status().as_u16(), (1..=60).contains(&wait)), (429, true));
}
