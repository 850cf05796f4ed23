//! Where the blocks of other products begin and end, and whether they repeat or depend.

use std::collections::{BTreeSet, HashMap};

use super::dialect::Dialect;
use super::foreign_expression::roots;
use super::mark::{Mark, What};

/// Blocks in blocks.
const NESTED: usize = 64;

const LIST: &str = "taken for a list: if it is a condition, write `{% if ... %}` and `{% endif %}`";
const CONDITION: &str = "taken for a condition: if it is a list, write `{% for ... %}` and `{% endfor %}`";

/// What a block of ours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Loop,
    Condition,
}

impl Kind {
    /// Behind `end`.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Loop => "for",
            Kind::Condition => "if",
        }
    }
}

/// A block: its first and last mark, and what is between.
#[derive(Debug)]
pub(super) struct Block {
    pub open: usize,
    pub close: usize,
    /// Values that stand in it and in no block inside.
    values: Vec<usize>,
    has_values: bool,
    has_else: bool,
}

fn inner(what: &What) -> &What {
    match what {
        What::Around(_, what) => what,
        what => what,
    }
}

/// Finds the end of each block: the next one of its name, or of none.
pub(super) fn pair(marks: &[Mark]) -> Vec<Block> {
    let mut open: Vec<Block> = Vec::new();
    let mut blocks = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        match inner(&mark.what) {
            What::Value(_) | What::Rich(..) => {
                open.iter_mut().for_each(|block| block.has_values = true);
                open.last_mut().into_iter().for_each(|block| block.values.push(index));
            }
            What::Else | What::ElseIf(_) => {
                open.last_mut().into_iter().for_each(|block| block.has_else = true)
            }
            What::Strange(_) | What::Run(_) | What::Alias(..) | What::Aliased(_) | What::Rest => {}
            What::End(name) => {
                let ends = |block: &Block| {
                    marks[block.open].open == mark.open && is_end(inner(&marks[block.open].what), name)
                };
                if let Some(at) = open.iter().rposition(ends) {
                    let mut block = open.remove(at);
                    open.truncate(at);
                    block.close = index;
                    blocks.push(block);
                }
            }
            _ if mark.dialect == Dialect::Spaced || open.len() >= NESTED => {}
            _ => {
                let values = Vec::new();
                open.push(Block { open: index, close: index, values, has_values: false, has_else: false });
            }
        }
    }
    blocks
}

/// Whether a name at the end of a block is that of its beginning.
fn is_end(open: &What, name: &str) -> bool {
    let name = name.trim();
    let is = |code: &str| code == name || code.split(['.', ' ', '[']).next() == Some(name);
    name.is_empty()
        || match open {
            What::For(_, code) => matches!(name, "each" | "list" | "foreach") || is(code),
            What::If(code) | What::Section(code) => name == "if" || is(code),
            What::Unless(code) => name == "unless" || is(code),
            _ => false,
        }
}

/// What each block is, and what was assumed: of sections the data alone says so.
pub(super) fn kinds(marks: &[Mark], blocks: &[Block]) -> HashMap<usize, (Kind, Option<&'static str>)> {
    // Codes that stand somewhere as values of their own, outside of all blocks.
    let covered: BTreeSet<usize> = blocks.iter().flat_map(|block| &block.values).copied().collect();
    let value = |index: usize| match inner(&marks[index].what) {
        What::Value(code) => Some(code.trim()),
        _ => None,
    };
    let shown: BTreeSet<&str> =
        (0..marks.len()).filter(|index| !covered.contains(index)).filter_map(value).collect();
    let outside: BTreeSet<String> = shown.iter().flat_map(|code| roots(code)).collect();
    let mut kinds = HashMap::new();
    for block in blocks {
        let kind = match inner(&marks[block.open].what) {
            What::For(..) | What::Rows(_) => (Kind::Loop, None),
            What::Section(code) => {
                let values: Vec<&str> = block.values.iter().filter_map(|index| value(*index)).collect();
                section(code, block, &values, &shown, &outside)
            }
            _ => (Kind::Condition, None),
        };
        kinds.insert(block.open, kind);
    }
    // What is a list in one place is so in all.
    let code = |open: &usize| match inner(&marks[*open].what) {
        What::Section(code) => Some(code.as_str()),
        _ => None,
    };
    let mut loops: Vec<_> = kinds.iter().filter(|(_, kind)| kind.0 == Kind::Loop).collect();
    let assumed: BTreeSet<&str> = loops.iter().filter_map(|(open, _)| code(open)).collect();
    loops.retain(|(_, kind)| kind.1.is_none());
    let certain: BTreeSet<&str> = loops.iter().filter_map(|(open, _)| code(open)).collect();
    for (open, kind) in &mut kinds {
        match code(open).filter(|_| kind.1.is_some()) {
            Some(code) if certain.contains(code) => *kind = (Kind::Loop, None),
            Some(code) if assumed.contains(code) => *kind = (Kind::Loop, Some(LIST)),
            _ => {}
        }
    }
    kinds
}

/// Whether a section is a loop or a condition.
fn section(
    code: &str,
    block: &Block,
    values: &[&str],
    shown: &BTreeSet<&str>,
    outside: &BTreeSet<String>,
) -> (Kind, Option<&'static str>) {
    let calculates = code.contains(['=', '<', '>', '&', '|', '!', '+']);
    let asks = ["is", "has", "show", "with", "can", "no", "not"].iter().any(|word| {
        code.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '_'))
    });
    let is_plural = code.ends_with('s') || code.ends_with("List") || code.ends_with("_list");
    // A value that is shown is no list, and what the data shows elsewhere is none of its members.
    let is_shown = shown.contains(code) || values.contains(&code);
    let has_element = values.iter().any(|value| matches!(*value, "." | "this"));
    let is_of_data = !values.is_empty()
        && values.iter().all(|value| roots(value).iter().all(|root| outside.contains(root)));
    match (calculates || asks || is_shown || block.has_else, block.has_values, is_plural) {
        // In a list of texts `{#isLast}{.}{/}` shows the text.
        _ if has_element && !asks => (Kind::Loop, None),
        (true, ..) => (Kind::Condition, None),
        (_, true, true) => (Kind::Loop, None),
        (_, true, false) if is_of_data => (Kind::Condition, Some(CONDITION)),
        (_, true, false) => (Kind::Loop, Some(LIST)),
        (_, false, _) => (Kind::Condition, Some(CONDITION)),
    }
}
