//! The cases recorded with docxtpl: each comes out the same, or differs for a reason that COMPATIBILITY.md tells. The
//! templates lie beside the project, not in it: without them the tests are skipped.

mod recorded;
mod shown;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use platen_docx::{CompileError, Limits, Missing, RenderOptions, Template};
use serde_json::Value;

use crate::others::folder;
use crate::pack::entries;
use crate::rules;

/// A case that does not come out as docxtpl's.
struct Known {
    case: &'static str,
    /// In which facets, and in how many lines of each; `refused` where there is no document.
    differs: &'static [(&'static str, usize)],
    /// The words that stand in COMPATIBILITY.md.
    reasons: &'static [&'static str],
}

/// Cases that differ. A facet's count is that of lines which only one of the two has.
const KNOWN: &[Known] = &[
    Known { case: "custom_jinja_filters", differs: &[("refused", 1)], reasons: &[HOST] },
    Known { case: "escape", differs: &[("word/document.xml text", 8)], reasons: &[PAGE_BREAK] },
    Known { case: "escape_auto", differs: &[("refused", 1)], reasons: &[HOST] },
    Known { case: "get_undeclared_variables", differs: &[("no document", 1)], reasons: &[NOT_RECORDED] },
    Known { case: "get_undeclared_variables-2", differs: &[("no document", 1)], reasons: &[NOT_RECORDED] },
    Known { case: "header_footer", differs: &[("word/document.xml text", 2)], reasons: &[SUB_DOCUMENT] },
    Known { case: "header_footer_image", differs: &[("word/header1.xml pictures", 2)], reasons: &[REPLACED] },
    Known {
        case: "header_footer_image_file_obj",
        differs: &[("word/header1.xml pictures", 2)],
        reasons: &[REPLACED],
    },
    Known {
        case: "header_footer_image_file_obj-2",
        differs: &[("no document", 1)],
        reasons: &[NOT_RECORDED],
    },
    Known {
        case: "header_footer_inline_image",
        differs: &[("word/document.xml runs", 6)],
        reasons: &["text after a picture loses its run's formatting"],
    },
    Known { case: "header_footer_utf8", differs: &[("word/document.xml text", 2)], reasons: &[SUB_DOCUMENT] },
    Known { case: "replace_picture", differs: &[("word/document.xml pictures", 2)], reasons: &[REPLACED] },
    Known {
        case: "richtext",
        differs: &[("word/document.xml runs", 2), ("word/document.xml text", 4)],
        reasons: &["a link in rich text looks like the text around it", PAGE_BREAK],
    },
    Known {
        case: "richtextparagraph",
        differs: &[("word/document.xml runs", 28)],
        reasons: &["style names in rich text become ids that need not exist"],
    },
    Known {
        case: "subdoc",
        differs: &[
            ("word/document.xml pictures", 1),
            ("word/document.xml tables", 5),
            ("word/document.xml text", 18),
        ],
        reasons: &[SUB_DOCUMENT],
    },
    Known {
        case: "word2016",
        differs: &[("word/document.xml text", 2)],
        reasons: &["loses tabs that stand in a string inside a tag"],
    },
];

const PAGE_BREAK: &str =
    "`\\f` in a value makes a paragraph of its own, whose end stands as an empty line on the new page";
const HOST: &str =
    "`{{ a\\|filter }}` with filters of the host's own, `jinja_env` objects, calls of Python functions";
const NOT_RECORDED: &str = "cases without a recorded document";
const SUB_DOCUMENT: &str = "cases whose sub-document was not recorded";
const REPLACED: &str = "`replace_media`, `replace_pic` and the like, called by the host";

#[test]
fn every_case_is_docxtpl_s_or_differs_for_a_reason() {
    let Some(folder) = folder("cases/docxtpl") else { return };
    let compatibility =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../COMPATIBILITY.md")).unwrap();
    let mut cases: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    cases.retain(|path| path.is_dir());
    cases.sort();
    let (mut table, mut faults) = (String::new(), Vec::new());
    for path in &cases {
        let case = path.file_name().unwrap().to_string_lossy();
        let known = KNOWN.iter().find(|known| known.case == case);
        let found = differences(path);
        let counts: BTreeMap<&str, usize> =
            found.iter().map(|(f, lines)| (f.as_str(), lines.len())).collect();
        let expected: BTreeMap<&str, usize> = known.iter().flat_map(|k| k.differs).copied().collect();
        let verdict = match known {
            Some(known) => format!("differs: {}", known.reasons.join("; ")),
            None => "same".to_owned(),
        };
        if counts == expected {
            let _ = writeln!(table, "{case:30} {verdict}");
        } else {
            let _ = writeln!(table, "{case:30} FAILED, {verdict} in {expected:?}");
            let lines: Vec<String> = found
                .iter()
                .map(|(f, lines)| format!("  {f} ({})\n    {}", lines.len(), lines.join("\n    ")))
                .collect();
            faults.push(format!("{case}:\n{}", lines.join("\n")));
        }
        for reason in known.iter().flat_map(|known| known.reasons).filter(|r| !compatibility.contains(**r)) {
            faults.push(format!("{case}: COMPATIBILITY.md does not say {reason:?}"));
        }
    }
    println!("{} cases of docxtpl\n{table}", cases.len());
    assert!(cases.len() >= 40, "only {} cases", cases.len());
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn discovery_finds_the_variables_that_docxtpl_finds() {
    let Some(folder) = folder("cases/docxtpl") else { return };
    // Its test leaves nothing undeclared with this context.
    let folder = folder.join("get_undeclared_variables-2");
    let case: Value = serde_json::from_slice(&fs::read(folder.join("case.json")).unwrap()).unwrap();
    let template =
        Template::compile(fs::read(folder.join("template.docx")).unwrap(), &Limits::default()).unwrap();
    let schema = &template.discovery().schema;
    let mut found: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    found.sort();
    let mut wanted: Vec<&String> = case["context"].as_object().unwrap().keys().collect();
    wanted.sort();
    assert_eq!(found, wanted);
}

/// How a case's document differs from docxtpl's, by facet.
fn differences(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let alone = |facet: &str, line: String| BTreeMap::from([(facet.to_owned(), vec![line])]);
    let case: Value = serde_json::from_slice(&fs::read(folder.join("case.json")).unwrap()).unwrap();
    let recorded = fs::read(folder.join("expected.docx")).ok();
    let bytes = fs::read(folder.join("template.docx")).unwrap();
    let template = match Template::compile(bytes.clone(), &Limits::default()) {
        Ok(template) => template,
        // docxtpl refuses it too.
        Err(CompileError::Template(_)) if case["ok"] == false => return BTreeMap::new(),
        Err(error) => return alone("refused", error.to_string()),
    };
    let data =
        recorded::ours(&case["context"], folder, &recorded.as_deref().map(entries).unwrap_or_default());
    let options = RenderOptions { missing: Missing::Empty, ..RenderOptions::default() };
    let document = match template.render(&data, &options) {
        Ok(document) => document,
        Err(error) => return alone("failed", error.to_string()),
    };
    rules::check(&bytes, &document, &folder.display().to_string());
    match recorded {
        Some(recorded) => shown::differences(&shown::shown(&document), &shown::shown(&recorded)),
        None => alone("no document", String::new()),
    }
}
