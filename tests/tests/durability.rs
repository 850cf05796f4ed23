//! kill -9 at any moment leaves records and files whole, or not there.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use platen_tests::binaries::command;
use platen_tests::server::Server;
use serde_json::Value;

use platen_tests::fixtures::docx;

/// Names of files and folders below a folder, but for those that every folder has.
fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                names.push(path.strip_prefix(folder).unwrap().display().to_string());
            }
        }
    }
    let always = ["platen.db", "fonts", "secret.key", "serve.lock", "removals.lock", "aside"];
    names.retain(|name| !always.iter().any(|start| name.starts_with(start)));
    names.sort();
    names
}

#[test]
fn a_registration_that_is_killed_is_whole_or_absent() {
    let mut server = Server::start();
    let mut paths = Vec::new();
    for number in 0..20 {
        let path = server.scratch().join(format!("template-{number}.docx"));
        let lines: Vec<String> =
            (0..200).map(|line| format!("{number}.{line}: {{{{ field_{line} }}}}")).collect();
        fs::write(&path, docx(&lines.iter().map(String::as_str).collect::<Vec<_>>())).unwrap();
        paths.push(path.display().to_string());
    }
    // Each round is killed a little later than the one before, so that all stages are met whatever the machine's speed.
    for round in 0..15u64 {
        let mut words = vec!["template", "add"];
        words.extend(paths.iter().map(String::as_str));
        let mut command = server.command(&words);
        let mut child = command.stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + 12 * round));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    server.kill_and_restart();

    let output = server.command(&["template", "list"]).output().unwrap();
    let listed: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut packages = 0;
    for template in listed.as_array().unwrap() {
        assert_eq!(template["status"], "ready");
        let id = template["templateId"].as_str().unwrap();
        let shown = server.command(&["template", "show", id]).output().unwrap();
        let shown: Value = serde_json::from_slice(&shown.stdout).unwrap();
        // The same file added again and again is one version.
        assert_eq!(shown["versions"].as_array().unwrap().len(), 1);
        packages += 1;
    }
    let left = files(&server.data());
    assert_eq!(left.len(), packages, "every file is some template's: {left:?}");

    // All of them can be added now, and nothing of the killed attempts is in the way.
    let mut words = vec!["template", "add"];
    words.extend(paths.iter().map(String::as_str));
    assert!(server.command(&words).output().unwrap().status.success());
    assert_eq!(files(&server.data()).len(), 23);
}

#[test]
fn a_first_start_that_is_killed_is_done_again() {
    for round in 0..6u64 {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        let mut child = command("platen")
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(&data)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + 60 * round));
        child.kill().unwrap();
        child.wait().unwrap();

        // Without a key the start is a first one again; with one, it had come to its end.
        let server = Server::start_in(folder);
        assert!(server.welcome().contains("plk_") || server.welcome().contains("platen key create"));
        let listed: Value =
            serde_json::from_slice(&server.command(&["template", "list"]).output().unwrap().stdout).unwrap();
        assert_eq!(listed.as_array().unwrap().len(), 3);
        assert_eq!(files(&server.data()).len(), 3);
    }
}
