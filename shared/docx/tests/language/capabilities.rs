//! The table of capabilities in COMPATIBILITY.md: what it says of Platen is shown by the fixtures that it names.

use std::fs;
use std::path::Path;

#[test]
fn every_capability_names_what_shows_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(folder.join("../../COMPATIBILITY.md")).unwrap();
    let (_, section) = page.split_once("## Capabilities beside other products").unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| ")).skip(1);
    let mut count = 0;
    for row in rows {
        let columns: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [capability, ours, others @ ..] = columns.as_slice() else { panic!("{row}") };
        assert!(others.len() == 5 && others.iter().all(|other| !other.is_empty()), "{row}");
        let named: Vec<&str> = ours.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "{capability} names no fixture");
        for name in named {
            assert!(
                folder.join("tests").join(name).exists(),
                "{capability} names {name}, which does not exist"
            );
        }
        count += 1;
    }
    assert!(count >= 30, "{count}");
}
