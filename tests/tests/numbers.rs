//! Each number of the layout has a name, and the name says where the number comes from.

use std::fs;
use std::path::Path;

use crate::layers::{code, files_below};

/// Numbers that mean nothing but what they are: none, all, twice, half.
const PLAIN: [f64; 4] = [0.0, 0.5, 1.0, 2.0];

/// One of these words, the number of a clause or a note of Microsoft's (`[MS-…]`) names the source of a number. Programs of
/// others are named where the number was measured on them.
const SOURCES: [&str; 16] = [
    "Word",
    "Office",
    "Excel",
    "PowerPoint",
    "LibreOffice",
    "ONLYOFFICE",
    "poppler",
    "TeX",
    "measured",
    "fitted",
    "guess",
    "guesses",
    "bound",
    "tolerance",
    "unit",
    "mathematics",
];

#[test]
fn numbers_of_the_layout_name_their_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/layout/src");
    let mut files = Vec::new();
    files_below(&root, &mut files);
    let mut wrong = Vec::new();
    for path in files {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
        if name.ends_with("tests.rs") {
            continue;
        }
        let found = unnamed(&fs::read_to_string(&path).unwrap());
        wrong.extend(found.into_iter().map(|line| format!("{name}:{line}")));
    }
    assert!(
        wrong.is_empty(),
        "give each of these numbers a constant whose comment says its unit and its source: the number of a clause, or one of \
         {SOURCES:?}\n{}",
        wrong.join("\n")
    );
}

/// The lines of a file that hold a number outside of a constant whose comment names its source. Constants right below one
/// another share the comment above them.
fn unnamed(text: &str) -> Vec<String> {
    let code = code(text);
    let (mut found, mut comment, mut in_const, mut is_sourced) = (Vec::new(), String::new(), false, false);
    for (number, (line, code)) in text.lines().zip(code.lines()).enumerate() {
        let line = line.trim();
        if let Some(doc) = line.strip_prefix("///") {
            comment.push_str(doc);
            continue;
        }
        if !in_const {
            in_const = starts_const(code.trim());
            is_sourced = in_const && has_source(&comment);
            if !in_const && !line.starts_with("#[") {
                comment.clear();
            }
        }
        if !is_sourced && floats(code).iter().any(|float| !PLAIN.contains(float)) {
            found.push(format!("{}: {line}", number + 1));
        }
        if code.trim_end().ends_with(';') {
            (in_const, is_sourced) = (false, false);
        }
    }
    found
}

fn starts_const(code: &str) -> bool {
    let code = code.strip_prefix("pub").map_or(code, |rest| {
        rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest)
    });
    let is_constant = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    code.trim_start().strip_prefix("const ").is_some_and(is_constant)
}

fn has_source(comment: &str) -> bool {
    let names = comment
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| SOURCES.contains(&word) || SOURCES.contains(&word.to_lowercase().as_str()));
    let is_clause = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_digit());
        word.split('.').count() > 2 && word.split('.').all(|part| part.parse::<u32>().is_ok())
    };
    names || comment.contains("[MS-") || comment.split_whitespace().any(is_clause)
}

/// The numbers with a point or a power of ten in a line of code, outside of its texts.
fn floats(code: &str) -> Vec<f64> {
    let bare: String = code.replace("\\\"", "").split('"').step_by(2).collect::<Vec<_>>().join("\"");
    let (mut found, mut rest) = (Vec::new(), bare.as_str());
    while let Some(at) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        // A field of a tuple has its point before it.
        let is_field = rest[..at].ends_with('.') && !rest[..at].ends_with("..");
        rest = &rest[at..];
        let word = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let mut end = word;
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit()) && !is_field;
        if is_number {
            let digits = |at: usize| rest[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            if rest[end..].starts_with('.') && rest[end + 1..].starts_with(|c: char| c.is_ascii_digit()) {
                end = digits(end + 1).map_or(rest.len(), |length| end + 1 + length);
            }
            if rest[..end].ends_with('e') && rest[end..].starts_with('-') {
                end = digits(end + 1).map_or(rest.len(), |length| end + 1 + length);
            }
        }
        let number = rest[..end].trim_end_matches("f64").trim_end_matches("f32").replace('_', "");
        if is_number && number.contains(['.', 'e']) {
            found.extend(number.parse::<f64>());
        }
        rest = &rest[end..];
    }
    found
}

#[test]
fn numbers_are_found() {
    assert_eq!(
        floats("let x = 3.5_f64.max(1e-9) + own.0.1 * 12_700.0 - \"4.5\".len() + 0x1e + 7;"),
        [3.5, 1e-9, 12_700.0]
    );
    assert_eq!(unnamed("fn f() {\n    x * 0.75\n}"), ["2: x * 0.75"]);
    let of = |comment: &str| {
        unnamed(&format!("/// Far{comment}.\nconst A: f64 = 0.75;\npub(crate) const B: f64 = 3.0;\n")).len()
    };
    assert_eq!(
        [of(""), of(", in points"), of(" (17.3.1.33)"), of(". A guess"), of(", measured")],
        [2, 2, 0, 0, 0]
    );
    assert_eq!(unnamed("/// A guess.\nconst A: [f64; 2] = [\n    3.0,\n];\n\nconst B: f64 = 3.0;").len(), 1);
}
