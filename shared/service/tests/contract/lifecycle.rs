//! A template's life: drafts and what is published, words and labels, versions that are named, two people at once.

use http::Method;
use platen_service::http::Response;
use serde_json::{Value, json};

use super::{Home, code, docx, entry_text, json as body_of};

impl Home {
    /// Registers a file under its name, which must be taken. The template as it is answered.
    async fn added(&self, query: &str, texts: &[&str]) -> Value {
        let made = self
            .send_file(Method::POST, &format!("/api/templates?fileName={query}"), docx(texts))
            .send()
            .await;
        assert_eq!(made.status(), 201, "{:?}", made.body());
        body_of(&made)
    }

    /// The text of a document that is made with more members in the request.
    async fn text_of(&self, id: &Value, more: Value) -> Result<String, Value> {
        let mut body = json!({ "templateId": id, "format": ".docx", "data": { "name": "Ada" } });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = self.generate(&body).send().await;
        if made.status() == 200 {
            Ok(entry_text(made.body(), "word/document.xml"))
        } else {
            Err(body_of(&made))
        }
    }

    async fn names(&self, path: &str) -> Vec<String> {
        let page = body_of(&self.get(path).send().await);
        let items = page["items"].as_array().unwrap().iter();
        items.map(|item| item["name"].as_str().unwrap().to_owned()).collect()
    }
}

fn tag(response: &Response) -> String {
    response.headers()["etag"].to_str().unwrap().to_owned()
}

fn place(template: &Value) -> String {
    format!("/api/templates/{}", template["templateId"].as_str().unwrap())
}

/// It has the same id, and its first version is version 1 once more.
#[tokio::test]
async fn a_template_that_is_registered_again_is_not_the_one_that_was_removed() {
    let home = Home::new().await;
    let before = home.added("letter.docx", &["Before {{ name }}"]).await;
    let id = &before["templateId"];
    assert!(home.text_of(id, json!({})).await.unwrap().contains("Before Ada"));
    assert_eq!(home.call(Method::DELETE, &place(&before)).send().await.status(), 204);
    let after = home.added("letter.docx", &["After {{ name }} {{ city|default('x') }}"]).await;
    assert_eq!((&after["templateId"], &after["version"]), (id, &json!(1)));
    assert!(home.text_of(id, json!({})).await.unwrap().contains("After Ada x"));
    let metadata = format!("/api/generateTemplateMetadata?templateId={}", id.as_str().unwrap());
    assert!(home.get(&metadata).send().await.body().windows(4).any(|word| word == b"city"));
}

#[tokio::test]
async fn a_draft_serves_whoever_names_it_until_it_is_published() {
    let home = Home::new().await;
    let first = home.added("letter.docx", &["One {{ name }}"]).await;
    let (id, place) = (&first["templateId"], place(&first));
    let draft = home.added("letter.docx&draft=true", &["Two {{ name }} {{ city }}"]).await;
    assert_eq!((&draft["version"], &draft["status"]), (&json!(2), &json!("draft")));
    let details = body_of(&home.get(&place).send().await);
    assert_eq!(
        (&details["version"], &details["status"], &details["draftVersion"]),
        (&json!(1), &json!("ready"), &json!(2))
    );
    let listed = body_of(&home.get("/api/getTemplates?pageNumber=1&pageSize=9").send().await);
    assert_eq!(listed["items"][0]["version"], 1);
    assert!(listed["items"][0].get("draftVersion").is_none(), "{listed}");

    assert!(home.text_of(id, json!({})).await.unwrap().contains("One Ada"));
    let missing = home.text_of(id, json!({ "version": 2 })).await.unwrap_err();
    assert_eq!(missing["code"], "invalid-data");
    let of_draft = json!({ "version": 2, "data": { "name": "Ada", "city": "Bath" } });
    assert!(home.text_of(id, of_draft.clone()).await.unwrap().contains("Two Ada Bath"));
    for path in ["generateTemplateMetadata", "generateModel"] {
        let method = if path == "generateModel" { Method::POST } else { Method::GET };
        let uri = format!("/api/{path}?templateId={}&version=2", id.as_str().unwrap());
        let body = body_of(&home.call(method, &uri).send().await).to_string();
        assert!(body.contains("city"), "{path}: {body}");
    }

    // A newer draft takes its place, and jobs may name it.
    let newer = home.added("letter.docx&draft=true", &["Three {{ name }}"]).await;
    assert_eq!(newer["version"], 3);
    let gone = home.text_of(id, of_draft).await.unwrap_err();
    assert_eq!(gone["detail"], "The template has no version 2; the newest is 3.");
    let items = json!([{ "name": "Bo" }]);
    let job = home.start(&json!({ "templateId": id, "version": 3, "format": ".docx", "items": items })).await;
    home.work().await;
    let entries = home.entries(&job).await;
    assert!(entry_text(&entries[0].1, "word/document.xml").contains("Three Bo"));

    let published = body_of(&home.post(&format!("{place}/publish"), "").send().await);
    assert_eq!((&published["version"], published.get("draftVersion")), (&json!(3), None));
    assert!(home.text_of(id, json!({})).await.unwrap().contains("Three Ada"));
    let none = home.post(&format!("{place}/publish"), "").send().await;
    assert_eq!(
        (code(&none), &body_of(&none)["errors"][0]["pointer"]),
        ("invalid-query".into(), &json!("/version"))
    );
    let back = body_of(&home.post(&format!("{place}/publish?version=1"), "").send().await);
    assert_eq!(back["version"], 1);
    assert!(home.text_of(id, json!({})).await.unwrap().contains("One Ada"));
    assert!(
        home.text_of(id, json!({ "version": 3 })).await.unwrap().contains("Three Ada"),
        "it can be pinned"
    );
}

#[tokio::test]
async fn a_template_of_drafts_alone_says_that_nothing_is_published() {
    let home = Home::new().await;
    let draft = home.added("new.docx&draft=true", &["Dear {{ name }}"]).await;
    let refused = home.text_of(&draft["templateId"], json!({})).await.unwrap_err();
    assert_eq!(
        (refused["code"].as_str(), refused["detail"].as_str()),
        (
            Some("unknown-template"),
            Some("No version of the template is published. Publish one, or name the draft: `version` 1.")
        )
    );
    assert_eq!(home.names("/api/getTemplates?pageNumber=1&pageSize=9").await, [""; 0]);
    assert_eq!(home.names("/api/templates?pageNumber=1&pageSize=9").await, ["new"]);
    // With errors it can be seen, not published.
    let wrong = home.send_file(Method::PUT, &format!("{}?draft=true", place(&draft)), docx(&["{% if x %}"]));
    assert_eq!(code(&wrong.send().await), "template-error");
    let refused = home.post(&format!("{}/publish", place(&draft)), "").send().await;
    assert_eq!(code(&refused), "template-error");
    let wrong =
        home.send_file(Method::POST, "/api/templates?fileName=x.docx&draft=yes", docx(&["x"])).send().await;
    assert_eq!(body_of(&wrong)["errors"][0]["detail"], "`draft` must be `true` or `false`");
}

#[tokio::test]
async fn words_and_labels_change_without_a_version() {
    let home = Home::new().await;
    let made = home.added("a.docx", &["{{ name }}"]).await;
    home.added("b.docx", &["{{ name }}"]).await;
    let place = place(&made);
    let words =
        json!({ "name": "Offer", "description": "For clients", "labels": ["Sales", " sales ", "2026"] });
    let changed = body_of(&home.send_json(Method::PATCH, &place, &words).send().await);
    assert_eq!(
        (&changed["name"], &changed["description"], &changed["labels"], &changed["version"]),
        (&json!("Offer"), &json!("For clients"), &json!(["2026", "Sales"]), &json!(1))
    );
    for list in ["templates", "getTemplates"] {
        let found = home.names(&format!("/api/{list}?pageNumber=1&pageSize=9&label=SALES")).await;
        assert_eq!(found, ["Offer"], "{list}");
    }
    // The file's name is what it was, and the same file changes nothing.
    let again = home.added("a.docx", &["Other {{ name }}"]).await;
    assert_eq!(
        (&again["name"], &again["version"], &again["labels"]),
        (&json!("Offer"), &json!(2), &json!(["2026", "Sales"]))
    );
    let emptied = json!({ "description": "", "labels": [] });
    let changed = body_of(&home.send_json(Method::PATCH, &place, &emptied).send().await);
    assert_eq!(
        (changed.get("description"), changed.get("labels"), &changed["name"]),
        (None, None, &json!("Offer"))
    );

    let wrong = home
        .send_json(Method::PATCH, &place, &json!({ "name": "", "labels": [7], "folder": "x" }))
        .send()
        .await;
    let pointers: Vec<String> = body_of(&wrong)["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| e["pointer"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(
        (code(&wrong).as_str(), pointers),
        ("invalid-body", vec!["/labels".to_owned(), "/name".to_owned(), "/folder".to_owned()])
    );
}

#[tokio::test]
async fn of_two_people_the_later_one_is_told() {
    let home = Home::new().await;
    let made = home.added("a.docx", &["{{ name }}"]).await;
    let place = place(&made);
    let seen = tag(&home.get(&place).send().await);
    let rename = |name: &str| home.send_json(Method::PATCH, &place, &json!({ "name": name }));
    let first = rename("Anna's").header("if-match", &seen).send().await;
    assert_eq!((first.status().as_u16(), tag(&first) == seen), (200, false));

    let late = rename("Bert's").header("if-match", &seen).send().await;
    assert_eq!((late.status().as_u16(), code(&late).as_str()), (412, "template-changed"));
    let file = || docx(&["{{ other }}"]);
    for (method, path) in
        [(Method::PUT, place.clone()), (Method::POST, "/api/templates?fileName=a.docx".to_owned())]
    {
        let late = home.send_file(method, &path, file()).header("if-match", &seen).send().await;
        assert_eq!(code(&late), "template-changed", "{path}");
    }
    for path in ["disable", "enable", "publish?version=1"] {
        let late = home.post(&format!("{place}/{path}"), "").header("if-match", &seen).send().await;
        assert_eq!(code(&late), "template-changed", "{path}");
    }
    let late = home.call(Method::DELETE, &place).header("if-match", &seen).send().await;
    assert_eq!(code(&late), "template-changed");
    let unread = rename("X").header("if-match", "\"abc\"").send().await;
    assert_eq!(code(&unread), "template-changed");
    let several = rename("X").header("if-match", "\"1-1\", \"1-2\"").send().await;
    assert_eq!(code(&several), "invalid-query");
    assert_eq!(body_of(&home.get(&place).send().await)["name"], "Anna's");

    // With the state as it is, as a proxy may write it; or whatever it is.
    let now = tag(&first);
    assert_eq!(rename("Bert's").header("if-match", &format!("W/{now}")).send().await.status(), 200);
    assert_eq!(rename("Cora's").header("if-match", "*").send().await.status(), 200);
    assert_eq!(rename("Dora's").send().await.status(), 200);
}

#[tokio::test]
async fn versions_tell_what_changed() {
    let home = Home::new().await;
    let made = home.added("a.docx", &["{{ name }} {{ age }} {{ gone }}"]).await;
    home.send_file(Method::POST, "/api/templates?fileName=a.docx", docx(&["{% if %}"])).send().await;
    home.added("a.docx", &["{{ name }} {{ age * 2 }} {% for line in lines %}{{ line.text }}{% endfor %}"])
        .await;
    let changes = async |query: &str| home.get(&format!("{}/changes?{query}", place(&made))).send().await;
    let paths = |of: &Value| -> Vec<String> {
        of.as_array().unwrap().iter().map(|field| field["path"].as_str().unwrap().to_owned()).collect()
    };
    let third = body_of(&changes("version=3").await);
    assert_eq!(
        (&third["version"], &third["since"]),
        (&json!(3), &json!(1)),
        "the rejected one is passed over"
    );
    assert_eq!(
        (paths(&third["added"]), paths(&third["removed"])),
        (vec!["lines".to_owned(), "lines[].text".to_owned()], vec!["gone".to_owned()])
    );
    assert_eq!(
        third["changed"],
        json!([{
            "before": { "path": "age", "type": "any", "required": true },
            "after": { "path": "age", "type": "number", "required": true },
        }])
    );
    let first = body_of(&changes("version=1").await);
    assert_eq!((&first["since"], paths(&first["added"]).len()), (&Value::Null, 3));
    let back = body_of(&changes("version=1&since=3").await);
    assert_eq!(paths(&back["added"]), ["gone"]);
    assert_eq!(code(&changes("version=2").await), "template-error");
    assert_eq!(code(&changes("version=9").await), "unknown-template");
    assert_eq!(code(&changes("since=1").await), "invalid-query");
}

#[tokio::test]
async fn versions_tell_which_key_added_them() {
    let home = Home::new().await;
    let made = home.added("a.docx", &["{{ name }}"]).await;
    assert_eq!(made.get("addedBy"), None, "the key has no name");
    let key = home.named_key("Anna").await;
    let file = docx(&["{{ other }}"]);
    let next = home.send_file(Method::PUT, &place(&made), file).key(Some(&key)).send().await;
    assert_eq!(body_of(&next)["addedBy"], "Anna");
    let details = body_of(&home.get(&place(&made)).send().await);
    assert_eq!(
        (&details["versions"][0]["addedBy"], details["versions"][1].get("addedBy")),
        (&json!("Anna"), None)
    );
}

#[tokio::test]
async fn a_key_for_documents_changes_nothing() {
    let home = Home::new().await;
    let made = home.added("a.docx&draft=true", &["{{ name }}"]).await;
    let key = home.generating_key().await;
    let place = place(&made);
    for call in [
        home.send_json(Method::PATCH, &place, &json!({ "name": "x" })),
        home.post(&format!("{place}/publish"), ""),
        home.get(&format!("{place}/changes?version=1")),
    ] {
        assert_eq!(code(&call.key(Some(&key)).send().await), "missing-scope");
    }
}
