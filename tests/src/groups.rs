//! The groups of SQS's messages. On a standard queue a group names the tenant, and SQS lets tenants take turns (fair queues).
//!
//! The server in this process knows groups on FIFO queues only, and refuses them on others. So they are checked here, where
//! a batch with a message of no group is refused, and taken off before the server sees them. The traces of messages it forgets:
//! they are kept here.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::header::CONTENT_LENGTH;
use http::{Response, response};
use http_body_util::BodyExt;
use rustack_sqs_core::handler::RustackSqsHandler;
use rustack_sqs_http::body::SqsResponseBody;
use rustack_sqs_http::dispatch::SqsHandler;
use rustack_sqs_model::error::SqsError;
use rustack_sqs_model::operations::SqsOperation;
use serde_json::Value;

use crate::calls;

/// Where a message has its group.
const GROUP: &str = "MessageGroupId";

/// Where a message has its trace when it is sent, and when it is taken.
const TRACE: &str = "AWSTraceHeader";

type Answer = Result<Response<SqsResponseBody>, SqsError>;

/// SQS's operations, without the groups of messages.
pub(crate) struct Groups(Arc<Inner>);

struct Inner {
    server: RustackSqsHandler,
    /// The traces of messages, by their ids.
    traces: Mutex<HashMap<String, Value>>,
}

impl Groups {
    pub(crate) fn of(server: RustackSqsHandler) -> Groups {
        Groups(Arc::new(Inner { server, traces: Mutex::default() }))
    }
}

impl SqsHandler for Groups {
    fn handle_operation(
        &self,
        operation: SqsOperation,
        body: Bytes,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
        calls::sqs(operation, &body);
        let inner = self.0.clone();
        Box::pin(async move {
            match operation {
                // Only the service sends batches; a message of its own a caller of the intake queue sends.
                SqsOperation::SendMessageBatch => inner.send(&body).await,
                SqsOperation::ReceiveMessage => inner.receive(body).await,
                _ => inner.server.handle_operation(operation, body).await,
            }
        })
    }
}

impl Inner {
    async fn send(&self, body: &[u8]) -> Answer {
        let wrong = "a message of a batch has no MessageGroupId, the subscription that it is for";
        let body = without_groups(body).ok_or_else(|| SqsError::invalid_parameter_value(wrong))?;
        let sent = self.server.handle_operation(SqsOperation::SendMessageBatch, body.clone()).await?;
        let (head, answer) = parts(sent).await;
        let request: Value = serde_json::from_slice(&body).unwrap();
        for entry in request["Entries"].as_array().into_iter().flatten() {
            let taken = answer["Successful"].as_array().into_iter().flatten();
            let id = taken
                .filter(|taken| taken["Id"] == entry["Id"])
                .find_map(|taken| taken["MessageId"].as_str());
            let trace = &entry["MessageSystemAttributes"][TRACE]["StringValue"];
            if let Some(id) = id.filter(|_| trace.is_string()) {
                self.traces.lock().unwrap().insert(id.to_owned(), trace.clone());
            }
        }
        Ok(whole(head, &answer))
    }

    async fn receive(&self, body: Bytes) -> Answer {
        let taken = self.server.handle_operation(SqsOperation::ReceiveMessage, body).await?;
        let (head, mut answer) = parts(taken).await;
        for message in answer["Messages"].as_array_mut().into_iter().flatten() {
            let trace =
                message["MessageId"].as_str().and_then(|id| self.traces.lock().unwrap().get(id).cloned());
            if let (Some(trace), Some(attributes)) = (trace, message["Attributes"].as_object_mut()) {
                attributes.insert(TRACE.to_owned(), trace);
            }
        }
        Ok(whole(head, &answer))
    }
}

async fn parts(answer: Response<SqsResponseBody>) -> (response::Parts, Value) {
    let (head, body) = answer.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    (head, serde_json::from_slice(&body).unwrap())
}

fn whole(mut head: response::Parts, answer: &Value) -> Response<SqsResponseBody> {
    head.headers.remove(CONTENT_LENGTH);
    Response::from_parts(head, SqsResponseBody::from_json(answer.to_string().into_bytes()))
}

/// The batch with the groups taken off; nothing when a message has none.
fn without_groups(body: &[u8]) -> Option<Bytes> {
    let mut request: Value = serde_json::from_slice(body).ok()?;
    for entry in request.get_mut("Entries")?.as_array_mut()? {
        let group = entry.as_object_mut()?.remove(GROUP)?;
        uuid::Uuid::try_parse(group.as_str()?).ok()?;
    }
    serde_json::to_vec(&request).ok().map(Bytes::from)
}
