//! The groups of SQS's messages. On a standard queue a group names the tenant, and SQS lets tenants take turns (fair queues).
//!
//! The server in this process knows groups on FIFO queues only, and refuses them on others. So they are checked here, where
//! a batch with a message of no group is refused, and taken off before the server sees them. They are kept here, as are the traces
//! of messages, which it forgets.

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
use serde_json::{Map, Value};

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
    /// What the server does not keep of messages, by their ids: attributes.
    kept: Mutex<HashMap<String, Map<String, Value>>>,
}

impl Groups {
    pub(crate) fn of(server: RustackSqsHandler) -> Groups {
        Groups(Arc::new(Inner { server, kept: Mutex::default() }))
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
                // Only the service sends batches; a message of its own a caller of the intake queue sends, or who puts one behind others.
                SqsOperation::SendMessageBatch => inner.send(&body).await,
                SqsOperation::SendMessage => inner.send_one(body).await,
                SqsOperation::ReceiveMessage => inner.receive(body).await,
                _ => inner.server.handle_operation(operation, body).await,
            }
        })
    }
}

impl Inner {
    async fn send(&self, body: &[u8]) -> Answer {
        let wrong = "a message of a batch has no MessageGroupId, the subscription that it is for";
        let request: Value = serde_json::from_slice(body).unwrap();
        let body = without_groups(body).ok_or_else(|| SqsError::invalid_parameter_value(wrong))?;
        let sent = self.server.handle_operation(SqsOperation::SendMessageBatch, body).await?;
        let (head, answer) = parts(sent).await;
        for entry in request["Entries"].as_array().into_iter().flatten() {
            let mut taken = answer["Successful"].as_array().into_iter().flatten();
            if let Some(taken) = taken.find(|taken| taken["Id"] == entry["Id"]) {
                self.keep(&taken["MessageId"], entry);
            }
        }
        Ok(whole(head, &answer))
    }

    async fn send_one(&self, body: Bytes) -> Answer {
        let mut request: Value = serde_json::from_slice(&body).unwrap();
        let sent = request.clone();
        request.as_object_mut().unwrap().remove(GROUP);
        let body = Bytes::from(serde_json::to_vec(&request).unwrap());
        let (head, answer) =
            parts(self.server.handle_operation(SqsOperation::SendMessage, body).await?).await;
        self.keep(&answer["MessageId"], &sent);
        Ok(whole(head, &answer))
    }

    fn keep(&self, id: &Value, sent: &Value) {
        let kept = [(GROUP, &sent[GROUP]), (TRACE, &sent["MessageSystemAttributes"][TRACE]["StringValue"])];
        let kept = kept.into_iter().filter(|(_, value)| value.is_string());
        let kept = kept.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        self.kept.lock().unwrap().insert(id.as_str().unwrap().to_owned(), kept);
    }

    async fn receive(&self, body: Bytes) -> Answer {
        let taken = self.server.handle_operation(SqsOperation::ReceiveMessage, body).await?;
        let (head, mut answer) = parts(taken).await;
        for message in answer["Messages"].as_array_mut().into_iter().flatten() {
            let kept =
                message["MessageId"].as_str().and_then(|id| self.kept.lock().unwrap().get(id).cloned());
            if let (Some(kept), Some(attributes)) = (kept, message["Attributes"].as_object_mut()) {
                attributes.extend(kept);
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
