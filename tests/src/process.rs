//! A process of `platen serve --store aws` on the servers of a test, of which there may be several.

use std::fs::{self, File};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use http::Method;
use serde_json::Value;
use tempfile::TempDir;

use crate::aws::{ACCESS_KEY, Aws, REGION, SECRET_KEY};
use crate::client::{self, Reply};
use crate::seed::RECORDED_KEY;
use crate::{binaries, secrets};

/// How long a start may take.
const START: Duration = Duration::from_secs(60);

/// How long a job may take.
const JOB: Duration = Duration::from_secs(120);

/// The process.
pub struct Process {
    child: Child,
    address: String,
    folder: TempDir,
}

impl Process {
    /// Starts one on the store `platen` of these servers, with limits as `PLATEN_LIMITS` has them and further options of `platen serve`.
    pub fn start(aws: &Aws, limits: &str, options: &[&str]) -> Process {
        Process::run(binaries::command("platen"), aws, limits, options)
    }

    /// The same of the release before, where `PLATEN_BEFORE` is its program; without it of this one.
    pub fn start_before(aws: &Aws, limits: &str, options: &[&str]) -> Process {
        Process::run(binaries::command_before("platen", "PLATEN_BEFORE"), aws, limits, options)
    }

    fn run(mut command: Command, aws: &Aws, limits: &str, options: &[&str]) -> Process {
        let folder = tempfile::tempdir().unwrap();
        command.args(["serve", "--store", "aws", "--listen", "127.0.0.1:0"]).args(options);
        command.envs([
            ("PLATEN_STORE_NAME", "platen"),
            ("PLATEN_LIMITS", limits),
            ("PLATEN_CALLBACKS", "anywhere"),
            ("AWS_ENDPOINT_URL", &format!("http://{}", aws.address())),
            ("AWS_REGION", REGION),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY),
        ]);
        command.stdin(Stdio::null());
        command.stdout(File::create(folder.path().join("stdout")).unwrap());
        command.stderr(File::create(folder.path().join("stderr")).unwrap());
        let mut process = Process { child: command.spawn().unwrap(), address: String::new(), folder };
        process.await_welcome();
        process
    }

    fn await_welcome(&mut self) {
        let end = Instant::now() + START;
        loop {
            let welcome = fs::read_to_string(self.folder.path().join("stdout")).unwrap();
            if welcome.ends_with('\n') {
                let address = welcome.split_once("://").map(|(_, rest)| rest.split_whitespace().next());
                self.address = address.flatten().unwrap_or_default().to_owned();
                return;
            }
            let status = self.child.try_wait().unwrap();
            assert!(
                status.is_none() && Instant::now() < end,
                "it did not start ({status:?}): {}",
                self.log()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// `host:port`; empty where it answers nobody.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// All that it logged.
    pub fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("stderr")).unwrap()
    }

    /// GETs a path with the key of the recorded events.
    pub fn get(&self, path: &str) -> Reply {
        client::send(&self.address, Method::GET, path, &[("x-functions-key", RECORDED_KEY)], "")
    }

    /// POSTs JSON with it.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let headers = [("x-functions-key", RECORDED_KEY), ("content-type", "application/json")];
        client::send(&self.address, Method::POST, path, &headers, body.to_string())
    }

    /// Asks for a job until it is as wanted.
    pub fn await_job(&self, job: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        self.await_job_for(JOB, job, is_wanted)
    }

    /// The same for so long.
    pub fn await_job_for(&self, time: Duration, job: &str, is_wanted: impl Fn(&Value) -> bool) -> Value {
        let (path, end) = (format!("/api/bulkGenerationJobs/{job}"), Instant::now() + time);
        loop {
            let reply = self.get(&path);
            // A store may be away for a while.
            let job = if reply.status == 200 { reply.json() } else { Value::Null };
            if !job.is_null() && is_wanted(&job) {
                return job;
            }
            assert!(Instant::now() < end, "{job} {}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Kills it where it stands (SIGKILL).
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Asks it to end (SIGTERM), and waits for that.
    pub fn stop(&mut self) -> ExitStatus {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        self.child.wait().unwrap()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        secrets::refuse("the process's log", self.log().as_bytes());
    }
}
