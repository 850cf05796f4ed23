//! Embeds attachments into a PDF: embedded files (ISO 32000-2, 7.11.4), their names in the name tree, and their association
//! with the document (14.13.2), which PDF/A-3 requires (ISO 19005-3, 6.8).

use lopdf::{Dictionary, Document, Object, Stream, text_string};
use md5::{Digest, Md5};

use super::attachment::Attachment;

/// Embeds the files. `day`: year, month and day of their last change.
///
/// # Errors
/// The PDF is not one as krilla writes it.
pub(super) fn embed(
    document: &mut Document,
    attachments: &[&Attachment],
    day: (u16, u8, u8),
) -> lopdf::Result<()> {
    let are_plain = attachments.iter().all(|attachment| attachment.name.as_str().is_ascii());
    let mut named = Vec::with_capacity(attachments.len());
    let mut associated = Vec::with_capacity(attachments.len());
    for attachment in attachments {
        let name = text_string(attachment.name.as_str());
        let file = document.add_object(embedded(attachment, day)?);
        let specification = document.add_object(specification(attachment, &name, file));
        associated.push(Object::Reference(specification));
        named.push((key(attachment.name.as_str(), are_plain), specification));
    }
    // The keys of a name tree are sorted by their bytes (7.9.6).
    named.sort();
    let pairs = named.into_iter().flat_map(|(name, file)| [Object::string_literal(name), file.into()]);
    let mut tree = Dictionary::new();
    tree.set("Names", pairs.collect::<Vec<_>>());

    let names = document.catalog()?.get(b"Names").ok();
    let mut names = super::resolved(document, names);
    names.set("EmbeddedFiles", tree);
    let catalog = document.catalog_mut()?;
    catalog.set("Names", names);
    catalog.set("AF", associated);
    Ok(())
}

/// A name as a key. Readers that compare keys as text find them in one order only where all are written alike.
fn key(name: &str, is_plain: bool) -> Vec<u8> {
    match is_plain {
        true => name.as_bytes().to_vec(),
        false => format!("\u{FEFF}{name}").encode_utf16().flat_map(u16::to_be_bytes).collect(),
    }
}

/// The file itself (7.11.4.1). One that is compressed already stays as it is.
fn embedded(attachment: &Attachment, (year, month, day): (u16, u8, u8)) -> lopdf::Result<Stream> {
    let mut parameters = Dictionary::new();
    let size = i64::try_from(attachment.content.len()).unwrap_or(i64::MAX);
    parameters.set("Size", size);
    parameters.set("ModDate", Object::string_literal(format!("D:{year:04}{month:02}{day:02}000000Z")));
    let sum = Md5::digest(&attachment.content).to_vec();
    parameters.set("CheckSum", Object::String(sum, lopdf::StringFormat::Hexadecimal));
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", Object::Name(b"EmbeddedFile".to_vec()));
    dictionary.set("Subtype", Object::Name(attachment.media_type.as_str().into()));
    dictionary.set("Params", parameters);
    let mut stream = Stream::new(dictionary, attachment.content.to_vec());
    stream.compress()?;
    Ok(stream)
}

/// What is said of it (7.11.3).
fn specification(attachment: &Attachment, name: &Object, file: lopdf::ObjectId) -> Dictionary {
    let mut files = Dictionary::new();
    files.set("F", file);
    files.set("UF", file);
    let mut dictionary = Dictionary::new();
    dictionary.set("Type", Object::Name(b"Filespec".to_vec()));
    dictionary.set("F", name.clone());
    dictionary.set("UF", name.clone());
    dictionary.set("EF", files);
    dictionary.set("AFRelationship", Object::Name(attachment.relationship.as_str().into()));
    if let Some(description) = &attachment.description {
        dictionary.set("Desc", text_string(description.as_str()));
    }
    dictionary
}
