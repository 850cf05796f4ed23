//! Webhooks: who makes them, what is shown of them, and which jobs they are told of.

use http::Method;
use jiff::Timestamp;
use platen_service::Limits;
use platen_service::callback::CallbackSecret;
use platen_service::ids::{TemplateId, WebhookId};
use platen_service::webhooks::{EventKind, Webhook};
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, TENANT, code, docx, json as body_of};

const LIST: &str = "/api/webhooks?pageNumber=1&pageSize=10";

impl Home {
    /// Makes a webhook, which must be accepted.
    async fn subscribe(&self, template: Option<Uuid>) -> String {
        let body = json!({ "url": "https://flows.example.com/hooks/7?sig=s3same", "templateId": template });
        let made = self.send_json(Method::POST, "/api/webhooks", &body).send().await;
        assert_eq!(made.status(), 201, "{:?}", made.body());
        body_of(&made)["webhookId"].as_str().unwrap().to_owned()
    }

    /// A webhook with an id of the test's own.
    pub(super) async fn put_webhook(&self, id: WebhookId, template: Option<TemplateId>) {
        let (host, events, created_at) = ("example.com".to_owned(), EventKind::usual(), Timestamp::now());
        let webhook = Webhook { id, host, template, events, created_at };
        let (webhooks, secret) = (&self.service.stores().webhooks, CallbackSecret::from_bytes([1; 32]));
        webhooks.put_webhook(TENANT, &webhook, &"https://example.com/".into(), &secret).await.unwrap();
    }

    /// The webhooks that a job tells.
    async fn told(&self, job: &str) -> Vec<String> {
        let job = self.job(job).await;
        let webhooks = job["webhooks"].as_array().into_iter().flatten();
        webhooks.map(|told| told["webhookId"].as_str().unwrap().to_owned()).collect()
    }
}

#[tokio::test]
async fn a_webhook_is_made_listed_without_its_address_and_deleted() {
    let home = Home::new().await;
    let key = home.generating_key().await;
    let body = json!({ "url": "https://flows.example.com/hooks/7?sig=s3same", "templateId": "" });
    let made = home
        .send_json(Method::POST, "/api/webhooks", &body)
        .key(Some(&key))
        .header("host", "docs.example")
        .send()
        .await;
    assert_eq!(made.status(), 201);
    let id = body_of(&made)["webhookId"].as_str().unwrap().to_owned();
    // Whole, as platforms of flows keep it.
    assert_eq!(made.headers()["location"], format!("http://docs.example/api/webhooks/{id}"));
    let listed = body_of(&home.get(LIST).send().await);
    let shown = &listed["items"][0];
    assert_eq!((&listed["totalCount"], &shown["host"]), (&json!(1), &json!("flows.example.com")));
    assert_eq!((&shown["webhookId"], &shown["templateId"]), (&json!(id), &Value::Null));
    assert!(!format!("{made:?}{listed}").contains("s3same"), "{listed}");

    let path = format!("/api/webhooks/{id}");
    for _ in 0..2 {
        // Whoever missed the answer asks again.
        assert_eq!(home.call(Method::DELETE, &path).key(Some(&key)).send().await.status(), 204);
    }
    assert_eq!(body_of(&home.get(LIST).send().await)["totalCount"], 0);
    let events = body_of(&home.get("/api/audit?pageSize=10").send().await);
    let done: Vec<(&str, &str)> = (events["items"].as_array().unwrap().iter())
        .map(|event| (event["action"].as_str().unwrap(), event["targetId"].as_str().unwrap()))
        .collect();
    let (made, deleted) = (("createWebhook", id.as_str()), ("deleteWebhook", id.as_str()));
    assert_eq!(done, [deleted, deleted, made]);
}

#[tokio::test]
async fn a_webhooks_secret_is_shown_once_and_changed_by_whoever_may_start_jobs() {
    let home = Home::new().await;
    let (key, body) = (home.generating_key().await, json!({ "url": "https://flows.example.com/hooks/7" }));
    let made = body_of(&home.send_json(Method::POST, "/api/webhooks", &body).key(Some(&key)).send().await);
    let secret = |answer: &Value| answer["secret"].as_str().unwrap().to_owned();
    assert!(secret(&made).starts_with("whsec_") && secret(&made).len() == "whsec_".len() + 44, "{made}");
    let rotate = format!("/api/webhooks/{}/rotate", made["webhookId"].as_str().unwrap());
    let again = home.call(Method::POST, &rotate).key(Some(&key)).send().await;
    let shown = body_of(&again);
    assert_eq!((again.status().as_u16(), &shown["webhookId"]), (200, &made["webhookId"]));
    assert_ne!(secret(&shown), secret(&made));
    let listed = body_of(&home.get(LIST).send().await).to_string();
    assert!(!listed.contains("secret") && !listed.contains("whsec_"), "{listed}");
    let unknown = home.call(Method::POST, &format!("/api/webhooks/{}/rotate", Uuid::nil())).send().await;
    assert_eq!(code(&unknown), "unknown-webhook");
}

#[tokio::test]
async fn what_is_wrong_with_a_webhook_is_told() {
    let home = Home::with(Limits { webhooks: 1, ..Limits::default() }, Engine::Works).await;
    let make = async |body: Value| home.send_json(Method::POST, "/api/webhooks", &body).send().await;
    for (body, pointers) in [
        (json!({}), vec!["/url"]),
        (json!({ "url": "http://flows.example.com/" }), vec!["/url"]),
        (
            json!({ "url": "https://169.254.169.254/", "templateId": "x", "a": 1 }),
            vec!["/url", "/templateId", "/a"],
        ),
    ] {
        let refused = make(body.clone()).await;
        let errors = body_of(&refused)["errors"].clone();
        let found: Vec<&str> =
            errors.as_array().unwrap().iter().map(|e| e["pointer"].as_str().unwrap()).collect();
        assert_eq!((code(&refused).as_str(), found), ("invalid-body", pointers), "{body}");
    }
    let url = "https://flows.example.com/";
    let unknown = make(json!({ "url": url, "templateId": Uuid::from_u128(7) })).await;
    assert_eq!(code(&unknown), "unknown-template");
    home.subscribe(None).await;
    let full = make(json!({ "url": url })).await;
    assert_eq!((full.status().as_u16(), code(&full).as_str()), (422, "limit-exceeded"));
}

#[tokio::test]
async fn a_job_tells_the_webhooks_that_fit_it() {
    let home = Home::new().await;
    let [one, other] = ["a.docx", "b.docx"].map(|path| home.register(path, docx(&["{{ name }}"])));
    let [one, other] = [one.await.template_id.0, other.await.template_id.0];
    let items =
        |template: Uuid| json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let early = home.start(&items(one)).await;
    let (all, of_one) = (home.subscribe(None).await, home.subscribe(Some(one)).await);
    let sorted = |mut ids: Vec<String>| {
        ids.sort();
        ids
    };
    let both = sorted(vec![all.clone(), of_one.clone()]);
    assert_eq!(home.told(&early).await, [""; 0], "it began before");
    let job = home.start(&items(one)).await;
    assert_eq!(home.told(&job).await, both);
    assert_eq!(home.told(&home.start(&items(other)).await).await, std::slice::from_ref(&all));
    let mixed = json!({ "templateId": other, "format": ".docx", "documents": [
        { "data": { "name": "A" } }, { "templateId": one, "data": { "name": "A" } },
    ] });
    assert_eq!(home.told(&home.start(&mixed).await).await, both, "one of its templates is enough");
    let single = json!({ "templateId": one, "format": ".docx", "data": { "name": "A" } });
    let later = home.generate(&single).header("prefer", "respond-async").send().await;
    assert_eq!(home.told(body_of(&later)["jobId"].as_str().unwrap()).await, both, "a job of one is a job");

    let shown = home.job(&job).await;
    assert_eq!(shown["webhooks"][0]["status"], "Pending");
    let listed = body_of(&home.get("/api/bulkGenerationJobs?pageNumber=1&pageSize=10").send().await);
    assert!(listed.as_array().unwrap().iter().all(|job| job.get("webhooks").is_none()), "{listed}");
}

/// Messages to a webhook, as it lists them.
async fn messages(home: &Home, webhook: &str) -> Vec<Value> {
    let listed = body_of(&home.get(&format!("/api/webhooks/{webhook}/messages?pageSize=50")).send().await);
    listed["items"].as_array().unwrap_or_else(|| panic!("{listed}")).clone()
}

#[tokio::test]
async fn a_webhook_is_told_of_the_events_that_it_names() {
    let home = Home::new().await;
    let make = async |events: Value| {
        let body = json!({ "url": "https://flows.example.com/hooks/7", "events": events });
        home.send_json(Method::POST, "/api/webhooks", &body).send().await
    };
    let made = body_of(&make(json!(["template.published", "template.rejected"])).await);
    assert_eq!(made["events"], json!(["template.published", "template.rejected"]));
    let usual = body_of(&make(Value::Null).await);
    assert_eq!(usual["events"], json!(["job.ended"]));
    for (events, pointer) in [(json!([]), "/events"), (json!(["job.ended", "lunch"]), "/events/1")] {
        let refused = make(events).await;
        assert_eq!(
            (code(&refused).as_str(), &body_of(&refused)["errors"][0]["pointer"]),
            ("invalid-body", &json!(pointer))
        );
    }
    // Keys are named to those alone who may list them.
    let body = json!({ "url": "https://flows.example.com/hooks/7", "events": ["key.expiring"] });
    let by_maker =
        home.send_json(Method::POST, "/api/webhooks", &body).key(Some(&home.generating_key().await));
    assert_eq!(code(&by_maker.send().await), "missing-scope");
    assert_eq!(make(json!(["key.expiring"])).await.status(), 201);
    let [made, usual] = [made, usual].map(|made| made["webhookId"].as_str().unwrap().to_owned());

    let template = home.register("a.docx", docx(&["{{ name }}"])).await.template_id.0;
    home.register("a.docx", docx(&["{{ name }}"])).await;
    home.register("a.docx", docx(&["{{ name"])).await;
    let told = messages(&home, &made).await;
    let bodies: Vec<&Value> = told.iter().map(|message| &message["body"]).collect();
    assert_eq!(
        bodies,
        [
            &json!({ "type": "template.rejected", "templateId": template, "name": "a", "version": 2, "errorCount": 1 }),
            &json!({ "type": "template.published", "templateId": template, "name": "a", "version": 1, "errorCount": 0 }),
        ],
        "the same file again is told of once"
    );
    assert_eq!(messages(&home, &usual).await, [] as [Value; 0]);
    let job =
        home.start(&json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] })).await;
    assert_eq!(home.told(&job).await, [usual]);
}

#[tokio::test]
async fn messages_are_listed_and_sent_again_within_their_subscription() {
    let home = Home::new().await;
    let webhook = home.subscribe(None).await;
    let path = format!("/api/webhooks/{webhook}");
    let test = body_of(&home.call(Method::POST, &format!("{path}/test")).send().await);
    assert_eq!((&test["type"], &test["delivery"]["status"]), (&json!("webhook.test"), &json!("Pending")));
    assert_eq!(test["body"], json!({ "type": "webhook.test", "webhookId": webhook }));
    let second = body_of(&home.call(Method::POST, &format!("{path}/test")).send().await);
    let page = body_of(&home.get(&format!("{path}/messages?pageSize=1")).send().await);
    assert_eq!((&page["items"][0], &page["next"]), (&second, &second["messageId"]));
    let next = format!("{path}/messages?pageSize=1&before={}", page["next"].as_str().unwrap());
    let rest = body_of(&home.get(&next).send().await);
    assert_eq!((&rest["items"][0], &rest["next"]), (&test, &Value::Null));

    let again = format!("{path}/messages/{}/redeliver", test["messageId"].as_str().unwrap());
    assert_eq!(body_of(&home.call(Method::POST, &again).send().await), test, "it is being tried");
    let unknown = format!("{path}/messages/0000000000000000-00000000/redeliver");
    assert_eq!(code(&home.call(Method::POST, &unknown).send().await), "unknown-message");
    let failed = format!("{path}/redeliver");
    let none =
        home.send_json(Method::POST, &failed, &json!({ "since": "2026-01-01T00:00:00Z" })).send().await;
    assert_eq!(body_of(&none), json!({ "count": 0, "hasMore": false }));
    let wrong = home.send_json(Method::POST, &failed, &json!({ "since": "today" })).send().await;
    assert_eq!(
        (code(&wrong).as_str(), &body_of(&wrong)["errors"][0]["pointer"]),
        ("invalid-body", &json!("/since"))
    );
    for (method, path) in [(Method::POST, "test"), (Method::GET, "messages?pageSize=1")] {
        let other = format!("/api/webhooks/{}/{path}", Uuid::nil());
        assert_eq!(code(&home.call(method, &other).send().await), "unknown-webhook");
    }
}
