//! The groups of SQS's messages. On a standard queue a group names the tenant, and SQS lets tenants take turns (fair queues).
//!
//! The server in this process knows groups on FIFO queues only, and refuses them on others. So they are checked here, where
//! a batch with a message of no group is refused, and taken off before the server sees them.

use std::pin::Pin;

use bytes::Bytes;
use http::Response;
use rustack_sqs_core::handler::RustackSqsHandler;
use rustack_sqs_http::body::SqsResponseBody;
use rustack_sqs_http::dispatch::SqsHandler;
use rustack_sqs_model::error::SqsError;
use rustack_sqs_model::operations::SqsOperation;
use serde_json::Value;

use crate::calls;

/// Where a message has its group.
const GROUP: &str = "MessageGroupId";

type Answer = Result<Response<SqsResponseBody>, SqsError>;

/// SQS's operations, without the groups of messages.
pub(crate) struct Groups(pub(crate) RustackSqsHandler);

impl SqsHandler for Groups {
    fn handle_operation(
        &self,
        operation: SqsOperation,
        body: Bytes,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
        calls::sqs(operation, &body);
        let body = match operation {
            // Only the service sends batches; a message of its own a caller of the intake queue sends.
            SqsOperation::SendMessageBatch => match without_groups(&body) {
                Some(body) => body,
                None => {
                    let wrong = "a message of a batch has no MessageGroupId, the subscription that it is for";
                    return Box::pin(async move { Err(SqsError::invalid_parameter_value(wrong)) });
                }
            },
            _ => body,
        };
        self.0.handle_operation(operation, body)
    }
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
