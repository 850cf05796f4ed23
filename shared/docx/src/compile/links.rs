//! Links whose targets use names that only a loop around them knows. A target is in another part, outside the loop: such a
//! link gets its own target in each turn, and its original relationship is removed.

use std::collections::{BTreeSet, HashMap, HashSet};

use minijinja::Environment;

use super::check_names;
use crate::text::marks::Piece;
use crate::text::scan::{Delimiter, Found, scan};
use crate::text::syntax::{Expr, Fault, Operator, Syntax};
use crate::text::{Marks, syntax};
use platen_ooxml::package::{Relationships, Target};
use platen_ooxml::xml::{NodeId, Tree};

/// The targets of the part at hand, and the relationships that are needed no more.
#[derive(Debug, Default)]
pub(crate) struct Links {
    /// Name of the part that holds the relationships.
    part: String,
    /// Targets with tags, by the ids of their relationships.
    targets: HashMap<String, String>,
    moved: HashSet<(String, String)>,
}

impl Links {
    /// Begins a part.
    pub fn enter(&mut self, part: &str, relationships: &Relationships) {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        self.part = format!("{folder}/_rels/{file}.rels");
        let outside = relationships.of_kind("hyperlink").filter_map(|r| match &r.target {
            Target::External(target) => Some((r.id.clone(), braces(target))),
            Target::Internal(_) => None,
        });
        self.targets = outside.filter(|(_, target)| target.contains("{{")).collect();
    }

    /// Lets the links of a part ask for their targets, and returns what is wrong with those. `bound` are the names that
    /// tags of the part give a value to.
    pub fn mark(
        &mut self,
        tree: &Tree,
        bound: &BTreeSet<&str>,
        env: &Environment<'_>,
        marks: &mut Marks,
    ) -> Vec<(NodeId, Fault)> {
        let mut faults = Vec::new();
        if self.targets.is_empty() {
            return faults;
        }
        for node in tree.nodes().filter(|n| tree.is_w(*n, "hyperlink")) {
            let id = tree.attr(node, "id").unwrap_or_default();
            let value = self.targets.get(&id).and_then(|target| value(target));
            let (Some(value), Some(range)) = (value, tree.attr_range(node, "id")) else { continue };
            let mut syntax = Syntax::Value(value);
            if syntax.fields().iter().all(|name| !bound.contains(name)) {
                continue;
            }
            let wrong =
                syntax::reserved(&syntax).into_iter().chain(check_names::functions(&syntax, bound, env));
            let wrong = wrong.chain(check_names::usable(&syntax, env));
            faults.extend(wrong.map(|fault| (node, fault)));
            syntax::bound(&mut syntax);
            if let Syntax::Value(value) = syntax {
                let code = syntax::code(&Syntax::Value(Expr::call("__target", vec![value])));
                marks.substitute(node, range, vec![Piece::value(code)]);
                self.moved.insert((self.part.clone(), id));
            }
        }
        faults
    }

    /// Leaves out the relationships of a part that no link uses now.
    pub fn leave_out(&self, part: &str, tree: &Tree, marks: &mut Marks) {
        if self.moved.is_empty() || !part.ends_with(".rels") {
            return;
        }
        for node in tree.nodes().filter(|n| tree.is_element(*n) && tree.local(*n) == "Relationship") {
            if self.moved.contains(&(part.to_owned(), tree.attr(node, "Id").unwrap_or_default())) {
                marks.drop(node);
            }
        }
    }
}

/// A target with its tags as texts and values in a row; nothing where it holds more than values.
fn value(target: &str) -> Option<Expr> {
    let mut parts = Vec::new();
    let mut at = 0;
    for found in scan(target) {
        let Found::Tag(tag) = found else { return None };
        let (Syntax::Value(value), None) =
            syntax::read(&tag).ok().filter(|_| tag.delimiter == Delimiter::Variable)?
        else {
            return None;
        };
        parts.extend((at < tag.range.start).then(|| Expr::Text(target[at..tag.range.start].to_owned())));
        parts.push(value);
        at = tag.range.end;
    }
    parts.extend((at < target.len()).then(|| Expr::Text(target[at..].to_owned())));
    let joined = |left, right| Expr::Binary(Operator::Concat, Box::new(left), Box::new(right));
    parts.into_iter().reduce(joined)
}

/// Word writes a tag in a link's target percent-encoded (RFC 3986, 2.1).
fn braces(target: &str) -> String {
    let mut out = String::with_capacity(target.len());
    let mut rest = target;
    // Only where there are tags: elsewhere what is encoded stays so.
    if !target.contains("%7B%7B") && !target.contains("%7b%7b") {
        return target.to_owned();
    }
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let byte = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        match byte {
            Some(byte) => {
                out.push(char::from(byte));
                rest = &after[2..];
            }
            None => {
                out.push('%');
                rest = after;
            }
        }
    }
    out + rest
}
