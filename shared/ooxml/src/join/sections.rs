//! Sections (17.6): the first of a document begins as the document did, and the last ends it.

use std::collections::BTreeSet;
use std::ops::Range;

use super::JoinError;
use crate::order::{PARAGRAPH, SECTION};
use crate::structure::stands_once;
use crate::xml::properties::{insert, put_in_order, start};
use crate::xml::{Changes, Kind, NodeId, Tree, start_tag};

/// Headers and footers that a section may refer to: the element and the type.
pub(super) type Edge = (&'static str, &'static str);

const EDGES: [Edge; 6] = [
    ("headerReference", "default"),
    ("headerReference", "first"),
    ("headerReference", "even"),
    ("footerReference", "default"),
    ("footerReference", "first"),
    ("footerReference", "even"),
];

/// The sections of one document.
pub(super) struct Sections {
    /// Their properties in order, the last one's among them.
    pub all: Vec<NodeId>,
    /// The body's own, which are those of the last section.
    pub last: Option<NodeId>,
}

/// What is known of the file and of one document when its sections are written.
pub(super) struct Plan<'a> {
    /// References to empty headers and footers, in the place of those of the documents before.
    pub blank: &'a str,
    /// Documents stand before this one.
    pub follows: bool,
    /// It has notes at the foot of pages; `w:footnotePr` of the settings, if they say anything.
    pub footnotes: bool,
    pub footnote_settings: &'a str,
    /// It has endnotes, which its settings do not count by section.
    pub endnotes: bool,
    /// They stand at its end: the settings have not put them at the ends of its sections.
    pub endnotes_wait: bool,
    pub endnote_settings: &'a str,
}

impl Plan<'_> {
    /// The properties of the last section of a document that says nothing of it.
    pub fn implied(&self, is_only: bool) -> String {
        if !self.follows || !is_only {
            return "<w:sectPr/>".to_owned();
        }
        format!("<w:sectPr>{}<w:pgNumType w:start=\"1\"/></w:sectPr>", self.blank)
    }
}

impl Sections {
    /// Reads them.
    ///
    /// # Errors
    ///
    /// [`JoinError::Refused`] if text follows the body's own properties, which no valid document has (17.2.2).
    pub fn of(tree: &Tree, body: NodeId) -> Result<Sections, JoinError> {
        let mut blocks = tree.children(body).filter(|n| tree.is_element(*n));
        let last = blocks.by_ref().find(|n| tree.is_w(*n, "sectPr"));
        if last.is_some() && blocks.next().is_some() {
            let reason = "the properties of its last section are not at the end of its text; open it in Word and save it again";
            return Err(JoinError::Refused(reason.to_owned()));
        }
        let is_of_paragraph = |n: NodeId| {
            let properties = tree.parent(n).filter(|p| tree.is_w(*p, "pPr"));
            let paragraph = properties.and_then(|p| tree.parent(p)).filter(|p| tree.is_w(*p, "p"));
            paragraph.is_some()
        };
        let all = tree.descendants(body).filter(|n| tree.is_w(*n, "sectPr"));
        Ok(Sections { all: all.filter(|n| Some(*n) == last || is_of_paragraph(*n)).collect(), last })
    }

    /// The headers and footers that they refer to.
    pub fn edges(&self, tree: &Tree) -> BTreeSet<Edge> {
        self.all
            .iter()
            .flat_map(|section| EDGES.into_iter().filter(|edge| has(tree, *section, *edge)))
            .collect()
    }

    /// Those of the documents before that the first section would show without having them.
    pub fn missing(&self, tree: &Tree, inherited: &BTreeSet<Edge>) -> Vec<Edge> {
        let lacks = |edge: &&Edge| self.all.first().is_none_or(|first| !has(tree, *first, **edge));
        inherited.iter().filter(lacks).copied().collect()
    }

    /// Whether page numbers run from one to the number of pages: nothing starts again, and all are plain numbers.
    pub fn are_numbered_through(&self, tree: &Tree) -> bool {
        self.all.iter().enumerate().all(|(place, section)| {
            let Some(numbers) = tree.child_w(*section, "pgNumType") else { return true };
            let start = tree.attr(numbers, "start");
            let format = tree.attr(numbers, "fmt");
            (start.is_none() || place == 0 && start.as_deref() == Some("1"))
                && format.is_none_or(|format| format == "decimal")
        })
    }

    /// What changes in them.
    pub fn changes(&self, tree: &Tree, plan: &Plan<'_>, changes: &mut Changes) {
        let Some(first) = self.all.first().copied() else { return };
        let child = |local| tree.child_w(first, local);
        if plan.follows {
            insert(tree, first, start(tree, first), plan.blank, changes);
        }
        if plan.footnotes {
            restart(tree, first, "footnotePr", plan.footnote_settings, changes);
        }
        if plan.endnotes {
            restart(tree, first, "endnotePr", plan.endnote_settings, changes);
        }
        if plan.follows {
            // It begins on a page of its own, as every document does.
            if let Some(kind) = child("type") {
                changes.push((tree.range(kind), String::new()));
            }
            match child("pgNumType") {
                None => put(tree, first, "pgNumType", "<w:pgNumType w:start=\"1\"/>", changes),
                Some(numbers) if tree.attr(numbers, "start").is_none() => {
                    let at = tree.range(numbers).start + "<w:pgNumType".len();
                    changes.push((at..at, " w:start=\"1\"".to_owned()));
                }
                Some(_) => {}
            }
            let lines = child("lnNumType").and_then(|lines| tree.attr_range(lines, "restart"));
            if let Some(range) = lines.filter(|range| tree.source()[range.clone()] == *"continuous") {
                changes.push((range, "newSection".to_owned()));
            }
        }
        if plan.endnotes_wait {
            // Notes of sections before the last wait for it (17.6.16).
            for section in &self.all[..self.all.len() - 1] {
                put(tree, *section, "noEndnote", "<w:noEndnote/>", changes);
            }
        }
    }
}

fn has(tree: &Tree, section: NodeId, (local, kind): Edge) -> bool {
    let of_type = |n: NodeId| tree.attr(n, "type").unwrap_or_else(|| "default".to_owned()) == kind;
    tree.children(section).any(|n| tree.is_w(n, local) && of_type(n))
}

/// Notes are counted from the start of this section on, unless they are counted by page (17.11.19).
fn restart(tree: &Tree, section: NodeId, local: &'static str, settings: &str, changes: &mut Changes) {
    let restart = "<w:numRestart w:val=\"eachSect\"/>";
    match tree.child_w(section, local) {
        Some(own) => match tree.child_w(own, "numRestart") {
            Some(how) => {
                if let Some(range) = tree.attr_range(how, "val")
                    && tree.source()[range.clone()] == *"continuous"
                {
                    changes.push((range, "eachSect".to_owned()));
                }
            }
            None => {
                let end = tree.range(own).end;
                match tree.kind(own) {
                    Kind::Element { close, .. } if !close.is_empty() => {
                        changes.push((close.start..close.start, restart.to_owned()));
                    }
                    _ => changes.push((end - 2..end, format!(">{restart}</w:{local}>"))),
                }
            }
        },
        None => put(tree, section, local, &format!("<w:{local}>{settings}{restart}</w:{local}>"), changes),
    }
}

/// Puts a property into a section, in its order.
fn put(tree: &Tree, section: NodeId, local: &str, xml: &str, changes: &mut Changes) {
    if tree.child_w(section, local).is_some() {
        return;
    }
    put_in_order(tree, section, (local, xml), &SECTION, changes);
}

/// Where a document ends, and how its last section's properties get into its last paragraph when another one follows.
pub(super) struct End {
    /// The text up to here comes before the properties.
    pub split: usize,
    /// What follows goes on here.
    pub rest: Range<usize>,
    /// What stands before and behind the properties, or in their place if no document follows.
    pub before: String,
    pub behind: String,
    pub plain: String,
}

impl End {
    /// `mark` goes to the end of the last paragraph; `changes` gets it where it can. Where no endnotes follow, that paragraph
    /// gives up the space below it: Word takes it from the space above the next document's first one, even on another page.
    pub fn of(
        tree: &Tree,
        body: Range<usize>,
        blocks: &[NodeId],
        last: Option<NodeId>,
        mark: &str,
        has_endnotes: bool,
        changes: &mut Changes,
    ) -> End {
        let end = last.map_or(body.end, |last| tree.range(last).start);
        let block = blocks.iter().rev().find(|n| Some(**n) != last && !stands_once(tree.local(**n)));
        let paragraph = block.copied().filter(|n| tree.is_w(*n, "p"));
        let properties = paragraph.and_then(|paragraph| tree.child_w(paragraph, "pPr"));
        let ends = properties.is_some_and(|properties| tree.child_w(properties, "sectPr").is_some());
        let Some(paragraph) = paragraph.filter(|paragraph| !ends && is_written(tree, *paragraph)) else {
            // Word would add one behind a table, too. An empty paragraph with the properties would take no line.
            let before = format!("<w:p><w:pPr>{THIN}");
            let behind = format!("</w:pPr>{mark}</w:p>");
            let plain = if mark.is_empty() { String::new() } else { format!("{before}{behind}") };
            return End { before, behind, plain, ..End::at(end, end) };
        };
        let Kind::Element { open, close, .. } = tree.kind(paragraph) else {
            return End::at(end, end);
        };
        let space = if has_endnotes { "" } else { NO_SPACE_BELOW };
        if !mark.is_empty() {
            changes.push((close.start..close.start, mark.to_owned()));
        }
        let around = |split: usize, from: usize| End {
            before: format!("<w:pPr>{space}"),
            behind: "</w:pPr>".to_owned(),
            ..End { rest: from..end, ..End::at(split, end) }
        };
        let Some(properties) = properties else { return around(open.end, open.end) };
        match tree.kind(properties) {
            Kind::Element { close, .. } if !close.is_empty() => {
                if !has_endnotes {
                    give_up_space_below(tree, properties, changes);
                }
                let change = tree.child_w(properties, "pPrChange");
                End::at(change.map_or(close.start, |change| tree.range(change).start), end)
            }
            _ => around(tree.range(properties).start, tree.range(properties).end),
        }
    }

    fn at(split: usize, end: usize) -> End {
        let (before, behind, plain) = (String::new(), String::new(), String::new());
        End { split, rest: split..end, before, behind, plain }
    }
}

/// Whether a paragraph has content.
fn is_written(tree: &Tree, paragraph: NodeId) -> bool {
    let mut elements = tree.children(paragraph).filter(|n| tree.is_element(*n));
    elements.any(|n| match tree.local(n) {
        "pPr" | "bookmarkStart" | "bookmarkEnd" | "proofErr" => false,
        "r" => tree.children(n).filter(|n| tree.is_element(*n)).any(|n| match tree.local(n) {
            "rPr" | "lastRenderedPageBreak" => false,
            "t" => tree.children(n).any(|n| !tree.chars(n).is_empty()),
            _ => true,
        }),
        _ => true,
    })
}

/// Takes the space below a paragraph away, whatever its style says.
fn give_up_space_below(tree: &Tree, properties: NodeId, changes: &mut Changes) {
    let Some(spacing) = tree.child_w(properties, "spacing") else {
        return put_in_order(tree, properties, ("spacing", NO_SPACE_BELOW), &PARAGRAPH, changes);
    };
    let Kind::Element { open, .. } = tree.kind(spacing) else { return };
    let tag = start_tag(tree, spacing, &["after", "afterLines", "afterAutospacing"]);
    let none = NO_SPACE_BELOW.trim_end_matches("/>");
    changes.push((open, tag.replacen("<w:spacing", none, 1)));
}

const NO_SPACE_BELOW: &str = "<w:spacing w:after=\"0\" w:afterLines=\"0\" w:afterAutospacing=\"0\"/>";

/// A line of a twentieth of a point; the mark of a paragraph comes before its section.
const THIN: &str = "<w:spacing w:before=\"0\" w:after=\"0\" w:line=\"20\" w:lineRule=\"exact\"/><w:rPr><w:sz w:val=\"2\"/></w:rPr>";
