//! A document of another product's with tags of ours: `platen migrate`.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::super::parts::text_parts;
use super::carbone::Holder;
use super::dialect::Dialect;
use super::foreign_marks::{Mark, What};
use super::seen::Seen;
use super::translate::{New, translate};
use super::{carbone, foreign_marks};
use crate::package::{Change, Package};
use crate::text::flow::Flow;
use crate::text::marks::{Piece, emit};
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::syntax::Syntax;
use crate::text::{Marks, flow};
use crate::xml::characters::escape;
use crate::xml::{NodeId, Tree, unless_exhausted};
use crate::{Bounds, Budget, CompileError, Exhausted, Limits};

/// Lines of a report: those of a document with a million different marks fill no memory.
const LINES: usize = 1_000;

/// A document whose marks were rewritten.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Migration {
    /// The package's bytes; the document itself where nothing was rewritten.
    #[serde(skip)]
    pub docx: Vec<u8>,
    /// Marks that became tags, in document order, each text once; the first 1,000.
    pub rewritten: Vec<Rewritten>,
    /// Marks that stay as they are, likewise.
    pub untouched: Vec<Untouched>,
    /// Marks that were rewritten, all of them.
    pub rewritten_count: usize,
    /// Marks that stay, all of them.
    pub untouched_count: usize,
}

/// A mark that became a tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rewritten {
    /// The mark: `{#items}`.
    pub from: String,
    /// The tag: `{% for item in items %}`.
    pub to: String,
    /// How often; at least 1.
    pub count: usize,
    /// Where first: `body, table 3, row 2`.
    pub place: String,
    /// What was assumed, for the author to look at.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub note: Option<&'static str>,
}

/// A mark that stays as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Untouched {
    /// The mark.
    pub mark: String,
    /// Why.
    pub reason: String,
    /// How often; at least 1.
    pub count: usize,
    /// Where first.
    pub place: String,
}

/// Rewrites the marks of other products in a .docx or .dotx as tags, which look as the marks did. Fields of a mail
/// merge and form fields stay: templates fill them as they are.
///
/// # Errors
/// [`CompileError::Package`] for a file that is refused; [`CompileError::Exhausted`] when the budget ends.
pub fn migrate(
    package: impl Into<bytes::Bytes>,
    limits: &Limits,
    budget: &Budget,
) -> Result<Migration, CompileError> {
    let bytes: bytes::Bytes = package.into();
    let package = Package::open_within(bytes.clone(), limits, budget)?;
    let bounds = Bounds { limits, budget };
    let mut parts = Vec::new();
    let (mut seen, mut has_fields) = (Seen::default(), false);
    for (index, name) in text_parts(&package)? {
        let source = package.read_within(&package.parts()[index], budget)?;
        // What cannot be read is told when the result is checked.
        let Some(tree) = unless_exhausted(Tree::parse(source, bounds).and_then(|t| t.usual(bounds)))? else {
            continue;
        };
        let flows = flow::flows(&tree);
        seen.note(&tree, &name, &Places::new(&tree), &flows)?;
        has_fields |= flows.iter().any(|flow| flow.text.contains("{{"));
        parts.push((index, name, tree));
    }
    let dialects = seen.dialects(has_fields);
    let mut report = Report::default();
    let mut changed: Vec<(usize, String)> = Vec::new();
    for (index, name, tree) in &parts {
        if let Some(source) = rewrite(tree, name, &dialects, bounds, &mut report)? {
            changed.push((*index, source));
        }
    }
    let changes: Vec<_> =
        changed.iter().map(|(index, source)| (*index, Change::Replace(source.as_bytes()))).collect();
    let too_large = Exhausted::Bytes { limit: "output_bytes", allowed: limits.output_bytes };
    let docx = match changes.is_empty() {
        true => bytes.to_vec(),
        false => package.write(&changes, &[]).map_err(|_| too_large)?,
    };
    Ok(Migration { docx, ..report.migration })
}

/// The marks of a part as tags; `None` when nothing changes.
fn rewrite(
    tree: &Tree,
    name: &PartName,
    dialects: &BTreeSet<Dialect>,
    bounds: Bounds<'_>,
    report: &mut Report,
) -> Result<Option<String>, CompileError> {
    let flows = flow::flows(tree);
    let mut found: Vec<Mark> = Vec::new();
    let mut of_flow: Vec<usize> = Vec::new();
    for (flow, mark) in foreign_marks::of_part(tree, &flows) {
        tree.check()?;
        if dialects.contains(&mark.dialect) {
            of_flow.push(flow);
            found.push(mark);
        }
    }
    let holders: Vec<Holder> = of_flow.iter().map(|flow| holder(tree, flows[*flow].paragraph)).collect();
    let mut made = translate(&found);
    let carbone = carbone::translate(&found, &holders);
    for (index, new) in carbone.made {
        made[index] = new;
    }
    let places = Places::new(tree);
    let mut changes = Marks::default();
    for ((mark, new), flow) in found.iter().zip(made).zip(&of_flow) {
        tree.check()?;
        let flow = &flows[*flow];
        let original = &flow.text[mark.range.clone()];
        let place = || format!("{}{}", name.label, places.of(flow.paragraph));
        match new {
            // Written like ours, and meant so.
            Ok(new) if new.text == original => {}
            Err(_) if mark.dialect == Dialect::Handlebars && matches!(mark.what, What::Value(_)) => {}
            Ok(new) => {
                replace(tree, flow, mark, &new, &mut changes);
                report.rewritten(original, new, place);
            }
            Err(reason) => report.untouched(original, reason, place),
        }
    }
    carbone.dropped.into_iter().for_each(|node| changes.drop(node));
    if changes.is_empty() {
        return Ok(None);
    }
    Ok(Some(emit(tree, &changes, bounds.limits, &[], |_| &Syntax::Nothing)?.source))
}

/// Writes a tag where a mark begins, in its formatting.
fn replace(tree: &Tree, flow: &Flow, mark: &Mark, new: &New, changes: &mut Marks) {
    let mut pieces = Some(vec![Piece::xml(escape(&new.text).into_owned())]);
    for segment in flow.touched(&mark.range) {
        match segment.source_of(&mark.range) {
            Some(_) if tree.is_element(segment.node) => changes.drop(segment.node),
            Some(source) => changes.substitute(segment.node, source, pieces.take().unwrap_or_default()),
            None => {}
        }
    }
}

fn holder(tree: &Tree, paragraph: NodeId) -> Holder {
    match tree.ancestor_w(paragraph, "tr") {
        Some(row) => Holder { node: row, is_row: true },
        None => Holder { node: paragraph, is_row: false },
    }
}

#[derive(Default)]
struct Report {
    migration: Migration,
    /// Lines of `rewritten` by mark and tag, and of `untouched` by mark.
    known: HashMap<(String, String), usize>,
}

impl Report {
    fn rewritten(&mut self, from: &str, new: New, place: impl Fn() -> String) {
        self.migration.rewritten_count += 1;
        let list = &mut self.migration.rewritten;
        let key = (from.to_owned(), new.text.clone());
        match self.known.get(&key) {
            Some(line) => list[*line].count += 1,
            None if list.len() < LINES => {
                self.known.insert(key, list.len());
                list.push(Rewritten {
                    from: from.to_owned(),
                    to: new.text,
                    count: 1,
                    place: place(),
                    note: new.assumed,
                });
            }
            None => {}
        }
    }

    fn untouched(&mut self, mark: &str, reason: String, place: impl Fn() -> String) {
        self.migration.untouched_count += 1;
        let list = &mut self.migration.untouched;
        let key = (mark.to_owned(), format!("\u{1}{reason}"));
        match self.known.get(&key) {
            Some(line) => list[*line].count += 1,
            None if list.len() < LINES => {
                self.known.insert(key, list.len());
                list.push(Untouched { mark: mark.to_owned(), reason, count: 1, place: place() });
            }
            None => {}
        }
    }
}
