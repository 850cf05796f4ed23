//! Fields: what to show of them.

use std::sync::Arc;

use platen_ooxml::field::Instruction;

use super::form::Shown;
use super::shown_field::{Basis, Meaning, meaning};
use super::unfinished::Unfinished;
use super::{Reader, button, overstrike};
use crate::error::LayoutError;
use crate::model::run::RunStyle;
use crate::model::story::{Field, InlineKind, Noted, StyleRef};
use crate::read::Element;

/// Fields inside one another.
const MAX_FIELDS: usize = 32;

/// A field whose end has not come.
pub(super) struct OpenField {
    pub(super) instruction: String,
    /// Styles of the instruction, each from its byte on.
    pub(super) styles: Vec<(usize, Arc<RunStyle>)>,
    /// None while its code is read.
    pub(super) meaning: Option<Meaning>,
    pub(super) saved: String,
    pub(super) style: Option<Arc<RunStyle>>,
    /// Its value, whatever its result says.
    form: Option<Shown>,
    /// Whether it is a table of contents.
    is_contents: bool,
}

/// A table of contents, or of figures (17.16.5.68).
fn is_contents(instruction: &str) -> bool {
    Instruction::parse(instruction).name() == "TOC"
}

/// Fields that were set aside.
pub(in crate::reader) struct Fields(Vec<OpenField>);

impl<'a> Reader<'a> {
    /// Whether what is read now is shown: not a field's code, not a result that is computed.
    pub(super) fn is_shown(&self) -> bool {
        self.fields.iter().all(|field| matches!(field.meaning, Some(Meaning::Saved | Meaning::Link(_))))
    }

    /// Whether what is read now is an entry of a table of contents.
    pub(super) fn is_in_contents(&self) -> bool {
        self.fields.iter().any(|field| field.is_contents && field.meaning.is_some())
    }

    pub(super) fn field_mark(&mut self, mark: Element<'a>, style: &Arc<RunStyle>, open: &mut Unfinished<'_>) {
        match mark.attr("fldCharType").as_deref() {
            Some("begin") if self.fields.len() < MAX_FIELDS => {
                self.note_field(mark, open);
                self.fields.push(OpenField {
                    instruction: String::new(),
                    styles: Vec::new(),
                    meaning: None,
                    saved: String::new(),
                    style: None,
                    form: Shown::of(mark),
                    is_contents: false,
                });
            }
            Some("separate") => {
                let meaning = match self.fields.last() {
                    Some(field) if field.form.is_some() => Meaning::Hidden,
                    field => {
                        let instruction = field.map(|field| field.instruction.clone());
                        self.meaning(&instruction.unwrap_or_default())
                    }
                };
                if let Some(field) = self.fields.last_mut() {
                    field.meaning = Some(meaning);
                    field.is_contents = is_contents(&field.instruction);
                }
            }
            Some("end") => {
                let Some(field) = self.fields.pop() else { return };
                self.end_field(field, style, open);
            }
            _ => {}
        }
    }

    /// Fields of the main part are found again on the pages.
    fn note_field(&self, field: Element<'a>, open: &mut Unfinished<'_>) {
        if self.is_main && !self.in_note {
            open.note(Noted::Field(field.offset()));
        }
    }

    /// The meaning of a field, as far as this part can show it.
    fn meaning(&mut self, instruction: &str) -> Meaning {
        let (meaning, basis) = meaning(instruction);
        match meaning {
            Meaning::Page(..) => self.facts.has_page_fields |= self.is_main,
            _ => {
                self.facts.has_fields |= basis != Basis::Nothing;
                self.facts.has_page_fields |= self.is_main && basis == Basis::Pages;
            }
        }
        match &meaning {
            // In the text it is not the page that counts, but what stands before the field.
            Meaning::StyleRef { name, .. }
                if self.is_main || self.definitions.styles.paragraph_style(name).is_none() =>
            {
                Meaning::Saved
            }
            _ => meaning,
        }
    }

    pub(super) fn end_field(&mut self, field: OpenField, style: &Arc<RunStyle>, open: &mut Unfinished<'_>) {
        if let Some(form) = field.form {
            let style = form.styled(style);
            self.push(open, InlineKind::Text(form.text), &style);
            return;
        }
        if field.meaning.is_none() && overstrike::is_equation(&field.instruction) {
            match overstrike::inlines(&field.instruction, &field.styles) {
                Some(inlines) => inlines.into_iter().for_each(|own| self.push(open, own.kind, &own.style)),
                None => self.undrawn.add("field-equation", self.part, "", "an EQ field is left out"),
            }
            return;
        }
        if field.meaning.is_none()
            && let Some(texts) = button::texts(&field.instruction, &field.styles)
        {
            for (text, style) in texts.filter(|(_, style)| !style.is_hidden) {
                self.push(open, InlineKind::Text(text.to_owned()), style);
            }
            return;
        }
        let found = field.meaning.unwrap_or_else(|| self.meaning(&field.instruction));
        let (kind, format) = match found {
            Meaning::Page(kind, format) => (kind, format),
            Meaning::StyleRef { name, last, number } => {
                let Some(style) = self.definitions.styles.paragraph_style(&name) else { return };
                self.style_refs.push(StyleRef { style: style.id.clone(), last, number });
                (Field::StyleRef(self.style_refs.len() - 1), None)
            }
            _ => return,
        };
        let style = field.style.unwrap_or_else(|| style.clone());
        if !style.is_hidden {
            self.push(open, InlineKind::Field { kind, format, saved: field.saved }, &style);
        }
    }

    pub(super) fn simple_field(
        &mut self,
        element: Element<'a>,
        open: &mut Unfinished<'_>,
    ) -> Result<(), LayoutError> {
        if self.fields.len() >= MAX_FIELDS {
            return Ok(());
        }
        let instruction = element.attr("instr").unwrap_or_default();
        self.note_field(element, open);
        let meaning = Some(self.meaning(&instruction));
        self.fields.push(OpenField {
            is_contents: is_contents(&instruction),
            instruction,
            styles: Vec::new(),
            meaning,
            saved: String::new(),
            style: None,
            form: None,
        });
        self.inlines(element, open)?;
        if let Some(field) = self.fields.pop() {
            let style = self.run_style(open.base, open.key, None);
            self.end_field(field, &style, open);
        }
        Ok(())
    }

    /// Sets aside the fields that are open: a box's story has its own.
    pub(in crate::reader) fn take_fields(&mut self) -> Fields {
        Fields(std::mem::take(&mut self.fields))
    }

    /// Goes on with them.
    pub(in crate::reader) fn put_fields(&mut self, fields: Fields) {
        self.fields = fields.0;
    }
}
