//! kill -9 at any moment: whatever is listed is whole, and whatever was answered is listed.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use platen_service::page::Page;
use platen_service::store::{TemplateFilter, TemplateStore};
use platen_store_embedded::EmbeddedStore;
use tempfile::TempDir;

use super::{template, tenant, version};

/// Tells the child that it runs as one: nobody else makes a folder with this file its own.
const MARK: &str = "child-of-the-crash-test";

const ROUNDS: u64 = 12;

/// What version `number` of a template holds: large enough to be written in several pieces.
fn content(id: u8, number: u32) -> String {
    format!("{id} {number} ").repeat(40_000)
}

#[test]
fn kill_9_leaves_only_whole_templates() {
    let folder = TempDir::new().unwrap();
    std::fs::write(folder.path().join(MARK), "").unwrap();
    let mut answered = 0;
    for round in 0..ROUNDS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "crash::each_registration_is_counted"])
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // Killed after so many answers: on its way through another registration.
        for _ in 0..=round {
            answered = next_answer(&mut lines);
        }
        std::thread::sleep(std::time::Duration::from_micros(round * 1_700));
        child.kill().unwrap();
        child.wait().unwrap();
        // What it said before it died counts too.
        answered = lines.map_while(Result::ok).filter_map(|line| answer_of(&line)).last().unwrap_or(answered);
        check(folder.path(), answered);
    }
    assert!(answered >= 10, "only {answered} registrations in {ROUNDS} rounds");
}

fn answer_of(line: &str) -> Option<u32> {
    line.strip_prefix("registered ").and_then(|number| number.parse().ok())
}

fn next_answer(lines: &mut impl Iterator<Item = std::io::Result<String>>) -> u32 {
    lines.find_map(|line| answer_of(&line.unwrap())).expect("the child ended early")
}

/// Every version exists and is whole, numbered without gaps, at least as many as were answered; no file is left over.
#[tokio::main(flavor = "current_thread")]
async fn check(folder: &Path, answered: u32) {
    let store = EmbeddedStore::open(folder).unwrap();
    let listed = store.list(tenant(1), TemplateFilter::ALL, Page { number: 1, size: 100 }).await.unwrap();
    let mut registered = 0;
    for item in listed.items {
        let id = u8::try_from(item.template_id.0.as_u128() & 0xff).unwrap();
        let versions = store.versions(tenant(1), item.template_id, u32::MAX).await.unwrap();
        assert_eq!(item.version as usize, versions.len());
        for (position, found) in versions.iter().rev().enumerate() {
            assert_eq!(found.version as usize, position + 1);
            let bytes = store.package(tenant(1), item.template_id, found.version).await.unwrap().unwrap();
            assert_eq!(bytes, content(id, found.version));
            registered += 1;
        }
    }
    assert!(registered >= answered, "{answered} were answered, {registered} found");
    let files = std::fs::read_dir(folder.join("packages").join(tenant(1).to_string())).unwrap().count();
    assert_eq!((files, std::fs::read_dir(folder.join("tmp")).unwrap().count()), (registered as usize, 0));
}

/// What the children run, round after round until they are killed; on its own it is one round.
#[tokio::test]
async fn each_registration_is_counted() {
    if Path::new(MARK).exists() {
        let store = EmbeddedStore::open(Path::new(".")).unwrap();
        for _ in 0..10_000 {
            register(&store).await;
        }
        return;
    }
    let folder = TempDir::new().unwrap();
    let store = EmbeddedStore::open(folder.path()).unwrap();
    register(&store).await;
    assert_eq!(total(&store).await, 3);
}

/// Registers the next version of three templates, and says how many there are after each.
async fn register(store: &EmbeddedStore) {
    let mut out = std::io::stdout();
    for number in 0..3 {
        let before = store.versions(tenant(1), template(number), u32::MAX).await.unwrap().len();
        let next = u32::try_from(before).unwrap() + 1;
        let content = content(number, next);
        store.add_version(tenant(1), version(template(number), "L", Some(&content))).await.unwrap();
        writeln!(out, "registered {}", total(store).await).unwrap();
        out.flush().unwrap();
    }
}

async fn total(store: &EmbeddedStore) -> u32 {
    let mut total = 0;
    for number in 0..3 {
        total += u32::try_from(store.versions(tenant(1), template(number), u32::MAX).await.unwrap().len())
            .unwrap();
    }
    total
}
