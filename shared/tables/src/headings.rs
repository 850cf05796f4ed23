//! Which column fills which field: by what its heading says.

use std::collections::{BTreeMap, HashMap, HashSet};

use icu_normalizer::DecomposingNormalizer;

use crate::fault::{Fault, Faults, quoted};
use crate::field::{Field, element};
use crate::plan::{Note, Plan};

/// Fields or columns that a message names.
const NAMED: usize = 20;

/// A place in an item that a column fills.
#[derive(Debug)]
pub(crate) struct Fill {
    pub column: usize,
    pub field: Field,
    /// For each list on the way the index of its element; `None`: the row's own element.
    pub places: Vec<Option<usize>>,
}

/// A field's path, and the places of its lists.
type Place = (String, Vec<Option<usize>>);

/// What the headings of a table mean.
#[derive(Debug)]
pub(crate) struct Meaning {
    pub fills: Vec<Fill>,
    /// Columns that fill no field; the items have their values under the headings.
    pub others: Vec<usize>,
    pub group_by: Option<usize>,
    pub notes: Vec<Note>,
}

/// Reads the headings; an empty one names no column.
pub(crate) fn read(headings: &[String], plan: &Plan, faults: &mut Faults) -> Meaning {
    let mut known = HashSet::new();
    for heading in headings.iter().filter(|heading| !heading.is_empty()) {
        if !known.insert(heading) {
            faults.add(Fault::new(format!("two columns are called {}; rename one", quoted(heading))));
        }
    }
    let columns: Vec<Written> = headings.iter().map(|heading| Written::of(heading)).collect();
    let mut by_plain = HashMap::new();
    for (column, written) in columns.iter().enumerate() {
        by_plain.entry(&written.plain).and_modify(|alike| *alike = None).or_insert(Some(column));
    }
    let by_heading =
        headings.iter().enumerate().map(|(column, heading)| (heading.as_str(), column)).collect();
    let (fills, used) = (Vec::new(), HashSet::new());
    let mut reading = Reading { plan, columns: &columns, headings, by_heading, by_plain, fills, used };
    reading.mapped(faults);
    reading.by(|field| field.path.clone(), |written| &written.path, faults);
    for sign in SIGNS {
        if faults.is_empty() {
            reading.by(sign, |written| &written.plain, faults);
        }
    }
    let group_by =
        plan.choices.group_by.as_deref().and_then(|name| reading.find(name, "rows are grouped by", faults));
    let Reading { fills, used, .. } = reading;
    let mut notes = Vec::new();
    let mut others = Vec::new();
    // What stands for a group of fields, or a list, would be wrong in every item.
    let roots: HashSet<&str> = plan.fields.iter().filter_map(Field::root).collect();
    for (column, heading) in headings.iter().enumerate().filter(|(column, _)| !used.contains(column)) {
        if heading.is_empty() {
            if !notes.iter().any(|note| matches!(note, Note::NoHeading { .. })) {
                notes.push(Note::NoHeading { column: letters(column) });
            }
            continue;
        }
        if Some(column) != group_by {
            notes.push(Note::UnusedColumn { heading: heading.clone() });
        }
        if !roots.contains(heading.as_str()) {
            others.push(column);
        }
    }
    for path in unfilled(&plan.fields, &fills) {
        if plan.is_strict {
            let text = format!("no column fills the field `{path}`, which the template needs");
            faults.add(Fault::new(format!("{text}; give a column this name, or map one to it")));
        } else {
            notes.push(Note::Unfilled { path });
        }
    }
    Meaning { fills, others, group_by, notes }
}

/// What a field can be told by beside its path as it is, from the surest sign to the weakest: a weak sign must not take the
/// column of a sure one.
const SIGNS: [fn(&Field) -> String; 4] = [
    |field| plain(&field.path),
    |field| plain(&field.label),
    |field| plain(field.name()),
    |field| plain(field.title.as_deref().unwrap_or_default()),
];

/// A heading, taken apart.
struct Written {
    /// With `[]` for each `[3]`: the path of a field.
    path: String,
    plain: String,
    /// What stood in the brackets.
    places: Vec<Option<usize>>,
}

impl Written {
    fn of(heading: &str) -> Written {
        let (mut path, mut places, mut rest) = (String::new(), Vec::new(), heading);
        while let Some(open) = rest.find('[') {
            let (before, bracket) = rest.split_at(open);
            path.push_str(before);
            let inside =
                bracket.find(']').and_then(|close| Some((bracket.get(1..close)?, bracket.get(close + 1..)?)));
            match inside {
                Some((number, after)) if number.is_empty() || number.parse::<u32>().is_ok() => {
                    path.push_str("[]");
                    places.push(number.parse().ok());
                    rest = after;
                }
                _ => {
                    path.push('[');
                    rest = &bracket[1..];
                }
            }
        }
        path.push_str(rest);
        let plain = plain(&path);
        Written { path, plain, places }
    }

    /// The places in a field's lists; `None` when it has other lists than the heading.
    fn places_in(&self, field: &Field) -> Option<Vec<Option<usize>>> {
        match (self.places.len(), field.lists()) {
            (0, lists) => Some(vec![None; lists]),
            (own, lists) if own == lists => Some(self.places.clone()),
            _ => None,
        }
    }
}

/// A name without what people write in different ways: case, accents, space and punctuation.
pub(crate) fn plain(name: &str) -> String {
    let parts = DecomposingNormalizer::new_nfkd().normalize(name).to_lowercase();
    parts.chars().filter(|c| c.is_alphanumeric()).collect()
}

struct Reading<'a> {
    plan: &'a Plan,
    columns: &'a [Written],
    headings: &'a [String],
    by_heading: HashMap<&'a str, usize>,
    /// `None` where several columns are alike.
    by_plain: HashMap<&'a String, Option<usize>>,
    fills: Vec<Fill>,
    used: HashSet<usize>,
}

impl Reading<'_> {
    fn fill(&mut self, column: usize, field: &Field, places: Vec<Option<usize>>) {
        self.used.insert(column);
        self.fills.push(Fill { column, field: field.clone(), places });
    }

    /// What the sender maps.
    fn mapped(&mut self, faults: &mut Faults) {
        let plan = self.plan;
        if plan.choices.map.is_empty() {
            return;
        }
        let mut by_path: HashMap<String, Field> = HashMap::new();
        for field in plan.fields.iter().cloned().chain(plan.fields.iter().filter_map(element)) {
            by_path.entry(plain(&field.path)).or_insert_with(|| field.clone());
            by_path.insert(field.path.clone(), field);
        }
        for (path, heading) in &plan.choices.map {
            let Some(column) = self.find(heading, "the map names", faults) else { continue };
            let written = Written::of(path);
            let found = by_path.get(&written.path).or_else(|| by_path.get(&written.plain));
            match found.and_then(|field| Some((written.places_in(field)?, field))) {
                Some((places, field)) => self.fill(column, field, places),
                None => {
                    let some: Vec<&str> =
                        plan.fields.iter().take(NAMED).map(|field| field.path.as_str()).collect();
                    faults.add(Fault::new(format!(
                        "the map names {}, which is not a field of the template; its fields are {}",
                        quoted(path),
                        some.join(", ")
                    )));
                }
            }
        }
    }

    /// The column of a heading.
    fn find(&self, heading: &str, who: &str, faults: &mut Faults) -> Option<usize> {
        let found =
            self.by_heading.get(heading.trim()).or_else(|| self.by_plain.get(&plain(heading))?.as_ref());
        if found.is_none() && !faults.is_full() {
            let some: Vec<String> = self
                .headings
                .iter()
                .filter(|own| !own.is_empty())
                .take(NAMED)
                .map(|own| quoted(own))
                .collect();
            faults.add(Fault::new(format!(
                "{who} the column {}, which is not in the table; its columns are {}",
                quoted(heading),
                some.join(", ")
            )));
        }
        found.copied()
    }

    /// Gives free columns to free fields by one sign, and what it is in a heading.
    fn by(&mut self, sign: fn(&Field) -> String, own: fn(&Written) -> &String, faults: &mut Faults) {
        let filled: HashSet<&str> = self.fills.iter().map(|fill| fill.field.path.as_str()).collect();
        let mut fields: HashMap<String, Vec<Field>> = HashMap::new();
        let plan = self.plan;
        for field in plan.fields.iter().filter(|field| !filled.contains(field.path.as_str())) {
            fields.entry(sign(field)).or_default().push(field.clone());
            if let Some(element) = element(field) {
                fields.entry(sign(&element)).or_default().push(element);
            }
        }
        let mut taken: BTreeMap<Place, (Field, Vec<usize>)> = BTreeMap::new();
        for (column, written) in
            self.columns.iter().enumerate().filter(|(column, _)| !self.used.contains(column))
        {
            let alike = fields.get(own(written));
            let is_one = |field: &&Field| field.path.ends_with("[]") == written.path.ends_with("[]");
            let alike: Vec<(Vec<Option<usize>>, &Field)> = alike
                .into_iter()
                .flatten()
                .filter(is_one)
                .filter_map(|field| Some((written.places_in(field)?, field)))
                .collect();
            match alike.as_slice() {
                [] => {}
                [(places, field)] if !written.plain.is_empty() => {
                    let place = (field.path.clone(), places.clone());
                    taken.entry(place).or_insert_with(|| ((*field).clone(), Vec::new())).1.push(column);
                }
                [_] => {}
                several => {
                    let paths: Vec<String> =
                        several.iter().map(|(_, field)| format!("`{}`", field.path)).collect();
                    let heading = self.headings.get(column).map(String::as_str).unwrap_or_default();
                    let text = format!(
                        "may mean the fields {}; rename it to one of these paths, or map it",
                        paths.join(" and ")
                    );
                    faults.add(Fault::new(text).in_column(heading));
                }
            }
        }
        for ((path, places), (field, columns)) in taken {
            match columns.as_slice() {
                [column] => self.fill(*column, &field, places),
                several => {
                    let names: Vec<String> = several
                        .iter()
                        .filter_map(|column| self.headings.get(*column))
                        .map(|name| quoted(name))
                        .collect();
                    faults.add(Fault::new(format!(
                        "the columns {} both mean the field `{path}`; rename one, or map the other",
                        names.join(" and ")
                    )));
                }
            }
        }
    }
}

/// Fields that the template needs and no column fills. Of a list: its needed fields if some of it are filled, else itself.
fn unfilled(fields: &[Field], fills: &[Fill]) -> Vec<String> {
    let filled: HashSet<&str> =
        fills.iter().map(|fill| fill.field.path.strip_suffix("[]").unwrap_or(&fill.field.path)).collect();
    let begun: HashSet<&str> = fills.iter().filter_map(|fill| fill.field.list()).collect();
    let mut lacking = Vec::new();
    for field in fields.iter().filter(|field| !filled.contains(field.path.as_str())) {
        let path = match field.list() {
            None => field.is_required().then_some(field.path.as_str()),
            Some(list) if begun.contains(list) => field.is_required_in_list().then_some(field.path.as_str()),
            Some(list) => field.is_list_required().then_some(list),
        };
        lacking.extend(
            path.filter(|path| lacking.last().is_none_or(|last: &String| last != path)).map(str::to_owned),
        );
    }
    lacking
}

/// The letters that sheets name a column with: 0 is `A`, 26 is `AA`.
pub(crate) fn letters(column: usize) -> String {
    let last = char::from(b'A' + u8::try_from(column % 26).unwrap_or_default());
    match column / 26 {
        0 => last.to_string(),
        before => format!("{}{last}", letters(before - 1)),
    }
}
