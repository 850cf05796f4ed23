//! A message of the protocol, as it comes.

use std::collections::BTreeMap;

use bytes::{Bytes, BytesMut};
use hyper::body::Body;
use platen_service::http::Head;
use platen_service::problem::{Code, Problem};
use platen_service::work::{HeldMemory, Received};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::Home;
use super::super::body::Arriving;

/// Bytes of a message beside the arguments of its tool. One that has no more at all is read as it is: its values take a megabyte
/// at most.
const ENVELOPE_BYTES: usize = 16 << 10;

/// A message of the protocol.
pub(super) struct Message {
    /// What the protocol's library reads.
    pub(super) envelope: Bytes,
    /// The arguments of a tool, read here where they are more than a few, and the memory that they take. The library tries one
    /// kind of message after the other: each try builds all values, on the threads that serve all others.
    pub(super) arguments: Option<(Map<String, Value>, HeldMemory)>,
}

/// Reads the message of a caller who has a key. A large one is parsed off the reactor, once there is memory for its values.
pub(super) async fn read<B>(home: &Home, head: &Head, body: B) -> Result<Message, Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let service = &home.setup.service;
    let (who, received) = service.authorize_sender(head).await?;
    let (body, _received) = read_bytes(home, head, body, received).await?;
    if body.len() <= ENVELOPE_BYTES {
        return Ok(Message { envelope: body, arguments: None });
    }
    let parts = tokio::task::spawn_blocking(move || split(&body)).await.map_err(Problem::internal)?;
    let invalid = |detail: String| Problem::new(Code::InvalidBody, detail);
    let (envelope, arguments) = parts.filter(|(envelope, _)| envelope.len() <= ENVELOPE_BYTES).ok_or_else(|| {
        invalid(format!(
            "A message of more than {ENVELOPE_BYTES} bytes must call a tool and have most of them in `params.arguments`."
        ))
    })?;
    match service.parse(who, arguments).await? {
        (Value::Object(arguments), memory) => Ok(Message { envelope, arguments: Some((arguments, memory)) }),
        _ => Err(invalid("`params.arguments` must be an object.".to_owned())),
    }
}

/// Takes the arguments of a tool out of a message. `None` when there are none.
fn split(message: &Bytes) -> Option<(Bytes, Bytes)> {
    let members = |text| serde_json::from_slice::<BTreeMap<String, &RawValue>>(text).ok();
    let mut outer = members(message)?;
    let mut params = members(outer.get("params")?.get().as_bytes())?;
    let arguments = message.slice_ref(params.remove("arguments")?.get().as_bytes());
    let params = serde_json::value::to_raw_value(&params).ok()?;
    outer.insert("params".to_owned(), &params);
    Some((serde_json::to_vec(&outer).ok()?.into(), arguments))
}

/// Reads the bytes of a message, and counts them until the count is dropped.
async fn read_bytes<B>(
    home: &Home,
    head: &Head,
    body: B,
    mut received: Received,
) -> Result<(Bytes, Received), Problem>
where
    B: Body<Data = Bytes> + Unpin,
{
    let patience = &home.setup.bounds.patience;
    let most = home.setup.service.limits().mcp_bytes;
    let mut arriving = Arriving::new(body, patience, patience.body);
    let mut bytes = BytesMut::new();
    while let Some(data) = arriving.next().await? {
        if arriving.length() > most {
            return Err(Problem::payload_too_large("mcp_bytes", most));
        }
        received.add(data.len() as u64)?;
        head.trail().received(data.len() as u64);
        bytes.extend_from_slice(&data);
    }
    Ok((bytes.freeze(), received))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_taken_out_of_a_message() {
        let message = |text: &'static str| split(&Bytes::from_static(text.as_bytes()));
        let (envelope, arguments) =
            message(r#"{"id": 1, "params": {"name": "x", "arguments": {"z": [0]}}, "method": "tools/call"}"#)
                .unwrap();
        assert_eq!(envelope, r#"{"id":1,"method":"tools/call","params":{"name":"x"}}"#);
        assert_eq!(arguments, r#"{"z": [0]}"#);
        for other in [
            "",
            "[]",
            r#"{"id": 1}"#,
            r#"{"params": []}"#,
            r#"{"params": {}}"#,
            r#"{"params": {"arguments": }}"#,
        ] {
            assert_eq!(message(other), None, "{other}");
        }
    }
}
