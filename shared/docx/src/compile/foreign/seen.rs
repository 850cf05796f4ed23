//! Reports other products' marks in a template, once for each dialect.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::dialect::Dialect;
use super::foreign_marks;
use super::mark::{Mark, Open, What};
use crate::text::flow::{Flow, alternative_texts};
use crate::text::places::Places;
use crate::text::report::PartName;
use platen_ooxml::xml::Tree;
use platen_ooxml::{Diagnostic, Exhausted, Severity};

/// Different names that are kept of a dialect: as evidence, a few are as good as all.
const NAMES: usize = 4;

/// The marks of a template, part after part.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    by_dialect: BTreeMap<Dialect, Tally>,
}

/// What a template's marks are taken for.
#[derive(Debug, Default)]
pub(super) struct Evident {
    dialects: BTreeSet<Dialect>,
    /// How its marks begin: what else begins so is a mark as well.
    pub opens: BTreeSet<Open>,
}

impl Evident {
    pub fn has(&self, mark: &Mark) -> bool {
        match mark.is_certain {
            true => self.dialects.contains(&mark.dialect),
            false => self.opens.contains(mark.open),
        }
    }
}

#[derive(Debug)]
struct Tally {
    count: usize,
    /// Begins and ends of blocks.
    blocks: usize,
    /// Marks that no prose has: `first_name`, `customer.name`, `FirstName`.
    names: BTreeSet<String>,
    like_code: usize,
    opens: BTreeSet<Open>,
    first: Diagnostic,
}

impl Seen {
    /// Notes the marks in the text of a part's paragraphs, and in its alternative texts.
    ///
    /// # Errors
    /// The budget has ended.
    pub fn note(
        &mut self,
        tree: &Tree,
        name: &PartName,
        places: &Places<'_>,
        flows: &[Flow],
    ) -> Result<(), Exhausted> {
        for (flow, mark) in foreign_marks::of_part(tree, flows) {
            tree.check()?;
            self.add(name, places, &flows[flow], &mark);
        }
        for flow in alternative_texts(tree) {
            tree.check()?;
            foreign_marks::marks(&flow.text).iter().for_each(|mark| self.add(name, places, &flow, mark));
        }
        Ok(())
    }

    fn add(&mut self, name: &PartName, places: &Places<'_>, flow: &Flow, mark: &Mark) {
        if mark.is_certain {
            let first = || name.at(places, flow, &mark.range, "");
            self.by_dialect.entry(mark.dialect).or_insert_with(|| Tally::new(first())).add(mark);
        }
    }

    /// The dialects of which there is evidence.
    pub(super) fn evident(&self, has_fields: bool) -> Evident {
        let known =
            self.by_dialect.iter().filter(|(dialect, tally)| tally.evidence(**dialect, has_fields).is_some());
        let mut evident = Evident::default();
        for (dialect, tally) in known {
            evident.dialects.insert(*dialect);
            evident.opens.extend(&tally.opens);
            if *dialect == Dialect::Stamper {
                evident.opens.insert("#{");
            }
        }
        evident
    }

    /// One remark for each dialect of which there is evidence. `has_fields`: the template has fields of its own.
    pub fn remarks(mut self, has_fields: bool) -> impl Iterator<Item = Diagnostic> {
        // Sections of poi-tl end as those of Mustache do.
        if self.by_dialect.contains_key(&Dialect::PoiTl)
            && let Some(ends) = self.by_dialect.remove(&Dialect::Handlebars)
            && let Some(tally) = self.by_dialect.get_mut(&Dialect::PoiTl)
        {
            tally.count += ends.count;
        }
        self.by_dialect.into_iter().filter_map(move |(dialect, tally)| tally.remark(dialect, has_fields))
    }
}

impl Tally {
    fn new(first: Diagnostic) -> Tally {
        Tally { count: 0, blocks: 0, names: BTreeSet::new(), like_code: 0, opens: BTreeSet::new(), first }
    }

    fn add(&mut self, mark: &Mark) {
        self.count += 1;
        self.opens.insert(mark.open);
        match &mark.what {
            What::Value(name) => {
                self.like_code += usize::from(is_like_code(name));
                if self.names.len() < NAMES {
                    self.names.insert(name.clone());
                }
            }
            _ => self.blocks += 1,
        }
    }

    /// Whether there is enough to call them marks; whether it is beyond doubt.
    fn evidence(&self, dialect: Dialect, has_fields: bool) -> Option<bool> {
        let several = self.names.len() > 1;
        let certain = self.blocks > 0 || self.like_code > 1 || several && !dialect.is_common();
        // Brackets and quotes stand in prose too: they are marks where the document has no fields of our own.
        let likely = !dialect.is_common() || !has_fields;
        (certain || likely).then_some(certain)
    }

    fn remark(self, dialect: Dialect, has_fields: bool) -> Option<Diagnostic> {
        let certain = self.evidence(dialect, has_fields)?;
        let is_error = self.blocks > 0 && dialect.clashes();
        let (one, many) = dialect.names();
        let what = match (self.count, certain) {
            (1, true) => format!("this is a {one}"),
            (1, false) => format!("this looks like a {one}"),
            (count, true) => format!("{count} {many} were found; this is the first"),
            (count, false) => format!("{count} places look like {many}; this is the first"),
        };
        let message = match is_error {
            true => format!("{what}. Tags are written differently here"),
            false => format!("{what}. It is not a tag here: documents show it as it is"),
        };
        let severity = if is_error { Severity::Error } else { Severity::Warning };
        let hint = format!("{}; `platen migrate` rewrites all of them", dialect.translation());
        Some(Diagnostic { message, severity, hint: Some(hint), ..self.first })
    }
}

/// Whether a name is written as programs write names.
fn is_like_code(name: &str) -> bool {
    let mut letters = name.chars().zip(name.chars().skip(1));
    name.contains(['_', '.', '$', '|']) || letters.any(|(a, b)| a.is_lowercase() && b.is_uppercase())
}

/// The range of a mark that `scan` takes for a tag of ours that is never closed.
pub(crate) fn is_foreign(text: &str, range: &Range<usize>) -> bool {
    foreign_marks::mark_at(text, range.start)
        .is_some_and(|mark| mark.is_certain && matches!(mark.dialect, Dialect::Braces | Dialect::Spaced))
}
