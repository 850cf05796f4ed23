//! Changes of the table's stream that the deployment's filters chose: jobs that ended, and messages to webhooks that are due.
//!
//! The stream has them because they were recorded, so that no end goes untold, even if a process dies in between. It gives a batch again that
//! failed, and halves it, so that one record does not hold up others; an end may be told twice. Two functions read it, so that a bus in
//! trouble does not have callbacks repeated.

use platen_service::ids::{EventId, JobId, SubscriptionId, TemplateId, WebhookId};
use platen_service::jobs::Status;
use platen_store_aws::{Due, End};
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
struct Event<T> {
    #[serde(rename = "Records")]
    records: Vec<Change<T>>,
}

#[derive(Deserialize)]
struct Change<T> {
    dynamodb: Images<T>,
}

#[derive(Deserialize)]
struct Images<T> {
    #[serde(rename = "NewImage")]
    new: T,
}

/// What leads to the queue of callbacks.
#[derive(Deserialize)]
#[serde(untagged)]
enum Told {
    Job(Image),
    Message(DueMessage),
}

/// A message to a webhook, of which no more is read than says which.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DueMessage {
    sk: Text<EventId>,
    webhook_id: Text<WebhookId>,
    subscription_id: Text<SubscriptionId>,
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
    let Event { records } = serde_json::from_value(event).map_err(|error| wrong(&error))?;
    records.into_iter().map(|Change { dynamodb: Images { new } }| end(new)).collect()
}

/// The ends and the messages to webhooks that an event tells of.
///
/// # Errors
/// It is no event of a stream with both images, or a record is neither a job's nor a message's.
pub fn ends_and_messages(event: Value) -> Result<(Vec<End>, Vec<Due>), String> {
    let Event { records } = serde_json::from_value(event).map_err(|error| wrong(&error))?;
    let (mut ends, mut messages) = (Vec::new(), Vec::new());
    for Change { dynamodb: Images { new } } in records {
        match new {
            Told::Job(image) => ends.push(end(image)?),
            Told::Message(DueMessage { sk, webhook_id, subscription_id }) => {
                let (subscription, webhook, message) = (subscription_id.is, webhook_id.is, sk.is);
                messages.push(Due { subscription, webhook, message });
            }
        }
    }
    Ok((ends, messages))
}

fn end(new: Image) -> Result<End, String> {
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
}

fn wrong(error: &dyn std::fmt::Display) -> String {
    format!("no event of the table's stream: {error}")
}
