//! Requests to a service, and what its answers mean for whoever runs a command.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tempfile::NamedTempFile;
use tokio::time::{sleep, timeout};

use super::call::{Call, Transport, unreachable};
use super::http::Http;
use super::refusal::Refusal;
use crate::failure::Failure;
use crate::{files, umask};

/// For one request with its answer: a document may take a minute, a large file longer to arrive.
const PATIENCE: Duration = Duration::from_secs(600);

/// Bytes of an answer that is held in memory; the service makes none that are larger.
const ANSWER_BYTES: usize = 128 << 20;

/// How often a request is sent again that the service had no room for.
const TRIES: u32 = 5;

/// The longest that a service may ask to wait between two of them.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Elements of a list that are asked for at a time; the service gives no more.
const PAGE_SIZE: usize = 100;

/// A service that is called.
pub struct Client {
    /// Without a slash at its end.
    base: String,
    transport: Box<dyn Transport>,
}

/// An answer.
pub struct Reply {
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
}

impl Reply {
    /// The body as JSON.
    ///
    /// # Errors
    /// It is none: something else than Platen answered.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.body).map_err(|error| {
            Failure::Input(format!("the answer is not Platen's ({error}); check the address in `--url`"))
        })
    }
}

impl Client {
    /// A client for the service at an address such as `https://docs.example.org`. Trusts whom the machine trusts.
    ///
    /// # Errors
    /// The key can be no header, or the address is HTTPS and the machine's certificates cannot be read.
    pub fn new(base: &str, key: Option<&str>) -> Result<Client, Failure> {
        let base = base.trim_end_matches('/').to_owned();
        Ok(Client { transport: Box::new(Http::new(base.clone(), key)?), base })
    }

    /// A client for the service at the other end of a transport; `base` is what messages call it.
    #[cfg(feature = "mcp")]
    pub fn through(transport: impl Transport + 'static, base: &str) -> Client {
        Client { transport: Box::new(transport), base: base.to_owned() }
    }

    /// The service's address.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Sends a request. One that the service has no room for (429, 503 with `Retry-After`) is sent again when it says so.
    ///
    /// # Errors
    /// No connection, or an answer that is no success; the text is the service's own.
    pub async fn send(&self, call: &Call) -> Result<Reply, Failure> {
        let mut tries = 1;
        loop {
            let (status, reply) = self.exchange(call).await?;
            if status.is_success() {
                return Ok(reply);
            }
            let wait = retry_after(status, &reply.headers).filter(|_| tries < TRIES);
            let Some(wait) = wait else { return Err(Refusal::read(status, &reply.body).into()) };
            tries += 1;
            sleep(wait).await;
        }
    }

    /// Gets a JSON document.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub async fn get(&self, path: &str) -> Result<Value, Failure> {
        self.send(&Call::new(Method::GET, path)).await?.json()
    }

    /// Gets all pages of a list.
    ///
    /// # Errors
    /// As [`Client::send`].
    pub async fn all(&self, path: &str) -> Result<Vec<Value>, Failure> {
        let mut all = Vec::new();
        for number in 1.. {
            let page = self.get(&format!("{path}?pageNumber={number}&pageSize={PAGE_SIZE}")).await?;
            // Jobs come as a plain list.
            let items = page.as_array().or_else(|| page["items"].as_array()).cloned().unwrap_or_default();
            let last = items.len() < PAGE_SIZE;
            all.extend(items);
            if last {
                break;
            }
        }
        Ok(all)
    }

    /// Writes what a link leads to into a file, piece by piece; the file appears whole or not at all.
    ///
    /// # Errors
    /// No connection, no success, or the file cannot be written.
    pub async fn download(&self, link: &str, output: &Path) -> Result<(), Failure> {
        let (head, mut body) = self.transport.begin(&Call::new(Method::GET, link)).await?.into_parts();
        if !head.status.is_success() {
            let said = Limited::new(body, ANSWER_BYTES).collect().await;
            let said = said.map(|said| said.to_bytes()).unwrap_or_default();
            return Err(Refusal::read(head.status, &said).into());
        }
        umask::make_private();
        let unwritable = |error: io::Error| Failure::file("write", output, &error);
        let folder =
            output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut staged = match files::is_stream(output) {
            true => None,
            false => Some(NamedTempFile::new_in(folder).map_err(unwritable)?),
        };
        while let Some(frame) = body.frame().await {
            let frame = frame?;
            let Some(piece) = frame.data_ref() else { continue };
            match &mut staged {
                Some(file) => file.write_all(piece).map_err(unwritable)?,
                None => files::print(piece)?,
            }
        }
        if let Some(file) = staged {
            file.persist(output).map_err(|error| unwritable(error.error))?;
            umask::release(output);
        }
        Ok(())
    }

    async fn exchange(&self, call: &Call) -> Result<(StatusCode, Reply), Failure> {
        let answer = async {
            let (head, body) = self.transport.begin(call).await?.into_parts();
            let body = Limited::new(body, ANSWER_BYTES).collect().await;
            let body = body.map_err(|error| match error.downcast::<Failure>() {
                Ok(broken) => *broken,
                Err(error) => unreachable(&self.base, &error.to_string()),
            });
            let body = body?.to_bytes();
            Ok((head.status, Reply { headers: head.headers, body }))
        };
        let slow = || unreachable(&self.base, &format!("no answer within {} s", PATIENCE.as_secs()));
        timeout(PATIENCE, answer).await.unwrap_or_else(|_| Err(slow()))
    }
}

/// How long to wait before a refused request is sent again; `None` when that would not help.
fn retry_after(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if !matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        return None;
    }
    let seconds = headers.get(header::RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    Some(Duration::from_secs(seconds)).filter(|wait| *wait <= LONGEST_WAIT)
}
