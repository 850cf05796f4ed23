//! Clients that public generators make of docs/openapi.json compile, and talk with a running server.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_samples::sample;
use platen_tests::server::Server;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

fn output(command: &mut Command) -> String {
    let output =
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}; run `make setup-test`"));
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[test]
fn a_python_client() {
    let (server, scripts) = (Server::start(), root().join("tests/clients"));
    let (programs, folder) = (root().join(".work/clients/bin"), server.scratch());
    // The generator calls the formatter that is installed beside it.
    let path = format!("{}:{}", programs.display(), std::env::var_os("PATH").unwrap().display());
    output(
        Command::new(programs.join("openapi-python-client"))
            .env("PATH", path)
            .args(["generate", "--meta", "none", "--fail-on-warning", "--config"])
            .arg(scripts.join("openapi-python-client.yaml"))
            .arg("--path")
            .arg(root().join("docs/openapi.json"))
            .arg("--output-path")
            .arg(folder.join("platen_client")),
    );
    let template = folder.join("template.docx");
    fs::write(&template, (sample("letter.docx").unwrap().docx)()).unwrap();
    let said = output(
        Command::new(programs.join("python"))
            .env("PYTHONPATH", folder)
            .arg(scripts.join("python_client.py"))
            .args([&format!("http://{}", server.address()), server.key()])
            .arg(&template),
    );
    assert_eq!(said, "the Python client works\n");
}

#[test]
fn a_typescript_client() {
    let (server, scripts) = (Server::start(), root().join("tests/clients"));
    let (modules, folder) = (root().join(".work/typescript/node_modules"), server.scratch());
    output(
        Command::new(modules.join(".bin/openapi-typescript"))
            .arg(root().join("docs/openapi.json"))
            .arg("-o")
            .arg(folder.join("platen.d.ts")),
    );
    for name in ["typescript_client.ts", "tsconfig.json"] {
        fs::copy(scripts.join(name), folder.join(name)).unwrap();
    }
    fs::write(folder.join("package.json"), r#"{"type": "module"}"#).unwrap();
    std::os::unix::fs::symlink(&modules, folder.join("node_modules")).unwrap();
    output(Command::new(modules.join(".bin/tsc")).arg("--project").arg(folder));
    let page = server.get("/api/getTemplates?pageNumber=1&pageSize=1").json();
    let template = page["items"][0]["templateId"].as_str().unwrap();
    let said = output(Command::new("node").arg(folder.join("typescript_client.js")).args([
        &format!("http://{}", server.address()),
        server.key(),
        template,
    ]));
    assert_eq!(said, "the TypeScript client works\n");
}
