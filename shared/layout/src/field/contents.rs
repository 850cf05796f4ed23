//! Tables of contents and of figures (17.16.5.68): entries made anew from the headings, in the styles of entries.

use std::collections::{BTreeSet, HashMap};

use platen_docx::xml::{Kind, NodeId, Tree};

use super::edit::{Edits, escaped};
use super::evaluate::{Known, Part, page_text};
use super::index;
use super::instruction::Instruction;
use super::scan::Place;
use super::text::{PARAGRAPH, Reading};
use super::write::{properties_of, run};

/// Tables that are made anew; a document has two or three.
const MOST_TABLES: usize = 24;

/// Levels of headings and entries.
const LEVELS: usize = 9;

/// Makes tables, and the bookmarks that they need.
pub(super) struct Contents<'c> {
    known: &'c Known<'c>,
    part: &'c Part<'c>,
    values: &'c [Option<String>],
    /// Whether each field is a table or stands in one.
    in_table: Vec<bool>,
    /// Bookmarks of headings, by paragraph.
    bookmarks: HashMap<usize, String>,
    /// Captions by the names of their counters.
    captions: HashMap<String, Vec<usize>>,
    last_id: i64,
    tables: usize,
    /// Levels of entries whose styles are missing; 0 for that of tables of figures.
    pub missing: BTreeSet<usize>,
}

/// An entry of a table.
struct Entry {
    level: usize,
    paragraph: usize,
    text: Vec<(String, String)>,
    number: Option<String>,
}

/// How an entry of a level looked.
#[derive(Default)]
struct Look {
    paragraph: String,
    text: String,
    page: String,
}

impl<'c> Contents<'c> {
    pub fn new(known: &'c Known<'c>, part: &'c Part<'c>, values: &'c [Option<String>]) -> Contents<'c> {
        let scan = part.scan;
        let mut in_table: Vec<bool> = Vec::with_capacity(scan.fields.len());
        let mut captions: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, field) in scan.fields.iter().enumerate() {
            let instruction = scan.instruction(place, |_| String::new());
            let name = instruction.name();
            let inherited =
                field.parent.and_then(|(parent, _)| in_table.get(parent).copied()).unwrap_or(false);
            in_table.push(inherited || matches!(name.as_str(), "TOC" | "INDEX"));
            if let ("SEQ", Some(counter), Some(paragraph)) =
                (name.as_str(), instruction.argument(), field.paragraph)
            {
                captions.entry(counter.to_lowercase()).or_default().push(paragraph);
            }
        }
        let mut bookmarks: HashMap<usize, (NodeId, &String)> = HashMap::new();
        for (name, own) in scan.bookmarks.iter().filter(|(name, _)| name.starts_with("_Toc")) {
            let first = bookmarks.entry(own.paragraph).or_insert((own.start, name));
            if own.start < first.0 {
                *first = (own.start, name);
            }
        }
        let bookmarks = bookmarks.into_iter().map(|(place, (_, name))| (place, name.clone())).collect();
        Contents {
            known,
            part,
            values,
            in_table,
            bookmarks,
            captions,
            last_id: scan.last_bookmark,
            tables: 0,
            missing: BTreeSet::new(),
        }
    }

    /// Makes the table of a field anew.
    ///
    /// # Errors
    /// Why the saved one stands.
    pub fn table(&mut self, place: usize, edits: &mut Edits) -> Result<(), &'static str> {
        let (tree, scan) = (self.part.tree, self.part.scan);
        let reading = Reading { tree, scan, values: self.values };
        let instruction = scan.instruction(place, |inner| reading.given(inner));
        let is_index = instruction.name() == "INDEX";
        if !is_index && (instruction.has("\\f") || instruction.has("\\l")) {
            return Err("a table of contents of TC fields keeps its saved entries");
        }
        self.tables += 1;
        if self.tables > MOST_TABLES {
            return Err("there are too many tables of contents; further ones keep their saved entries");
        }
        let Some(Place::Complex { begin, separate, end }) = scan.fields.get(place).map(|field| field.place)
        else {
            return Err("a table of contents in one element keeps its saved entries");
        };
        let frame = Frame::of(tree, begin, separate, end)
            .ok_or("a table of contents that begins or ends within other content keeps its saved entries")?;
        let made = if is_index {
            index::paragraphs(self.known, self.part, &instruction, tree.prefix(frame.first))
        } else {
            let looks = self.looks(&frame);
            let entries = self.entries(&instruction);
            let width = self.text_width(end);
            entries.iter().map(|entry| self.entry(entry, &instruction, &looks, width, edits)).collect()
        };
        if made.is_empty() {
            return Err("a table of contents or an index finds no entries, and keeps what it had");
        }
        let text = frame.with(tree, &made);
        if tree.source().get(frame.range.clone()) != Some(&text) {
            edits.replace(frame.range.clone(), text);
        }
        Ok(())
    }

    /// The paragraphs that a table names.
    fn entries(&self, instruction: &Instruction) -> Vec<Entry> {
        let (tree, scan) = (self.part.tree, self.part.scan);
        let reading = Reading { tree, scan, values: self.values };
        let within = instruction.value("\\b").map(|name| scan.bookmarks.get(name).copied());
        let is_within = |node: NodeId| match within {
            None => true,
            Some(None) => false,
            Some(Some(own)) => {
                // A bookmark that begins in the paragraph counts.
                own.end.is_some_and(|end| node < end) && tree.range(node).end > tree.range(own.start).start
            }
        };
        let counter = instruction.value("\\c").or_else(|| instruction.value("\\a"));
        let chosen: Vec<(usize, usize)> = match counter {
            Some(counter) => {
                let own = self.captions.get(&counter.to_lowercase()).map(Vec::as_slice).unwrap_or_default();
                let mut own = own.to_vec();
                own.dedup();
                own.into_iter().map(|place| (place, 1)).collect()
            }
            None => {
                let levels = Levels::of(instruction, self.known);
                let all = scan.paragraphs.iter().enumerate();
                all.filter_map(|(place, own)| {
                    let (_, fact) = self.known.facts.story.paragraph(tree.range(own.node).start)?;
                    let is_in_cell = || tree.ancestor_w(own.node, "tc").is_some();
                    Some((place, levels.level(&fact.style, fact.outline, is_in_cell, self.known)?))
                })
                .collect()
            }
        };
        let mut out = Vec::new();
        for (place, level) in chosen {
            let Some(own) = scan.paragraphs.get(place) else { continue };
            let is_in_table = own.field.is_some_and(|field| self.in_table.get(field) == Some(&true));
            if own.in_box || is_in_table || !is_within(own.node) {
                continue;
            }
            let mut text = self.pieces(&reading, own.node, instruction);
            if instruction.has("\\a")
                && let Some((_, first)) = text.first_mut()
            {
                // Without label and number.
                let rest = first.trim_start_matches(|c: char| !c.is_ascii_digit());
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || !c.is_alphanumeric());
                *first = rest.to_owned();
            }
            if text.iter().all(|(_, text)| text.trim().is_empty()) {
                continue;
            }
            let fact = self.known.facts.story.paragraph(tree.range(own.node).start);
            let number =
                fact.and_then(|(_, fact)| fact.number.as_ref()).map(|number| number.text.trim().to_owned());
            let number = number.filter(|number| !number.is_empty());
            out.push(Entry { level, paragraph: place, text, number });
        }
        out
    }

    /// The text of a heading, with what its runs say of italics and of raised text.
    fn pieces(
        &self,
        reading: &Reading<'_>,
        paragraph: NodeId,
        instruction: &Instruction,
    ) -> Vec<(String, String)> {
        let tree = self.part.tree;
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

    /// The bookmark of a paragraph, made where there is none.
    fn bookmark(&mut self, paragraph: usize, edits: &mut Edits) -> String {
        if let Some(known) = self.bookmarks.get(&paragraph) {
            return known.clone();
        }
        let (tree, scan) = (self.part.tree, self.part.scan);
        self.last_id = self.last_id.saturating_add(1);
        let id = self.last_id;
        let name = (0..)
            .map(|more: i64| format!("_Toc{}", 100_000_000 + id.rem_euclid(100_000_000) + more * 1_000_003));
        let name = name.into_iter().find(|name| !scan.bookmarks.contains_key(name)).unwrap_or_default();
        if let Some(node) = scan.paragraphs.get(paragraph).map(|own| own.node)
            && let Kind::Element { open, close, .. } = tree.kind(node)
            && !close.is_empty()
        {
            let w = tree.prefix(node);
            let begin = tree.child_w(node, "pPr").map_or(open.end, |own| tree.range(own).end);
            edits.replace(begin..begin, format!("<{w}bookmarkStart {w}id=\"{id}\" {w}name=\"{name}\"/>"));
            edits.replace(close.start..close.start, format!("<{w}bookmarkEnd {w}id=\"{id}\"/>"));
        }
        self.bookmarks.insert(paragraph, name.clone());
        name
    }

    /// An entry: its paragraph's properties, and what it holds.
    fn entry(
        &mut self,
        entry: &Entry,
        instruction: &Instruction,
        looks: &HashMap<(usize, bool), Look>,
        width: i64,
        edits: &mut Edits,
    ) -> (String, String) {
        let tree = self.part.tree;
        let is_figures = instruction.has("\\c") || instruction.has("\\a");
        let key = if is_figures { 0 } else { entry.level };
        let w = self.part.scan.paragraphs.get(entry.paragraph).map_or("w:", |own| tree.prefix(own.node));
        let bookmark = self.bookmark(entry.paragraph, edits);
        let is_linked = instruction.has("\\h");
        let without = instruction.has("\\n")
            && instruction.value("\\n").is_none_or(|levels| in_range(levels, entry.level));
        let numbered = entry.number.is_some();
        let own = looks.get(&(key, numbered));
        let like = own.or_else(|| looks.get(&(key, !numbered)));
        let properties = match own {
            Some(own) => own.paragraph.clone(),
            None => self.properties(key, numbered, width, w),
        };
        let link_style = self.known.styles.hyperlink.as_ref().filter(|_| is_linked);
        let link_style =
            link_style.map(|id| format!("<{w}rStyle {w}val=\"{}\"/>", escaped(id))).unwrap_or_default();
        let text_look = like
            .map_or_else(|| format!("<{w}rPr>{link_style}<{w}noProof/></{w}rPr>"), |own| own.text.clone());
        let page_look = like
            .map(|own| own.page.clone())
            .unwrap_or_else(|| format!("<{w}rPr><{w}noProof/><{w}webHidden/></{w}rPr>"));
        let mut out = String::new();
        if is_linked {
            out.push_str(&format!("<{w}hyperlink {w}anchor=\"{}\" {w}history=\"1\">", escaped(&bookmark)));
        }
        if let Some(number) = &entry.number {
            out.push_str(&run(number, &text_look, w));
            out.push_str(&run("\t", &text_look, w));
        }
        for (own, text) in &entry.text {
            out.push_str(&run(text, &with_properties(&text_look, own, w), w));
        }
        if !without {
            let separator = instruction.value("\\p").unwrap_or("\t");
            out.push_str(&run(separator, &page_look, w));
            let page = self.known.facts.pages.as_ref().and_then(|pages| pages.of_bookmark(&bookmark));
            let code = format!(" PAGEREF {bookmark} \\h ");
            let text = page.map_or_else(|| "1".to_owned(), |page| page_text(page, &Instruction::default()));
            for (kind, inner) in [("begin", ""), ("", code.as_str()), ("separate", ""), ("", ""), ("end", "")]
            {
                out.push_str(&match (kind, inner) {
                    ("", "") => run(&text, &page_look, w),
                    ("", code) => format!(
                        "<{w}r>{page_look}<{w}instrText xml:space=\"preserve\">{}</{w}instrText></{w}r>",
                        escaped(code)
                    ),
                    (kind, _) => format!("<{w}r>{page_look}<{w}fldChar {w}fldCharType=\"{kind}\"/></{w}r>"),
                });
            }
        }
        if is_linked {
            out.push_str(&format!("</{w}hyperlink>"));
        }
        (properties, out)
    }

    /// Properties of an entry that none of the saved ones shows.
    fn properties(&mut self, key: usize, numbered: bool, width: i64, w: &str) -> String {
        let name = if key == 0 { "table of figures".to_owned() } else { format!("toc {key}") };
        let id = match self.known.styles.id(&name) {
            Some(id) => id.to_owned(),
            None => {
                self.missing.insert(key);
                style_id(key)
            }
        };
        let mut tabs = String::new();
        if numbered {
            // Word's own stops: 440 twips a level in text of 11 pt.
            let stop = 440 * key.max(1) as i64;
            tabs.push_str(&format!("<{w}tab {w}val=\"left\" {w}pos=\"{stop}\"/>"));
        }
        if !self.known.styles.has_right_tab(&id) {
            tabs.push_str(&format!("<{w}tab {w}val=\"right\" {w}leader=\"dot\" {w}pos=\"{width}\"/>"));
        }
        let tabs = if tabs.is_empty() { tabs } else { format!("<{w}tabs>{tabs}</{w}tabs>") };
        format!(
            "<{w}pPr><{w}pStyle {w}val=\"{}\"/>{tabs}<{w}rPr><{w}noProof/></{w}rPr></{w}pPr>",
            escaped(&id)
        )
    }

    /// How the saved entries look, by level and by whether they have a number.
    fn looks(&self, frame: &Frame) -> HashMap<(usize, bool), Look> {
        let tree = self.part.tree;
        let mut looks: HashMap<(usize, bool), Look> = HashMap::new();
        let siblings = std::iter::successors(Some(frame.first), |node| tree.next_sibling(*node));
        for paragraph in siblings.take_while(|node| *node <= frame.last).filter(|node| tree.is_w(*node, "p"))
        {
            let Some(properties) = tree.child_w(paragraph, "pPr") else { continue };
            let style = tree.child_w(properties, "pStyle").and_then(|own| tree.attr(own, "val"));
            let Some(style) = style else { continue };
            let key = match self.known.styles.entry(&style) {
                Some(level) => level,
                None if self.known.styles.id("table of figures") == Some(&style) => 0,
                None => continue,
            };
            let from = frame.separate.unwrap_or(frame.begin);
            let runs = tree.descendants(paragraph).filter(|node| *node > from && tree.is_w(*node, "r"));
            let (mut text, mut page, mut tabs, mut in_code) = (None, None, 0, false);
            for own in runs {
                if let Some(mark) = tree.child_w(own, "fldChar") {
                    let kind = tree.attr(mark, "fldCharType");
                    in_code =
                        kind.as_deref() == Some("begin") || (in_code && kind.as_deref() != Some("separate"));
                    page = page.or(Some(own)).filter(|_| text.is_some());
                }
                if tree.child_w(own, "tab").is_some() {
                    tabs += 1;
                }
                if !in_code && text.is_none() && tree.child_w(own, "t").is_some() {
                    text = Some(own);
                }
            }
            // Only what was an entry shows how entries look.
            let (Some(text), Some(page)) = (text, page) else { continue };
            looks.entry((key, tabs > 1)).or_insert_with(|| Look {
                paragraph: tree.outer(properties).to_owned(),
                text: properties_of(tree, text).to_owned(),
                page: properties_of(tree, page).to_owned(),
            });
        }
        looks
    }

    /// Width of the text, in twips, of the section that a node stands in.
    fn text_width(&self, node: NodeId) -> i64 {
        let tree = self.part.tree;
        let number = |own: Option<NodeId>, name: &str, usual: i64| {
            own.and_then(|own| tree.attr(own, name))
                .and_then(|value| value.parse::<f64>().ok())
                .map_or(usual, |value| value as i64)
        };
        let section = tree.nodes().find(|own| *own > node && tree.is_w(*own, "sectPr"));
        let child = |name: &str| section.and_then(|section| tree.child_w(section, name));
        let (paper, margins) = (child("pgSz"), child("pgMar"));
        let taken =
            number(margins, "left", 1440) + number(margins, "right", 1440) + number(margins, "gutter", 0);
        // Word sets the stop ten twips before the edge.
        (number(paper, "w", 12_240) - taken - 10).max(720)
    }
}

/// Which paragraphs are entries, and of which level.
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
        let headings = match (has_o, instruction.has("\\t") || has_u) {
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

fn in_range(levels: &str, level: usize) -> bool {
    range(levels).is_some_and(|(from, to)| (from..=to).contains(&level))
}

/// The properties of a run with further ones.
fn with_properties(look: &str, more: &str, w: &str) -> String {
    if more.is_empty() {
        return look.to_owned();
    }
    match look.strip_suffix(&format!("</{w}rPr>")) {
        Some(open) => {
            // The order of the elements counts (17.3.2.28): italics follow the style, raised text stands near the end.
            let (style, rest) = match open.find("/>").filter(|_| open.contains("rStyle")) {
                Some(end) => open.split_at(end + 2),
                None => open.split_at(open.find('>').map_or(0, |end| end + 1)),
            };
            let is_raised = more.contains("vertAlign");
            if is_raised {
                format!("{style}{rest}{more}</{w}rPr>")
            } else {
                format!("{style}{more}{rest}</{w}rPr>")
            }
        }
        None => format!("<{w}rPr>{more}</{w}rPr>"),
    }
}

/// The paragraphs that a table takes, and what of them is not entries.
struct Frame {
    first: NodeId,
    last: NodeId,
    begin: NodeId,
    separate: Option<NodeId>,
    end: NodeId,
    range: std::ops::Range<usize>,
}

impl Frame {
    /// The frame of a field; none where it does not begin and end in paragraphs of one story.
    fn of(tree: &Tree, begin: NodeId, separate: Option<NodeId>, end: NodeId) -> Option<Frame> {
        let paragraph = |mark: NodeId| {
            let run = tree.parent(mark).filter(|own| tree.is_w(*own, "r"))?;
            tree.parent(run).filter(|own| tree.is_w(*own, "p"))
        };
        let (first, last) = (paragraph(begin)?, paragraph(end)?);
        if separate.is_some_and(|separate| paragraph(separate) != Some(first))
            || tree.parent(first) != tree.parent(last)
        {
            return None;
        }
        // Sections and tables among the entries are more than entries.
        let range = tree.range(first).start..tree.range(last).end;
        let nodes = [first].into_iter().chain(tree.between(first, last)).chain(tree.descendants(last));
        let has_more = nodes.into_iter().any(|node| tree.is_w(node, "sectPr") || tree.is_w(node, "tbl"));
        (!has_more).then_some(Frame { first, last, begin, separate, end, range })
    }

    /// The paragraphs with other entries: their properties and what they hold.
    fn with(&self, tree: &Tree, entries: &[(String, String)]) -> String {
        let source = tree.source();
        let get = |range: std::ops::Range<usize>| source.get(range).unwrap_or_default();
        let open_of = |node: NodeId| match tree.kind(node) {
            Kind::Element { open, .. } => open,
            _ => 0..0,
        };
        let content =
            |node: NodeId| tree.child_w(node, "pPr").map_or(open_of(node).end, |own| tree.range(own).end);
        let w = tree.prefix(self.first);
        let before = match self.separate {
            Some(separate) => {
                get(content(self.first)..tree.range(separate).end).to_owned() + &format!("</{w}r>")
            }
            None => {
                let code = get(content(self.first)..tree.range(self.end).start);
                format!("{code}<{w}fldChar {w}fldCharType=\"separate\"/></{w}r>")
            }
        };
        let end_run = tree.parent(self.end).unwrap_or(self.end);
        let behind = format!(
            "<{w}r>{}{}",
            properties_of(tree, end_run),
            get(tree.range(self.end).start..self.range.end)
        );
        // The end stands in a paragraph of its own, unless it stood behind an entry.
        let shows = |node: NodeId| tree.is_w(node, "t") || tree.is_w(node, "tab");
        let stands_alone = self.first != self.last
            && !tree
                .between(self.last, self.end)
                .any(|node| shows(node) && tree.parent(node).is_some_and(|own| tree.is_w(own, "r")));
        let mut out = String::new();
        for (at, (properties, text)) in entries.iter().enumerate() {
            let is_last = at + 1 == entries.len();
            out.push_str(if at == 0 { get(open_of(self.first)) } else { "" });
            if at > 0 {
                out.push_str(&format!("<{w}p>"));
            }
            out.push_str(properties);
            if at == 0 {
                out.push_str(&before);
            }
            out.push_str(text);
            if is_last && !stands_alone {
                out.push_str(&behind);
            } else {
                out.push_str(&format!("</{w}p>"));
            }
        }
        if stands_alone {
            out.push_str(get(open_of(self.last)));
            out.push_str(tree.child_w(self.last, "pPr").map_or("", |own| tree.outer(own)));
            out.push_str(&behind);
        }
        out
    }
}

/// The id of Word's own style of entries of a level; 0 for that of tables of figures.
fn style_id(level: usize) -> String {
    if level == 0 { "TableofFigures".to_owned() } else { format!("TOC{level}") }
}

/// Word's own styles of entries, for a document that has none of them.
pub(super) fn styles(levels: &BTreeSet<usize>, base: Option<&str>, w: &str) -> String {
    let base = base.map(|id| format!("<{w}basedOn {w}val=\"{0}\"/><{w}next {w}val=\"{0}\"/>", escaped(id)));
    let base = base.unwrap_or_default();
    let style = |level: &usize| {
        let (id, indent) = (style_id(*level), 220 * level.saturating_sub(1));
        let (name, priority, own) = match level {
            0 => ("table of figures".to_owned(), 99, String::new()),
            level => {
                let spacing =
                    format!("<{w}pPr><{w}spacing {w}after=\"100\"/><{w}ind {w}left=\"{indent}\"/></{w}pPr>");
                (format!("toc {level}"), 39, spacing)
            }
        };
        format!(
            "<{w}style {w}type=\"paragraph\" {w}styleId=\"{id}\"><{w}name {w}val=\"{name}\"/>{base}<{w}uiPriority {w}val=\"{priority}\"/><{w}unhideWhenUsed/>{own}</{w}style>"
        )
    };
    levels.iter().map(style).collect()
}
