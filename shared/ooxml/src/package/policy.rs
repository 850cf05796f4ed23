//! What a document may hold and refer to: what is refused, what is taken out, and what stays.
//!
//! A document with programs of its own (macros, ActiveX controls) is refused: its author meant it to run them, and it is
//! not the same document without. All else that a reader's program would run, import or load from elsewhere is taken
//! out, so that the rest of the document can be used; [`super::Cut`] tells what went.

use super::content_types;
use super::cuts::CutKind;
use super::package_error::PackageError;
use super::part::Part;
use super::relationships::{Relationship, Target};

/// Embedded files of these types stay: Office Open XML without macros, which an author edits by a double click.
const EMBEDDABLE: [&str; 2] =
    ["application/vnd.openxmlformats-officedocument.", "application/vnd.ms-visio.drawing"];

/// Judges a part by its content type and its name. `Some` if it is taken out.
///
/// # Errors
/// [`PackageError::Macros`] and [`PackageError::ActiveX`].
pub(super) fn check_part(part: &Part) -> Result<Option<CutKind>, PackageError> {
    let content_type = part.content_type().unwrap_or_default().to_ascii_lowercase();
    let name = part.name().to_ascii_lowercase();
    let file = name.rsplit('/').next().unwrap_or_default();
    let part = || part.name().to_owned();
    // Macros run with the reader's rights; also those that no relationship leads to.
    if content_type.contains("vbaproject") || content_type.contains("vbadata") || file == "vbaproject.bin" {
        return Err(PackageError::Macros { part: part() });
    }
    // ActiveX controls are programs that are loaded by their class.
    if content_type.contains("activex") {
        return Err(PackageError::ActiveX { part: part() });
    }
    if content_type.contains("oleobject") {
        return Ok(Some(CutKind::Object));
    }
    let is_embedded = name.contains("/embeddings/") && super::name::source_of(&name).is_none();
    // A workbook behind a chart is no macro of this document, but a double click on the chart would open it with its own.
    if content_type.contains("macroenabled") || (is_embedded && !may_be_embedded(&content_type, &name)) {
        return Ok(Some(if name.ends_with(".bin") { CutKind::Object } else { CutKind::EmbeddedFile }));
    }
    Ok(None)
}

/// Whether a file behind an embedded object is one that cannot hold programs. OLE objects name the program that reads
/// their bytes, and nobody checked these; they come as `.bin`, whatever type the table gives them.
fn may_be_embedded(content_type: &str, name: &str) -> bool {
    !name.ends_with(".bin")
        && !content_type.contains("oleobject")
        && EMBEDDABLE.iter().any(|kind| content_type.starts_with(kind))
}

/// What becomes of a relationship that is not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    /// It goes, and so does what refers to it.
    Cut(CutKind),
    /// It leads to a picture that says that there is none.
    Placeholder,
}

/// Judges a relationship of the part `source`; `target` is the part that it leads to, if there is one.
///
/// # Errors
/// [`PackageError::Macros`] and [`PackageError::ActiveX`].
pub(super) fn check_relationship(
    source: &str,
    relationship: &Relationship,
    target: Option<&Part>,
) -> Result<Verdict, PackageError> {
    let kind = relationship.kind().to_ascii_lowercase();
    let part = || relationship.part().unwrap_or(source).to_owned();
    let is_external = matches!(relationship.target, Target::External(_));
    let cut = match kind.as_str() {
        "vbaproject" | "wordvbadata" => return Err(PackageError::Macros { part: part() }),
        "control" | "activexcontrolbinary" => return Err(PackageError::ActiveX { part: part() }),
        // The template that a document was made from: Word loads it, with its macros, from wherever it lies, and most
        // documents of companies name one.
        "attachedtemplate" => CutKind::AttachedTemplate,
        // An HTML or RTF file that Word imports on opening: it has pictures of its own to load.
        "afchunk" => CutKind::ImportedFile,
        "mailmergesource" | "mailmergeheadersource" | "recipientdata" | "mailmergerecipientdata" => {
            CutKind::MailMerge
        }
        "oleobject" if is_external => CutKind::LinkedObject,
        "oleobject" => CutKind::Object,
        "package" if is_external => CutKind::LinkedObject,
        "package" => match target {
            Some(part) if !is_embeddable(part) => CutKind::EmbeddedFile,
            _ => return Ok(Verdict::Keep),
        },
        // A hyperlink is followed by a reader's hand only.
        "hyperlink" => return Ok(Verdict::Keep),
        // Linked pictures, frames, sub-documents, fonts: opening the document calls a server or reads a file, and hands
        // over the reader's address, or a password's hash for \\host\share.
        _ if !is_external => return Ok(Verdict::Keep),
        "image" => return Ok(Verdict::Placeholder),
        "subdocument" => CutKind::SubDocument,
        "frame" => CutKind::Frame,
        _ => CutKind::Other,
    };
    Ok(Verdict::Cut(cut))
}

fn is_embeddable(part: &Part) -> bool {
    let content_type = part.content_type().unwrap_or_default().to_ascii_lowercase();
    may_be_embedded(&content_type, &part.name().to_ascii_lowercase())
}

/// Whether the part holds a document's settings, which name a mail merge's database without any relationship.
pub(super) fn is_settings(part: &Part) -> bool {
    part.content_type().is_some_and(|kind| kind.eq_ignore_ascii_case(content_types::SETTINGS))
}
