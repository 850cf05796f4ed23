//! The platform around one Lambda function: starts its real binary, gives it events, and kills it at its deadline.

use std::fs::File;
use std::process::{Child, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use bytes::Bytes;
use tempfile::TempDir;

use crate::binaries;
use crate::runtime_api::{Outcome, RuntimeApi};
use crate::secrets;

/// How long a function has unless a test says otherwise.
const TIME: Duration = Duration::from_secs(30);

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

    /// The host that the function talks to.
    pub fn api(&self) -> &RuntimeApi {
        &self.api
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
