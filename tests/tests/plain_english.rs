//! Phrases that read as translated stay out of what people read (CONTRIBUTING.md, "Plain English").

use std::fs;
use std::path::{Path, PathBuf};

/// What stood in messages and documents once, and what to write.
const PHRASES: [(&str, &str); 12] = [
    (" is wanted", "use, or: must be"),
    (" are wanted", "use, or: must be"),
    (" anew", "again"),
    ("how to mend", "how to fix"),
    ("to mend it", "fix"),
    ("mends it", "fixes it"),
    ("that is not there", "does not exist, or: missing"),
    ("which is not there", "does not exist, or: missing"),
    ("is not read here", "unknown"),
    (" stands more than once", "was sent more than once"),
    (" shall ", "must"),
    ("there is no such", "not found"),
];

#[test]
fn phrases_that_were_replaced_stay_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = Vec::new();
    for folder in ["shared", "functions", "docs", "infra"] {
        pages_below(&root.join(folder), &mut pages);
    }
    for page in ["README.md", "ARCHITECTURE.md", "COMPATIBILITY.md", "SECURITY.md"] {
        pages.push(root.join(page));
    }
    let mut found = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            let phrase = PHRASES.iter().find(|(phrase, _)| line.contains(phrase));
            if let Some((phrase, instead)) = phrase {
                found.push(format!("{}:{}: {phrase:?}: {instead}", page.display(), number + 1));
            }
        }
    }
    assert!(pages.len() > 300, "{}", pages.len());
    assert!(found.is_empty(), "write it plainly:\n{}", found.join("\n"));
}

/// Sources and documents that people read, but for tests, and for krilla, whose words are others'.
fn pages_below(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            let left_out = ["tests", "dist", "node_modules", "target", "pictures", "benches", "krilla"];
            if !left_out.contains(&name.as_str()) {
                pages_below(&path, pages);
            }
        } else if [".rs", ".md", ".ts", ".tsx", ".yaml", "en.json"].iter().any(|end| name.ends_with(end))
            && name != "tests.rs"
        {
            pages.push(path);
        }
    }
}
