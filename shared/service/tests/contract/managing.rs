//! Templates over HTTP.

use http::Method;
use insta::assert_snapshot;
use platen_service::Limits;
use platen_service::http::Response;
use platen_service::ids::TemplateId;
use serde_json::json;

use super::doubles::Engine;
use super::{Call, Home, Part, TENANT, code, docx, json as body_of, whole};

impl Home {
    fn post_file(&self, query: &str, docx: Vec<u8>) -> Call<'_> {
        self.send_file(Method::POST, &format!("/api/templates{query}"), docx)
    }

    fn post_form(&self, parts: &[Part<'_>]) -> Call<'_> {
        self.form("/api/templates", parts)
    }

    async fn listed(&self, query: &str) -> Vec<String> {
        let page = self.get(&format!("/api/templates?pageNumber=1&pageSize=10{query}")).send().await;
        let page = body_of(&page);
        let items = page["items"].as_array().unwrap().iter();
        let names: Vec<String> = items
            .map(|item| format!("{} {}", item["name"].as_str().unwrap(), item["status"].as_str().unwrap()))
            .collect();
        assert_eq!(page["totalCount"], names.len(), "{page}");
        names
    }
}

fn broken() -> Vec<u8> {
    docx(&["Dear {{ name }},", "{% if paid %}thank you"])
}

/// Every fault of a refusal, by its place.
fn faults(response: &Response) -> Vec<(String, String)> {
    let body = body_of(response);
    let errors = body["errors"].as_array().cloned().unwrap_or_default().into_iter();
    errors
        .map(|error| {
            (error["pointer"].as_str().unwrap().to_owned(), error["detail"].as_str().unwrap().to_owned())
        })
        .collect()
}

#[tokio::test]
async fn a_file_becomes_a_template_that_makes_documents() {
    let home = Home::new().await;
    // Made once: a package holds the time at which it was made.
    let file = docx(&["Dear {{ name }}"]);
    let made = home.post_file("?fileName=letters/Gr%C3%BC%C3%9Fe.docx", file.clone()).send().await;
    assert_snapshot!("template_registered", whole(&made));
    let id = body_of(&made)["templateId"].clone();
    assert_eq!(
        id,
        json!(TemplateId::of_path(TENANT, "letters/Grüße.docx")),
        "as if it had arrived as an object"
    );
    let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
    assert_eq!(home.generate(&body).send().await.status(), 200);

    let again = home.post_file("?fileName=letters/Gr%C3%BC%C3%9Fe.docx", file).send().await;
    assert_eq!(body_of(&again)["version"], 1, "the same file changes nothing");
    let other =
        home.post_file("?fileName=letters/Gr%C3%BC%C3%9Fe.docx", docx(&["Hello {{ name }}"])).send().await;
    assert_eq!((&body_of(&other)["version"], &body_of(&other)["templateId"]), (&json!(2), &id));
}

#[tokio::test]
async fn a_form_brings_the_file_and_its_names() {
    let home = Home::new().await;
    let file = docx(&["Dear {{ name }}"]);
    let made = home
        .post_form(&[
            ("name=\"name\"", "Begrüßung".as_bytes()),
            ("name=\"description\"", b"For new staff\nof all sites"),
            ("name=\"file\"; filename=\"C:\\forms\\Hello.docx\"", &file),
        ])
        .send()
        .await;
    let made = body_of(&made);
    assert_eq!((&made["fileName"], &made["name"]), (&json!("Hello.docx"), &json!("Begrüßung")));
    assert_eq!(made["description"], "For new staff\nof all sites");
    let named = home
        .post_form(&[("name=\"file\"; filename=\"x.docx\"", &file), ("name=\"fileName\"", b"y/z.docx")])
        .send()
        .await;
    assert_eq!((&body_of(&named)["fileName"], &body_of(&named)["name"]), (&json!("z.docx"), &json!("z")));
}

#[tokio::test]
async fn a_file_with_errors_is_refused_with_all_of_them_and_kept_as_rejected() {
    let home = Home::new().await;
    let refused = home.post_file("?name=Reminder", broken()).send().await;
    assert_snapshot!("template_refused", whole(&refused));
    let place = refused.headers()["location"].to_str().unwrap().to_owned();
    assert_eq!(home.listed("").await, ["Reminder rejected"]);
    let details = body_of(&home.get(&place).send().await);
    assert_eq!(details["errors"].as_array().unwrap().len(), faults(&refused).len());
    assert_eq!(details["versions"][0]["status"], "rejected");

    // The fixed file takes its place, and a faulty one after it does not.
    let mended = home.send_file(Method::PUT, &place, docx(&["Dear {{ name }}"])).send().await;
    assert_eq!((mended.status().as_u16(), &body_of(&mended)["version"]), (200, &json!(2)));
    let worse = home.send_file(Method::PUT, &place, broken()).send().await;
    assert_eq!(
        (code(&worse).as_str(), worse.headers()["location"].to_str().unwrap()),
        ("template-error", place.as_str())
    );
    let details = body_of(&home.get(&place).send().await);
    assert_eq!((&details["version"], &details["status"]), (&json!(2), &json!("ready")));
    let versions = details["versions"].as_array().unwrap().iter();
    let versions: Vec<_> =
        versions.map(|version| (&version["version"], version["status"].as_str().unwrap())).collect();
    assert_eq!(versions, [(&json!(3), "rejected"), (&json!(2), "ready"), (&json!(1), "rejected")]);
}

#[tokio::test]
async fn a_file_that_is_no_word_document_leaves_no_record() {
    let home = Home::new().await;
    let refused = home.post_file("?fileName=photo.docx", b"\x89PNG".to_vec()).send().await;
    assert_eq!((code(&refused).as_str(), refused.headers().get("location")), ("template-error", None));
    assert_eq!(home.listed("").await, [""; 0]);
    // What comes after it under the name is a first version.
    let made = home.post_file("?fileName=photo.docx", docx(&["Dear {{ name }}"])).send().await;
    assert_eq!(body_of(&made)["version"], 1);
    let place = made.headers()["location"].to_str().unwrap().to_owned();
    home.send_file(Method::PUT, &place, b"%PDF".to_vec()).send().await;
    assert_eq!(body_of(&home.get(&place).send().await)["versions"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn of_countless_errors_a_hundred_are_told_and_kept() {
    let home = Home::new().await;
    let wrong = docx(&["{{ a + }}"; 300]);
    let refused = home.post_file("?name=Wrong", wrong).send().await;
    let faults = faults(&refused);
    assert_eq!((code(&refused).as_str(), faults.len()), ("template-error", 101));
    assert_eq!(faults[100].1, "200 more remarks; these are the first 100");
    let listed = body_of(&home.get("/api/templates?pageNumber=1&pageSize=10").send().await);
    assert_eq!(listed["items"][0]["errors"].as_array().unwrap().len(), 101);

    let odd = docx(&["{{ >> x }}"; 300]);
    let made = body_of(&home.post_file("?name=Odd", odd).send().await);
    let id = made["templateId"].as_str().unwrap();
    let metadata = home.get(&format!("/api/generateTemplateMetadata?templateId={id}")).send().await;
    for (what, warnings) in [("made", &made["warnings"]), ("metadata", &body_of(&metadata)["warnings"])] {
        let warnings = warnings.as_array().unwrap();
        let more = warnings.iter().filter(|warning| {
            warning["message"].as_str().unwrap().contains("more remarks") && warning["severity"] == "warning"
        });
        assert_eq!((warnings.len() <= 102, more.count()), (true, 1), "{what}");
    }
}

#[tokio::test]
async fn a_new_version_keeps_what_is_not_given() {
    let home = Home::new().await;
    let made = home.post_file("?fileName=a.docx&name=Letter&description=old", docx(&["one"])).send().await;
    let place = made.headers()["location"].to_str().unwrap().to_owned();
    let second = docx(&["two"]);
    let put = |query: &str| home.send_file(Method::PUT, &format!("{place}{query}"), second.clone());
    let kept = body_of(&put("").send().await);
    assert_eq!(
        (&kept["name"], &kept["description"], &kept["fileName"]),
        (&json!("Letter"), &json!("old"), &json!("a.docx"))
    );
    // The same file under another name is a new version too.
    let renamed = body_of(&put("?name=Welcome&fileName=b.docx").send().await);
    assert_eq!(
        (&renamed["version"], &renamed["name"], &renamed["fileName"]),
        (&json!(3), &json!("Welcome"), &json!("b.docx"))
    );
    assert_eq!(renamed["templateId"], kept["templateId"]);
    assert_eq!(body_of(&put("").send().await)["version"], 3);
}

#[tokio::test]
async fn the_file_of_each_version_comes_back_as_it_was_sent() {
    let home = Home::new().await;
    let (first, second) = (docx(&["Dear {{ name }}"]), docx(&["Hello {{ name }}"]));
    let made =
        home.post_file("?fileName=letters/Gr%C3%BC%C3%9Fe.docx&name=Other", first.clone()).send().await;
    let place = made.headers()["location"].to_str().unwrap().to_owned();
    home.send_file(Method::PUT, &place, second.clone()).send().await;
    assert_eq!(home.send_file(Method::PUT, &place, broken()).send().await.status(), 422);
    home.post(&format!("{place}/disable"), "").send().await;
    let file = |query: &str| home.get(&format!("{place}/file{query}")).send();
    for (query, wanted) in
        [("", &second), ("?version=", &second), ("?version=2", &second), ("?version=1", &first)]
    {
        let found = file(query).await;
        assert_eq!((found.status().as_u16(), &found.body()[..]), (200, &wanted[..]), "{query}");
        let header = |name: &str| found.headers()[name].to_str().unwrap();
        // Under the name that makes it a new version of the same template.
        assert_eq!(
            header("content-disposition"),
            "attachment; filename=\"Gr__e.docx\"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.docx"
        );
        assert_eq!(header("content-type"), super::DOCX);
    }
    for (query, code, detail) in [
        ("?version=3", "unknown-template", "Version 3 was rejected; its file was not kept."),
        ("?version=4", "unknown-template", "The template has no version 4; the newest is 3."),
        ("?version=0", "invalid-query", "`version` must be a whole number, 1 or more."),
        ("?version=1&version=2", "invalid-query", "`version` is given more than once."),
    ] {
        let refused = file(query).await;
        let told = body_of(&refused);
        assert_eq!((told["code"].as_str(), told["detail"].as_str()), (Some(code), Some(detail)), "{query}");
    }
}

#[tokio::test]
async fn a_template_of_word_keeps_its_kind() {
    let home = Home::new().await;
    let made = home.post_file("?fileName=form.DOTX", docx(&["x"])).send().await;
    let place = made.headers()["location"].to_str().unwrap().to_owned();
    let found = home.get(&format!("{place}/file")).send().await;
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.template";
    assert_eq!(found.headers()["content-type"], kind);
    assert!(found.headers()["content-disposition"].to_str().unwrap().contains("form.dotx"));
}

#[tokio::test]
async fn a_check_tells_what_a_file_asks_for_and_records_nothing() {
    let home = Home::new().await;
    let checked =
        home.send_file(Method::POST, "/api/templates/check", docx(&["Dear {{ name }}"])).send().await;
    assert_snapshot!("template_checked", whole(&checked));
    let refused = home.send_file(Method::POST, "/api/templates/check", broken()).send().await;
    assert_eq!((code(&refused).as_str(), refused.headers().get("location")), ("template-error", None));
    assert_eq!(home.listed("").await, [""; 0]);
}

#[tokio::test]
async fn the_list_holds_all_and_is_searched_in_every_script() {
    let home = Home::new().await;
    home.register("Äpfel.docx", docx(&["x"])).await;
    home.register("birnen.docx", docx(&["x"])).await;
    home.register("Broken apple.docx", broken()).await;
    let pears = home.get("/api/templates?pageNumber=1&pageSize=1&search=BIRNEN").send().await;
    assert_snapshot!("templates_listed", whole(&pears));
    let id = body_of(&pears)["items"][0]["templateId"].as_str().unwrap().to_owned();
    home.post(&format!("/api/templates/{id}/disable"), "").send().await;
    assert_eq!(home.listed("").await, ["birnen disabled", "Broken apple rejected", "Äpfel ready"]);
    assert_eq!(home.listed("&search=%C3%A4PF").await, ["Äpfel ready"]);
    assert_eq!(home.listed("&search=apple.doc").await, ["Broken apple rejected"]);
    assert_eq!(home.listed("&search=").await.len(), 3);
    assert_eq!(home.listed("&search=%25").await, [""; 0], "no pattern of SQL");
    let twice = home.get("/api/templates?pageNumber=1&pageSize=1&search=a&search=b").send().await;
    assert_eq!(faults(&twice), [("/search".to_owned(), "`search` is given more than once".to_owned())]);
}

#[tokio::test]
async fn disabling_hides_and_enabling_shows_again() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let body = json!({ "templateId": id, "format": ".docx", "data": { "name": "A" } });
    for _ in 0..2 {
        let disabled = home.post(&format!("/api/templates/{id}/disable"), "").send().await;
        assert_eq!(body_of(&disabled)["status"], "disabled");
    }
    assert_eq!(code(&home.generate(&body).send().await), "unknown-template");
    let put =
        home.send_file(Method::PUT, &format!("/api/templates/{id}"), docx(&["two {{ name }}"])).send().await;
    assert_eq!(body_of(&put)["status"], "disabled");
    let worse = home.send_file(Method::PUT, &format!("/api/templates/{id}"), broken()).send().await;
    assert_eq!(code(&worse), "template-error");
    let enabled = home.post(&format!("/api/templates/{id}/enable"), "").send().await;
    assert_eq!((&body_of(&enabled)["status"], &body_of(&enabled)["version"]), (&json!("ready"), &json!(2)));
    assert_eq!(home.generate(&body).send().await.status(), 200);
}

#[tokio::test]
async fn a_running_job_outlives_its_template() {
    let home = Home::new().await;
    let id = home.register("a.docx", docx(&["{{ name }}"])).await.template_id;
    let job = home.start(&json!({ "templateId": id, "format": ".docx", "items": [{ "name": "A" }] })).await;
    let removed = home.call(Method::DELETE, &format!("/api/templates/{id}")).send().await;
    assert_eq!((removed.status().as_u16(), removed.body().len()), (204, 0));
    let again = home.call(Method::DELETE, &format!("/api/templates/{id}")).send().await;
    assert_eq!(code(&again), "unknown-template");
    home.work().await;
    assert_eq!(home.job(&job).await["status"], "Completed");
    assert_eq!(home.entries(&job).await.len(), 1);
}

#[tokio::test]
async fn wrong_uploads_are_refused_with_every_fault() {
    let home = Home::new().await;
    let file = || docx(&["x"]);
    let long = "x".repeat(256);
    for (query, wrong) in [
        ("", vec![("/fileName", "`fileName` is required: it identifies the template")]),
        (
            "?fileName=folder/&name=%20",
            vec![("/fileName", "`fileName` names a folder"), ("/name", "`name` is empty")],
        ),
        ("?fileName=a%0Ab&name=x", vec![("/fileName", "`fileName` has control characters")]),
        (&format!("?name={long}"), vec![("/name", "`name` has more than 255 bytes")]),
        ("?name=a&name=b", vec![("/name", "`name` is given more than once")]),
    ] {
        let refused = home.post_file(query, file()).send().await;
        let wrong: Vec<_> = wrong.into_iter().map(|(at, what)| (at.to_owned(), what.to_owned())).collect();
        assert_eq!((code(&refused).as_str(), faults(&refused)), ("invalid-query", wrong), "{query}");
    }
    let forms: [(&[Part<'_>], &str); 6] = [
        (&[("name=\"name\"", b"x")], "`file` is required."),
        (&[("name=\"file\"; filename=\"a.docx\"", b"")], "the file is missing; send a .docx or .dotx."),
        (
            &[("name=\"file\"; filename=\"a.docx\"", b"x"), ("name=\"file\"; filename=\"b.docx\"", b"y")],
            "`file` is given more than once.",
        ),
        (
            &[("name=\"file\"; filename=\"a.docx\"", b"x"), ("name=\"nmae\"", b"y")],
            "`nmae` is not known; known fields are `file`, `fileName`, `name`, `description`, `eInvoice`, `translations`.",
        ),
        (&[("name=\"name\"", &[b'x'; 262_145])], "The field `name` has more than 262144 bytes."),
        (
            &[("name=\"name\"", b"x"), ("name=\"name\"", b"y"), ("name=\"file\"; filename=\"a.docx\"", b"x")],
            "`name` is given more than once.",
        ),
    ];
    for (parts, detail) in forms {
        let refused = home.post_form(parts).send().await;
        assert_eq!(
            (code(&refused).as_str(), body_of(&refused)["detail"].as_str()),
            ("invalid-body", Some(detail))
        );
    }
    for broken in
        ["", "--b0undary\r\n", "--b0undary\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncut"]
    {
        let refused = home
            .post("/api/templates", broken)
            .header("content-type", "multipart/form-data; boundary=b0undary")
            .send()
            .await;
        assert_eq!(code(&refused), "invalid-body", "{broken:?}");
    }
    let no_boundary =
        home.post("/api/templates", "x").header("content-type", "multipart/form-data").send().await;
    assert_eq!(code(&no_boundary), "invalid-body");
    for kind in ["application/json", "application/x-www-form-urlencoded", "text/html"] {
        let refused = home.post("/api/templates?name=a", file()).header("content-type", kind).send().await;
        assert_eq!(code(&refused), "unsupported-media-type", "{kind}");
    }
    assert_eq!(home.listed("").await, [""; 0]);
}

#[tokio::test]
async fn a_file_over_the_bound_is_refused_unread() {
    let mut limits = Limits::default();
    limits.docx.package_bytes = 1_000;
    let home = Home::with(limits, Engine::Works).await;
    let large = home.post_file("?name=a", vec![b'P'; 1_001]).send().await;
    assert_eq!(code(&large), "payload-too-large");
    assert!(body_of(&large)["detail"].as_str().unwrap().contains("`package_bytes`"));
    let declared = home.post_file("?name=a", Vec::new()).header("content-length", "70000").admit().await;
    assert_eq!(declared.unwrap_err().code().as_str(), "payload-too-large");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut packed, &vec![0; 10 << 20]).unwrap();
    let bomb =
        home.post_file("?name=a", packed.finish().unwrap()).header("content-encoding", "gzip").send().await;
    assert_eq!(code(&bomb), "payload-too-large");
}

#[tokio::test]
async fn a_template_says_how_many_keys_use_it() {
    let home = Home::new().await;
    let made = home.post_file("?fileName=letter.docx", docx(&["Dear {{ name }}"])).send().await;
    let id = body_of(&made)["templateId"].clone();
    let path = format!("/api/templates/{}", id.as_str().unwrap());
    let users = async || body_of(&home.get(&path).send().await)["usedByKeys"].clone();
    let other = home.generating_key().await;
    let preview = json!({ "templateId": id, "format": ".pdf", "preview": true, "data": { "name": "Ada" } });
    assert_eq!(home.generate(&preview).send().await.status(), 200);
    assert_eq!(users().await, 0, "a preview is seen by its maker alone");
    let document = json!({ "templateId": id, "format": ".docx", "data": { "name": "Ada" } });
    let job = json!({ "templateId": id, "format": ".docx", "items": [{ "name": "Ada" }] });
    for _ in 0..2 {
        assert_eq!(home.generate(&document).send().await.status(), 200);
        assert_eq!(home.bulk(&job).key(Some(&other)).send().await.status(), 202);
    }
    // Uses are written a moment later.
    let end = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while users().await != 2 {
        assert!(std::time::Instant::now() < end);
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}
