//! Events that are no HTTP requests.

use std::sync::Arc;

use lambda_runtime::{LambdaEvent, service_fn};
use platen_service::Service;
use serde_json::Value;

use crate::EventHandler;

/// Works off events until Lambda ends the process.
pub(crate) async fn serve(service: Arc<Service>, handler: EventHandler) -> Result<(), lambda_runtime::Error> {
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| {
        let service = service.clone();
        async move {
            let request_id = event.context.request_id;
            handler(&service, event.payload).await.map_err(|error| {
                tracing::error!(request_id, error, "event failed; Lambda will deliver it again");
                lambda_runtime::Error::from(error)
            })
        }
    }))
    .await
}
