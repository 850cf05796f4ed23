//! Footnotes: Markdown's, as they become HTML (`sup.footnote-reference`, `div.footnote-definition`). A document's main part has
//! notes; elsewhere their text stands in brackets.

use std::fmt::Write;

use html5gum::StartTag;

use super::super::inventory::StyleKind;
use super::super::resources::NoteKind;
use super::formatting::{Format, Vertical};
use super::left_out::LeftOut;
use super::model::{Content, Inline, Note};
use super::properties::{Properties, val};
use super::reader::Reader;
use super::writer::Writer;
use super::{attributes, collect};

impl Reader<'_> {
    /// The label of the note that an element holds.
    pub(super) fn note_of(&self, tag: &StartTag<()>) -> Option<String> {
        let class = attributes::text(tag, "class").filter(|_| &*tag.name == b"div")?;
        let is_note = class.split_ascii_whitespace().any(|class| class == "footnote-definition");
        attributes::text(tag, "id").filter(|_| is_note)
    }

    /// Index of the note with this label.
    pub(super) fn note(&mut self, label: &str) -> usize {
        let notes = &mut self.document.notes;
        *self.notes.entry(label.to_owned()).or_insert_with(|| {
            notes.push(Note { label: label.to_owned(), blocks: None });
            notes.len() - 1
        })
    }

    /// Writes a reference to the note with this label.
    pub(super) fn refer(&mut self, label: &str) {
        let note = self.note(label);
        let link = self.open.link();
        self.line().content.push(Inline { content: Content::Note(note), format: Format::default(), link });
    }
}

impl Writer<'_, '_> {
    /// Writes the reference to a note in text that looks so, and the note with it.
    pub(super) fn note_reference(&mut self, index: usize, around: &Properties) -> Result<(), String> {
        let document = self.document;
        let blocks = document.notes.get(index).and_then(|note| note.blocks.as_deref());
        let Some(blocks) = blocks else {
            self.resources.warnings.extend(std::iter::once(LeftOut::Note.warning()));
            return Ok(());
        };
        if !self.resources.is_main_text() || self.in_note {
            let mut lines = Vec::new();
            collect(blocks, &mut lines);
            super::super::fragment::push_run(
                &mut self.out,
                &around.to_xml(),
                &format!(" [{}]", lines.join(" ")),
            );
            return Ok(());
        }
        let (id, part) = self.resources.fresh_note(NoteKind::Footnote);
        // Links and pictures of a note belong to the part that holds the notes.
        let part_around = self.resources.enter(&part);
        let text_around = std::mem::take(&mut self.out);
        self.in_note = true;
        let written = self.blocks(blocks, false);
        self.in_note = false;
        self.resources.enter(&part_around);
        let text = std::mem::replace(&mut self.out, text_around);
        written?;
        let mark = self.note_mark(Properties::of_run());
        let mark = format!(
            "<w:r><w:rPr>{mark}</w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space=\"preserve\"> </w:t></w:r>"
        );
        let text = with_mark(&text, &mark);
        let ns = self.resources.word_ns();
        let xml = format!("<w:footnote xmlns:w=\"{ns}\" w:id=\"{id}\">{text}</w:footnote>");
        self.resources.add(xml.len())?;
        self.resources.add_note(NoteKind::Footnote, &xml);
        let mark = self.note_mark(around.clone());
        let _ = write!(self.out, "<w:r><w:rPr>{mark}</w:rPr><w:footnoteReference w:id=\"{id}\"/></w:r>");
        Ok(())
    }

    /// How a note's number looks: as the template's style says, or raised.
    fn note_mark(&self, mut properties: Properties) -> String {
        match self.resources.style(StyleKind::Character, "footnote reference") {
            Some(style) => properties.set("rStyle", &val(style)),
            None => properties.apply(&Format { vertical: Some(Vertical::Superscript), ..Format::default() }),
        }
        properties.to_xml()
    }
}

/// The blocks of a note with its number in front of the text.
fn with_mark(blocks: &str, mark: &str) -> String {
    let starts_with_paragraph = blocks.starts_with("<w:p>");
    let properties = blocks.strip_prefix("<w:p><w:pPr>").and_then(|_| blocks.find("</w:pPr>"));
    let at = match properties {
        Some(end) => end + "</w:pPr>".len(),
        None => "<w:p>".len(),
    };
    if starts_with_paragraph {
        return format!("{}{mark}{}", &blocks[..at], &blocks[at..]);
    }
    format!("<w:p>{mark}</w:p>{blocks}")
}
