//! The first start of `platen serve`, and what it prints.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use platen_tests::server::Server;
use platen_tests::witnesses::{office_texts, pdf_text};

#[test]
fn the_printed_commands_work_when_pasted() {
    let server = Server::start();
    let welcome = server.welcome().replace(server.address(), "[address]").replace(server.key(), "[key]");
    insta::assert_snapshot!(welcome);

    let commands: Vec<&str> = server.welcome().split("\n\n").filter(|part| part.contains("curl ")).collect();
    assert_eq!(commands.len(), 2);
    for command in commands {
        // Each stands below a line that announces it.
        let (_, command) = command.split_once('\n').unwrap();
        let output =
            Command::new("sh").current_dir(server.scratch()).arg("-c").arg(command).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let docx = fs::read(server.scratch().join("letter.docx")).unwrap();
    let text = &office_texts(&BTreeMap::from([("letter".to_owned(), docx)]))["letter"];
    let pdf = pdf_text(&fs::read(server.scratch().join("letter.pdf")).unwrap());
    for text in [text, &pdf] {
        assert!(text.contains("Ms Maria Okafor") && !text.contains("{{"), "{text}");
    }
}

#[test]
fn a_later_start_tells_how_to_make_another_key() {
    let mut server = Server::start();
    let key = server.key().to_owned();
    server.kill_and_restart();
    let data = server.data().display().to_string();
    insta::assert_snapshot!(server.welcome().replace(server.address(), "[address]").replace(&data, "[data]"));
    let reply = platen_tests::client::send(
        server.address(),
        http::Method::GET,
        "/api/getTemplates?pageNumber=1&pageSize=100",
        &[("x-functions-key", &key)],
        "",
    );
    assert_eq!((reply.status.as_u16(), &reply.json()["totalCount"]), (200, &3.into()));
}

#[test]
fn the_key_is_in_no_file_and_no_log() {
    let server = Server::start();
    let reply = server.get("/api/getTemplates?pageNumber=1&pageSize=1");
    assert_eq!(reply.status, 200);
    let key = server.key().as_bytes();
    let mut folders = vec![server.data()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                // Temporary files come and go while fonts are put in place.
                let Ok(bytes) = fs::read(&path) else { continue };
                assert!(!bytes.windows(key.len()).any(|window| window == key), "{}", path.display());
            }
        }
    }
    assert!(!server.log().contains(server.key()));
}
