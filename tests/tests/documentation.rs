//! Every code block of the documents works, and every link leads somewhere.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use platen_samples::SAMPLES;
use platen_tests::binaries;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use platen_tests::fixtures::docx;

/// What is between back quotes, in one line.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

#[test]
fn every_test_that_the_documents_name_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut named = 0;
    for page in ["SECURITY.md", "docs/reliability.md", "COMPATIBILITY.md", "docs/pdf.md"] {
        let text = fs::read_to_string(root.join(page)).unwrap();
        for word in quoted(&text) {
            let (path, name) = word.split_once("::").unwrap_or((word, ""));
            if !["tests/", "shared/", "functions/"].iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            let Ok(source) = fs::read_to_string(root.join(path)) else {
                assert!(root.join(path).is_dir(), "{page} names {path}, which does not exist");
                continue;
            };
            let there = source.contains(&format!("fn {name}("));
            assert!(name.is_empty() || there, "{page} names {word}, which does not exist");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

/// The pages at the top and those in docs.
fn pages(root: &Path) -> Vec<PathBuf> {
    let folders = [root.to_path_buf(), root.join("docs")];
    let mut pages: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap())
        .map(|entry| entry.unwrap().path())
        .collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// The addresses of a page's links; the anchors of its headings as GitHub writes them, and those for links to earlier headings.
fn links_and_anchors(page: &Path) -> (Vec<String>, HashSet<String>) {
    let text = fs::read_to_string(page).unwrap();
    let (mut links, mut anchors, mut heading) = (Vec::new(), HashSet::new(), None::<String>);
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => links.push(dest_url.into_string()),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(part) | Event::Code(part) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&part);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap().to_lowercase().replace(' ', "-");
                anchors.insert(words.chars().filter(|&c| c.is_alphanumeric() || "-_".contains(c)).collect());
            }
            Event::Html(tag) | Event::InlineHtml(tag) => {
                anchors.extend(
                    tag.split("<a id=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.into())),
                );
            }
            _ => {}
        }
    }
    (links, anchors)
}

#[test]
fn every_link_between_the_documents_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let mut followed = 0;
    for page in pages(&root) {
        for link in links_and_anchors(&page).0 {
            if link.contains(':') {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() { page.clone() } else { page.with_file_name("").join(path) };
            assert!(target.exists(), "{}: {link} does not exist", page.display());
            let there = anchor.is_empty() || links_and_anchors(&target).1.contains(anchor);
            assert!(there, "{}: {link} names a heading that does not exist", page.display());
            followed += 1;
        }
    }
    assert!(followed > 200, "{followed}");
}

#[test]
fn every_code_block_of_the_documents_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let fixtures = tempfile::tempdir().unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(fixtures.path().join(name), bytes).unwrap();
    for sample in SAMPLES {
        write(sample.file_name, &(sample.docx)());
        let data = serde_json::to_vec_pretty(&(sample.data)()).unwrap();
        write(&sample.file_name.replace(".docx", ".json"), &data);
    }
    write("note.docx", &docx(&["Dear {{ name }},", "your number is {{ number }}."]));
    write("broken.docx", &docx(&["Dear {{ name }},", "{% if paid %}thank you."]));
    write("report.docx", &docx(&["A report without any placeholder."]));
    let files = pages(&root);
    let binaries = binaries::binary("platen");
    let output = Command::new("python3")
        .arg(root.join("tests/docs/run.py"))
        .args([binaries.parent().unwrap(), fixtures.path()])
        .args(&files)
        .env_remove("PLATEN_DATA")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(said.lines().count(), files.len());
}
