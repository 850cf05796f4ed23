//! A receiver of callbacks on loopback, which answers as it is told, and the judge of what it received.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::witnesses::python;

/// An answer that says that the message has arrived.
pub const OK: &str = "HTTP/1.1 204 No Content\r\n\r\n";

/// One that says that something failed.
pub const ERROR: &str = "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n";

/// No answer at all: the connection stays open, and nothing comes.
pub const SILENCE: &str = "";

/// Verifies with the library that Standard Webhooks has for Python.
const JUDGE: &str = "
import json, sys
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
message = json.load(sys.stdin)
try:
    Webhook(message['secret']).verify(message['body'], message['headers'])
    print('verified')
except WebhookVerificationError as error:
    print(error)
";

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Received {
    /// Its first line.
    pub line: String,
    headers: Vec<(String, String)>,
    /// Its body.
    pub bytes: Vec<u8>,
    /// The body as text; what is none is replaced.
    pub body: String,
}

impl Received {
    /// A header by its name in lower case.
    pub fn header(&self, name: &str) -> &str {
        &self.headers.iter().find(|(known, _)| known == name).unwrap().1
    }

    /// The body as JSON.
    pub fn event(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Whether a receiver that knows this secret (`whsec_...`) takes the message for genuine.
    pub fn is_genuine(&self, secret: &str) -> bool {
        let headers: serde_json::Map<_, _> =
            self.headers.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
        let message = json!({ "secret": secret, "headers": headers, "body": self.body });
        python(JUDGE, &message).trim() == "verified"
    }
}

/// Takes requests on a port, and gives these answers in turn; the last one forever.
pub struct Receiver {
    /// The port.
    pub port: u16,
    received: Arc<Mutex<Vec<Received>>>,
}

impl Receiver {
    /// A receiver on a free port.
    pub fn new(answers: &[&str]) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (port, received) = (listener.local_addr().unwrap().port(), Arc::new(Mutex::new(Vec::new())));
        let (seen, mut answers) =
            (received.clone(), answers.iter().map(|text| (*text).to_owned()).collect::<VecDeque<_>>());
        std::thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                let stream = stream.unwrap();
                let answer =
                    if answers.len() > 1 { answers.pop_front().unwrap() } else { answers[0].clone() };
                take(&stream, &answer, &seen);
                if answer == SILENCE {
                    silent.push(stream);
                }
            }
        });
        Receiver { port, received }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/jobs?from=platen", self.port)
    }

    /// What it received so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until it received so many requests.
    pub fn wait_for(&self, count: usize) -> Vec<Received> {
        until(|| Some(self.received()).filter(|received| received.len() >= count))
    }
}

fn take(stream: &TcpStream, answer: &str, seen: &Mutex<Vec<Received>>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let (mut line, mut headers) = (String::new(), Vec::new());
    if reader.read_line(&mut line).unwrap_or_default() == 0 {
        return;
    }
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        let Some((name, value)) = header.trim().split_once(": ") else { break };
        headers.push((name.to_ascii_lowercase(), value.to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").unwrap().1.parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let text = String::from_utf8_lossy(&body).into_owned();
    let received = Received { line: line.trim().to_owned(), headers, bytes: body, body: text };
    seen.lock().unwrap().push(received);
    // The sender may be gone already: it reads no more than the head.
    let mut stream = stream;
    let _ = stream.write_all(answer.as_bytes());
}

/// Looks until there is something to see.
pub fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "it did not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}
