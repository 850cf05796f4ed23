//! Reads stories: blocks and inlines with the properties that come out of all layers.

use std::collections::HashMap;
use std::sync::Arc;

use platen_docx::Budget;
use platen_docx::package::{Relationships, Target as PartTarget};

use super::counters::Counters;
use super::document::{Note, PartText, SectionBody};
use super::field::{Meaning, meaning};
use super::numbering::Numbering;
use super::paragraph::{Align, FrameLayer, Leader, ParagraphLayer, ParagraphStyle, TextLayer};
use super::run::{FontName, RunLayer, RunStyle};
use super::section::{NoteRestart, Section};
use super::settings::Settings;
use super::story::{
    Anchor, AnchorContent, Block, Break, Field, Inline, InlineKind, Label, Paragraph, Target, Wrap,
};
use super::styles::{Style, Styles};
use super::theme::Theme;
use crate::LayoutError;
use crate::read::Element;
use crate::undrawn::UndrawnList;

/// Tables, boxes and content controls inside one another; what lies deeper is not drawn.
const MAX_DEPTH: usize = 24;

/// Fields inside one another.
const MAX_FIELDS: usize = 32;

/// The notes of a part, by id.
pub(crate) struct Notes<'a> {
    part: &'a PartText,
    by_id: HashMap<i64, Element<'a>>,
}

impl<'a> Notes<'a> {
    pub fn new(part: &'a PartText) -> Notes<'a> {
        let notes = Element::root(&part.tree).map(Element::children).unwrap_or_default();
        Notes { part, by_id: notes.into_iter().filter_map(|note| Some((note.int("id")?, note))).collect() }
    }
}

/// What surrounds a block: the text properties that a table style gives, and how deep it lies.
#[derive(Clone, Copy)]
pub(crate) struct Around<'t> {
    pub table: Option<(&'t TextLayer, u64)>,
    pub depth: usize,
}

/// A field whose end has not come.
struct OpenField {
    instruction: String,
    /// None while its code is read.
    meaning: Option<Meaning>,
    saved: String,
    style: Option<Arc<RunStyle>>,
}

/// Fields that were set aside.
pub(super) struct Fields(Vec<OpenField>);

/// What reading leaves beside the stories.
pub(crate) struct Read {
    pub footnotes: Vec<Note>,
    pub endnotes: Vec<Note>,
    pub undrawn: UndrawnList,
}

/// Reads the stories of a document.
pub(crate) struct Reader<'a> {
    pub(super) budget: &'a Budget,
    pub(super) styles: &'a Styles,
    numbering: &'a Numbering,
    theme: &'a Theme,
    settings: &'a Settings,
    notes: [Option<Notes<'a>>; 2],
    /// Relationships of the numbering part, for picture bullets.
    bullet_pictures: Option<&'a Relationships>,
    /// The part that is read.
    pub(super) part: &'a str,
    pub(super) relationships: &'a Relationships,
    counters: Counters,
    fields: Vec<OpenField>,
    out: [Vec<Note>; 2],
    /// Numbers of the last footnote and endnote.
    note_numbers: [i64; 2],
    note_settings: [super::section::NoteSettings; 2],
    in_note: bool,
    runs: HashMap<(usize, u64, String), Arc<RunStyle>>,
    pub(super) undrawn: UndrawnList,
}

/// A paragraph while its inlines are read.
struct Open<'p> {
    base: &'p RunLayer,
    /// Identity of `base`, for the cache of run styles.
    key: (usize, u64),
    inlines: Vec<Inline>,
    bookmarks: Vec<Arc<str>>,
    link: Option<Arc<Target>>,
    depth: usize,
}

impl<'a> Reader<'a> {
    #[expect(clippy::too_many_arguments, reason = "the parts of a document, each once")]
    pub fn new(
        main: &'a PartText,
        budget: &'a Budget,
        styles: &'a Styles,
        numbering: &'a Numbering,
        theme: &'a Theme,
        settings: &'a Settings,
        notes: [Option<Notes<'a>>; 2],
        bullet_pictures: Option<&'a Relationships>,
    ) -> Reader<'a> {
        Reader {
            budget,
            styles,
            numbering,
            theme,
            settings,
            notes,
            bullet_pictures,
            part: &main.name,
            relationships: &main.relationships,
            counters: Counters::default(),
            fields: Vec::new(),
            out: Default::default(),
            note_numbers: [0; 2],
            note_settings: [settings.footnotes, settings.endnotes],
            in_note: false,
            runs: HashMap::new(),
            undrawn: UndrawnList::default(),
        }
    }

    /// Reads the body into its sections.
    pub fn body(&mut self, body: Element<'a>) -> Result<Vec<SectionBody>, LayoutError> {
        let mut sections: Vec<SectionBody> = Vec::new();
        let mut blocks = Vec::new();
        let mut ends = Vec::new();
        self.blocks(body, Around { table: None, depth: 0 }, &mut blocks, &mut |at, element| {
            ends.push((at, element))
        })?;
        let last = body.children().into_iter().rev().find(|child| child.name() == "sectPr");
        let mut rest = blocks.into_iter();
        let mut taken = 0;
        for (end, properties) in
            ends.into_iter().map(|(at, element)| (at, Some(element))).chain([(usize::MAX, last)])
        {
            let blocks: Vec<Block> = rest.by_ref().take(end.saturating_sub(taken)).collect();
            taken += blocks.len();
            // A section mark at the very end of the body leaves nothing for the last section but its properties.
            let before = sections.last().map(|before| &before.section);
            let section = Section::read(properties, before, self.settings.footnotes);
            sections.push(SectionBody { section, blocks });
        }
        Ok(sections)
    }

    /// Reads a header or footer: its lists and fields are its own.
    pub fn other_story(&mut self, part: &PartText) -> Result<Vec<Block>, LayoutError> {
        let Some(root) = Element::root(&part.tree) else { return Ok(Vec::new()) };
        let mut own = self.of_part(part);
        let mut blocks = Vec::new();
        let result = own.blocks(root, Around { table: None, depth: 0 }, &mut blocks, &mut |_, _| {});
        self.undrawn = own.undrawn;
        result.map(|()| blocks)
    }

    /// Ends the reading.
    pub fn finish(self) -> Read {
        let [footnotes, endnotes] = self.out;
        Read { footnotes, endnotes, undrawn: self.undrawn }
    }

    /// The note of this type in the part of footnotes (0) or endnotes (1).
    pub fn separator(&mut self, kind: usize, name: &str) -> Result<Vec<Block>, LayoutError> {
        let found = self.notes[kind].as_ref().and_then(|notes| {
            notes
                .by_id
                .values()
                .find(|note| note.attr("type").as_deref() == Some(name))
                .map(|note| (*note, notes.part))
        });
        match found {
            Some((note, part)) => self.note_story(note, part),
            None => Ok(Vec::new()),
        }
    }

    fn note_story(&mut self, note: Element<'a>, part: &'a PartText) -> Result<Vec<Block>, LayoutError> {
        let outer = (self.part, self.relationships, self.in_note);
        (self.part, self.relationships, self.in_note) = (&part.name, &part.relationships, true);
        let counters = std::mem::take(&mut self.counters);
        let fields = std::mem::take(&mut self.fields);
        let mut blocks = Vec::new();
        let result = self.blocks(note, Around { table: None, depth: 1 }, &mut blocks, &mut |_, _| {});
        (self.part, self.relationships, self.in_note) = outer;
        (self.counters, self.fields) = (counters, fields);
        result.map(|()| blocks)
    }

    /// Reads the blocks in `parent`. `section_end` is told where a section ends, and its properties.
    pub(super) fn blocks(
        &mut self,
        parent: Element<'a>,
        around: Around<'_>,
        out: &mut Vec<Block>,
        section_end: &mut dyn FnMut(usize, Element<'a>),
    ) -> Result<(), LayoutError> {
        if around.depth > MAX_DEPTH {
            self.undrawn.add("nested-too-deep", self.part, "", "content that lies too deep is left out");
            return Ok(());
        }
        for child in parent.children() {
            self.budget.spend(16)?;
            match child.name() {
                "p" => {
                    let properties = child.child("pPr");
                    let section = properties.and_then(|properties| properties.child("sectPr"));
                    let mut paragraph = self.paragraph(child, around)?;
                    paragraph.ends_section = section.is_some();
                    out.push(Block::Paragraph(Box::new(paragraph)));
                    if let Some(section) = section {
                        section_end(out.len(), section);
                    }
                }
                "tbl" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    if let Some(table) = self.table(child, inner)? {
                        out.push(Block::Table(Box::new(table)));
                    }
                }
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        let inner = Around { depth: around.depth + 1, ..around };
                        self.blocks(content, inner, out, section_end)?;
                    }
                }
                "customXml" | "ins" | "moveTo" | "smartTag" => {
                    let inner = Around { depth: around.depth + 1, ..around };
                    self.blocks(child, inner, out, section_end)?;
                }
                "altChunk" => {
                    self.undrawn.add(
                        "imported-part",
                        self.part,
                        "",
                        "an imported file (altChunk) is left out",
                    );
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn paragraph(&mut self, element: Element<'a>, around: Around<'_>) -> Result<Paragraph, LayoutError> {
        let properties = element.child("pPr");
        let named = properties.and_then(|p| p.child("pStyle")).and_then(|style| style.val());
        let style = named.and_then(|id| self.styles.get(&id)).unwrap_or(&self.styles.paragraph).clone();
        let direct = properties.map(ParagraphLayer::read).unwrap_or_default();

        let mut layer = self.styles.defaults.paragraph.clone();
        let mut base = self.styles.defaults.run.clone();
        if let Some((table, _)) = around.table {
            layer.lay(&table.paragraph);
            base.lay(&table.run);
        }
        layer.lay(&style.text.paragraph);
        base.lay_style(&style.text.run);
        let num = direct.numbering.num.or(style.text.paragraph.numbering.num);
        let level = match (direct.numbering.level, direct.numbering.num) {
            (Some(level), _) => level,
            (None, Some(_)) => 0,
            (None, None) => style.text.paragraph.numbering.level.unwrap_or(0),
        };
        if direct.numbering.num == Some(0) {
            layer.indents = self.styles.defaults.paragraph.indents.clone();
            layer.indents.lay(&style.plain_indents);
        } else if direct.numbering.num.is_some() || direct.numbering.level.is_some() {
            let definition = num.and_then(|num| self.numbering.level(num, level));
            if let Some(definition) = definition {
                layer.indents.lay(&definition.properties.paragraph.indents);
            }
        }
        if let Some(definition) = num.and_then(|num| self.numbering.level(num, level)) {
            let mut tabs =
                ParagraphLayer { tabs: definition.properties.paragraph.tabs.clone(), ..Default::default() };
            std::mem::swap(&mut tabs.tabs, &mut layer.tabs);
            let over = ParagraphLayer { tabs: tabs.tabs, ..Default::default() };
            layer.lay(&over);
        }
        layer.lay(&direct);
        let character = self.styles.defaults.run.size.unwrap_or(10.0);
        let resolved = Arc::new(ParagraphStyle::new(&layer, style.id.clone(), character));

        let mark_properties = properties.and_then(|p| p.child("rPr"));
        let key = (Arc::as_ptr(&style) as usize, around.table.map_or(0, |(_, id)| id));
        let mark = self.run_style(&base, key, mark_properties);
        let label = match num.filter(|num| *num != 0) {
            Some(num) => self.label(&base, mark_properties, num, level, &mark),
            None => None,
        };
        let mut open = Open {
            base: &base,
            key,
            inlines: Vec::new(),
            bookmarks: Vec::new(),
            link: None,
            depth: around.depth,
        };
        self.inlines(element, &mut open)?;
        Ok(Paragraph {
            style: resolved,
            mark,
            label,
            inlines: open.inlines,
            ends_section: false,
            frame: layer.frame.as_ref().filter(|frame| frame.drop_cap.is_none()).map(text_frame),
            bookmarks: open.bookmarks,
        })
    }

    fn label(
        &mut self,
        base: &RunLayer,
        mark_properties: Option<Element<'a>>,
        num: i64,
        level: usize,
        mark: &RunStyle,
    ) -> Option<Label> {
        if mark.is_hidden {
            return None;
        }
        let definition = self.numbering.level(num, level)?;
        let text = self.counters.next(self.numbering, num, level)?;
        let mut layer = base.clone();
        if let Some(properties) = mark_properties {
            if let Some(style) = self.character_style(properties) {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties));
        }
        // Lines of the mark do not carry over to its number (17.9.24).
        layer.underline = None;
        layer.strike = None;
        layer.highlight = None;
        layer.lay(&definition.properties.run);
        let picture = definition.picture.and_then(|id| self.numbering.picture(id));
        let picture = picture.and_then(|id| self.bullet_pictures?.by_id(id)?.part().map(Arc::from));
        Some(Label {
            text,
            picture,
            style: Arc::new(RunStyle::new(&layer, self.theme)),
            suffix: definition.suffix,
            align: definition.align,
            num,
        })
    }

    fn character_style(&self, properties: Element<'_>) -> Option<&'a Arc<Style>> {
        self.styles.get(&properties.child("rStyle")?.val()?)
    }

    /// What a run's properties come to, over the paragraph's `base`.
    fn run_style(
        &mut self,
        base: &RunLayer,
        key: (usize, u64),
        properties: Option<Element<'a>>,
    ) -> Arc<RunStyle> {
        let source = properties.map(Element::source).unwrap_or_default();
        let key = (key.0, key.1, source.to_owned());
        if let Some(known) = self.runs.get(&key) {
            return known.clone();
        }
        let mut layer = base.clone();
        if let Some(properties) = properties {
            if let Some(style) = self.character_style(properties) {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties));
        }
        let style = Arc::new(RunStyle::new(&layer, self.theme));
        self.runs.insert(key, style.clone());
        style
    }

    fn inlines(&mut self, parent: Element<'a>, open: &mut Open<'_>) -> Result<(), LayoutError> {
        for child in parent.children() {
            self.budget.spend(8)?;
            match child.name() {
                "r" if child.is_w() => self.run(child, open)?,
                "hyperlink" => {
                    let outer = open.link.clone();
                    open.link = self.hyperlink(child).map(Arc::new).or(outer.clone());
                    self.inlines(child, open)?;
                    open.link = outer;
                }
                "fldSimple" => self.simple_field(child, open)?,
                "sdt" => {
                    if let Some(content) = child.child("sdtContent") {
                        self.inlines(content, open)?;
                    }
                }
                "ins" | "moveTo" | "smartTag" | "customXml" | "dir" | "bdo" => self.inlines(child, open)?,
                "bookmarkStart" => open.bookmarks.extend(child.attr("name").map(Arc::from)),
                "oMath" | "oMathPara" => self.equation(child, open),
                _ => {}
            }
        }
        Ok(())
    }

    fn hyperlink(&self, element: Element<'_>) -> Option<Target> {
        let address = element.attr("id").and_then(|id| self.relationships.by_id(&id).cloned());
        match (address.map(|relationship| relationship.target), element.attr("anchor")) {
            (Some(PartTarget::External(uri)), anchor) => {
                Some(Target::Uri(anchor.map_or(uri.clone(), |anchor| format!("{uri}#{anchor}"))))
            }
            (_, Some(anchor)) => Some(Target::Bookmark(anchor)),
            _ => None,
        }
    }

    /// The text of an equation, in a line: its structure is not drawn yet.
    fn equation(&mut self, element: Element<'a>, open: &mut Open<'_>) {
        let text = element.all_text("t");
        self.undrawn.add(
            "equation",
            self.part,
            &text,
            "an equation is written in a line, without its structure",
        );
        let style = self.run_style(open.base, open.key, None);
        self.push(open, InlineKind::Text(text), &style);
    }

    fn run(&mut self, run: Element<'a>, open: &mut Open<'_>) -> Result<(), LayoutError> {
        let properties = run.child("rPr");
        let style = self.run_style(open.base, open.key, properties);
        for child in run.children() {
            self.budget.spend(4)?;
            match child.name() {
                "fldChar" => {
                    self.field_mark(child, &style, open);
                    continue;
                }
                "instrText" => {
                    if let Some(field) = self.fields.last_mut().filter(|field| field.meaning.is_none()) {
                        field.instruction.push_str(&child.text());
                    }
                    continue;
                }
                _ => {}
            }
            if style.is_hidden {
                continue;
            }
            self.run_content(child, &style, properties, open)?;
        }
        Ok(())
    }

    fn run_content(
        &mut self,
        child: Element<'a>,
        style: &Arc<RunStyle>,
        properties: Option<Element<'a>>,
        open: &mut Open<'_>,
    ) -> Result<(), LayoutError> {
        let kind = match child.name() {
            "t" => InlineKind::Text(text_of(child)),
            "tab" => InlineKind::Tab,
            "cr" => InlineKind::Break(Break::Line),
            "br" => InlineKind::Break(match child.attr("type").as_deref() {
                Some("page") => Break::Page,
                Some("column") => Break::Column,
                _ => Break::Line,
            }),
            "noBreakHyphen" => InlineKind::Text("\u{2011}".to_owned()),
            "softHyphen" => InlineKind::Text("\u{AD}".to_owned()),
            "sym" => return self.symbol(child, properties, open),
            "ptab" => InlineKind::AlignedTab {
                align: match child.attr("alignment").as_deref() {
                    Some("center") => Align::Center,
                    Some("right") => Align::End,
                    _ => Align::Start,
                },
                to_margin: child.attr("relativeTo").as_deref() != Some("indent"),
                leader: Leader::parse(child.attr("leader").as_deref()),
            },
            "footnoteReference" => return self.note(0, child, style, open),
            "endnoteReference" => return self.note(1, child, style, open),
            "footnoteRef" | "endnoteRef" => InlineKind::NoteMark,
            "separator" => InlineKind::Separator { is_continuation: false },
            "continuationSeparator" => InlineKind::Separator { is_continuation: true },
            "pgNum" => InlineKind::Field { kind: Field::Page, format: None, saved: String::new() },
            "drawing" | "pict" | "object" => {
                for kind in self.drawing(child, open.depth)? {
                    self.push(open, kind, style);
                }
                return Ok(());
            }
            "ruby" => {
                self.undrawn.add("ruby", self.part, "", "the reading above characters (ruby) is left out");
                return match child.child("rubyBase") {
                    Some(base) => self.inlines(base, open),
                    None => Ok(()),
                };
            }
            _ => return Ok(()),
        };
        self.push(open, kind, style);
        Ok(())
    }

    /// A sign of a named font (17.3.3.30).
    fn symbol(
        &mut self,
        child: Element<'a>,
        properties: Option<Element<'a>>,
        open: &mut Open<'_>,
    ) -> Result<(), LayoutError> {
        let code =
            child.attr("char").and_then(|hex| u32::from_str_radix(&hex, 16).ok()).and_then(char::from_u32);
        let Some(sign) = code else { return Ok(()) };
        let mut layer = open.base.clone();
        if let Some(properties) = properties {
            if let Some(style) = self.character_style(properties) {
                layer.lay_style(&style.text.run);
            }
            layer.lay(&RunLayer::read(properties));
        }
        if let Some(font) = child.attr("font") {
            let font = Some(FontName::Named(font.into()));
            layer.ascii.clone_from(&font);
            layer.h_ansi.clone_from(&font);
            layer.east_asia.clone_from(&font);
            layer.cs = font;
        }
        let style = Arc::new(RunStyle::new(&layer, self.theme));
        self.push(open, InlineKind::Text(sign.to_string()), &style);
        Ok(())
    }

    fn note(
        &mut self,
        kind: usize,
        child: Element<'a>,
        style: &Arc<RunStyle>,
        open: &mut Open<'_>,
    ) -> Result<(), LayoutError> {
        let found = self.notes[kind]
            .as_ref()
            .and_then(|notes| Some((*notes.by_id.get(&child.int("id")?)?, notes.part)));
        // A note inside a note would read itself for ever.
        let Some((note, part)) = found.filter(|_| !self.in_note && self.is_shown()) else { return Ok(()) };
        let settings = self.note_settings[kind];
        if settings.restart == NoteRestart::Page {
            self.undrawn.add(
                "note-numbers-by-page",
                self.part,
                "",
                "notes are numbered through the document, not by page",
            );
        }
        let label = if child.flag("customMarkFollows") == Some(true) {
            String::new()
        } else {
            self.note_numbers[kind] += 1;
            let first = settings.start.unwrap_or(1);
            settings.format.write(first.saturating_add(self.note_numbers[kind] - 1))
        };
        let blocks = self.note_story(note, part)?;
        let place = self.out[kind].len();
        self.out[kind].push(Note { label, blocks });
        self.push(open, InlineKind::Note { is_end: kind == 1, place }, style);
        Ok(())
    }

    /// Whether what is read now is shown: not a field's code, not a result that is computed.
    fn is_shown(&self) -> bool {
        self.fields.iter().all(|field| matches!(field.meaning, Some(Meaning::Saved | Meaning::Link(_))))
    }

    fn field_mark(&mut self, mark: Element<'a>, style: &Arc<RunStyle>, open: &mut Open<'_>) {
        match mark.attr("fldCharType").as_deref() {
            Some("begin") if self.fields.len() < MAX_FIELDS => {
                self.fields.push(OpenField {
                    instruction: String::new(),
                    meaning: None,
                    saved: String::new(),
                    style: None,
                });
            }
            Some("separate") => {
                if let Some(field) = self.fields.last_mut() {
                    field.meaning = Some(meaning(&field.instruction));
                }
            }
            Some("end") => {
                let Some(field) = self.fields.pop() else { return };
                self.end_field(field, style, open);
            }
            _ => {}
        }
    }

    fn end_field(&mut self, field: OpenField, style: &Arc<RunStyle>, open: &mut Open<'_>) {
        let found = field.meaning.unwrap_or_else(|| meaning(&field.instruction));
        if let Meaning::Page(kind, format) = found {
            let style = field.style.unwrap_or_else(|| style.clone());
            if !style.is_hidden {
                self.push(open, InlineKind::Field { kind, format, saved: field.saved }, &style);
            }
        }
    }

    fn simple_field(&mut self, element: Element<'a>, open: &mut Open<'_>) -> Result<(), LayoutError> {
        if self.fields.len() >= MAX_FIELDS {
            return Ok(());
        }
        let instruction = element.attr("instr").unwrap_or_default();
        let meaning = Some(meaning(&instruction));
        self.fields.push(OpenField { instruction, meaning, saved: String::new(), style: None });
        self.inlines(element, open)?;
        if let Some(field) = self.fields.pop() {
            let style = self.run_style(open.base, open.key, None);
            self.end_field(field, &style, open);
        }
        Ok(())
    }

    /// Adds an inline, or a text to the one before it.
    fn push(&mut self, open: &mut Open<'_>, kind: InlineKind, style: &Arc<RunStyle>) {
        if !self.is_shown() {
            if let (InlineKind::Text(text), Some(field)) = (&kind, self.fields.last_mut())
                && matches!(field.meaning, Some(Meaning::Page(..)))
            {
                field.saved.push_str(text);
                field.style.get_or_insert_with(|| style.clone());
            }
            return;
        }
        let link = self.fields.iter().rev().find_map(|field| match &field.meaning {
            Some(Meaning::Link(target)) => Some(Arc::new(target.clone())),
            _ => None,
        });
        let link = link.or_else(|| open.link.clone());
        if let InlineKind::Text(text) = &kind {
            if text.is_empty() {
                return;
            }
            if let Some(Inline { kind: InlineKind::Text(before), style: last, link: last_link }) =
                open.inlines.last_mut()
                && Arc::ptr_eq(last, style)
                && *last_link == link
            {
                before.push_str(text);
                return;
            }
        }
        open.inlines.push(Inline { kind, style: style.clone(), link });
    }

    /// Sets aside the fields that are open: a box's story has its own.
    pub(super) fn take_fields(&mut self) -> Fields {
        Fields(std::mem::take(&mut self.fields))
    }

    /// Goes on with them.
    pub(super) fn put_fields(&mut self, fields: Fields) {
        self.fields = fields.0;
    }

    /// A reader of another part's story: with lists, fields and notes of its own.
    fn of_part<'b>(&mut self, part: &'b PartText) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader {
            budget: self.budget,
            styles: self.styles,
            numbering: self.numbering,
            theme: self.theme,
            settings: self.settings,
            notes: [None, None],
            bullet_pictures: self.bullet_pictures,
            part: &part.name,
            relationships: &part.relationships,
            counters: Counters::default(),
            fields: Vec::new(),
            out: Default::default(),
            note_numbers: [0; 2],
            note_settings: self.note_settings,
            in_note: false,
            runs: HashMap::new(),
            undrawn: std::mem::take(&mut self.undrawn),
        }
    }
}

/// The place of a paragraph's frame. Its text comes from the paragraph.
fn text_frame(frame: &FrameLayer) -> Box<Anchor> {
    Box::new(Anchor {
        width: frame.width.unwrap_or(0.0),
        height: 0.0,
        across: frame.across,
        down: frame.down,
        wrap: Wrap::None,
        distance: [0.0; 4],
        is_behind: false,
        order: 0,
        content: AnchorContent::Group(Vec::new()),
    })
}

/// The text of a `w:t`: white space at its ends counts only where it says so; line ends and tabs are spaces.
fn text_of(element: Element<'_>) -> String {
    let text = element.text();
    let text = if element.keeps_space() { &*text } else { text.trim_matches([' ', '\t', '\r', '\n']) };
    text.replace(['\t', '\r', '\n'], " ")
}
