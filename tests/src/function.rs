//! The platform around one Lambda function: starts its real binary, gives it events, and kills it at its deadline.

use std::fs::File;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use bytes::Bytes;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::runtime_api::{Outcome, RuntimeApi};
use crate::{binaries, memory, secrets};

/// How long a function has unless a test says otherwise.
const TIME: Duration = Duration::from_secs(30);

/// How long a function's start may take.
const START: Duration = Duration::from_secs(60);

/// How often a waiting platform looks whether the function still runs.
const GLANCE: Duration = Duration::from_millis(20);

/// How an invocation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ended {
    /// The function posted an outcome.
    Settled(Outcome),
    /// It was killed at its deadline.
    TimedOut,
    /// Its process ended; the status, and what it logged.
    Exited(ExitStatus, String),
}

/// A started function.
pub struct Function {
    name: String,
    environment: Vec<(String, String)>,
    api: RuntimeApi,
    child: Child,
    // Its working folder, which also holds its log.
    folder: TempDir,
}

impl Function {
    /// Starts a function with these environment variables besides Lambda's own.
    pub fn start(name: &str, environment: &[(&str, &str)]) -> Function {
        let api = RuntimeApi::start();
        let folder = tempfile::tempdir().unwrap();
        let environment: Vec<_> =
            environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let child = launch(name, &environment, &api, &folder);
        Function { name: name.to_owned(), environment, api, child, folder }
    }

    /// Gives the function an event and waits for what it makes of it.
    pub fn invoke(&mut self, event: impl Into<Bytes>) -> Ended {
        self.invoke_within(event, TIME)
    }

    /// The same with another deadline.
    pub fn invoke_within(&mut self, event: impl Into<Bytes>, time: Duration) -> Ended {
        self.await_start();
        let deadline = Instant::now() + time;
        let invocation = self.api.submit(event, time);
        loop {
            if let Some(outcome) = invocation.wait(GLANCE) {
                return Ended::Settled(outcome);
            }
            if let Some(status) = self.child.try_wait().unwrap() {
                return Ended::Exited(status, self.log());
            }
            if Instant::now() >= deadline {
                self.kill();
                return Ended::TimedOut;
            }
        }
    }

    /// Waits until the function came through its start, which is no part of an invocation's time, or ended over it.
    fn await_start(&mut self) {
        let end = Instant::now() + START;
        while !self.api.is_ready() && self.child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < end, "{} does not start: {}", self.name, self.log());
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Gives the function an event, and kills it (SIGKILL) when it has not answered by then.
    pub fn invoke_or_kill(&mut self, event: impl Into<Bytes>, after: Duration) -> Option<Outcome> {
        self.await_start();
        let outcome = self.api.submit(event, TIME).wait(after);
        if outcome.is_none() {
            self.kill();
        }
        outcome
    }

    /// Stops the function (SIGSTOP), gives it an event, and kills it at the deadline.
    pub fn hang(&mut self, event: impl Into<Bytes>, time: Duration) {
        self.await_start();
        let process = Pid::from_child(&self.child);
        kill_process(process, Signal::STOP).unwrap();
        assert_eq!(self.api.submit(event, time).wait(time), None, "it stands still");
        self.kill();
    }

    /// Waits until the process ends by itself.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Kills the process where it stands (SIGKILL).
    pub fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        self.child.wait().unwrap();
    }

    /// Starts the binary again after it ended or was killed.
    pub fn restart(&mut self) {
        self.kill();
        self.child = launch(&self.name, &self.environment, &self.api, &self.folder);
    }

    /// Puts a new instance in the place of one that ended or was killed, with a host of its own: the events of the old one
    /// are no business of the new one.
    pub fn replace(&mut self) {
        self.kill();
        self.api = RuntimeApi::start();
        self.child = launch(&self.name, &self.environment, &self.api, &self.folder);
    }

    /// The most memory that it had so far, in bytes.
    pub fn most_memory(&self) -> u64 {
        memory::peak_bytes(self.child.id())
    }

    /// The host that the function talks to.
    pub fn api(&self) -> &RuntimeApi {
        &self.api
    }

    /// Its temporary folder.
    pub fn temporary_folder(&self) -> &Path {
        self.folder.path()
    }

    /// All that it logged.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        self.kill();
        secrets::refuse(&format!("the log of {}", self.name), self.log().as_bytes());
    }
}

fn launch(name: &str, environment: &[(String, String)], api: &RuntimeApi, folder: &TempDir) -> Child {
    let log = File::options().append(true).create(true).open(folder.path().join("log")).unwrap();
    let mut command = binaries::command(name);
    command
        .current_dir(folder.path())
        .stdin(Stdio::null())
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        // An instance has a temporary folder of its own, empty when it starts.
        .env("TMPDIR", folder.path())
        .env("AWS_LAMBDA_RUNTIME_API", api.address())
        .env("AWS_LAMBDA_FUNCTION_NAME", name)
        .env("AWS_LAMBDA_FUNCTION_VERSION", "$LATEST")
        .env("AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "512")
        .env("AWS_LAMBDA_LOG_GROUP_NAME", "/aws/lambda/test")
        .env("AWS_LAMBDA_LOG_STREAM_NAME", "test")
        .env("AWS_REGION", "eu-central-1")
        .envs(environment.iter().map(|(name, value)| (name, value)));
    command.spawn().unwrap()
}
