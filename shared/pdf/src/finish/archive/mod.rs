//! PDF/A-2b (ISO 19005-2): what is set right, and what a document cannot have in it.
//!
//! The engines write little that stands against it: fonts are embedded, nothing is encrypted, no scripts. What the
//! standard asks beyond that is set here (the meaning of colours, the flags of links); what would change how the
//! document looks is not fixed but named.

mod content;
mod font;

use std::collections::BTreeSet;

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

use super::srgb;
use crate::PdfError;

/// Most faults that one answer names.
const NAMED: usize = 5;

/// Key of the names that the document has for its structure.
const ROLES: &[u8] = b"RoleMap";

/// Blend modes (ISO 32000-1, 11.3.5).
const BLEND_MODES: [&str; 17] = [
    "Normal",
    "Compatible",
    "Multiply",
    "Screen",
    "Overlay",
    "Darken",
    "Lighten",
    "ColorDodge",
    "ColorBurn",
    "HardLight",
    "SoftLight",
    "Difference",
    "Exclusion",
    "Hue",
    "Saturation",
    "Color",
    "Luminosity",
];

/// Makes the PDF a PDF/A-2b but for its metadata.
///
/// # Errors
/// [`PdfError::Unsupported`], which names what in the document stands against it.
pub(super) fn make(document: &mut Document) -> Result<(), PdfError> {
    let mut faults = BTreeSet::new();
    let roles = roles(document);
    for object in document.objects.iter().filter(|(id, _)| Some(**id) != roles).map(|(_, object)| object) {
        walk(object, &mut |dictionary| faults.extend(fault(document, dictionary)));
        if let Ok(stream) = object.as_stream() {
            faults.extend(stream_fault(stream));
        }
        if has_cmyk(object) {
            faults.insert("it has colours in CMYK".to_owned());
        }
    }
    faults.extend(content::faults(document));
    if !faults.is_empty() {
        let named = faults.into_iter().take(NAMED).collect::<Vec<_>>().join("; ");
        return Err(PdfError::Unsupported(format!("the document cannot become PDF/A-2b: {named}")));
    }
    amend(document).map_err(|error| super::unreadable(&error))
}

/// The object of the names that the document has for its structure (ISO 32000-1, 14.7.3), if it is one of its own. They
/// are a person's words, and may be any: a table's row is a `TR`.
fn roles(document: &Document) -> Option<ObjectId> {
    let structure = document.catalog().ok()?.get_deref(b"StructTreeRoot", document).ok()?;
    structure.as_dict().ok()?.get(ROLES).ok()?.as_reference().ok()
}

/// Every dictionary inside the object, streams' own among them; what it refers to is another object.
fn walk<'a>(object: &'a Object, visit: &mut dyn FnMut(&'a Dictionary)) {
    let dictionary = match object {
        Object::Array(items) => return items.iter().for_each(|item| walk(item, visit)),
        Object::Dictionary(dictionary) => dictionary,
        Object::Stream(stream) => &stream.dict,
        _ => return,
    };
    visit(dictionary);
    dictionary.iter().filter(|(key, _)| *key != ROLES).for_each(|(_, value)| walk(value, visit));
}

/// Whether a name of the colour space stands anywhere in the object.
fn has_cmyk(object: &Object) -> bool {
    match object {
        Object::Array(items) => items.iter().any(has_cmyk),
        Object::Dictionary(dictionary) => dictionary.iter().any(|(_, value)| has_cmyk(value)),
        Object::Stream(stream) => stream.dict.iter().any(|(_, value)| has_cmyk(value)),
        name => is_cmyk(name),
    }
}

/// The profile of the output intent tells what RGB means, and nothing of CMYK (ISO 19005-2, 6.2.4.3).
fn is_cmyk(object: &Object) -> bool {
    matches!(object, Object::Name(name) if name == b"DeviceCMYK")
}

/// What stands against PDF/A-2b in one dictionary.
fn fault(document: &Document, dictionary: &Dictionary) -> Option<String> {
    let name = |key: &[u8]| dictionary.get_deref(key, document).and_then(Object::as_name).ok();
    if name(b"Type") == Some(b"Font") {
        return font::fault(document, dictionary);
    }
    // Attack: a document in an archive that acts when it is opened (6.5).
    if dictionary.has(b"AA") || dictionary.has(b"JavaScript") || dictionary.has(b"JS") {
        return Some("it has actions that run by themselves".to_owned());
    }
    if dictionary.has(b"EmbeddedFiles") || dictionary.has(b"EF") {
        return Some("it has attached files".to_owned());
    }
    if dictionary.has(b"XFA") {
        return Some("it has an XFA form, which is not part of PDF".to_owned());
    }
    for key in [b"A".as_slice(), b"OpenAction", b"Next"] {
        let action = dictionary.get_deref(key, document).and_then(Object::as_dict);
        let kind = action.and_then(|action| action.get(b"S")).and_then(Object::as_name).ok();
        if let Some(kind) = kind.filter(|kind| !matches!(*kind, b"URI" | b"GoTo")) {
            return Some(format!("it has an action of the kind {}", String::from_utf8_lossy(kind)));
        }
    }
    if let Some(mode) = name(b"BM").filter(|mode| !BLEND_MODES.iter().any(|known| known.as_bytes() == *mode))
    {
        return Some(format!("it has a blend mode of the kind {}", String::from_utf8_lossy(mode)));
    }
    if dictionary.has(b"TR") || dictionary.has(b"HTP") {
        return Some("it has a transfer function or a halftone".to_owned());
    }
    None
}

/// What stands against PDF/A-2b in how a stream is kept.
fn stream_fault(stream: &Stream) -> Option<String> {
    if stream.dict.has(b"F") {
        return Some("part of it is in another file".to_owned());
    }
    let filters = stream.filters().unwrap_or_default();
    if filters.iter().any(|filter| matches!(*filter, b"LZWDecode" | b"Crypt")) {
        return Some("a part of it is compressed with LZW or encrypted".to_owned());
    }
    let is_form = stream.dict.get(b"Subtype").and_then(Object::as_name).is_ok_and(|name| name == b"PS");
    if is_form || stream.dict.has(b"OPI") || stream.dict.has(b"Ref") || stream.dict.has(b"Alternates") {
        return Some("a picture has a form that archives do not keep".to_owned());
    }
    None
}

/// Sets what the standard demands and what changes no look.
fn amend(document: &mut Document) -> lopdf::Result<()> {
    document.version = "1.7".to_owned();
    for object in document.objects.values_mut() {
        match object {
            Object::Stream(stream) if stream.dict.has(b"Interpolate") => {
                stream.dict.set("Interpolate", false)
            }
            Object::Dictionary(dictionary) if is_annotation(dictionary) => show(dictionary),
            _ => {}
        }
    }
    for page in document.page_iter().collect::<Vec<_>>() {
        if let Ok(Object::Array(annotations)) =
            document.get_object_mut(page)?.as_dict_mut()?.get_mut(b"Annots")
        {
            annotations.iter_mut().filter_map(|one| one.as_dict_mut().ok()).for_each(show);
        }
    }
    if !document.catalog()?.has(b"OutputIntents") {
        let intent = output_intent(document);
        document.catalog_mut()?.set("OutputIntents", vec![Object::Dictionary(intent)]);
    }
    Ok(())
}

/// The engines write annotations of one kind, links; all have a place on the page and a kind.
fn is_annotation(dictionary: &Dictionary) -> bool {
    dictionary.has(b"Rect") && dictionary.has(b"Subtype")
}

/// Annotations are printed and not hidden (6.3.2): bit 3 is set; 1, 2, 6 and 9 are not (ISO 32000-1, table 165).
fn show(annotation: &mut Dictionary) {
    const PRINT: i64 = 1 << 2;
    const HIDING: i64 = 1 | 1 << 1 | 1 << 5 | 1 << 8;
    let flags = annotation.get(b"F").and_then(Object::as_i64).unwrap_or_default();
    annotation.set("F", (flags | PRINT) & !HIDING);
}

/// Colours of the document are those of sRGB (6.2.3).
fn output_intent(document: &mut Document) -> Dictionary {
    let mut components = Dictionary::new();
    components.set("N", 3);
    let mut profile = Stream::new(components, srgb::profile());
    // Uncompressed, it is merely larger.
    let _ = profile.compress();
    let profile = document.add_object(profile);
    let mut intent = Dictionary::new();
    intent.set("Type", Object::Name(b"OutputIntent".to_vec()));
    intent.set("S", Object::Name(b"GTS_PDFA1".to_vec()));
    intent.set("OutputConditionIdentifier", Object::string_literal(srgb::NAME));
    intent.set("Info", Object::string_literal(srgb::NAME));
    intent.set("DestOutputProfile", profile);
    intent
}

#[cfg(test)]
mod tests {
    use super::*;
    use lopdf::dictionary;

    /// One page that draws `drawing`, with `resources`.
    fn document(drawing: &str, resources: Dictionary) -> Document {
        let mut document = Document::with_version("1.7");
        let pages = document.new_object_id();
        let drawing = document.add_object(Stream::new(Dictionary::new(), drawing.as_bytes().to_vec()));
        let page = document.add_object(dictionary! {
            "Type" => "Page", "Parent" => pages, "Contents" => drawing, "Resources" => resources,
            "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
        });
        let kids: Vec<Object> = vec![page.into()];
        document
            .objects
            .insert(pages, dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => kids }.into());
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
        document.trailer.set("Root", catalog);
        document
    }

    fn refusal(mut document: Document) -> String {
        match make(&mut document) {
            Ok(()) => "none".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn what_is_drawn_is_looked_through() {
        let type0 = dictionary! { "Font" => dictionary! { "F" => dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "A", "Encoding" => "Identity-H",
        } } };
        for (drawing, resources, told) in [
            ("0 0 10 10 re f", Dictionary::new(), "none"),
            ("0 0 0 1 k 0 0 10 10 re f", Dictionary::new(), "page 1: it has colours in CMYK"),
            ("/DeviceCMYK CS 0 0 10 10 re S", Dictionary::new(), "page 1: it has colours in CMYK"),
            (&"q ".repeat(29), Dictionary::new(), "page 1: its drawings are nested too deeply"),
            ("BT /F 9 Tf <00010000> Tj ET", type0, "page 1: one of its characters is in no font"),
        ] {
            let refusal = refusal(document(drawing, resources));
            assert!(refusal.contains(told), "{drawing}: {refusal}");
        }
    }

    #[test]
    fn every_object_is_looked_through() {
        let stream = |dictionary: Dictionary| Object::from(Stream::new(dictionary, b"x".to_vec()));
        let action = |kind: &str| dictionary! { "A" => dictionary! { "S" => kind } };
        let cases: [(Object, &str); 16] = [
            (action("URI").into(), "none"),
            (action("GoTo").into(), "none"),
            (action("Launch").into(), "an action of the kind Launch"),
            (dictionary! { "OpenAction" => dictionary! { "S" => "GoToR" } }.into(), "of the kind GoToR"),
            (dictionary! { "AA" => dictionary! {} }.into(), "actions that run by themselves"),
            (dictionary! { "S" => "JavaScript", "JS" => "x" }.into(), "actions that run by themselves"),
            (dictionary! { "EmbeddedFiles" => dictionary! {} }.into(), "attached files"),
            (dictionary! { "XFA" => "x" }.into(), "an XFA form"),
            (dictionary! { "BM" => "Shiny" }.into(), "a blend mode of the kind Shiny"),
            (dictionary! { "TR" => "Identity" }.into(), "a transfer function"),
            (stream(dictionary! { "Filter" => "LZWDecode" }), "compressed with LZW"),
            (stream(dictionary! { "F" => "other" }), "is in another file"),
            (stream(dictionary! { "Subtype" => "Image", "ColorSpace" => "DeviceCMYK" }), "colours in CMYK"),
            (stream(dictionary! { "Subtype" => "PS" }), "a form that archives do not keep"),
            (
                dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica" }.into(),
                "the font Helvetica is not embedded",
            ),
            (
                dictionary! { "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "A" }.into(),
                "the font A does not say which glyphs it draws",
            ),
        ];
        for (object, told) in cases {
            let mut document = document("", Dictionary::new());
            document.add_object(object.clone());
            let refusal = refusal(document);
            assert!(refusal.contains(told), "{object:?}: {refusal}");
        }
    }

    #[test]
    fn names_of_structure_are_any() {
        let roles = dictionary! { "TR" => "TR", "AA" => "P", "JS" => "P" };
        let with = |roles: fn(&mut Document, Dictionary) -> Object, names: Dictionary| {
            let mut document = document("", Dictionary::new());
            let roles = roles(&mut document, names);
            let root = document.add_object(dictionary! { "Type" => "StructTreeRoot", "RoleMap" => roles });
            document.catalog_mut().unwrap().set("StructTreeRoot", root);
            refusal(document)
        };
        assert_eq!(with(|_, names| names.into(), roles.clone()), "none");
        assert_eq!(with(|document, names| document.add_object(names).into(), roles), "none");
    }

    #[test]
    fn of_many_faults_some_are_named() {
        let mut document = document("", Dictionary::new());
        for kind in ["Launch", "Movie", "Sound", "Thread", "Named", "Hide", "ResetForm"] {
            document.add_object(dictionary! { "A" => dictionary! { "S" => kind } });
        }
        assert_eq!(refusal(document).matches("an action of the kind").count(), NAMED);
    }
}
