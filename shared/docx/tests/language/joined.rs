//! Documents of one template as one, before the judges of all documents: whatever a single one pleases, the file pleases.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use platen_docx::Template;
use platen_ooxml::Limits;
use platen_ooxml::join::{JoinError, Joiner};

use crate::fixture::Fixture;
use crate::office;
use crate::pack::entries;
use crate::rules;
use crate::xml::Element;

/// Documents as one.
pub fn joined(documents: &[&[u8]]) -> Result<Vec<u8>, JoinError> {
    let mut joiner = Joiner::new(&Limits::default());
    for document in documents {
        joiner.add(document.to_vec())?;
    }
    joiner.finish()
}

/// What breaks the rules of all documents in the file and in none of the single ones; ids that come twice, and references that
/// lead nowhere, too.
pub fn broken(singles: &[&[u8]], joined: &[u8]) -> Vec<String> {
    let known: BTreeSet<String> =
        singles.iter().flat_map(|single| roots(single)).flat_map(|(_, root)| rules::faults(&root)).collect();
    let parts = roots(joined);
    let mut wrong: Vec<String> = Vec::new();
    for (name, root) in &parts {
        let new = rules::faults(root).into_iter().filter(|fault| !known.contains(fault));
        wrong.extend(new.map(|fault| format!("{name}: {fault}")));
    }
    let of_parts = |parts: &[(String, Element)], local: &str, attribute: &str| -> Vec<String> {
        let all = parts.iter().flat_map(|(_, root)| root.all().into_iter());
        let named = all.filter(|e| e.local() == local);
        named.filter_map(|e| e.attribute(attribute).map(str::to_owned)).collect()
    };
    for (local, attribute) in [
        ("bookmarkStart", "name"),
        ("comment", "id"),
        ("footnote", "id"),
        ("num", "numId"),
        ("abstractNum", "abstractNumId"),
    ] {
        let mut seen = BTreeSet::new();
        let twice =
            of_parts(&parts, local, attribute).into_iter().filter(|value| !seen.insert(value.clone()));
        let repeated = |single: &&[u8]| {
            let mut seen = BTreeSet::new();
            of_parts(&roots(single), local, attribute).iter().any(|value| !seen.insert(value.clone()))
        };
        if !singles.iter().any(repeated) {
            wrong.extend(twice.map(|value| format!("two of {local} are {value}")));
        }
    }
    wrong
}

fn roots(package: &[u8]) -> Vec<(String, Element)> {
    let parts = entries(package).into_iter().filter(|entry| entry.name.ends_with(".xml"));
    parts
        .map(|entry| (entry.name, Element::parse(std::str::from_utf8(&entry.content).unwrap()).unwrap()))
        .collect()
}

/// What the validator of the Open XML SDK finds, without the places.
fn findings(document: &[u8], folder: &Path, name: &str) -> BTreeSet<String> {
    let path = folder.join(format!("{name}.docx"));
    fs::write(&path, document).unwrap();
    let words = |error: &serde_json::Value| {
        let text = |name: &str| error[name].as_str().unwrap_or_default().to_owned();
        let described = text("description");
        let described = described.split(" List of possible elements").next().unwrap_or_default();
        // The values that it quotes are ids, which differ.
        let plain = described.split('\'').step_by(2).collect::<Vec<_>>().join("'");
        format!("{}: {plain}", text("id"))
    };
    office::errors(&path).iter().map(words).collect()
}

/// The texts of the paragraphs of the text itself.
pub fn paragraphs(package: &[u8]) -> Vec<String> {
    let parts: HashMap<String, Element> = roots(package).into_iter().collect();
    parts["word/document.xml"].paragraphs().into_iter().filter(|text| !text.is_empty()).collect()
}

#[test]
fn joined_documents_of_the_cases_please_the_judges_that_the_single_ones_please() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut folders: Vec<PathBuf> = ["charts", "controls", "html", "ids", "parts", "rich", "tables"]
        .iter()
        .flat_map(|kind| fs::read_dir(cases.join(kind)).unwrap().map(|entry| entry.unwrap().path()))
        .collect();
    folders.sort();
    let made = tempfile::tempdir().unwrap();
    let (mut wrong, mut judged) = (Vec::new(), 0);
    for folder in &folders {
        let fixture = Fixture::read(folder);
        let Ok(template) = Template::compile(fixture.package.clone(), &fixture.limits) else { continue };
        let Ok(document) = template.render(&fixture.data, &fixture.options) else { continue };
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        let all = match joined(&[&document, &document, &document]) {
            Ok(all) => all,
            Err(error) => {
                wrong.push(format!("{name}: {error}"));
                continue;
            }
        };
        judged += 1;
        wrong.extend(broken(&[&document], &all).iter().map(|fault| format!("{name}: {fault}")));
        let texts = paragraphs(&document);
        if paragraphs(&all) != [texts.clone(), texts.clone(), texts].concat() {
            wrong.push(format!("{name}: other texts"));
        }
        let found = findings(&all, made.path(), &name);
        if !found.is_empty() {
            let known = findings(&document, made.path(), &format!("{name}-single"));
            wrong.extend(found.difference(&known).map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(judged > 100, "{judged}");
}
