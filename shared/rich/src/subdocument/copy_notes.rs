//! Copies the footnotes and endnotes that a sub-document's body refers to, with new ids (17.11).

use super::copy::Import;
pub(super) use crate::resources::NoteKind;

impl Import<'_, '_, '_> {
    /// Id in the other document of the note with this id, as an attribute's value.
    pub fn note(&mut self, kind: NoteKind, raw: &str) -> Result<String, String> {
        let part = match kind {
            NoteKind::Footnote => self.source.footnotes.as_ref(),
            NoteKind::Endnote => self.source.endnotes.as_ref(),
        };
        let missing = || format!("refers to a {} that it does not have", kind.element());
        let part = part.ok_or_else(missing)?;
        let note = part.named(kind.element(), raw).ok_or_else(missing)?;
        let (id, name) = self.resources.fresh_note(kind);

        // Links and pictures of a note belong to the part that holds the notes.
        let around = std::mem::replace(&mut self.part, part);
        let part_around = self.resources.enter(&name);
        self.in_note = true;
        let blocks = self.blocks(note);
        self.in_note = false;
        self.resources.enter(&part_around);
        self.part = around;

        let (ns, element) = (self.resources.word_ns(), kind.element());
        let xml = format!("<w:{element} xmlns:w=\"{ns}\" w:id=\"{id}\">{}</w:{element}>", blocks?);
        self.resources.add(xml.len())?;
        self.resources.add_note(kind, &xml);
        Ok(id.to_string())
    }
}
