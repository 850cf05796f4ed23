//! Rewrites another product's document with our tags: `platen migrate`.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::super::parts::text_parts;
use super::dialect::Dialect;
use super::holder::Holder;
use super::mark::{Mark, Site, What};
use super::seen::{Evident, Seen};
use super::stamper::{Acts, Comments};
use super::translate::{New, translate};
use super::wraps::Wrap;
use super::{carbone, foreign_marks, merge, velocity, wraps};
use crate::CompileError;
use crate::text::flow::Flow;
use crate::text::marks::{Piece, emit};
use crate::text::places::Places;
use crate::text::report::PartName;
use crate::text::syntax::Syntax;
use crate::text::word_fields::fields;
use crate::text::{Marks, flow};
use platen_ooxml::package::{Change, Package};
use platen_ooxml::xml::characters::escape;
use platen_ooxml::xml::{NodeId, Tree, unless_exhausted};
use platen_ooxml::{Bounds, Budget, Exhausted, Limits};

/// Lines of a report: those of a document with a million different marks fill no memory.
const LINES: usize = 1_000;

/// Bytes of a mark over several paragraphs that are told, about.
const LONGEST: usize = 300;

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
    let (mut seen, mut has_fields, mut comments) = (Seen::default(), false, Comments::default());
    for (index, name) in text_parts(&package)? {
        let source = package.read_within(&package.parts()[index], budget)?;
        // What cannot be read is told when the result is checked.
        let Some(tree) = unless_exhausted(Tree::parse(source, bounds).and_then(|t| t.usual(bounds)))? else {
            continue;
        };
        let tree = match velocity::is_in_fields(&tree) {
            true => match unless_exhausted(merge::with_results(tree, bounds))? {
                Some(tree) => tree,
                None => continue,
            },
            false => tree,
        };
        comments.read(&tree);
        let flows = flow::flows(&tree);
        seen.note(&tree, &name, &Places::new(&tree), &flows)?;
        has_fields |= flows.iter().any(|flow| flow.text.contains("{{"));
        parts.push((index, name, tree));
    }
    let evident = seen.evident(has_fields);
    let mut report = Report::default();
    let mut changed: Vec<(usize, String)> = Vec::new();
    for (index, name, tree) in &parts {
        if let Some(source) = rewrite(tree, name, &evident, &mut comments, bounds, &mut report)? {
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
    evident: &Evident,
    comments: &mut Comments,
    bounds: Bounds<'_>,
    report: &mut Report,
) -> Result<Option<String>, CompileError> {
    let mut flows = flow::flows(tree);
    let mut marks: Vec<(usize, Mark)> = Vec::new();
    for (flow, mark) in foreign_marks::of_part(tree, &flows) {
        tree.check()?;
        if evident.has(&mark) {
            marks.push((flow, mark));
        }
    }
    foreign_marks::torn(&flows, &mut marks, &evident.opens);
    let acts = comments.acts(tree);
    acts.iter().for_each(|act| replaced(tree, &flows, act, &mut marks));
    let mut around = wraps::rows(&marks, &holders(tree, &flows, &marks));
    around.extend(acts.iter().filter_map(|act| {
        let (first, last) = act.around?;
        Some(Wrap { first, last, what: act.what.clone(), dialect: Dialect::Stamper })
    }));
    wraps::insert(tree, &flows, &mut around, &mut marks);
    alternatives(tree, &mut flows, &mut marks, evident)?;
    let holders = holders(tree, &flows, &marks);
    let (of_flow, found): (Vec<usize>, Vec<Mark>) = marks.into_iter().unzip();
    let mut made = translate(&found, &holders);
    let carbone = carbone::translate(&found, &holders);
    for (index, new) in carbone.made {
        made[index] = new;
    }
    let places = Places::new(tree);
    let fields: BTreeMap<NodeId, _> = match evident.opens.contains("field") {
        true => fields(tree).into_iter().map(|field| (field.start, field)).collect(),
        false => BTreeMap::new(),
    };
    let mut changes = Marks::default();
    for (index, ((mark, new), flow)) in found.iter().zip(made).zip(&of_flow).enumerate() {
        tree.check()?;
        let flow = flows.get(*flow);
        let act = acts.iter().find(|act| act.is_of(mark));
        let original = match (act, &mark.what) {
            (Some(act), _) => act.code.clone(),
            (None, What::Around(_, rows)) if matches!(**rows, What::Rows(_)) => "a row of a list".to_owned(),
            (None, _) => {
                flow.and_then(|flow| flow.text.get(mark.range.clone())).unwrap_or_default().to_owned()
            }
        };
        let node = match mark.site {
            Site::Before(node) | Site::After(node) => Some(node),
            _ => flow.map(|flow| flow.paragraph),
        };
        let place = || format!("{}{}", name.label, node.map_or(String::new(), |node| places.of(node)));
        match (new, mark.site) {
            (_, Site::Text) if mark.what == What::Rest => report.goes_on(&original),
            // A comment that became a tag goes.
            (Err(_), Site::Text)
                if mark.open == "comment" && node.is_some_and(|n| comments.is_done(tree, n)) =>
            {
                node.and_then(|n| tree.ancestor_w(n, "comment")).into_iter().for_each(|n| changes.drop(n));
            }
            // Written like ours, and meant so.
            (Ok(new), _) if new.text == original => {}
            (Ok(new), Site::Before(node)) => {
                changes.before(node, around_tag(tree, node, &new.text));
                acts.iter().filter(|act| act.is_of(mark)).for_each(|act| act.finish(comments, &mut changes));
                report.rewritten(&original, new, place);
            }
            (Ok(new), Site::After(node)) => changes.after(node, around_tag(tree, node, &new.text)),
            (Ok(new), site) => {
                let Some(flow) = flow else { continue };
                if let Site::Field(start) = site
                    && let Some(field) = fields.get(&start)
                {
                    merge::clear(tree, field, &mut changes);
                }
                acts.iter().filter(|act| act.is_of(mark)).for_each(|act| act.finish(comments, &mut changes));
                replace(tree, flow, mark, &new, &mut changes);
                report.rewritten(&original, new, place);
            }
            // Its comment is told of where the comments are.
            (Err(_), Site::Before(_) | Site::After(_)) => {}
            (Err(reason), _) => {
                let goes_on = found.get(index + 1).is_some_and(|next| next.what == What::Rest);
                report.untouched(&original, reason, goes_on, place);
            }
        }
    }
    carbone.dropped.into_iter().for_each(|node| changes.drop(node));
    if changes.is_empty() {
        return Ok(None);
    }
    Ok(Some(emit(tree, &changes, bounds.limits, &[], |_| &Syntax::Nothing)?.source))
}

/// Adds the marks in alternative texts, each where its picture stands.
fn alternatives(
    tree: &Tree,
    flows: &mut Vec<Flow>,
    marks: &mut Vec<(usize, Mark)>,
    evident: &Evident,
) -> Result<(), Exhausted> {
    let (paragraphs, before) = (flows.len(), marks.len());
    flows.extend(flow::alternative_texts(tree));
    for (index, flow) in flows.iter().enumerate().skip(paragraphs) {
        tree.check()?;
        let found = foreign_marks::marks(&flow.text).into_iter().filter(|mark| evident.has(mark));
        marks.extend(found.map(|mark| (index, mark)));
    }
    if marks.len() == before {
        return Ok(());
    }
    // Names in a loop are those of its elements: marks stand in the order of the document.
    let text = &flows[..paragraphs];
    marks.sort_by_key(|(index, mark)| match (mark.site, text.get(*index)) {
        (Site::Before(node), _) => (Some(*index), 0, node),
        (Site::After(node), _) => (Some(*index), 2, node),
        (_, Some(flow)) => {
            let first = flow.touched(&mark.range).first().map_or(flow.paragraph, |segment| segment.node);
            (Some(*index), 1, first)
        }
        (_, None) => {
            let node = flows[*index].paragraph;
            let last = text.partition_point(|flow| flow.paragraph < node).checked_sub(1);
            let is_inside = last.is_some_and(|last| tree.within(node, text[last].paragraph));
            (last, if is_inside { 1 } else { 2 }, node)
        }
    });
    Ok(())
}

/// Takes the text that a comment replaces for a mark.
fn replaced(tree: &Tree, flows: &[Flow], act: &Acts, marks: &mut Vec<(usize, Mark)>) {
    let (start, end) = act.inside;
    let paragraph = tree.ancestor_w(start, "p");
    let index = flows.iter().position(|flow| Some(flow.paragraph) == paragraph);
    let (None, Some(index)) = (act.around, index) else { return };
    let segments = &flows[index].segments;
    let inside: Vec<_> = segments.iter().filter(|s| start < s.node && s.node < end).collect();
    let (Some(first), Some(last)) = (inside.first(), inside.last()) else { return };
    let range = first.text.start..last.text.end;
    marks.retain(|(flow, mark)| {
        *flow != index || mark.range.end <= range.start || range.end <= mark.range.start
    });
    let at = marks.partition_point(|(flow, mark)| (*flow, mark.range.start) < (index, range.start));
    let (dialect, what, site) = (Dialect::Stamper, act.what.clone(), Site::Text);
    marks.insert(at, (index, Mark { dialect, open: "replaced", range, what, is_certain: true, site }));
}

/// A paragraph, or a row, that holds a tag alone.
fn around_tag(tree: &Tree, node: NodeId, tag: &str) -> Piece {
    let paragraph = format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", escape(tag));
    Piece::xml(match tree.is_w(node, "tr") {
        true => format!(
            "<w:tr><w:tc><w:tcPr><w:tcW w:w=\"0\" w:type=\"auto\"/></w:tcPr>{paragraph}</w:tc></w:tr>"
        ),
        false => paragraph,
    })
}

/// Writes a tag where a mark begins, in its formatting.
fn replace(tree: &Tree, flow: &Flow, mark: &Mark, new: &New, changes: &mut Marks) {
    let mut pieces = Some(vec![Piece::xml(escape(&new.text).into_owned())]);
    for segment in flow.touched(&mark.range) {
        match segment.source_of(&mark.range) {
            Some(_) if flow.plain.is_none() && tree.is_element(segment.node) => changes.drop(segment.node),
            Some(source) => changes.substitute(segment.node, source, pieces.take().unwrap_or_default()),
            None => {}
        }
    }
}

fn holders(tree: &Tree, flows: &[Flow], marks: &[(usize, Mark)]) -> Vec<Holder> {
    let paragraph = |flow: usize| flows.get(flow).or(flows.last()).map(|flow| flow.paragraph);
    marks.iter().filter_map(|(flow, _)| Some(holder(tree, paragraph(*flow)?))).collect()
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

    /// A mark that `goes_on` in the paragraphs below is told with all of them.
    fn untouched(&mut self, mark: &str, reason: String, goes_on: bool, place: impl Fn() -> String) {
        self.migration.untouched_count += 1;
        let list = &mut self.migration.untouched;
        let key = (mark.to_owned(), format!("\u{1}{reason}"));
        match self.known.get(&key).filter(|_| !goes_on) {
            Some(line) => list[*line].count += 1,
            None if list.len() < LINES => {
                if !goes_on {
                    self.known.insert(key, list.len());
                }
                list.push(Untouched { mark: mark.to_owned(), reason, count: 1, place: place() });
            }
            None => {}
        }
    }

    /// More of the last mark that was told.
    fn goes_on(&mut self, text: &str) {
        if let Some(last) = self.migration.untouched.last_mut().filter(|last| last.mark.len() < LONGEST) {
            last.mark = format!("{} {text}", last.mark);
        }
    }
}
