//! The browser console: served as it should be, and driven in Chromium by its own tests (`shared/console/browser`).

use std::path::Path;
use std::process::Command;

use http::Method;
use platen_tests::binaries;
use platen_tests::server::Server;

#[test]
fn the_console_is_served_at_the_root_and_nowhere_else() {
    let server = Server::start();
    let page = server.send(Method::GET, "/", &[], "");
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(page.header("content-security-policy").contains("script-src 'self'"));
    let etag = page.header("etag").to_owned();
    let again = server.send(Method::GET, "/", &[("if-none-match", &etag)], "");
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(server.send(Method::HEAD, "/console/app.js", &[], "").status.as_u16(), 200);
    // What is not the console's is the service's, in its own words.
    for (method, path) in [(Method::POST, "/"), (Method::GET, "/console"), (Method::GET, "/console/no.js")] {
        let other = server.send(method, path, &[], "");
        assert_eq!((other.status.as_u16(), other.header("content-type")), (404, "application/problem+json"));
    }
}

#[test]
fn a_person_who_goes_astray_gets_a_page_and_a_program_a_problem() {
    let server = Server::start();
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let page = server.send(Method::GET, "/nowhere", &browser, "");
    assert_eq!((page.status.as_u16(), page.header("content-type")), (404, "text/html; charset=utf-8"));
    let text = std::str::from_utf8(&page.body).unwrap();
    assert!(text.contains(&format!("<a href=\"http://{}/\">", server.address())), "{text}");
    // What an operation does not find is its own to tell.
    for (path, accept) in [("/nowhere", "*/*"), ("/api/keys", "text/html")] {
        let other = server.send(Method::GET, path, &[("accept", accept)], "");
        assert_eq!(other.header("content-type"), "application/problem+json", "{path}");
    }
}

#[test]
fn the_add_in_and_its_manifest_are_served() {
    let server = Server::start();
    let page = server.send(Method::GET, "/addin/", &[], "");
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/html; charset=utf-8"));
    assert!(
        page.header("content-security-policy")
            .contains("script-src 'self' https://appsforoffice.microsoft.com;")
    );
    let manifest = server.send(Method::GET, "/addin/manifest.xml", &[], "");
    let text = std::str::from_utf8(&manifest.body).unwrap();
    let own = format!("<SourceLocation DefaultValue=\"http://{}/addin/\"/>", server.address());
    assert!(text.contains(&own), "{text}");
}

/// All of the console's browser tests; each of their workers starts servers of its own.
#[test]
fn the_console_works_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/console");
    // The same environment as every other server of the tests.
    let server = binaries::command("platen");
    let mut browser = Command::new("node");
    browser.args([
        "node_modules/@playwright/test/cli.js",
        "test",
        "--config",
        "browser",
        "--project",
        "tests",
    ]);
    browser.current_dir(folder).env("PLATEN", server.get_program());
    for (name, value) in server.get_envs() {
        match value {
            Some(value) => browser.env(name, value),
            None => browser.env_remove(name),
        };
    }
    let output = browser.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    // Figures, such as the time until the page can be used: `cargo test` shows them with `--nocapture`.
    println!("{said}");
}
