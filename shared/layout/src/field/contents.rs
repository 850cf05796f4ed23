//! Tables of contents and of figures (17.16.5.68): creates their entries again from the headings, in the entry styles.

use std::collections::{BTreeSet, HashMap, HashSet};

use platen_ooxml::field::Instruction;
use platen_ooxml::xml::{Kind, NodeId, Tree};

use super::edit::{Edits, escaped};
use super::entries::{Entry, Source, Target, in_range};
use super::evaluate::{Known, Part, page_text};
use super::index;
use super::part_text::Reading;
use super::scan::Place;
use super::write::{properties_of, run};

/// Tables that are made again; a document has two or three.
const MOST_TABLES: usize = 24;

/// Makes tables, and the bookmarks that they need.
pub(super) struct Contents<'c> {
    known: &'c Known<'c>,
    part: &'c Part<'c>,
    values: &'c [Option<String>],
    /// Whether each field is a table or is in one.
    in_table: Vec<bool>,
    /// Paragraphs in which such fields begin.
    begun: HashSet<usize>,
    /// Bookmarks that entries lead to.
    bookmarks: HashMap<Target, String>,
    /// Captions by the names of their counters.
    captions: HashMap<String, Vec<usize>>,
    last_id: i64,
    tables: usize,
    /// Levels of entries whose styles are missing; 0 for that of tables of figures.
    pub missing: BTreeSet<usize>,
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
        let mut begun = HashSet::new();
        let mut captions: HashMap<String, Vec<usize>> = HashMap::new();
        for (place, field) in scan.fields.iter().enumerate() {
            let instruction = scan.instruction(place, |_| String::new());
            let name = instruction.name();
            let inherited =
                field.parent.and_then(|(parent, _)| in_table.get(parent).copied()).unwrap_or(false);
            in_table.push(inherited || matches!(name.as_str(), "TOC" | "INDEX"));
            begun.extend(field.paragraph.filter(|_| in_table.last() == Some(&true)));
            if let ("SEQ", Some(counter), Some(paragraph)) =
                (name.as_str(), instruction.argument(), field.paragraph)
            {
                captions.entry(counter.to_lowercase()).or_default().push(paragraph);
            }
        }
        let mut bookmarks: HashMap<Target, (NodeId, &String)> = HashMap::new();
        for (name, own) in scan.bookmarks.iter().filter(|(name, _)| name.starts_with("_Toc")) {
            let mark = part.tree.next_sibling(own.start).and_then(|end| part.tree.next_sibling(end));
            let run = mark.filter(|run| begins_entry(part, *run)).map(Target::Run);
            for target in [Target::Paragraph(own.paragraph)].into_iter().chain(run) {
                let first = bookmarks.entry(target).or_insert((own.start, name));
                if own.start < first.0 {
                    *first = (own.start, name);
                }
            }
        }
        let bookmarks = bookmarks.into_iter().map(|(target, (_, name))| (target, name.clone())).collect();
        Contents {
            known,
            part,
            values,
            in_table,
            begun,
            bookmarks,
            captions,
            last_id: scan.last_bookmark,
            tables: 0,
            missing: BTreeSet::new(),
        }
    }

    /// Makes the table of a field again.
    ///
    /// # Errors
    /// Why the saved one stands.
    pub fn table(&mut self, place: usize, edits: &mut Edits) -> Result<(), &'static str> {
        let (tree, scan) = (self.part.tree, self.part.scan);
        let reading = Reading { tree, scan, values: self.values };
        let instruction = scan.instruction(place, |inner| reading.given(inner));
        let is_index = instruction.name() == "INDEX";
        self.tables += 1;
        if self.tables > MOST_TABLES {
            return Err("there are too many tables of contents; further ones keep their saved entries");
        }
        let Some(Place::Complex { begin, separate, end }) = scan.fields.get(place).map(|field| field.place)
        else {
            return Err("a table of contents in one element keeps its saved entries");
        };
        let frame = Frame::of(tree, begin, separate, end)
            .ok_or("a table of contents that starts or ends inside other content keeps its saved entries")?;
        let made = if is_index {
            index::paragraphs(self.known, self.part, &instruction, tree.prefix(frame.first))
        } else {
            let looks = self.looks(&frame);
            let (known, part, values) = (self.known, self.part, self.values);
            let source = Source {
                known,
                part,
                values,
                captions: &self.captions,
                in_table: &self.in_table,
                begun: &self.begun,
                instruction: &instruction,
            };
            let entries = source.entries();
            let width = self.text_width(end);
            entries.iter().map(|entry| self.entry(entry, &instruction, &looks, width, edits)).collect()
        };
        if made.is_empty() {
            return Err("a table of contents or index has no entries; its saved text is kept");
        }
        let text = frame.with(tree, &made);
        if tree.source().get(frame.range.clone()) != Some(&text) {
            edits.replace(frame.range.clone(), text);
        }
        Ok(())
    }

    /// The bookmark that leads to an entry's text, made where there is none.
    fn bookmark(&mut self, target: Target, edits: &mut Edits) -> String {
        if let Some(known) = self.bookmarks.get(&target) {
            return known.clone();
        }
        let (tree, scan) = (self.part.tree, self.part.scan);
        self.last_id = self.last_id.saturating_add(1);
        let id = self.last_id;
        let name = (0..)
            .map(|more: i64| format!("_Toc{}", 100_000_000 + id.rem_euclid(100_000_000) + more * 1_000_003));
        let name = name.into_iter().find(|name| !scan.bookmarks.contains_key(name)).unwrap_or_default();
        let start = |w: &str| format!("<{w}bookmarkStart {w}id=\"{id}\" {w}name=\"{name}\"/>");
        let end = |w: &str| format!("<{w}bookmarkEnd {w}id=\"{id}\"/>");
        match target {
            Target::Paragraph(place) => {
                if let Some(node) = scan.paragraphs.get(place).map(|own| own.node)
                    && let Kind::Element { open, close, .. } = tree.kind(node)
                    && !close.is_empty()
                {
                    let w = tree.prefix(node);
                    let begin = tree.child_w(node, "pPr").map_or(open.end, |own| tree.range(own).end);
                    edits.replace(begin..begin, start(w));
                    edits.replace(close.start..close.start, end(w));
                }
            }
            Target::Run(run) => {
                let (w, begin) = (tree.prefix(run), tree.range(run).start);
                edits.replace(begin..begin, start(w) + &end(w));
            }
        }
        self.bookmarks.insert(target, name.clone());
        name
    }

    /// An entry: its paragraph's properties, and its content.
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
        let w = match entry.target {
            Target::Paragraph(place) => {
                self.part.scan.paragraphs.get(place).map_or("w:", |own| tree.prefix(own.node))
            }
            Target::Run(run) => tree.prefix(run),
        };
        let bookmark = self.bookmark(entry.target, edits);
        let is_linked = instruction.has("\\h");
        let without = entry.hides_page
            || (instruction.has("\\n")
                && instruction.value("\\n").is_none_or(|levels| in_range(levels, entry.level)));
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
        if let Some((number, between)) = &entry.number {
            out.push_str(&run(number, &text_look, w));
            out.push_str(&run(between, &text_look, w));
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

    /// Width of the text, in twips, in the section of a node.
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

/// Whether a run begins a field that gives a table an entry.
fn begins_entry(part: &Part<'_>, run: NodeId) -> bool {
    let Part { tree, scan, .. } = part;
    let mark = tree.child_w(run, "fldChar").unwrap_or(run);
    let own = scan.by_mark.get(&mark);
    own.is_some_and(|place| scan.instruction(*place, |_| String::new()).name() == "TC")
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

    /// The paragraphs with other entries: their properties and their content.
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
