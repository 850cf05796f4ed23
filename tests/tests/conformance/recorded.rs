//! What an earlier version recorded, on AWS: a job of which one chunk was rendered then, by records and objects as they were. Records
//! and messages of two neighboring versions are read by both, for functions change one after another.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use platen_service::jobs::{JobStore, Part, Status, Task};
use platen_store_aws::{AwsStore, Message};
use platen_tests::aws::Aws;
use serde_json::Value;

use crate::home::run;
use crate::jobs::{job_id, made};

/// Records before documents were joined into objects, their bytes were counted, and jobs had addresses, deliveries and traces.
const RECORDS: &str = include_str!("first_records.json");

/// Where that version's request left its items.
const REQUEST: &str = "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071";

#[test]
fn a_job_that_an_earlier_version_began_is_rendered_and_assembled() {
    let aws = Aws::start();
    let (store, job) = (AwsStore::new(aws.config(), aws.settings()), job_id(99));
    run(async {
        let table = aws_sdk_dynamodb::Client::new(aws.config());
        for record in serde_json::from_str::<Vec<Value>>(RECORDS).unwrap() {
            let item =
                record.as_object().unwrap().iter().map(|(name, value)| (name.clone(), attribute(value)));
            let put = table.put_item().table_name(&aws.settings().table);
            put.set_item(Some(item.collect())).send().await.unwrap();
        }
        let items: [&[u8]; 2] = [
            b"\0\0\0\x07{\"n\":0}\0\0\0\x07{\"n\":1}\0\0\0\x07{\"n\":2}",
            b"\0\0\0\x07{\"n\":3}\0\0\0\x07{\"n\":4}",
        ];
        let index =
            [[0, 0, 33], [0, 33, 22]].as_flattened().iter().flat_map(|number: &u32| number.to_be_bytes());
        for (place, bytes) in [
            (format!("{REQUEST}/items/0"), items.concat()),
            (format!("{REQUEST}/items/index"), index.collect()),
            (format!("{REQUEST}/template.docx"), b"the template".to_vec()),
            ("documents/0".to_owned(), b"document 0".to_vec()),
            ("documents/1".to_owned(), b"document 1".to_vec()),
        ] {
            let put =
                aws.s3().put_object().bucket(&aws.settings().jobs_bucket).key(format!("jobs/{job}/{place}"));
            put.body(bytes.into()).send().await.unwrap();
        }

        let progress = store.any_job(job).await.unwrap().unwrap().progress;
        assert_eq!((progress.status, progress.done, progress.failed), (Status::Running, 2, 1));
        assert_eq!(store.job_template(job).await.unwrap(), "the template");
        assert_eq!(store.pending_items(job, Part::chunk(0)).await.unwrap(), None);
        let message = format!(r#"{{"jobId":"{job}","task":"render","chunk":1}}"#);
        let message: Message = serde_json::from_str(&message).unwrap();
        assert_eq!(message.task, Task::Render(Part::chunk(1)));
        let pending = store.pending_items(job, Part::chunk(1)).await.unwrap().unwrap();
        assert_eq!(pending.items, [(3, r#"{"n":3}"#.into()), (4, r#"{"n":4}"#.into())]);
        let mut results = store.new_results(job, Part::chunk(1)).await.unwrap();
        for index in [3, 4] {
            results.put(made(index)).await.unwrap();
        }
        assert!(results.settle(Vec::new(), Vec::new()).await.unwrap());

        let documents = store.documents_of(job, 0..2).await.unwrap().unwrap();
        let indices: Vec<u32> = documents.iter().map(|document| document.index).collect();
        assert_eq!(indices, [0, 1, 3, 4]);
        for document in documents {
            let bytes = store.read_documents(job, &document, 0, 10).await.unwrap();
            assert_eq!((bytes, document.crc32), (made(document.index).bytes, made(document.index).crc32));
        }
        let failures = store.failures_of(job, 0..2).await.unwrap().unwrap();
        assert_eq!((failures.len(), failures[0].index), (1, 2));
        store.queue_next(job, message.task).await.unwrap();
        let queued = aws.drain(&aws.settings().assemble_queue_url).await;
        assert_eq!(queued.len(), 1, "all items have their results");
    });
}

/// A value of a record. Sets of numbers are written as `{"numbers": [...]}`.
fn attribute(value: &Value) -> AttributeValue {
    match value {
        Value::Null => AttributeValue::Null(true),
        Value::Bool(flag) => AttributeValue::Bool(*flag),
        Value::Number(number) => AttributeValue::N(number.to_string()),
        Value::String(text) => AttributeValue::S(text.clone()),
        Value::Array(values) => AttributeValue::L(values.iter().map(attribute).collect()),
        Value::Object(members) => match members.get("numbers") {
            Some(numbers) => {
                AttributeValue::Ns(numbers.as_array().unwrap().iter().map(Value::to_string).collect())
            }
            None => {
                let members = members.iter().map(|(name, value)| (name.clone(), attribute(value)));
                AttributeValue::M(members.collect::<HashMap<_, _>>())
            }
        },
    }
}
