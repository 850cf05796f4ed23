//! Row 6 of the promises: output names are safe.

use std::collections::BTreeSet;
use std::fs;

use platen_service::file_name::safe_file_name;
use platen_tests::hostile::mutations::Numbers;

/// What makes names dangerous, alike or long.
pub const PIECES: [&str; 30] = [
    "..",
    "/",
    "\\",
    "\0",
    "CON",
    "nul",
    "COM1",
    ".",
    " ",
    ":",
    "a",
    "B",
    "é",
    "e\u{301}",
    "漢",
    "\u{202E}",
    "\u{200B}",
    "\n",
    "~",
    "$HOME",
    "%2e",
    "|",
    "\"",
    "*",
    ".pdf",
    ".docx",
    "\u{FEFF}",
    "😀",
    "ﷺ",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

const COUNT: usize = 100_000;

#[test]
fn generated_names_are_safe() {
    let mut numbers = Numbers(7);
    let folder = tempfile::tempdir().unwrap();
    let mut seen = BTreeSet::new();
    for number in 0..COUNT {
        let raw: String = (0..numbers.below(12)).map(|_| PIECES[numbers.below(PIECES.len())]).collect();
        let name = safe_file_name(&raw, ".pdf");
        assert!(name.len() <= 255 && name.ends_with(".pdf") && name.len() > 4, "{raw:?} -> {name:?}");
        assert!(!name.contains(['/', '\\', ':', '\0', '\n', '"', '*', '|']), "{raw:?} -> {name:?}");
        assert!(!name.starts_with(['.', ' ']), "{raw:?} -> {name:?}");
        assert_eq!(safe_file_name(&name, ".pdf"), name, "{raw:?}");
        // The file system is the judge of what is one name.
        if number % 100 == 0 && seen.insert(name.clone()) {
            let path = folder.path().join(&name);
            fs::write(&path, "x").unwrap();
            assert_eq!(
                path.canonicalize().unwrap().parent(),
                Some(folder.path().canonicalize().unwrap().as_path())
            );
        }
    }
    println!("{COUNT} names, {} files", seen.len());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), seen.len());
}
