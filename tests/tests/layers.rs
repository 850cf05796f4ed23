//! The modules of the larger crates in layers: each imports only what is below it. Read as text, so that a circle is told by name.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// The top modules of platen-ooxml from the bottom to the top; those of one line do not know each other.
const OOXML: &[&[&str]] = &[
    &["diagnostic", "json_pointer", "limits", "order", "recent", "sentinel", "structure", "warning"],
    &["budget"],
    &["xml"],
    &["field", "numbering", "package", "soundness", "style_lists"],
    &["join"],
];

/// Those of platen-rich.
const RICH: &[&[&str]] = &[
    &["additions", "data_error", "density", "edit", "length", "list_kind", "marker", "raster", "rendered"],
    &["cell_width", "faults", "fragment", "inventory", "picture", "place_error"],
    &["fill_document", "value", "vml"],
    &["resources"],
    &["link", "numbering", "picture_drawing", "subdocument"],
    &["codes", "html", "rich_text"],
    &["equation", "footnote", "markdown"],
    &["compose", "text_alone"],
    &["data", "values"],
    &["chart"],
    &["splice"],
    &["place"],
];

/// Those of platen-docx.
const DOCX: &[&[&str]] = &[
    &["options", "spelling", "stack"],
    &["error"],
    &["text"],
    &["expression"],
    &["filters"],
    &["compile"],
    &["discover", "render"],
    &["pattern"],
    &["invoice"],
    &["translations"],
    &["enclosed"],
    &["template"],
];

/// Those of platen-layout.
const LAYOUT: &[&[&str]] = &[
    &["bounds", "units"],
    &["error", "field_names", "number_words", "options", "read", "structure", "undrawn"],
    &["drawing", "form_field", "number_format", "source"],
    &["pages"],
    &["draw", "embedded", "svg", "text_form"],
    &["metafile", "model"],
    &["reader"],
    &["field", "note_numbers", "shape", "structure_builder"],
    &["line"],
    &["ink"],
    &["chart"],
    &["block"],
    &["page"],
    &["settle"],
];

/// Those of platen-pdf.
const PDF: &[&[&str]] = &[
    &["error", "fonts", "limits", "objects", "passage"],
    &["finish", "page_image", "substitutions"],
    &["merge", "notes"],
    &["engine", "join"],
    &["platen"],
    &["children"],
];

/// Those of platen-einvoice.
const EINVOICE: &[&[&str]] = &[
    &["amount", "code_lists", "fault", "profile"],
    &["codes", "element"],
    &["places", "terms"],
    &["breakdown", "filled", "presence", "sums"],
    &["mapping", "normal", "read"],
    &["xml"],
    &["totals"],
    &["make"],
];

/// Those of platen-service.
const SERVICE: &[&[&str]] = &[
    &[
        "callback",
        "email",
        "file_name",
        "format",
        "ids",
        "machine",
        "no_engine",
        "page",
        "panics",
        "secret_key",
        "time",
        "trace",
    ],
    &["events", "form_links", "limits", "plan", "reach", "templates"],
    &["keys"],
    &["subscriptions"],
    &["store"],
    &["problem", "storage"],
    &["figures", "pictures", "work"],
    &["http"],
    &["audit", "links"],
    &["jobs", "sign_in", "uploads"],
    &["webhooks"],
    &["config", "contract"],
    &["service"],
    &["moving"],
];

const CRATES: [(&str, &[&[&str]]); 7] = [
    ("ooxml", OOXML),
    ("rich", RICH),
    ("docx", DOCX),
    ("layout", LAYOUT),
    ("pdf", PDF),
    ("einvoice", EINVOICE),
    ("service", SERVICE),
];

#[test]
fn modules_import_only_what_is_below_them() {
    for (name, layers) in CRATES {
        let source = Source::read(name);
        let level = |module: &str| {
            let level = layers.iter().position(|layer| layer.contains(&module));
            level.unwrap_or_else(|| panic!("{module} of {name} is in no layer: add it"))
        };
        let mut wrong = Vec::new();
        for (file, imports) in &source.imports {
            let Some(module) = file.first() else { continue };
            let own = level(module);
            for import in imports.iter().filter(|import| *import != module) {
                if level(import) >= own {
                    wrong.push(format!("{} imports {import}, which is not below {module}", file.join("/")));
                }
            }
        }
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        let is_a_file =
            |module: &&str| source.imports.keys().any(|file| file.first().is_some_and(|own| own == module));
        let missing: Vec<_> = layers.concat().into_iter().filter(|module| !is_a_file(module)).collect();
        assert!(missing.is_empty(), "{name} has no modules {missing:?}");
    }
}

#[test]
fn each_file_has_a_name_of_its_own_in_its_crate() {
    for (name, _) in CRATES {
        let mut files: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for file in Source::read(name).imports.keys() {
            files.entry(file.last().cloned().unwrap_or_default()).or_default().push(file.join("/"));
        }
        let twice: Vec<_> = files.values().filter(|files| files.len() > 1).collect();
        assert!(twice.is_empty(), "files of one name in {name}: {twice:?}");
    }
}

/// Whoever reaches only some templates must find no way around the border. Commands of the operator, who reaches everything, ask the
/// stores themselves.
#[test]
fn templates_and_jobs_are_reached_through_one_border() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for folder in ["shared/service/src", "functions"] {
        files_below(&root.join(folder), &mut files);
    }
    let ways = [
        "stores.templates",
        "stores().templates",
        "jobs.job(",
        "jobs.jobs(",
        "jobs.jobs_of(",
        "jobs.cancel_job(",
    ];
    let is_free = |path: &Path| {
        let path = path.to_string_lossy();
        path.ends_with("service/within.rs")
            || path.contains("platen/src/commands/")
            || path.contains("/tests/")
    };
    let mut found = Vec::new();
    for path in files.iter().filter(|path| !is_free(path)) {
        let text: String = code(&fs::read_to_string(path).unwrap()).split_whitespace().collect();
        let around = ways.iter().filter(|way| text.contains(*way));
        found.extend(around.map(|way| format!("{}: {way}", path.display())));
    }
    assert!(found.is_empty(), "asks the stores itself; use `Service::within`:\n{}", found.join("\n"));
}

/// The files of a crate, as paths of modules, each with the top modules that it imports. Tests are left out.
struct Source {
    imports: BTreeMap<Vec<String>, Vec<String>>,
}

impl Source {
    fn read(name: &str) -> Source {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name).join("src");
        let mut files = Vec::new();
        files_below(&root, &mut files);
        let shown = shown_by_the_crate(&fs::read_to_string(root.join("lib.rs")).unwrap());
        let mut imports = BTreeMap::new();
        for path in files {
            let inner = path.strip_prefix(&root).unwrap().with_extension("");
            let mut module: Vec<String> =
                inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            module.pop_if(|last| last == "mod");
            if module == ["lib"] || module.iter().any(|part| part == "tests" || part == "bin") {
                continue;
            }
            let text = code(&fs::read_to_string(&path).unwrap());
            imports.insert(module.clone(), top_modules(&text, &module, &shown));
        }
        Source { imports }
    }
}

pub fn files_below(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_below(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The text without comments and without the tests at its end.
pub fn code(text: &str) -> String {
    let is_of_tests = |(at, mark): &(usize, &str)| {
        text[at + mark.len()..].lines().next().is_some_and(|line| line.ends_with('{'))
    };
    let tests = text.match_indices("#[cfg(test)]\nmod ").find(is_of_tests);
    let text = &text[..tests.map_or(text.len(), |(at, _)| at)];
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// Items that the crate itself shows, by the top module that they come from.
fn shown_by_the_crate(lib: &str) -> HashMap<String, String> {
    let uses =
        lib.split(";\n").filter_map(|statement| statement.rsplit_once("pub use ").map(|(_, tree)| tree));
    let leaves = uses.flat_map(leaves);
    leaves
        .filter_map(|leaf| {
            let (module, _) = leaf.split_once("::")?;
            Some((leaf.rsplit("::").next()?.to_owned(), module.to_owned()))
        })
        .collect()
}

/// The top modules that a file names, by `crate::` or by a way up that reaches the top.
fn top_modules(text: &str, module: &[String], shown: &HashMap<String, String>) -> Vec<String> {
    let mut found = Vec::new();
    let up = "super::".repeat(module.len());
    for start in ["crate::", up.as_str()] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':' || c == '$') {
                continue;
            }
            for leaf in leaves(&text[at + start.len()..]) {
                let first = leaf.split("::").next().unwrap_or_default().to_owned();
                found.push(shown.get(&first).cloned().unwrap_or(first));
            }
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// The paths of a tree of imports: `a::{b, c::d}` is `a::b` and `a::c::d`. What follows the tree is not read.
pub fn leaves(tree: &str) -> Vec<String> {
    let tree = tree.trim_start();
    let end = tree.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(tree.len());
    let (head, rest) = tree.split_at(end);
    if !head.ends_with("::") && !head.is_empty() || !rest.starts_with('{') {
        return vec![head.trim_end_matches(':').to_owned()];
    }
    let (mut depth, mut start, mut found) = (0, 1, Vec::new());
    for (at, c) in rest.char_indices() {
        depth += match c {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        if depth == 0 || depth == 1 && c == ',' {
            found.extend(leaves(&rest[start..at]).into_iter().map(|leaf| format!("{head}{leaf}")));
            start = at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    found
}

#[test]
fn trees_of_imports_are_read() {
    assert_eq!(leaves("a::{b, c::{d, e as f}};\nx"), ["a::b", "a::c::d", "a::c::e"]);
    assert_eq!(leaves("{Bounds, Budget};"), ["Bounds", "Budget"]);
    assert_eq!(leaves("filters::add(&mut env)"), ["filters::add"]);
    let shown = HashMap::from([("Limits".to_owned(), "limits".to_owned())]);
    let module = ["rich".to_owned(), "html".to_owned()];
    let text =
        "use crate::Limits;\nuse super::super::xml::Tree;\nuse super::link;\nlet x = crate::render::date(1);";
    assert_eq!(top_modules(text, &module, &shown), ["limits", "render", "xml"]);
}
