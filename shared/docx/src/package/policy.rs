//! What a document may not contain: programs, foreign objects, and references that load something from outside.

use super::relationships::{Relationship, Target};
use super::{PackageError, Part};

/// Refuses a part for its content type or its name.
pub(super) fn check_part(part: &Part) -> Result<(), PackageError> {
    let content_type = part.content_type().unwrap_or_default().to_ascii_lowercase();
    let name = part.name().to_ascii_lowercase();
    let file = name.rsplit('/').next().unwrap_or_default();
    let part = || part.name().to_owned();
    // Macros run with the reader's rights; also one that lies there without a relationship.
    if content_type.contains("macroenabled")
        || content_type.contains("vbaproject")
        || content_type.contains("vbadata")
        || file == "vbaproject.bin"
    {
        return Err(PackageError::Macros { part: part() });
    }
    // ActiveX controls are programs that are loaded by their class.
    if content_type.contains("activex") {
        return Err(PackageError::ActiveX { part: part() });
    }
    // OLE objects run the program that they name, with bytes that nobody checked.
    if content_type.contains("oleobject") || (name.contains("/embeddings/") && name.ends_with(".bin")) {
        return Err(PackageError::OleObject { part: part() });
    }
    Ok(())
}

/// What becomes of a relationship that is not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Keep,
    Drop,
}

/// Judges a relationship of the part `source`.
pub(super) fn check_relationship(source: &str, relationship: &Relationship) -> Result<Verdict, PackageError> {
    let kind = relationship.kind().to_ascii_lowercase();
    let part = || relationship.part().unwrap_or(source).to_owned();
    match kind.as_str() {
        // The template that a document was made from: Word loads it, with its macros, from wherever it lies, and it
        // is named in most documents of companies. A generated document has no use for it.
        "attachedtemplate" => return Ok(Verdict::Drop),
        "vbaproject" | "wordvbadata" => return Err(PackageError::Macros { part: part() }),
        "control" | "activexcontrolbinary" => return Err(PackageError::ActiveX { part: part() }),
        "oleobject" if relationship.part().is_some() => return Err(PackageError::OleObject { part: part() }),
        // An HTML or RTF file that Word imports on opening: it has pictures of its own to load.
        "afchunk" => return Err(PackageError::ImportedFile { part: part() }),
        _ => {}
    }
    match &relationship.target {
        // Linked pictures, frames, sub-documents, data sources: opening the document calls a server or reads a file,
        // and hands over the reader's address, or a password's hash for \\host\share.
        Target::External(target) if !relationship.is("hyperlink") => Err(PackageError::ExternalReference {
            part: source.to_owned(),
            kind: relationship.kind().to_owned(),
            target: super::name::printable(target.as_bytes()),
        }),
        // A hyperlink is followed by a reader's hand only.
        _ => Ok(Verdict::Keep),
    }
}
