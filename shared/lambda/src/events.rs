//! Events that are neither HTTP requests nor messages.

use std::sync::Arc;

use lambda_runtime::{LambdaEvent, service_fn};
use serde_json::Value;

use crate::{EventHandler, Home};

/// Works off events until Lambda ends the process.
pub(crate) async fn serve(home: Arc<Home>, handler: EventHandler) -> Result<(), lambda_runtime::Error> {
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| {
        let home = home.clone();
        async move {
            let request_id = event.context.request_id;
            let handled = handler(home.worker().clone(), event.payload).await;
            home.publish_figures();
            if let Ok(became) = &handled {
                tracing::info!(request_id, %became, "event handled");
            }
            handled.map_err(|error| {
                tracing::error!(request_id, error, "event failed; Lambda will deliver it again");
                lambda_runtime::Error::from(error)
            })
        }
    }))
    .await
}
