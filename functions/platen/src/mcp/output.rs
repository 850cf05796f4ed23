//! What tools answer, as JSON Schema (`outputSchema`). Clients refuse an answer that does not fit, so a schema names what an agent
//! goes by and leaves the rest open; the service's own document (`/api/openapi.json`) has all of it.

use serde_json::{Map, Value, json};

/// Templates that were found.
pub fn found() -> Value {
    object(
        &["templates", "found", "registered"],
        json!({
            "templates": list(&object(&["templateId", "name"], json!({
                "templateId": { "type": "string" },
                "name": { "type": "string" },
                "fileName": { "type": "string" },
                "description": { "type": ["string", "null"] },
            }))),
            "found": { "type": "integer", "description": "Templates that match; `templates` lists the first of them" },
            "registered": { "type": "integer", "description": "All templates" },
            "hint": { "type": "string" },
        }),
    )
}

/// What a template needs.
pub fn described() -> Value {
    object(
        &["schema"],
        json!({
            "schema": { "type": "object", "description": "The JSON Schema of the data" },
            "placeholders": list(&json!({ "type": "object" })),
            "contentControls": list(&json!({ "type": "object" })),
            "warnings": warnings(),
        }),
    )
}

/// Any data.
pub fn data() -> Value {
    object(&[], json!({}))
}

/// Whether data fits.
pub fn checked() -> Value {
    object(
        &["fits"],
        json!({
            "fits": { "type": "boolean" },
            "errors": list(&object(&["detail"], json!({
                "pointer": { "type": "string", "description": "A JSON Pointer to the value" },
                "detail": { "type": "string" },
            }))),
            "warnings": warnings(),
        }),
    )
}

/// A document; or, where a link was asked for, the job that made it.
pub fn document() -> Value {
    let document = json!({
        "fileName": { "type": "string" },
        "bytes": { "type": "integer" },
        "savedTo": { "type": "string" },
    });
    object(&[], joined(document, job_members()))
}

/// A job that was started.
pub fn started() -> Value {
    object(
        &["jobId", "startedAt"],
        json!({ "jobId": { "type": "string" }, "startedAt": { "type": "string" } }),
    )
}

/// A job.
pub fn job() -> Value {
    object(
        &["jobId", "status", "totalCount", "completedCount", "failedGenerationCount"],
        joined(job_members(), json!({ "savedTo": { "type": "string" } })),
    )
}

/// A new template.
pub fn draft() -> Value {
    object(
        &["fileName"],
        json!({
            "fileName": { "type": "string" },
            "registered": { "type": "object", "description": "The draft in the service" },
            "savedTo": { "type": "string" },
        }),
    )
}

fn job_members() -> Value {
    json!({
        "jobId": { "type": "string" },
        "status": { "type": "string", "description": "Pending, Running, Completed, Failed or Canceled" },
        "totalCount": { "type": "integer" },
        "completedCount": { "type": "integer" },
        "failedGenerationCount": { "type": "integer" },
        "failedGenerations": list(&json!({ "type": "object" })),
        "warnings": warnings(),
        "zipUrl": { "type": ["string", "null"], "description": "Needs no key, and ends at `zipUrlExpiresAt`" },
        "zipUrlExpiresAt": { "type": ["string", "null"] },
        "errorMessage": { "type": ["string", "null"] },
    })
}

fn warnings() -> Value {
    list(&json!({ "type": ["object", "string"] }))
}

fn list(of: &Value) -> Value {
    json!({ "type": "array", "items": of })
}

fn object(required: &[&str], properties: Value) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

fn joined(one: Value, other: Value) -> Value {
    let members = [one, other].into_iter().filter_map(|value| match value {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect::<Map<_, _>>())
}
