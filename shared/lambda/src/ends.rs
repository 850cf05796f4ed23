//! Changes of the table's stream that the deployment's filters chose: jobs that ended.
//!
//! The stream has them because they were recorded, so that no end goes untold, even if a process dies in between. It gives a batch again that
//! failed, and halves it, so that one record does not hold up others; an end may be told twice. Two functions read it, so that a bus in
//! trouble does not have callbacks repeated.

use platen_service::ids::{JobId, SubscriptionId, TemplateId};
use platen_service::jobs::Status;
use platen_store_aws::End;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "Records")]
    records: Vec<Change>,
}

#[derive(Deserialize)]
struct Change {
    dynamodb: Images,
}

#[derive(Deserialize)]
struct Images {
    #[serde(rename = "NewImage")]
    new: Image,
}

/// A job's record, as DynamoDB writes it: each value in an object that names its type.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Image {
    job_id: Text<JobId>,
    subscription_id: Text<SubscriptionId>,
    template_id: Text<TemplateId>,
    status: Text<Status>,
    total: Number,
    failed: Number,
    trace: Option<Text<String>>,
}

#[derive(Deserialize)]
struct Text<T> {
    #[serde(rename = "S")]
    is: T,
}

/// DynamoDB's numbers are text, so that none loses digits on the way.
#[derive(Deserialize)]
struct Number {
    #[serde(rename = "N")]
    is: String,
}

/// The ends that an event tells of.
///
/// # Errors
/// It is no event of a stream with both images, or a record is no job's.
pub fn ends(event: Value) -> Result<Vec<End>, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("no event of the table's stream: {error}");
    let Event { records } = serde_json::from_value(event).map_err(|error| wrong(&error))?;
    let end = |Change { dynamodb: Images { new } }| {
        let number = |number: &Number| number.is.parse().map_err(|error| wrong(&error));
        Ok(End {
            job: new.job_id.is,
            subscription: new.subscription_id.is,
            template: new.template_id.is,
            status: new.status.is,
            total: number(&new.total)?,
            failed: number(&new.failed)?,
            trace: new.trace.map(|trace| trace.is).unwrap_or_default(),
        })
    };
    records.into_iter().map(end).collect()
}
