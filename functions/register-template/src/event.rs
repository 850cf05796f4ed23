//! The event "object created" of S3 (version 2.x of its message structure), as far as it is read here.

use percent_encoding::percent_decode_str;
use platen_service::ids::SubscriptionId;
use serde::Deserialize;
use uuid::Uuid;

/// An object that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectCreated {
    /// Whose it is.
    pub subscription: SubscriptionId,
    /// Its path below the subscription.
    pub path: String,
}

/// An event that is none of S3's. Delivering it again does not help.
#[derive(Debug, thiserror::Error)]
#[error("the event is not an S3 notification: {0}")]
pub struct EventError(#[from] serde_json::Error);

/// An object whose key names nobody's template. It stays where it is.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the object key `{0}` is not incoming/{{subscriptionId}}/{{path}}")]
pub struct StrayKey(String);

#[derive(Deserialize)]
struct Event {
    #[serde(rename = "Records", default)]
    records: Vec<Record>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    event_name: String,
    s3: Entity,
}

#[derive(Deserialize)]
struct Entity {
    object: Object,
}

#[derive(Deserialize)]
struct Object {
    key: String,
}

impl ObjectCreated {
    /// Reads the objects of an event; what was not created (removed, restored ...) is left out, and so are the test message
    /// that S3 sends when notifications are set up, and the markers of folders that consoles make.
    ///
    /// # Errors
    /// [`EventError`] for what is no event of S3.
    pub fn parse(event: &[u8]) -> Result<Vec<Result<ObjectCreated, StrayKey>>, EventError> {
        let event: Event = serde_json::from_slice(event)?;
        let created = event.records.iter().filter(|record| record.event_name.starts_with("ObjectCreated:"));
        let keys = created.map(|record| record.s3.object.key.as_str()).filter(|key| !key.ends_with('/'));
        Ok(keys.map(|key| ObjectCreated::of_key(key).ok_or_else(|| StrayKey(key.to_owned()))).collect())
    }

    /// The object of a key as it is listed.
    ///
    /// # Errors
    /// [`StrayKey`] where it names nobody's template.
    pub fn named(key: &str) -> Result<ObjectCreated, StrayKey> {
        ObjectCreated::below_incoming(key).ok_or_else(|| StrayKey(key.to_owned()))
    }

    /// Keys of events come form-encoded: `+` for a space, then percent-encoding.
    fn of_key(encoded: &str) -> Option<ObjectCreated> {
        let spaced = encoded.replace('+', " ");
        ObjectCreated::below_incoming(&percent_decode_str(&spaced).decode_utf8().ok()?)
    }

    fn below_incoming(key: &str) -> Option<ObjectCreated> {
        let (subscription, path) = key.strip_prefix("incoming/")?.split_once('/')?;
        let subscription = SubscriptionId(Uuid::try_parse(subscription).ok()?);
        Some(ObjectCreated { subscription, path: path.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(name: &str, key: &str) -> Vec<u8> {
        serde_json::json!({
            "Records": [{
                "eventVersion": "2.1",
                "eventSource": "aws:s3",
                "awsRegion": "eu-central-1",
                "eventTime": "2026-11-21T10:00:00.000Z",
                "eventName": name,
                "s3": {
                    "s3SchemaVersion": "1.0",
                    "bucket": { "name": "templates", "arn": "arn:aws:s3:::templates" },
                    "object": { "key": key, "size": 9000, "eTag": "d41d8cd98f00b204e9800998ecf8427e" }
                }
            }]
        })
        .to_string()
        .into_bytes()
    }

    const SUBSCRIPTION: &str = "0197b1c2-3d4e-7f80-9a1b-2c3d4e5f6071";

    #[test]
    fn keys_are_decoded() {
        let event = event(
            "ObjectCreated:Put",
            &format!("incoming/{SUBSCRIPTION}/letters/Gr%C3%BC%C3%9Fe+an%2Balle.docx"),
        );
        let mut objects = ObjectCreated::parse(&event).unwrap();
        assert_eq!(objects.len(), 1);
        let object = objects.remove(0).unwrap();
        assert_eq!(object.path, "letters/Grüße an+alle.docx");
        assert_eq!(object.subscription.to_string(), SUBSCRIPTION);
    }

    #[test]
    fn other_events_are_left_alone() {
        assert_eq!(ObjectCreated::parse(&event("ObjectRemoved:Delete", "x")).unwrap(), []);
        assert_eq!(ObjectCreated::parse(br#"{"Service":"Amazon S3","Event":"s3:TestEvent"}"#).unwrap(), []);
    }

    #[test]
    fn keys_that_name_nothing_are_told_and_folders_are_not() {
        for key in [
            "letter.docx",
            "incoming/letter.docx",
            "incoming/no-guid/letter.docx",
            &format!("incoming/{SUBSCRIPTION}/%FF.docx"),
        ] {
            let stray = Err(StrayKey(key.to_owned()));
            assert_eq!(ObjectCreated::parse(&event("ObjectCreated:Put", key)).unwrap(), [stray]);
        }
        for key in [format!("incoming/{SUBSCRIPTION}/"), format!("incoming/{SUBSCRIPTION}/folder/")] {
            assert_eq!(ObjectCreated::parse(&event("ObjectCreated:Put", &key)).unwrap(), []);
        }
        assert!(ObjectCreated::parse(b"7").is_err());
    }
}
