//! A mail server on loopback, which reads what it gets with Python's `email`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::certificate;
use crate::receiver::until;

/// How it takes connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// In clear, and nothing but `STARTTLS` is understood before it.
    StartTls,
    /// Over TLS from the start.
    Tls,
    /// In clear.
    Plain,
}

/// The server. It takes nothing without the user `platen` and the password `s3:same`.
pub struct MailServer {
    child: Child,
    /// Its port.
    pub port: u16,
    received: Arc<Mutex<Vec<Value>>>,
    folder: TempDir,
}

impl MailServer {
    /// A server on a free port.
    pub fn start(mode: Mode) -> MailServer {
        MailServer::start_at(mode, 0, tempfile::tempdir().unwrap())
    }

    fn start_at(mode: Mode, port: u16, folder: TempDir) -> MailServer {
        let [certificate, key] = ["cert.pem", "key.pem"].map(|name| folder.path().join(name));
        if !certificate.exists() {
            certificate::make(folder.path(), "DNS:localhost,IP:127.0.0.1");
        }
        let mode = format!("{mode:?}").to_lowercase();
        let given = json!({ "port": port, "mode": mode, "certificate": certificate, "key": key });
        let mut python = Command::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.work/smtp/bin/python"));
        let python = python.args(["-W", "ignore", "-c", include_str!("mail_server.py"), &given.to_string()]);
        let mut child = python
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("Python (`make setup-test`): {error}"));
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let port = lines.next().unwrap().unwrap().parse().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let seen = received.clone();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                seen.lock().unwrap().push(serde_json::from_str(&line).unwrap());
            }
        });
        MailServer { child, port, received, folder }
    }

    /// Ends it, and gives what starts it again on the same port.
    pub fn stop(mut self) -> impl FnOnce(Mode) -> MailServer {
        self.end();
        let folder = std::mem::replace(&mut self.folder, tempfile::tempdir().unwrap());
        let port = self.port;
        move |mode| MailServer::start_at(mode, port, folder)
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The certificate to trust.
    pub fn certificate(&self) -> String {
        self.folder.path().join("cert.pem").display().to_string()
    }

    /// What it received so far.
    pub fn received(&self) -> Vec<Value> {
        self.received.lock().unwrap().clone()
    }

    /// Waits until it received so many e-mails.
    pub fn wait_for(&self, count: usize) -> Vec<Value> {
        until(|| Some(self.received()).filter(|received| received.len() >= count))
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        self.end();
    }
}
