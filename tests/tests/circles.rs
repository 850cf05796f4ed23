//! No circles of files: of two files of a crate that stand beside each other, one may import the other, not both, directly or by
//! way of others. A file and those in its folder are one room and may know each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::layers::{code, files_below, leaves};

#[test]
fn files_import_each_other_in_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for room in ["shared", "functions"] {
        for entry in fs::read_dir(root.join(room)).unwrap() {
            let folder = entry.unwrap().path();
            if folder.join("src").is_dir() {
                let name = format!("{room}/{}", folder.file_name().unwrap().to_str().unwrap());
                let circles = Files::read(&folder.join("src")).circles();
                found.extend(circles.into_iter().map(|circle| (name.clone(), circle)));
            }
        }
    }
    assert!(found.is_empty(), "circles of files: {found:#?}");
}

type Module = Vec<String>;

/// The files of a crate by their modules, with their text.
struct Files {
    texts: BTreeMap<Module, String>,
    /// What a module shows of others under its own name: the path, as it is written there.
    shown: BTreeMap<(Module, String), Module>,
}

impl Files {
    fn read(root: &Path) -> Files {
        let mut paths: Vec<PathBuf> = Vec::new();
        files_below(root, &mut paths);
        let mut texts = BTreeMap::new();
        for path in paths {
            let inner = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: Module = inner.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            module.pop_if(|last| last == "mod");
            module.pop_if(|last| last == "lib" || last == "main");
            if !module.iter().any(|part| part == "tests" || part == "bin") {
                texts.insert(module, code(&fs::read_to_string(&path).unwrap()));
            }
        }
        let mut shown = BTreeMap::new();
        for (module, text) in &texts {
            for (at, _) in text.match_indices("use ") {
                let line = text[..at].rsplit('\n').next().unwrap_or_default();
                if line.trim_start().starts_with("pub") {
                    for leaf in leaves(&text[at + 4..]) {
                        let path: Module = leaf.split("::").map(str::to_owned).collect();
                        shown.insert((module.clone(), path[path.len() - 1].clone()), path);
                    }
                }
            }
        }
        Files { texts, shown }
    }

    /// The module that a path of the crate leads to, through what others show.
    fn file_of(&self, path: &[String], depth: usize) -> Option<Module> {
        let module =
            (0..=path.len()).rev().map(|end| &path[..end]).find(|head| self.texts.contains_key(*head))?;
        let next = path.get(module.len());
        match next.and_then(|next| self.shown.get(&(module.to_vec(), next.clone()))) {
            Some(shown) if depth < 8 => {
                let mut whole = self.whole(module, shown);
                whole.extend_from_slice(&path[module.len() + 1..]);
                self.file_of(&whole, depth + 1)
            }
            _ => Some(module.to_vec()),
        }
    }

    /// A path as it is written in a module, from the crate's top.
    fn whole(&self, module: &[String], path: &[String]) -> Module {
        let up = path.iter().take_while(|part| *part == "super").count();
        match path.first().map(String::as_str) {
            Some("crate") => path[1..].to_vec(),
            Some("super") => [&module[..module.len().saturating_sub(up)], &path[up..]].concat(),
            Some("self") => [module, &path[1..]].concat(),
            _ => [module, path].concat(),
        }
    }

    /// The files that a file imports, but for those that it lies in and that lie in it.
    fn imports(&self, module: &Module, text: &str) -> BTreeSet<Module> {
        let mut found = BTreeSet::new();
        for start in ["crate::", "super::"] {
            for (at, _) in text.match_indices(start) {
                let before = text[..at].chars().next_back();
                if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '$')) {
                    continue;
                }
                for leaf in leaves(&text[at..]) {
                    let path: Module = leaf.split("::").map(str::to_owned).collect();
                    found.extend(self.file_of(&self.whole(module, &path), 0));
                }
            }
        }
        found.retain(|other| !other.is_empty() && !other.starts_with(module) && !module.starts_with(other));
        found
    }

    /// Sets of files of which each leads to each other, in order.
    fn circles(&self) -> Vec<Vec<String>> {
        let imports: BTreeMap<&Module, BTreeSet<Module>> =
            self.texts.iter().map(|(module, text)| (module, self.imports(module, text))).collect();
        let reached = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                for import in imports.get(&next).into_iter().flatten() {
                    if seen.insert(import.clone()) {
                        open.push(import.clone());
                    }
                }
            }
            seen
        };
        let reaches: BTreeMap<&Module, BTreeSet<Module>> =
            imports.keys().map(|module| (*module, reached(module))).collect();
        let mut circles = BTreeSet::new();
        for (module, reach) in reaches.iter().filter(|(module, reach)| reach.contains(**module)) {
            let both =
                reach.iter().filter(|other| reaches.get(other).is_some_and(|back| back.contains(*module)));
            circles.insert(both.map(|file| file.join("/")).collect::<Vec<_>>());
        }
        circles.into_iter().collect()
    }
}

#[test]
fn circles_are_found_through_what_others_show() {
    let module = |path: &str| path.split('/').map(str::to_owned).collect::<Module>();
    let texts = [
        (Vec::new(), "mod a;\nmod b;"),
        (module("a"), "use crate::b::Thing;"),
        (module("b"), "mod inner;\npub use inner::Thing;"),
        (module("b/inner"), "use crate::a::Other;"),
        (module("c"), "use super::a::Other;"),
    ];
    let texts = texts.map(|(module, text)| (module, text.to_owned())).into();
    let shown = [((module("b"), "Thing".to_owned()), module("inner/Thing"))].into();
    assert_eq!(Files { texts, shown }.circles(), [vec!["a".to_owned(), "b/inner".to_owned()]]);
}
