//! What happens when the disk of the data folder is full, before something is asked for and in the middle of it.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http::Method;
use platen_tests::client::Reply;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use platen_tests::skipped::skipped;
use serde_json::{Value, json};

/// The service looks at its disk once a second: until then, it may still see room that is gone.
const LOOK: Duration = Duration::from_millis(1_100);

/// A small disk of memory, which goes when this is dropped.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where nothing can be mounted.
    fn mount(path: &Path, mebibytes: u32) -> Option<SmallDisk> {
        fs::create_dir_all(path).unwrap();
        let size = format!("size={mebibytes}m,mode=0700");
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(path).stderr(Stdio::null());
        mount.status().is_ok_and(|status| status.success()).then(|| SmallDisk(path.to_owned()))
    }

    fn free(&self) -> u64 {
        let disk = rustix::fs::statvfs(&self.0).unwrap();
        disk.f_bavail * disk.f_frsize
    }

    /// Fills it until so many bytes are left.
    fn fill(&self, left: u64) {
        let mut filler = File::options().create(true).append(true).open(self.filler()).unwrap();
        while self.free() > left {
            let piece = usize::try_from((self.free() - left).min(1 << 20)).unwrap();
            if filler.write_all(&vec![1; piece]).is_err() {
                return;
            }
        }
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Its files may still be open.
        let _ = Command::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_takes_nothing_new_and_serves_what_needs_no_space() {
    const RESERVE: u64 = 24 << 20;
    let folder = tempfile::tempdir().unwrap();
    let Some(mounted) = SmallDisk::mount(&folder.path().join("data"), 192) else {
        return skipped("no tmpfs can be mounted here: run this test as root");
    };
    let limits = format!("disk_reserve_bytes={RESERVE}");
    let mut server = Server::configured_in(folder, &[("PLATEN_LIMITS", limits.as_str())]);
    // Gone before the server is: its folder is then as empty as it was.
    let disk = mounted;
    let key = server.key().to_owned();
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let post = |server: &Server, path: &str, body: &Value| {
        let headers = [("x-functions-key", key.as_str()), ("content-type", "application/json")];
        server.send(Method::POST, path, &headers, body.to_string())
    };
    let job = json!({ "templateId": template, "format": ".docx", "items": [{ "name": "A" }] });
    let start = |server: &Server| post(server, "/api/generateDocumentsBulk", &job);
    let document = |server: &Server, format: &str| {
        let body = json!({ "templateId": template, "format": format, "data": { "name": "A" } });
        post(server, "/api/generateDocument", &body)
    };
    let archive = |server: &Server, job: &str| {
        let ended = server.ended(&key, job);
        let url = ended["zipUrl"].as_str().unwrap_or_else(|| panic!("{ended}")).to_owned();
        let path = url.splitn(4, '/').nth(3).unwrap();
        server.send(Method::GET, &format!("/{path}"), &[], "")
    };
    let register = |server: &Server| {
        let headers = [("x-functions-key", key.as_str()), ("content-type", "application/octet-stream")];
        server.send(Method::POST, "/api/templates?fileName=new.docx", &headers, docx(&["{{ new }}"]))
    };
    let done = start(&server).json()["jobId"].as_str().unwrap().to_owned();
    assert_eq!(archive(&server, &done).status, 200);
    assert_eq!(document(&server, ".pdf").status, 200);
    let is_told = |reply: Reply| {
        assert_eq!(reply.status, 503, "{:?}", reply.body);
        assert_eq!((reply.json()["code"].as_str(), reply.header("retry-after")), (Some("unavailable"), "60"));
        assert!(reply.json()["detail"].as_str().unwrap().contains("disk space"), "{:?}", reply.body);
    };
    let takes_nothing_new = |server: &Server| {
        is_told(start(server));
        is_told(register(server));
        is_told(server.send(Method::POST, "/api/bulkUploads", &[("x-functions-key", &key)], ""));
    };
    let serves_what_is_there = |server: &Server| {
        for format in [".docx", ".pdf"] {
            let reply = document(server, format);
            assert_eq!(reply.status, 200, "{format}: {:?}\n{}", reply.body, server.log());
        }
        assert_eq!(archive(server, &done).status, 200, "{}", server.log());
        let file = format!("/api/templates/{template}/file");
        assert_eq!(server.send(Method::GET, &file, &[("x-functions-key", &key)], "").status, 200);
    };

    // The reserve is touched.
    disk.fill(RESERVE / 2);
    std::thread::sleep(LOOK);
    takes_nothing_new(&server);
    serves_what_is_there(&server);
    // There is nothing left, and the process dies.
    disk.fill(0);
    server.kill_and_restart();
    takes_nothing_new(&server);
    serves_what_is_there(&server);
    // There is room again.
    fs::remove_file(disk.filler()).unwrap();
    let end = Instant::now() + Duration::from_secs(30);
    let started = loop {
        let reply = start(&server);
        if reply.status == 202 {
            break reply.json()["jobId"].as_str().unwrap().to_owned();
        }
        assert!(Instant::now() < end, "{:?}", reply.body);
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!(archive(&server, &started).status, 200);
    assert_eq!(register(&server).status, 201);
    let seen = server.send(Method::GET, "/api/getSubscription", &[("x-functions-key", &key)], "").json();
    assert!(seen["usage"]["documents"].as_u64().unwrap() >= 7, "what was made on a full disk counts: {seen}");
}

/// What is said to whoever asks for something that needs room on the disk.
fn assert_short_of_space(reply: &Reply) {
    assert_eq!(reply.status, 503, "{:?}", reply.body);
    assert_eq!((reply.json()["code"].as_str(), reply.header("retry-after")), (Some("unavailable"), "60"));
    assert!(reply.json()["detail"].as_str().unwrap().contains("disk space"), "{:?}", reply.body);
}

#[test]
fn what_a_full_disk_interrupts_is_told_and_goes_on_once_there_is_room() {
    const ITEMS: usize = 5_000;
    let folder = tempfile::tempdir().unwrap();
    let Some(mounted) = SmallDisk::mount(&folder.path().join("data"), 256) else {
        return skipped("no tmpfs can be mounted here: run this test as root");
    };
    // Without a reserve: nothing is refused before it is begun. There is room for the documents of the job, twice.
    let limits = "disk_reserve_bytes=1,work_tries=1";
    let server = Server::configured_in(folder, &[("PLATEN_LIMITS", limits)]);
    // Gone before the server is: its folder is then as empty as it was.
    let disk = mounted;
    let key = server.key().to_owned();
    let template = server.template("note.docx", &docx(&["Dear {{ name }}"]));
    let send = |method: Method, path: &str, kind: &str, body: Vec<u8>| {
        server.send(method, path, &[("x-functions-key", key.as_str()), ("content-type", kind)], body)
    };
    let start = |count: usize| {
        let items: Vec<Value> = (0..count).map(|number| json!({ "name": format!("N{number}") })).collect();
        let body = json!({ "templateId": template, "format": ".docx", "items": items }).to_string();
        send(Method::POST, "/api/generateDocumentsBulk", "application/json", body.into_bytes())
    };
    let state = |job: &str| {
        server
            .send(Method::GET, &format!("/api/bulkGenerationJobs/{job}"), &[("x-functions-key", &key)], "")
            .json()
    };
    // An upload meets the end of the disk.
    disk.fill(12 << 20);
    let ticket = server.post("/api/bulkUploads", "").json();
    let line = format!("{{\"name\":\"{}\"}}\n", "A".repeat(1 << 10));
    let body = line.repeat(24 << 10).into_bytes();
    let upload = ticket["uploadUrl"].as_str().unwrap().splitn(4, '/').nth(3).unwrap().to_owned();
    let kind = "application/octet-stream";
    assert_short_of_space(&send(Method::PUT, &format!("/{upload}"), "application/jsonl", body));
    fs::remove_file(disk.filler()).unwrap();

    // So do a job and everything else, and what was kept aside is used up, too.
    let job = start(ITEMS).json()["jobId"].as_str().unwrap().to_owned();
    let end = Instant::now() + Duration::from_secs(30);
    while state(&job)["completedCount"].as_u64().unwrap() == 0 {
        assert!(Instant::now() < end);
        std::thread::sleep(Duration::from_millis(10));
    }
    let aside = server.data().join("aside");
    let end = Instant::now() + Duration::from_secs(30);
    while aside.exists() {
        assert!(Instant::now() < end);
        disk.fill(0);
        std::thread::sleep(Duration::from_millis(100));
    }
    // What is asked for may find room that the interrupted job has just freed; it is then asked for again.
    let refused = |ask: &dyn Fn(usize) -> Reply| {
        let mut replies = (0..100).map(|at| {
            disk.fill(0);
            ask(at)
        });
        let refusal = replies.find(|reply| !reply.status.is_success());
        assert_short_of_space(&refusal.expect("a full disk refuses"));
    };
    refused(&|_| start(100));
    refused(&|at| {
        send(Method::POST, &format!("/api/templates?fileName=new{at}.docx"), kind, docx(&["{{ new }}"]))
    });
    std::thread::sleep(LOOK);
    disk.fill(0);
    let backup = server.scratch().join("backup");
    let within = server.command(&["backup"]).arg(&backup).output().unwrap();
    let letter = json!({ "templateId": template, "format": ".docx", "data": { "name": "A" } }).to_string();
    for _ in 0..20 {
        let made =
            send(Method::POST, "/api/generateDocument", "application/json", letter.clone().into_bytes());
        assert_eq!(made.status, 200, "{:?}", made.body);
        assert_eq!(server.get("/api/health").status, 200);
        assert_eq!(server.get("/api/health/ready").status, 503);
        std::thread::sleep(Duration::from_millis(100));
    }
    let stopped = state(&job);
    assert_eq!(stopped["status"], "Running", "{stopped}");

    // There is room again.
    fs::remove_file(disk.filler()).unwrap();
    let ended = server.ended(&key, &job);
    assert_eq!(ended["completedCount"], ITEMS, "{ended}\n{}", server.log());
    assert_eq!(
        (ended["status"].as_str(), ended["failedGenerationCount"].as_u64()),
        (Some("Completed"), Some(0))
    );
    assert_eq!(server.get("/api/health/ready").status, 200);
    // A backup to another disk needs room here for the names of the files alone.
    assert!(within.status.success() || !backup.exists(), "{within:?}");
    let _ = fs::remove_dir_all(&backup);
    let again = server.command(&["backup"]).arg(&backup).output().unwrap();
    assert!(again.status.success(), "{again:?}");

    // One that its own disk has no room for is told of, and leaves nothing.
    let small = SmallDisk::mount(&server.scratch().join("small"), 1).unwrap();
    let target = small.0.join("backup");
    let cut = server.command(&["backup"]).arg(&target).output().unwrap();
    let said = String::from_utf8(cut.stderr).unwrap();
    assert!(!cut.status.success() && said.contains("space") && said.contains("small"), "{said}");
    assert_eq!(fs::read_dir(&small.0).unwrap().count(), 0, "it leaves nothing");
}
