//! An object arrived under `incoming/{subscriptionId}/{path}`: check, compile, record.

mod event;

pub use event::{EventError, ObjectCreated, StrayKey};

use platen_service::Service;
use platen_service::problem::Problem;
use platen_service::templates::TemplateRecord;

/// Registers the object. `None` when it is gone again.
///
/// Events arrive more than once and in any order; the same object registered again changes nothing.
///
/// # Errors
/// `unavailable` or `internal`: the event should be delivered again.
pub async fn handle(service: &Service, object: &ObjectCreated) -> Result<Option<TemplateRecord>, Problem> {
    service.templates().register_incoming(object.subscription, &object.path).await
}
