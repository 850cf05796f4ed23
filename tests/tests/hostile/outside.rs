//! Row 5 of the promises: documents cause no traffic and read no files.

use std::collections::BTreeMap;
use std::fs;
use std::net::TcpListener;
use std::process::Command;

use platen_docx::{Limits, RenderOptions, Template};
use platen_ooxml::package::{Package, Target};
use platen_tests::binaries::command;
use platen_tests::hostile::child::run as run_child;
use platen_tests::hostile::{Case, outside};
use serde_json::json;

const CANARY: &str = "canary-7c1d9e";

#[test]
fn documents_cause_no_traffic_and_read_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret.png");
    fs::write(&secret, CANARY).unwrap();
    let server = TcpListener::bind("127.0.0.1:0").unwrap();
    server.set_nonblocking(true).unwrap();
    let address = server.local_addr().unwrap().to_string();
    let all = outside::all(&address, &secret.to_string_lossy());
    // What would be loaded is removed when a document is opened, and nothing but hyperlinks is left of it.
    let mut removed = BTreeMap::new();
    for reference in &all {
        let document = outside::document(std::slice::from_ref(reference));
        let template = Template::compile(document, &Limits::default())
            .unwrap_or_else(|error| panic!("{}: {error}", reference.name));
        let kind = reference.name.split(' ').next().unwrap_or_default();
        let made = template.render(&json!({"name": "a"}), &RenderOptions::default()).unwrap();
        let package = Package::open(made, &Limits::default()).unwrap();
        assert_eq!(package.cuts(), [], "{} is still there", reference.name);
        let main = package.relationships(package.main_document()).unwrap();
        let outside = main.iter().filter(|r| matches!(r.target, Target::External(_)));
        assert!(outside.clone().all(|r| r.is("hyperlink")), "{}: {outside:?}", reference.name);
        // All but what nobody sees is told of.
        let is_told = !template.warnings().is_empty();
        assert_eq!(is_told, !["hyperlink", "attachedTemplate"].contains(&kind), "{}", reference.name);
        *removed.entry(kind.to_owned()).or_insert(0) += usize::from(is_told);
    }
    println!("removed, by kind: {removed:?}");
    let template = outside::document(&all);
    fs::write(folder.path().join("template.docx"), &template).unwrap();
    let values = [
        json!("a"),
        json!({"$image": format!("http://{address}/x.png")}),
        json!({"$image": format!("file://{}", secret.display())}),
        json!({"$html": format!("<img src='http://{address}/'><img src='{}'><link href='http://{address}/'>", secret.display())}),
        json!({"$markdown": format!("![a](http://{address}/) ![a]({})", secret.display())}),
        json!({"$link": format!("http://{address}/"), "text": "a"}),
    ];
    let mut made = 0;
    for (number, value) in values.iter().enumerate() {
        fs::write(folder.path().join("data.json"), json!({"name": value}).to_string()).unwrap();
        for format in ["docx", "pdf"] {
            let out = format!("{number}.{format}");
            let output = command("platen")
                .current_dir(folder.path())
                .args(["render", "template.docx", "data.json", "-o", &out])
                .output()
                .unwrap();
            println!("{out}: {}", String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or("made"));
            assert!(output.status.code().is_some_and(|code| code < 2), "{output:?}");
            if let Ok(document) = fs::read(folder.path().join(&out)) {
                made += 1;
                assert!(!holds(CANARY, &document, folder.path()), "{out} holds what a file holds");
                // Who opens the document must not be made to call either; links wait for a click.
                for load in ["attachedTemplate", "INCLUDE", "altChunk", "subDoc", "r:link"] {
                    assert!(!holds(load, &document, folder.path()), "{out} holds {load}");
                }
            }
        }
    }
    println!("{} references in {made} documents; 0 calls", all.len());
    assert!(made > 2, "some documents are made");
    assert!(server.accept().is_err(), "somebody called");
    // The same in the child that bounds memory: one that calls would hang there.
    let outcome = run_child(
        std::path::Path::new(env!("CARGO_BIN_EXE_hostile-child")),
        &Case::harmless("outside", template).with_data("{\"name\": \"a\"}"),
    );
    assert!(outcome.survived);
}

/// Whether the text is in the file, or in an entry of a package.
fn holds(text: &str, document: &[u8], folder: &std::path::Path) -> bool {
    let plain = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let path = folder.join("unpacked.zip");
    fs::write(&path, document).unwrap();
    let unpacked = Command::new("unzip").args(["-p", "-qq"]).arg(&path).output().unwrap().stdout;
    plain(document) || plain(&unpacked)
}
