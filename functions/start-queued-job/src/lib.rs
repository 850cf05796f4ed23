//! A message of the intake queue: a request for a bulk job from a caller that speaks SQS and not HTTP.
//!
//! Its body is that of `POST /api/generateDocumentsBulk` with `subscriptionId`, and `requestId` where the caller wants to be
//! able to send it again. Anyone who can send to the queue is trusted to name the subscription.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use platen_service::Service;
use platen_service::contract::GenerateDocumentsBulk;
use platen_service::ids::SubscriptionId;
use platen_service::jobs::Deadline;
use platen_service::problem::{Code, Problem};
use platen_service::service::bulk::Started;
use platen_service::service::generation::IdempotencyKey;
use platen_store_aws::work::{Delivery, Next, Work, Worker};
use serde_json::value::RawValue;
use uuid::Uuid;

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The job is accepted, now or when the message came before.
    Started(Started),
    /// The message is wrong for good.
    Refused {
        /// The problem, in the contract's words.
        code: Code,
        /// All that is wrong, for the sender: it may quote the message.
        reason: String,
    },
}

/// Starts the job that the message asks for, once per `requestId`.
///
/// # Errors
/// The message must come again: the service is busy or does not answer.
pub async fn handle(service: &Service, body: &str) -> Result<Outcome, Problem> {
    match start(service, body).await {
        Ok(started) => Ok(Outcome::Started(started)),
        Err(problem) if may_succeed_later(&problem) => Err(problem),
        Err(problem) => Ok(Outcome::Refused { code: problem.code(), reason: reason(&problem) }),
    }
}

/// [`handle`] as the worker of the queue. What is refused goes to the queue's dead letters, with the reason.
pub fn work(worker: Arc<Worker>, delivery: Delivery, _: Deadline) -> Work<Next> {
    Box::pin(async move {
        let message_id = &delivery.id;
        match handle(worker.service(), &delivery.body).await? {
            Outcome::Started(started) => {
                tracing::info!(message_id, job_id = %started.job_id, "job accepted");
            }
            Outcome::Refused { code, reason } => {
                let code = code.as_str();
                tracing::warn!(message_id, code, "message refused; its dead letter has the reason");
                worker.aws().refuse_intake(&delivery.body, &reason).await?;
            }
        }
        Ok(Next::Done)
    })
}

async fn start(service: &Service, body: &str) -> Result<Started, Problem> {
    let (subscription, request_id, body) = read(body)?;
    let mut wanted = GenerateDocumentsBulk::parse(&body, service.limits())?;
    // A message says nothing of the address that it came to.
    if wanted.at_end.callback_link && service.public_url().is_none() {
        return Err(wrong("`callbackLink` needs the service's address: set PUBLIC_URL"));
    }
    wanted.at_end = wanted.at_end.based(service.public_url().cloned());
    let key = match request_id {
        Some(id) => Some(IdempotencyKey::of_message(&id, &body, service.limits())?),
        None => None,
    };
    let found = service.stores().subscriptions.subscription(subscription).await?;
    let found = found.ok_or_else(|| wrong("`subscriptionId` is not that of a subscription"))?;
    if !found.active {
        return Err(Problem::new(Code::SubscriptionInactive, "The subscription is not active."));
    }
    service.jobs().start(&found, key.as_ref(), wanted, &service.own_work(found.id)).await
}

/// Takes the two members of the message out, and leaves the body of the request.
fn read(body: &str) -> Result<(SubscriptionId, Option<String>, Bytes), Problem> {
    let mut members: BTreeMap<String, &RawValue> = serde_json::from_str(body)
        .map_err(|error| wrong(&format!("the message is not a JSON object: {error}")))?;
    let mut text = |name: &str| {
        let value = members.remove(name).filter(|value| value.get() != "null");
        let text = value.map(|value| serde_json::from_str::<String>(value.get()));
        text.transpose().map_err(|_| wrong(&format!("`{name}` must be a string")))
    };
    let (subscription, request_id) = (text("subscriptionId")?, text("requestId")?);
    let subscription = subscription.ok_or_else(|| wrong("`subscriptionId` is missing"))?;
    let subscription =
        Uuid::try_parse(&subscription).map_err(|_| wrong("`subscriptionId` must be a GUID"))?;
    let rest = serde_json::to_vec(&members).map_err(Problem::internal)?;
    Ok((SubscriptionId(subscription), request_id, rest.into()))
}

fn wrong(detail: &str) -> Problem {
    Problem::new(Code::InvalidBody, detail)
}

fn may_succeed_later(problem: &Problem) -> bool {
    problem.code().status().is_server_error()
        || matches!(problem.code(), Code::RequestInProgress | Code::RateLimited)
}

/// The problem in one line: its code, what it says, and the members that are wrong.
fn reason(problem: &Problem) -> String {
    let mut text = format!("{}: {}", problem.code().as_str(), problem.detail());
    for error in problem.errors() {
        text.push_str(&format!(" {}: {};", error.pointer, error.detail));
    }
    text
}
