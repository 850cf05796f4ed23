//! Request bodies: media type, content encoding, JSON. Bodies are hostile until shown otherwise.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek};

use bytes::{Buf, Bytes};
use flate2::read::MultiGzDecoder;
use http::header;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use super::Head;
use super::weight::Scale;
use crate::Limits;
use crate::problem::{Code, Problem};

/// Checks from the head alone that the body is JSON in a form that is read here. A body without a media type is taken for
/// JSON.
pub(crate) fn check_media_type(head: &Head) -> Result<(), Problem> {
    let unsupported = |detail: String| Problem::new(Code::UnsupportedMediaType, detail);
    if let Some(value) = head.headers().get(header::CONTENT_TYPE) {
        let text = value.to_str().unwrap_or_default();
        let mut words = text.split(';').map(str::trim);
        let kind = words.next().unwrap_or_default().to_ascii_lowercase();
        let json =
            kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"));
        if !json {
            return Err(unsupported(
                "The body must be JSON. Send it with the header `Content-Type: application/json`.".to_owned(),
            ));
        }
        for word in words {
            if let Some((name, charset)) = word.split_once('=')
                && name.trim().eq_ignore_ascii_case("charset")
                && !["utf-8", "utf8"]
                    .contains(&charset.trim().trim_matches('"').to_ascii_lowercase().as_str())
            {
                return Err(unsupported("The body must be JSON in UTF-8 (RFC 8259, 8.1).".to_owned()));
            }
        }
    }
    check_encoding(head)
}

/// Checks from the head alone that the content encoding is one that is undone here.
pub(crate) fn check_encoding(head: &Head) -> Result<(), Problem> {
    encoding(head).map(|_| ())
}

#[derive(PartialEq)]
enum Encoding {
    Identity,
    Gzip,
}

fn encoding(head: &Head) -> Result<Encoding, Problem> {
    let mut values = head.headers().get_all(header::CONTENT_ENCODING).iter();
    // One coding at most: codings on codings multiply what a small body expands to.
    match (
        values.next().map(|value| value.to_str().unwrap_or_default().trim().to_ascii_lowercase()),
        values.next(),
    ) {
        (None, _) => Ok(Encoding::Identity),
        (Some(one), None) if one.is_empty() || one == "identity" => Ok(Encoding::Identity),
        (Some(one), None) if one == "gzip" || one == "x-gzip" => Ok(Encoding::Gzip),
        _ => Err(Problem::new(
            Code::UnsupportedMediaType,
            "The only content encoding that is accepted is `gzip`, applied once. Send the body plain or with `Content-Encoding: gzip`.",
        )),
    }
}

/// A body as it arrived.
#[derive(Debug)]
pub enum RawBody {
    /// In memory.
    Memory(Bytes),
    /// On disk.
    Spooled {
        /// A file that holds nothing else.
        file: File,
        /// Its length.
        bytes: u64,
    },
}

impl From<Bytes> for RawBody {
    fn from(bytes: Bytes) -> RawBody {
        RawBody::Memory(bytes)
    }
}

impl RawBody {
    /// Its length in bytes.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> u64 {
        match self {
            RawBody::Memory(bytes) => bytes.len() as u64,
            RawBody::Spooled { bytes, .. } => *bytes,
        }
    }

    /// The bytes, if they are in memory, few, and need no decoding; itself otherwise.
    pub(crate) fn plain(self, head: &Head, most: u64) -> Result<Result<Bytes, RawBody>, Problem> {
        let identity = encoding(head)? == Encoding::Identity;
        Ok(match self {
            RawBody::Memory(bytes) if bytes.is_empty() || identity && bytes.len() as u64 <= most => Ok(bytes),
            other => Err(other),
        })
    }

    /// All its bytes. Call it where a thread may wait.
    pub(crate) fn read(self) -> Result<Bytes, Problem> {
        match self {
            RawBody::Memory(bytes) => Ok(bytes),
            RawBody::Spooled { mut file, bytes } => {
                let mut all = Vec::with_capacity(usize::try_from(bytes).unwrap_or_default());
                file.rewind().and_then(|()| file.read_to_end(&mut all)).map_err(unreadable)?;
                Ok(all.into())
            }
        }
    }
}

/// Bytes that were just written to disk cannot be read: the disk's fault.
fn unreadable(error: io::Error) -> Problem {
    Problem::unavailable(format!("a body that was spooled to disk cannot be read: {error}"))
}

/// Undoes the content encoding.
pub(crate) fn decode(head: &Head, body: RawBody, max_bytes: u64) -> Result<Bytes, Problem> {
    if encoding(head)? == Encoding::Identity {
        return body.read();
    }
    match body {
        RawBody::Memory(bytes) => expand(bytes.as_ref(), max_bytes),
        RawBody::Spooled { mut file, .. } => {
            file.rewind().map_err(unreadable)?;
            expand(io::BufReader::new(file), max_bytes)
        }
    }
}

fn expand(body: impl Read, max_bytes: u64) -> Result<Bytes, Problem> {
    let mut expanded = Vec::new();
    // A few kilobytes of gzip expand to gigabytes: the bytes that come out are counted, not those that are promised.
    match MultiGzDecoder::new(body).take(max_bytes + 1).read_to_end(&mut expanded) {
        Ok(_) if expanded.len() as u64 > max_bytes => {
            Err(Problem::payload_too_large("request_expanded_bytes", max_bytes))
        }
        Ok(_) => Ok(expanded.into()),
        Err(_) => Err(Problem::new(
            Code::InvalidBody,
            "The body is not valid gzip, although its Content-Encoding says so: it is damaged, incomplete or not compressed.",
        )),
    }
}

/// Whether a body is none, or the empty one that programs send where they have nothing to say: `{}`, `null`, space.
pub(crate) fn says_nothing(body: &[u8]) -> bool {
    let marks = body.iter().filter(|byte| !byte.is_ascii_whitespace()).take(5).copied().collect::<Vec<_>>();
    matches!(marks.as_slice(), b"" | b"{}" | b"null")
}

/// A body without the byte order mark that .NET's writers, Excel and PowerShell 5.1 put before a text. RFC 8259, 8.1 lets a
/// reader ignore it. No file that is taken here begins with one.
pub(crate) fn unmarked(mut body: Bytes) -> Bytes {
    if body.starts_with(MARK) {
        body.advance(MARK.len());
    }
    body
}

const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Parses a body. serde_json refuses more than 128 levels; how many values there are, and what they take in memory, is counted
/// here ([`weigh`](super::weight::weigh) tells it before).
pub(crate) fn parse_json(body: &[u8], limits: &Limits) -> Result<Value, Problem> {
    if body.is_empty() {
        return Err(Problem::new(Code::InvalidBody, "The body is empty. Send a JSON object."));
    }
    let mut scale = Scale::new(limits);
    let mut parser = serde_json::Deserializer::from_slice(body);
    let value = Built(&mut scale).deserialize(&mut parser).and_then(|value| parser.end().map(|()| value));
    value.map_err(|error| scale.problem(&error))
}

/// If two members have one name, the reader sees one and the writer meant the other: both are refused.
pub(super) fn twice<E: Error>() -> E {
    E::custom("an object has the same member twice")
}

/// Builds a [`Value`] that has no room to spare, and stops where it grows beyond its bounds.
pub(super) struct Built<'a>(pub(super) &'a mut Scale);

impl<'de> DeserializeSeed<'de> for Built<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.0.value()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Built<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.0.text(value.len())?;
        Ok(Value::String(value.to_owned()))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        self.0.array()?;
        let mut values = Vec::new();
        while let Some(value) = seq.next_element_seed(Built(self.0))? {
            values.push(value);
        }
        values.shrink_to_fit();
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        self.0.object()?;
        // A map that grows has room for more: the one of a single member takes three times what that needs.
        let mut read = Vec::new();
        while let Some(name) = map.next_key::<String>()? {
            self.0.member(name.len())?;
            let value = map.next_value_seed(Built(self.0))?;
            read.push((name, value));
        }
        let mut members = Map::with_capacity(read.len());
        for (name, value) in read {
            if let Some(_before) = members.insert(name, value) {
                return Err(twice());
            }
        }
        Ok(Value::Object(members))
    }
}
