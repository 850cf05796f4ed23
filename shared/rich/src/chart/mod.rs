//! Fills charts from data: `{{ sales|chart("month", ["income", "cost"]) }}` in the alternative text of a chart in the template. The chart
//! keeps its look; its series, saved values and workbook come from the data.

mod cells;
mod chart_part;
mod grid;
mod points;
mod sheet;
mod workbook;

pub use cells::letters as column_letters;
pub use points::{Label, Points, Series, check as check_size};

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bytes::Bytes;

use super::chart::chart_part::Chart;
use super::edit::Edit;
use super::values::Values;
use platen_ooxml::Bounds;
use platen_ooxml::package::{Package, Relationships};
use platen_ooxml::xml::{Changes, Tree, changed};

/// The relationship of a chart's part, and of the workbook behind it.
pub(super) const CHART: &str = "chart";

/// The charts of a document that values go into.
pub(super) struct Charts<'a> {
    package: &'a Package,
    bounds: Bounds<'a>,
    /// Relationships of the part that is being written.
    relationships: Arc<Relationships>,
    /// Names of parts that charts have taken, of those that are shown again and again.
    taken: HashSet<String>,
    copies: HashMap<String, usize>,
    list: Vec<Placed>,
    /// New parts: name, content type, bytes.
    added: Vec<(String, String, Vec<u8>)>,
}

/// A chart that is shown once.
struct Placed {
    /// The part in the template.
    source: String,
    /// The part in the document: another one where a loop shows the chart once more.
    name: String,
    /// The value, by its index.
    value: usize,
}

impl<'a> Charts<'a> {
    pub fn new(package: &'a Package, bounds: Bounds<'a>) -> Charts<'a> {
        Charts {
            package,
            bounds,
            relationships: Arc::default(),
            taken: HashSet::new(),
            copies: HashMap::new(),
            list: Vec::new(),
            added: Vec::new(),
        }
    }

    /// The drawings to come stand in this part.
    pub fn enter(&mut self, part: &str) {
        self.relationships = self.package.relationships_within(part, self.bounds.budget).unwrap_or_default();
    }

    /// Notes that a value goes into the chart of a relationship. Returns the part that will show it, if it is another.
    pub fn place(&mut self, relationship: &str, value: usize) -> Option<String> {
        let found = self.relationships.by_id(relationship).filter(|r| r.is(CHART));
        let source = found.and_then(|r| r.part())?.to_owned();
        let copied = !self.taken.insert(source.clone());
        let name = if copied { self.copy_of(&source) } else { source.clone() };
        self.list.push(Placed { source, name: name.clone(), value });
        copied.then_some(name)
    }

    /// A name for a further part like this one, in its folder.
    fn copy_of(&mut self, source: &str) -> String {
        let (stem, extension) = source.rsplit_once('.').unwrap_or((source, "xml"));
        loop {
            let number = self.copies.entry(source.to_owned()).or_insert(1);
            *number += 1;
            let name = format!("{stem}_{number}.{extension}");
            if self.package.index(&name).is_none() && self.taken.insert(name.clone()) {
                return name;
            }
        }
    }

    /// Writes all of them.
    pub fn write(&mut self, values: &mut Values<'_>, edit: &mut Edit<'_>) {
        for Placed { source, name, value } in std::mem::take(&mut self.list) {
            let Some(rich) = values.rich(value) else { continue };
            let written = Points::of_json(rich.content()).and_then(|points| {
                let text = edit.read(&source).unwrap_or_default().into_owned();
                filled(self.package, &source, text, &points, self.bounds)
            });
            let put = written.and_then(|filled| {
                let workbook = filled.workbook.as_ref().map_or(0, |workbook| workbook.bytes.len());
                values.take((filled.chart.len() + workbook) as u64);
                self.put(edit, &source, &name, filled)
            });
            if let Err(detail) = put {
                values.refuse(value, &detail);
            }
        }
        edit.add_all(std::mem::take(&mut self.added));
    }

    /// Puts a chart and its workbook into the package.
    fn put(
        &mut self,
        edit: &mut Edit<'_>,
        source: &str,
        name: &str,
        Filled { chart, workbook, .. }: Filled,
    ) -> Result<(), String> {
        if source == name {
            edit.write(source, chart.into_bytes());
            if let Some(Workbook { part, bytes, .. }) = workbook {
                edit.write(&part, bytes);
            }
            return Ok(());
        }
        let package = self.package;
        let kind = |part: &str| package.content_type(part).unwrap_or_default().to_owned();
        self.added.push((name.to_owned(), kind(source), chart.into_bytes()));
        let of_source = self.package.relationships_part(source);
        let Some(part) = self.package.part(&of_source) else { return Ok(()) };
        let text = self.package.read_within(part, self.bounds.budget).map_err(|error| error.to_string())?;
        let tree = Tree::parse(text, self.bounds).map_err(|error| error.to_string())?;
        let relationships = self.package.relationships_within(source, self.bounds.budget).unwrap_or_default();
        let mut workbook = workbook;
        let mut changes = Changes::new();
        for node in tree.nodes().filter(|n| tree.local(*n) == "Relationship") {
            let found = tree.attr(node, "Id").and_then(|id| relationships.by_id(&id));
            let Some((relationship, part)) = found.and_then(|r| Some((r, r.part()?))) else { continue };
            let of_workbook = workbook.take_if(|workbook| workbook.id == relationship.id);
            let bytes = match of_workbook {
                Some(workbook) => workbook.bytes,
                // Word writes a part of these for each chart.
                None if matches!(relationship.kind(), "chartStyle" | "chartColorStyle") => {
                    edit.read(part).unwrap_or_default().into_owned()
                }
                None => continue,
            };
            let copy = self.copy_of(part);
            changes.extend(tree.attr_range(node, "Target").map(|range| (range, format!("/{copy}"))));
            self.added.push((copy, kind(part), bytes));
        }
        edit.write(&self.package.relationships_part(name), changed(tree.source(), changes).into_bytes());
        Ok(())
    }
}

/// A chart with its points.
pub struct Filled {
    /// Numbers, not categories, say where its points are.
    pub in_pairs: bool,
    chart: String,
    workbook: Option<Workbook>,
}

/// The workbook behind a chart.
struct Workbook {
    /// The relationship by which the chart names it.
    id: String,
    /// Name of its part.
    part: String,
    bytes: Vec<u8>,
}

/// Puts points into a chart's part, whose text may be rendered already, and into its workbook.
///
/// # Errors
/// Why they cannot be, in words that follow "the chart": at registration, when there are no points, for its author.
pub fn filled(
    package: &Package,
    part: &str,
    text: Vec<u8>,
    points: &Points,
    bounds: Bounds<'_>,
) -> Result<Filled, String> {
    let cells = points.labels.len() * points.series.len().max(1);
    bounds.budget.spend(CELL * cells as u64)?;
    let tree = Tree::parse(text, bounds).map_err(|error| format!("cannot be read: {error}"))?;
    let chart = Chart::read(&tree)?;
    let mut grid = chart.grid(points)?;
    let relationships = package.relationships_within(part, bounds.budget).unwrap_or_default();
    let mut workbook = None;
    let named = chart.workbook().and_then(|id| relationships.by_id(&id));
    if let Some((relationship, part)) = named.and_then(|r| Some((r, package.part(r.part()?)?))) {
        let bytes = package.read_within(part, bounds.budget).map_err(|error| error.to_string())?;
        let bytes = workbook::filled(&Bytes::from(bytes), &mut grid, bounds)?;
        bounds.budget.spend(bytes.len() as u64)?;
        workbook = Some(Workbook { id: relationship.id.clone(), part: part.name().to_owned(), bytes });
    }
    Ok(Filled { in_pairs: chart.in_pairs(), chart: chart.written(&grid), workbook })
}

/// Steps of a point: a few dozen bytes in the chart and in the workbook.
const CELL: u64 = 200;
