//! What functions ask of AWS, noted by function, for `tests/cloud/rights.py` to compare with the policies of their roles.
//!
//! Each function has an access key of its own here. A call is noted in the words of IAM (`dynamodb:PutItem` on a table, the
//! start of its partition key), once per process, as a line of JSON in `target/aws-calls`. The words of actions are those
//! of the Service Authorization Reference.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;

use http::{Method, StatusCode, request};
use rustack_dynamodb_model::operations::DynamoDBOperation;
use rustack_sqs_model::operations::SqsOperation;
use serde_json::{Value, json};

use crate::aws::ACCESS_KEY;

tokio::task_local! {
    /// The function whose request is being answered, if one asks.
    pub(crate) static CALLER: Option<String>;
}

/// The access key of a function.
pub(crate) fn access_key(function: &str) -> String {
    format!("{ACCESS_KEY}-{function}")
}

/// The names of all functions.
pub(crate) fn functions() -> impl Iterator<Item = String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../functions");
    let folders = std::fs::read_dir(folder).unwrap();
    folders.map(|function| function.unwrap().file_name().into_string().unwrap())
}

/// Who signed a request, or the link that it follows: `Credential=KEY/date/...` in the header or the query.
pub(crate) fn caller(request: &request::Parts) -> Option<String> {
    let header = request.headers.get("authorization").and_then(|value| value.to_str().ok());
    let signed = header.or(request.uri.query())?;
    let (_, credential) = signed.split_once("Credential=")?;
    let key = credential.split(['/', '%']).next()?;
    key.strip_prefix(ACCESS_KEY)?.strip_prefix('-').map(str::to_owned)
}

/// Notes a call of DynamoDB. A transaction needs the right to each of its writes, and none of its own.
pub(crate) fn dynamodb(operation: DynamoDBOperation, body: &[u8]) {
    let Ok(request) = serde_json::from_slice::<Value>(body) else { return };
    if operation == DynamoDBOperation::TransactWriteItems {
        for write in request["TransactItems"].as_array().into_iter().flatten() {
            for (kind, write) in write.as_object().into_iter().flatten() {
                let action =
                    if kind == "ConditionCheck" { "ConditionCheckItem" } else { &format!("{kind}Item") };
                record_item(action, write);
            }
        }
    } else if let Some(tables) = request["RequestItems"].as_object() {
        for (table, asked) in tables {
            for key in asked["Keys"].as_array().into_iter().flatten() {
                record_key(&format!("{operation:?}"), table, &key["pk"]["S"]);
            }
        }
    } else {
        record_item(&format!("{operation:?}"), &request);
    }
}

fn record_item(action: &str, request: &Value) {
    let places = [
        &request["Key"]["pk"]["S"],
        &request["Item"]["pk"]["S"],
        &request["ExpressionAttributeValues"][":pk"]["S"],
    ];
    let key = places.into_iter().find(|key| key.is_string()).unwrap_or(&Value::Null);
    record_key(action, request["TableName"].as_str().unwrap_or_default(), key);
}

/// Notes the start of a partition key, which says what kind of record it is.
fn record_key(action: &str, table: &str, key: &Value) {
    let kind = key.as_str().map(|key| key.find('#').map_or(key, |end| &key[..=end]));
    record(&format!("dynamodb:{action}"), table, "", kind);
}

/// Notes a call of SQS. A batch needs the right to its single form.
pub(crate) fn sqs(operation: SqsOperation, body: &[u8]) {
    let Ok(request) = serde_json::from_slice::<Value>(body) else { return };
    let queue = request["QueueUrl"].as_str().and_then(|url| url.rsplit('/').next()).unwrap_or_default();
    let action = operation.as_str();
    record(&format!("sqs:{}", action.strip_suffix("Batch").unwrap_or(action)), queue, "", None);
}

/// Notes a call of EventBridge, which asks for the right to each event's bus.
pub(crate) fn events(entries: &[Value]) {
    for entry in entries {
        record("events:PutEvents", entry["EventBusName"].as_str().unwrap_or_default(), "", None);
    }
}

/// Notes a call of S3, of what it was answered: who may not list a bucket is told 403 of an object that is missing.
pub(crate) fn s3(request: &request::Parts, status: StatusCode) {
    let (bucket, object) = request.uri.path().trim_start_matches('/').split_once('/').unwrap_or_default();
    let query = request.uri.query().unwrap_or_default();
    let has = |name: &str| query.split('&').any(|pair| pair.split('=').next() == Some(name));
    let action = match (&request.method, object) {
        (&Method::GET | &Method::HEAD, "") => "s3:ListBucket",
        (&Method::GET, _) if has("uploadId") => "s3:ListMultipartUploadParts",
        (&Method::GET | &Method::HEAD, _) => "s3:GetObject",
        (&Method::DELETE, _) if has("uploadId") => "s3:AbortMultipartUpload",
        (&Method::DELETE, _) => "s3:DeleteObject",
        (&Method::POST, "") if has("delete") => "s3:DeleteObject",
        _ => "s3:PutObject",
    };
    let folder = object.find('/').map_or(object, |end| &object[..=end]);
    record(action, bucket, folder, None);
    if action == "s3:GetObject" && status == StatusCode::NOT_FOUND {
        record("s3:ListBucket", bucket, "", None);
    }
    let source = request.headers.get("x-amz-copy-source").and_then(|value| value.to_str().ok());
    if let Some((bucket, object)) = source.and_then(|source| source.trim_start_matches('/').split_once('/')) {
        record("s3:GetObject", bucket, object.find('/').map_or(object, |end| &object[..=end]), None);
    }
}

fn record(action: &str, resource: &str, folder: &str, key: Option<&str>) {
    static NOTED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let Ok(Some(function)) = CALLER.try_with(Clone::clone) else { return };
    let call =
        json!({ "function": function, "action": action, "resource": resource, "folder": folder, "key": key });
    let line = format!("{call}\n");
    if NOTED.lock().unwrap().insert(line.clone()) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/aws-calls");
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{}.jsonl", std::process::id()));
        let mut file = std::fs::File::options().append(true).create(true).open(file).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}
