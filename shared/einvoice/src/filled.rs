//! A mapping whose texts were filled with the data of a document.

use crate::fault::quoted;
use crate::terms::{Group, INVOICE, Term};

/// Faults that one answer lists.
const MOST: usize = 20;

/// What each term of a table says; nothing where it says nothing.
pub type Row = Vec<Option<String>>;

/// What the data say, term by term.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filled {
    /// Of the invoice as a whole.
    pub(crate) invoice: Row,
    pub(crate) lines: Vec<Row>,
    pub(crate) allowances: Vec<Row>,
    pub(crate) charges: Vec<Row>,
    /// What is compared with what is computed; `None` where the mapping has none.
    pub(crate) vat: Option<Vec<Row>>,
}

/// Where a term stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// The repeated part, and which of them, from 0; `None` for the invoice as a whole.
    pub row: Option<(Group, usize)>,
    /// The term; `None` where a fault is of no single one.
    pub term: Option<usize>,
}

impl At {
    pub(crate) fn invoice(term: usize) -> At {
        At { row: None, term: Some(term) }
    }

    pub(crate) fn row(group: Group, row: usize, term: usize) -> At {
        At { row: Some((group, row)), term: Some(term) }
    }

    /// The term.
    pub(crate) fn term(self) -> Option<&'static Term> {
        self.row.map_or(INVOICE, |(group, _)| group.terms()).get(self.term?)
    }

    /// What the term is with its number, such as `the seller's name (BT-27)`.
    pub fn told(self) -> String {
        self.term().map_or_else(|| "the invoice".to_owned(), Term::told)
    }
}

/// Why no invoice can be made of data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermFault {
    /// The rule that is broken, such as `BR-CO-10`; empty where it is none of the standard's.
    pub rule: String,
    /// Where.
    pub at: At,
    /// What is wrong, and what would be right.
    pub detail: String,
}

/// All that is wrong: what was found first, and how much there is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TermFaults {
    listed: Vec<TermFault>,
    count: usize,
}

impl TermFaults {
    pub(crate) fn add(&mut self, rule: &str, at: At, detail: impl Into<String>) {
        self.count += 1;
        if self.listed.len() < MOST {
            self.listed.push(TermFault { rule: rule.to_owned(), at, detail: detail.into() });
        }
    }

    pub(crate) fn missing(&mut self, rule: &str, at: At) {
        self.add(rule, at, format!("{} is missing", at.told()));
    }

    pub(crate) fn differs(
        &mut self,
        rule: &str,
        at: At,
        said: &str,
        right: impl std::fmt::Display,
        how: &str,
    ) {
        let detail = format!("{} is {}; it must be `{right}`, {how}", at.told(), quoted(said));
        self.add(rule, at, detail);
    }

    /// Whether nothing is.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Those that are listed.
    pub fn listed(&self) -> &[TermFault] {
        &self.listed
    }

    /// How many more there are.
    pub fn more(&self) -> usize {
        self.count - self.listed.len()
    }
}
