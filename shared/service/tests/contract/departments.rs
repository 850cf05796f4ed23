//! Keys and people that reach only templates with some labels: what the others have is to them what nobody has.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use http::Method;
use platen_service::http::routes::{Auth, RouteId, routes};
use platen_service::ids::{TemplateId, WebhookId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::isolation::{Upon, operations, row, without};
use super::{Home, code, docx, json as body_of};

/// What a department has.
struct Department {
    label: &'static str,
    key: String,
    template: Uuid,
    job: String,
    webhook: Uuid,
    form_link: Uuid,
}

impl Department {
    /// A department with one of each, made by somebody who reaches everything.
    async fn new(home: &Home, label: &'static str, number: u128) -> Department {
        let template =
            home.register(&format!("{label}-plan.docx"), docx(&["{{ name }}"])).await.template_id.0;
        home.label(template, &[label]).await;
        let (webhook, form_link) = (Uuid::from_u128(0x3b00 + number), Uuid::from_u128(0x3c00 + number));
        home.put_form_link(form_link, template).await;
        home.put_webhook(WebhookId(webhook), Some(TemplateId(template))).await;
        let items = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
        let job = home.start(&items).await;
        let key = home.department_key("manage", &[label]).await;
        Department { label, key, template, job, webhook, form_link }
    }

    fn id(&self, upon: Upon) -> String {
        match upon {
            Upon::Job => self.job.clone(),
            Upon::Webhook => self.webhook.to_string(),
            Upon::FormLink => self.form_link.to_string(),
            _ => self.template.to_string(),
        }
    }

    /// Texts that tell of it.
    fn traces(&self) -> [String; 5] {
        [
            format!("{}-plan", self.label),
            self.template.to_string(),
            self.job.clone(),
            self.webhook.to_string(),
            self.form_link.to_string(),
        ]
    }
}

impl Home {
    async fn department_key(&self, scope: &str, labels: &[&str]) -> String {
        let body = json!({ "name": labels[0], "scope": scope, "templateLabels": labels });
        let made = self.send_json(Method::POST, "/api/keys", &body).send().await;
        assert_eq!(made.status(), 201, "{:?}", made.body());
        let made = body_of(&made);
        assert_eq!(made["templateLabels"], json!(labels));
        made["key"].as_str().unwrap().to_owned()
    }

    /// Gives a template labels.
    async fn label(&self, template: Uuid, labels: &[&str]) {
        let path = format!("/api/templates/{template}");
        let described = self.send_json(Method::PATCH, &path, &json!({ "labels": labels })).send().await;
        assert_eq!(described.status(), 200);
    }

    /// Registers a file with a key, and returns the template's id and labels.
    async fn brought(&self, key: &str, file_name: &str, text: &str) -> (Uuid, Value) {
        let uri = format!("/api/templates?fileName={file_name}");
        let made = self.send_file(Method::POST, &uri, docx(&[text])).key(Some(key)).send().await;
        assert_eq!(made.status(), 201, "{:?}", made.body());
        let made = body_of(&made);
        (made["templateId"].as_str().unwrap().parse().unwrap(), made["labels"].clone())
    }
}

async fn two() -> (Home, Department, Department) {
    let home = Home::new().await;
    let hr = Department::new(&home, "hr", 1).await;
    let legal = Department::new(&home, "legal", 2).await;
    (home, hr, legal)
}

/// What an operation upon nothing tells of templates.
enum Tells {
    /// Those of its caller: the address that asks for it.
    Own(&'static str),
    /// None: it is upon what the request brings, or what is everybody's.
    Nothing,
    /// Those of everybody, to nobody whose key is for some templates.
    Administrators,
}

/// The row of an operation. A new one does not compile without it.
fn told_by(operation: RouteId) -> Tells {
    match operation {
        RouteId::GetTemplates => Tells::Own("/api/getTemplates?pageNumber=1&pageSize=10"),
        RouteId::ListTemplates => Tells::Own("/api/templates?pageNumber=1&pageSize=10&search=plan"),
        RouteId::ListAllBulkGenerationJobs => Tells::Own("/api/bulkGenerationJobs?pageNumber=1&pageSize=10"),
        RouteId::ListWebhooks => Tells::Own("/api/webhooks?pageNumber=1&pageSize=10"),
        RouteId::ListFormLinks => Tells::Own("/api/formLinks?pageNumber=1&pageSize=10"),
        RouteId::ListKeys
        | RouteId::CreateKey
        | RouteId::DeleteKey
        | RouteId::ListBlockedPeople
        | RouteId::BlockPerson
        | RouteId::AllowPerson
        | RouteId::ListEvents => Tells::Administrators,
        // Their rows are those of `isolation`.
        RouteId::GenerateTemplateMetadata
        | RouteId::GetTemplateSchema
        | RouteId::GenerateModel
        | RouteId::GenerateDocument
        | RouteId::GenerateDocumentsBulk
        | RouteId::ListBulkGenerationJobs
        | RouteId::GetTemplate
        | RouteId::GetTemplateFile
        | RouteId::GetTemplateThumbnail
        | RouteId::GetTemplateChanges
        | RouteId::ReplaceTemplate
        | RouteId::DescribeTemplate
        | RouteId::PublishTemplate
        | RouteId::DisableTemplate
        | RouteId::EnableTemplate
        | RouteId::DeleteTemplate
        | RouteId::GetBulkGenerationJob
        | RouteId::CancelBulkGenerationJob
        | RouteId::CreateFormLink
        | RouteId::DeleteFormLink
        | RouteId::CreateWebhook
        | RouteId::DeleteWebhook
        | RouteId::RotateWebhook
        | RouteId::TestWebhook
        | RouteId::ListWebhookMessages
        | RouteId::RedeliverMessage
        | RouteId::RedeliverFailed => Tells::Nothing,
        // What a signature or a link lets in to, whoever asks.
        RouteId::GetArchive | RouteId::PutBulkUpload | RouteId::GetForm | RouteId::FillForm => Tells::Nothing,
        // Files that the request brings; figures and settings without names.
        RouteId::Convert
        | RouteId::CreateBulkUpload
        | RouteId::RegisterTemplate
        | RouteId::CheckTemplate
        | RouteId::MarkTemplate
        | RouteId::MigrateTemplate
        | RouteId::MakeStarter
        | RouteId::ListSamples
        | RouteId::GetSample
        | RouteId::GetSamplePicture
        | RouteId::GetSubscription
        | RouteId::GetSession
        | RouteId::SignIn
        | RouteId::FinishSignIn
        | RouteId::SignOut
        | RouteId::Health
        | RouteId::Ready
        | RouteId::OpenApi
        | RouteId::Swagger
        | RouteId::Docs
        | RouteId::DocsScript
        | RouteId::Guide => Tells::Nothing,
    }
}

#[tokio::test]
async fn what_another_department_has_is_what_nobody_has() {
    let (home, hr, legal) = two().await;
    let unknown = Uuid::from_u128(77).to_string();
    let of_departments = |upon| !matches!(upon, Upon::Key | Upon::Person | Upon::Link);
    for (operation, upon, path) in operations(&home).into_iter().filter(|row| of_departments(row.1)) {
        let call = |id: &str| row(&home, operation, id).1.key(Some(&hr.key)).send();
        let (foreign, nobodys) = (call(&legal.id(upon)).await, call(&unknown).await);
        // A webhook that nobody has may be one that was deleted a moment ago.
        assert_eq!(code(&foreign), upon.unknown().as_str(), "{path}");
        assert_eq!(without(&foreign, &legal.id(upon)), without(&nobodys, &unknown), "{path}");
        for trace in legal.traces().iter().filter(|trace| **trace != legal.id(upon)) {
            assert!(!format!("{foreign:?}").contains(trace), "{path} tells of {trace}");
        }
    }
    // Nothing of it was changed.
    let job = home.job(&legal.job).await;
    assert_eq!(
        (&job["status"], home.get(&format!("/api/templates/{}", legal.template)).send().await.status()),
        (&json!("Pending"), http::StatusCode::OK)
    );
    for (operation, upon, path) in operations(&home).into_iter().filter(|row| of_departments(row.1)) {
        // Removed last.
        let later = [RouteId::DeleteTemplate, RouteId::DeleteWebhook, RouteId::DeleteFormLink];
        // It has been told nothing yet.
        if operation != RouteId::RedeliverMessage && !later.contains(&operation) {
            let reply = row(&home, operation, &hr.id(upon)).1.key(Some(&hr.key)).send().await;
            assert!(reply.status().is_success(), "{path}: its own department may: {:?}", reply.body());
        }
    }
    for (operation, upon) in [
        (RouteId::DeleteWebhook, Upon::Webhook),
        (RouteId::DeleteFormLink, Upon::FormLink),
        (RouteId::DeleteTemplate, Upon::Template),
    ] {
        let removed = row(&home, operation, &hr.id(upon)).1.key(Some(&hr.key)).send().await;
        assert_eq!(removed.status(), 204, "{operation:?}");
    }
}

#[tokio::test]
async fn lists_hold_what_their_readers_department_has() {
    let (home, hr, legal) = two().await;
    for route in routes() {
        let reply = match told_by(route.id) {
            Tells::Nothing => continue,
            Tells::Own(path) => home.get(path).key(Some(&hr.key)).send().await,
            Tells::Administrators => {
                assert_eq!(route.auth, Auth::Administer, "{}", route.path);
                let path = route.path.replace(['{', '}'], "");
                home.call(route.method.clone(), &path)
                    .header("content-type", "application/json")
                    .key(Some(&hr.key))
                    .send()
                    .await
            }
        };
        let text = format!("{:?}", reply.body());
        if let Tells::Own(path) = told_by(route.id) {
            assert!(hr.traces().iter().any(|trace| text.contains(trace)), "{path} is empty: {text}");
            let count = reply.headers().get("x-total-count").map(|count| count.to_str().unwrap().to_owned());
            let total = body_of(&reply)["totalCount"].as_u64();
            assert!(total.is_none_or(|total| total == 1) && count.is_none_or(|count| count == "1"), "{path}");
        } else {
            assert_eq!(code(&reply), "missing-scope", "{}", route.path);
        }
        assert!(!legal.traces().iter().any(|trace| text.contains(trace)), "{}: {text}", route.path);
    }
    let summary = body_of(&home.get("/api/getSubscription").key(Some(&hr.key)).send().await);
    assert_eq!(
        (&summary["usage"]["templates"], &summary["key"]["templateLabels"]),
        (&json!(1), &json!(["hr"]))
    );
    let all = body_of(&home.get("/api/getSubscription").send().await);
    assert_eq!((&all["usage"]["templates"], &all["key"]["templateLabels"]), (&json!(2), &json!([])));
}

#[tokio::test]
async fn pages_of_jobs_count_the_departments_own() {
    let (home, hr, legal) = two().await;
    for template in [legal.template, hr.template, legal.template, hr.template] {
        home.start(&json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] })).await;
    }
    let mut seen = Vec::new();
    for number in 1..=3 {
        let path = format!("/api/bulkGenerationJobs?pageNumber={number}&pageSize=2");
        let page = body_of(&home.get(&path).key(Some(&hr.key)).send().await);
        seen.extend(page.as_array().unwrap().iter().map(|job| job["templateId"].clone()));
    }
    assert_eq!(seen, vec![json!(hr.template); 3]);
}

#[tokio::test]
async fn what_a_department_brings_is_its_own() {
    let home = Home::new().await;
    let (hr, legal) =
        (home.department_key("manage", &["hr", "it"]).await, home.department_key("manage", &["legal"]).await);
    let (first, labels) = home.brought(&hr, "letter.docx", "one").await;
    assert_eq!(labels, json!(["hr"]), "the first label of the key");
    let (other, labels) = home.brought(&legal, "letter.docx", "two").await;
    assert_eq!(labels, json!(["legal"]));
    assert_ne!(first, other, "a file name tells nothing of who else has one");
    assert_eq!(home.brought(&hr, "letter.docx", "three").await.0, first, "a version of its own template");
    // One that was registered for it is found by the same name.
    let given = home.register("notice.docx", docx(&["x"])).await.template_id.0;
    home.label(given, &["hr"]).await;
    assert_eq!(home.brought(&hr, "notice.docx", "y").await.0, given);
    assert_ne!(home.brought(&legal, "notice.docx", "z").await.0, given);
    // Its own name leads nowhere once somebody has taken the template away.
    home.label(first, &["board"]).await;
    let (again, _) = home.brought(&hr, "letter.docx", "four").await;
    assert_ne!(again, first);
}

#[tokio::test]
async fn nobody_takes_a_template_out_of_their_own_reach() {
    let (home, hr, _) = two().await;
    let path = format!("/api/templates/{}", hr.template);
    let describe = async |labels: Value| {
        home.send_json(Method::PATCH, &path, &json!({ "labels": labels })).key(Some(&hr.key)).send().await
    };
    for labels in [json!([]), json!(["legal"])] {
        let refused = describe(labels).await;
        assert_eq!(code(&refused), "invalid-body");
        let fault = body_of(&refused)["errors"][0].clone();
        assert_eq!(fault["pointer"], "/labels");
        assert!(fault["detail"].as_str().unwrap().contains("(hr)"), "{fault}");
    }
    assert_eq!(describe(json!(["HR", "legal"])).await.status(), 200, "it may be shared");
}

#[tokio::test]
async fn jobs_of_files_are_of_the_department_that_sent_them() {
    let (home, hr, legal) = two().await;
    let file = BASE64_STANDARD.encode(docx(&["{{ name }}"]));
    let body = json!({ "template": file, "format": ".docx", "data": { "name": "A" } });
    let reply = home.generate(&body).header("prefer", "respond-async").key(Some(&hr.key)).send().await;
    assert_eq!(reply.status(), 202, "{:?}", reply.body());
    let path = format!("/api/bulkGenerationJobs/{}", body_of(&reply)["jobId"].as_str().unwrap());
    let status = async |key: &str| home.get(&path).key(Some(key)).send().await.status().as_u16();
    assert_eq!([status(&hr.key).await, status(&legal.key).await, status(&home.key).await], [200, 404, 200]);
}

#[tokio::test]
async fn nothing_is_made_through_another_departments_template() {
    let (home, hr, legal) = two().await;
    let documents = json!([
        { "data": { "name": "A" } },
        { "templateId": legal.template, "data": { "name": "A" } },
    ]);
    let mixed = json!({ "templateId": hr.template, "format": ".docx", "documents": documents });
    assert_eq!(code(&home.bulk(&mixed).key(Some(&hr.key)).send().await), "unknown-template");
    assert_eq!(home.bulk(&mixed).send().await.status(), 202, "who reaches both may");
    let including = docx(&["{% include \"legal-plan\" %}"]);
    let uri = "/api/templates?fileName=a.docx";
    let refused = home.send_file(Method::POST, uri, including.clone()).key(Some(&hr.key)).send().await;
    assert_eq!(code(&refused), "template-error");
    assert!(format!("{:?}", refused.body()).contains("is not registered"), "{:?}", refused.body());
    assert_eq!(home.send_file(Method::POST, uri, including).send().await.status(), 201);
    let webhook = json!({ "url": "https://example.com/" });
    let refused = home.send_json(Method::POST, "/api/webhooks", &webhook).key(Some(&hr.key)).send().await;
    assert_eq!(
        (code(&refused), &body_of(&refused)["errors"][0]["pointer"]),
        ("invalid-body".to_owned(), &json!("/templateId"))
    );
}

#[tokio::test]
async fn labels_of_keys_are_read_with_care() {
    let home = Home::new().await;
    for (labels, scope, pointer) in [
        (json!([]), "manage", "/templateLabels"),
        (json!(["hr", " "]), "manage", "/templateLabels/1"),
        (json!("hr"), "manage", "/templateLabels"),
        (json!(["hr"]), "administer", "/templateLabels"),
    ] {
        let body = json!({ "name": "x", "scope": scope, "templateLabels": labels });
        let refused = home.send_json(Method::POST, "/api/keys", &body).send().await;
        assert_eq!(
            (code(&refused), &body_of(&refused)["errors"][0]["pointer"]),
            ("invalid-body".to_owned(), &json!(pointer))
        );
    }
}
