//! EventBridge, as far as functions put events on a bus.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use serde_json::{Value, json};

use crate::calls;

/// The bus, of which each clone is the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Bus(Arc<Mutex<Vec<Value>>>);

impl Bus {
    /// Takes the events of a PutEvents, and answers it (API reference of EventBridge, PutEvents).
    pub(crate) async fn put(&self, request: Request<Incoming>) -> Response<Full<Bytes>> {
        let body = request.into_body().collect().await.unwrap().to_bytes();
        let asked: Value = serde_json::from_slice(&body).unwrap();
        let entries = asked["Entries"].as_array().unwrap();
        calls::events(entries);
        self.0.lock().unwrap().extend(entries.iter().cloned());
        let results: Vec<_> = entries.iter().map(|_| json!({ "EventId": "1" })).collect();
        let answer = json!({ "FailedEntryCount": 0, "Entries": results });
        Response::new(Full::new(Bytes::from(answer.to_string())))
    }

    /// The details of what it took.
    pub(crate) fn details(&self) -> Vec<Value> {
        let entries = self.0.lock().unwrap();
        entries.iter().map(|entry| serde_json::from_str(entry["Detail"].as_str().unwrap()).unwrap()).collect()
    }
}
