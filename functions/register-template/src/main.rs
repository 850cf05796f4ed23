//! The Lambda function of objects that arrive under `incoming/` of the templates bucket.

use std::process::ExitCode;

use platen_service::Service;
use register_template::ObjectCreated;
use serde_json::{Value, json};

fn main() -> ExitCode {
    platen_lambda::serve_events(|worker, event| {
        Box::pin(async move { register(worker.service(), event).await })
    })
}

/// Registers the objects of one event, and tells for the log what became of each.
async fn register(service: &Service, event: Value) -> Result<Value, String> {
    let objects = ObjectCreated::parse(event.to_string().as_bytes()).map_err(|error| error.to_string())?;
    let mut results = Vec::with_capacity(objects.len());
    for object in &objects {
        let object = match object {
            Ok(object) => object,
            // Delivering it again would not help, nor is anything wrong with the service.
            Err(stray) => {
                results.push(json!({ "status": "ignored", "reason": stray.to_string() }));
                continue;
            }
        };
        let record = register_template::handle(service, object).await;
        let record = record.map_err(|problem| problem.detail().to_owned())?;
        results.push(match record {
            Some(record) => json!({
                "path": object.path, "templateId": record.template_id, "version": record.version, "status": record.status,
            }),
            None => json!({ "path": object.path, "status": "gone" }),
        });
    }
    Ok(Value::Array(results))
}
