//! Files attached to a PDF, and the properties that callers can set.

use bytes::Bytes;
use serde::{Deserialize, Serialize};

/// Bytes of a file's name.
const NAME_BYTES: usize = 255;

/// Bytes of a media type (RFC 6838, 4.2: two names of 127 characters at most).
const MEDIA_TYPE_BYTES: usize = 255;

/// Bytes of a description.
const DESCRIPTION_BYTES: usize = 500;

/// A file inside a PDF (ISO 32000-2, 7.11.4), associated with the document as a whole (14.13.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// How it is called; no other attachment of the document is called so.
    pub name: AttachmentName,
    /// The file.
    pub content: Bytes,
    /// What it is.
    pub media_type: MediaType,
    /// What it is to the document.
    pub relationship: Relationship,
    /// What readers show beside the name.
    pub description: Option<Description>,
}

/// The name of a file, without a path.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AttachmentName(String);

impl AttachmentName {
    /// What a name must be, as a predicate.
    pub const RULE: &str =
        "must be the name of a file: 1 to 255 bytes (UTF-8) without `/`, `\\`, `:` and control characters";

    /// Takes a name.
    ///
    /// # Errors
    /// [`AttachmentName::RULE`].
    pub fn new(name: &str) -> Result<AttachmentName, &'static str> {
        // Attack: a reader writes a file elsewhere than its user thinks (`../../.profile`), or shows it as another
        // (`invoice` RIGHT-TO-LEFT OVERRIDE `fdp.exe`).
        let is_bad = |sign: char| sign.is_control() || "/\\:".contains(sign) || turns(sign);
        let is_right = (1..=NAME_BYTES).contains(&name.len())
            && !name.contains(is_bad)
            && name.trim() == name
            && !name.chars().all(|sign| sign == '.');
        if is_right { Ok(AttachmentName(name.to_owned())) } else { Err(AttachmentName::RULE) }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What a file of this name usually is.
    pub fn usual_type(&self) -> MediaType {
        let ending = self.0.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        let known = USUAL.iter().find(|(known, _)| ending.as_deref() == Some(*known));
        MediaType(known.map_or(UNKNOWN, |(_, media_type)| media_type).to_owned())
    }

    /// Whether readers would take the file for an e-invoice (Factur-X 1.0, 6.2.2).
    pub fn belongs_to_an_invoice(&self) -> bool {
        ["factur-x.xml", "xrechnung.xml", "zugferd-invoice.xml"].contains(&self.folded().as_str())
    }

    /// What two names share that some file systems take for one.
    pub fn folded(&self) -> String {
        self.0.to_lowercase()
    }
}

/// Whether a character changes the direction in which those around it are shown (UAX 9, 2.1 to 2.6).
fn turns(sign: char) -> bool {
    matches!(sign, '\u{200E}' | '\u{200F}' | '\u{061C}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// A media type without parameters (RFC 6838).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MediaType(String);

impl MediaType {
    /// What it must be, as a predicate.
    pub const RULE: &str = "must be a media type without parameters, such as `text/xml` (RFC 6838)";

    /// Takes a media type.
    ///
    /// # Errors
    /// [`MediaType::RULE`].
    pub fn new(text: &str) -> Result<MediaType, &'static str> {
        let is_name = |name: &str| {
            name.starts_with(|first: char| first.is_ascii_alphanumeric())
                && name.chars().all(|sign| sign.is_ascii_alphanumeric() || "!#$&-^_.+".contains(sign))
        };
        let is_right = text.len() <= MEDIA_TYPE_BYTES
            && text.split_once('/').is_some_and(|(kind, subtype)| is_name(kind) && is_name(subtype));
        if is_right { Ok(MediaType(text.to_ascii_lowercase())) } else { Err(MediaType::RULE) }
    }

    /// That of an XML file (RFC 7303, 9.2), which Factur-X asks for.
    pub fn xml() -> MediaType {
        MediaType("text/xml".to_owned())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Media types of files that are often attached, by how their names end, in lower case.
const USUAL: [(&str, &str); 12] = [
    ("csv", "text/csv"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("txt", "text/plain"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "text/xml"),
    ("zip", "application/zip"),
];

/// That of a file of which nothing is known (RFC 2046, 4.5.1).
const UNKNOWN: &str = "application/octet-stream";

/// What readers show beside the name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Description(String);

impl Description {
    /// What it must be, as a predicate.
    pub const RULE: &str = "must have at most 500 bytes (UTF-8) and no control characters";

    /// Takes a description.
    ///
    /// # Errors
    /// [`Description::RULE`].
    pub fn new(text: &str) -> Result<Description, &'static str> {
        let is_right = text.len() <= DESCRIPTION_BYTES && !text.chars().any(char::is_control);
        if is_right { Ok(Description(text.to_owned())) } else { Err(Description::RULE) }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Texts that another process checks once more.
macro_rules! as_text {
    ($($name:ident),*) => {
        $(
            impl TryFrom<String> for $name {
                type Error = &'static str;

                fn try_from(text: String) -> Result<$name, &'static str> {
                    $name::new(&text)
                }
            }

            impl From<$name> for String {
                fn from(name: $name) -> String {
                    name.0
                }
            }
        )*
    };
}

as_text!(AttachmentName, MediaType, Description);

/// What a file is to the document (ISO 32000-2, table 43, `AFRelationship`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Relationship {
    /// The document was made from it.
    Source,
    /// It has the data of what the document shows.
    Data,
    /// It says the same in another form.
    Alternative,
    /// It says more.
    Supplement,
    /// None of these, or nobody knows.
    #[default]
    Unspecified,
}

impl Relationship {
    /// Every relationship.
    pub const ALL: [Relationship; 5] = [
        Relationship::Source,
        Relationship::Data,
        Relationship::Alternative,
        Relationship::Supplement,
        Relationship::Unspecified,
    ];

    /// Reads a name.
    pub fn parse(name: &str) -> Option<Relationship> {
        Relationship::ALL.into_iter().find(|relationship| relationship.as_str() == name)
    }

    /// Its name, in options as in PDFs.
    pub fn as_str(self) -> &'static str {
        match self {
            Relationship::Source => "Source",
            Relationship::Data => "Data",
            Relationship::Alternative => "Alternative",
            Relationship::Supplement => "Supplement",
            Relationship::Unspecified => "Unspecified",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_no_paths_and_no_tricks() {
        for name in ["terms.pdf", "Rechnung Nr. 4 (Kopie).xml", "請求書.xml", ".hidden", "a..b"] {
            assert_eq!(AttachmentName::new(name).unwrap().as_str(), name);
        }
        let long = "x".repeat(256);
        for name in
            ["", ".", "..", "a/b", "..\\b", "C:a", "a\nb", "a\u{7f}", " a", "a ", "gpj.\u{202E}exe", &long]
        {
            assert_eq!(AttachmentName::new(name), Err(AttachmentName::RULE), "{name:?}");
        }
    }

    #[test]
    fn media_types_have_two_names() {
        assert_eq!(MediaType::new("Text/XML").unwrap(), MediaType::xml());
        for text in ["application/vnd.ms-excel", "image/svg+xml"] {
            assert_eq!(MediaType::new(text).unwrap().as_str(), text);
        }
        for text in ["", "xml", "text/", "/xml", "text/xml; charset=utf-8", "a/b/c", "text/x ml"] {
            assert_eq!(MediaType::new(text), Err(MediaType::RULE), "{text:?}");
        }
    }

    #[test]
    fn names_tell_what_files_are() {
        let usual = |name: &str| String::from(AttachmentName::new(name).unwrap().usual_type());
        assert_eq!(usual("terms.PDF"), "application/pdf");
        assert_eq!((usual("pdf"), usual("a.pdf.sig")), (UNKNOWN.to_owned(), UNKNOWN.to_owned()));
        for (ending, media_type) in USUAL {
            assert_eq!(MediaType::new(media_type).unwrap().as_str(), usual(&format!("a.{ending}")));
        }
    }

    #[test]
    fn texts_are_checked_once_more_where_they_are_read() {
        let read = |text: &str| serde_json::from_value::<AttachmentName>(text.into());
        assert_eq!(read("a.txt").unwrap().as_str(), "a.txt");
        assert!(read("../a.txt").is_err());
    }
}
