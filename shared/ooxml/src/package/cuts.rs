//! What was removed from a package, in words for its author.

use super::name::printable;
use crate::{Diagnostic, Severity, Warning};

/// Why something was taken out of a package when it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum CutKind {
    /// A picture that is loaded from elsewhere. Another one stands in its place.
    Picture,
    /// The bytes of an OLE object (ECMA-376 part 1, 17.3.3.19). Its picture stays.
    Object,
    /// A link to an object or a workbook elsewhere. Its picture or chart stays.
    LinkedObject,
    /// An embedded file that may hold programs, such as a workbook with macros behind a chart.
    EmbeddedFile,
    /// A file of another format that Word imports on opening (`w:altChunk`, 17.17.2.1).
    ImportedFile,
    /// The data source of a mail merge (17.14).
    MailMerge,
    /// A document that is put in on opening (`w:subDoc`, 17.17.2.2).
    SubDocument,
    /// A frame with another file in it (17.15.2).
    Frame,
    /// The template that the document was made from (17.15.1.6). It has no visible effect.
    AttachedTemplate,
    /// Building blocks that are damaged (17.12).
    Glossary,
    /// Any other reference to a place outside of the document.
    Other,
}

/// Things of one kind that were taken out of one part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// What they were.
    pub kind: CutKind,
    /// The part that referred to them (`word/document.xml`); empty for the package itself.
    pub part: String,
    /// How many.
    pub count: usize,
    /// The first of them: where it led, or the name of the part that was removed.
    pub first: String,
}

impl CutKind {
    /// A word for programs: `external-removed`, `object-removed`, `import-removed` or `part-removed`.
    pub fn code(self) -> &'static str {
        match self {
            CutKind::Object | CutKind::EmbeddedFile => "object-removed",
            CutKind::ImportedFile => "import-removed",
            CutKind::Glossary => "part-removed",
            _ => "external-removed",
        }
    }

    /// What was there and what became of it: one of them, and several where they are counted.
    fn messages(self) -> (&'static str, Option<&'static str>) {
        match self {
            CutKind::Picture => (
                "a linked picture is not loaded; its saved copy or a gray box takes its place",
                Some("linked pictures are not loaded; their saved copies or gray boxes take their place"),
            ),
            CutKind::Object => (
                "an embedded object is shown by its picture only; its data was removed",
                Some("embedded objects are shown by their pictures only; their data was removed"),
            ),
            CutKind::LinkedObject => (
                "the link to an object or workbook in another file was removed",
                Some("links to objects or workbooks in other files were removed"),
            ),
            CutKind::EmbeddedFile => (
                "an embedded file that may hold programs was removed",
                Some("embedded files that may hold programs were removed"),
            ),
            CutKind::ImportedFile => (
                "a file that Word would import on opening was left out",
                Some("files that Word would import on opening were left out"),
            ),
            CutKind::SubDocument => {
                ("a linked sub-document was left out", Some("linked sub-documents were left out"))
            }
            CutKind::MailMerge => ("the mail merge and its data source were removed", None),
            CutKind::Frame => ("the frames page, which loads other files, was removed", None),
            CutKind::AttachedTemplate => ("the reference to the attached template was removed", None),
            CutKind::Glossary => ("the document's building blocks are damaged and were removed", None),
            CutKind::Other => (
                "a reference to a file outside the document was removed",
                Some("references to files outside the document were removed"),
            ),
        }
    }

    fn hint(self) -> &'static str {
        match self {
            CutKind::Picture => "in Word, insert the picture itself instead of a link to its file",
            CutKind::Object => {
                "to keep it editable, insert a table, an equation or a chart of Word instead of the object"
            }
            CutKind::LinkedObject => "in Word, embed the data instead of linking to its file",
            CutKind::EmbeddedFile => {
                "save the embedded file without macros (.xlsx, .docx), then insert it again"
            }
            CutKind::ImportedFile => {
                "open the document in Word and save it again, which makes the file part of the text"
            }
            CutKind::MailMerge => {
                "in Word, choose Mailings > Start Mail Merge > Normal Word Document, then save"
            }
            CutKind::SubDocument => "in Word, unlink the sub-document in the outline view, then save",
            CutKind::Glossary => "open the document in Word and save it again",
            CutKind::Frame | CutKind::AttachedTemplate | CutKind::Other => {
                "remove it in Word, or put what it shows into the document"
            }
        }
    }
}

impl Cut {
    /// The warning for the document's author; none for what nobody sees.
    pub(super) fn diagnostic(&self, main: &str) -> Option<Diagnostic> {
        if self.is_unseen() {
            return None;
        }
        let (one, several) = self.kind.messages();
        let (mut message, first) = match several {
            Some(several) if self.count > 1 => (format!("{} {several}", self.count), "first: "),
            _ => (one.to_owned(), ""),
        };
        if !self.first.is_empty() {
            message.push_str(&format!(" ({first}{})", printable(self.first.as_bytes())));
        }
        Some(Diagnostic {
            severity: Severity::Warning,
            place: place(&self.part, main),
            part: self.part.clone(),
            excerpt: String::new(),
            caret: 0,
            width: 0,
            message,
            hint: Some(self.kind.hint().to_owned()),
        })
    }

    /// The warning for the caller; none for what nobody sees.
    pub(super) fn warning(&self) -> Option<Warning> {
        if self.is_unseen() {
            return None;
        }
        let warning = Warning::new(self.kind.code(), self.kind.messages().0).hint(self.kind.hint());
        Some(warning.in_part(&self.part).beside(&self.first).times(self.count as u64))
    }

    fn is_unseen(&self) -> bool {
        self.kind == CutKind::AttachedTemplate
    }
}

/// The part as its author would call it, as far as its name tells.
fn place(part: &str, main: &str) -> String {
    let file = part.rsplit('/').next().unwrap_or_default();
    if part.eq_ignore_ascii_case(main) {
        "body".to_owned()
    } else if file.eq_ignore_ascii_case("settings.xml") {
        "settings".to_owned()
    } else if file.is_empty() {
        "document".to_owned()
    } else {
        file.strip_suffix(".xml").unwrap_or(file).to_owned()
    }
}

/// The cuts of a package, those of one kind in one part counted together: a document with ten thousand linked pictures
/// is told of them once.
#[derive(Debug, Default)]
pub(super) struct Cuts {
    list: Vec<Cut>,
    known: std::collections::HashMap<(CutKind, String), usize>,
}

impl Cuts {
    pub(super) fn add(&mut self, kind: CutKind, part: &str, what: &str) {
        let key = (kind, part.to_owned());
        if let Some(cut) = self.known.get(&key).and_then(|at| self.list.get_mut(*at)) {
            cut.count += 1;
            return;
        }
        self.known.insert(key, self.list.len());
        self.list.push(Cut { kind, part: part.to_owned(), count: 1, first: what.to_owned() });
    }

    /// Adds what is counted once only.
    pub(super) fn note(&mut self, kind: CutKind, part: &str) {
        if !self.known.contains_key(&(kind, part.to_owned())) {
            self.add(kind, part, "");
        }
    }

    pub(super) fn into_list(self) -> Vec<Cut> {
        self.list
    }
}
