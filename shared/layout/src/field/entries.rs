//! The entries of a table of contents or of figures (17.16.5.68): headings, captions, and texts from `TC` fields
//! (17.16.5.66).

use std::collections::{HashMap, HashSet};

use platen_ooxml::field::Instruction;
use platen_ooxml::xml::{NodeId, Tree};

use super::evaluate::{Known, Part};
use super::part_text::{PARAGRAPH, Reading};
use super::scan::{Place, Scan};
use crate::model::numbering::Suffix;

/// Levels of headings and entries.
const LEVELS: usize = 9;

/// The type of the `TC` fields that name none.
const USUAL_TYPE: &str = "C";

/// The target of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Target {
    /// A paragraph, by its place in the part.
    Paragraph(usize),
    /// The run that begins a `TC` field.
    Run(NodeId),
}

/// An entry of a table.
pub(super) struct Entry {
    pub level: usize,
    pub target: Target,
    /// Its text, each piece with those properties of its runs that entries keep.
    pub text: Vec<(String, String)>,
    /// Its number, and what stands between that and its text.
    pub number: Option<(String, &'static str)>,
    /// Its page is not shown.
    pub hides_page: bool,
}

/// The data that the entries of a part are found with.
pub(super) struct Source<'s> {
    pub known: &'s Known<'s>,
    pub part: &'s Part<'s>,
    pub values: &'s [Option<String>],
    /// Captions by the names of their counters.
    pub captions: &'s HashMap<String, Vec<usize>>,
    /// Whether each field is a table or is in one.
    pub in_table: &'s [bool],
    /// Paragraphs in which such fields begin.
    pub begun: &'s HashSet<usize>,
    pub instruction: &'s Instruction,
}

impl Source<'_> {
    /// The entries, in the order of the text.
    pub fn entries(&self) -> Vec<Entry> {
        let tree = self.part.tree;
        let counter = self.instruction.value("\\c").or_else(|| self.instruction.value("\\a"));
        let mut out: Vec<(NodeId, Entry)> = match counter {
            Some(counter) => {
                let mut own = self.captions.get(&counter.to_lowercase()).cloned().unwrap_or_default();
                own.dedup();
                own.into_iter().filter_map(|place| self.paragraph(place, 1)).collect()
            }
            None => {
                let levels = Levels::of(self.instruction, self.known);
                let level = |place: usize| {
                    let node = self.part.scan.paragraphs.get(place)?.node;
                    let (_, fact) = self.known.facts.story.paragraph(tree.range(node).start)?;
                    let is_in_cell = || tree.ancestor_w(node, "tc").is_some();
                    levels.level(&fact.style, fact.outline, is_in_cell, self.known)
                };
                let all = 0..self.part.scan.paragraphs.len();
                all.filter_map(|place| self.paragraph(place, level(place)?)).collect()
            }
        };
        if self.instruction.has("\\f") || self.instruction.has("\\l") {
            out.extend((0..self.part.scan.fields.len()).filter_map(|place| self.marked(place)));
            out.sort_by_key(|(node, _)| *node);
        }
        out.into_iter().map(|(_, entry)| entry).collect()
    }

    /// A paragraph as an entry.
    fn paragraph(&self, place: usize, level: usize) -> Option<(NodeId, Entry)> {
        let Part { tree, scan, .. } = self.part;
        let own = scan.paragraphs.get(place)?;
        // The first paragraph of a table begins before its field does.
        let is_in_table = own.field.is_some_and(|field| self.in_table.get(field) == Some(&true))
            || self.begun.contains(&place);
        if own.in_box || is_in_table || !self.is_within(own.node) {
            return None;
        }
        let mut text = self.pieces(&Reading { tree, scan, values: self.values }, own.node);
        if self.instruction.has("\\a")
            && let Some((_, first)) = text.first_mut()
        {
            // Without label and number.
            let rest = first.trim_start_matches(|c: char| !c.is_ascii_digit());
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || !c.is_alphanumeric());
            *first = rest.to_owned();
        }
        if text.iter().all(|(_, text)| text.trim().is_empty()) {
            return None;
        }
        let fact = self.known.facts.story.paragraph(tree.range(own.node).start);
        // A number that nothing follows has a space before its text too (a document whose table Word made).
        let between = |suffix| if suffix == Suffix::Tab { "\t" } else { " " };
        let number = fact.and_then(|(_, fact)| fact.number.as_ref());
        let number = number.map(|number| (number.text.trim().to_owned(), between(number.suffix)));
        let number = number.filter(|(number, _)| !number.is_empty());
        let target = Target::Paragraph(place);
        Some((own.node, Entry { level, target, text, number, hides_page: false }))
    }

    /// The entry of a `TC` field.
    fn marked(&self, place: usize) -> Option<(NodeId, Entry)> {
        let Part { tree, scan, .. } = self.part;
        let run = run_of(tree, scan, place)?;
        let mark = scan.instruction(place, |_| String::new());
        if mark.name() != "TC" || !self.is_within(run) {
            return None;
        }
        let kind = |own: &Instruction| own.value("\\f").unwrap_or(USUAL_TYPE).to_uppercase();
        if self.instruction.has("\\f") && kind(self.instruction) != kind(&mark) {
            return None;
        }
        let level = mark.value("\\l").and_then(|level| level.trim().parse().ok()).unwrap_or(1);
        let listed = self.instruction.value("\\l").and_then(range).unwrap_or((1, LEVELS));
        if !(listed.0..=listed.1).contains(&level) {
            return None;
        }
        let text = vec![(String::new(), mark.argument().filter(|text| !text.trim().is_empty())?.to_owned())];
        let target = Target::Run(run);
        Some((run, Entry { level, target, text, number: None, hides_page: mark.has("\\n") }))
    }

    /// Whether a paragraph or run is in the part of the text that the table is of.
    fn is_within(&self, node: NodeId) -> bool {
        let Part { tree, scan, .. } = self.part;
        let Some(name) = self.instruction.value("\\b") else { return true };
        let own = scan.bookmarks.get(name);
        // A bookmark that begins in the paragraph counts.
        own.is_some_and(|own| {
            own.end.is_some_and(|end| node < end) && tree.range(node).end > tree.range(own.start).start
        })
    }

    /// The text of a heading, with its runs' italics and raised text.
    fn pieces(&self, reading: &Reading<'_>, paragraph: NodeId) -> Vec<(String, String)> {
        let (tree, instruction) = (reading.tree, self.instruction);
        let plain = |text: String| {
            let kept = |c: char| match c {
                '\t' if !instruction.has("\\w") => ' ',
                '\n' if !instruction.has("\\x") => ' ',
                PARAGRAPH => ' ',
                c => c,
            };
            text.chars().map(kept).collect::<String>()
        };
        let runs: Vec<NodeId> = tree.children(paragraph).filter(|node| tree.is_element(*node)).collect();
        let is_simple = |node: &NodeId| {
            let name = tree.local(*node);
            matches!(name, "pPr" | "bookmarkStart" | "bookmarkEnd" | "proofErr")
                || (name == "r" && tree.child_w(*node, "fldChar").is_none())
        };
        let whole = reading.inside(paragraph).unwrap_or_default();
        let mut pieces: Vec<(String, String)> = Vec::new();
        if runs.iter().all(is_simple) {
            for node in runs.iter().filter(|node| tree.is_w(**node, "r")) {
                let own = tree.child_w(*node, "rPr");
                let kept = own.into_iter().flat_map(|own| tree.children(own));
                let kept = kept.filter(|own| tree.is_w(*own, "i") || tree.is_w(*own, "vertAlign"));
                let kept: String = kept.map(|own| tree.outer(own)).collect();
                let text = reading.inside(*node).unwrap_or_default();
                match pieces.last_mut().filter(|(known, _)| *known == kept) {
                    Some((_, known)) => known.push_str(&text),
                    None => pieces.push((kept, text)),
                }
            }
            // What is hidden is in the one and not in the other.
            let together: String = pieces.iter().map(|(_, text)| text.as_str()).collect();
            if together != whole {
                pieces = vec![(String::new(), whole)];
            }
        } else {
            pieces.push((String::new(), whole));
        }
        let mut pieces: Vec<(String, String)> = pieces
            .into_iter()
            .map(|(kept, text)| (kept, plain(text)))
            .filter(|(_, text)| !text.is_empty())
            .collect();
        if let Some((_, first)) = pieces.first_mut() {
            *first = first.trim_start().to_owned();
        }
        if let Some((_, last)) = pieces.last_mut() {
            *last = last.trim_end().to_owned();
        }
        pieces
    }
}

/// The run that begins a field of several runs.
pub(super) fn run_of(tree: &Tree, scan: &Scan, place: usize) -> Option<NodeId> {
    match scan.fields.get(place)?.place {
        Place::Complex { begin, .. } => tree.parent(begin).filter(|own| tree.is_w(*own, "r")),
        Place::Simple(node) => Some(node),
    }
}

/// The rules for which paragraphs are entries, and of which level.
struct Levels {
    headings: Option<(usize, usize)>,
    outline: Option<(usize, usize)>,
    styles: HashMap<String, usize>,
}

impl Levels {
    fn of(instruction: &Instruction, known: &Known<'_>) -> Levels {
        let styles = instruction.value("\\t").unwrap_or_default();
        let words: Vec<&str> = styles.split([',', ';']).map(str::trim).collect();
        let styles = words.chunks(2).filter_map(|pair| match pair {
            [name, level] => {
                let level = level.parse().ok().filter(|level| (1..=LEVELS).contains(level))?;
                Some((known.styles.id(name)?.to_owned(), level))
            }
            _ => None,
        });
        let styles: HashMap<String, usize> = styles.collect();
        let (has_o, has_u) = (instruction.has("\\o"), instruction.has("\\u"));
        let own = instruction.value("\\o").and_then(range);
        let has_others = has_u || ["\\t", "\\f", "\\l"].iter().any(|switch| instruction.has(switch));
        let headings = match (has_o, has_others) {
            (true, _) => Some(own.unwrap_or((1, LEVELS))),
            (false, false) => Some((1, LEVELS)),
            (false, true) => None,
        };
        let outline = has_u.then(|| own.unwrap_or((1, LEVELS)));
        Levels { headings, outline, styles }
    }

    fn level(
        &self,
        style: &str,
        outline: Option<usize>,
        is_in_cell: impl Fn() -> bool,
        known: &Known<'_>,
    ) -> Option<usize> {
        let within = |range: Option<(usize, usize)>, level: &usize| {
            range.is_some_and(|(from, to)| (from..=to).contains(level))
        };
        let heading = || known.styles.heading(style).filter(|level| within(self.headings, level));
        // Of tables only headings count (60 cells of one of Word's documents, whose contents name none of them).
        let outline =
            || outline.map(|level| level + 1).filter(|level| within(self.outline, level) && !is_in_cell());
        self.styles.get(style).copied().or_else(heading).or_else(outline)
    }
}

fn range(text: &str) -> Option<(usize, usize)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    Some((from.trim().parse().ok()?, to.trim().parse().ok()?))
}

pub(super) fn in_range(levels: &str, level: usize) -> bool {
    range(levels).is_some_and(|(from, to)| (from..=to).contains(&level))
}
