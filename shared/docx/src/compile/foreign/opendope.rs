//! Content controls in the convention of OpenDoPE (docx4j): a tag says what a control does, `od:xpath=x1`, `od:repeat=r1` or
//! `od:condition=c1`, and parts of the package say what the ids mean.

use std::collections::HashMap;

use super::super::controls::Control;
use super::super::controls::binding::{self, Binding};
use super::super::controls::control_site::{ControlKind, Location, is_of_opendope};
use crate::text::syntax::Expr;
use platen_ooxml::xml::{NodeId, Tree};

/// What a control does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Role<'d> {
    /// It shows what its binding leads to.
    Shows(Option<&'d Binding>),
    /// It is written once for each element.
    Repeats(&'d Binding),
    /// It is written when this holds.
    Depends(&'d Test),
    /// Its id stands in no part, or what it says cannot be read: why.
    Unknown(&'static str),
}

/// A condition, as far as it is understood (XPath 1.0).
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Test {
    Not(Box<Test>),
    And(Vec<Test>),
    Or(Vec<Test>),
    /// A value beside a literal: `/order/total > 100`.
    Compared(Operand, &'static str, String),
}

/// What is compared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    Value(Binding),
    /// How many elements there are.
    Count(Binding),
}

/// The parts of a package that say what ids mean.
#[derive(Debug, Default)]
pub(crate) struct OpenDope {
    paths: HashMap<String, Path>,
    conditions: HashMap<String, Option<Test>>,
}

#[derive(Debug)]
struct Path {
    store: String,
    xpath: String,
    binding: Option<Binding>,
}

/// Conditions in conditions.
const DEPTH: usize = 16;

/// Signs of comparisons, longer ones first, and what they are called in fields of Word.
const SIGNS: [(&str, &str); 6] =
    [("!=", "<>"), ("<=", "<="), (">=", ">="), ("=", "="), ("<", "<"), (">", ">")];

impl OpenDope {
    /// Reads them from the package's custom XML parts.
    pub fn read<'t>(parts: impl Iterator<Item = &'t Tree>) -> OpenDope {
        let mut dope = OpenDope::default();
        let mut conditions = None;
        for tree in parts {
            let Some(root) = tree.top_level().find(|n| tree.is_element(*n)) else { continue };
            match tree.local(root) {
                "xpaths" => dope.paths.extend(tree.children(root).filter_map(|n| path(tree, n))),
                "conditions" => conditions = Some((tree, root)),
                _ => {}
            }
        }
        if let Some((tree, root)) = conditions {
            for node in tree.children(root).filter(|n| tree.local(*n) == "condition") {
                let test =
                    tree.children(node).find(|n| tree.is_element(*n)).and_then(|n| dope.test(tree, n, 0));
                dope.conditions.extend(tree.attr(node, "id").map(|id| (id, test)));
            }
        }
        dope
    }

    /// What a control's tag says; `None` when it is none of OpenDoPE's.
    pub fn role(&self, tag: &str) -> Option<Role<'_>> {
        let value = |key: &str| {
            let mut pairs = tag.split('&').filter_map(|pair| pair.split_once('='));
            pairs.find(|(name, _)| *name == key).map(|(_, value)| value.trim())
        };
        let bound = |id: &str| self.paths.get(id).and_then(|path| path.binding.as_ref());
        Some(if let Some(id) = value("od:repeat") {
            let unknown = "what it repeats cannot be read";
            bound(id).map_or(Role::Unknown(unknown), Role::Repeats)
        } else if let Some(id) = value("od:condition") {
            let test = self.conditions.get(id).and_then(Option::as_ref);
            test.map_or(Role::Unknown("its condition cannot be read"), Role::Depends)
        } else if let Some(id) = value("od:xpath") {
            Role::Shows(bound(id))
        } else {
            return is_of_opendope(tag).then_some(Role::Unknown("what it does is not known"));
        })
    }

    fn test(&self, tree: &Tree, node: NodeId, depth: usize) -> Option<Test> {
        if depth > DEPTH {
            return None;
        }
        let inner = || -> Option<Vec<Test>> {
            let children = tree.children(node).filter(|n| tree.is_element(*n));
            children.map(|n| self.test(tree, n, depth + 1)).collect()
        };
        match tree.local(node) {
            "xpathref" => {
                let path = self.paths.get(&tree.attr(node, "id")?)?;
                read_test(&path.xpath, &path.store, depth)
            }
            "not" => Some(Test::Not(Box::new(inner()?.pop()?))),
            "and" => Some(Test::And(inner()?)),
            "or" => Some(Test::Or(inner()?)),
            "conditionref" => self.conditions.get(&tree.attr(node, "id")?)?.clone(),
            _ => None,
        }
    }
}

fn path(tree: &Tree, node: NodeId) -> Option<(String, Path)> {
    let data = tree.children(node).find(|n| tree.local(*n) == "dataBinding")?;
    let store = tree.attr(data, "storeItemID").unwrap_or_default().to_ascii_uppercase();
    let path = Path { store, xpath: tree.attr(data, "xpath")?, binding: binding::read(tree, node) };
    Some((tree.attr(node, "id")?, path))
}

/// Reads `/a/b = 'x' and not(count(/a/c) > 1)`.
fn read_test(xpath: &str, store: &str, depth: usize) -> Option<Test> {
    let xpath = xpath.trim();
    if depth > DEPTH {
        return None;
    }
    let several = |word: &str| {
        let parts = split(xpath, word);
        let read = || parts.iter().map(|part| read_test(part, store, depth + 1)).collect::<Option<Vec<_>>>();
        (parts.len() > 1).then(read)
    };
    if let Some(tests) = several(" or ") {
        return Some(Test::Or(tests?));
    }
    if let Some(tests) = several(" and ") {
        return Some(Test::And(tests?));
    }
    if let Some(inner) = call(xpath, "not") {
        return Some(Test::Not(Box::new(read_test(inner, store, depth + 1)?)));
    }
    if let Some(inner) = call(xpath, "boolean").or_else(|| call(xpath, "")) {
        return read_test(inner, store, depth + 1);
    }
    match SIGNS.iter().find_map(|(sign, name)| Some((xpath.split_once(sign)?, *name))) {
        Some(((left, right), sign)) => {
            Some(Test::Compared(operand(left, store)?, sign, literal(right.trim())?))
        }
        // docx4j takes the text `true` for true.
        None => Some(Test::Compared(operand(xpath, store)?, "=", "true".to_owned())),
    }
}

/// Parts between words that stand in no parentheses and no text.
fn split<'x>(xpath: &'x str, word: &str) -> Vec<&'x str> {
    let (mut depth, mut quote, mut start, mut parts) = (0usize, None, 0, Vec::new());
    for (at, c) in xpath.char_indices() {
        match (quote, c) {
            (None, '\'' | '"') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            (None, '(' | '[') => depth += 1,
            (None, ')' | ']') => depth = depth.saturating_sub(1),
            (None, ' ') if depth == 0 && at >= start && xpath[at..].starts_with(word) => {
                parts.push(&xpath[start..at]);
                start = at + word.len();
            }
            _ => {}
        }
    }
    parts.push(&xpath[start..]);
    parts
}

/// What a function is called with, if the whole is one call.
fn call<'x>(xpath: &'x str, name: &str) -> Option<&'x str> {
    let inner = xpath.trim().strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')')?;
    let mut depth = 0i32;
    let closes_early = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    (!closes_early).then_some(inner)
}

fn operand(xpath: &str, store: &str) -> Option<Operand> {
    if let Some(inner) = call(xpath, "count") {
        return Some(Operand::Count(Binding::parse(inner.trim(), store.to_owned())?));
    }
    let inner = ["string", "number", "normalize-space"]
        .iter()
        .find_map(|name| call(xpath, name))
        .unwrap_or(xpath)
        .trim();
    let is_path = |c: char| {
        c.is_alphanumeric() || matches!(c, '/' | ':' | '_' | '-' | '.' | '[' | ']' | '@' | '(' | ')')
    };
    let fits = inner.starts_with('/')
        && inner.replace("text()", "").chars().all(|c| is_path(c) && !matches!(c, '(' | ')'));
    if fits { Some(Operand::Value(Binding::parse(inner, store.to_owned())?)) } else { None }
}

fn literal(text: &str) -> Option<String> {
    if matches!(text, "true()" | "false()") {
        return Some(text.trim_end_matches("()").to_owned());
    }
    let quoted = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    quoted.map(str::to_owned).or_else(|| text.parse::<f64>().ok().map(|_| text.to_owned()))
}

impl Test {
    /// The condition as compiled code has it; `path` is what a binding is called at this place. What it asks for is added
    /// to `controls`.
    pub fn code(
        &self,
        path: &dyn Fn(&Binding) -> String,
        place: &Location,
        controls: &mut Vec<Control>,
    ) -> Expr {
        let join = |tests: &[Test], controls: &mut Vec<Control>, operator| {
            let mut parts =
                tests.iter().map(|test| test.code(path, place, controls)).collect::<Vec<_>>().into_iter();
            let first = parts.next().unwrap_or(Expr::Word("true"));
            parts.fold(first, |left, right| Expr::Binary(operator, Box::new(left), Box::new(right)))
        };
        match self {
            Test::Not(inner) => Expr::Not(Box::new(inner.code(path, place, controls))),
            Test::And(tests) => join(tests, controls, crate::text::syntax::Operator::And),
            Test::Or(tests) => join(tests, controls, crate::text::syntax::Operator::Or),
            Test::Compared(operand, sign, literal) => {
                let (binding, kind) = match operand {
                    Operand::Value(binding) => (binding, ControlKind::PlainText),
                    Operand::Count(binding) => (binding, ControlKind::RepeatingSection),
                };
                controls.push(Control::of(kind, path(binding), Vec::new(), place.clone()));
                let id = Expr::Integer((controls.len() - 1) as u128);
                let value = match operand {
                    Operand::Value(_) => Expr::call("__control", vec![id, Expr::Text("text".to_owned())]),
                    Operand::Count(_) => Expr::call("__repeat", vec![id]).filtered("length", Vec::new()),
                };
                value.filtered(
                    "__field_holds",
                    vec![Expr::Text((*sign).to_owned()), Expr::Text(literal.clone())],
                )
            }
        }
    }
}
