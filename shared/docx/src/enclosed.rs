//! What the file of a template carries beside its text ([`Enclosure`]): JSON in custom XML parts (ECMA-376 part 1, 15.2.5), which Word
//! keeps when it saves the file. So it is of the same version as the text, and goes wherever the file goes.

use bytes::Bytes;
use platen_ooxml::package::{Change, Package};
use platen_ooxml::xml::characters::{escape, text_of};
use platen_ooxml::xml::{Tree, unless_exhausted};
use platen_ooxml::{Bounds, Budget, Diagnostic, Limits};
use serde_json::Value;

use crate::CompileError;
use crate::compile::Enclosure;
use crate::invoice::{InvoiceForm, MappingError};
use crate::pattern::remark;
use crate::translations;
use platen_einvoice::MappingFault;

const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXml";
const CONTENT_TYPES: &str = "[Content_Types].xml";

/// A part of a package that carries something, or did.
#[derive(Debug)]
pub(crate) struct Enclosed {
    pub kind: Enclosure,
    /// Its place in the package.
    pub index: usize,
    /// What is in it; nothing in a document.
    pub json: Option<Value>,
}

impl Enclosed {
    /// What the part is without content: so it is in documents, whose readers it is not for.
    pub fn empty(kind: Enclosure) -> Vec<u8> {
        format!("<{} xmlns=\"{}\"/>", kind.name(), kind.namespace()).into_bytes()
    }
}

/// The parts of a package that carry something: of each kind the first, and its text.
fn parts(package: &Package, budget: &Budget) -> Result<Vec<(Enclosure, usize, Vec<u8>)>, CompileError> {
    let mut found: Vec<(Enclosure, usize, Vec<u8>)> = Vec::new();
    for relationship in package.relationships_within(package.main_document(), budget)?.of_kind("customXml") {
        let Some(index) = relationship.part().and_then(|name| package.index(name)) else { continue };
        let text = package.read_within(&package.parts()[index], budget)?;
        let kind = Enclosure::of_part(&text);
        if let Some(kind) = kind.filter(|kind| found.iter().all(|(known, ..)| known != kind)) {
            found.push((kind, index, text));
        }
    }
    Ok(found)
}

/// What a package carries.
///
/// # Errors
/// It is not JSON, or too large; the budget has ended.
pub(crate) fn enclosed(package: &Package, bounds: Bounds<'_>) -> Result<Vec<Enclosed>, CompileError> {
    let mut all = Vec::new();
    for (kind, index, text) in parts(package, bounds.budget)? {
        let tree = unless_exhausted(Tree::parse(text, bounds))?;
        let json = tree.and_then(|tree| {
            let root = tree.top_level().find(|node| tree.is_element(*node))?;
            Some(text_of(&tree, root))
        });
        let json = json.filter(|json| !json.trim().is_empty());
        let json = json.map(|json| read(kind, &json).map_err(|error| refused(kind, error))).transpose()?;
        all.push(Enclosed { kind, index, json });
    }
    Ok(all)
}

fn read(kind: Enclosure, json: &str) -> Result<Value, MappingError> {
    let wrong = |detail: String| MappingError::Faults(vec![MappingFault::new("", detail)]);
    let most = kind.max_bytes();
    if json.len() > most {
        return Err(wrong(format!("it has {} bytes; at most {most} are allowed", json.len())));
    }
    serde_json::from_str(json).map_err(|error| wrong(format!("it is not JSON: {error}")))
}

impl Enclosure {
    /// Checks what a file is to carry.
    ///
    /// # Errors
    /// All that is wrong with it, each with its place; the budget has ended.
    pub fn check(self, json: &Value, limits: &Limits, budget: &Budget) -> Result<(), MappingError> {
        match self {
            Enclosure::EInvoice => InvoiceForm::compile(json.clone(), limits, budget).map(|_| ()),
            Enclosure::Translations => translations::read(json, limits, budget).map(|_| ()),
        }
    }
}

/// The file of a template with something in it, in the place of what it has of this kind; without it for `None`.
///
/// # Errors
/// The file cannot be opened, or would be too large; what it is to carry is wrong; the budget has ended.
pub fn with_enclosure(
    file: impl Into<Bytes>,
    (kind, json): (Enclosure, Option<&Value>),
    limits: &Limits,
    budget: &Budget,
) -> Result<Bytes, CompileError> {
    let file = file.into();
    let package = Package::open_within(file.clone(), limits, budget)?;
    let text = match json {
        Some(json) => {
            kind.check(json, limits, budget).map_err(|error| refused(kind, error))?;
            // As people write it: with a line for each member.
            let json = serde_json::to_string_pretty(json).unwrap_or_default();
            let (name, namespace) = (kind.name(), kind.namespace());
            format!("<{name} xmlns=\"{namespace}\">{}</{name}>", escape(&json)).into_bytes()
        }
        None => Enclosed::empty(kind),
    };
    let place = parts(&package, budget)?.into_iter().find(|(known, ..)| *known == kind);
    let written = match place {
        Some((_, index, _)) => package.write(&[(index, Change::Replace(&text))], &[]),
        None if json.is_none() => return Ok(file),
        None => return added(&package, kind, &text, budget),
    };
    written.map(Bytes::from).map_err(|error| too_large(kind, &error))
}

/// The package with the part, and what tells of it.
fn added(package: &Package, kind: Enclosure, text: &[u8], budget: &Budget) -> Result<Bytes, CompileError> {
    let relationships = package.relationships_part(package.main_document());
    let part = kind.part();
    let id = part.trim_start_matches("customXml/").trim_end_matches(".xml");
    let own =
        format!("<Relationship xmlns=\"{RELATIONSHIPS}\" Id=\"{id}\" Type=\"{KIND}\" Target=\"/{part}\"/>");
    let mut edited: Vec<(String, Vec<u8>)> = Vec::new();
    let now = match package.part(&relationships) {
        Some(part) => String::from_utf8(package.read_within(part, budget)?).ok(),
        None => None,
    };
    let whole = || format!("<Relationships xmlns=\"{RELATIONSHIPS}\">{own}</Relationships>");
    let changed = now.as_deref().and_then(|now| at_end(now, &own)).unwrap_or_else(whole);
    edited.push((relationships, changed.into_bytes()));
    if package.content_type(part).is_none() {
        let types = "http://schemas.openxmlformats.org/package/2006/content-types";
        let own =
            format!("<Override xmlns=\"{types}\" PartName=\"/{part}\" ContentType=\"application/xml\"/>");
        if let Some(part) = package.part(CONTENT_TYPES)
            && let Ok(now) = String::from_utf8(package.read_within(part, budget)?)
            && let Some(changed) = at_end(&now, &own)
        {
            edited.push((CONTENT_TYPES.to_owned(), changed.into_bytes()));
        }
    }
    let mut changes = Vec::new();
    let mut added: Vec<(&str, &[u8])> = vec![(part, text)];
    for (name, text) in &edited {
        match package.index(name) {
            Some(index) => changes.push((index, Change::Replace(text))),
            None => added.push((name, text)),
        }
    }
    package.write(&changes, &added).map(Bytes::from).map_err(|error| too_large(kind, &error))
}

/// An XML text with an element at the end of its root; `None` where the root has no end tag.
fn at_end(xml: &str, element: &str) -> Option<String> {
    let end = xml.rfind("</")?;
    Some(format!("{}{element}{}", &xml[..end], &xml[end..]))
}

fn too_large(kind: Enclosure, error: &platen_ooxml::package::WriteError) -> CompileError {
    refused(kind, MappingError::Faults(vec![MappingFault::new("", error.to_string())]))
}

/// What the template's author is told.
pub(crate) fn refused(kind: Enclosure, error: MappingError) -> CompileError {
    match error {
        MappingError::Exhausted(exhausted) => CompileError::Exhausted(exhausted),
        MappingError::Faults(faults) => {
            let told = faults.into_iter().map(|MappingFault { pointer, detail }| {
                let place = if pointer.is_empty() { String::new() } else { format!(" (at {pointer})") };
                let told = remark("", &(0..0), format!("{detail}{place}"));
                Diagnostic { place: kind.label().to_owned(), ..told }
            });
            CompileError::Template(told.collect())
        }
    }
}
