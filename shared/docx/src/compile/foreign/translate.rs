//! Marks of other products as tags of ours: each mark's new text, or why it stays.

use std::collections::HashMap;

use super::dialect::Dialect;
use super::foreign_expression::{Reason, Scope, computed, value};
use super::foreign_marks::{Mark, What};

/// Blocks in blocks.
const NESTED: usize = 64;

/// What becomes of a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct New {
    pub text: String,
    /// What was assumed, for the author to look at.
    pub assumed: Option<&'static str>,
}

const LIST: &str = "taken for a list: if it is a condition, write `{% if ... %}` and `{% endif %}`";
const CONDITION: &str = "taken for a condition: if it is a list, write `{% for ... %}` and `{% endfor %}`";

/// A mark's beginning and end as a block of ours has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Loop,
    Condition,
}

impl Kind {
    fn end(self) -> &'static str {
        match self {
            Kind::Loop => "{% endfor %}",
            Kind::Condition => "{% endif %}",
        }
    }
}

/// A block: its first and last mark, and what is between.
#[derive(Debug)]
struct Block {
    open: usize,
    close: usize,
    has_values: bool,
    has_else: bool,
}

/// Reads the marks of a part, in their order. Those of Carbone are `super::carbone`'s.
pub(super) fn translate(marks: &[Mark]) -> Vec<Result<New, Reason>> {
    let blocks = pair(marks);
    let by_open: HashMap<usize, &Block> = blocks.iter().map(|block| (block.open, block)).collect();
    let mut ends: HashMap<usize, Result<Kind, ()>> = HashMap::new();
    let mut scope = Scope::default();
    let mut out = Vec::with_capacity(marks.len());
    for (index, mark) in marks.iter().enumerate() {
        let made = match &mark.what {
            What::Strange(why) => Err((*why).to_owned()),
            What::Value(code) => {
                value(mark.dialect, code, &scope).map(|code| plain(&format!("{{{{ {code} }}}}")))
            }
            What::Rich(code, note) => computed(code, &scope)
                .map(|code| New { text: format!("{{{{ {code} }}}}"), assumed: Some(note) }),
            What::Else | What::ElseIf(_) if ends.is_empty() => Err("it is not in a block".to_owned()),
            What::Else => Ok(plain("{% else %}")),
            What::ElseIf(code) => computed(code, &scope).map(|code| plain(&format!("{{% elif {code} %}}"))),
            What::End(_) => match ends.remove(&index) {
                Some(Ok(kind)) => {
                    if kind == Kind::Loop {
                        scope.leave();
                    }
                    Ok(plain(kind.end()))
                }
                Some(Err(())) => Err("its beginning stays as it is".to_owned()),
                None => Err("it ends nothing".to_owned()),
            },
            What::If(code) if mark.dialect == Dialect::Spaced => Ok(plain(&format!("{{% {code} %}}"))),
            _ => match by_open.get(&index) {
                None => Err("its end is missing".to_owned()),
                Some(block) => {
                    let made = begin(mark, block, &mut scope);
                    ends.insert(block.close, made.as_ref().map(|(kind, _)| *kind).map_err(|_| ()));
                    made.map(|(_, new)| new)
                }
            },
        };
        out.push(made);
    }
    out
}

fn plain(text: &str) -> New {
    New { text: text.to_owned(), assumed: None }
}

/// The tag that begins a block.
fn begin(mark: &Mark, block: &Block, scope: &mut Scope) -> Result<(Kind, New), Reason> {
    let condition = |code: &str, scope: &Scope, not: bool, assumed| {
        let code = computed(code, scope)?;
        let text = match (not, code.contains(' ')) {
            (true, true) => format!("{{% if not ({code}) %}}"),
            (true, false) => format!("{{% if not {code} %}}"),
            (false, _) => format!("{{% if {code} %}}"),
        };
        Ok((Kind::Condition, New { text, assumed }))
    };
    let mut each = |item: Option<&str>, code: &str, assumed| {
        let list = computed(code, scope)?;
        let item = scope.enter(item, code);
        Ok((Kind::Loop, New { text: format!("{{% for {item} in {list} %}}"), assumed }))
    };
    match &mark.what {
        What::If(code) => condition(code, scope, false, None),
        What::Unless(code) => condition(code, scope, true, None),
        What::For(item, code) => each(item.as_deref(), code, None),
        What::Section(code) => match section(code, block) {
            (Kind::Loop, assumed) => each(None, code, assumed),
            (Kind::Condition, assumed) => condition(code, scope, false, assumed),
        },
        _ => Err("it starts nothing".to_owned()),
    }
}

/// Whether a section is a loop or a condition: the data alone says so there.
fn section(code: &str, block: &Block) -> (Kind, Option<&'static str>) {
    let calculates = code.contains(['=', '<', '>', '&', '|', '!', '+']);
    let asks = ["is", "has", "show", "with", "can", "no", "not"].iter().any(|word| {
        code.strip_prefix(word).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase() || c == '_'))
    });
    let is_plural = code.ends_with('s') || code.ends_with("List") || code.ends_with("_list");
    match (calculates || asks || block.has_else, block.has_values, is_plural) {
        (true, ..) => (Kind::Condition, None),
        (_, true, true) => (Kind::Loop, None),
        (_, true, false) => (Kind::Loop, Some(LIST)),
        (_, false, _) => (Kind::Condition, Some(CONDITION)),
    }
}

/// Finds the end of each block: the next one of its name, or of none.
fn pair(marks: &[Mark]) -> Vec<Block> {
    let mut open: Vec<Block> = Vec::new();
    let mut blocks = Vec::new();
    for (index, mark) in marks.iter().enumerate() {
        match &mark.what {
            What::Value(_) | What::Rich(..) => open.iter_mut().for_each(|block| block.has_values = true),
            What::Else | What::ElseIf(_) => {
                open.last_mut().into_iter().for_each(|block| block.has_else = true)
            }
            What::Strange(_) => {}
            What::End(name) => {
                let ends = |block: &Block| {
                    marks[block.open].dialect == mark.dialect && is_end(&marks[block.open], name)
                };
                if let Some(at) = open.iter().rposition(ends) {
                    let mut block = open.remove(at);
                    open.truncate(at);
                    block.close = index;
                    blocks.push(block);
                }
            }
            _ if mark.dialect == Dialect::Spaced || open.len() >= NESTED => {}
            _ => open.push(Block { open: index, close: index, has_values: false, has_else: false }),
        }
    }
    blocks
}

/// Whether a name at the end of a block is that of its beginning.
fn is_end(open: &Mark, name: &str) -> bool {
    let name = name.trim();
    let is = |code: &str| code == name || code.split(['.', ' ', '[']).next() == Some(name);
    name.is_empty()
        || match &open.what {
            What::For(_, code) => matches!(name, "each" | "list" | "foreach") || is(code),
            What::If(code) | What::Section(code) => name == "if" || is(code),
            What::Unless(code) => name == "unless" || is(code),
            _ => false,
        }
}
