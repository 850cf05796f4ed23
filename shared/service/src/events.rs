//! Changes that people and programs made in a subscription, for its administrators to read (`GET /api/audit`).
//!
//! The audit log ([`crate::audit`]) is the operator's, and has a line for every request. These are the few that matter
//! later: a template was added or deleted, a job was started or canceled, a key was created or removed, somebody signed in
//! or out. Documents are not among them: at thousands a second they are work, not events.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::ids::EventId;

/// Something that was done, or tried.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its id.
    pub event_id: EventId,
    /// When it was.
    #[serde(serialize_with = "crate::time::write")]
    pub time: Timestamp,
    /// What was done: the `operationId` in the OpenAPI document, such as `deleteTemplate`.
    pub action: String,
    /// Who did it: the name of a person or of a key, or `command line (ada)` for a command of the operator's.
    pub who: String,
    /// The person's e-mail address, where they signed in and the provider told it.
    pub email: Option<String>,
    /// The key or the session; zeros for a command of the operator's, who needs none.
    pub key_id: Uuid,
    /// The template, job or key that it was done to.
    pub target_id: Option<Uuid>,
    /// What the template, key or person was called then.
    #[serde(default)]
    pub target_name: Option<String>,
    /// `ok`, or the code of the problem.
    pub outcome: String,
    /// The address that the request came from.
    pub client: Option<String>,
    /// The id of the request; it finds the line in the service's log.
    pub request_id: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_as_time_goes_and_read_back() {
        let at = |second| EventId::new(Timestamp::from_second(second).unwrap());
        assert!(at(1) < at(2) && at(2) < at(4_000_000_000));
        let id = at(1_800_000_000);
        assert_eq!(EventId::parse(id.as_str()), Some(id.clone()));
        for wrong in ["", "x", "~", &id.as_str()[1..], &id.as_str().to_uppercase().replace('0', "G")] {
            assert_eq!(EventId::parse(wrong), None, "{wrong}");
        }
    }
}
