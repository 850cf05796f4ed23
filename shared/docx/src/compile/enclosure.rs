//! What a template's file can carry beside its text: JSON in a custom XML part each, which the root's namespace tells from others.

use platen_einvoice::MAPPING_BYTES;

/// One kind of what a file carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Enclosure {
    /// The mapping of an e-invoice.
    EInvoice,
    /// The translations of its texts.
    Translations,
}

/// Bytes of a table of translations: a letter of ten pages in six languages.
const TRANSLATIONS_BYTES: usize = 256 << 10;

/// Bytes of a part in which its namespace stands.
const BEGINNING: usize = 1_000;

impl Enclosure {
    /// All of them.
    pub const ALL: [Enclosure; 2] = [Enclosure::EInvoice, Enclosure::Translations];

    /// Its name in forms and metadata, and that of its part's root.
    pub fn name(self) -> &'static str {
        match self {
            Enclosure::EInvoice => "eInvoice",
            Enclosure::Translations => "translations",
        }
    }

    /// What people call it.
    pub fn label(self) -> &'static str {
        match self {
            Enclosure::EInvoice => "the mapping of the e-invoice",
            Enclosure::Translations => "the table of translations",
        }
    }

    /// Bytes of its JSON.
    pub fn max_bytes(self) -> usize {
        match self {
            Enclosure::EInvoice => MAPPING_BYTES,
            Enclosure::Translations => TRANSLATIONS_BYTES,
        }
    }

    /// How its part is called; Word calls it otherwise once it has saved the file.
    pub(crate) fn part(self) -> &'static str {
        match self {
            Enclosure::EInvoice => "customXml/platenEInvoice.xml",
            Enclosure::Translations => "customXml/platenTranslations.xml",
        }
    }

    /// The namespace of the part's root.
    pub(crate) fn namespace(self) -> &'static str {
        match self {
            Enclosure::EInvoice => "urn:platen:e-invoice:1",
            Enclosure::Translations => "urn:platen:translations:1",
        }
    }

    /// What the text of a custom XML part is, if it is one.
    pub(crate) fn of_part(text: &[u8]) -> Option<Enclosure> {
        let beginning = text.get(..BEGINNING).unwrap_or(text);
        let is_of = |kind: &Enclosure| memchr::memmem::find(beginning, kind.namespace().as_bytes()).is_some();
        Enclosure::ALL.into_iter().find(is_of)
    }
}
