//! Lists: each document counts its own from the start. Definitions that say the same are kept once.

use std::collections::HashMap;
use std::fmt::Write;

use super::collected::Ends;
use crate::numbering::{LEVELS, starting};
use crate::xml::{NodeId, Tree};

/// The numbering part of the file.
#[derive(Default)]
pub(super) struct Lists {
    /// Name, and the tags of its root.
    pub part: Option<Ends>,
    /// Pictures of bullets, which stand first (17.9.17).
    before: String,
    definitions: String,
    instances: String,
    /// Definitions by what they say, and lists that need not be counted by theirs.
    known: HashMap<String, Vec<u32>>,
    uncounted: HashMap<(u32, String), u32>,
    last_definition: u32,
    last_list: u32,
}

/// The lists that a document uses, in the order of their first use.
#[derive(Default)]
pub(super) struct UsedLists {
    lists: Vec<Used>,
    by_id: HashMap<String, usize>,
}

#[derive(Default)]
struct Used {
    id: String,
    /// A bit for each level.
    levels: u32,
    /// Whether a paragraph has a level while none has had one above it.
    skips_levels: bool,
}

impl UsedLists {
    /// A paragraph of a list, and its level (0 to 8).
    pub fn add(&mut self, id: String, level: u32) {
        let place = *self.by_id.entry(id).or_insert_with_key(|id| {
            self.lists.push(Used { id: id.clone(), ..Used::default() });
            self.lists.len() - 1
        });
        let (list, level) = (&mut self.lists[place], 1 << level.min(LEVELS));
        list.skips_levels |= list.levels & (level - 1) != level - 1;
        list.levels |= level;
    }
}

impl Lists {
    /// The ids that the lists of a document get, of those that it uses. The first document with lists keeps its own.
    pub fn add(&mut self, tree: &Tree, used: &UsedLists) -> HashMap<String, u32> {
        if self.part.is_none() {
            self.begin(tree);
            return HashMap::new();
        }
        let named = |local: &'static str, id: &'static str| -> HashMap<String, NodeId> {
            let nodes = tree.nodes().filter(move |n| tree.is_w(*n, local));
            nodes.filter_map(|n| Some((tree.attr(n, id)?, n))).collect()
        };
        let (nums, definitions) = (named("num", "numId"), named("abstractNum", "abstractNumId"));
        let mut lists = HashMap::new();
        // What the definitions of this document became, and how many of them say the same.
        let mut turned: HashMap<NodeId, u32> = HashMap::new();
        let mut alike: HashMap<String, usize> = HashMap::new();
        let mut counted: HashMap<NodeId, bool> = HashMap::new();
        for Used { id, skips_levels, .. } in &used.lists {
            let Some(num) = nums.get(id).copied() else { continue };
            let definition = tree.child_w(num, "abstractNumId").and_then(|n| tree.attr(n, "val"));
            let Some(definition) = definition.and_then(|id| definitions.get(&id)).copied() else { continue };
            let of_definition = *counted.entry(definition).or_insert_with(|| is_counted(tree, definition));
            let is_counted = of_definition || is_counted(tree, num);
            // Lists of one definition count on, one after the other. Levels that a paragraph skips go on counting where they
            // were, whatever the list says: only a definition of its own counts all of them from the start.
            let is_first = !turned.contains_key(&definition);
            let is_own = is_counted && *skips_levels;
            let of = *turned.entry(definition).or_insert_with(|| {
                let said = said(tree, definition);
                if is_own {
                    return self.define(&said);
                }
                let place = alike.entry(said.clone()).or_default();
                *place += 1;
                match self.known.get(&said).and_then(|known| known.get(*place - 1)) {
                    Some(known) => *known,
                    None => {
                        let id = self.define(&said);
                        self.known.entry(said).or_default().push(id);
                        id
                    }
                }
            });
            let overrides = overrides(tree, num);
            if let (false, Some(known)) = (is_counted, self.uncounted.get(&(of, overrides.clone()))) {
                lists.insert(id.clone(), *known);
                continue;
            }
            let restarts = is_counted && is_first && !is_own;
            let levels = if restarts { starting(tree, num, Some(definition)) } else { overrides };
            self.last_list += 1;
            let list = self.last_list;
            let _ = write!(
                self.instances,
                "<w:num w:numId=\"{list}\"><w:abstractNumId w:val=\"{of}\"/>{levels}</w:num>"
            );
            if !is_counted {
                self.uncounted.insert((of, levels), list);
            }
            lists.insert(id.clone(), list);
        }
        lists
    }

    /// Takes the lists of the first document as they are.
    fn begin(&mut self, tree: &Tree) {
        let Some(ends) = Ends::of(tree) else { return };
        for child in tree.children(ends.root).filter(|n| tree.is_element(*n)) {
            let id = |name| tree.attr(child, name).and_then(|id| id.parse::<u32>().ok()).unwrap_or_default();
            match tree.local(child) {
                "abstractNum" => {
                    self.definitions.push_str(tree.outer(child));
                    self.last_definition = self.last_definition.max(id("abstractNumId"));
                    self.known.entry(said(tree, child)).or_default().push(id("abstractNumId"));
                }
                "num" => {
                    self.instances.push_str(tree.outer(child));
                    self.last_list = self.last_list.max(id("numId"));
                }
                "numPicBullet" => self.before.push_str(tree.outer(child)),
                _ => {}
            }
        }
        self.part = Some(ends);
    }

    /// Adds a definition, and returns its id.
    fn define(&mut self, said: &str) -> u32 {
        self.last_definition += 1;
        let id = self.last_definition;
        let _ = write!(self.definitions, "<w:abstractNum w:abstractNumId=\"{id}\">{said}</w:abstractNum>");
        id
    }

    /// Bytes so far.
    pub fn size(&self) -> usize {
        self.before.len() + self.definitions.len() + self.instances.len()
    }

    /// The part's content.
    pub fn content(&self) -> String {
        [self.before.as_str(), &self.definitions, &self.instances].concat()
    }
}

/// What a definition says. Word takes two with one `w:nsid` for the same list (17.9.15).
fn said(tree: &Tree, definition: NodeId) -> String {
    let children = tree.children(definition).filter(|n| tree.is_element(*n));
    children.filter(|n| !matches!(tree.local(*n), "nsid" | "tmpl")).map(|n| tree.outer(n)).collect()
}

fn overrides(tree: &Tree, num: NodeId) -> String {
    tree.children(num).filter(|n| tree.is_w(*n, "lvlOverride")).map(|n| tree.outer(n)).collect()
}

/// Whether a list or its definition has levels with numbers.
fn is_counted(tree: &Tree, node: NodeId) -> bool {
    let formats = tree.descendants(node).filter(|n| tree.is_w(*n, "numFmt") || tree.is_w(*n, "numStyleLink"));
    let mut values = formats.map(|n| tree.attr(n, "val").unwrap_or_default());
    values.any(|format| format != "bullet" && format != "none")
}
