//! Distinguishes the mapping of an e-invoice from other custom XML parts.

/// The namespace of the part's root.
pub(crate) const NAMESPACE: &str = "urn:platen:e-invoice:1";

/// Bytes of a part in which its namespace stands.
const BEGINNING: usize = 1_000;

/// Whether the text of a custom XML part is that of a mapping.
pub(crate) fn is_mapping(text: &[u8]) -> bool {
    let beginning = text.get(..BEGINNING).unwrap_or(text);
    memchr::memmem::find(beginning, NAMESPACE.as_bytes()).is_some()
}
