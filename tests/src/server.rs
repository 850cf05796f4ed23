//! A running `platen serve` on a free port and a data folder of its own.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Method;
use serde_json::Value;
use tempfile::TempDir;

use crate::client::{self, Reply};
use crate::{binaries, memory, secrets};

/// How long a start may take.
const START: Duration = Duration::from_secs(60);

/// How long a job may take.
const JOB: Duration = Duration::from_secs(120);

/// The server.
pub struct Server {
    child: Child,
    address: String,
    welcome: String,
    options: Vec<String>,
    environment: Vec<(String, String)>,
    folder: TempDir,
}

impl Server {
    /// Starts a server on a new, empty data folder.
    pub fn start() -> Server {
        Server::start_in(tempfile::tempdir().unwrap())
    }

    /// The same with these variables set.
    pub fn configured(environment: &[(&str, &str)]) -> Server {
        Server::configured_in(tempfile::tempdir().unwrap(), environment)
    }

    /// The same on the data folder `data` inside this folder.
    pub fn configured_in(folder: TempDir, environment: &[(&str, &str)]) -> Server {
        let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Server::starting(folder, Vec::new(), environment.iter().map(own).collect())
    }

    /// Starts a server on the data folder `data` inside this folder, which goes when the server goes.
    pub fn start_in(folder: TempDir) -> Server {
        Server::start_with(folder, &[])
    }

    /// The same with further options of `platen serve`.
    pub fn start_with(folder: TempDir, options: &[&str]) -> Server {
        Server::starting(folder, options.iter().map(|&option| option.to_owned()).collect(), Vec::new())
    }

    fn starting(folder: TempDir, options: Vec<String>, environment: Vec<(String, String)>) -> Server {
        let mut child = spawn(folder.path(), &options, &environment);
        let welcome = await_welcome(&mut child, folder.path());
        Server { child, address: address(&welcome), welcome, options, environment, folder }
    }

    /// `host:port`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// What it printed when it started.
    pub fn welcome(&self) -> &str {
        &self.welcome
    }

    /// The key that its first start printed.
    pub fn key(&self) -> &str {
        self.welcome.split_whitespace().find(|word| word.starts_with("plk_")).unwrap()
    }

    /// Its data folder.
    pub fn data(&self) -> PathBuf {
        data(self.folder.path())
    }

    /// A folder for the test's own files.
    pub fn scratch(&self) -> &Path {
        self.folder.path()
    }

    /// All that it logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap()
    }

    /// GETs a path with the first key.
    pub fn get(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[("x-functions-key", self.key())], "")
    }

    /// POSTs JSON with the first key.
    pub fn post(&self, path: &str, body: impl Into<Bytes>) -> Reply {
        let headers = [("x-functions-key", self.key()), ("content-type", "application/json")];
        self.send(Method::POST, path, &headers, body)
    }

    /// Sends any request.
    pub fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Bytes>,
    ) -> Reply {
        client::send(&self.address, method, path, headers, body)
    }

    /// Registers a template by the command line, and returns its id.
    pub fn template(&self, file_name: &str, docx: &[u8]) -> String {
        let path = self.scratch().join(file_name);
        fs::write(&path, docx).unwrap();
        let output = self.command(&["template", "add", path.to_str().unwrap()]).output().unwrap();
        let added: Value = serde_json::from_slice(&output.stdout).unwrap();
        added[0]["templateId"].as_str().unwrap().to_owned()
    }

    /// Polls a job until it is over.
    pub fn ended(&self, key: &str, job: &str) -> Value {
        let (path, end) = (format!("/api/bulkGenerationJobs/{job}"), Instant::now() + JOB);
        loop {
            let job = self.send(Method::GET, &path, &[("x-functions-key", key)], "").json();
            if !["Pending", "Running"].contains(&job["status"].as_str().unwrap()) {
                return job;
            }
            assert!(Instant::now() < end, "{job}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A `platen` command on the same data folder, such as `["template", "list"]`.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = binaries::command("platen");
        command.args(words).arg("--data").arg(self.data());
        command
    }

    /// The most memory that it had so far, in bytes. Its child processes are not counted.
    pub fn most_memory(&self) -> u64 {
        memory::peak_bytes(self.child.id())
    }

    /// What it has in memory of its own, in bytes, likewise.
    pub fn own_memory(&self) -> u64 {
        memory::own_bytes(self.child.id())
    }

    /// Asks it to end (SIGTERM).
    pub fn terminate(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    }

    /// Waits until it ended.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Kills it where it stands (SIGKILL) and starts another one on the same data folder.
    pub fn kill_and_restart(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        self.child = spawn(self.folder.path(), &self.options, &self.environment);
        self.welcome = await_welcome(&mut self.child, self.folder.path());
        self.address = address(&self.welcome);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        secrets::refuse("the server's log", self.log().as_bytes());
        // The records of all that it was sent.
        secrets::refuse_in_files(&self.data());
    }
}

fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

/// `host:port`, from `Platen serves https://host:port`.
fn address(welcome: &str) -> String {
    welcome.split_whitespace().nth(2).and_then(|url| url.split("://").nth(1)).unwrap().to_owned()
}

fn spawn(folder: &Path, options: &[String], environment: &[(String, String)]) -> Child {
    let mut command = binaries::command("platen");
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data(folder))
        .args(options)
        .stdin(Stdio::null());
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command.stdout(File::create(folder.join("stdout")).unwrap());
    command.stderr(File::options().create(true).append(true).open(folder.join("stderr")).unwrap());
    command.spawn().unwrap()
}

fn await_welcome(child: &mut Child, folder: &Path) -> String {
    let end = Instant::now() + START;
    loop {
        // It is written at once, with its last line's end.
        let text = fs::read_to_string(folder.join("stdout")).unwrap();
        if text.ends_with('\n') {
            return text;
        }
        let log = || fs::read_to_string(folder.join("stderr")).unwrap();
        if let Some(status) = child.try_wait().unwrap() {
            panic!("platen serve ended with {status}: {}", log());
        }
        assert!(Instant::now() < end, "platen serve did not start: {}", log());
        std::thread::sleep(Duration::from_millis(5));
    }
}
