//! Rows 1 and 4 of the promises: hostile files and data, each in a process of its own.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use platen_tests::binaries::command;
use platen_tests::hostile::{data, mutations, packages};

use crate::traps::{check, run};

#[test]
fn hostile_files_are_refused() {
    check(packages::all());
}

#[test]
fn hostile_data_costs_little() {
    check(data::all());
}

#[test]
fn bombs_are_refused_before_they_inflate() {
    for case in packages::bombs() {
        let outcome = run(&case);
        println!("{}", outcome.line(&case.name));
        assert!(outcome.is_refused(), "{}", outcome.line(&case.name));
        assert!(outcome.memory < 32 << 20, "{}", outcome.line(&case.name));
    }
}

#[test]
fn fonts_inside_documents_are_not_read() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("fonts.docx"), packages::embedded_fonts()).unwrap();
    let made = command("platen")
        .current_dir(folder.path())
        .args(["convert", "fonts.docx", "-o", "fonts.pdf"])
        .output()
        .unwrap();
    assert!(made.status.success(), "{made:?}");
    let fonts = Command::new("pdffonts").arg(folder.path().join("fonts.pdf")).output().unwrap();
    let fonts = String::from_utf8(fonts.stdout).unwrap();
    println!("{fonts}");
    assert!(fonts.lines().count() > 2 && !fonts.contains("Evil"), "{fonts}");
}

#[test]
fn damaged_templates_are_refused_or_filled() {
    // `SEED=1 COUNT=10000 cargo test ...` replays or prolongs it.
    let number = |name: &str| std::env::var_os(name)?.to_str()?.parse::<u64>().ok();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let (seed, count) = (number("SEED").unwrap_or(now), number("COUNT").unwrap_or(60));
    println!("SEED={seed} COUNT={count}");
    check(mutations::all(seed, usize::try_from(count).unwrap()));
}
