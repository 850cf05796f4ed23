//! The numbers of footnotes and endnotes (17.11): through the document, by section, or by page, once the pages are known.

use std::collections::HashMap;

use crate::model::Document;
use crate::model::section::NoteRestart;

/// The labels of all footnotes and endnotes.
#[derive(Debug, PartialEq)]
pub(crate) struct NoteNumbers([Vec<String>; 2]);

impl NoteNumbers {
    /// The labels that follow from the settings of the sections. `pages` are places of footnotes and the pages of their
    /// references; without them, what is numbered by page is numbered through the section.
    pub fn of(document: &Document, pages: &[(u32, usize)]) -> NoteNumbers {
        let mut first_page: HashMap<usize, usize> = HashMap::new();
        for (place, page) in pages {
            // A row that goes on names its notes on each of its pages: the first has the reference.
            first_page.entry(*place as usize).or_insert(*page);
        }
        NoteNumbers([0, 1].map(|kind| {
            let notes = if kind == 0 { &document.footnotes } else { &document.endnotes };
            let mut labels = vec![String::new(); notes.len()];
            let (mut count, mut page) = (0, None);
            for own in &document.sections {
                let settings = own.section.notes[kind];
                if settings.restart != NoteRestart::Continuous {
                    count = 0;
                }
                for place in own.notes[kind].clone() {
                    if notes.get(place).is_none_or(|note| note.has_own_mark) {
                        continue;
                    }
                    let on = first_page.get(&place).copied().or(page);
                    if settings.restart == NoteRestart::Page && kind == 0 && on != page {
                        count = 0;
                    }
                    (count, page) = (count + 1, on);
                    if let Some(label) = labels.get_mut(place) {
                        *label = settings.number(count);
                    }
                }
            }
            labels
        }))
    }

    /// Gives the notes of a document their labels.
    pub fn give(&self, document: &mut Document) {
        let notes = document.footnotes.iter_mut().chain(&mut document.endnotes);
        for (note, label) in notes.zip(self.0.iter().flatten()) {
            note.label.clone_from(label);
            if let Some(at) = note.at {
                document.facts.notes.insert(at, label.clone());
            }
        }
    }
}
