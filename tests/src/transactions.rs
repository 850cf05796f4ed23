//! Writes of DynamoDB: when a busy table refuses them ([`crate::busy`]), and the tokens of transactions, by which one that is sent
//! again after its answer was lost is not done twice.
//!
//! DynamoDB keeps a token for ten minutes, however many there are. The server in this process keeps 1,024, and refuses every
//! other transaction until one of them is old (`RequestLimitExceeded`): a job of 512 chunks would stand still. So they are
//! kept here, for as long as the server lives, and it sees none.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::Response;
use rustack_dynamodb_core::handler::RustackDynamoDBHandler;
use rustack_dynamodb_http::response::json_response;
use rustack_dynamodb_http::{DynamoDBHandler, DynamoDBResponseBody};
use rustack_dynamodb_model::error::{DynamoDBError, DynamoDBErrorCode};
use rustack_dynamodb_model::operations::DynamoDBOperation;
use serde_json::Value;
use uuid::Uuid;

use crate::busy::{Busy, HOLDS};
use crate::calls;

/// Where a transaction has its token.
const TOKEN: &str = "ClientRequestToken";

type Answer = Result<Response<DynamoDBResponseBody>, DynamoDBError>;

/// DynamoDB's operations, and what is kept of transactions.
pub(crate) struct Transactions(Arc<Inner>);

struct Inner {
    server: RustackDynamoDBHandler,
    busy: Busy,
    /// The requests that were done, by their tokens.
    done: Mutex<HashMap<String, Bytes>>,
}

impl Transactions {
    pub(crate) fn of(server: RustackDynamoDBHandler) -> Transactions {
        Transactions(Arc::new(Inner { server, busy: Busy::default(), done: Mutex::default() }))
    }

    /// Writes that were refused because the table was busy.
    pub(crate) fn refused(&self) -> u64 {
        self.0.busy.refused()
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
            return match self.0.busy.write(operation, &body) {
                Ok(()) => self.0.server.handle_operation(operation, body),
                Err(refused) => Box::pin(async { Err(refused) }),
            };
        }
        // A client that goes away drops this future: what it asked for is done, and noted, all the same.
        let written = tokio::spawn(write_once(self.0.clone(), body));
        Box::pin(async { written.await.unwrap() })
    }
}

async fn write_once(inner: Arc<Inner>, body: Bytes) -> Answer {
    let mut request: Value =
        serde_json::from_slice(&body).map_err(|error| DynamoDBError::validation(error.to_string()))?;
    let token = request.as_object_mut().and_then(|members| members.remove(TOKEN));
    let token = token.and_then(|token| token.as_str().map(str::to_owned)).unwrap_or_default();
    if let Some(before) = inner.done.lock().unwrap().get(&token) {
        return match *before == body {
            true => Ok(json_response(b"{}".to_vec(), &Uuid::new_v4().to_string())),
            false => Err(DynamoDBError::new(DynamoDBErrorCode::IdempotentParameterMismatchException)),
        };
    }
    // Two with one token are at the same records: one of them is refused.
    let _held = inner.busy.transaction(&request)?;
    tokio::time::sleep(HOLDS).await;
    let request = request.to_string().into();
    let answer = inner.server.handle_operation(DynamoDBOperation::TransactWriteItems, request).await?;
    inner.done.lock().unwrap().insert(token, body);
    Ok(answer)
}
