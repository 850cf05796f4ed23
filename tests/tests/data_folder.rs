//! The data folder: who makes it, who may serve it, who may read it, and what happens when its disk is full.

use std::fs::{self, File, Permissions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use http::Method;
use platen_tests::binaries::command;
use platen_tests::client::Reply;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use platen_tests::skipped::skipped;
use serde_json::{Value, json};

#[test]
fn commands_make_no_folder_and_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let id = "00000000-0000-4000-8000-000000000000";
    fs::write(folder.path().join("note.docx"), docx(&["Dear {{ name }}"])).unwrap();
    fs::create_dir(folder.path().join("empty")).unwrap();
    for words in [
        &["key", "create", "--label", "k"][..],
        &["key", "list"],
        &["key", "show", id],
        &["key", "disable", id],
        &["key", "enable", id],
        &["key", "delete", id],
        &["key", "webhook"],
        &["subscription", "create", "--name", "x"],
        &["subscription", "list"],
        &["subscription", "show"],
        &["subscription", "set", "--name", "x"],
        &["template", "add", "note.docx"],
        &["template", "list"],
        &["job", "list"],
    ] {
        for data in ["none", "empty"] {
            let output = command("platen")
                .current_dir(folder.path())
                .args(words)
                .args(["--data", data])
                .output()
                .unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(1), "{words:?} {data}: {said}");
            assert!(said.contains(data) && said.contains("platen serve"), "{words:?}: {said}");
        }
    }
    assert!(!folder.path().join("none").exists());
    assert_eq!(fs::read_dir(folder.path().join("empty")).unwrap().count(), 0);
}

#[test]
fn a_second_server_on_a_folder_names_the_first_and_ends() {
    let mut server = Server::start();
    let serve = || server.command(&["serve", "--listen", "127.0.0.1:0"]).output().unwrap();
    let (key, second) = (server.key().to_owned(), serve());
    let said = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{said}");
    let pid = fs::read_to_string(server.data().join("serve.lock")).unwrap();
    let pid = pid.lines().next().unwrap().trim();
    assert!(said.contains(&format!("process {pid}")), "{said}");
    assert_eq!(server.get("/api/getSubscription").status, 200, "the first one serves on");
    assert!(server.command(&["key", "list"]).output().unwrap().status.success(), "beside it, commands work");
    // However the first one ends, the next one may start.
    server.kill_and_restart();
    let reply = server.send(Method::GET, "/api/getSubscription", &[("x-functions-key", &key)], "");
    assert_eq!(reply.status, 200);
}

#[test]
fn an_address_in_use_is_told_before_anything_is_made() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new");
    let output = command("platen")
        .args(["serve", "--listen", server.address(), "--data"])
        .arg(&data)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.starts_with("error: cannot listen on ") && said.lines().count() == 1, "{said}");
    assert!(!data.exists());
}

fn all_below(folder: &Path) -> Vec<PathBuf> {
    let (mut all, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for path in fs::read_dir(&next).into_iter().flatten().flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path.clone());
            }
            all.push(path);
        }
        all.push(next);
    }
    all
}

#[test]
fn a_folder_that_an_administrator_made_is_private_once_it_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    fs::create_dir(&data).unwrap();
    fs::set_permissions(&data, Permissions::from_mode(0o755)).unwrap();
    let server = Server::start_in(folder);
    server.template("note.docx", &docx(&["Dear {{ name }}"]));
    for path in all_below(&data) {
        // Files of SQLite and of tests come and go.
        let Ok(found) = fs::metadata(&path) else { continue };
        let mode = found.permissions().mode() & 0o777;
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
    assert!(server.log().contains("was open to other users"), "{}", server.log());
    // What a user asked for by name has the permissions of any of their files.
    let listed = server.command(&["template", "list"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    let (id, out) = (listed[0]["templateId"].as_str().unwrap(), server.scratch().join("out.docx"));
    let download = server.command(&["template", "download", id, "-o", out.to_str().unwrap()]).output();
    assert!(download.unwrap().status.success());
    let usual = server.scratch().join("usual");
    File::create(&usual).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&out), mode(&usual));
}

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
    std::thread::sleep(Duration::from_millis(1_100));
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
