//! Rows to items, row by row.

use std::ops::ControlFlow;

use bytes::Bytes;

use crate::cell::Cell;
use crate::fault::{Fault, Faults, TableError, quoted};
use crate::field::Kind;
use crate::groups::{Group, Groups};
use crate::headings::{self, Meaning, letters};
use crate::limits::{Limits, RATIO};
use crate::plan::{Note, Plan};
use crate::shape::Shape;
use crate::unfit::Unfit;
use crate::value;
use crate::values::Values;

/// Where items go.
pub(crate) type Sink<'s> = dyn FnMut(Bytes) -> ControlFlow<()> + 's;

/// A table that is being read.
pub(crate) struct Table<'p, 's> {
    plan: &'p Plan,
    limits: &'p Limits,
    sink: &'s mut Sink<'s>,
    columns: Option<Columns>,
    groups: Groups,
    faults: Faults,
    notes: Vec<Note>,
    /// Bytes of the file so far.
    read: u64,
    /// Bytes of the items so far.
    made: u64,
}

/// What the row of headings says.
struct Columns {
    headings: Vec<String>,
    /// The column and the kind of each slot.
    slots: Vec<(usize, Kind)>,
    shape: Shape,
    group_by: Option<usize>,
}

impl Columns {
    fn heading(&self, column: usize) -> String {
        match self.headings.get(column) {
            Some(heading) if !heading.is_empty() => heading.clone(),
            _ => letters(column),
        }
    }

    /// The heading of what fills a slot.
    fn of_slot(&self, slot: usize) -> String {
        self.slots.get(slot).map(|(column, _)| self.heading(*column)).unwrap_or_default()
    }
}

impl<'p, 's> Table<'p, 's> {
    pub fn new(plan: &'p Plan, limits: &'p Limits, sink: &'s mut Sink<'s>) -> Table<'p, 's> {
        let groups = Groups::new(limits.grouped_bytes);
        let (columns, faults, notes) = (None, Faults::default(), Vec::new());
        Table { plan, limits, sink, columns, groups, faults, notes, read: 0, made: 0 }
    }

    /// How much of the file was read: what its items can be together follows from that.
    pub fn has_read(&mut self, bytes: u64) {
        self.read = bytes;
    }

    /// Takes in a row by the number that its sheet shows; the first one with values has the headings. It says when reading
    /// further makes no sense.
    pub fn row(&mut self, row: u64, cells: &[Cell<'_>]) -> ControlFlow<()> {
        if cells.iter().all(Cell::is_empty) {
            return ControlFlow::Continue(());
        }
        let Some(columns) = self.columns.take() else { return self.headings(row, cells) };
        let flow = self.data(row, cells, &columns);
        self.columns = Some(columns);
        if self.faults.is_full() { ControlFlow::Break(()) } else { flow }
    }

    fn headings(&mut self, row: u64, cells: &[Cell<'_>]) -> ControlFlow<()> {
        let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
        let headings: Vec<String> =
            cells.iter().take(used).map(|cell| cell.text().trim().to_owned()).collect();
        let Meaning { fills, others, group_by, notes } =
            headings::read(&headings, self.plan, &mut self.faults);
        self.notes = notes;
        let names: Vec<&str> =
            others.iter().filter_map(|column| headings.get(*column)).map(String::as_str).collect();
        match Shape::of(&fills, &names) {
            Ok(shape) => {
                if let Some(column) = group_by
                    && shape.lists() == 0
                {
                    let heading = headings.get(column).map(String::as_str).unwrap_or_default();
                    let text = "groups rows, but no column belongs to a list of the template (such as `items[].name`)";
                    self.faults.add(Fault::new(text).in_row(row).in_column(heading));
                }
                let filled = fills.iter().map(|fill| (fill.column, fill.field.kind.clone()));
                let slots = filled.chain(others.iter().map(|column| (*column, Kind::Open))).collect();
                self.columns = Some(Columns { headings, slots, shape, group_by });
            }
            Err((slot, conflict)) => {
                let column = fills.get(slot).and_then(|fill| headings.get(fill.column));
                let heading = column.map(String::as_str).unwrap_or_default();
                self.faults.add(Fault::new(conflict).in_row(row).in_column(heading));
            }
        }
        // Without knowing what columns mean, each row would be wrong.
        if self.faults.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn data(&mut self, row: u64, cells: &[Cell<'_>], columns: &Columns) -> ControlFlow<()> {
        let named = columns.headings.len();
        if let Some(beyond) = cells.iter().skip(named).position(|cell| !cell.is_empty()) {
            let column = letters(named + beyond);
            let text = format!(
                "there is a value in column {column}, which has no heading; give it one, or clear it"
            );
            self.faults.add(Fault::new(text).in_row(row));
            return ControlFlow::Continue(());
        }
        let mut values = Values::of(columns.slots.len());
        for (column, kind) in &columns.slots {
            let cell = cells.get(*column).unwrap_or(&Cell::Empty);
            let write = |out: &mut Vec<u8>| value::write(cell, kind, self.plan.writing.as_ref(), out);
            if let Err(Unfit(text)) = values.push(write) {
                self.faults.add(Fault::new(text).in_row(row).in_column(&columns.heading(*column)));
            }
        }
        let Some(by) = columns.group_by else {
            let group = self.begin(row, values, columns);
            return self.finish_item(group, columns);
        };
        let key = cells.get(by).map(Cell::text).unwrap_or_default();
        if key.is_empty() {
            let text = "is empty, but decides which rows belong together";
            self.faults.add(Fault::new(text).in_row(row).in_column(&columns.heading(by)));
            return ControlFlow::Continue(());
        }
        if self.faults.is_empty() {
            self.grouped(row, &key, values, columns)
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Begins the item of a row.
    fn begin(&mut self, row: u64, values: Values, columns: &Columns) -> Group {
        let mut group =
            Group { row, lists: vec![Vec::new(); columns.shape.lists()], shared: Values::default() };
        self.add_elements(&mut group, row, &values, columns);
        group.shared = values;
        group
    }

    fn add_elements(&mut self, group: &mut Group, row: u64, values: &Values, columns: &Columns) {
        let mut missing = Vec::new();
        for (list, elements) in group.lists.iter_mut().enumerate() {
            columns.shape.write_element(list, values, &mut missing, elements);
        }
        self.tell_missing(row, &missing, columns);
    }

    fn tell_missing(&mut self, row: u64, missing: &[usize], columns: &Columns) {
        for slot in missing.iter().filter(|_| self.plan.is_strict) {
            let text = "is empty, but the template needs a value";
            self.faults.add(Fault::new(text).in_row(row).in_column(&columns.of_slot(*slot)));
        }
    }

    fn grouped(&mut self, row: u64, key: &str, values: Values, columns: &Columns) -> ControlFlow<()> {
        if self.groups.is_finished(key) {
            let by = columns.group_by.map(|by| columns.heading(by)).unwrap_or_default();
            self.faults.add(Fault::new(format!(
                "belongs with rows {} too far above (limit `grouped_bytes`); sort the table by the column {}",
                quoted(key),
                quoted(&by)
            )).in_row(row));
            return ControlFlow::Continue(());
        }
        match self.groups.take(key) {
            None => {
                let group = self.begin(row, values, columns);
                self.groups.begin(key, group);
            }
            Some((place, mut group)) => {
                self.share(&mut group, row, &values, columns);
                self.add_elements(&mut group, row, &values, columns);
                self.groups.put_back(place, group);
            }
        }
        while let Some(group) = self.groups.overflow() {
            self.finish_item(group, columns)?;
        }
        ControlFlow::Continue(())
    }

    /// Of rows that make one item, any may tell what holds for all of them, and none otherwise than another.
    fn share(&mut self, group: &mut Group, row: u64, values: &Values, columns: &Columns) {
        for slot in (0..columns.slots.len()).filter(|slot| columns.shape.is_shared(*slot)) {
            match (group.shared.get(slot), values.get(slot)) {
                (_, None) => {}
                (None, Some(_)) => group.shared.take(slot, values),
                (Some(known), Some(own)) if known == own => {}
                (Some(known), Some(own)) => {
                    let first = group.row;
                    let text = format!(
                        "is {}, but {} in row {first}, which belongs to the same item; make them equal",
                        String::from_utf8_lossy(own),
                        String::from_utf8_lossy(known)
                    );
                    self.faults.add(Fault::new(text).in_row(row).in_column(&columns.of_slot(slot)));
                }
            }
        }
    }

    fn finish_item(&mut self, group: Group, columns: &Columns) -> ControlFlow<()> {
        let mut item = Vec::with_capacity(group.bytes() * 2);
        let mut missing = Vec::new();
        columns.shape.write(&group.shared, &group.lists, &mut missing, &mut item);
        self.tell_missing(group.row, &missing, columns);
        if item.len() > self.limits.item_bytes {
            let most = self.limits.item_bytes;
            let text = format!("its item has more than {most} bytes (limit `item_bytes`)");
            self.faults.add(Fault::new(text).in_row(group.row));
        }
        // Attack: 60,000 rows that name one text of 32,000 characters, or stand under a heading as long, fill the disk.
        self.made = self.made.saturating_add(item.len() as u64);
        let most = self.read.saturating_mul(RATIO).max(self.limits.expanded_bytes);
        if self.made > most {
            let text = format!(
                "the items up to here have more than {most} bytes, and more than {RATIO} times the file (limits `expanded_bytes` and `compression_ratio`); put texts that are the same in many rows into the template, shorten long headings, or split the table"
            );
            self.faults.add(Fault::new(text).in_row(group.row));
            return ControlFlow::Break(());
        }
        // Nothing is made of a table with a fault: reading goes on to tell the others.
        if self.faults.is_empty() { (self.sink)(item.into()) } else { ControlFlow::Continue(()) }
    }

    /// Notes what is wrong with a row before its cells are known.
    pub fn fault(&mut self, fault: Fault) {
        self.faults.add(fault);
    }

    /// How many columns have headings; 0 before these are read.
    pub fn width(&self) -> usize {
        self.columns.as_ref().map_or(0, |columns| columns.headings.len())
    }

    /// Ends the table.
    pub fn finish(mut self) -> Result<Vec<Note>, TableError> {
        match self.columns.take() {
            Some(columns) => {
                while let Some(group) = self.groups.next() {
                    if self.finish_item(group, &columns).is_break() {
                        break;
                    }
                }
            }
            None if self.faults.is_empty() => {
                self.faults.add(Fault::new("the row of headings is missing: the table is empty"));
            }
            None => {}
        }
        self.faults.into_result()?;
        Ok(self.notes)
    }
}
