//! Row 6 of the promises, second half: an archive of hostile names, unpacked by three programs that know nothing of each
//! other. `COUNT=100000` prolongs it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use platen_tests::binaries::command;
use platen_tests::hostile::document::Document;
use platen_tests::hostile::mutations::Numbers;
use serde_json::json;

use crate::names::PIECES;

/// How each reader unpacks `archive.zip` into the folder that it stands in.
const READERS: [(&str, &[&str]); 3] = [
    ("unzip", &["-q", "../archive.zip"]),
    ("python3", &["-m", "zipfile", "-e", "../archive.zip", "."]),
    ("bsdtar", &["-xf", "../archive.zip"]),
];

#[test]
fn three_readers_unpack_the_same_files() {
    let count =
        std::env::var_os("COUNT").and_then(|count| count.to_str()?.parse::<usize>().ok()).unwrap_or(2_000);
    let mut numbers = Numbers(18);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("template.docx"), Document::of_texts(&["{{ n }}".to_owned()]).docx())
        .unwrap();
    let items: String = (0..count)
        .map(|n| {
            let name: String = (0..numbers.below(12)).map(|_| PIECES[numbers.below(PIECES.len())]).collect();
            json!({ "n": n, "name": name }).to_string() + "\n"
        })
        .collect();
    fs::write(folder.path().join("items.jsonl"), items).unwrap();
    let made = command("platen")
        .current_dir(folder.path())
        .args(["bulk", "template.docx", "items.jsonl", "--file-name", "{{ name }}", "-o", "archive.zip"])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");

    let unpacked = READERS.map(|(program, words)| {
        let place = folder.path().join(program);
        fs::create_dir(&place).unwrap();
        let output = Command::new(program)
            .current_dir(&place)
            .env("LC_ALL", "C.UTF-8")
            .args(words)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(output.status.success(), "{program}: {output:?}");
        files(&place)
    });
    for (files, (program, _)) in unpacked.iter().zip(READERS) {
        println!("{program}: {} files of {count} names", files.len());
        assert_eq!(files.len(), count, "{program}: every item is a file of its own");
        assert!(files.keys().all(|name| name.len() <= 255 && name.ends_with(".docx")));
        // Some readers write letters with accents in another way than they were packed: what counts is what is in them.
        assert!(contents(files) == contents(&unpacked[0]), "{program} reads other files");
    }
    // Nothing was written beside the folders.
    let beside = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(beside, 3 + READERS.len(), "template, items, archive, and a folder each");
}

fn contents(files: &BTreeMap<String, Vec<u8>>) -> BTreeSet<&[u8]> {
    files.values().map(Vec::as_slice).collect()
}

/// The files of a folder by name.
///
/// # Panics
/// There is a folder in it, or a name that is no text.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| {
            assert!(entry.file_type().unwrap().is_file(), "{entry:?}");
            (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())
        })
        .collect()
}
