//! Computes the results of fields.

use std::collections::HashMap;

use jiff::civil::DateTime;
use platen_ooxml::field::{Instruction, Marks};
use platen_ooxml::xml::{NodeId, Tree};

use super::cells::Tables;
use super::facts::{Context, Facts, Lists};
use super::list_number::ListNumbers;
use super::part_text::{PARAGRAPH, Reading};
use super::properties::Properties;
use super::scan::{Bookmark, Scan};
use super::sequence::Sequences;
use super::style_names::StyleNames;
use super::{condition, dates, format, formula};
use crate::field_names;
use crate::number_format::NumberFormat;
use crate::options::Fields;
use crate::pages::PageNumber;

/// Bytes that references repeat in all, besides as many as the part has.
const MOST_REPEATED: usize = 64 << 10;

/// The outcome of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Outcome {
    /// Its result.
    Value(String),
    /// Its saved result stays, as it would in Word.
    Keep,
    /// Its saved result stays because something is missing; this names it.
    Told(String),
    /// A list of entries, made elsewhere.
    List,
}

/// The data that all fields of a document are computed from.
pub(super) struct Known<'k> {
    pub facts: &'k Facts,
    pub lists: &'k Lists,
    pub styles: &'k StyleNames,
    pub properties: &'k Properties,
    pub variables: &'k HashMap<String, String>,
    pub fields: Fields,
    pub now: Option<DateTime>,
    pub file_name: Option<&'k str>,
}

/// A part whose fields are computed.
pub(super) struct Part<'p> {
    pub tree: &'p Tree,
    pub scan: &'p Scan,
    pub is_main: bool,
    pub is_header: bool,
    /// The main part and what its fields come to, for references from other parts.
    pub main: Option<(&'p Tree, &'p Scan, &'p [Option<String>])>,
}

/// Fields of one part while they are computed.
pub(super) struct Evaluation<'e> {
    known: &'e Known<'e>,
    part: &'e Part<'e>,
    pub values: Vec<Option<String>>,
    pub outcomes: Vec<Outcome>,
    sequences: Sequences,
    list_numbers: ListNumbers,
    /// The bookmarks' values from `SET` fields.
    sets: HashMap<String, String>,
    tables: Tables,
    /// Paragraphs of each style, for `STYLEREF`.
    by_style: HashMap<String, Vec<usize>>,
    repeated: usize,
    words: Option<(usize, usize)>,
}

impl<'e> Evaluation<'e> {
    /// Computes all fields of a part but its lists.
    pub fn of(known: &'e Known<'e>, part: &'e Part<'e>) -> Evaluation<'e> {
        let count = part.scan.fields.len();
        let mut by_style: HashMap<String, Vec<usize>> = HashMap::new();
        if part.is_main {
            for (place, own) in part.scan.paragraphs.iter().enumerate().filter(|(_, own)| !own.in_box) {
                if let Some((_, fact)) = known.facts.story.paragraph(part.tree.range(own.node).start) {
                    by_style.entry(fact.style.to_string()).or_default().push(place);
                }
            }
        }
        let mut own = Evaluation {
            known,
            part,
            values: vec![None; count],
            outcomes: vec![Outcome::Keep; count],
            sequences: Sequences::default(),
            list_numbers: ListNumbers::default(),
            sets: HashMap::new(),
            tables: Tables::default(),
            by_style,
            repeated: 0,
            words: None,
        };
        // What others refer to comes first.
        for first in [true, false] {
            for place in &part.scan.ended {
                own.field(*place, first);
            }
        }
        own
    }

    fn field(&mut self, place: usize, first: bool) {
        let reading = Reading { tree: self.part.tree, scan: self.part.scan, values: &self.values };
        let instruction = self.part.scan.instruction(place, |inner| reading.given(inner));
        let name = instruction.name();
        let is_first = !matches!(
            name.as_str(),
            "REF" | "PAGEREF" | "NOTEREF" | "STYLEREF" | "IF" | "COMPARE" | "=" | "QUOTE" | "TOC" | "INDEX"
        );
        if is_first != first {
            return;
        }
        let outcome = match self.known.fields {
            Fields::Updated => self.outcome(place, &name, &instruction),
            Fields::Saved if self.part.is_main => self.printed(place, &name, &instruction),
            Fields::Saved => Outcome::Keep,
        };
        if let (Outcome::Value(value), Some(slot)) = (&outcome, self.values.get_mut(place)) {
            *slot = Some(value.clone());
        }
        if let Some(slot) = self.outcomes.get_mut(place) {
            *slot = outcome;
        }
    }

    fn outcome(&mut self, place: usize, name: &str, instruction: &Instruction) -> Outcome {
        if let Some(outcome) = self.page_field(place, name, instruction) {
            return outcome;
        }
        if let Some(text) = self.known.properties.of_field(name) {
            return Outcome::Value(format::in_case(text.to_owned(), instruction));
        }
        match name {
            "SEQ" => {
                let mut sequences = std::mem::take(&mut self.sequences);
                let text = sequences.next(instruction, |level| self.heading_before(place, level));
                self.sequences = sequences;
                match text {
                    Some(text) => Outcome::Value(text),
                    None => told("a SEQ field that repeats another one keeps its saved result"),
                }
            }
            "LISTNUM" => {
                let is_numbered = self.is_numbered(place);
                match self.list_numbers.next(instruction, is_numbered) {
                    Ok(text) => Outcome::Value(text),
                    Err(reason) => told(reason),
                }
            }
            "FILENAME" => match self.known.file_name {
                Some(name) => Outcome::Value(format::in_case(name.to_owned(), instruction)),
                None => told("a FILENAME field keeps its saved result: the file has no name yet"),
            },
            "SET" => {
                let arguments = instruction.arguments(&[]);
                if let (Some(name), Some(text)) = (arguments.first(), arguments.get(1)) {
                    self.sets.insert((*name).to_owned(), (*text).to_owned());
                }
                Outcome::Keep
            }
            "PAGEREF" => self.page_reference(place, instruction),
            "REF" => match instruction.argument() {
                Some(bookmark) => self.reference(place, bookmark, instruction),
                None => told("a REF field names no bookmark"),
            },
            "NOTEREF" => self.note_reference(place, instruction),
            "STYLEREF" => self.style_reference(place, instruction),
            "IF" | "COMPARE" => match condition::of(name, instruction) {
                Some(text) => Outcome::Value(format::in_case(text, instruction)),
                None => told("an IF field lacks a comparison"),
            },
            "=" => self.formula(place, instruction),
            "QUOTE" => match instruction.argument() {
                Some(text) => Outcome::Value(format::in_case(text.to_owned(), instruction)),
                None => Outcome::Keep,
            },
            "DATE" | "TIME" => self.date(place, name, self.known.now, instruction),
            "CREATEDATE" => self.date(place, name, self.known.properties.moment("created"), instruction),
            "SAVEDATE" => self.date(place, name, self.known.properties.moment("modified"), instruction),
            "PRINTDATE" => self.date(place, name, self.known.properties.moment("lastprinted"), instruction),
            "DOCPROPERTY" | "INFO" => {
                let name = instruction.argument().unwrap_or_default();
                match self.known.properties.named(name) {
                    Some(text) => Outcome::Value(format::in_case(text.to_owned(), instruction)),
                    None => told("a DOCPROPERTY field names a property that the document does not have"),
                }
            }
            "DOCVARIABLE" => {
                match self.known.variables.get(&instruction.argument().unwrap_or_default().to_lowercase()) {
                    Some(text) => Outcome::Value(format::in_case(text.clone(), instruction)),
                    None => told("a DOCVARIABLE field names a variable that the document does not have"),
                }
            }
            "NUMWORDS" | "NUMCHARS" => {
                let (words, characters) = self.counted();
                let count = if name == "NUMWORDS" { words } else { characters };
                Outcome::Value(self.number(place, count as f64, instruction))
            }
            "TOC" | "INDEX" if self.part.is_main => Outcome::List,
            name if field_names::is_static(name) => Outcome::Keep,
            name => match self.bookmark(name) {
                // A bookmark's name alone is a reference too.
                Some(_) if !name.is_empty() => self.reference(place, name, instruction),
                _ => told(&format!(
                    "the field {} keeps its saved result",
                    name.chars().take(24).collect::<String>()
                )),
            },
        }
    }

    /// Whether the paragraph of a field belongs to a list.
    fn is_numbered(&self, place: usize) -> bool {
        let paragraph = self.part.scan.fields.get(place).and_then(|field| field.paragraph);
        let own = paragraph.and_then(|paragraph| self.part.scan.paragraphs.get(paragraph));
        let fact = own.and_then(|own| self.known.facts.story.paragraph(self.part.tree.range(own.node).start));
        self.part.is_main && fact.is_some_and(|(_, fact)| fact.number.is_some())
    }

    /// The page of a field.
    fn page_of(&self, place: usize) -> Option<PageNumber> {
        let field = self.part.scan.fields.get(place).filter(|_| self.part.is_main)?;
        self.known.facts.pages.as_ref()?.of_field(field.offset(self.part.tree))
    }

    /// The result that Word computes for a field when it only prints a document: page numbers, and the page numbers of other
    /// places (three tables of contents of Word's PDFs whose saved numbers were old).
    fn printed(&self, place: usize, name: &str, instruction: &Instruction) -> Outcome {
        match name {
            "PAGEREF" => match self.page_reference(place, instruction) {
                Outcome::Told(_) => Outcome::Keep,
                other => other,
            },
            _ => self.page_field(place, name, instruction).unwrap_or(Outcome::Keep),
        }
    }

    fn page_field(&self, place: usize, name: &str, instruction: &Instruction) -> Option<Outcome> {
        if !matches!(name, "PAGE" | "NUMPAGES" | "SECTIONPAGES" | "SECTION") {
            return None;
        }
        // Headers have another result on each page.
        let (Some(pages), false) = (&self.known.facts.pages, self.part.is_header) else {
            return Some(Outcome::Keep);
        };
        if name == "NUMPAGES" {
            return Some(Outcome::Value(self.number(place, pages.numbers.len() as f64, instruction)));
        }
        let Some(page) = self.page_of(place) else { return Some(Outcome::Keep) };
        Some(Outcome::Value(match name {
            "PAGE" => page_text(page, instruction),
            "SECTION" => self.number(place, page.section as f64, instruction),
            _ => self.number(place, page.section_pages as f64, instruction),
        }))
    }

    /// A bookmark, with its part.
    fn bookmark(&self, name: &str) -> Option<(Bookmark, Reading<'_>)> {
        let own = self.part.scan.bookmarks.get(name);
        let reading = Reading { tree: self.part.tree, scan: self.part.scan, values: &self.values };
        match (own, self.part.main) {
            (Some(own), _) => Some((*own, reading)),
            (None, Some((tree, scan, values))) => {
                Some((*scan.bookmarks.get(name)?, Reading { tree, scan, values }))
            }
            _ => None,
        }
    }

    fn page_reference(&self, place: usize, instruction: &Instruction) -> Outcome {
        let name = instruction.argument().unwrap_or_default();
        let Some(pages) = &self.known.facts.pages else { return Outcome::Keep };
        let Some(page) = pages.of_bookmark(name) else {
            return told("a PAGEREF field names a bookmark that is on no page");
        };
        let text = page_text(page, instruction);
        if !instruction.has("\\p") {
            return Outcome::Value(text);
        }
        let is_same =
            self.page_of(place).is_some_and(|own| (own.number, own.section) == (page.number, page.section));
        let language = self.language(place);
        Outcome::Value(if is_same { self.side(place, name, &language) } else { on_page(&language, &text) })
    }

    /// Whether a bookmark is above or below a field.
    fn side(&self, place: usize, bookmark: &str, language: &str) -> String {
        let own = self.part.scan.fields.get(place).map(|field| field.place.begin());
        let is_above = self.part.scan.bookmarks.get(bookmark).is_some_and(|other| Some(other.start) < own);
        let (above, below) = match language.split('-').next().unwrap_or_default() {
            "de" => ("oben", "unten"),
            "fr" => ("ci-dessus", "ci-dessous"),
            "es" => ("más arriba", "más adelante"),
            "it" => ("sopra", "sotto"),
            "nl" => ("hierboven", "hieronder"),
            "pt" => ("acima", "abaixo"),
            _ => ("above", "below"),
        };
        if is_above { above.to_owned() } else { below.to_owned() }
    }

    fn reference(&mut self, place: usize, name: &str, instruction: &Instruction) -> Outcome {
        if let Some(text) = self.sets.get(name) {
            return Outcome::Value(format::in_case(text.clone(), instruction));
        }
        let Some((bookmark, reading)) = self.bookmark(name) else {
            return told("a REF field names a bookmark that does not exist");
        };
        let context = [("\\r", Context::Relative), ("\\n", Context::None), ("\\w", Context::Full)];
        let mut text = match context.into_iter().find(|(switch, _)| instruction.has(switch)) {
            Some((_, context)) => {
                let story = &self.known.facts.story;
                let fact = |place: usize| {
                    let paragraph = reading.scan.paragraphs.get(place)?;
                    Some(story.paragraph(reading.tree.range(paragraph.node).start)?.0)
                };
                let from = self.part.scan.fields.get(place).and_then(|field| field.paragraph);
                let from = from.filter(|_| self.part.is_main).and_then(fact);
                let number =
                    fact(bookmark.paragraph).and_then(|of| self.known.lists.number(story, of, from, context));
                let number = number.unwrap_or_else(|| "0".to_owned());
                if instruction.has("\\t") { delimited(&number) } else { number }
            }
            None => {
                let Some(end) = bookmark.end else {
                    return told("a REF field names a bookmark that does not end");
                };
                let own = self.part.scan.fields.get(place).map(|field| field.place.begin());
                let is_own = std::ptr::eq(reading.tree, self.part.tree);
                if is_own && own.is_some_and(|own| bookmark.start < own && own < end) {
                    return told("a REF field refers to the text that contains it");
                }
                match reading.between(bookmark.start, end) {
                    Some(text) => text,
                    None => return told("a REF field refers to a long text, which it keeps as it was"),
                }
            }
        };
        self.repeated += text.len();
        if self.repeated > MOST_REPEATED + self.part.tree.source().len() {
            return told("REF fields repeat too much text; further ones keep their saved results");
        }
        if instruction.has("\\p") {
            let side = self.side(place, name, &self.language(place));
            let numbered = ["\\r", "\\n", "\\w"].iter().any(|switch| instruction.has(switch));
            text = if numbered { format!("{text} {side}") } else { side };
        }
        if text.contains(PARAGRAPH) {
            return told("a REF field refers to several paragraphs, which it keeps as they were");
        }
        if instruction.value("\\#").is_some() {
            let marks = Marks::of(&self.language(place));
            if let Some(number) = marks.numbers(&text).first() {
                return Outcome::Value(self.number(place, *number, instruction));
            }
        }
        Outcome::Value(format::in_case(text, instruction))
    }

    fn note_reference(&self, place: usize, instruction: &Instruction) -> Outcome {
        let name = instruction.argument().unwrap_or_default();
        let Some((bookmark, reading)) = self.bookmark(name) else {
            return told("a NOTEREF field names a bookmark that does not exist");
        };
        let tree = reading.tree;
        let end = bookmark.end.unwrap_or(bookmark.start);
        // A bookmark of a note is short.
        let is_note =
            |node: &NodeId| tree.is_w(*node, "footnoteReference") || tree.is_w(*node, "endnoteReference");
        let note = tree.between(bookmark.start, end).take(200).find(is_note);
        match note.and_then(|note| self.known.facts.story.notes.get(&tree.range(note).start)) {
            Some(label) if instruction.has("\\p") => {
                Outcome::Value(format!("{label} {}", self.side(place, name, &self.language(place))))
            }
            Some(label) => Outcome::Value(label.clone()),
            None => told("a NOTEREF field names a bookmark without a note"),
        }
    }

    fn style_reference(&self, place: usize, instruction: &Instruction) -> Outcome {
        let id = instruction.argument().and_then(|name| self.known.styles.id(name));
        let Some(id) = id else { return told("a STYLEREF field names no paragraph style of the document") };
        if self.part.is_header {
            return Outcome::Keep;
        }
        let Some(own) = self.part.scan.fields.get(place).and_then(|field| field.paragraph) else {
            return Outcome::Keep;
        };
        let Some(all) = self.by_style.get(id) else {
            return told("a STYLEREF field names a style that no paragraph has");
        };
        // Before the field, else behind it.
        let before = all.partition_point(|paragraph| *paragraph <= own);
        let Some(found) = all.get(before.saturating_sub(1)) else { return Outcome::Keep };
        let Some(paragraph) = self.part.scan.paragraphs.get(*found) else { return Outcome::Keep };
        let context = [
            ("\\r", Context::Relative),
            ("\\n", Context::None),
            ("\\w", Context::Full),
            ("\\s", Context::None),
        ];
        let story = &self.known.facts.story;
        let number = context.into_iter().find(|(switch, _)| instruction.has(switch));
        let text = match number {
            Some((_, context)) => {
                let of = story.paragraph(self.part.tree.range(paragraph.node).start);
                let number = of.and_then(|(of, _)| self.known.lists.number(story, of, None, context));
                let number = number.unwrap_or_else(|| "0".to_owned());
                if instruction.has("\\t") { delimited(&number) } else { number }
            }
            None => {
                let reading = Reading { tree: self.part.tree, scan: self.part.scan, values: &self.values };
                reading.inside(paragraph.node).unwrap_or_default()
            }
        };
        Outcome::Value(format::in_case(text, instruction))
    }

    /// How many headings of a level, or of a higher one, are before a field.
    fn heading_before(&self, place: usize, level: usize) -> usize {
        let own = self.part.scan.fields.get(place).and_then(|field| field.paragraph).unwrap_or(0);
        let levels = (1..=level.min(9)).filter_map(|level| self.known.styles.id(&format!("heading {level}")));
        levels
            .filter_map(|id| self.by_style.get(id))
            .map(|all| all.partition_point(|paragraph| *paragraph <= own))
            .sum()
    }

    fn formula(&mut self, place: usize, instruction: &Instruction) -> Outcome {
        let marks = Marks::of(&self.language(place));
        let cells = self.tables.around(self.part.tree, self.part.scan, place, marks);
        let named = |name: &str| {
            let text = match self.sets.get(name) {
                Some(text) => text.clone(),
                None => {
                    let (bookmark, reading) = self.bookmark(name)?;
                    reading.between(bookmark.start, bookmark.end?)?
                }
            };
            Some(marks.numbers(&text).first().copied().unwrap_or(0.0))
        };
        let values = super::cells::Around { cells, named: &named };
        match formula::compute(&instruction.formula(), marks, &values) {
            Ok(number) => Outcome::Value(self.number(place, number, instruction)),
            Err(reason) => told(reason),
        }
    }

    /// A number by an instruction's picture or format.
    fn number(&self, place: usize, number: f64, instruction: &Instruction) -> String {
        let marks = Marks::of(&self.language(place));
        let text = match (instruction.value("\\#"), NumberFormat::of(instruction)) {
            (Some(picture), _) => marks.by_picture(number, picture),
            (None, Some(format)) => format.write(number.round() as i64),
            (None, None) => marks.plain(number),
        };
        format::in_case(text, instruction)
    }

    fn date(&self, place: usize, name: &str, at: Option<DateTime>, instruction: &Instruction) -> Outcome {
        let Some(at) = at else { return Outcome::Keep };
        if ["\\h", "\\s", "\\u"].iter().any(|switch| instruction.has(switch)) {
            return told("a date of another calendar keeps its saved result");
        }
        let language = self.language(place);
        let picture = instruction.value("\\@").unwrap_or_else(|| dates::usual(name, &language));
        match dates::written(at, picture, &language) {
            Some(text) => Outcome::Value(format::in_case(text, instruction)),
            None => told("the format of a date is not valid"),
        }
    }

    /// The language of a field's text.
    fn language(&self, place: usize) -> String {
        let tree = self.part.tree;
        let node = self.part.scan.fields.get(place).map(|field| field.place.begin());
        let run = node.and_then(|node| {
            if tree.is_w(node, "fldSimple") { tree.child_w(node, "r") } else { tree.parent(node) }
        });
        let own = run.and_then(|run| tree.child_w(run, "rPr")).and_then(|own| tree.child_w(own, "lang"));
        let own = own.and_then(|own| tree.attr(own, "val"));
        own.or_else(|| self.known.styles.language.clone()).unwrap_or_else(|| "en-US".to_owned())
    }

    /// Words and characters of the main part.
    fn counted(&mut self) -> (usize, usize) {
        let (tree, part) = (self.part.tree, self.part);
        *self.words.get_or_insert_with(|| {
            let tree = part.main.map_or(tree, |(tree, ..)| tree);
            let texts =
                tree.nodes().filter(|node| tree.is_w(*node, "t")).flat_map(|node| tree.children(node));
            let (mut words, mut characters, mut goes_on) = (0, 0, false);
            let mut paragraph = None;
            for node in texts {
                // Runs of one paragraph may share a word.
                let own = tree.ancestor_w(node, "p");
                goes_on &= own == paragraph;
                paragraph = own;
                for c in tree.chars(node).chars() {
                    words += usize::from(!c.is_whitespace() && !goes_on);
                    characters += usize::from(!c.is_whitespace());
                    goes_on = !c.is_whitespace();
                }
            }
            (words, characters)
        })
    }
}

fn told(reason: &str) -> Outcome {
    Outcome::Told(reason.to_owned())
}

/// The number of a page as its section or the instruction writes it.
pub(super) fn page_text(page: PageNumber, instruction: &Instruction) -> String {
    format::in_case(NumberFormat::of(instruction).unwrap_or(page.format).write(page.number), instruction)
}

fn on_page(language: &str, page: &str) -> String {
    match language.split('-').next().unwrap_or_default() {
        "de" => format!("auf Seite {page}"),
        "fr" => format!("à la page {page}"),
        "es" => format!("en la página {page}"),
        "it" => format!("a pagina {page}"),
        "nl" => format!("op pagina {page}"),
        "pt" => format!("na página {page}"),
        _ => format!("on page {page}"),
    }
}

/// A number without words around it: `1.01` of `Section 1.01`.
fn delimited(number: &str) -> String {
    number.chars().filter(|c| !c.is_alphabetic() && !c.is_whitespace()).collect()
}
