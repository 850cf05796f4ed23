//! The data folder: who makes it, who may serve it, and who may read it.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use http::Method;
use platen_tests::binaries::command;
use platen_tests::fixtures::docx;
use platen_tests::server::Server;
use serde_json::Value;

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
