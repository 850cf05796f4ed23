//! The tokens of DynamoDB's transactions, by which one that is sent again after its answer was lost is not done twice.
//!
//! DynamoDB keeps a token for ten minutes, however many there are. The server in this process keeps 1,024, and refuses every
//! other transaction until one of them is old (`RequestLimitExceeded`): a job of 512 chunks would stand still. So they are
//! kept here, for as long as the server lives, and it sees none.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;

use bytes::Bytes;
use http::Response;
use rustack_dynamodb_core::handler::RustackDynamoDBHandler;
use rustack_dynamodb_http::response::json_response;
use rustack_dynamodb_http::{DynamoDBHandler, DynamoDBResponseBody};
use rustack_dynamodb_model::error::{DynamoDBError, DynamoDBErrorCode};
use rustack_dynamodb_model::operations::DynamoDBOperation;
use serde_json::Value;
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::calls;

/// Where a transaction has its token.
const TOKEN: &str = "ClientRequestToken";

type Answer = Result<Response<DynamoDBResponseBody>, DynamoDBError>;

/// DynamoDB's operations, and what is kept of transactions.
pub(crate) struct Transactions {
    server: Arc<RustackDynamoDBHandler>,
    /// The requests that were done, by their tokens.
    done: Arc<Mutex<HashMap<String, Bytes>>>,
}

impl Transactions {
    pub(crate) fn of(server: RustackDynamoDBHandler) -> Transactions {
        Transactions { server: Arc::new(server), done: Arc::default() }
    }
}

impl DynamoDBHandler for Transactions {
    fn handle_operation(
        &self,
        operation: DynamoDBOperation,
        body: Bytes,
    ) -> Pin<Box<dyn Future<Output = Answer> + Send>> {
        calls::dynamodb(operation, &body);
        if operation != DynamoDBOperation::TransactWriteItems {
            return self.server.handle_operation(operation, body);
        }
        let write = write_once(self.server.clone(), self.done.clone(), body);
        // A client that goes away drops this future: what it asked for is done, and noted, all the same.
        let written = tokio::spawn(write);
        Box::pin(async { written.await.unwrap() })
    }
}

async fn write_once(
    server: Arc<RustackDynamoDBHandler>,
    done: Arc<Mutex<HashMap<String, Bytes>>>,
    body: Bytes,
) -> Answer {
    let mut request: Value =
        serde_json::from_slice(&body).map_err(|error| DynamoDBError::validation(error.to_string()))?;
    let token = request.as_object_mut().and_then(|members| members.remove(TOKEN));
    let Some(Value::String(token)) = token else {
        return server.handle_operation(DynamoDBOperation::TransactWriteItems, body).await;
    };
    // Held meanwhile: two with one token are done one after the other.
    let mut done = done.lock().await;
    match done.get(&token) {
        Some(before) if *before == body => Ok(json_response(b"{}".to_vec(), &Uuid::new_v4().to_string())),
        Some(_) => Err(DynamoDBError::new(DynamoDBErrorCode::IdempotentParameterMismatchException)),
        None => {
            let request = request.to_string().into();
            let answer = server.handle_operation(DynamoDBOperation::TransactWriteItems, request).await?;
            done.insert(token, body);
            Ok(answer)
        }
    }
}
