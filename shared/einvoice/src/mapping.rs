//! The mapping: which term of an invoice is which text with fields.

use platen_ooxml::reference_token;
use serde_json::{Map, Value};

use crate::filled::{At, Filled, Row};
use crate::profile::Profile;
use crate::terms::{Group, INVOICE, Kind, Term};

/// Bytes of a mapping.
///
/// Attack: a request with a mapping of megabytes, each text of which is compiled.
pub const MAPPING_BYTES: usize = 64 << 10;

/// Texts of a mapping: some times the terms that there are.
const MOST_TEXTS: usize = 400;

/// Bytes of one text.
const TEXT_BYTES: usize = 2_000;

/// Entries of a list such as `allowances`.
const MOST_ENTRIES: usize = 20;

/// What a mapping gives a list's entry for each element of: `item in items`.
const FOR: &str = "for";

/// A text with fields, and the term that it is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The place of the term in its table.
    pub term: usize,
    /// The text.
    pub text: String,
    /// Where it stands in the mapping, as a JSON Pointer.
    pub pointer: String,
}

/// Texts of a part that may be repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub group: Group,
    /// The loop that makes one for each element: `item in items`.
    pub each: Option<String>,
    /// Its texts.
    pub texts: Vec<Text>,
    /// Where it stands in the mapping, as a JSON Pointer.
    pub pointer: String,
}

/// A mapping that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Texts of the invoice as a whole.
    pub texts: Vec<Text>,
    /// Its repeated parts.
    pub entries: Vec<Entry>,
}

/// What is wrong with a mapping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingFault {
    /// Where, as a JSON Pointer.
    pub pointer: String,
    /// What is wrong, and what belongs there.
    pub detail: String,
}

impl MappingFault {
    /// A fault at a place of the mapping.
    pub fn new(pointer: impl Into<String>, detail: impl Into<String>) -> MappingFault {
        MappingFault { pointer: pointer.into(), detail: detail.into() }
    }
}

impl Mapping {
    /// Reads the text of a mapping.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place.
    pub fn read(json: &[u8]) -> Result<Mapping, Vec<MappingFault>> {
        if json.len() > MAPPING_BYTES {
            let detail = format!("the mapping has {} bytes; at most {MAPPING_BYTES} are allowed", json.len());
            return Err(vec![MappingFault::new("", detail)]);
        }
        let value = serde_json::from_slice(json);
        let value: Value = value
            .map_err(|error| vec![MappingFault::new("", format!("the mapping is not JSON: {error}"))])?;
        Mapping::of(&value)
    }

    /// Reads a mapping.
    ///
    /// # Errors
    /// As [`Mapping::read`].
    pub fn of(value: &Value) -> Result<Mapping, Vec<MappingFault>> {
        let mut reader = Reader::default();
        match value {
            Value::Object(members) => reader.invoice(members),
            _ => reader.fault("", "a mapping is an object: business terms and their texts"),
        }
        let Reader { mapping, mut faults, texts, .. } = reader;
        if texts > MOST_TEXTS {
            faults.truncate(MOST_TEXTS);
            faults.push(MappingFault::new("", format!("the mapping has more than {MOST_TEXTS} texts")));
        }
        if faults.is_empty() && !mapping.entries.iter().any(|entry| entry.group == Group::Lines) {
            let detail = "`lines` (BG-25) is missing: the totals are computed from the lines, also in profiles without lines";
            faults.push(MappingFault::new("/lines", detail));
        }
        if faults.is_empty() { Ok(mapping) } else { Err(faults) }
    }

    /// What the texts became: `invoice` in the order of [`Mapping::texts`], and for each of [`Mapping::entries`] one list of texts, in
    /// their order, for each element. With it, how many parts each entry made, for [`Mapping::text_at`].
    pub fn filled(&self, invoice: Vec<String>, entries: Vec<Vec<Vec<String>>>) -> (Filled, Vec<usize>) {
        let mut counts = Vec::with_capacity(entries.len());
        let mut filled = Filled { invoice: row(INVOICE, &self.texts, invoice), ..Filled::default() };
        for (entry, elements) in self.entries.iter().zip(entries) {
            let rows = elements.into_iter().map(|texts| row(entry.group.terms(), &entry.texts, texts));
            let into = match entry.group {
                Group::Lines => &mut filled.lines,
                Group::Allowances => &mut filled.allowances,
                Group::Charges => &mut filled.charges,
                Group::Vat => filled.vat.get_or_insert_default(),
            };
            let is_there = |row: &Row| entry.each.is_some() || has_amount(entry.group, row);
            let before = into.len();
            into.extend(rows.filter(is_there));
            counts.push(into.len() - before);
        }
        (filled, counts)
    }

    /// The text of the term that stands at a place, with its number among the entry's elements; `counts` are the elements of each
    /// entry that [`Mapping::filled`] took.
    pub fn text_at(&self, at: At, counts: &[usize]) -> Option<(&Text, Option<(&Entry, usize)>)> {
        let term = at.term?;
        let Some((group, mut number)) = at.row else {
            return self.texts.iter().find(|text| text.term == term).map(|text| (text, None));
        };
        for (entry, count) in self.entries.iter().zip(counts).filter(|(entry, _)| entry.group == group) {
            if number < *count {
                let text = entry.texts.iter().find(|text| text.term == term)?;
                return Some((text, Some((entry, number))));
            }
            number -= count;
        }
        None
    }
}

/// An allowance or charge that stands in the mapping once is one only where there is an amount: a discount that most invoices do
/// not have.
pub(crate) fn has_amount(group: Group, row: &Row) -> bool {
    if !matches!(group, Group::Allowances | Group::Charges) {
        return true;
    }
    let said = |name: &str| {
        let place = group.terms().iter().position(|term| term.name == name);
        let text = place.and_then(|place| row.get(place)?.as_deref());
        text.is_some_and(|text| text.bytes().any(|byte| !matches!(byte, b'0' | b'.')))
    };
    said("amount") || said("percent")
}

fn row(terms: &[Term], texts: &[Text], filled: Vec<String>) -> Row {
    let mut row: Row = vec![None; terms.len()];
    for (text, filled) in texts.iter().zip(filled) {
        let filled = filled.trim();
        if let Some(place) = row.get_mut(text.term).filter(|_| !filled.is_empty()) {
            *place = Some(filled.to_owned());
        }
    }
    row
}

#[derive(Default)]
struct Reader {
    mapping: Mapping,
    faults: Vec<MappingFault>,
    texts: usize,
}

impl Reader {
    fn fault(&mut self, pointer: &str, detail: impl Into<String>) {
        self.faults.push(MappingFault::new(pointer, detail));
    }

    fn invoice(&mut self, members: &Map<String, Value>) {
        let mut texts = Vec::new();
        let mut rest = Map::new();
        for (name, value) in members {
            let group = Group::ALL.iter().find(|(_, known, number)| name == known || name == number);
            match group {
                Some((group, ..)) => self.entries(*group, &format!("/{name}"), value),
                None => _ = rest.insert(name.clone(), value.clone()),
            }
        }
        self.members(INVOICE, "", "", &rest, &mut texts);
        let profile = crate::terms::at(INVOICE, "profile");
        match texts.iter().find(|text| text.term == profile) {
            None => self
                .fault("/profile", format!("`profile` (BT-24) is missing; it is one of {}", Profile::NAMES)),
            Some(Text { text, pointer, .. })
                if !text.contains('{') && Profile::of_name(text.trim()).is_none() =>
            {
                self.faults.push(MappingFault::new(
                    pointer.clone(),
                    format!("`profile` (BT-24) is one of {}", Profile::NAMES),
                ));
            }
            Some(_) => {}
        }
        self.mapping.texts = texts;
    }

    /// One entry of a repeated part, or a list of them.
    fn entries(&mut self, group: Group, pointer: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::Array(values) if values.len() > MOST_ENTRIES => {
                self.fault(
                    pointer,
                    format!("`{}` has more than {MOST_ENTRIES} entries; write one with `for`", group.name()),
                );
            }
            Value::Array(values) => {
                for (index, value) in values.iter().enumerate() {
                    self.entry(group, format!("{pointer}/{index}"), value);
                }
            }
            value => self.entry(group, pointer.to_owned(), value),
        }
    }

    fn entry(&mut self, group: Group, pointer: String, value: &Value) {
        let Value::Object(members) = value else {
            let detail = format!(
                "`{}` is an object such as `{{\"for\": \"item in items\", ...}}`, or a list of them",
                group.name()
            );
            return self.fault(&pointer, detail);
        };
        let mut members = members.clone();
        let each = match members.remove(FOR) {
            None | Some(Value::Null) => None,
            Some(Value::String(each)) if each.len() <= TEXT_BYTES && !each.contains(is_control) => Some(each),
            Some(_) => {
                self.fault(&format!("{pointer}/{FOR}"), "`for` is a loop such as `item in items`");
                None
            }
        };
        let mut texts = Vec::new();
        self.members(group.terms(), &pointer, "", &members, &mut texts);
        self.mapping.entries.push(Entry { group, each, texts, pointer });
    }

    /// The terms among the members of an object, `before` which the names of those around it stand.
    fn members(
        &mut self,
        terms: &[Term],
        pointer: &str,
        before: &str,
        members: &Map<String, Value>,
        texts: &mut Vec<Text>,
    ) {
        for (name, value) in members {
            let (pointer, full) = (format!("{pointer}/{}", reference_token(name)), format!("{before}{name}"));
            let is_of = |term: &Term| !term.name.is_empty() && (term.name == full || term.number == *name);
            let found = terms.iter().position(is_of);
            let is_around = terms
                .iter()
                .any(|term| term.name.strip_prefix(full.as_str()).is_some_and(|rest| rest.starts_with('.')));
            match (found, value) {
                (_, Value::Null) => {}
                (None, Value::Object(inner)) if is_around => {
                    self.members(terms, &pointer, &format!("{full}."), inner, texts);
                }
                (None, _) if is_around => self.fault(&pointer, format!("`{full}` is an object with terms")),
                (None, _) => self.fault(&pointer, unknown(terms, before, &full)),
                (Some(term), value) => self.text(term, pointer, value, texts),
            }
        }
    }

    fn text(&mut self, term: usize, pointer: String, value: &Value, texts: &mut Vec<Text>) {
        self.texts += 1;
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => {
                return self
                    .fault(&pointer, "a term is a text: with fields such as `{{ number }}`, or without one");
            }
        };
        if text.len() > TEXT_BYTES {
            return self.fault(&pointer, format!("a text has at most {TEXT_BYTES} bytes"));
        }
        if text.contains(is_control) {
            return self.fault(&pointer, "a text has no control characters");
        }
        if texts.iter().any(|other| other.term == term) {
            return self.fault(&pointer, "this term is there already, by its name or its number");
        }
        texts.push(Text { term, text, pointer });
    }
}

fn is_control(sign: char) -> bool {
    sign.is_control() && sign != '\n'
}

/// What is said of a name that is none.
fn unknown(terms: &[Term], before: &str, name: &str) -> String {
    let named = terms.iter().filter(|term| !matches!(term.kind, Kind::Beside(..) | Kind::Here(_)));
    let mut known: Vec<&str> = Vec::new();
    for term in named {
        let Some(rest) = term.name.strip_prefix(before) else { continue };
        let next = rest.split('.').next().unwrap_or_default();
        if !known.contains(&next) {
            known.push(next);
        }
    }
    let known: Vec<String> = known.iter().map(|known| format!("`{before}{known}`")).collect();
    let name: String = name.chars().take(60).collect();
    format!("`{name}` is not a business term here; known are {}, or numbers such as `BT-1`", known.join(", "))
}
