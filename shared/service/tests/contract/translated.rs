//! Translations that are registered with a template.

use serde_json::{Value, json};

use super::attached::fault;
use super::{Home, code, docx, entry_text, json as body_of};

const TABLE: &[u8] =
    br#"{"de": {"Dear {{ name }}": "Guten Tag {{ name }}"}, "fr": {"Dear {{name}}": "Bonjour {{ name }}"}}"#;

async fn register(home: &Home, table: &[u8]) -> platen_service::http::Response {
    let file = docx(&["{% trans %}Dear {{ name }}{% endtrans %}"]);
    let parts = [("name=\"translations\"", table), ("name=\"file\"; filename=\"x.docx\"", &file[..])];
    home.form("/api/templates", &parts).send().await
}

#[tokio::test]
async fn documents_of_one_template_are_in_the_language_of_their_request() {
    let home = Home::new().await;
    let made = body_of(&register(&home, TABLE).await);
    let id = made["templateId"].clone();
    let document = async |locale: Value| {
        let body = json!({"templateId": id, "format": ".docx", "data": {"name": "Ada"}, "options": {"locale": locale}});
        let made = home.generate(&body).send().await;
        assert_eq!(made.status(), 200, "{}", String::from_utf8_lossy(made.body()));
        let warnings = made.headers()["platen-warnings"].to_str().unwrap().to_owned();
        (entry_text(made.body(), "word/document.xml"), warnings)
    };
    for (locale, words) in
        [("de-AT", "Guten Tag Ada"), ("fr", "Bonjour Ada"), ("en", "Dear Ada"), ("es", "Dear Ada")]
    {
        let (text, warnings) = document(json!(locale)).await;
        assert!(text.contains(words), "{locale}: {text}");
        assert_eq!(warnings, if locale == "es" { "1" } else { "0" }, "{locale}");
    }
    assert!(document(Value::Null).await.0.contains("Dear Ada"));
    let job =
        json!({"templateId": id, "format": ".docx", "items": [{"name": "Ada"}], "options": {"locale": "fr"}});
    let job = home.start(&job).await;
    home.work().await;
    assert_eq!(home.job(&job).await["completedCount"], 1);
}

#[tokio::test]
async fn metadata_tell_what_is_translated_and_versions_keep_it() {
    let home = Home::new().await;
    let made = body_of(&register(&home, TABLE).await);
    let id = made["templateId"].as_str().unwrap().to_owned();
    let translations = async || {
        let answer = home.get(&format!("/api/generateTemplateMetadata?templateId={id}")).send().await;
        body_of(&answer)["translations"].clone()
    };
    let table: Value = serde_json::from_slice(TABLE).unwrap();
    let complete = json!({"missing": []});
    let wanted =
        json!({"keys": ["Dear {{ name }}"], "languages": {"de": complete, "fr": complete}, "table": table});
    assert_eq!(translations().await, wanted);
    home.register("x.docx", docx(&["{% trans %}Dear {{ name }}{% endtrans %} {% trans %}Bye{% endtrans %}"]))
        .await;
    let kept = translations().await;
    assert_eq!(kept["table"], table);
    assert_eq!(kept["languages"]["de"], json!({"missing": ["Bye"]}));
    register(&home, b"null").await;
    assert_eq!(translations().await, json!({"keys": ["Dear {{ name }}"], "languages": {}}));
    home.register("x.docx", docx(&["Dear {{ name }}"])).await;
    assert_eq!(translations().await, Value::Null);
}

#[tokio::test]
async fn a_faulty_table_is_refused_with_each_place() {
    let home = Home::new().await;
    for (table, place, words) in [
        (&b"[1"[..], "", "must be JSON: the table of translations"),
        (b"[]", "", "a member for each language"),
        (br#"{"german": {}}"#, "/german", "is not a language"),
        (br#"{"de": {"a": ""}}"#, "/de/a", "it is empty"),
        (br#"{"de": {"a": "{% for x in y %}"}}"#, "/de/a", "cannot stand in a translation"),
        (br#"{"de": {"a": "{{ x|dat }}"}}"#, "/de/a", "did you mean `date`?"),
    ] {
        let refused = register(&home, table).await;
        let (pointer, detail) = fault(&refused);
        assert_eq!(
            (code(&refused).as_str(), pointer),
            ("invalid-body", format!("/translations{place}")),
            "{detail}"
        );
        assert!(detail.contains(words), "{detail}");
    }
    let large = format!("{{\"de\": {{\"a\": \"{}\"}}}}", "x".repeat(256 << 10));
    let refused = register(&home, large.as_bytes()).await;
    let detail = "The field `translations` has more than 262144 bytes.";
    assert_eq!(
        (code(&refused).as_str(), body_of(&refused)["detail"].as_str()),
        ("invalid-body", Some(detail))
    );
    let unknown = body_of(&register(&home, br#"{"de": {"Dear {{ nme }}": "Hallo"}}"#).await);
    let told = unknown["warnings"].to_string();
    assert!(told.contains("did you mean `Dear {{ name }}`?"), "{unknown}");
}
