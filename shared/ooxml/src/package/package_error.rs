//! Why a file is refused, in words for the person who uploaded it.

use crate::Exhausted;

/// Why a file is not opened. Every sentence says what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PackageError {
    /// The file is larger than [`crate::Limits::package_bytes`].
    #[error(
        "the file has {}; the limit package_bytes is {}; make the pictures in it smaller and save it again",
        size(*bytes), size(*allowed)
    )]
    FileTooLarge {
        /// Size of the file.
        bytes: u64,
        /// The limit.
        allowed: u64,
    },
    /// The file is no ZIP container at all.
    #[error("the file is not a Word document but {looks_like}; open it in Word and save it as a .docx file")]
    NotAPackage {
        /// What its first bytes look like, with an article.
        looks_like: &'static str,
    },
    /// A binary Word document (.doc), as Word wrote it up to 2003.
    #[error(
        "the file is in the binary format of Word 97-2003 (.doc); open it in Word and save it as a .docx file"
    )]
    LegacyDocument,
    /// A document with a password: its package is encrypted ([MS-OFFCRYPTO]).
    #[error(
        "the document is protected by a password; remove it in Word (File > Info > Protect Document) and save again"
    )]
    EncryptedDocument,
    /// An entry of the ZIP is encrypted.
    #[error("the entry {name:?} is encrypted; save the document without a password")]
    EncryptedEntry {
        /// Name of the entry.
        name: String,
    },
    /// The container's records contradict each other or the file ends early.
    #[error(
        "the file is damaged or incomplete: {detail}; send it again, or open it in Word, which may repair it, and save it"
    )]
    Damaged {
        /// What is wrong.
        detail: String,
    },
    /// Bytes stand before the first entry.
    #[error("the file has {bytes} bytes before the document's own; open it in Word and save it again")]
    PrependedData {
        /// How many.
        bytes: u64,
    },
    /// An entry is compressed with another method than deflate.
    #[error(
        "the entry {name:?} is compressed with method {method}, which documents never use; open the file in Word and save it again"
    )]
    UnknownCompression {
        /// Name of the entry.
        name: String,
        /// The method's number (APPNOTE 4.4.5).
        method: u16,
    },
    /// More entries than [`crate::Limits::package_entries`].
    #[error(
        "the document has {entries} parts, over the limit package_entries ({allowed}); remove pictures or embedded objects"
    )]
    TooManyEntries {
        /// Entries found or declared.
        entries: u64,
        /// The limit.
        allowed: usize,
    },
    /// Two entries have the same name, letter case aside.
    #[error("the document contains two parts named {name:?}; open it in Word and save it again")]
    DuplicateName {
        /// The second one's name.
        name: String,
    },
    /// An entry's name is no part name (ECMA-376 part 2, 6.2.2), or points outside the package.
    #[error(
        "the document contains a part with the forbidden name {name:?}; open it in Word and save it again"
    )]
    BadName {
        /// The name, unprintable bytes replaced.
        name: String,
    },
    /// Entries share bytes with each other or with the container's directory.
    #[error("the entry {name:?} overlaps another one; open the file in Word and save it again")]
    OverlappingEntries {
        /// The second of them.
        name: String,
    },
    /// An entry's own header contradicts the directory.
    #[error(
        "the entry {name:?} does not match the file's directory; open the file in Word and save it again"
    )]
    HeaderMismatch {
        /// Name in the directory.
        name: String,
    },
    /// An entry inflates to another size than it declares.
    #[error(
        "the entry {name:?} does not have the size that it declares; open the file in Word and save it again"
    )]
    LyingSize {
        /// Name of the entry.
        name: String,
    },
    /// An entry's bytes are not those that its checksum was made from.
    #[error("the entry {name:?} is damaged; upload the file again, or open it in Word and save it again")]
    CorruptEntry {
        /// Name of the entry.
        name: String,
    },
    /// An entry shrinks better than [`crate::Limits::compression_ratio`].
    #[error(
        "the entry {name:?} is {allowed} times larger than in the file, or more (limit compression_ratio); replace a large empty picture, or open the file in Word and save it again"
    )]
    CompressionRatio {
        /// Name of the entry.
        name: String,
        /// The limit.
        allowed: u64,
    },
    /// All entries together are over [`crate::Limits::expanded_bytes`].
    #[error(
        "the document's parts have more than {} when unpacked (limit expanded_bytes); make the pictures in it smaller and save it again",
        size(*allowed)
    )]
    ExpandsTooLarge {
        /// The limit.
        allowed: u64,
    },
    /// `[Content_Types].xml` is absent.
    #[error(
        "the file is a ZIP archive but not a document ([Content_Types].xml is missing); upload the .docx file itself"
    )]
    NoContentTypes,
    /// `[Content_Types].xml`, a relationships part or the settings cannot be read.
    #[error("the part {part:?} cannot be read ({detail}); open the file in Word and save it again")]
    MalformedPart {
        /// Name of the part.
        part: String,
        /// What is wrong.
        detail: String,
    },
    /// A part is over a limit of XML.
    #[error(
        "the part {part:?} is over the limit {limit} ({}); open the file in Word and save it again",
        amount(limit, *allowed)
    )]
    PartTooLarge {
        /// Name of the part.
        part: String,
        /// Name of the field of [`crate::Limits`].
        limit: &'static str,
        /// Its value.
        allowed: u64,
    },
    /// A part declares a document type.
    #[error(
        "the part {part:?} has a DOCTYPE, which documents never have; open the file in Word and save it again"
    )]
    Doctype {
        /// Name of the part.
        part: String,
    },
    /// No relationship names the main document, or several do, or it names a part that does not exist.
    #[error("the file does not name a main document; open it in Word and save it as a .docx file")]
    NoMainDocument,
    /// The main part is not a Word document.
    #[error("the file is {found}, not a Word document; upload a .docx or .dotx file")]
    NotADocument {
        /// What it is, with an article.
        found: &'static str,
    },
    /// The document has macros (.docm, .dotm, or a VBA project inside a .docx).
    #[error(
        "the document has macros (the part {part:?}); save it in Word as a .docx file, which removes them"
    )]
    Macros {
        /// The part that holds them.
        part: String,
    },
    /// The document has an ActiveX control.
    #[error("the document has an ActiveX control (the part {part:?}); replace it with a content control")]
    ActiveX {
        /// The part that holds or refers to it.
        part: String,
    },
    /// Reading it took more than the request may cost, or nobody waits for it anymore.
    #[error("the file was not read: {0}; remove pictures or parts that it does not need")]
    Exhausted(#[from] Exhausted),
}

impl PackageError {
    /// The field of [`crate::Limits`] that was hit, for errors that are about a limit.
    pub fn limit(&self) -> Option<&'static str> {
        match self {
            PackageError::FileTooLarge { .. } => Some("package_bytes"),
            PackageError::TooManyEntries { .. } => Some("package_entries"),
            PackageError::CompressionRatio { .. } => Some("compression_ratio"),
            PackageError::ExpandsTooLarge { .. } => Some("expanded_bytes"),
            PackageError::PartTooLarge { limit, .. } => Some(limit),
            PackageError::Exhausted(exhausted) => exhausted.limit(),
            _ => None,
        }
    }
}

/// Bytes as people write them: whole bytes up to a kibibyte, then one decimal where it tells something.
fn size(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1024 => return format!("{bytes} bytes"),
        1024..1_048_576 => (1024, "KiB"),
        _ => (1_048_576, "MiB"),
    };
    let tenths = bytes.saturating_mul(10) / unit;
    match tenths % 10 {
        0 => format!("{} {name}", tenths / 10),
        decimal => format!("{}.{decimal} {name}", tenths / 10),
    }
}

fn amount(limit: &str, allowed: u64) -> String {
    if limit.ends_with("_bytes") { size(allowed) } else { allowed.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_read_like_those_of_other_programs() {
        assert_eq!(size(1023), "1023 bytes");
        assert_eq!(size(300 << 10), "300 KiB");
        assert_eq!(size(100 << 20), "100 MiB");
        assert_eq!(size((61 << 20) + (350 << 10)), "61.3 MiB");
        let large = PackageError::FileTooLarge { bytes: 61 << 20, allowed: 50 << 20 }.to_string();
        assert!(large.contains("61 MiB") && large.contains("package_bytes is 50 MiB"), "{large}");
    }
}
