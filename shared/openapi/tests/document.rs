//! The document against the committed one, and against the parsers that it speaks for.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::path::Path;

use bytes::Bytes;
use platen_openapi::document;
use platen_service::Limits;
use platen_service::contract::{ConvertDocument, GenerateDocument, GenerateDocumentsBulk, MakeStarter};
use platen_service::problem::Problem;
use platen_service::service::registry::DescribeTemplate;
use serde_json::{Value, json};

/// With `PLATEN_BLESS` set, the committed document is written again instead.
#[test]
fn the_committed_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let made = serde_json::to_string_pretty(document()).unwrap() + "\n";
    if std::env::var_os("PLATEN_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap();
    assert!(committed == made, "docs/openapi.json is old: run `make openapi`, and look at what changed");
}

#[test]
fn every_reference_leads_somewhere() {
    fn check(value: &Value) {
        match value {
            Value::Object(members) => {
                if let Some(target) = members.get("$ref").and_then(Value::as_str) {
                    let pointer = target.strip_prefix('#').unwrap();
                    assert!(document().pointer(pointer).is_some(), "{target}");
                }
                members.values().for_each(check);
            }
            Value::Array(items) => items.iter().for_each(check),
            _ => {}
        }
    }
    check(document());
}

/// The members that the parser knows at a place: it names them when it refuses one that it does not know.
fn known(problem: &Problem) -> BTreeSet<String> {
    let detail = problem.errors().iter().find(|error| error.detail.contains("Allowed:")).unwrap();
    let names = detail.detail.split("Allowed:").nth(1).unwrap();
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

fn documented(schema: &str) -> BTreeSet<String> {
    let schema = &document()["components"]["schemas"][schema];
    assert_eq!(schema["additionalProperties"], json!(false));
    schema["properties"].as_object().unwrap().keys().cloned().collect()
}

#[test]
fn requests_have_the_members_that_are_documented() {
    let refused = |body: Value| GenerateDocument::parse(body, &Limits::default()).err().unwrap();
    assert_eq!(known(&refused(json!({ "typo": 1 }))), documented("GenerateDocumentDto"));
    assert_eq!(known(&refused(json!({ "options": { "typo": 1 } }))), documented("Options"));
    assert_eq!(known(&refused(json!({ "options": { "pdf": { "typo": 1 } } }))), documented("PdfOptions"));
    assert_eq!(
        known(&refused(json!({ "options": { "pdf": { "permissions": { "typo": 1 } } } }))),
        documented("Permissions")
    );
    let refused = |body: Value| ConvertDocument::parse(body, &Limits::default()).err().unwrap();
    assert_eq!(known(&refused(json!({ "typo": 1 }))), documented("ConvertDto"));
    assert_eq!(known(&refused(json!({ "options": { "typo": 1 } }))), documented("ConvertOptions"));
    let refused = MakeStarter::parse(json!({ "typo": 1 }), &Limits::default()).err().unwrap();
    assert_eq!(known(&refused), documented("StarterDto"));
    let refused = DescribeTemplate::parse(json!({ "typo": 1 }), &Limits::default()).err().unwrap();
    assert_eq!(known(&refused), documented("DescribeTemplateDto"));
    let bulk = Bytes::from_static(br#"{ "typo": 1 }"#);
    let refused = GenerateDocumentsBulk::parse(&bulk, &Limits::default()).err().unwrap();
    assert_eq!(known(&refused), documented("GenerateDocumentsBulkDto"));
    let bulk = Bytes::from_static(br#"{ "deliver": { "typo": 1 } }"#);
    let refused = GenerateDocumentsBulk::parse(&bulk, &Limits::default()).err().unwrap();
    assert_eq!(known(&refused), documented("Deliver"));
    let bulk = Bytes::from_static(br#"{ "documents": [{ "typo": 1 }] }"#);
    let refused = GenerateDocumentsBulk::parse(&bulk, &Limits::default()).err().unwrap();
    assert_eq!(known(&refused), documented("BulkDocument"));
}
