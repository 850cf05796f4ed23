//! Links to forms: what their holders may do, and nothing else.

use http::Method;
use jiff::{SignedDuration, Timestamp};
use platen_service::Limits;
use platen_service::form_links::{FormLink, FormResult};
use platen_service::format::Format;
use platen_service::http::routes::routes;
use platen_service::http::routes::{Auth, RouteId};
use platen_service::ids::TemplateId;
use platen_service::keys::{ApiKey, KeyRecord, Scope};
use serde_json::{Value, json};
use uuid::Uuid;

use super::doubles::Engine;
use super::{Home, TENANT, code, docx, entry_text, json as body_of};

const LIST: &str = "/api/formLinks?pageNumber=1&pageSize=10";

fn in_days(days: i64) -> String {
    (Timestamp::now() + SignedDuration::from_hours(24 * days)).to_string()
}

impl Home {
    /// A link with an id of the test's own.
    pub(super) async fn put_form_link(&self, id: Uuid, template: Uuid) {
        let end = Some(Timestamp::now() + SignedDuration::from_hours(1));
        let (_, record) = KeyRecord::generate(TENANT, "x".to_owned(), Scope::Fill, end).unwrap();
        let (template, format) = (TemplateId(template), Format::Pdf);
        let form = Some(FormLink { template, format, once: false, result: FormResult::Keep });
        self.service.stores().subscriptions.put_key(&KeyRecord { id, form, ..record }).await.unwrap();
    }

    /// The key in the address of a link that is made, and its id.
    async fn link(&self, template: Uuid, result: &str, once: bool) -> (String, String) {
        let body = json!({
            "name": "Visitors", "templateId": template, "format": ".docx", "result": result, "once": once,
            "expiresAt": in_days(7),
        });
        let made =
            self.send_json(Method::POST, "/api/formLinks", &body).header("host", "docs.example").send().await;
        assert_eq!(made.status(), 201, "{:?}", made.body());
        let made = body_of(&made);
        let (pages, key) = made["url"].as_str().unwrap().split_once("#/form/").unwrap();
        assert_eq!(pages, "http://docs.example/");
        assert!(ApiKey::from_header(key).is_well_formed());
        (key.to_owned(), made["linkId"].as_str().unwrap().to_owned())
    }

    async fn fill(&self, key: &str, data: &Value) -> platen_service::http::Response {
        self.send_json(Method::POST, "/api/form", &json!({ "data": data })).key(Some(key)).send().await
    }
}

async fn with_letter() -> (Home, Uuid) {
    let home = Home::new().await;
    let letter = docx(&["Dear {{ name|field(\"Your name\", help=\"As in your passport\") }}"]);
    let template = home.register("letter.docx", letter).await.template_id.0;
    (home, template)
}

#[tokio::test]
async fn a_form_is_opened_and_filled_in_by_whoever_has_its_link() {
    let (home, template) = with_letter().await;
    let (key, id) = home.link(template, "download", false).await;
    let form = body_of(&home.get("/api/form").key(Some(&key)).send().await);
    assert_eq!((&form["name"], &form["format"]), (&json!("letter"), &json!(".docx")));
    let asked = &form["schema"]["properties"]["name"];
    assert_eq!(
        (&asked["title"], &asked["description"]),
        (&json!("Your name"), &json!("As in your passport"))
    );
    let listed = body_of(&home.get(LIST).send().await);
    assert_eq!(listed["items"][0]["lastUsedAt"], Value::Null, "nobody has filled it in");

    let wrong = home.fill(&key, &json!({})).await;
    assert_eq!(
        (code(&wrong), &body_of(&wrong)["errors"][0]["pointer"]),
        ("invalid-data".to_owned(), &json!("/data/name"))
    );
    for name in ["Ada", "Grace"] {
        let made = home.fill(&key, &json!({ "name": name })).await;
        assert_eq!(made.status(), 200);
        assert!(entry_text(made.body(), "word/document.xml").contains(&format!("Dear {name}")));
    }
    let listed = body_of(&home.get(LIST).send().await);
    let shown = &listed["items"][0];
    assert_eq!((&listed["totalCount"], &shown["linkId"]), (&json!(1), &json!(id)));
    assert!(shown["lastUsedAt"].is_string() && !listed.to_string().contains(&key), "{listed}");
    let other = format!("{LIST}&templateId={}", Uuid::from_u128(7));
    assert_eq!(body_of(&home.get(&other).send().await)["totalCount"], 0);
    let keys = body_of(&home.get("/api/keys?pageNumber=1&pageSize=10").send().await);
    assert!(!keys.to_string().contains(&id), "it is no key of theirs");

    assert_eq!(home.call(Method::DELETE, &format!("/api/keys/{id}")).send().await.status(), 404);
    assert_eq!(home.call(Method::DELETE, &format!("/api/formLinks/{id}")).send().await.status(), 204);
    assert_eq!(code(&home.get("/api/form").key(Some(&key)).send().await), "invalid-key");
}

#[tokio::test]
async fn a_form_has_the_order_and_the_conditions_that_its_template_says() {
    let home = Home::new().await;
    let firm = r#"{% if company %}{{ firm|field("Firm", when="company") }}{% endif %}{{ b|field(order=2) }}"#;
    let template = home.register("badge.docx", docx(&[firm, "{{ a|field(order=1) }}"])).await.template_id.0;
    let (key, _) = home.link(template, "download", false).await;
    let form = body_of(&home.get("/api/form").key(Some(&key)).send().await);
    let fields = form["schema"]["properties"].as_object().unwrap();
    assert_eq!(fields.keys().collect::<Vec<_>>(), ["a", "b", "company", "firm"]);
    assert_eq!((&fields["firm"]["x-when"], fields["a"].get("x-when")), (&json!("company"), None));
    assert_eq!(form["schema"]["required"], json!(["a", "b"]));
}

#[tokio::test]
async fn a_link_lets_in_to_its_form_alone() {
    let (home, template) = with_letter().await;
    let (key, _) = home.link(template, "download", false).await;
    for route in routes().iter().filter(|route| route.auth != Auth::Public) {
        let path = route.path.replace(['{', '}'], "");
        let reply = home.call(route.method.clone(), &path).header("content-type", "application/json");
        let answer = reply.key(Some(&key)).send().await;
        match route.id {
            RouteId::GetForm => assert_eq!(answer.status(), 200),
            RouteId::FillForm => assert_eq!(code(&answer), "invalid-body"),
            _ => assert_eq!(code(&answer), "missing-scope", "{path}"),
        }
    }
    // And a key opens no form.
    assert_eq!(code(&home.get("/api/form").send().await), "missing-scope");
    let other =
        json!({ "data": { "name": "Ada" }, "templateId": template, "callbackUrl": "https://x.example/" });
    let more = home.send_json(Method::POST, "/api/form", &other).key(Some(&key)).send().await;
    assert_eq!(code(&more), "invalid-body", "nothing but the data is theirs to say");
}

#[tokio::test]
async fn a_link_for_one_document_is_over_after_it() {
    let (home, template) = with_letter().await;
    let (key, _) = home.link(template, "download", true).await;
    assert_eq!(code(&home.fill(&key, &json!({})).await), "invalid-data", "which uses nothing up");
    let first = home.fill(&key, &json!({ "name": "Ada" })).await;
    assert_eq!(first.status(), 200);
    let again = home.fill(&key, &json!({ "name": "Ada" })).await;
    assert_eq!(again.body(), first.body(), "for whom the answer did not reach");
    assert_eq!(code(&home.fill(&key, &json!({ "name": "Grace" })).await), "invalid-link");
    assert_eq!(code(&home.get("/api/form").key(Some(&key)).send().await), "invalid-link");
    let used = body_of(&home.get("/api/getSubscription").send().await);
    assert_eq!(used["usage"]["documents"], 1);
}

#[tokio::test]
async fn what_is_kept_is_a_job_of_the_subscription() {
    let (home, template) = with_letter().await;
    let (key, _) = home.link(template, "keep", true).await;
    let wrong = home.fill(&key, &json!({ "name": ["Ada"] })).await;
    assert_eq!(code(&wrong), "invalid-data", "no job that fails when the person is gone");
    let kept = home.fill(&key, &json!({ "name": "Ada" })).await;
    assert_eq!(kept.status(), 202);
    let job = body_of(&kept)["jobId"].as_str().unwrap().to_owned();
    assert_eq!(body_of(&home.fill(&key, &json!({ "name": "Ada" })).await)["jobId"], json!(job));
    assert_eq!(code(&home.fill(&key, &json!({ "name": "Grace" })).await), "invalid-link");
    home.work().await;
    assert_eq!(home.job(&job).await["status"], "Completed");
    let used = body_of(&home.get("/api/getSubscription").send().await);
    assert_eq!(used["usage"]["documents"], 1);
    let told = home.get(&format!("/api/bulkGenerationJobs/{job}")).key(Some(&key)).send().await;
    assert_eq!(code(&told), "missing-scope");
}

#[tokio::test]
async fn links_that_are_wrong_are_told_whole() {
    let (home, _) = with_letter().await;
    let body = json!({ "format": ".png", "result": "mail", "expiresAt": in_days(400), "once": "maybe" });
    let wrong = body_of(&home.send_json(Method::POST, "/api/formLinks", &body).send().await);
    let told: Vec<&str> =
        wrong["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(told, ["/name", "/templateId", "/format", "/result", "/once", "/expiresAt"]);
    let endless =
        json!({ "name": "x", "templateId": Uuid::from_u128(7), "format": ".pdf", "result": "keep" });
    let wrong = home.send_json(Method::POST, "/api/formLinks", &endless).send().await;
    assert_eq!(body_of(&wrong)["errors"][0]["pointer"], "/expiresAt");
    let key = json!({ "name": "x", "scope": "fill" });
    assert_eq!(code(&home.send_json(Method::POST, "/api/keys", &key).send().await), "invalid-body");
}

#[tokio::test]
async fn a_subscription_has_so_many_links() {
    let home = Home::with(Limits { keys: 1, ..Limits::default() }, Engine::Works).await;
    let template = home.register("letter.docx", docx(&["x"])).await.template_id.0;
    home.link(template, "keep", false).await;
    let body = json!({
        "name": "x", "templateId": template, "format": ".pdf", "result": "keep", "expiresAt": in_days(1),
    });
    let more =
        home.send_json(Method::POST, "/api/formLinks", &body).header("host", "docs.example").send().await;
    assert_eq!(code(&more), "limit-exceeded");
}
